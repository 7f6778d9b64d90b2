"""The fold of what is said about a table: who sits, who decides, who is there, and what is taken back."""

from dataclasses import replace
from random import Random

import pytest

from jacknine.game import IllegalAction, view
from jacknine.game.codec import DECISION_COUNT, CodecError, action_text, from_int
from jacknine.server.felt import regions
from jacknine.server.log import TABLE_WORDS, DamagedLog
from jacknine.server.orders import Stale, canonical, check
from jacknine.server.pace import ASK_SECONDS, SHEET_CLOCKS, Step, next_step
from jacknine.server.prefs import Prefs
from jacknine.server.room import Moment, Person, Terms, say
from jacknine.server.seatview import SeatView
from jacknine.server.viewers import seat_view
from jacknine.server.words import Words
from tests.server.support import LogBook
from tests.server.test_leak import table_at

GATHERING = Terms(gathering=True)


def refused(book: LogBook, text: str, seat: int) -> str:
    """Why something is refused; it changes nothing."""
    before = book.position
    with pytest.raises(IllegalAction) as error:
        book.say(text, seat)
    assert book.position is before
    return error.value.reason.id


def play_one(book: LogBook) -> int:
    """The first legal decision of whoever is on turn; his seat."""
    state = book.position.state
    assert state.deal is not None and state.turn is not None
    seat = state.turn
    book.say(action_text(view(state, seat).legal[0]), seat)
    return seat


def to_cards(book: LogBook) -> None:
    """Go on until the first cards lie."""
    rng = Random(3)
    while not (book.position.state.deal is not None and book.position.state.deal.trick):
        book.play(rng, 1)


def test_no_word_about_the_table_is_a_word_of_a_game() -> None:
    """A log tells them apart by the word alone."""
    decisions = {action_text(from_int(number, 0)).split()[0] for number in range(DECISION_COUNT)}
    assert decisions == {"play", "declare", "swap", "roem", "skip", "claim", "discard", "call"}
    assert not TABLE_WORDS & (decisions | {"deal"})


def test_the_seven_is_changed_at_a_table() -> None:
    changed = 0
    for number in range(30):
        book = LogBook("bela(players=2,two_seven_swap=on)", humans=(0,))
        book.deal(number)
        book.play(Random(number), actor="computer")
        assert book.position.state.deal is not None and book.position.state.deal.phase == "over"
        changed += any(entry.text == "swap" for entry, _ in book.entries)
    assert changed


# --- who sits ---------------------------------------------------------------------------------------------------------


def test_a_table_waits_for_its_host() -> None:
    book = LogBook(humans=(0,), terms=GATHERING)
    assert next_step(book.position, "normal") is None
    book.say("sit 9", 2)
    assert refused(book, "start", 2) == "not_host"
    book.say("start", 0)
    assert next_step(book.position, "normal") == Step("deal", None, 0.0)
    assert refused(book, "reseat 0 2", 0) == "deal_running"


def test_a_friend_takes_the_seat_of_a_computer_player_and_nobody_elses() -> None:
    book = LogBook(humans=(0,))
    book.deal()
    assert book.position.room.open_seats() == (1, 2, 3)
    book.say("sit 9", 2)
    assert book.position.room.people == (Person(0, 1), Person(2, 9))
    assert refused(book, "sit 8", 2) == refused(book, "sit 8", 0) == "seat_taken"
    assert refused(book, "sit 9", 3) == "seated_already"


def test_who_has_seen_another_hand_of_the_deal_waits_for_the_next() -> None:
    book = LogBook(humans=(0,))
    book.deal()
    book.say("sit 9", 2)
    book.say("stand", 2)
    assert refused(book, "sit 9", 1) == "seat_next_deal"
    book.say("sit 9", 2)
    book.say("stand", 2)
    book.play(Random(1))
    book.say("sit 9", 1)


def test_before_the_start_friends_move_about_and_the_host_swaps() -> None:
    book = LogBook(humans=(0, 1), terms=GATHERING)
    book.say("sit 2", 3)
    assert book.position.room.humans == {0, 3}
    book.say("reseat 0 2", 0)
    assert book.position.room.people == (Person(2, 1), Person(3, 2))
    assert book.position.room.host == 2
    assert refused(book, "reseat 0 1", 3) == "not_host"


