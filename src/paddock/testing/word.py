"""Word: the laws of views, prompts, notations and log lines; what people read and click."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from math import isfinite

from paddock.core.choice import Path, Prompt
from paddock.core.match import Event
from paddock.core.message import LANGUAGES, Message
from paddock.core.state import CHANCE, HIDDEN, State
from paddock.core.transcript import TAKEN_BACK
from paddock.testing.moment import Moment, outcomes, spoken, viewer_name

PARSED = 12  # notations of one position that are read back


def view_law(moment: Moment) -> None:
    """A view is JSON, for masked states only; so is what the prompt says."""
    game, state = moment.game, moment.state
    for word, call in (("view", game.view), ("prompt", game.prompt)):
        try:
            call(state)
        except ValueError:
            continue
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            raise moment.broken(f"{word} refuses a whole state with ValueError", found) from error
        raise moment.broken(
            f"{word} refuses a whole state with ValueError", "an answer; call paddock.core.match.demand_masked first"
        )
    for viewer in moment.viewers:
        masked = state.mask(viewer)
        key = masked.key()
        view = game.view(masked)
        try:
            again = json.loads(json.dumps(view, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise moment.broken("a view is JSON", f"for {viewer_name(viewer)}: {error}") from error
        if again != view:
            raise moment.broken("a view is equal after a round trip through JSON", differing(view, again))
        prompt_law(moment, viewer, masked, places(view))
        if masked.key() != key:
            raise moment.broken("asking changes nothing: view and prompt leave the state as it was", "another key")


def differing(one: object, two: object) -> str:
    """The first entry of two objects that differs."""
    if isinstance(one, dict) and isinstance(two, dict):
        for name in one:
            if str(name) not in two or one[name] != two[str(name)] or not isinstance(name, str):
                return f"{name!r}: {one[name]!r} against {two.get(str(name))!r}"
    return f"{one!r} against {two!r}"


def places(view: object) -> set[str]:
    """Every place of a view: the value of "place" in any object in it."""
    found: set[str] = set()
    if isinstance(view, dict):
        place = view.get("place")
        if isinstance(place, str):
            found.add(place)
    parts = view.values() if isinstance(view, dict) else view if isinstance(view, list) else ()
    for part in parts:
        found |= places(part)
    return found


def prompt_law(moment: Moment, viewer: int, masked: State, there: set[str]) -> None:
    """One choice for each legal action, paths that lead to one only, places that are there."""
    prompt = moment.game.prompt(masked)
    who = viewer_name(viewer)
    legal = moment.state.legal_actions(viewer) if viewer >= 0 else []
    if prompt.seat != viewer:
        raise moment.broken("a prompt is for the state's viewer", f"prompt.seat is {prompt.seat} for {who}")
    asked = [choice.action for choice in prompt.choices]
    if sorted(asked) != legal:
        raise moment.broken("a prompt has one choice for each legal action", f"{who}: {asked[:20]}, legal {legal[:20]}")
    for choice in prompt.choices:
        notation = moment.game.notation(masked, viewer, choice.action)
        if choice.notation != notation:
            raise moment.broken("a choice carries its notation", f"{choice.notation!r}, notation() is {notation!r}")
    path_law(moment, who, prompt, there)
    for text in prompt_messages(prompt):
        render_law(moment, text, f"the prompt of {who}")


def path_law(moment: Moment, who: str, prompt: Prompt, there: set[str]) -> None:
    """Paths are unique, none is the beginning of another, and every place exists in the view."""
    paths = sorted(choice.path for choice in prompt.choices)
    for path in paths:
        if not path:
            raise moment.broken("every choice has a path of at least one place", f"an empty one for {who}")
    for one, two in pairwise(paths):  # sorted, a prefix stands right before what it begins
        if two[: len(one)] == one:
            law = "paths are unique" if one == two else "no path is the beginning of another"
            raise moment.broken(law, f"for {who}: {one} and {two}")
    allowed: set[Path] = set(paths)
    for blocked in prompt.blocked:
        if blocked.path in allowed:
            raise moment.broken("what is blocked is no choice", f"for {who}: {blocked.path}")
    for path in [*paths, *(blocked.path for blocked in prompt.blocked)]:
        for place in path:
            if place not in there:
                raise moment.broken(
                    'every place of a path exists in the view, as "place" of some object',
                    f"for {who}: {place!r} of {path}; the view has {sorted(there)[:20]}",
                )


def prompt_messages(prompt: Prompt) -> Iterator[Message]:
    yield prompt.ask
    for choice in prompt.choices:
        yield choice.text
        yield from choice.note
    for blocked in prompt.blocked:
        yield blocked.why


def render_law(moment: Moment, text: Message, where: str) -> None:
    """A message has words in every language."""
    for language in LANGUAGES:
        for names in ((), tuple(f"Player {seat}" for seat in range(moment.setup.seats))):
            try:
                said = moment.game.words(language).say(text, names)
            except Exception as error:
                raise moment.broken(
                    f"every message has words in '{language}'",
                    f"{text.id!r} in {where} raised {type(error).__name__}: {error}",
                ) from error
            if not said.strip() or "{" in said:
                raise moment.broken(f"every message has words in '{language}'", f"{text.id!r} in {where}: {said!r}")


def notation_law(moment: Moment) -> None:
    """Notations are distinct, plain, and read back; a mask does not change one's own."""
    game, state = moment.game, moment.state
    seats = [CHANCE] if state.actor == CHANCE else state.pending()
    for seat in seats:
        actions = outcomes(state, seat)
        owners: dict[str, int] = {}
        for action in actions:
            notation = game.notation(state, seat, action)
            plain_law(moment, notation, Event(seat, action))
            if notation in owners:
                found = f"{notation!r} is both {owners[notation]} and {action} of seat {seat}"
                raise moment.broken("notations of one position are distinct", found)
            owners[notation] = action
            if seat >= 0 and game.notation(state.mask(seat), seat, action) != notation:
                found = f"{notation!r} in truth, {game.notation(state.mask(seat), seat, action)!r} for seat {seat}"
                raise moment.broken("a seat's own notations are those of the truth", found)
        for notation, action in moment.random("parse").sample(list(owners.items()), min(PARSED, len(owners))):
            if game.parse(state, seat, f" {notation} ") != action:
                raise moment.broken("a notation parses back", f"{notation!r} of {spoken(Event(seat, action))}")
            for viewer in moment.viewers:
                seen_law(moment, seat, action, viewer)


