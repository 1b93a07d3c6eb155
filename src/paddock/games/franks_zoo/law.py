"""Law: refuses a written position that no match could reach, so that an accepted one can be played on."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

from paddock.core.errors import BadPosition
from paddock.core.state import CHANCE, DUE, NOBODY, OPEN, SEALED, SPECTATOR, WHOLE
from paddock.games.franks_zoo import cells, rules
from paddock.games.franks_zoo.cells import NONE
from paddock.games.franks_zoo.material import DECK, JOKER, KINDS, PAIRS, SETS, contains, followers
from paddock.games.franks_zoo.reading import PHASES, Reading, plus

EXCHANGE = (cells.JUNIOR, cells.SENIOR, cells.SOLO)
PLAY = (cells.LEAD, cells.FOLLOW, cells.REPLY)


def refuse(field: str, reason: str) -> NoReturn:
    raise BadPosition(f"{field}: {reason}")


def demand(holds: bool, field: str, reason: str) -> None:
    if not holds:
        refuse(field, reason)


def demand_lawful(state: rules.FranksZoo) -> None:
    """Every law in turn, each relying on those before; BadPosition names the field that breaks one."""
    reading = Reading(state)
    demand_seats(reading)
    demand_standings(reading)
    demand_teams(reading)
    demand_sheets(reading)
    demand_sixty(reading)
    demand_phase(reading)
    demand_numbers(reading)
    demand_actor(reading)
    demand_trick(reading)
    demand_offer(reading)
    demand_sealed(reading)
    demand_knowledge(reading)
    demand_masked_as_seen(reading)
    try:
        state.check()
    except AssertionError as error:
        refuse("position", str(error))


def demand_seats(reading: Reading) -> None:
    """Every seat that is named takes part; the variant is offered for so many."""
    seats = reading.seats
    demand(seats > 2, "seats", f"3 to {cells.TABLE_SEATS} play, not {seats}")
    named = {"actor": reading.actor, "viewer": reading.viewer, "dealer": reading.dealer}
    named |= {"owner": reading.owner, "asker": reading.asker}
    named |= {f"partner[{seat}]": reading.partner(seat) for seat in reading.everyone}
    for field, seat in named.items():
        demand(seat < seats, field, f"there is no seat {seat} with {seats} players")
    if reading.variant == cells.PARTNERS:
        demand(seats > 3, "variant", "three players cannot play with partners")
    if reading.variant == cells.ANIMALS:
        demand(seats == 3, "variant", "animals is for three players only")


def demand_standings(reading: Reading) -> None:
    """R7.1 no points and places before the first score; then a strict order by points."""
    places = [reading.standing(seat) for seat in reading.everyone]
    points = [reading.points(seat) for seat in reading.everyone]
    if not reading.hands_played:
        demand(not any(points), "total", "nobody has points before the first hand is scored")
        demand(not any(places), "place", "nobody has a place before the first hand is scored")
        return
    demand(reading.hands_played <= cells.MOST_HANDS, "leg", f"a game has at most {cells.MOST_HANDS} hands")
    demand(sorted(places) == [*range(1, reading.seats + 1)], "place", f"1 to {reading.seats} must occur once each")
    order = reading.by_standing()
    for better, worse in pairwise(order):
        if points[better] < points[worse]:
            refuse(f"place[{better}]", f"seat {worse} has more points and cannot stand below")
    there = sum(point >= reading.cell(cells.TARGET) for point in points)
    finished = there >= 2 or reading.hands_played == cells.MOST_HANDS
    if finished != (reading.phase == cells.OVER):
        refuse("phase", "the game is over exactly when two players have reached the target, or at the last hand")


def demand_teams(reading: Reading) -> None:
    """R7.3 partners stand half the table apart; there are none outside partner hands."""
    apart = (reading.seats + 1) // 2
    for seat in reading.everyone:
        partner = NONE
        if reading.in_teams:
            places = {reading.standing(other): other for other in reading.everyone}
            place = reading.standing(seat)
            partner = places.get(place + apart, places.get(place - apart, NONE))
        if reading.partner(seat) != partner:
            refuse(f"partner[{seat}]", f"{'none' if partner == NONE else f'seat {partner}'} is expected here")


def demand_sheets(reading: Reading) -> None:
    """The hand before was finished by everybody, in the teams that it had."""
    sheets = [reading.sheet(seat) for seat in reading.everyone]
    for field in ("left", "left_aside"):
        drawer = cells.LEFT if field == "left" else cells.LEFT_ASIDE
        demand(sum(reading.cards(drawer)) == reading.total(drawer), field, "these cards are known to everybody")
        demand(reading.hands_played > 0 or not reading.total(drawer), field, "no hand has been played before")
    scored = [sheet for sheet in sheets if sheet is not None]
    if not reading.hands_played:
        demand(not scored, "sheet", "no hand has been scored")
        return
    demand(len(scored) == reading.seats, "sheet", "every seat has one after a scored hand")
    finishes = sorted(sheet.finish for sheet in scored)
    demand(finishes == [*range(1, reading.seats + 1)], "sheet", f"finish: 1 to {reading.seats} must occur once each")
    teams = reading.variant == cells.PARTNERS and reading.hands_played > 1
    solos = sum(sheet.role == 1 for sheet in scored)
    demand(solos == (reading.seats % 2 if teams else 0), "sheet", f"{solos} solo players cannot have been")
    demand(reading.total(cells.LEFT_ASIDE) == 2 * solos, "left_aside", f"{2 * solos} cards are expected")
    for seat, sheet in enumerate(scored):
        mate = sheet.partner
        if (sheet.role == 0) == teams:
            refuse(f"sheet[{seat}]", "the hand before had partners" if teams else "the hand before had no partners")
        if mate != NONE and (mate == seat or mate >= reading.seats or scored[mate].partner != seat):
            refuse(f"sheet[{seat}]", f"seat {mate} was not the partner")


def demand_sixty(reading: Reading) -> None:
    """No drawer lists more than it holds or the deck has; in a whole position all are listed."""
    whole = reading.viewer == WHOLE
    listed = (0,) * len(KINDS)
    cards = 0
    for field, drawer in drawers(reading):
        listed = plus(listed, reading.cards(drawer))
        cards += reading.total(drawer)
        unknown = reading.total(drawer) - sum(reading.cards(drawer))
        hidden = drawer in (cells.DECK, cells.ASIDE) or field.startswith("hand")
        demand(not unknown or (hidden and not whole), field, "all these cards are known")
    demand(cards == sum(DECK), "hand", f"deck, aside, table, hands and taken cards are {cards}, not {sum(DECK)}")
    for kind, number in enumerate(listed):
        if number > DECK[kind]:
            refuse("hand", f"the deck has {DECK[kind]} {KINDS[kind]}, all drawers together {number}")


def drawers(reading: Reading) -> list[tuple[str, int]]:
    """Every drawer that a card of this hand may lie in."""
    fields = [("deck", cells.DECK), ("aside", cells.ASIDE), ("table", cells.TABLE)]
    fields += [(f"hand[{seat}]", cells.HAND + seat) for seat in reading.everyone]
    return fields + [(f"taken[{seat}]", cells.TAKEN + seat) for seat in reading.everyone]


def demand_phase(reading: Reading) -> None:
    """What the phase itself asks of dealer, deck and aside."""
    phase = reading.phase
    name = PHASES[phase]
    if phase in EXCHANGE:
        demand(reading.in_teams, "phase", f"there is no phase {name} without partners")
    if phase == cells.DEALER_DRAW or phase == cells.OVER:
        demand(reading.dealer == NONE, "dealer", f"there is none in phase {name}")
        demand((reading.hands_played > 0) == (phase == cells.OVER), "leg", f"impossible in phase {name}")
    else:
        demand(reading.dealer != NONE, "dealer", f"there must be one in phase {name}")
        if reading.hands_played:
            demand(reading.standing(reading.dealer) == 1, "dealer", "the first place deals")
    between = phase in (cells.DEALER_DRAW, cells.OVER)
    if between or phase in (cells.DEAL, *EXCHANGE):
        for field, drawer in drawers(reading):
            loose = field == "deck" or (field.startswith("hand") and not between)
            demand(loose or not reading.total(drawer), field, f"no cards are here in phase {name}")
    if between or (phase == cells.DEAL and reading.total(cells.DECK) == sum(DECK)):
        demand(reading.cards(cells.DECK) == DECK, "deck", "all cards are here, and known")
    elif phase == cells.DEAL:
        demand(reading.total(cells.DECK) > 0, "deck", "no card is left to deal")
    else:
        demand(not reading.total(cells.DECK), "deck", "all cards are dealt")
    if phase in PLAY:
        aside = 2 if reading.solo != NONE else 0
        demand(reading.total(cells.ASIDE) == aside, "aside", f"{aside} cards are expected")


def demand_numbers(reading: Reading) -> None:
    """R2.1 hands are as large as the deal made them; R4.4 who has no cards is out, in order."""
    if reading.phase in PLAY:
        finishes = sorted(reading.finish(seat) for seat in reading.everyone if reading.finish(seat))
        out = len(finishes)
        demand(reading.cell(cells.OUT) == out, "out", f"{out} seats have finished")
        demand(finishes == [*range(1, out + 1)], "finish", "1, 2, 3 … must occur once each")
        demand(out <= reading.seats - 2, "out", "the hand is over when only one has cards")
        for seat in reading.everyone:
            if (reading.finish(seat) > 0) == (reading.cards_left(seat) > 0):
                refuse(f"finish[{seat}]", "a seat has finished exactly when its hand is empty")
        return
    demand(not reading.cell(cells.OUT), "out", "nobody is out of cards before play begins")
    dealt = sum(DECK) - reading.total(cells.DECK)
    for seat in reading.everyone:
        demand(not reading.finish(seat), f"finish[{seat}]", "nobody has finished before play begins")
        turn = (seat - reading.dealer - 1) % reading.seats
        number = (dealt - turn + reading.seats - 1) // reading.seats
        if reading.phase == cells.SENIOR:
            number += {"senior": 2, "junior": -2}.get(reading.role(seat), 0)
        demand(reading.cards_left(seat) == number, f"hand[{seat}]", f"{number} cards are expected")


def demand_actor(reading: Reading) -> None:
    """Who decides fits the phase and has cards to decide with."""
    actor, phase = reading.actor, reading.phase
    if phase in (cells.DEALER_DRAW, cells.DEAL):
        demand(actor == CHANCE, "actor", f"chance decides in phase {PHASES[phase]}")
    elif phase == cells.OVER:
        demand(actor == NOBODY, "actor", "nobody decides when the game is over")
    elif phase in (cells.JUNIOR, cells.SENIOR):
        demand(actor >= 0, "actor", f"a {PHASES[phase]} decides")
    elif phase == cells.SOLO:
        demand(actor >= 0 and reading.role(actor) == "solo", "actor", "the solo player decides")
    else:
        demand(actor >= 0 and reading.cards_left(actor) > 0, "actor", "a player with cards decides")
    if phase == cells.LEAD and reading.cards_left(actor) == 1:
        known = reading.hand(actor)
        other = sum(known[:JOKER]) or (not sum(known) and sum(reading.unseen()[:JOKER]))
        demand(other > 0, "actor", "nobody can lead with the joker alone")


def demand_trick(reading: Reading) -> None:
    """A trick in progress has a set to beat, on the table, and an owner who is not asked."""
    if reading.phase in (cells.FOLLOW, cells.REPLY):
        demand(reading.ranking > 0, "ranking", "there must be a set to beat")
        inside = contains(reading.cards(cells.TABLE), SETS[reading.ranking])
        demand(inside, "ranking", "its cards must be on the table")
        demand(reading.owner != NONE, "owner", "somebody must have laid the ranking set")
        turn = reading.actor if reading.phase == cells.FOLLOW else reading.asker
        demand(reading.owner != turn, "owner", "the trick ends when the turn comes to its owner")
    else:
        demand(not reading.ranking, "ranking", f"there is none in phase {PHASES[reading.phase]}")
        demand(not reading.total(cells.TABLE), "table", f"no cards are here in phase {PHASES[reading.phase]}")
        demand(reading.owner == NONE, "owner", f"there is none in phase {PHASES[reading.phase]}")


def demand_offer(reading: Reading) -> None:
    """R5.2 an offer is the asker's own, toward some set that beats the ranking one."""
    if reading.phase != cells.REPLY:
        demand(reading.offer == NONE, "offer", f"there is none in phase {PHASES[reading.phase]}")
        demand(reading.asker == NONE, "asker", f"there is none in phase {PHASES[reading.phase]}")
        return
    asker = reading.asker
    demand(asker != NONE and reading.role(asker) == "junior", "asker", "a junior partner asks")
    demand(reading.actor == reading.partner(asker), "actor", "the asker's senior answers")
    demand(reading.offer != NONE, "offer", "there must be one")
    offered = SETS[reading.offer]
    fits = any(contains(SETS[goal], offered) and goal != reading.offer for goal in followers(reading.ranking))
    demand(fits, "offer", "it is part of no set that beats the ranking set")
    demand(contains(reading.hand(asker), offered), "offer", "its cards must still be in the asker's hand")


