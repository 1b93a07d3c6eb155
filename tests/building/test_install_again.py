"""The script that installs Paddock for a service installs the version it is given, also over an older one."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "deploy" / "install.sh"

# Stands for `python3 -m venv TARGET`: makes an environment whose pip only notes what it is told.
PYTHON = """#!/bin/sh
mkdir -p "$3/bin"
cat > "$3/bin/pip" <<'EOF'
#!/bin/sh
case $1 in
wheel) while [ "$1" != --wheel-dir ]; do shift; done; mkdir -p "$2"; : > "$2/paddock-$VERSION-py3-none-any.whl" ;;
install) for last; do :; done; echo "$last" >> "$NOTES" ;;
esac
EOF
printf '#!/bin/sh\\necho "{\\"compiled\\": true}"\\n' > "$3/bin/paddock"
chmod +x "$3/bin/pip" "$3/bin/paddock"
"""


@pytest.mark.parametrize(("before", "after"), [("0.1.0", "0.2.0"), ("0.9.0", "0.10.0")])
def test_an_upgrade_installs_the_new_version(tmp_path: Path, before: str, after: str) -> None:
    python, notes = tmp_path / "python", tmp_path / "notes"
    python.write_text(PYTHON)
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    for version in (before, after):
        environment = {**os.environ, "PYTHON": str(python), "VERSION": version, "NOTES": str(notes)}
        subprocess.run([SCRIPT, tmp_path / "source", tmp_path / "opt"], check=True, env=environment)
    installed = [Path(line).name for line in notes.read_text().splitlines()]
    assert [name.split("-")[1] for name in installed] == [before, after]
