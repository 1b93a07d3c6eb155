"""Secrecy: the laws of masks and fills; nobody learns what the rules keep from him.

What a viewer may know is his mask and the events as he has `seen` them. So two things are compared
all the time: truths that differ only in what he may not know, and what he gets to see of each.
"""

from __future__ import annotations

from dataclasses import dataclass

from paddock.core.errors import IllegalAction
from paddock.core.match import Event, Match
from paddock.core.state import ACTOR, BIT, CHANCE, DUE, HIDDEN, NOBODY, SEALED, VIEWER, WHOLE, State
from paddock.testing.moment import Moment, after, outcomes, spoken, viewer_name

CHOICES = {VIEWER, ACTOR, DUE, *range(SEALED, SEALED + 8)}  # all that mask() itself changes
FILLS = 400  # one guess as likely as 19 in 20 repeats so often once in a thousand million times
GUESSES = 8  # more fills of one mask, looked at briefly
STEPS = 10  # how far two worlds, or a guessed one, are played on


def mask_law(moment: Moment) -> None:
    """A mask is for its viewer, hides nothing of what he may do, and leaves the truth alone."""
    state = moment.state
    key = state.key()
    for viewer in moment.viewers:
        masked = state.mask(viewer)
        who = viewer_name(viewer)
        if masked.viewer != viewer:
            raise moment.broken("mask(v).viewer is v", f"{masked.viewer} for {who}")
        if state.mask(viewer).key() != masked.key():
            raise moment.broken("equal states have equal masks", moment.differences(masked, state.mask(viewer)))
        if viewer >= 0 and masked.legal_actions(viewer) != state.legal_actions(viewer):
            raise moment.broken(
                "mask(v).legal(v) == legal(v)",
                f"{who} has {masked.legal_actions(viewer)[:20]} masked, {state.legal_actions(viewer)[:20]} in truth",
            )
        hidden = [k for k in range(len(state.cells)) if state.cells[k] != masked.cells[k] and k not in CHOICES]
        if hidden and not moment.game.hidden:
            raise moment.broken("a game that hides something says so: hidden = True", moment.differences(state, masked))
    if state.key() != key:
        raise moment.broken("mask leaves the truth alone", "another key")


def fill_law(moment: Moment) -> None:
    """A fill is a whole, lawful, playable position that the viewer cannot tell from the truth."""
    for viewer in moment.viewers:
        masked = moment.state.mask(viewer)
        who = viewer_name(viewer)
        world = filled(moment, masked, f"fill {viewer}")
        if world.viewer != WHOLE:
            raise moment.broken("fill makes a masked state WHOLE", f"viewer {world.viewer} for {who}")
        guessed = [k for k in (CHOICES - {VIEWER}) if world.cells[k] != masked.cells[k]]
        if guessed:
            raise moment.broken(
                "fill guesses facts, never a choice: DUE, ACTOR and SEALED stay as masked",
                f"for {who}: {moment.differences(masked, world)}",
            )
        if world.mask(viewer).key() != masked.key():
            found = moment.differences(masked, world.mask(viewer))
            raise moment.broken("mask(fill(mask(s))) == mask(s)", f"for {who}: {found}")
        if filled(moment, masked, f"fill {viewer}").key() != world.key():
            raise moment.broken("fill is the rng's doing alone", f"equal masks and seeds fill differently for {who}")
        play_on(moment, world, who)
        for k in range(GUESSES):
            demand_playable(moment, filled(moment, masked, f"guess {viewer} {k}"), who, 0)


def filled(moment: Moment, masked: State, draw: str) -> State:
    """One guess at the whole position."""
    world = masked.copy()
    world.fill(moment.rng(draw))
    return world


def play_on(moment: Moment, world: State, who: str) -> None:
    """A guessed world can be played, and stays lawful."""
    random = moment.random(f"play on {who}")
    for step in range(STEPS):
        demand_playable(moment, world, who, step)
        if world.actor == NOBODY:
            return
        seat = CHANCE if world.actor == CHANCE else random.choice(world.pending())
        world.apply(seat, random.choice(outcomes(world, seat)))


