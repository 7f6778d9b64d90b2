"""The felt: what one viewer sees of one table, region by region, as HTML.

A region is the fragment of one element with a fixed id, and all of them are made from one :class:`SeatView`, so the
screen is always one moment of the game. Nothing here decides a rule or knows a card that the view does not show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jacknine.cards import cards_of, suit_of
from jacknine.game import Declare, Play, Roem, Skip, Speak
from jacknine.game.codec import action_text
from jacknine.rules.auction import Call
from jacknine.server.faces import Face, Laid, face, held_order, laid, name_of, place_of, side_label, sides_of
from jacknine.server.news import declared_name, news_lines, suit_called
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.sheet import sheet_of
from jacknine.server.standing import points_so_far, still_needed
from jacknine.server.templates import render
from jacknine.server.words import Words

REGIONS: Final = ("top", "seats", "trick", "say", "hand", "sheet", "live")
"""The ids of the regions, in the order of the page."""


def regions(sv: SeatView, words: Words, prefs: Prefs) -> dict[str, str]:
    """Every region of the felt as the viewer sees it now."""
    models = {
        "top": top_of(sv, words),
        "seats": seats_of(sv, words, prefs),
        "trick": trick_of(sv, words, prefs),
        "say": say_of(sv, words),
        "hand": hand_of(sv, words, prefs),
        "sheet": sheet_of(sv, words, prefs),
        "live": news_lines(sv, words),
    }
    return {
        region: render(f"regions/{region}.html", words, sv=sv, view=sv.view, model=models[region]).strip()
        for region in REGIONS
    }


# --- top line ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """A side in the top line. ``deal`` are its points in this deal, ``total`` those of the match before it."""

    label: str
    total: int
    deal: int
    ours: bool


@dataclass(frozen=True, slots=True)
class Trump:
    """The contract in the top line: what it is played in, from which place, and what doubling made of it."""

    key: str
    name: str
    taker: str
    place: str
    multiplier: int
    level: int


@dataclass(frozen=True, slots=True)
class Top:
    scores: tuple[Score, ...]
    trump: Trump | None
    need: str
    over: bool


def top_of(sv: SeatView, words: Words) -> Top:
    view = sv.view
    over = view.phase == "over"
    points = points_so_far(view)
    before = view.totals
    if over and view.outcome is not None and view.outcome.sheet is not None:
        before = tuple(total - score for total, score in zip(view.totals, view.outcome.sheet.scores, strict=True))
    scores = tuple(
        Score(side_label(sv, words, side), before[side], points[side], place == 0)
        for place, side in enumerate(sides_of(sv))
    )
    trump = None
    contract = view.contract or view.standing
    if contract is not None:
        place = place_of(view.rules, sv.me, contract.taker)
        name = words.suit(contract.key)
        taker = name_of(sv, words, contract.taker)
        trump = Trump(contract.key, name, taker, place, contract.multiplier, contract.level)
    return Top(scores, trump, _need(sv, words), over)


def _need(sv: SeatView, words: Words) -> str:
    """The second line: what the takers lack while cards are played, else where the match stands."""
    view = sv.view
    needed = still_needed(view)
    if needed is not None and view.contract is not None:
        if not needed:
            return words.text("need.enough")
        mine = sv.me is not None and view.rules.side_of(view.contract.taker) == view.rules.side_of(sv.me)
        return words.text("need.more" if mine or sv.me is None else "need.more_them", n=needed)
    match = view.rules.match
    deal = max(1, view.deal_number)
    if match.deals is not None:
        return words.text("deal.of_deals", deal=deal, deals=match.deals)
    return words.text("deal.of_target", deal=deal, target=match.target or 0)


# --- seats ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bubble:
    """What a seat has just said: words, a suit's mark, cards it shows. ``passing``: it goes by itself after a while."""

    id: str
    text: str
    suit: str = ""
    cards: tuple[Face, ...] = ()
    passing: bool = True


@dataclass(frozen=True, slots=True)
class Seat:
    place: str
    name: str
    me: bool
    ours: bool
    side: str
    kind: str
    present: bool
    count: int
    turn: bool
    dealer: bool
    taker: bool
    bubble: Bubble | None
    label: str


