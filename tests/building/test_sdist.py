"""An sdist has everything that the package, its tests, its documentation and its site are made from."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from email import message_from_string
from pathlib import Path

from tests.building.conftest import ROOT

LEFT_OUT = {".gitattributes", ".gitignore"}


def test_an_sdist_is_what_is_checked_in_and_its_description_needs_no_repository(tmp_path: Path) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for folder in ("info", "dist"):
        (tmp_path / folder).mkdir()
    command = ["egg_info", "--egg-base", str(tmp_path / "info"), "sdist", "--dist-dir", str(tmp_path / "dist")]
    subprocess.run([sys.executable, "setup.py", "-q", *command], cwd=ROOT, capture_output=True, check=True)
    (file,) = (tmp_path / "dist").iterdir()
    with tarfile.open(file) as archive:
        found = {name.partition("/")[2] for name in archive.getnames()}
        info = archive.extractfile(f"{file.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert info is not None
        described = message_from_string(info.read().decode())
    here = {name for name in tracked.splitlines() if (ROOT / name).exists()}  # what was just removed is not missed
    assert here - found == LEFT_OUT
    assert not [name for name in found if name.endswith((".so", ".pyc", "built.json")) or "node_modules" in name]
    text = described.get_payload()
    assert isinstance(text, str)
    assert "paddock.play(" in text
    assert "](" not in text.replace("](http", "")
    assert "![" not in text
