"""nginx and Caddy with the files of `deploy/`, in front of two processes: only addresses and certificates are ours.

Where a proxy is not installed (`apt install nginx caddy`) its test says so, and proves nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
import websockets

from paddock.bench.process import free_port
from tests.building.conftest import ROOT
from tests.server.place import PATIENCE, PATIENT, Person, Place, two_at_a_table
from tests.server.store.place import Server

DEPLOY = ROOT / "deploy"
LINES = 3  # of one address at each process


Kind = Callable[[Path, list[str], int], tuple[list[str], Path]]


class Front(Place):
    """A proxy, for people who talk to it as to a server."""

    def __init__(self, address: str) -> None:
        self.address = address


@contextmanager
def two_processes() -> Iterator[list[str]]:
    """Host and port of two on one PostgreSQL."""
    database = Server()
    try:
        flags = ("--rate", "1000", "--lines", str(LINES))
        with Place(database.url(), *flags) as first, Place(database.url(), *flags) as second:
            yield [place.address.removeprefix("http://") for place in (first, second)]
    finally:
        database.remove()


def nginx(folder: Path, servers: list[str], port: int) -> tuple[list[str], Path]:
    """Its command line and the certificate to trust."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-out", certificate, "-keyout", key],
        check=True, capture_output=True,
    )  # fmt: skip
    ours = (DEPLOY / "nginx.conf").read_text()
    for theirs, here in {
        "127.0.0.1:8000": servers[0], "127.0.0.1:8001": servers[1],
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl", "play.example.org;": "localhost;",
        "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/play.example.org/privkey.pem": str(key),
    }.items():  # fmt: skip
        assert ours.count(theirs) == 1, theirs
        ours = ours.replace(theirs, here)
    scratch = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{scratch}{ours}}}\n"
    )
    (folder / "whole.conf").write_text(whole)
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "whole.conf")], certificate


def caddy(folder: Path, servers: list[str], port: int) -> tuple[list[str], Path]:
    ours = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"
    (folder / "Caddyfile").write_text(ours + (DEPLOY / "Caddyfile").read_text())
    os.environ["PADDOCK_SERVERS"] = " ".join(servers)
    os.environ["PADDOCK_SITE"] = f"localhost:{port}"
    os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = str(folder)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    return command, folder / "caddy/pki/authorities/local/root.crt"


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", [nginx, caddy], ids=["nginx", "caddy"])
async def test_people_play_through_a_proxy(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = kind.__name__
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed here, so deploy/ was not tried with it")
    for variable in ("PADDOCK_SERVERS", "PADDOCK_SITE", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, "")  # put back in the end
    with two_processes() as servers, (tmp_path / "proxy.log").open("w") as log:
        port = free_port()
        command, certificate = kind(tmp_path, servers, port)
        proxy = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            front = Front(f"https://localhost:{port}")
            wait_for(front, certificate, proxy, tmp_path / "proxy.log")
            await visited(front)
        finally:
            proxy.terminate()
            proxy.wait(PATIENCE)


def wait_for(front: Front, certificate: Path, proxy: subprocess.Popen[bytes], log: Path) -> None:
    late = time.monotonic() + PATIENCE
    while True:
        assert proxy.poll() is None, log.read_text()
        assert time.monotonic() < late, log.read_text()
        if certificate.exists():
            try:
                if httpx.get(front.address + "/livez").status_code == 200:
                    return
            except httpx.TransportError:
                pass
        time.sleep(0.1)


async def visited(front: Front) -> None:
    """What a browser does there, and what somebody tries who means ill."""
    ada = Person(front)
    assert "<title>" in (await ada.http("GET", "/")).text
    assert (await ada.http("GET", "/metrics")).status_code == 403
    for origin, status in ((front.address, 201), ("https://evil.example", 403)):
        answer = await ada.http("POST", "/api/tables", ada.wanted("open open"), Origin=origin)
        assert (answer.status_code, origin) == (status, origin)
    socket = front.address.replace("http", "ws") + "/ws"
    async with websockets.connect(socket, **PATIENT, origin=websockets.Origin(front.address)):
        pass
    with pytest.raises(websockets.InvalidStatus):
        async with websockets.connect(socket, **PATIENT, origin=websockets.Origin("https://evil.example")):
            pass
    async with two_at_a_table(front) as (first, second):
        for line in (first, second):
            played = await line.play()
            assert played["done"]
    table = (await ada.http("POST", "/api/tables", ada.wanted("open open"))).json()["table"]
    await no_address_is_made_up(socket, json.dumps({"t": "hello", "table": table}))


async def no_address_is_made_up(socket: str, hello: str) -> None:
    """Whatever a client says about its own address, its lines are counted by where they come from."""
    async with AsyncExitStack() as lines:
        for number in range(2 * LINES + 1):
            made_up = {"X-Forwarded-For": f"192.0.2.{number}"}
            line = await lines.enter_async_context(websockets.connect(socket, **PATIENT, additional_headers=made_up))
            with suppress(websockets.ConnectionClosed):  # it is refused before it can speak
                await line.send(hello)
            told = json.loads(await line.recv())
            if told.get("why") == "lines":
                return
            assert told["t"] == "table"
    pytest.fail("as many lines as anybody likes")
