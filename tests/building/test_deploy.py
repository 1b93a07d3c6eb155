"""What `deploy/` says is done here, as far as it can be without Docker: no image is built and no container runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.building.conftest import ROOT

DEPLOY = ROOT / "deploy"
# A compiler that remembers what `make build` compiled: the same C from here (and the same flags, for they stand in
# setup.py) becomes the same object. Everything else is compiled, such as mypyc's own C, which is not ours.
REMEMBERING = f"""#!/bin/sh
before= source= object=
for word do
    case "$before" in -c) source=$word;; -o) object=$word;; esac
    before=$word
done
if cmp -s "$source" "{ROOT}/$source" && [ -f "{ROOT}/$object" ]; then
    exec cp "{ROOT}/$object" "$object"
fi
exec cc "$@"
"""
LINES = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ").splitlines()


def said(word: str) -> list[str]:
    """What follows this word of the Dockerfile, each time."""
    return [line.removeprefix(word).strip() for line in LINES if line.startswith(word + " ")]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_steps_of_the_dockerfile_make_a_server_that_is_well(tmp_path: Path) -> None:
    """The first stage is copied and run, then the second's entry point and health check."""
    source, target = tmp_path / "src", tmp_path / "opt"
    left_out = shutil.ignore_patterns("*.so", "__pycache__", "built.json")
    for copied in said("COPY"):
        if copied.startswith("--from"):
            continue
        *files, to = copied.split()
        for file in files:
            goal = tmp_path / to.lstrip("/")
            if (ROOT / file).is_dir():
                shutil.copytree(ROOT / file, goal, ignore=left_out, dirs_exist_ok=True)
            else:
                goal = goal / Path(file).name if to.endswith("/") else goal
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, goal)
    (step,) = [run for run in said("RUN") if "install.sh" in run]
    command = [word.replace("/src", str(source)).replace("/opt/paddock", str(target)) for word in shlex.split(step)]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PADDOCK_")}
    clean["PIP_NO_COMPILE"] = "1"  # bytecode of what is started once
    clean["CC"] = str(tmp_path / "cc")
    (tmp_path / "cc").write_text(REMEMBERING)
    (tmp_path / "cc").chmod(0o755)
    done = subprocess.run(command, capture_output=True, text=True, env=clean, check=False)
    assert done.returncode == 0, done.stderr
    assert not [*target.rglob("site-packages/trials"), *target.rglob("site-packages/tests")]
    entry = [*json.loads(said("ENTRYPOINT")[0])[1:], *json.loads(said("CMD")[0])]
    port = entry[entry.index("--port") + 1]
    entry[entry.index("--host") + 1] = "127.0.0.1"
    entry[entry.index("--port") + 1] = "0"
    entry[entry.index("--db") + 1] = str(tmp_path / "tables.db")
    server = subprocess.Popen([str(target / "bin/paddock"), *entry], stdout=subprocess.PIPE, text=True, env=clean)
    try:
        assert server.stdout is not None
        told = re.search(r":(\d+)/", server.stdout.readline())
        assert told is not None
        (check,) = [line.partition("CMD")[2] for line in said("HEALTHCHECK")]
        asked = [part.replace(f":{port}/", f":{told[1]}/") for part in json.loads(check)]
        asked[0] = str(target / "bin/python")
        assert subprocess.run(asked, check=False).returncode == 0
        server.send_signal(signal.SIGTERM)
        server.wait()
        assert subprocess.run(asked, check=False, capture_output=True).returncode != 0
    finally:
        server.kill()
        server.communicate()
    try_the_wheel(target, tmp_path / "bare", clean)


def try_the_wheel(target: Path, bare: Path, env: dict[str, str]) -> None:
    """Bench and play where everything is installed; then the engine alone, in an environment with nothing else."""
    for command in (
        ["bench", "engine", "franks-zoo", "--seconds", "0.05", "--json"],
        ["play", "franks-zoo", "--seats", "random,random,random", "--seed", "1"],
    ):
        done = subprocess.run([target / "bin/paddock", *command], capture_output=True, text=True, env=env, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    (wheel,) = (target / "wheel").iterdir()
    subprocess.run([target / "bin/python", "-m", "venv", "--without-pip", bare], check=True)
    pip = [str(target / "bin/pip"), "--python", str(bare / "bin/python")]
    subprocess.run([*pip, "install", "--quiet", wheel], capture_output=True, env=env, check=True)
    listed = subprocess.run([*pip, "list", "--format", "json"], capture_output=True, text=True, env=env, check=True)
    assert {package["name"].replace("-", "_") for package in json.loads(listed.stdout)} == {
        "librt",
        "mypy_extensions",
        "paddock",
    }
    code = "import paddock, paddock.core.state as s; print(s.__file__, paddock.play('zooloretto', ['easy'] * 2).over)"
    played = subprocess.run([bare / "bin/python", "-c", code], capture_output=True, text=True, env=env, check=True)
    assert re.fullmatch(r".*state\..*\.so True\n", played.stdout)
    refused = subprocess.run([bare / "bin/paddock", "serve"], capture_output=True, text=True, env=env, check=False)
    assert refused.returncode == 2
    assert refused.stderr == "paddock: this needs typer, which is not installed: pip install 'paddock[play]'\n"


def test_a_container_runs_as_nobody_special_and_keeps_its_data_in_a_volume() -> None:
    assert said("USER") == ["paddock"]
    assert LINES.index("USER paddock") < next(k for k, line in enumerate(LINES) if line.startswith("ENTRYPOINT"))
    (volume,) = said("VOLUME")
    assert json.loads(said("CMD")[0])[1].startswith(volume + "/")
    assert len(said("FROM")) == 2


def test_two_processes_share_a_database_behind_a_proxy_that_alone_is_believed() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert services["first"] == services["second"]
    command = services["first"]["command"]
    subnet = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert command[command.index("--proxy") + 1] == subnet
    assert ip_network(subnet).is_private
    assert not any("PASSWORD" in word for word in command), "whoever is on the machine reads command lines"
    assert services["first"]["environment"]["PGPASSWORD"] == services["database"]["environment"]["POSTGRES_PASSWORD"]
    assert compose["networks"]["inside"]["internal"], "nobody from outside can speak for others"
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert services["proxy"]["environment"]["PADDOCK_SERVERS"].split() == ["first:8000", "second:8000"]


def test_the_unit_waits_for_the_right_time_and_has_room_for_sockets() -> None:
    unit = (DEPLOY / "paddock.service").read_text()
    assert re.search(r"^After=.*time-sync.target", unit, re.MULTILINE)
    assert int(re.findall(r"^LimitNOFILE=(\d+)", unit, re.MULTILINE)[0]) >= 20_000


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile"])
def test_no_client_can_write_the_address_it_is_counted_by(file: str) -> None:
    lines = [line for line in (DEPLOY / file).read_text().splitlines() if not line.strip().startswith("#")]
    (forwarded,) = [line for line in lines if "X-Forwarded-For" in line]
    assert "$remote_addr" in forwarded or "{remote_host}" in forwarded
    assert any("/metrics" in line for line in lines)
