"""What is said to a newcomer at each decision of his first deal: where he is, and what a strong player would do.

What may be played, what is winning and what a card is good for come from the engine and from the players; the texts
here only join them. Nothing is remembered: how far he is, the view tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from jacknine.bots.hints import Hint, hint
from jacknine.bots.spec import shipped
from jacknine.cards import SUIT_MASKS, SUITS, cards_of, rank_letter
from jacknine.game import Play, View
from jacknine.game.codec import action_text
from jacknine.rules.table import POINTS, compile_table, order_of
from jacknine.server.faces import court_letters, name_of
from jacknine.server.news import news_lines
from jacknine.server.prefs import Prefs
from jacknine.server.say import say_of
from jacknine.server.seatview import SeatView
from jacknine.server.spoken import key_name
from jacknine.server.words import Words

ADVISER: Final = "hard"
"""Who advises: a player that weighs at once. The first deals are chosen so that an expert would say the same."""
BONUSES: Final = ("declarations", "roem", "belote", "rebelote", "belot")
"""News that a newcomer has not met before."""
TELLING: Final = frozenset({"give", "partner_has_it"})
"""Advice that says by itself who is winning."""


@dataclass(frozen=True, slots=True)
class Step:
    """A few words, and the decision they speak for."""

    text: str
    advised: str = ""


@dataclass(frozen=True, slots=True)
class Tutor:
    """What there is to say now, one step after the other. ``moment`` tells decisions apart that are told alike."""

    moment: str
    steps: tuple[Step, ...]


def advice(view: View) -> Hint:
    """What a strong player would decide in the place of the seat on turn."""
    return hint(view, 0, shipped(ADVISER))


def tutor_of(sv: SeatView, words: Words, prefs: Prefs) -> Tutor | None:
    """What is said to the viewer now; None at tables where nothing is explained."""
    view = sv.view
    if not sv.room.taught:
        return None
    moment = f"{view.deal_number}-{len(view.calls)}-{sum(view.counts)}"
    if view.phase == "over":
        return Tutor(moment, (Step(words.text("tutor.sheet")),))
    if not view.legal:
        return Tutor(moment, ())
    advised = advice(view)
    told = " ".join([*_where(sv, words, advised), words.advice(advised.why)])
    return Tutor(moment, (*map(Step, _firsts(sv, words, prefs)), Step(told, action_text(advised.decision))))


def _firsts(sv: SeatView, words: Words, prefs: Prefs) -> Iterator[str]:
    """What is told once, when it comes up for the first time."""
    view, me = sv.view, sv.me
    if view.phase == "auction" and not any(said.seat == me for said in view.calls):
        yield _welcome(sv, words)
        yield words.text(f"coach.{sv.game}")
    if view.phase != "play":
        return
    leads = [trick.leader == me for trick in view.tricks]
    if not view.tricks:
        yield _trumps(sv, words, prefs)
    if not view.trick and not any(leads):
        yield words.text("tutor.lead")
    if view.trick and all(leads):
        yield words.text("coach.hand")
    if view.hand.bit_count() == 1 and view.rules.last_trick:
        yield words.text("tutor.last", n=view.rules.last_trick)


def _welcome(sv: SeatView, words: Words) -> str:
    rules, me = sv.view.rules, sv.me or 0
    if not rules.partners:
        return words.text("tutor.welcome_alone")
    partner = next(seat for seat in range(rules.players) if seat != me and rules.side_of(seat) == rules.side_of(me))
    return words.text("tutor.welcome", name=name_of(sv, words, partner))


def _trumps(sv: SeatView, words: Words, prefs: Prefs) -> str:
    """What is trump, and the order of its cards with what they count."""
    view = sv.view
    assert view.contract is not None
    denomination = view.rules.denomination(view.contract.key)
    table = compile_table(view.rules, denomination.key, view.contract.locked)
    cards = list(cards_of(view.rules.pack & SUIT_MASKS[denomination.trump or 0]))
    ranks = order_of(denomination, cards[0]).ranks
    letters = court_letters(words, prefs.letters) | {"T": "10"}
    said = []
    for card in sorted(cards, key=lambda card: ranks.index(rank_letter(card))):
        letter, points = rank_letter(card), table[POINTS + card]
        said.append(f"{letters.get(letter, letter)}\u00a0({points})" if points else letters.get(letter, letter))
    what = "tutor.trumps" if denomination.key in SUITS else "tutor.plain"
    return words.text(what, suit=key_name(sv, words, denomination.key), ranks=", ".join(said))


def _where(sv: SeatView, words: Words, advised: Hint) -> Iterator[str]:
    """What has happened since the viewer's last decision, or what binds him now: the most telling thing."""
    view = sv.view
    own = [place for place, event in enumerate(sv.news) if event.kind == "played" and event.seat == sv.me]
    since = replace(sv, news=sv.news[own[-1] :] if own else sv.news)
    bonuses = [line.text for line in news_lines(since, words) if line.kind in BONUSES]
    if bonuses and view.phase == "play":
        yield words.text("tutor.sentence", what=bonuses[-1])
    elif view.phase == "play" and not all(isinstance(one, Play) for one in view.legal):
        yield from (words.text("tutor.sentence", what=button.label) for button in say_of(sv, words).buttons[:1])
    elif sv.reasons:
        yield words.reason(next(iter(sv.reasons.values())), dict(enumerate(sv.names)))
    elif view.best_seat is not None and advised.why.id not in TELLING:
        place = (view.best_seat - view.leader) % view.rules.players
        yield words.text("tutor.winning", name=name_of(sv, words, view.best_seat), card=words.card(view.trick[place]))
    elif view.phase in ("swap", "discard"):
        yield words.text("tutor.sentence", what=say_of(sv, words).prompt)
    elif view.phase == "auction" and view.calls:
        calls = [line.text for line in news_lines(sv, words) if line.kind == "called"]
        yield from (words.text("tutor.sentence", what=call) for call in calls[-1:])
