"""Take a seat at a Paddock table and play: python examples/seat.py 'http://localhost:8000/t/TABLE#join=CODE'."""

import asyncio
import hashlib
import json
import random
import secrets
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import websockets

NONCE = secrets.token_bytes(32)  # our part of the dice: sealed when we sit down, shown when all seals are fixed


def decide(view: dict, prompt: dict) -> int:
    """Your idea goes here: the action of one of the choices."""
    return int(random.choice(prompt["choices"])["action"])


def sit(server: str, table: str, invite: str) -> str:
    """Take the first free seat; the token that opens it."""
    wanted = {"invite": invite, "name": "Robot", "avatar": "koala", "seal": hashlib.sha256(NONCE).hexdigest()}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    with urlopen(Request(f"{server}/api/tables/{table}/seats", json.dumps(wanted).encode(), headers)) as answer:
        return str(json.load(answer)["token"])


async def play(server: str, table: str, token: str) -> None:
    async with websockets.connect(f"ws{server.removeprefix('http')}/ws") as line:  # https becomes wss
        await line.send(json.dumps({"t": "hello", "table": table, "token": token}))
        while (frame := json.loads(await line.recv())).get("table", {}).get("status") != "over":
            if frame["t"] == "table" and frame["table"]["fair"]["seals"]:
                await line.send(json.dumps({"t": "reveal", "id": secrets.token_hex(16), "nonce": NONCE.hex()}))
            if frame["t"] == "frame" and frame["prompt"]["choices"]:
                await asyncio.sleep(0.1)  # servers refuse more than some 20 messages a second
                answer = {"at": frame["at"], "action": decide(frame["view"], frame["prompt"])}
                await line.send(json.dumps({"t": "play", "id": secrets.token_hex(16), **answer}))
    print("places:", frame["table"]["result"]["places"])


link = urlsplit("".join(sys.argv[1:2]))
if not link.fragment.startswith("join=") or not link.path.startswith("/t/"):
    sys.exit("usage: python examples/seat.py 'http://localhost:8000/t/TABLE#join=CODE', a link that invites to a table")
where = f"{link.scheme}://{link.netloc}", link.path.split("/")[2]
asyncio.run(play(*where, sit(*where, link.fragment.removeprefix("join="))))
