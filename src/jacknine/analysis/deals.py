"""The engine's answer to a whole deal: dealt, called and played card by card."""

from __future__ import annotations

from jacknine.analysis.answers import Refused, Skipped, hear, turned_up
from jacknine.analysis.cases import CaseError, Given, Json
from jacknine.cards import PILE, card_text
from jacknine.game import (
    Action,
    Declare,
    Discard,
    IllegalAction,
    Play,
    Roem,
    Skip,
    Speak,
    State,
    Swap,
    apply,
    legal,
    start,
)
from jacknine.game.match import apply_legal
from jacknine.game.setup import deck_for
from jacknine.rules.auction import PASS, Call, Said, Seating, parse_call
from jacknine.rules.contract import Contract
from jacknine.rules.variant import Rules


def deal(chosen: Rules, given: Given) -> Json:
    """The winners of the tricks, the card points and the scores of a deal; whatever can be announced is announced."""
    hands = given.hands(chosen.players)
    calls = [parse_call(text) for text in given.words("calls")]
    state = _called(_dealt(chosen, given, hands, calls), calls)
    state = _made_up(state, hands)
    for number, card in enumerate(given.cards("cards"), 1):
        state = _announced(state)
        if state.over:
            break  # belot, or a match that stops at its target: the rest is not played
        if state.turn is None:
            raise Refused(f"card {number}, {card_text(card)}: the deal is over")
        with_word = Play(state.turn, card, True)
        play = with_word if with_word in legal(state) else Play(state.turn, card)
        state = _do(state, play, f"card {number}, {card_text(card)}")
    played = _announced(state).deal
    if played is None or played.outcome is None or played.outcome.sheet is None:
        raise CaseError("the deal is not over after the cards")
    points = [0] * chosen.sides
    for seat, captured in enumerate(played.captured):
        points[chosen.side_of(seat)] += captured
    return {
        "winners": [trick.winner for trick in played.tricks],
        "card_points": points,
        "scores": list(played.outcome.sheet.scores),
    }


def _dealt(chosen: Rules, given: Given, played: list[int], calls: list[Call]) -> State:
    """The state after the deal that brings the hands about, to whoever takes by the calls."""
    up = turned_up(chosen, given) if "turned" in given or chosen.dealing.turned == "card" else PILE
    contract = _contract(chosen, up, calls)
    hands = list(played)
    if chosen.dealing.discard:
        hands[contract.taker] |= _laid_away(chosen, played)
    card = up[0] if chosen.dealing.turned == "card" else None
    if card is not None and contract.card_to is None:
        # Who holds a turned card that nobody took has changed his seven for it.
        hands = [hand ^ (1 << card | 1 << (card & ~7)) if hand >> card & 1 else hand for hand in hands]
    dealt = deck_for(
        chosen,
        hands,
        dealer=chosen.players - 1,
        taker=contract.taker,
        card_to=contract.card_to,
        turned=card,
        pile=up if chosen.dealing.turned == "pile" else (),
    )
    return apply_legal(start(chosen, chosen.players - 1), dealt)[0]


def _contract(chosen: Rules, up: tuple[int, ...], calls: list[Call]) -> Contract:
    seating = Seating(chosen.players, 0, chosen.partners, up)
    said: list[Said] = []
    for number, call in enumerate(calls, 1):
        heard = hear(chosen.auction.status(seating, said), call, up)
        if heard is None:
            raise Refused(f"call {number}, {call}, is not allowed")
        said.append(heard)
    contract = chosen.auction.status(seating, said).contract
    if contract is None:
        raise CaseError("the calls end in no contract")
    return contract


def _laid_away(chosen: Rules, played: list[int]) -> int:
    """The cards that the taker laid away, where those that nobody plays tell them."""
    away = chosen.pack & ~sum(played)
    if away.bit_count() != chosen.dealing.discard:
        raise Skipped("which cards were laid away is not told")
    return away


def _called(state: State, calls: list[Call]) -> State:
    for number, call in enumerate(calls, 1):
        heard = hear(state.deal.status, call, state.deal.layout.turned) if state.deal is not None else None
        if heard is None:
            raise Refused(f"call {number}, {call}, is not allowed with these cards")
        state = _do(state, Speak(*heard), f"call {number}, {call}")
    return _passed(state)


def _passed(state: State) -> State:
    """The state after the passes that end an auction, which need not be told."""
    while state.deal is not None and state.turn is not None and PASS in state.deal.status.legal:
        state = _do(state, Speak(state.turn, PASS), "pass")
    return state


def _made_up(state: State, played: list[int]) -> State:
    """What comes between auction and play, so that the hands are those that were played."""
    while state.deal is not None and state.deal.phase in ("swap", "discard"):
        now = state.deal
        assert now.turn is not None
        if now.phase == "discard":
            action: Action = Discard(now.turn, now.hands[now.turn] & ~played[now.turn])
        else:
            changed = played[now.turn] >> now.layout.turned[0] & 1
            action = Swap(now.turn) if changed else Skip(now.turn)
        state = _do(state, action, f"seat {now.turn}, {now.phase}")
    return state


def _announced(state: State) -> State:
    """A state after all that can be announced before the next card was announced."""
    for action in legal(state):
        if isinstance(action, Declare | Roem):
            state, _ = apply_legal(state, action)
    return state


def _do(state: State, action: Action, what: str) -> State:
    try:
        return apply(state, action)[0]
    except IllegalAction as error:
        raise Refused(f"{what}: {error}") from None
