"""A bridge that misbehaves: `python odd_bridge.py WAY`; every way but `gone` says first that it has two cores."""

import json
import sys


def say(**answer: object) -> None:
    print(json.dumps(answer), flush=True)


way = sys.argv[1]
if way == "gone":
    sys.exit("no cluster here")
say(number=0, action=2)
for line in sys.stdin:
    if line.startswith("-"):
        continue
    number = json.loads(line)["number"]
    if way == "lost":
        sys.exit()
    if way == "error":
        say(number=number, error="no such agent")
    if way == "nonsense":
        say(number=number, action=-99)
    if way == "noise":
        print("not an answer", flush=True)
    # "silent" never answers