def seats_of(sv: SeatView, words: Words, prefs: Prefs) -> tuple[Seat, ...]:
    view = sv.view
    bubbles = _bubbles(sv, words, prefs)
    seats = []
    for seat in range(view.rules.players):
        side = view.rules.side_of(seat)
        ours = sv.me is not None and side == view.rules.side_of(sv.me)
        taker = view.contract is not None and view.contract.taker == seat
        marks = [words.text("seat.cards", n=view.counts[seat])]
        marks += [words.text("seat.dealer")] if seat == view.dealer else []
        marks += [words.text("seat.taker")] if taker else []
        marks += [words.text("seat.to_play")] if seat == view.turn else []
        marks += [words.text("seat.stand_in")] if sv.kinds[seat] == "stand_in" else []
        seats.append(
            Seat(
                place=place_of(view.rules, sv.me, seat),
                name=name_of(sv, words, seat),
                me=seat == sv.me,
                ours=ours,
                side=side_label(sv, words, side) if sv.me is not None else "",
                kind=sv.kinds[seat],
                present=sv.present[seat],
                count=view.counts[seat],
                turn=seat == view.turn,
                dealer=seat == view.dealer,
                taker=taker,
                bubble=bubbles.get(seat),
                label=", ".join(marks),
            )
        )
    return tuple(seats)


def _bubbles(sv: SeatView, words: Words, prefs: Prefs) -> dict[int, Bubble]:
    view = sv.view
    bubbles: dict[int, Bubble] = {}
    if view.phase == "auction" or (view.phase == "play" and not view.tricks and not view.trick):
        for number, said in enumerate(view.calls):
            suit = suit_called(sv, said.call)
            bubbles[said.seat] = Bubble(f"call-{number}", call_said(sv, words, said.call), suit, passing=False)
    for event in sv.news:
        if event.seat is None:
            continue
        shown = _in_order(event.cards) if event.seat != sv.me else ()
        cards = tuple(face(card, words, prefs.letters) for card in shown)
        match event.kind:
            case "belote" | "rebelote" | "ekka" | "claimed":
                text = words.first(f"said.{sv.game}.{event.kind}", f"said.{event.kind}")
                bubbles[event.seat] = Bubble(f"{event.kind}-{event.cards:x}", text)
            case "declared":
                bubbles[event.seat] = Bubble("declared", words.text("said.declared"))
            case "declarations":
                text = declared_name(sv, words, event.cards, event.points)
                earlier = bubbles.get(event.seat)
                if earlier is not None and earlier.cards:
                    text, cards = f"{earlier.text} · {text}", (*earlier.cards, *cards)
                bubbles[event.seat] = Bubble(f"declarations-{len(cards)}", text, cards=cards)
            case "roem":
                text = words.text("said.roem", points=event.points)
                bubbles[event.seat] = Bubble(f"roem-{event.cards:x}", text)
            case _:
                pass
    return bubbles


def _in_order(cards: int) -> list[int]:
    return sorted(cards_of(cards), key=lambda card: (suit_of(card), -card))


def call_said(sv: SeatView, words: Words, call: Call) -> str:
    """A call as it is said at the table, in the words of its game; a suit shows as its mark beside it."""
    if call.word == "name":
        return words.first(f"said.{sv.game}.name", "said.name")
    return words.first(f"said.{sv.game}.{call.word}", f"said.{call.word}", level=call.level)


# --- trick ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Middle:
    """The middle: the trick in progress, or the finished one while it is read, or the turned card."""

    laid: tuple[Laid, ...]
    number: int
    won_by: str
    turned: Face | None
    last: tuple[Laid, ...]
    last_text: str


def trick_of(sv: SeatView, words: Words, prefs: Prefs) -> Middle:
    view = sv.view
    finished = view.tricks[-1] if view.tricks else None
    last = laid(sv, finished.leader, finished.cards, finished.winner, words, prefs) if finished else ()
    last_text = ""
    if finished is not None and last:
        last_text = words.text("trick.won", name=name_of(sv, words, finished.winner), n=finished.points)
    if view.trick:
        lying = laid(sv, view.leader, view.trick, view.best_seat, words, prefs)
        return Middle(lying, len(view.tricks) + 1, "", None, last, last_text)
    if last and finished is not None and view.phase in ("play", "over"):
        return Middle(last, len(view.tricks), place_of(view.rules, sv.me, finished.winner), None, last, last_text)
    turned = face(view.turned, words, prefs.letters) if view.turned is not None and view.phase == "auction" else None
    return Middle((), 0, "", turned, (), "")


