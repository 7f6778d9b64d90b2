"""The place under the trick: what may be said or decided now, apart from playing a card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from jacknine.cards import card_text, cards_of, suit_of
from jacknine.game import Claim, Declare, Play, Roem, Skip, Speak, Swap
from jacknine.game.codec import action_text
from jacknine.rules.auction import Call
from jacknine.server.faces import name_of
from jacknine.server.hand import lay_away, to_lay_away
from jacknine.server.seatview import SeatView
from jacknine.server.sheet import match_result
from jacknine.server.spoken import call_named, call_said, declared_name, mark_called, mark_of, own
from jacknine.server.standing import rest_is_sure
from jacknine.server.words import Words

ONE_ROW = 5
"""So many buttons stand side by side on the smallest phone; with more, suits get a row of their own."""
BIDS = frozenset({"bid", "capot", "generale"})


class Button(NamedTuple):
    """Something to press. ``style`` is ``main``, ``pass``, ``suit`` or ``quiet``; ``mark`` is shown with the label, or
    alone on a ``suit``; ``note`` is written small under it, such as the word that is said at the table.
    """

    action: str
    label: str
    style: str
    mark: str = ""
    note: str = ""


class Level(NamedTuple):
    """A level that may be bid, and the bids of that level."""

    id: str
    label: str
    bids: tuple[Button, ...]


class Ask(NamedTuple):
    """What may go with a card: asked once the card is tapped."""

    card: str
    buttons: tuple[Button, ...]


class Say(NamedTuple):
    """A prompt, the buttons of the moment, and whether the game waits for the viewer (``mine``).

    ``levels`` are bids, ``marks`` suits in a row of their own, ``pick`` is how many of the ``cards`` (texts and names)
    have to be picked, with ``why`` told who has not picked them. ``waiting`` is why no card may go now.
    """

    kind: str
    prompt: str = ""
    mine: bool = False
    buttons: tuple[Button, ...] = ()
    marks: tuple[Button, ...] = ()
    levels: tuple[Level, ...] = ()
    asks: tuple[Ask, ...] = ()
    pick: int = 0
    cards: tuple[tuple[str, str], ...] = ()
    why: str = ""
    waiting: str = ""

    @property
    def rows(self) -> int:
        """How many rows of buttons there are."""
        return 2 if self.levels else bool(self.buttons) + bool(self.marks)


def is_waiting(sv: SeatView) -> bool:
    """Whether there is nothing to say but for whom one waits, which is the same to all who do."""
    view = sv.view
    return not (view.my_turn or view.anytime or view.open_roem or view.phase == "over" or view.match_over or sv.ended)


def say_of(sv: SeatView, words: Words) -> Say:
    """What the viewer may say now."""
    view = sv.view
    waiting = "" if view.my_turn and view.phase in ("play", "discard") else _not_now(sv, words)
    if result := match_result(sv, words):
        return Say("match", result.text, waiting=waiting)
    if view.phase == "over":
        if sv.me is None or sv.me in sv.ready:
            late = [name_of(sv, words, seat) for seat in range(view.rules.players) if seat not in sv.ready]
            prompt = words.text("wait.for", name=" · ".join(late)) if late else words.text("wait.next_deal")
            return Say("over", prompt, waiting=waiting)
        button = Button("next", words.text("tutor.play_on" if sv.room.taught else "button.next_deal"), "main")
        return Say("over", mine=True, buttons=(button,), waiting=waiting)
    if not view.my_turn:
        prompt = words.text("wait.for", name=name_of(sv, words, view.turn)) if view.turn is not None else ""
        return Say("wait", prompt, buttons=(*_out_of_turn(sv, words), *_late_roem(sv, words)), waiting=waiting)
    if view.phase == "auction":
        return _auction(sv, words, waiting)
    if view.phase == "swap":
        holds = any(isinstance(action, Swap) for action in view.legal)
        prompt = words.text("turn.swap" if holds else "turn.no_swap")
        return Say("swap", prompt, mine=True, buttons=_swap(sv, words, holds=holds), waiting=waiting)
    if view.phase == "discard":
        count = view.rules.dealing.discard
        cards = tuple((card_text(card), words.card(card)) for card in cards_of(to_lay_away(view)))
        prompt, why = words.text("turn.discard", n=count), words.reason(lay_away(sv))
        return Say("discard", prompt, True, pick=count, cards=cards, why=why)
    prompt = words.text("turn.follow" if view.trick else "turn.lead")
    return Say("play", prompt, True, _in_play(sv, words), asks=_asks(sv, words))


def _not_now(sv: SeatView, words: Words) -> str:
    """Why nothing may be done with cards at all."""
    view = sv.view
    if view.phase == "auction":
        return words.text("reason.auction_first")
    if view.turn is not None and view.turn != sv.me:
        return words.read(words.text("reason.not_your_turn", turn=name_of(sv, words, view.turn)))
    return words.text("reason.not_now")


# --- the auction ------------------------------------------------------------------------------------------------------


def _auction(sv: SeatView, words: Words, waiting: str) -> Say:
    calls = [action.call for action in sv.view.legal if isinstance(action, Speak)]
    declining = any(call.word in ("pass", "push") for call in calls)
    prompt = words.text("turn.call") if declining else own(sv, words, "turn", "must")
    levels = _levels(sv, words, [call for call in calls if call.word in BIDS])
    buttons, marks = call_buttons(sv, words, [call for call in calls if call.word not in BIDS], ONE_ROW)
    return Say("auction", prompt, True, buttons, marks=marks, levels=levels, waiting=waiting)


def call_buttons(
    sv: SeatView, words: Words, calls: Sequence[Call], in_one_row: int = 0
) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The buttons of calls, and those that name a suit where they get a row of their own."""
    buttons = tuple(_call_button(sv, words, call, calls) for call in calls)
    marks = tuple(button for button in buttons if button.style == "suit")
    if len(buttons) <= in_one_row or not marks:
        return buttons, ()
    return tuple(button for button in buttons if button.style != "suit"), marks


