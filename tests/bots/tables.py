"""Tables set up for one decision: hands dealt as texts, calls made, cards played."""

from jacknine.cards import card_text, cards_of, parse_cards
from jacknine.game import Deal, Play, Speak, State, View, apply, start, view
from jacknine.rules.auction import parse_call
from jacknine.variants import parse_line


def deal_of(line: str, hands: list[str], rest: str = "") -> Deal:
    """The deal in which eldest and the seats after it get these cards, packet by packet, in the order written.

    ``rest`` are the first cards after the packets: a turned card, talons. Cards that are not named follow as they come.
    """
    rules = parse_line(line)
    held = [hand.split() for hand in hands]
    order: list[str] = []
    for packet in rules.dealing.packets:
        for hand in held:
            order += hand[:packet]
            del hand[:packet]
    order += rest.split()
    order += [card_text(card) for card in cards_of(rules.pack & ~parse_cards(order))]
    return Deal(tuple(next(cards_of(parse_cards([text]))) for text in order))


def after(line: str, hands: list[str], calls: str, rest: str = "", cards: str = "") -> State:
    """The state after calls and cards, the dealer being the last seat: seat 0 is eldest."""
    rules = parse_line(line)
    state, _ = apply(start(rules, rules.players - 1), deal_of(line, hands, rest))
    for call in calls.split():
        assert state.turn is not None
        state, _ = apply(state, Speak(state.turn, parse_call(call)))
    for card in cards_of_texts(cards):
        assert state.turn is not None
        state, _ = apply(state, Play(state.turn, card))
    return state


def cards_of_texts(texts: str) -> list[int]:
    """The cards of a text, in its order."""
    return [next(cards_of(parse_cards([text]))) for text in texts.split()]


def seen(line: str, hands: list[str], calls: str, rest: str = "", cards: str = "") -> View:
    """The view of the seat on turn."""
    state = after(line, hands, calls, rest, cards)
    return view(state, state.turn)