def demand_sealed(reading: Reading) -> None:
    """A choice is sealed or due for each seat of the round, and for no other."""
    due = reading.cell(DUE)
    role = {cells.JUNIOR: "junior", cells.SENIOR: "senior"}.get(reading.phase, "")
    demand(due < 1 << reading.seats, "due", "it has a bit for a seat that does not take part")
    demand((due > 0) == (role != ""), "due", f"impossible in phase {PHASES[reading.phase]}")
    for seat in reading.everyone:
        sealed = reading.cell(SEALED + seat)
        waiting = bool(due >> seat & 1)
        if not role or reading.role(seat) != role:
            demand(not waiting, "due", f"seat {seat} is not asked now")
            demand(sealed == OPEN, f"sealed[{seat}]", "this seat is not asked now")
        elif waiting:
            demand(sealed == OPEN, f"sealed[{seat}]", "this seat is still due")
        else:
            pair = sealed - cells.GIVE
            held = 0 <= pair < len(PAIRS) and contains(reading.hand(seat), PAIRS[pair])
            demand(held, f"sealed[{seat}]", "the action must give two cards of the hand")
    if role:
        demand(due & -due == 1 << reading.actor, "actor", "the lowest seat that is due comes first")


def demand_knowledge(reading: Reading) -> None:
    """Known cards are in the hand; only partners know some, and only of each other."""
    for seat in reading.everyone:
        hand = reading.hand(seat)
        open_hand = sum(hand) == reading.cards_left(seat)
        for field, drawer in (("known", cells.KNOWN), ("shown", cells.SHOWN)):
            cards = reading.cards(drawer + seat)
            own = not any(cards) or drawer == cells.SHOWN or reading.partner(seat) != NONE
            demand(own, f"{field}[{seat}]", "there is no partner to know of cards")
            inside = contains(hand, cards) if open_hand else sum(cards) <= reading.cards_left(seat)
            demand(inside, f"{field}[{seat}]", "the cards must be in the hand")
        if sum(hand) > reading.cards_left(seat):
            refuse(f"hand[{seat}]", "more cards are listed than are there")


def demand_masked_as_seen(reading: Reading) -> None:
    """A masked position shows its viewer neither more nor less than the rules do."""
    state, viewer = reading.state, reading.viewer
    if viewer == WHOLE:
        return
    again = Reading(state.mask(viewer))
    if viewer != SPECTATOR:
        demand(sum(reading.hand(viewer)) == reading.cards_left(viewer), f"hand[{viewer}]", "the viewer knows it all")
    for field, drawer in [*drawers(reading), *((f"known[{seat}]", cells.KNOWN + seat) for seat in reading.everyone)]:
        seen = again.cell(drawer)
        demand(seen == reading.cell(drawer), field, "the viewer knows either less or more of these cards")
    demand(again.state.key() == state.key(), "sealed", "the viewer knows no choice but his own")
