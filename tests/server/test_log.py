"""The fold of a log: what decisions add up to, and which logs do not add up."""

from random import Random

import pytest

from jacknine.game import IllegalAction
from jacknine.game.codec import CodecError
from jacknine.server.log import DamagedLog, Entry, fold, opening
from jacknine.server.room import Person, redundant
from jacknine.variants import parse_line
from tests.server.support import LogBook, secret_of


@pytest.mark.parametrize("line", ["belote(target=5000)", "klaverjas"])
def test_the_log_alone_gives_the_state_back(line: str) -> None:
    rng = Random(line)
    book = LogBook(line)
    for number in range(1, 5):
        book.deal(number)
        book.play(rng)
        book.say("next", 0)
    again = opening(parse_line(line), 0, (Person(0, 1),))
    for entry, secret in book.entries:
        again = fold(again, entry, secret)
    assert again == book.position
    assert again.state.deal_number == 4
    assert again.seq == len(book.entries)


def test_a_gap_is_noticed() -> None:
    book = LogBook()
    with pytest.raises(DamagedLog, match="action 3 follows action 0"):
        fold(book.position, Entry("t", 3, 0, "human", "away", None, 0))


def test_a_deal_needs_the_secret_that_was_promised() -> None:
    book = LogBook()
    promised, other = secret_of(1), secret_of(2)
    for secret in (None, other):
        with pytest.raises(DamagedLog, match="secret"):
            book.say(f"deal {promised.commitment}", None, secret)
    book.say(f"deal {promised.commitment}", None, promised)
    assert book.position.secret == promised


def test_a_refused_action_leaves_the_position_as_it_was() -> None:
    book = LogBook()
    book.deal()
    before = book.position
    with pytest.raises(IllegalAction):
        book.say("play 7S", book.position.state.turn)
    with pytest.raises(CodecError):
        book.say("dance", 0)
    assert book.position is before


def test_the_next_deal_waits_for_everybody_who_is_there() -> None:
    book = LogBook(humans=(0, 2))
    book.deal()
    with pytest.raises(IllegalAction, match="deal running"):
        book.say("next", 0)
    book.play(Random(1))
    assert not book.position.deal_due
    book.say("next", 0)
    assert not book.position.deal_due
    assert redundant(book.position.room, "next", 0) and not redundant(book.position.room, "next", 2)
    book.say("away", 2)
    assert book.position.deal_due


def test_nobody_there_no_deal() -> None:
    book = LogBook()
    book.deal()
    book.play(Random(1))
    book.say("away", 0)
    assert not book.position.deal_due


def test_a_match_ends_when_all_agree_for_whom_no_computer_plays() -> None:
    book = LogBook(humans=(0, 1, 2))
    book.deal()
    ended = []
    for word, voter in (("end", 0), ("end", 2), ("away", 1), ("replace 1", 0)):
        book.say(word, voter)
        ended.append(book.position.ended)
    assert ended == [False, False, False, True]
    for text, seat in (("end", 1), ("next", 0), ("call pass", book.position.state.turn)):
        with pytest.raises(IllegalAction, match="match over"):
            book.say(text, seat)


def test_votes_to_end_last_until_the_next_deal() -> None:
    book = LogBook(humans=(0, 1))
    book.deal()
    book.say("end", 0)
    book.play(Random(1))
    book.say("next", 0)
    book.say("next", 1)
    book.deal(2)
    assert book.position.room.end_votes == frozenset() == book.position.room.ready


def test_a_rematch_needs_a_finished_match() -> None:
    book = LogBook()
    book.deal()
    with pytest.raises(IllegalAction):
        book.say("rematch abc", 0)
    book.say("end", 0)
    book.say("rematch abc", 0)
    assert book.position.room.rematch == "abc"
    assert redundant(book.position.room, "rematch", 0)


def test_what_is_said_about_the_table_does_not_make_a_decision_old() -> None:
    book = LogBook()
    book.deal()
    book.play(Random(1), 2)
    assert book.position.decided == book.position.seq == 3
    book.say("away", 0)
    assert (book.position.decided, book.position.seq) == (3, 4)


def test_recent_events_are_a_trick_worth_and_start_anew_with_a_deal() -> None:
    book = LogBook()
    book.deal()
    book.play(Random(1))
    assert len(book.position.recent) == 4
    book.say("next", 0)
    book.deal(2)
    assert len(book.position.recent) == 1


def test_secrets_and_positions_do_not_print_themselves() -> None:
    book = LogBook()
    book.deal()
    secret = secret_of(1)
    for text in (repr(book.position), repr(secret), f"{secret}"):
        assert secret.seed.hex() not in text and repr(secret.seed) not in text
