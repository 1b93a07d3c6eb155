"""Terminal play: a newcomer is playing at once, nothing typed wrong changes anything, and hands stay hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from paddock.cli.app import app
from paddock.core import transcript
from paddock.core.registry import list_games
from tests.cli.conftest import POND, Run
from tests.toy import GAME


def kept(home: Path) -> Path:
    (file,) = (home / "home").iterdir()
    return file


def test_a_whole_match_against_agents_ends_with_places_and_a_transcript(run: Run, home: Path) -> None:
    result = run(f"play {POND} --seats human,random,random --seed 3", *["1"] * 9)
    assert result.exit_code == 0
    assert "Pond: Guest (you), Ben (random), Cleo (random)." in result.stdout
    assert "The game is over" in result.stdout
    assert f"The transcript: {kept(home)}" in result.stdout.replace("\n", "")
    match = transcript.read(kept(home).read_text("utf-8"), GAME)
    assert match.over


def test_the_same_seed_plays_the_same_match(run: Run, home: Path) -> None:
    for file in ("one", "two"):
        run(f"play {POND} --seats human,random --seed 3 --save {home / file}", *["1"] * 9)
    assert (home / "one").read_text("utf-8") == (home / "two").read_text("utf-8")


def test_a_choice_is_a_number_or_a_notation(run: Run, home: Path) -> None:
    by_number = run(f"play {POND} --seats human,random --seed 3 --option rounds=1 --save {home / 'a'}", "2", "1")
    dealt = by_number.stdout.split("  2  Card ")[1].split()[0]
    run(f"play {POND} --seats human,random --seed 3 --option rounds=1 --save {home / 'b'}", f" BID  {dealt} ", "1")
    assert (home / "a").read_text("utf-8") == (home / "b").read_text("utf-8")


@pytest.mark.parametrize(
    "typed", ["0", "99", "9" * 500, "-1", "bid 99", "²", "�\x00\x1b[2J", "x" * 300, "", "lay; 1", "#"]
)
def test_what_is_typed_wrong_is_answered_in_one_sentence_and_changes_nothing(run: Run, home: Path, typed: str) -> None:
    result = run(f"play {POND} --seats human,random --seed 3", typed, "quit")
    assert result.exit_code == 0
    assert "type a number from 1 to 3, or ? for help" in " ".join(result.stdout.lower().split())
    assert "\x1b" not in result.stdout.split("Stopped")[0].split("? for help): ", 2)[2]
    events = transcript.read(kept(home).read_text("utf-8"), GAME).events
    assert [event for event in events if event.seat == 0] == []


def test_help_names_every_command_and_a_notation_that_works(run: Run) -> None:
    shown = run(f"play {POND} --seats human,random --seed 3", "?").stdout
    for word in ("bid ", "why …", "undo", "hint", "board", "log", "rules", "save FILE", "quit"):
        assert f"\n  {word}" in shown


def test_the_rules_begin_with_how_to_play_in_the_players_language(run: Run) -> None:
    shown = run("play franks-zoo --seats human,random,random --seed 3 --lang de", "regeln", "ende").stdout
    assert 0 < shown.index("So wird Frank's Zoo gespielt") < shown.index("Frank's Zoo: the rules as we play them")


def test_a_notation_may_begin_as_a_command_does(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.__class__, "notation", lambda self, state, seat, action: f"help {action}")
    shown = run(f"play {POND} --seats human,random --seed 3", "2", "quit").stdout
    dealt = int(shown.split("  2  Card ")[1].split()[0])
    typed = run(f"play {POND} --seats human,random --seed 3", "help", f"Help  {dealt - 1}", "quit").stdout
    assert "the rules of the game" in typed
    assert f"Guest: card {dealt}." in typed


def test_why_explains_what_is_blocked(run: Run) -> None:
    shown = run(
        f"play {POND} --seats human,random --seed 3 -o rounds=1",
        "? card 5",
        "why card 1",
        "why",
        "why elephant",
        "bid 9",
    )
    assert shown.stdout.count("You do not hold card 5.") == 2
    assert shown.stdout.count("You do not hold card 9.") == 2
    assert "There is nothing to say about “card 1”" in shown.stdout  # it is held
    assert "There is nothing to say about “elephant”" in shown.stdout


def test_undo_takes_back_and_asks_again(run: Run, home: Path) -> None:
    # Ada bids high and wins, keeps the fish, takes that back and gives it away.
    lines = ["", "3", "", "1", "", "undo", "keep", "undo", "give 1", "quit"]
    shown = run(f"play {POND} --seats human:Ada,human:Ben --seed 3", *lines).stdout
    assert shown.count("That cannot be taken back") == 1
    assert "taken back: somebody else has decided since." in shown
    assert shown.index("Ada: keep the fish.") < shown.index("Ada takes back the last decision.")
    events = transcript.read(kept(home).read_text("utf-8"), GAME)
    assert events.state.scores() == [0, 1]


def test_a_hint_names_a_numbered_choice(run: Run) -> None:
    assert "would choose" in run(f"play {POND} --seats human,random --seed 3", "hint").stdout


def test_a_forced_choice_is_answered_with_enter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.start(GAME.setup(2)).__class__, "legal", only_first)
    result = run(f"play {POND} --seats human,random --seed 3 -o rounds=1", "", "", "")
    assert "Your choice (1, or just Enter):" in result.stdout
    assert "The game is over" in result.stdout


def only_first(state: object, seat: int, out: list[int]) -> int:
    """Whatever a seat may do, offer its lowest card, or keeping."""
    from tests.toy import HAND, KEEP, Pond, cards

    assert isinstance(state, Pond)
    if seat not in state.pending():
        return 0
    out[0] = cards(state.cells[HAND + seat])[0] if state.due else KEEP
    return 1


def test_two_humans_hand_the_screen_over_and_see_only_their_own_cards(run: Run) -> None:
    shown = run(f"play {POND} --seats human:Ada,human:Ben --seed 3 -o rounds=1", "", "1", "", "1", "1").stdout
    ada, ben = shown.split("Hand over to ")[1:3]
    assert ada.startswith("Ada")
    assert ben.startswith("Ben")
    own = [line for line in ada.split("\n") if "You draw" in line]
    assert len(own) == 2
    assert not any(line in ben for line in own)
    assert "Ada has decided." in ben
    assert "Ada: card" not in ben.split("Your choice")[0]


def test_where_all_lies_open_nobody_is_asked_to_look_away(run: Run) -> None:
    shown = run("play zooloretto --seats human,human --seed 3", "1", "1", "1", "1", "quit").stdout
    assert "Guest" in shown
    assert "Hand over" not in shown


def test_bids_at_one_terminal_are_made_unseen(run: Run) -> None:
    shown = run("play o-zoo-le-mio --seats human:Ada,human:Ben --seed 3", "", "1", "", "1", "quit").stdout
    assert "Hand over to Ada" in shown
    assert "Hand over to Ben" in shown


def test_the_end_of_input_keeps_the_match_and_says_how_to_go_on(run: Run, home: Path) -> None:
    result = run(f"play {POND} --seats human,random --seed 3", "1")
    assert result.exit_code == 0
    command = f"paddock play {POND} --resume {kept(home)}"
    assert f"Stopped. Go on later with: {command}" in result.stdout.replace("\n", " ").replace("  ", " ")
    events = transcript.read(kept(home).read_text("utf-8"), GAME).events
    again = run(command.removeprefix("paddock "), *["1"] * 9)
    assert again.exit_code == 0
    assert "The game is over" in again.stdout
    assert "Guest (you), Ben (random)" in again.stdout
    assert transcript.read(kept(home).read_text("utf-8"), GAME).events[: len(events)] == events


def test_others_may_go_on_with_a_match_under_names_of_their_own(run: Run, home: Path) -> None:
    run(f"play {POND} --seats human:Ada,random,random -o rounds=3 --seed 3 --save {home / 'mine'}", "1", "quit")
    going = f"play {POND} --resume {home / 'mine'} --seed 3"  # so that random players decide the same in every run
    assert "Pond: Ada (you), Ben (random), Cleo (random)." in run(going, "quit").stdout
    assert (
        "Pond: Ben (random), Guest (you), Cleo (random)." in run(f"{going} --seats random,human,random", "quit").stdout
    )
    assert "Pond: Ben (random), Guest (you), Cleo (random)." in run(going, "quit").stdout  # as it was written down
    refused = run(f"{going} --seats human,random")
    assert refused.stderr == f"paddock: the match of {home / 'mine'} has 3 seats, not 2\n"


def test_how_to_go_on_names_the_program_as_it_was_started(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/paddock"])
    assert f"Go on later with: .venv/bin/paddock play {POND}" in run(f"play {POND} --seats human,random").stdout
    monkeypatch.setattr("shutil.which", lambda name: "/bin/paddock")
    monkeypatch.setattr("sys.argv", ["/bin/paddock"])
    assert f"Go on later with: paddock play {POND}" in run(f"play {POND} --seats human,random").stdout


def test_a_match_that_is_over_does_not_go_on(run: Run, home: Path) -> None:
    run(f"play {POND} --seats random,random --seed 3")
    result = run(f"play {POND} --resume {kept(home)}")
    assert result.exit_code == 2
    assert "is over" in result.stderr


def test_a_name_stays_on_one_line(home: Path) -> None:
    result = CliRunner().invoke(app, ["play", POND, "--seats", "human:A\nb\x1b,random"], input="")
    assert "Pond: A b (you), Ben (random)." in result.stdout
    assert "# seats human:A b,random\n" in kept(home).read_text("utf-8")


def test_agents_alone_can_be_watched(run: Run) -> None:
    result = run(f"play {POND} --seats random,random --seed 3")
    assert result.exit_code == 0
    assert "The bids: Ben" in result.stdout


def test_save_writes_a_transcript_and_says_where(run: Run, home: Path) -> None:
    result = run(f"play {POND} --seats human,random --seed 3", "save", f"save {home / 'here.txt'}", f"save {home}")
    assert "Say where: save FILE." in result.stdout
    assert "Not saved" in result.stdout
    assert transcript.read((home / "here.txt").read_text("utf-8"), GAME).events
    assert not list(home.rglob("*.part"))


def test_only_a_transcript_is_ever_replaced(run: Run, home: Path) -> None:
    (home / "letter").write_text("Dear Ada", "utf-8")
    (home / "empty.part").write_text("mine", "utf-8")
    (home / "link").symlink_to(home / "letter")
    for name in ("letter", "link"):
        shown = run(f"play {POND} --seats human,random", f"save {home / name}").stdout
        assert f"{name} is something else; choose another name" in " ".join(shown.split())
        refused = run(f"play {POND} --seats human,random --save {home / name}")
        assert refused.exit_code == 2
        assert refused.stderr == f"paddock: {home / name} is something else; choose another name\n"
    run(f"play {POND} --seats human,random --save {home / 'empty'}")
    assert (home / "letter").read_text("utf-8") == "Dear Ada"
    assert (home / "empty.part").read_text("utf-8") == "mine"
    assert (home / "link").is_symlink()


def test_a_link_to_a_transcript_stays_a_link(run: Run, home: Path) -> None:
    (home / "link").symlink_to(home / "match")
    assert run(f"play {POND} --seats random,random --save {home / 'link'}").exit_code == 0
    assert transcript.read((home / "match").read_text("utf-8"), GAME).over
    assert (home / "link").is_symlink()


def test_another_match_is_never_replaced_where_nobody_can_be_asked(run: Run, home: Path) -> None:
    run(f"play {POND} --seats human,random --seed 3 --save {home / 'mine'}", "1", "quit")
    before = (home / "mine").read_text("utf-8")
    (home / "link").symlink_to(home / "mine")
    for name in ("mine", "link"):
        refused = run(f"play {POND} --seats human,random --seed 4 --save {home / name}")
        assert refused.exit_code == 2
        assert refused.stderr == f"paddock: {home / name} holds another match; choose another name\n"
        shown = run(f"play {POND} --seats human,random --seed 4", f"save {home / name}", "quit").stdout
        assert f"{name} holds another match; choose another name." in " ".join(shown.split())
    assert (home / "mine").read_text("utf-8") == before


def test_a_match_may_be_written_over_itself(run: Run, home: Path) -> None:
    shown = run(
        f"play {POND} --seats human,random --seed 3 --save {home / 'mine'}", f"save {home / 'mine'}", "1"
    ).stdout
    assert "Saved as" in shown
    again = run(f"play {POND} --resume {home / 'mine'}", f"save {home / 'mine'}", f"save {home / 'copy'}", "quit")
    assert again.exit_code == 0
    assert again.stdout.count("Saved as") == 2
    both = run(f"play {POND} --resume {home / 'mine'} --save {home / 'copy'}", "quit")
    assert both.stderr == f"paddock: {home / 'copy'} holds another match; choose another name\n"


def test_two_matches_that_begin_in_one_second_are_kept_apart(run: Run, home: Path) -> None:
    for _ in range(3):
        run(f"play {POND} --seats human,random", "quit")
    assert len(list((home / "home").iterdir())) == 3


@pytest.mark.parametrize("file", [".", "/", "/dev/null", "~nosuchuser/x", "x/\0", "y" * 999])
def test_a_wrong_place_to_save_is_refused_and_the_match_goes_on(run: Run, file: str) -> None:
    result = run(f"play {POND} --seats human,random --seed 3", f"save {file}", *["1"] * 9)
    assert "Not saved" in result.stdout
    assert "The game is over" in result.stdout
    assert result.exit_code == 0


def test_german_is_spoken_throughout(run: Run) -> None:
    shown = run(f"play {POND} --seats human,random --seed 3 --lang de", "hilfe", "warum", "zurück", "1", "ende").stdout
    assert "zurücknehmen: Seitdem hat der Zufall" in shown
    for words in ("Gast (du)", "Biete verdeckt eine Karte.", "Deine Wahl", "verlauf", "Unterbrochen."):
        assert words in shown


def test_it_fits_into_80_columns(run: Run) -> None:
    shown = run(f"play {POND} --seats human,random --seed 3", "?", "why", "undo", "x" * 30, "1", "quit").stdout
    lines = [line for line in shown.split("\n") if "paddock play" not in line]  # a command to copy stays in one piece
    assert max(len(line) for line in lines) <= 80


def test_without_a_game_it_asks_which_by_number(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.cli.play.list_games", lambda: ["other", POND])
    monkeypatch.setattr("paddock.cli.play.load", lambda name: GAME)
    shown = run("play --seats human,random", "7", "2", "quit").stdout
    assert "  2  Pond (2–3 players)" in shown
    assert "Type a number from 1 to 2." in shown
    assert "Bid a card, sealed." in shown


REFUSALS = [
    ("play chess", "no game is called 'chess'; there are"),
    ("play nothing:GAME", "no game at 'nothing:GAME'"),
    (f"play {POND} --seats 9", "Pond is played by 2 to 3, not by 9"),
    (f"play {POND} --seats human", "Pond is played by 2 to 3, not by 1"),
    (f"play {POND} --seats human,,random", "has an empty seat"),
    (f"play {POND} --seats human,genius", "no agent is called 'genius'; allowed: random, greedy"),
    (f"play {POND} --seats human,genius", "a person is human, or human:Ada"),
    (f"play {POND} --option rounds=9", "option rounds: '9' is not offered with 3 seats; allowed: 1, 2, 3"),
    (f"play {POND} --option rounds", "option 'rounds' has no value; write it as name=value"),
    (f"play {POND} --option seats=3", "Pond has no option 'seats'; its options: rounds, deep"),
    (f"play {POND} --option deep=true -o deep=false", "option deep is given twice"),
    (f"play {POND} --lang fr", "no words in language 'fr'; there are en, de"),
    (f"play {POND} --save /dev/null/x", "/dev/null/x cannot be written"),
    (f"play {POND} --save /", "/ cannot be written: it is no ordinary file"),
    (f"play {POND} --save ~nosuchuser/x", "~nosuchuser/x cannot be written"),
    ("play --resume /nowhere", "/nowhere cannot be read: no such file or directory"),
]


@pytest.mark.parametrize(("command", "sentence"), REFUSALS)
def test_a_wrong_wish_is_refused_in_one_sentence(run: Run, command: str, sentence: str) -> None:
    result = run(command)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_can_be_played_to_its_end_by_answering_1(run: Run, home: Path, name: str, language: str) -> None:
    result = run(f"play {name} --seats human,random,random,random --seed 1 --lang {language}", *["1"] * 3000)
    assert result.exit_code == 0
    assert transcript.read(kept(home).read_text("utf-8")).over
    assert max(len(line) for line in result.stdout.split("\n") if str(home) not in line) <= 80
