"""Packages: what Paddock runs on, whether anything is known against it, and its bill of materials.

`python -m tools.packages` lists the packages; `audit` asks the advisory services, `sbom` writes build/sbom-*.json.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
GOAL = ROOT / "build"
GRAVE = ("high", "critical")
CLEAN, FOUND, UNREACHED = 0, 1, 2  # exit codes: what could not be asked has not passed


def plain(name: str) -> str:
    """A package's name as all its spellings mean it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def runtime(root: str = "paddock", extra: str = "play") -> dict[str, str]:
    """Every package that `pip install 'root[extra]'` brings to this machine: name and version."""
    found: dict[str, str] = {}
    visited = set()
    waiting: list[tuple[str, frozenset[str]]] = [(root, frozenset([extra]))]
    while waiting:
        name, extras = waiting.pop()
        if (plain(name), extras) in visited:
            continue
        visited.add((plain(name), extras))
        here = distribution(name)
        found[plain(name)] = here.version
        for text in here.requires or []:
            need = Requirement(text)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                waiting.append((need.name, frozenset(need.extras)))
    del found[plain(root)]
    return dict(sorted(found.items()))


class Verdict(NamedTuple):
    """What a service said: one of the exit codes, and a sentence."""

    code: int
    sentence: str


def python_verdict(said: str) -> Verdict:
    """What a report of pip-audit means. It calls packages that it could not ask about clean: here they are not."""
    try:
        packages = json.loads(said)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Verdict(UNREACHED, "Python packages were not checked: the advisories of PyPI could not be reached")
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    known = [f"{p['name']} {p['version']}: {v['id']}" for p in packages for v in p.get("vulns", [])]
    if known:
        return Verdict(FOUND, f"Python packages have known faults: {', '.join(known)}")
    if skipped or not packages:
        few = f"{len(skipped)} of {len(packages)}"
        return Verdict(UNREACHED, f"Python packages were not checked: PyPI gave no advisories for {few}")
    return Verdict(CLEAN, f"Python packages: nothing is known against any of the {len(packages)}")


def site_verdict(said: str) -> Verdict:
    """What a report of npm audit means; what is graver than moderate counts, for all this only builds the site."""
    try:
        counts = json.loads(said)["metadata"]["vulnerabilities"]
        grave = sum(counts[name] for name in GRAVE)
        total = counts["total"]
    except (ValueError, KeyError, TypeError):
        return Verdict(UNREACHED, "npm packages were not checked: the advisories of npm could not be reached")
    if grave:
        return Verdict(FOUND, f"npm packages have {grave} grave known faults; `cd web && npm audit` tells which")
    return Verdict(CLEAN, f"npm packages: nothing grave is known; {total} lesser findings")


def audit() -> int:
    """Ask both services; the gravest verdict is the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        pins = Path(scratch) / "pins.txt"
        pins.write_text("".join(f"{name}=={version}\n" for name, version in runtime().items()))
        asked = said(
            tool("pip-audit"), "-r", pins, "--no-deps", "--disable-pip", "--progress-spinner", "off", "-f", "json"
        )
    verdicts = [python_verdict(asked), site_verdict(said("npm", "audit", "--json", folder=ROOT / "web"))]
    for verdict in verdicts:
        print(f"paddock: {verdict.sentence}")
    codes = [verdict.code for verdict in verdicts]
    return FOUND if FOUND in codes else max(codes)


def tool(name: str) -> Path:
    """A program that was installed beside this Python."""
    return Path(sys.executable).with_name(name)


def said(*command: str | Path, folder: Path = ROOT) -> str:
    """What a program printed; its exit code and its complaints say no more than that does."""
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def only(bill: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The bill of materials of an environment without the tools that lie there too."""
    wanted = {plain(name) for name in names}
    kept = [part for part in bill["components"] if plain(part["name"]) in wanted]
    missing = wanted - {plain(part["name"]) for part in kept}
    if missing:
        raise SystemExit(f"paddock: the bill of materials lacks {', '.join(sorted(missing))}")
    here = {part["bom-ref"] for part in kept} | {bill["metadata"]["component"]["bom-ref"]}
    needs = [
        {**needed, "dependsOn": [ref for ref in needed.get("dependsOn", []) if ref in here]}
        for needed in bill["dependencies"]
        if needed["ref"] in here
    ]
    return {**bill, "components": kept, "dependencies": needs}


def sbom() -> int:
    """Write what is shipped, as CycloneDX: the Python packages, and what the site is built with."""
    GOAL.mkdir(exist_ok=True)
    environment = said(
        tool("cyclonedx-py"), "environment", "--pyproject", "pyproject.toml", "--output-reproducible", sys.executable
    )
    site = said("npm", "sbom", "--package-lock-only", "--sbom-format", "cyclonedx", folder=ROOT / "web")
    for name, text, kept in (("python", environment, runtime()), ("web", site, None)):
        if not text:
            raise SystemExit(f"paddock: the bill of materials of {name} could not be made; is its tool there?")
        bill = json.loads(text)
        file = GOAL / f"sbom-{name}.json"
        file.write_text(json.dumps(bill if kept is None else only(bill, kept), indent=2) + "\n")
        print(f"paddock: {file.relative_to(ROOT)}")
    return 0


def show() -> int:
    """Print the packages that run."""
    for name, version in runtime().items():
        print(name, version)
    return 0


if __name__ == "__main__":
    does: dict[str, Callable[[], int]] = {"": show, "audit": audit, "sbom": sbom}
    sys.exit(does[sys.argv[1] if len(sys.argv) > 1 else ""]())