def test_the_next_at_the_table_is_host_when_the_host_is_gone() -> None:
    book = LogBook(humans=(0, 1, 2))
    book.deal()
    book.say("away", 0)
    assert book.position.room.host == 1
    book.say("back", 0)
    assert book.position.room.host == 0
    book.say("stand", 0)
    book.say("away", 1)
    assert book.position.room.host == 2
    book.say("away", 2)
    assert book.position.room.host == 1


def test_the_host_lets_the_computer_play_and_gives_the_seat_back() -> None:
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    assert refused(book, "replace 2", 1) == "not_host"
    assert refused(book, "replace 0", 0) == "no_such_player"
    book.say("replace 2", 0)
    assert book.position.room.here == {0, 1, 3}
    while book.position.state.turn != 2:
        play_one(book)
    assert next_step(book.position, "instant") == Step("stand_in", 2, 0.0)
    with pytest.raises(IllegalAction, match="replaced"):
        check(book.position, "call pass", 2, book.position.seq)
    book.say("restore 2", 0)
    assert next_step(book.position, "instant") is None
    # His hand stays his: another may have the seat once the deal is over, and not if he comes back before.
    book.say("replace 2", 0)
    assert refused(book, "sit 77", 2) == "seat_next_deal"
    book.say("away", 2)
    book.say("back", 2)
    assert book.position.room.here == {0, 1, 2, 3}
    book.say("replace 2", 0)
    book.play(Random(2))
    book.say("sit 77", 2)
    assert book.position.room.here == {0, 1, 2, 3} and book.position.room.seat_of(3) is None


def test_a_lost_connection_is_no_consent_and_a_replaced_person_no_veto() -> None:
    book = LogBook(humans=(0, 2))
    book.deal()
    book.say("end", 0)
    book.say("away", 2)
    assert not book.position.ended
    book.say("back", 2)
    assert not book.position.ended
    book.say("replace 2", 0)
    assert book.position.ended


def test_nobody_stands_up_at_a_table_of_his_own() -> None:
    room = replace(LogBook().position.room, terms=Terms(private=True))
    with pytest.raises(IllegalAction) as stayed:
        say(room, "stand", 0, Moment("running", False, None))
    assert stayed.value.reason.id == "stays_seated"
    with pytest.raises(IllegalAction):
        say(replace(room, terms=Terms(daily="2026-11-30"), ended=True), "rematch x", 0, Moment("over", True, None))


def test_what_only_the_server_writes_cannot_be_ordered() -> None:
    for text in ("sit 1", "takeback 0", "reseat 0", "reseat 0 1 2", "reseat a b", "replace", "replace 10", "start now"):
        with pytest.raises(CodecError):
            canonical(text, 0)
    for text in ("reseat 0 1", "replace 3", "restore 3", "start", "stand", "undo", "agree", "refuse"):
        assert canonical(text, 0) == text


# --- taking back ------------------------------------------------------------------------------------------------------


def test_alone_against_computers_a_decision_is_taken_back_whenever() -> None:
    book = LogBook(humans=(0,))
    book.deal()
    rng = Random(5)
    while book.position.back is None:
        book.play(rng, 1, "human" if book.position.state.turn == 0 else "computer")
    before = book.position.back.position
    book.play(rng, 2, "computer")
    seq = book.position.seq
    book.say("undo", 0)
    assert next_step(book.position, "slow") == Step("takeback", 0, 0.0)
    with pytest.raises(DamagedLog):
        book.say(f"takeback {before.decisions + 1}", 0)
    book.say(f"takeback {before.decisions}", 0)
    assert book.position.state == before.state and book.position.seq == seq + 2
    with pytest.raises(Stale):
        check(book.position, "call pass", 0, seq)


def test_with_others_a_decision_is_taken_back_if_all_agree_and_nothing_new_was_seen() -> None:
    book = LogBook(humans=(0, 1, 2))
    book.deal()
    to_cards(book)
    before = book.position
    seat = play_one(book)
    others = [other for other in (0, 1, 2) if other != seat]
    if seat == 3:
        seat = play_one(book)
        before = book.position.back.position if book.position.back else before
        others = [other for other in (0, 1, 2) if other != seat]
    assert refused(book, "undo", others[0]) == "no_undo"
    book.say("undo", seat)
    assert next_step(book.position, "instant") == Step("refuse", seat, ASK_SECONDS)
    for other in others:
        book.say("agree", other)
    book.say(f"takeback {before.decisions}", seat)
    assert book.position.state == before.state
    seat = play_one(book)
    play_one(book)
    assert refused(book, "undo", seat) == "no_undo"


