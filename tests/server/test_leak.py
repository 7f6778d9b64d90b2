"""Nothing that leaves the server depends on cards its reader cannot see (P5), in small.

A table is brought to some moment; then the cards that a viewer cannot see are dealt anew in ways that his view allows,
the same log is folded over them, and every face of the table must be the same to the byte.
"""

from random import Random
from unittest.mock import patch

import msgspec
import pytest

from jacknine.bots import LEVELS
from jacknine.cards import cards_of
from jacknine.game import Deal, IllegalAction, view
from jacknine.notation.fair import shuffled
from jacknine.server import log, pages, room_page
from jacknine.server.api import json_face
from jacknine.server.felt import Told
from jacknine.server.identity import Player
from jacknine.server.live import Watch, frame_of
from jacknine.server.log import DamagedLog, Position, fold, opening
from jacknine.server.prefs import Prefs
from jacknine.server.room import Person, Terms
from jacknine.server.service import Visitor
from jacknine.server.store import GameRow, SeatRow
from jacknine.server.tables import Table
from jacknine.server.viewers import seat_view
from jacknine.server.words import Words
from jacknine.variants import parse_line
from tests.server.support import LogBook
from tests.support import long_count

SEATS = tuple(SeatRow(seat, seat + 1, f"P{seat}") for seat in range(4))
"""Four people, so that each of them may look."""
PEOPLE = tuple(Person(seat, seat + 1) for seat in range(4))
STRANGER = 99


def table_at(line: str, position: Position, first: bool = True) -> Table:
    """A table whose felt also explains what to do, as on a first deal, unless it is none."""
    rules = parse_line(line)
    terms, seats, people = Terms(first=first), SEATS[: rules.players], PEOPLE[: rules.players]
    row = GameRow("t", line, LEVELS[0], "slow", 0, 1, b"k" * 16, 0, None, seats, terms=terms, founders=people)
    table = Table(row, rules)
    table.position = position
    return table


def felts_shown(table: Table, player_id: int) -> list[bytes]:
    """All that shows a viewer the felt."""
    sv = seat_view(table, player_id)
    faces = [msgspec.json.encode(json_face(sv))]
    for language in ("en", "ur"):
        visitor = Visitor(Player(player_id, "P", Prefs()), Words(language), Prefs())
        watch = Watch(table, visitor)
        # For him alone, and with what is made once for all who look.
        faces += [msgspec.json.encode(frame_of(watch, told)) for told in (None, Told())]
        faces.append(pages.table(sv, visitor.words, visitor.prefs).encode())
    return faces


def everything_shown(table: Table, player_id: int) -> list[bytes]:
    """All that one viewer can be sent about a table, at the felt and in the room around it."""
    faces = felts_shown(table, player_id)
    sv = seat_view(table, player_id)
    for language in ("en", "ur"):
        visitor = Visitor(Player(player_id, "P", Prefs()), Words(language), Prefs())
        faces.append(msgspec.json.encode(frame_of(Watch(table, visitor, face="room"))))
        faces.append(room_page.page(sv, visitor.words, visitor.prefs, "P", "http://cards.example/t/t").encode())
    return faces


def fold_over(line: str, book: LogBook, deal: Deal) -> Position | None:
    """The log of a deal over other cards; None where the log does not allow them."""
    position = opening(parse_line(line), 0, PEOPLE)
    with patch.object(log, "shuffled", lambda *_: deal):
        try:
            for entry, secret in book.entries:
                position = fold(position, entry, secret)
        except (IllegalAction, DamagedLog):
            return None
    return position


def other_deals(line: str, book: LogBook, seat: int | None, rng: Random, tries: int) -> list[Position]:
    """Worlds that a viewer cannot tell from the real one, with other cards in hands he does not see."""
    _, secret = book.entries[0]
    assert secret is not None and book.position.state.deal is not None
    real = shuffled(parse_line(line), secret.seed, 1)
    dealt = book.position.state.deal
    known = view(book.position.state, seat)
    hidden = [card for other in range(4) if other != seat for card in cards_of(dealt.hands[other])]
    hidden += [] if dealt.phase == "play" else [card for card in dealt.layout.rest]
    worlds = []
    for _ in range(tries):
        some = rng.sample(hidden, min(len(hidden), rng.choice([2, 3, 4, 8, 32])))
        mixed = dict(zip(some, rng.sample(some, len(some)), strict=True))
        cards = tuple(mixed.get(card, card) for card in real.cards)
        world = fold_over(line, book, Deal(cards, real.pile))
        if world is not None and world.state != book.position.state and view(world.state, seat) == known:
            worlds.append(world)
    return worlds


def take_back(book: LogBook) -> bool:
    """Let all agree to take back the last decision, and somebody ask to take back the one after; whether it went."""
    back = book.position.back
    if back is None:
        return False
    book.say("undo", back.seat)
    for seat in {0, 1, 2, 3} - {back.seat}:
        book.say("agree", seat)
    book.say(f"takeback {back.position.decisions}", back.seat)
    book.play(Random(book.position.seq), 1)
    if book.position.back is not None:
        book.say("undo", book.position.back.seat)
    return True


@pytest.mark.parametrize("line", ["belote", "klaverjas", "klaverjas(preset=amsterdam)"])
def test_no_face_shows_more_than_the_view(line: str) -> None:
    rng = Random(line)
    compared = taken_back = 0
    for number in range(1, long_count(7, 200)):
        book = LogBook(line, (0, 1, 2, 3))
        book.deal(number)
        book.play(rng, rng.randrange(2, 30))
        if book.position.deal_over:
            continue
        if number % 2:
            taken_back += take_back(book)
        book.say("end", rng.randrange(4))
        for seat in (0, 1, 2, 3, None):
            player_id = STRANGER if seat is None else seat + 1
            real = everything_shown(table_at(line, book.position), player_id)
            for world in other_deals(line, book, seat, rng, 10):
                compared += 1
                assert everything_shown(table_at(line, world), player_id) == real
    assert compared > 50 and taken_back


@pytest.mark.parametrize("line", ["belote", "klaverjas"])
def test_what_a_viewer_may_know_is_shown_to_him_alone(line: str) -> None:
    book = LogBook(line, (0, 1, 2, 3))
    book.deal(1)
    table = table_at(line, book.position)
    hands = [json_face(seat_view(table, seat + 1))["hand"] for seat in range(4)]
    for seat, hand in enumerate(hands):
        assert len(hand) in (5, 8)
        for face in felts_shown(table, seat + 1):
            text = face.decode()
            assert all(f"hand-{card}" in text or f'"{card}"' in text for card in hand)
    assert json_face(seat_view(table, STRANGER))["hand"] == []
    secret = book.entries[0][1]
    assert secret is not None
    for player_id in (1, 2, 3, 4, STRANGER):
        for face in everything_shown(table, player_id):
            assert secret.seed.hex().encode() not in face and secret.nonce.hex().encode() not in face