def demand_playable(moment: Moment, world: State, who: str, step: int) -> None:
    try:
        world.check()
    except AssertionError as error:
        law = "fill passes check()" if step == 0 else "a filled state stays lawful when it is played on"
        raise moment.broken(law, f"for {who}, {step} events on: {error}") from error
    for seat in world.pending():
        if not world.legal_actions(seat):
            raise moment.broken(
                "a filled state can be played on: whoever is pending has a legal action",
                f"for {who}, {step} events on: seat {seat} has none; such a guess cannot be the truth",
            )


@dataclass(frozen=True)
class Sight:
    """What one event did: the truth after it, and what one viewer got of it."""

    event: Event
    seen: int
    truth: State
    mask: State
    opens: bool  # may it lay open something hidden?


def sight(state: State, seat: int, action: int, viewer: int) -> Sight:
    truth = after(state, seat, action)
    seen = int(state.seen(seat, action, viewer))
    return Sight(Event(seat, action), seen, truth, truth.mask(viewer), opens(state, seat, action, truth))


def opens(before: State, seat: int, action: int, truth: State) -> bool:
    """A decision opens something only if it `reveals`, for else it can be taken back.

    What cannot be taken back anyway, chance and the close of a sealed round, may do so without a
    word where it ends a leg or the game: hands are shown then, and scored.
    """
    stands = seat == CHANCE or bool(before.due)
    ends = truth.leg != before.leg or truth.actor == NOBODY
    return (stands and ends) or (seat != CHANCE and bool(before.reveals(seat, action)))


def alike(one: Sight, two: Sight) -> bool:
    """Should a viewer to whom both events look the same see the same position after them?

    Not if one of them opens something; nor where chance, by what it dealt in secret, sends the turn
    elsewhere for all to see.
    """
    led_elsewhere = one.event.seat == CHANCE and one.truth.actor != two.truth.actor
    return not (one.opens or two.opens or led_elsewhere)


def event_law(moment: Moment) -> None:
    """`seen` and the mask tell a viewer the same, for each thing that could happen now."""
    state = moment.state
    if state.actor == NOBODY or state.due:
        return  # sealed rounds have laws of their own
    seat = int(state.actor)
    random = moment.random("event")
    possible = outcomes(state, seat)
    tried = sorted(random.sample(possible, min(8, len(possible))))
    for viewer in moment.viewers:
        if viewer != seat:
            compare_sights(moment, viewer, [sight(state, seat, action, viewer) for action in tried])


def compare_sights(moment: Moment, viewer: int, sights: list[Sight]) -> None:
    """Equal sights, equal masks; and where masks are equal but truths are not, equal sights."""
    who = viewer_name(viewer)
    by_seen: dict[int, Sight] = {}
    by_mask: dict[bytes, Sight] = {}
    for two in sights:
        one = by_seen.setdefault(two.seen, two)
        if one.mask.key() != two.mask.key() and alike(one, two):
            raise moment.broken(
                f"no leak through the mask: events that a viewer sees alike (here as {hidden_name(two.seen)}) "
                "leave him equal masks, unless they reveal something",
                f"{who} can tell {spoken(one.event)} from {spoken(two.event)}: "
                f"{moment.differences(one.mask, two.mask)}",
            )
        one = by_mask.setdefault(two.mask.key(), two)
        if one.truth.key() == two.truth.key():
            continue
        if one.seen != two.seen:
            raise moment.broken(
                "no leak through seen(): events that differ only in what a viewer may not know are seen alike "
                "(or the mask keeps what he learnt)",
                f"{who} sees {spoken(one.event)} as {hidden_name(one.seen)} and "
                f"{spoken(two.event)} as {hidden_name(two.seen)}, with equal masks after",
            )
        vary(moment, viewer, two.mask)


def hidden_name(seen: int) -> str:
    return "HIDDEN" if seen == HIDDEN else str(seen)


