"""Report: what an arena found as one page of HTML that needs nothing else, in light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from paddock.core.setup import spelled

Z = 1.96  # 95 %
WIDTH, ROW, LEFT, RIGHT, TOP = 720, 34, 190, 70, 8  # of a plot, in its own units
STYLE = """
:root { color-scheme: light dark; --ink: #23282b; --soft: #646c70; --line: #d9dcd8; --paper: #fbfaf6; --card: #fff;
  --good: 38 128 84; --bad: 190 84 52; --mark: #1f6f8b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9eae6; --soft: #a0a8a8; --line: #3a4144; --paper: #171b1d;
  --card: #1f2527; --good: 84 176 128; --bad: 222 124 92; --mark: #6cc0dc; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 3rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0 .5rem; } .soft { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: .75rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .7rem; text-align: right; white-space: nowrap; } thead th { vertical-align: bottom; }
th[scope=row], thead th:first-child { text-align: left; } tbody tr + tr > * { border-top: 1px solid var(--line); }
td small { display: block; opacity: .8; font-size: .78rem; } td.none { color: var(--soft); text-align: center; }
figure { margin: 0; } svg { display: block; width: 100%; height: auto; font-size: 13px; }
svg text { fill: var(--ink); } svg .axis { stroke: var(--line); } svg .tick { fill: var(--soft); }
svg .span { stroke: var(--mark); stroke-width: 3; stroke-linecap: round; } svg .dot { fill: var(--mark); }
""".strip()


def report(found: Mapping[str, Any], title: str) -> str:
    """The page."""
    options = ", ".join(f"{name} {spelled(value)}" for name, value in found["options"].items())
    played = (
        f"{found['seats']} seats{f' ({escape(options)})' if options else ''}, {found['deals']} deals, "
        f"each played once from every seat with the same dice; seed {found['seed']}."
    )
    parts = [
        f"<h1>{escape(title)}: {len(found['agents'])} players compared</h1>",
        f"<p class=soft>{played}</p>",
        "<h2>Who finishes above whom</h2>",
        cross_table(found),
        "<h2>First places, points and time</h2>",
        figures(found),
    ]
    if "ratings" in found:
        parts += ["<h2>Ratings</h2>", plot(found["ratings"])]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: arena</title>\n<style>\n{STYLE}\n</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def ranked(found: Mapping[str, Any]) -> list[str]:
    """The agents, best first: by rating where there is one, else by first places."""
    strength: Mapping[str, Mapping[str, float]] = found.get("ratings") or found["first"]
    key = "mu" if "ratings" in found else "rate"
    return sorted(found["agents"], key=lambda agent: -strength.get(agent, {}).get(key, 0.0))


def cross_table(found: Mapping[str, Any]) -> str:
    """Row against column, coloured by how far from even."""
    agents = ranked(found)
    head = "".join(f"<th scope=col>{escape(agent)}</th>" for agent in agents)
    rows = []
    for one in agents:
        cells = "".join(cell(found["pairwise"].get(f"{one}>{other}"), one == other) for other in agents)
        rows.append(f"<tr><th scope=row>{escape(one)}</th>{cells}</tr>")
    caption = "How often a seat of the row finishes above a seat of the column, ties half, with 95 % intervals by deal."
    return table(f"<th>above</th>{head}", rows, caption)


def cell(rate: Mapping[str, float] | None, same: bool) -> str:
    if rate is None or same:
        return "<td class=none>–</td>"
    far = rate["rate"] - 0.5
    tint = f"background: rgb(var(--{'good' if far >= 0 else 'bad'}) / {0.7 * abs(far):.2f})"
    return f'<td style="{tint}">{100 * rate["rate"]:.1f} %<small>{between(rate)}</small></td>'


def between(rate: Mapping[str, float]) -> str:
    return f"{100 * rate['low']:.1f} to {100 * rate['high']:.1f}"


def figures(found: Mapping[str, Any]) -> str:
    """A row for each agent."""
    rows = []
    for agent in ranked(found):
        if agent in found["first"]:
            rate = found["first"][agent]
            times = [f"{found[key][agent]:,.2f}" for key in ("ms_per_decision", "ms_p99", "ms_max")]
            numbers = "".join(f"<td>{number}</td>" for number in (f"{found['points'][agent]:g}", *times))
            share = f"<td>{100 * rate['rate']:.1f} %<small>{between(rate)}</small></td>"
            rows.append(f"<tr><th scope=row>{escape(agent)}</th>{share}{numbers}</tr>")
    heads = ("player", "first place", "mean points", "ms a decision", "99 % within", "longest, ms")
    caption = "A shared first place counts by its share. Time is CPU time of decisions that were not forced."
    return table("".join(f"<th scope=col>{head}</th>" for head in heads), rows, caption)


def table(head: str, rows: list[str], caption: str) -> str:
    return (
        f"<p class=soft>{caption}</p><div class=wide><table>"
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def plot(ratings: Mapping[str, Mapping[str, float]]) -> str:
    """Each rating as a dot with its interval, best on top."""
    spans = {
        agent: (rating["mu"] - Z * rating["sigma"], rating["mu"], rating["mu"] + Z * rating["sigma"])
        for agent, rating in sorted(ratings.items(), key=lambda each: -each[1]["mu"])
    }
    step = step_of(max(high for _, _, high in spans.values()) - min(low for low, _, _ in spans.values()))
    first = int(min(low for low, _, _ in spans.values()) // step)
    last = int(-(-max(high for _, _, high in spans.values()) // step))
    room = WIDTH - LEFT - RIGHT
    bottom = TOP + ROW * len(spans)

    def x(value: float) -> float:
        return round(LEFT + room * (value / step - first) / max(1, last - first), 1)

    drawn = []
    for tick in range(first, last + 1):
        at = x(tick * step)
        drawn.append(f'<line class=axis x1="{at}" x2="{at}" y1="{TOP}" y2="{bottom}"/>')
        drawn.append(f'<text class=tick x="{at}" y="{bottom + 18}" text-anchor=middle>{tick * step:g}</text>')
    for row, (agent, (low, mu, high)) in enumerate(spans.items()):
        y = TOP + ROW * row + ROW // 2
        drawn.append(f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor=end>{escape(shortened(agent))}</text>')
        drawn.append(f'<line class=span x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/>')
        drawn.append(f'<circle class=dot cx="{x(mu)}" cy="{y}" r="6"/>')
        drawn.append(f'<text x="{WIDTH - RIGHT + 14}" y="{y + 4}">{mu:.1f}</text>')
    said = "; ".join(f"{agent} {mu:.1f}" for agent, (_, mu, _) in spans.items())
    return (
        "<p class=soft>OpenSkill (Plackett-Luce): mu with 95 % intervals; everybody begins at 25. "
        "Partners are rated as a team.</p>"
        f'<figure class=wide><svg viewBox="0 0 {WIDTH} {bottom + 26}" role=img aria-label="Ratings: {escape(said)}">'
        f"{''.join(drawn)}</svg></figure>"
    )


def step_of(reach: float) -> float:
    """Between two marks of the scale, so that there are about six."""
    return next((step for step in (0.5, 1, 2, 5, 10, 20) if reach / step <= 7), 50.0)


def shortened(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"
