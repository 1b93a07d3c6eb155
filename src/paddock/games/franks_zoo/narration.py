"""Narration: the log lines of one event and of all that it brought about."""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import CHANCE, HIDDEN, State
from paddock.games.franks_zoo import cells
from paddock.games.franks_zoo.notation import cards_of, verb_of
from paddock.games.franks_zoo.reading import Reading, minus
from paddock.games.franks_zoo.words import card_list, ordinal, plain, set_name, signed


def tell(before: State, after: State, seat: int, action: int) -> list[Message]:
    """What the states' viewer learns; a hidden action still makes a line."""
    demand_masked(before)
    demand_masked(after)
    if seat == CHANCE:
        return tell_chance(Reading(before), after, action)
    old, new = Reading(before), Reading(after)
    lines = [tell_decision(old, seat, action)]
    if old.phase in (cells.JUNIOR, cells.SENIOR, cells.SOLO):
        return lines + tell_exchange(old, new, seat, action)
    if new.hands_played > old.hands_played:
        return lines + tell_hand_end(old, new)
    lines += [message("out", who=seat_name(who), place=ordinal(new.finish(who))) for who in newly_out(old, new)]
    if new.phase == cells.LEAD:
        lines += tell_trick(old, new)
    return lines


def tell_chance(old: Reading, after: State, outcome: int) -> list[Message]:
    """One line a hand: sixty dealt cards are told together when the last one has fallen."""
    if old.phase == cells.DEALER_DRAW:
        return [message("dealer.drawn", who=seat_name(outcome))]
    if old.total(cells.DECK) > 1:
        return []
    new = Reading(after)
    hand, dealer = new.hands_played + 1, seat_name(old.dealer)
    if new.viewer >= 0:
        lines = [message("dealt.own", hand=hand, dealer=dealer, cards=card_list(new.hand(new.viewer)))]
    else:
        lines = [message("dealt", hand=hand, dealer=dealer)]
    return lines + tell_first_lead(new)


def tell_first_lead(new: Reading) -> list[Message]:
    return [message("lead.first", who=seat_name(new.actor))] if new.phase == cells.LEAD else []


def tell_decision(old: Reading, seat: int, action: int) -> Message:
    """The decision itself."""
    who = seat_name(seat)
    mate = seat_name(old.partner(seat))
    if action == HIDDEN:
        return (
            message("aside.hidden", who=who) if old.phase == cells.SOLO else message("gives.hidden", who=who, to=mate)
        )
    verb, cards = verb_of(action), card_list(cards_of(old, action))
    if verb == "pass":
        return message("passes", who=who)
    if verb == "lay":
        return message("leads" if old.phase == cells.LEAD else "lays", who=who, set=set_name(action))
    if verb == "ask":
        return message("asks", who=who, cards=cards, senior=mate)
    if verb == "decline":
        return message("declines", who=who, asker=mate)
    if verb == "help":
        return message("helps", who=who, cards=cards, asker=mate, set=set_name(action - cells.HELP))
    if old.phase == cells.SOLO:
        return message("aside", who=who, cards=cards)
    return message("gives", who=who, to=mate, cards=cards)


def tell_exchange(old: Reading, new: Reading, seat: int, action: int) -> list[Message]:
    """When the cards change hands: what the viewer got, unless it was just told; and who leads."""
    lines = []
    viewer = new.viewer
    closed = old.phase != cells.SOLO and new.phase != old.phase
    if closed and viewer >= 0 and new.role(viewer) == ("senior" if old.phase == cells.JUNIOR else "junior"):
        giver = new.partner(viewer)
        if giver != seat or action == HIDDEN:
            got = minus(new.hand(viewer), old.hand(viewer))
            lines.append(message("gives", who=seat_name(giver), to=seat_name(viewer), cards=card_list(got)))
    return lines + tell_first_lead(new)


def newly_out(old: Reading, new: Reading) -> list[int]:
    """Who went out of cards just now, in order."""
    return sorted((seat for seat in new.everyone if new.finish(seat) and not old.finish(seat)), key=new.finish)