def plain_law(moment: Moment, notation: str, event: Event) -> None:
    """Fit for a line of a transcript."""
    plain = notation.isascii() and notation.isprintable() and notation == " ".join(notation.split())
    if not plain or not notation or any(mark in notation for mark in ";#") or notation in ("?", *TAKEN_BACK.values()):
        raise moment.broken(
            "a notation is ASCII on one line, single spaces within, without ';' or '#', not '?', 'undo' or 'take back'",
            f"{notation!r} for {spoken(event)}",
        )


def seen_law(moment: Moment, seat: int, action: int, viewer: int) -> None:
    """What a viewer has seen can be written down, and says no more from the truth than from the mask."""
    seen = int(moment.state.seen(seat, action, viewer))
    written = moment.game.written(moment.state.mask(viewer), seat, seen)
    truth = moment.game.written(moment.state, seat, seen)
    if written != truth:
        raise moment.broken(
            "no leak through notation: what a viewer has seen is written alike from mask and truth",
            f"{spoken(Event(seat, action))} as {viewer_name(viewer)} sees it: {written!r} masked, {truth!r} in truth",
        )
    if seen != HIDDEN:
        plain_law(moment, written, Event(seat, seen))


def tell_law(moment: Moment) -> None:
    """The next event can be told to everybody, in every language."""
    if moment.event is None:
        return
    match = moment.fork()
    match.record(moment.event)
    seat = moment.event.seat
    for viewer in moment.viewers:
        seen = match.sights[viewer][-1].action
        told = moment.game.tell(moment.state.mask(viewer), match.state.mask(viewer), seat, seen)
        for text in told:
            render_law(moment, text, f"tell() of {spoken(moment.event)} to {viewer_name(viewer)}")


def observe_law(moment: Moment) -> None:
    """Numbers for learners, always equally many, finite, and each with a name."""
    game = moment.game
    (length,) = game.observation_shape
    named = sum(field.length for field in game.observation_fields.values())
    if named not in (0, length):
        raise moment.broken("observation_fields names every number", f"{named} of {length}")
    for viewer in moment.viewers:
        try:
            numbers = game.observe(moment.state.mask(viewer))
        except AssertionError as error:
            raise moment.broken("observe() has a fixed length", f"for {viewer_name(viewer)}: {error}") from None
        if not all(isfinite(number) for number in numbers):
            raise moment.broken("observe() gives finite numbers", f"for {viewer_name(viewer)}: {list(numbers[:9])}")