def test_a_request_refused_is_not_made_again_about_the_same_decision() -> None:
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    seat = play_one(book)
    book.say("undo", seat)
    book.say("refuse", (seat + 1) % 4)
    assert refused(book, "undo", seat) == "undo_refused"
    assert book.position.room.asking is None
    assert refused(book, "agree", (seat + 1) % 4) == "no_undo"
    later = play_one(book)
    assert later != seat
    book.say("undo", later)
    book.say("away", seat)
    assert book.position.room.asking is None


def test_cards_dealt_or_shown_by_a_decision_cannot_be_unseen() -> None:
    """Taking deals the rest of the cards: the taker must not look at them and think again."""
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    state = book.position.state
    assert state.turn is not None
    takes = next(action for action in view(state, state.turn).legal if "take" in action_text(action))
    book.say(action_text(takes), state.turn)
    assert book.position.back is None
    while not book.position.deal_over:
        play_one(book)
    assert book.position.back is None


def test_where_the_terms_forbid_it_nothing_is_taken_back() -> None:
    book = LogBook(humans=(0,), terms=Terms(undo=False))
    book.deal()
    while book.position.back is None:
        book.play(Random(1), 1, "human" if book.position.state.turn == 0 else "computer")
    assert refused(book, "undo", 0) == "no_undo"


def test_who_wants_to_end_the_match_asks_the_others_and_one_may_refuse() -> None:
    book = LogBook(humans=(0, 1, 3))
    book.deal()
    assert refused(book, "refuse", 1) == "no_undo"
    book.say("end", 0)
    asked = regions(seen(book, 1), Words("en"), Prefs())["room"]
    assert "would like to end the match" in asked and 'value="refuse"' in asked and 'value="end"' in asked
    own = regions(seen(book, 0), Words("en"), Prefs())["room"]
    assert "You have asked the others" in own and 'value="refuse"' in own and 'value="end"' not in own
    watched = regions(seen(book, None), Words("en"), Prefs())["room"]
    assert "would like to end the match" in watched and 'value="end"' not in watched
    book.say("refuse", 3)
    assert not book.position.room.end_votes
    assert "end the match" not in regions(seen(book, 1), Words("en"), Prefs())["room"]
    for seat in (0, 3, 1):
        book.say("end", seat)
    assert book.position.over
    assert "would like" not in regions(seen(book, 1), Words("en"), Prefs())["room"]


def seen(book: LogBook, seat: int | None) -> SeatView:
    table = table_at("belote", book.position)
    return seat_view(table, None if seat is None else seat + 1)


# --- the clock --------------------------------------------------------------------------------------------------------


def test_with_a_clock_the_computer_makes_one_decision_when_time_is_up() -> None:
    book = LogBook(humans=(0, 1, 2, 3), terms=Terms(clock=30))
    book.deal()
    seat = book.position.state.turn
    assert next_step(book.position, "fast") == Step("clock", seat, 30.0)
    book.play(Random(1), 1, "clock")
    assert book.position.room.here == {0, 1, 2, 3}
    assert next_step(book.position, "fast") != Step("clock", seat, 30.0)
    book.play(Random(1))
    assert next_step(book.position, "fast") == Step("deal", None, 30.0 * SHEET_CLOCKS)


def test_without_a_clock_people_take_their_time() -> None:
    book = LogBook(humans=(0, 1, 2, 3))
    book.deal()
    assert next_step(book.position, "instant") is None


def test_the_log_gives_a_room_back_with_everything_that_was_said() -> None:
    rng = Random(11)
    book = LogBook(humans=(0, 1), terms=GATHERING)
    for text, seat in (("sit 7", 3), ("reseat 1 2", 0), ("start", 0)):
        book.say(text, seat)
    book.deal()
    book.play(rng, 3)
    book.say("away", 2)
    book.say("sit 8", 1)
    again = LogBook(humans=(0, 1), terms=GATHERING)
    for entry, secret in book.entries:
        again.say(entry.text, entry.seat, secret, entry.actor)
    assert again.position == book.position
