"""Missing: what to install, or why not here, when a command needs a module that is not there."""

from __future__ import annotations

from typing import Final

# Modules, by the extra of pyproject.toml that brings them; then those of `play`, and what only some systems have.
EXTRAS: Final = {
    "gymnasium": "gymnasium",
    "numpy": "numpy",
    "openskill": "arena",
    "pettingzoo": "pettingzoo",
    "playwright": "browser",
    "pyspiel": "openspiel",
    "ray": "ray",
}
PLAY: Final = (
    "typer", "click", "rich", "fastapi", "starlette", "pydantic", "uvicorn", "httptools", "websockets", "msgspec",
    "asyncpg", "prometheus_client",
)  # fmt: skip
UNIX: Final = ("fcntl", "resource", "uvloop")


def sentence(error: ModuleNotFoundError) -> str | None:
    """What to do about it; None if the module is none that an installation may lack."""
    name = (error.name or "").partition(".")[0]
    extra = "play" if name in PLAY else EXTRAS.get(name)
    if extra is not None:
        return f"this needs {name}, which is not installed: pip install 'paddock[{extra}]'"
    if name in UNIX:
        return f"this works on Linux and macOS only: there is no {name} here"
    return None
