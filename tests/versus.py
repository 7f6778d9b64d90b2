"""The engine and the referee under the same settings, asked the same things.

Cards, contracts and settings are put into the words of the other side here, and chance makes what is asked.
"""

from collections.abc import Iterator, Sequence
from random import Random

from jacknine.cards import card_text, cards_of, natural_rank, suit_of
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, options, split_line
from tests.play import random_rules

TRUMPS = {"N": "none", "A": "all"}
QUESTIONS = 10


def settings_of(chosen: Rules) -> dict[str, object]:
    """The settings in force as the referee takes them: every one of them, none left to a default."""
    game, settings = split_line(chosen.line)
    values: dict[str, object] = dict(options(VARIANTS[game], settings).items())
    if game == "klaverjas":
        values["preset"] = values.pop("city")
    return values


def tables(rng: Random, game: str, count: int) -> Iterator[tuple[Rules, dict[str, object]]]:
    """Rule sets of a game with random settings, and these settings; each for a few questions in a row."""
    for number in range(count):
        if number % QUESTIONS == 0:
            chosen = random_rules(rng, game)
            settings = settings_of(chosen)
        yield chosen, settings


def trump_text(key: str) -> str:
    """A contract as the referee names it."""
    return TRUMPS.get(key, key)


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def hand_size(chosen: Rules) -> int:
    """How many cards a seat plays in a deal."""
    return 10 if chosen.players < 4 else chosen.pack.bit_count() // 4


def some_cards(rng: Random, chosen: Rules, count: int) -> list[int]:
    """Cards of the pack in random order, often from two suits alone as far as they go."""
    cards = list(cards_of(chosen.pack))
    rng.shuffle(cards)
    if rng.random() < 0.5:
        suits = rng.sample(range(4), 2)
        cards.sort(key=lambda card: suit_of(card) not in suits)
    picked = cards[:count]
    rng.shuffle(picked)
    return picked


def some_hand(rng: Random, chosen: Rules, trick: Sequence[int]) -> list[int]:
    """A hand of any size for whoever plays next to a trick, often of one suit or two."""
    cards = [card for card in cards_of(chosen.pack) if card not in trick]
    rng.shuffle(cards)
    suits = rng.sample(range(4), rng.choice([1, 2, 4]))
    cards.sort(key=lambda card: suit_of(card) not in suits)
    return cards[: rng.randint(1, hand_size(chosen))]


def some_hands(rng: Random, chosen: Rules) -> list[list[int]]:
    """A hand of full size for each seat, often with runs and fours in it."""
    left = set(cards_of(chosen.pack))
    size = hand_size(chosen)
    hands: list[list[int]] = []
    for _ in range(chosen.players):
        hand: list[int] = []
        for piece in (_piece(rng, chosen) for _ in range(rng.randrange(4))):
            if left.issuperset(piece) and len(hand) + len(piece) <= size:
                hand += piece
                left.difference_update(piece)
        hands.append(hand)
    for hand in hands:
        more = rng.sample(sorted(left), size - len(hand))
        hand += more
        left.difference_update(more)
    rng.shuffle(hands)
    return hands


def _piece(rng: Random, chosen: Rules) -> list[int]:
    """A four of a kind, or a run of three to seven cards."""
    pack = list(cards_of(chosen.pack))
    card = rng.choice(pack)
    if rng.random() < 0.4:
        return [other for other in pack if natural_rank(other) == natural_rank(card)]
    suit = sorted((other for other in pack if suit_of(other) == suit_of(card)), key=natural_rank)
    start = rng.randrange(len(suit) - 2)
    return suit[start : start + rng.randint(3, 7)]
