"""Rule sets side by side: each row is a question that the engine or the rule set itself answers for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from jacknine.analysis.lessons.bonuses import card_total
from jacknine.analysis.lessons.given import CardChoice, Message, Values, message
from jacknine.analysis.lessons.parts import Score, Trick
from jacknine.analysis.lessons.scores import given_score
from jacknine.analysis.lessons.tricks import given_trick
from jacknine.cards import card_text, mask_of, parse_card
from jacknine.rules.auction import Naming
from jacknine.rules.buying import Buying
from jacknine.rules.ladder import Ladder
from jacknine.rules.table import compile_table
from jacknine.rules.trick import roem_of
from jacknine.rules.variant import Rules

Cell = Message | int | tuple[int, ...] | None
"""An answer: a word, a number, what each side writes, or nothing where the question has no sense."""

KEY: Final = "H"
SHORT: Final = 70
"""Card points with which nobody has more than half."""
STAKE: Final = "80"
LEVELS: Final = ((94, 5), (84, 4), (162, 8))
"""Card points and tricks of the takers, for a contest of two games."""
BID: Final = "90"
STUK: Final = mask_of(map(parse_card, ("KH", "QH", "7S", "8D")))


@dataclass(frozen=True, slots=True)
class Row:
    """A question with its answers in the order of the rule sets; ``values`` are numbers in the question."""

    key: str
    cells: tuple[Cell, ...]
    values: Values


def compared(rule_sets: Sequence[Rules], *, differing: bool = False) -> tuple[Row, ...]:
    """All rows, or only those whose answers exist everywhere and are not all the same."""
    rows = [Row(key, tuple(ask(one) for one in rule_sets), {"cards": SHORT}) for key, ask in QUESTIONS.items()]
    if not differing:
        return tuple(rows)
    return tuple(row for row in rows if None not in row.cells and any(cell != row.cells[0] for cell in row.cells))


def contest(rule_sets: Sequence[Rules]) -> tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]:
    """What the takers' card points come to under several rule sets; where there is bidding they had bid ``BID``."""
    return tuple(
        (cards, tuple(_scores(one, cards, tricks, BID) for one in rule_sets if one.partners))
        for cards, tricks in LEVELS
    )


# --- the table and the cards ------------------------------------------------------------------------------------------


def _hand(rules: Rules) -> int:
    return sum(rules.dealing.packets) + rules.dealing.rest + rules.dealing.talon


def _trump(rules: Rules) -> Message:
    match rules.auction:
        case Ladder():
            return message("bid")
        case Buying():
            return message("bought")
        case Naming(decline="push"):
            return message("pushed")
        case Naming(offers=(first, *_)) if first.what == "turned":
            return message("turned")
        case Naming(offers=(first, *_)) if len(first.speakers) == 1:
            return message("named")
        case _:
            return message("called")


def _ten(rules: Rules) -> Message:
    high = rules.denomination(KEY).plain_order.ranks[1] == "T"
    return message("ten.high" if high else "ten.natural")


def _source(rules: Rules) -> Message:
    if rules.roem is not None:
        return message("from.trick")
    return message("from.hand" if rules.declarations_in(rules.denomination(KEY)) else "from.pair")


def _pair(rules: Rules) -> int:
    return rules.pair_points if rules.roem is None else roem_of(compile_table(rules, KEY), STUK)


def _match(rules: Rules) -> Message:
    if rules.match.deals is not None:
        return message("deals", deals=rules.match.deals)
    return message("points", target=rules.match.target or 0)


# --- a card to play ---------------------------------------------------------------------------------------------------


def _allowed(rules: Rules, plan: Trick) -> set[str]:
    hand: tuple[CardChoice, ...] = given_trick(rules, plan).hand
    return {card_text(choice.card) for choice in hand if choice.allowed}


def _yes(answer: bool) -> Message:
    return message("yes" if answer else "no")


def _beat(rules: Rules) -> Message:
    return _yes(_allowed(rules, Trick(KEY, "9S", "7S AS")) == {"AS"})


def _ruff(rules: Rules) -> Message:
    return _yes("8H" in _allowed(rules, Trick(KEY, "9S", "7S 8H")))


def _last(rules: Rules) -> Message | None:
    return _yes(_allowed(rules, Trick(KEY, "QS AS 7S", "7H TD")) == {"7H"}) if rules.partners else None


def _third(rules: Rules) -> Message | None:
    return _yes(_allowed(rules, Trick(KEY, "KS 9S", "7H TD")) == {"7H"}) if rules.partners else None


def _under(rules: Rules) -> Message | None:
    if not rules.partners:
        return None
    allowed = _allowed(rules, Trick(KEY, "KS QH", "8H TD"))
    return message("may" if len(allowed) > 1 else "must" if allowed == {"8H"} else "no")


# --- a deal to write --------------------------------------------------------------------------------------------------


def _scores(rules: Rules, cards: int, tricks: int, bid: str) -> tuple[int, ...]:
    """What is written when the takers have some card points and the others the rest."""
    rest = card_total(rules, KEY) - cards
    promise = bid if isinstance(rules.auction, Ladder) else ""
    return given_score(rules, Score((cards, rest), (tricks, _hand(rules) - tricks), key=KEY, bid=promise)).scores


def _all(rules: Rules) -> int | None:
    return _scores(rules, card_total(rules, KEY), _hand(rules), STAKE)[0] if rules.partners else None


def _short(rules: Rules) -> tuple[int, ...] | None:
    return _scores(rules, SHORT, 4, STAKE) if rules.partners else None


def _level(rules: Rules) -> tuple[int, ...] | None:
    half, odd = divmod(card_total(rules, KEY), 2)
    return _scores(rules, half, 4, STAKE) if rules.partners and not odd else None


QUESTIONS: Final[Mapping[str, Callable[[Rules], Cell]]] = {
    "pack": lambda rules: rules.pack.bit_count(),
    "hand": _hand,
    "direction": lambda rules: message(rules.direction),
    "trump": _trump,
    "ten": _ten,
    "beat": _beat,
    "ruff": _ruff,
    "third": _third,
    "partner": _last,
    "under": _under,
    "from": _source,
    "pair": _pair,
    "last": lambda rules: rules.last_trick,
    "total": lambda rules: card_total(rules, KEY),
    "all": _all,
    "short": _short,
    "level": _level,
    "match": _match,
}
"""What is asked of every rule set, in the order of the table."""
