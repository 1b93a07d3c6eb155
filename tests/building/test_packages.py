"""What Paddock runs on: how much it is, how far each part may move, and what an audit makes of what it is told."""

import json
import tomllib
from itertools import chain
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tools.packages import CLEAN, FOUND, ROOT, UNREACHED, only, plain, python_verdict, runtime, site_verdict

MOST = 28  # with `play`: twelve are named in pyproject.toml; FastAPI, uvicorn, Typer and Rich bring the others
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_no_more_packages_run_than_were_agreed_on() -> None:
    found = runtime()
    assert len(found) <= MOST, f"{len(found)} packages run: {', '.join(found)}"
    named = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["play"]]
    assert {plain(Requirement(text).name) for text in named} <= set(found)
    assert set(runtime(extra="")) == {"librt", "mypy-extensions"}


def installable() -> list[str]:
    """What others install beside their own packages."""
    extras = PROJECT["project"]["optional-dependencies"]
    ours = ("dev", "audit", "pack", "docs")  # work on Paddock, in an environment of its own
    return [*PROJECT["project"]["dependencies"], *chain(*(texts for name, texts in extras.items() if name not in ours))]


@pytest.mark.parametrize("text", installable())
def test_only_the_next_major_version_is_shut_out(text: str) -> None:
    upper = [Version(bound.version) for bound in Requirement(text).specifier if bound.operator in ("<", "==", "~=")]
    assert upper, text
    assert all(version == Version(str(version.major)) for version in upper), text


def test_the_lock_has_a_version_that_is_allowed_of_everything_that_is_named() -> None:
    lines = [line for line in (ROOT / "lock.txt").read_text().splitlines() if not line.startswith("#")]
    locked: dict[str, list[str]] = {}
    for pin in map(Requirement, lines):
        locked.setdefault(plain(pin.name), []).append(str(pin.specifier).removeprefix("=="))
    for text in [*PROJECT["project"]["dependencies"], *chain(*PROJECT["project"]["optional-dependencies"].values())]:
        need = Requirement(text)
        if plain(need.name) != "paddock":
            versions = locked.get(plain(need.name), [])
            assert any(need.specifier.contains(version) for version in versions), f"{text}: run `make lock`"
    assert "://" not in "".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *chain(*PROJECT["project"]["optional-dependencies"].values()),
    ],
)
def test_every_package_has_an_upper_bound(text: str) -> None:
    assert text.startswith("paddock[") or any(
        bound.operator in ("<", "==", "~=") for bound in Requirement(text).specifier
    ), text


def test_the_site_has_the_version_of_the_whole() -> None:
    assert json.loads((ROOT / "web/package.json").read_text())["version"] == PROJECT["project"]["version"]
    assert json.loads((ROOT / "web/package-lock.json").read_text())["version"] == PROJECT["project"]["version"]


FINE = {"name": "idna", "version": "3.20", "vulns": []}
FAULTY = {"name": "h11", "version": "0.1", "vulns": [{"id": "PYSEC-1", "fix_versions": []}]}
SKIPPED = {"name": "click", "skip_reason": "Dependency not found on PyPI and could not be audited"}


@pytest.mark.parametrize(
    ("packages", "code"),
    [
        ([FINE], CLEAN),
        ([FINE, SKIPPED], UNREACHED),  # pip-audit itself calls this clean
        ([], UNREACHED),
        ([FINE, FAULTY], FOUND),
        ([SKIPPED, FAULTY], FOUND),
    ],
)
def test_a_python_package_that_was_not_asked_about_is_not_clean(packages: list[dict[str, Any]], code: int) -> None:
    assert python_verdict(json.dumps({"dependencies": packages, "fixes": []})).code == code


@pytest.mark.parametrize("said", ["", "Traceback", "[]", '{"message": "405 Method Not Allowed"}'])
def test_a_service_that_does_not_answer_is_told_in_one_sentence(said: str) -> None:
    for verdict in (python_verdict(said), site_verdict(said)):
        assert verdict.code == UNREACHED
        assert "not checked" in verdict.sentence


def test_of_npm_what_is_grave_counts() -> None:
    counts = {"info": 0, "low": 2, "moderate": 1, "high": 0, "critical": 0, "total": 3}
    assert site_verdict(json.dumps({"metadata": {"vulnerabilities": counts}})).code == CLEAN
    assert site_verdict(json.dumps({"metadata": {"vulnerabilities": counts | {"high": 1}}})).code == FOUND


def test_a_bill_of_materials_leaves_the_tools_out() -> None:
    bill = {
        "metadata": {"component": {"bom-ref": "root"}},
        "components": [{"name": name, "bom-ref": name} for name in ("Rich", "pytest", "mypy_extensions")],
        "dependencies": [{"ref": "root", "dependsOn": ["Rich", "pytest"]}, {"ref": "pytest"}],
    }
    cut = only(bill, ["rich", "mypy-extensions"])
    assert [part["name"] for part in cut["components"]] == ["Rich", "mypy_extensions"]
    assert cut["dependencies"] == [{"ref": "root", "dependsOn": ["Rich"]}]
    with pytest.raises(SystemExit, match="lacks starlette"):
        only(bill, ["starlette"])
