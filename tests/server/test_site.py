"""The built site as the server hands it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from paddock.server.app import VERIFIER, WEB
from paddock.server.preview import TITLE
from tests.server.place import PATIENCE, Place, opened

INDEX = (WEB / "index.html").read_text("utf-8")
SCRIPT = re.findall(r'src="(/assets/[^"]+\.js)"', INDEX)[0]
FONT = f"/assets/{next((WEB / 'assets').glob('*.woff2')).name}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("site"))


def ask(place: Place, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    return httpx.request(method, place.address + path, headers=headers, timeout=PATIENCE)


@pytest.mark.parametrize("path", ["/", "/t/abcdefghijklmnop", "/r/abcdefghijklmnop?step=3"])
def test_every_page_is_the_same_file_but_for_its_preview_and_is_asked_for_each_time(place: Place, path: str) -> None:
    answer = ask(place, path)
    before, after = INDEX.split(TITLE)
    assert answer.text.startswith(before)
    assert answer.text.endswith(after)
    assert "no-cache" in answer.headers["cache-control"]


@pytest.mark.parametrize("path", ["/", "/t/abcdefghijklmnop", SCRIPT, "/verify.mjs"])
def test_a_head_request_has_the_headers_and_no_body(place: Place, path: str) -> None:
    answer, whole = ask(place, path, "HEAD"), ask(place, path)
    assert (answer.status_code, answer.content) == (whole.status_code, b"")
    assert answer.headers["cache-control"] == whole.headers["cache-control"]


@pytest.mark.parametrize("path", [SCRIPT, FONT])
def test_what_has_its_fingerprint_in_its_name_is_kept_for_good(place: Place, path: str) -> None:
    assert ask(place, path).headers["cache-control"] == "public, max-age=31536000, immutable"


def test_other_files_are_asked_for_each_time(place: Place) -> None:
    assert ask(place, "/licences/svelte.txt").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", [SCRIPT, "/api/words/zooloretto/en"])
def test_scripts_and_words_are_compressed(place: Place, path: str) -> None:
    assert ask(place, path, **{"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in ask(place, path, **{"Accept-Encoding": "identity"}).headers


@pytest.mark.parametrize("path", ["/api/rules/zooloretto", "/api/games", "/metrics", "/openapi.json"])
def test_only_what_everybody_may_read_is_compressed(place: Place, path: str) -> None:
    """Compressed secrets beside what a stranger chose can be guessed by their length."""
    packed = "content-encoding" in ask(place, path, **{"Accept-Encoding": "gzip"}).headers
    assert packed == (path == "/openapi.json")


def test_the_verifier_in_the_browser_is_the_one_that_is_tested(place: Place) -> None:
    answer = ask(place, "/verify.mjs")
    assert answer.content == Path(VERIFIER).read_bytes()
    assert answer.headers["content-type"].startswith("text/javascript")