def vary(moment: Moment, viewer: int, masked: State) -> None:
    """Two truths are known to have this mask: fills must not all be the same."""
    rng = moment.rng(f"vary {viewer}")
    first = masked.copy()
    first.fill(rng)
    for _ in range(FILLS):
        world = masked.copy()
        world.fill(rng)
        if world.key() != first.key():
            return
    raise moment.broken(
        "fills vary wherever something is unknown",
        f"for {viewer_name(viewer)}, {FILLS} fills after the next event agree",
    )


def world_law(moment: Moment) -> None:
    """Two worlds that a viewer cannot tell apart stay so while what he sees of them is the same."""
    for viewer in moment.viewers:
        masked = moment.state.mask(viewer)
        if masked.due == moment.state.due:  # else others have sealed already, and the guess has it open
            drive(moment, viewer, moment.state.copy(), filled(moment, masked, f"world {viewer}"))


def drive(moment: Moment, viewer: int, one: State, two: State) -> None:
    """Play both worlds on by events that the viewer sees alike."""
    random = moment.random(f"drive {viewer}")
    who = viewer_name(viewer)
    for step in range(STEPS):
        compare_refusals(moment, viewer, one, two)
        if one.actor == NOBODY:
            return
        seat = CHANCE if one.actor == CHANCE else random.choice(one.pending())
        action = random.choice(outcomes(one, seat))
        first = sight(one, seat, action, viewer)
        second = match_sight(two, first, viewer, random.random())
        if second is None:
            # What he sees now was impossible in the other world: he has learnt something.
            if seat >= 0 and not one.due and not first.opens:
                raise moment.broken(
                    "reveals() is true of a decision that tells somebody what was hidden, so that it stands",
                    f"{who} sees {spoken(first.event)}, {step + 1} events on, which not every hand allows",
                )
            return
        told = [
            moment.game.tell(state.mask(viewer), sight.mask, seat, told_action(state, sight, viewer))
            for state, sight in ((one, first), (two, second))
        ]
        if first.mask.key() != second.mask.key():
            if alike(first, second):
                raise moment.broken(
                    "no leak: two worlds that differ only in what a viewer may not know look alike to him "
                    "after events that he sees alike, unless they reveal something",
                    f"{who}, {step + 1} events on, sees another position after {spoken(first.event)} than after "
                    f"{spoken(second.event)}: {moment.differences(first.mask, second.mask)}",
                )
            return
        if told[0] != told[1]:
            raise moment.broken(
                "no leak through tell(): the log of one seat does not depend on what it may not know",
                f"{who} is told {told[0]} in one world and {told[1]} in another",
            )
        one, two = first.truth, second.truth


def told_action(before: State, sight: Sight, viewer: int) -> int:
    """The action as the match shows it: one's own always, a sealed one not until the round has closed."""
    seat, action = sight.event
    if viewer == seat:
        return action
    open_still = bool(before.due) and sight.truth.due == before.due & ~BIT[seat] != 0
    return HIDDEN if open_still else sight.seen


def match_sight(state: State, wanted: Sight, viewer: int, luck: float) -> Sight | None:
    """An event of the same seat that the viewer sees as he saw the wanted one."""
    seat = wanted.event.seat
    same = [wanted.event.action]
    possible = outcomes(state, seat)
    if seat != viewer:
        same = [action for action in possible if state.seen(seat, action, viewer) == wanted.seen]
    same = [action for action in same if action in possible]
    return sight(state, seat, same[int(luck * len(same))], viewer) if same else None


def compare_refusals(moment: Moment, viewer: int, one: State, two: State) -> None:
    """An error says nothing of what the seat may not know."""
    if viewer not in one.pending():
        return
    texts = []
    for state in (one, two):
        match = Match.blank(moment.game, moment.setup)
        match.state = state
        try:
            match.demand_legal(viewer, moment.game.actions)
        except IllegalAction as error:
            texts.append(str(error))
    if len(set(texts)) > 1:
        raise moment.broken("no leak through errors", f"{viewer_name(viewer)} is told {texts[0]!r} or {texts[1]!r}")
