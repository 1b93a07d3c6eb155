from __future__ import annotations

import hashlib
import json
import re
import struct
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "paddock" / "web"
INDEX = (BUILT / "index.html").read_text("utf-8")
STALE = "the built site is not that of these sources; run: make web"


def fingerprint(parts: list[str], made: list[str]) -> str:
    """As `web/build/sources.ts` counts it."""
    files = [path for part in parts for path in ([WEB / part] if "." in part else (WEB / part).rglob("*"))]
    names = {path.relative_to(WEB).as_posix(): path for path in files if path.is_file()}
    whole = hashlib.sha256()
    for name in sorted(names.keys() - set(made)):
        whole.update(f"{name} {hashlib.sha256(names[name].read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def test_the_built_site_is_that_of_its_sources() -> None:
    noted = json.loads((BUILT / "sources.json").read_text("utf-8"))
    assert noted["sha256"] == fingerprint(noted["parts"], noted["made"]), STALE


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    assert re.findall(r"<script(?![^>]*\ssrc=)", INDEX) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", INDEX) == []


def test_the_page_loads_nothing_from_elsewhere() -> None:
    sources = re.findall(r'(?:src|href)="([^"]+)"', INDEX)
    for sheet in BUILT.glob("assets/*.css"):
        sources += re.findall(r"url\(\"?([^)\"]+)\"?\)", sheet.read_text("utf-8"))
    assert len(sources) > 4
    # A reference inside the page (#hatch) loads nothing.
    assert [source for source in sources if not source.startswith(("/assets/", "/app/", "/manifest.", "#"))] == []
    assert [source for source in sources if source.startswith("/") and not (BUILT / source[1:]).exists()] == []


@pytest.mark.parametrize("licence", ["alegreya", "figtree", "fluent-emoji", "lean-qr", "svelte"])
def test_licences_come_with_the_site(licence: str) -> None:
    assert "Copyright" in (BUILT / "licences" / f"{licence}.txt").read_text("utf-8")


def test_no_component_has_a_literal_style() -> None:
    styled = [path.name for path in (WEB / "src").rglob("*.svelte") if re.search(r'\sstyle="', path.read_text("utf-8"))]
    assert styled == []


def test_the_app_has_the_icons_that_its_manifest_names() -> None:
    manifest = json.loads((BUILT / "manifest.webmanifest").read_text("utf-8"))
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for picture in manifest["icons"] + manifest["screenshots"]:
        width, height = struct.unpack(">II", (BUILT / picture["src"][1:]).read_bytes()[16:24])
        assert f"{width}x{height}" == picture["sizes"]
    paper = re.findall(r"--paper:(#\w+)", (WEB / "src/look/tokens.css").read_text("utf-8"))[0]
    assert {manifest["theme_color"], manifest["background_color"]} == {paper}
