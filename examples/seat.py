"""Take a seat at a Paddock table and play: python examples/seat.py 'http://localhost:8000/t/TABLE#join=CODE'."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import websockets


def decide(view: dict[str, Any], prompt: dict[str, Any]) -> int:
    """Your idea goes here: the action of one of the choices."""
    return int(random.choice(prompt["choices"])["action"])


def sit(server: str, table: str, invite: str) -> str:
    """Take the first free seat; the token that opens it."""
    wanted = {"invite": invite, "name": "Robot", "avatar": "owl", "nonce": secrets.token_hex(32)}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    request = urllib.request.Request(f"{server}/api/tables/{table}/seats", json.dumps(wanted).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["token"])


async def play(link: str) -> None:
    parts = urlsplit(link)
    table, invite = parts.path.split("/")[2], parts.fragment.removeprefix("join=")
    token = sit(f"{parts.scheme}://{parts.netloc}", table, invite)
    async with websockets.connect(f"ws://{parts.netloc}/ws") as line:
        await line.send(json.dumps({"t": "hello", "table": table, "token": token}))
        async for text in line:
            frame = json.loads(text)
            if frame["t"] == "frame" and frame["table"]["status"] == "over":
                print("places:", frame["table"]["result"]["places"])
                return
            if frame["t"] == "frame" and frame["prompt"]["choices"]:
                await asyncio.sleep(0.1)  # servers refuse more than some 20 commands a second
                action = decide(frame["view"], frame["prompt"])
                await line.send(
                    json.dumps({"t": "play", "id": secrets.token_hex(16), "at": frame["at"], "action": action})
                )


asyncio.run(play(sys.argv[1]))