# --- say --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. ``style`` is ``main``, ``pass``, ``suit`` or ``quiet``; ``suit`` a mark to show."""

    action: str
    label: str
    style: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """The place under the trick: a prompt, the buttons of the moment, and whether the game waits for the viewer."""

    prompt: str
    buttons: tuple[Button, ...]
    mine: bool
    kind: str


def say_of(sv: SeatView, words: Words) -> Say:
    view = sv.view
    if view.match_over or sv.ended:
        return Say("", (), False, "match")
    if view.phase == "over":
        if sv.me is None or sv.me in sv.ready:
            return Say(words.text("wait.next_deal"), (), False, "over")
        return Say("", (Button("next", words.text("button.next_deal"), "main"),), True, "over")
    if not view.my_turn:
        waiting = words.text("wait.for", name=name_of(sv, words, view.turn)) if view.turn is not None else ""
        return Say(waiting, _late_roem(sv, words), False, "wait")
    if view.phase == "auction":
        buttons = tuple(_call_button(sv, words, action) for action in view.legal if isinstance(action, Speak))
        return Say(words.text("turn.call"), buttons, True, "auction")
    prompt = words.text("turn.follow" if view.trick else "turn.lead")
    return Say(prompt, _play_buttons(sv, words), True, "play")


def _call_button(sv: SeatView, words: Words, action: Speak) -> Button:
    call = action.call
    text = action_text(action)
    if call.word == "name":
        return Button(text, words.suit(call.key), "suit", call.key)
    label = words.first(f"call.{sv.game}.{call.word}", f"call.{call.word}")
    if call.word == "pass":
        return Button(text, label, "pass")
    return Button(text, label, "main", suit_called(sv, call))


def _play_buttons(sv: SeatView, words: Words) -> tuple[Button, ...]:
    """What may be done besides playing a card."""
    buttons = []
    for action in sv.view.legal:
        match action:
            case Declare():
                named = " · ".join(declared_name(sv, words, one.cards, one.points) for one in sv.view.own_declarations)
                buttons.append(Button(action_text(action), words.text("button.declare", what=named), "quiet"))
            case Roem():
                buttons.append(Button(action_text(action), words.text("button.roem"), "main"))
            case Skip():
                buttons.append(Button(action_text(action), words.text("button.skip"), "pass"))
            case _:
                pass
    return tuple(buttons)


def _late_roem(sv: SeatView, words: Words) -> tuple[Button, ...]:
    """Roem may be called by either player of the side that won the trick, whoever is on turn."""
    view = sv.view
    if not view.open_roem or sv.me is None or not view.tricks:
        return ()
    if view.rules.side_of(view.tricks[-1].winner) != view.rules.side_of(sv.me):
        return ()
    return (Button("roem", words.text("button.roem"), "main"),)


# --- hand -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the viewer's hand. ``state`` is ``open``, ``dim`` or ``rest`` (not his turn); ``reason`` says why."""

    face: Face
    action: str
    state: str
    reason: str
    last: bool


@dataclass(frozen=True, slots=True)
class Hand:
    rows: tuple[tuple[Held, ...], ...]
    count: int


def hand_of(sv: SeatView, words: Words, prefs: Prefs) -> Hand:
    """The viewer's hand in two rows, which stand side by side where there is room. A card never changes its row."""
    view = sv.view
    order = held_order(view)
    half = (len(order) + 1) // 2
    rows = [[card for card in row if view.hand >> card & 1] for row in (order[:half], order[half:])]
    final = [card for row in rows for card in row][-1:]
    names = {seat: name_of(sv, words, seat) for seat in range(view.rules.players)}
    playing = view.my_turn and view.phase == "play"
    waiting = _not_now(sv, words)

    def held(card: int) -> Held:
        action = action_text(Play(sv.me or 0, card))
        state, why = "open", ""
        if not playing:
            state, why = "rest", waiting
        elif not view.legal_cards >> card & 1:
            state = "dim"
            why = words.reason(sv.reasons[card], names) if card in sv.reasons else ""
        return Held(face(card, words, prefs.letters), action, state, why, card in final)

    return Hand(tuple(tuple(held(card) for card in row) for row in rows), view.hand.bit_count())


def _not_now(sv: SeatView, words: Words) -> str:
    """Why no card may be played at all."""
    view = sv.view
    if view.phase == "auction":
        return words.text("reason.auction_first")
    if view.turn is not None and view.turn != sv.me:
        return words.text("reason.not_your_turn", turn=name_of(sv, words, view.turn))
    return words.text("reason.not_now")