def _levels(sv: SeatView, words: Words, bids: Sequence[Call]) -> tuple[Level, ...]:
    """The bids by level, in the order of the ladder."""
    levels = []
    for (word, level), group in groupby(bids, key=lambda call: (call.word, call.level)):
        some = list(group)
        text = _level(sv, words, some[0])
        buttons = tuple(
            Button(f"call {call}", call_named(sv, words, call), "suit", mark_of(sv.game, call.key)) for call in some
        )
        levels.append(Level(f"{len(sv.view.calls)}-{level or word}", text, buttons))
    return tuple(levels)


def _level(sv: SeatView, words: Words, call: Call) -> str:
    """How much a bid promises; empty for what is none."""
    if call.word not in BIDS:
        return ""
    return str(call.level) if call.level else own(sv, words, "call", call.word)


def _call_button(sv: SeatView, words: Words, call: Call, calls: Sequence[Call]) -> Button:
    action = f"call {call}"
    label = call_named(sv, words, call)
    if call.word in ("pass", "push"):
        return Button(action, label, "pass", note=_spoken(sv, words, call, label))
    if call.key:
        return Button(
            action, label, "suit", mark_of(sv.game, call.key), _level(sv, words, call) or _factor(sv, call.key)
        )
    note = _spoken(sv, words, call, label)
    if call._replace(locked=True) in calls and not call.locked:
        label = words.text("call.open", call=label)
    return Button(action, label, "main", mark_called(sv, call), note)


def _spoken(sv: SeatView, words: Words, call: Call, label: str) -> str:
    """The word that is said for a call, where a reader would not know it again by its button."""
    said = call_said(sv, words, call)
    return "" if said.startswith(label) or label.startswith(said) else said


def _factor(sv: SeatView, key: str) -> str:
    """How often the points of a contract count, where that is not the same for all."""
    denominations = sv.view.rules.denominations
    if len({one.factor for one in denominations}) == 1:
        return ""
    return f"×{sv.view.rules.denomination(key).factor}"


def _out_of_turn(sv: SeatView, words: Words) -> tuple[Button, ...]:
    return tuple(Button(f"call {call}", call_named(sv, words, call), "main") for call in sv.view.anytime)


# --- between auction and play -----------------------------------------------------------------------------------------


def _swap(sv: SeatView, words: Words, *, holds: bool) -> tuple[Button, ...]:
    """What may be done with the trump seven; who does not hold it is asked too, as the table must not know who does."""
    seat, turned = sv.me or 0, sv.view.turned
    if not holds:
        return (Button(action_text(Skip(seat)), words.text("button.no_swap"), "main"),)
    card = words.card(turned) if turned is not None else ""
    return (
        Button(action_text(Skip(seat)), words.text("button.keep_seven"), "pass"),
        Button(action_text(Swap(seat)), words.text("button.swap", card=card), "main"),
    )


# --- while cards are played -------------------------------------------------------------------------------------------


def _in_play(sv: SeatView, words: Words) -> tuple[Button, ...]:
    """What may be done besides playing a card."""
    view = sv.view
    buttons = []
    for action in view.legal:
        match action:
            case Declare():
                named = " · ".join(declared_name(sv, words, one.cards, one.points) for one in view.own_declarations)
                buttons.append(Button(action_text(action), words.text("button.declare", what=named), "main"))
            case Roem():
                buttons.append(Button(action_text(action), words.text("button.roem"), "main"))
            case Skip():
                buttons.append(Button(action_text(action), words.text("button.skip"), "pass"))
            case _:
                pass
    # A claim that hangs on the others' cards is not offered: the answer would tell of them.
    if view.tricks and view.hand.bit_count() > 1 and view.rules.claims != "off" and rest_is_sure(view):
        claim = action_text(Claim(sv.me or 0)) if view.rules.claims == "verified" else ""
        buttons.append(Button(claim, words.text("button.claim"), "quiet"))
    return tuple(buttons)


def _asks(sv: SeatView, words: Words) -> tuple[Ask, ...]:
    """The cards that may go with a word."""
    return tuple(
        Ask(
            card_text(action.card),
            (
                Button(action_text(Play(action.seat, action.card)), words.text("button.silent"), "pass"),
                Button(action_text(action), words.text("button.with", word=_word(sv, words, action.card)), "main"),
            ),
        )
        for action in sv.view.legal
        if isinstance(action, Play) and action.said
    )


def _word(sv: SeatView, words: Words, card: int) -> str:
    """The word that goes with a card: the pair's name on a trump, ekka on a plain card."""
    contract = sv.view.contract
    pair = contract is not None and suit_of(card) in sv.view.rules.denomination(contract.key).belote_suits
    return own(sv, words, "said", "belote" if pair else "ekka")


def _late_roem(sv: SeatView, words: Words) -> tuple[Button, ...]:
    """Roem may be called by either player of the side that won the trick, whoever is on turn."""
    view = sv.view
    if not view.open_roem or sv.me is None or not view.tricks:
        return ()
    if view.rules.side_of(view.tricks[-1].winner) != view.rules.side_of(sv.me):
        return ()
    return (Button("roem", words.text("button.roem"), "main"),)