def tell_trick(old: Reading, new: Reading) -> list[Message]:
    """The trick is taken; the lead may pass over those who cannot lead (R4.6)."""
    owner = old.owner
    lines = [message("trick", who=seat_name(owner), count=old.total(cells.TABLE))]
    seat = owner
    while seat != new.actor:
        if new.only_joker(seat):
            lines.append(message("lead.joker", who=seat_name(seat)))
        seat = (seat + 1) % new.seats
    if new.actor != owner:
        lines.append(message("lead.passes", who=seat_name(new.actor)))
    return lines


def tell_hand_end(old: Reading, new: Reading) -> list[Message]:
    """The last players out, what was left, the scores, and what comes next."""
    lines = []
    finishes = {seat: sheet.finish for seat in new.everyone if (sheet := new.sheet(seat)) is not None}
    for seat in sorted(finishes, key=lambda seat: finishes[seat]):
        if not old.finish(seat) and finishes[seat] < new.seats:
            lines.append(message("out", who=seat_name(seat), place=ordinal(finishes[seat])))
    last = max(finishes, key=lambda seat: finishes[seat])
    left = new.cards(cells.LEFT)
    lines.append(
        message("left", who=seat_name(last), cards=card_list(left))
        if any(left)
        else message("left.none", who=seat_name(last))
    )
    if old.animals_count:
        lines += tell_last_cards(old, new)
    lines.append(message("hand.over", hand=new.hands_played))
    lines += [line for seat in new.by_standing() if (line := tell_score(new, seat)) is not None]
    return lines + tell_next(new)


def tell_last_cards(old: Reading, new: Reading) -> list[Message]:
    """Where lions and hedgehogs count: who gets the cards on the table, and what lay face down."""
    table = message("table.nobody")
    if old.cell(cells.LAST_TRICK):
        table = message("table.owner", who=seat_name(last_owner(old)))
    aside = card_list(new.cards(cells.LEFT_ASIDE))
    return [table, message("aside.shown", who=seat_name(old.solo), cards=aside)] if aside else [table]


def last_owner(old: Reading) -> int:
    """Who laid the last set: the junior, if his senior helped."""
    return old.asker if old.phase == cells.REPLY else old.actor


def tell_score(new: Reading, seat: int) -> Message | None:
    """One line of the result sheet, part by part."""
    score = new.score(seat)
    if score is None:
        return None
    sheet = score.sheet
    parts = [message("part.place", points=score.own, place=sheet.finish)]
    mate = new.sheet(sheet.partner) if sheet.partner != cells.NONE else None
    if mate is not None:
        parts.append(message("part.partner", points=score.shared, partner=seat_name(sheet.partner), place=mate.finish))
    if sheet.role == 1:
        parts.append(message("part.solo", points=score.shared))
    if sheet.lions:
        parts.append(message("part.lions", points=plain(sheet.lions)))
    if sheet.hedgehog:
        parts.append(message("part.hedgehog", points=plain(sheet.hedgehog)))
    points = plain(new.points(seat))
    return message("score", who=seat_name(seat), gained=signed(score.gained), parts=tuple(parts), points=points)


def tell_next(new: Reading) -> list[Message]:
    """The standings, and the next hand's teams, dealer and leader; or who has won."""
    order = new.by_standing()
    entries = tuple(message("standing", who=seat_name(seat), points=plain(new.points(seat))) for seat in order)
    lines = [message("standings", order=entries)]
    if new.phase == cells.OVER:
        if sum(new.points(seat) >= new.cell(cells.TARGET) for seat in order) < 2:
            lines.append(message("game.stopped", hands=cells.MOST_HANDS))
        return [*lines, message("game.won", who=seat_name(order[0]), points=plain(new.points(order[0])))]
    lines.append(message("next", hand=new.hands_played + 1, dealer=seat_name(new.dealer), leader=seat_name(order[-1])))
    if new.in_teams:
        lines.append(
            message("teams", teams=tuple(tell_team(new, seat) for seat in order if new.role(seat) != "junior"))
        )
    return lines


def tell_team(new: Reading, seat: int) -> Message:
    if new.role(seat) == "solo":
        return message("team.solo", who=seat_name(seat))
    return message("team.pair", senior=seat_name(seat), junior=seat_name(new.partner(seat)))
