"""The referee: a slow, literal, independent reading of the rules, to hold against the engine.

It is written from the rule texts alone. It must not import ``jacknine``, and nobody should speed it up: its worth is
that it says each rule in the words of the text. Settings are the mapping of a conformance case
(``{"preset": "cafe", ...}``). Every function raises ValueError for an unknown game, preset, setting or value.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import klaverjas, search
from .common import Answer, Card, Meld, Rules
from .search import GAMES, MELD_GAMES, count_sequences, solve_ending

__all__ = [
    "Meld",
    "Rules",
    "answer",
    "auction",
    "deal_score",
    "legal",
    "match",
    "meld_compare",
    "melds",
    "perft",
    "play_deal",
    "roem",
    "rules",
    "solve",
    "trick_points",
    "winner",
]

Settings = Mapping[str, object]


def rules(game: str, settings: Settings) -> Rules:
    """The settings in force: defaults, then the preset's, then those given."""
    if game not in GAMES:
        raise ValueError(f"no game {game!r}")
    return GAMES[game].rules(settings)


def legal(
    game: str,
    settings: Settings,
    *,
    trump: str,
    trick: Sequence[Card],
    hand: Sequence[Card] | set[Card],
    players: int | None = None,
    ekka: bool = False,
    locked: bool = False,
) -> set[Card]:
    """The exact set of playable cards of the seat after the last card of ``trick``."""
    chosen = rules(game, _with_players(game, settings, players))
    return GAMES[game].legal(chosen, trump, trick, sorted(hand), int(chosen.get("players", 4)), ekka, locked)


def winner(game: str, settings: Settings, trump: str, trick: Sequence[Card]) -> int:
    """Index into ``trick`` of the winning card."""
    rules(game, settings)
    return search.winner(game, trump, trick)


def trick_points(game: str, settings: Settings, trump: str, trick: Sequence[Card], last: bool = False) -> int:
    """Card points of a trick, some more for the last one."""
    chosen = rules(game, settings)
    return sum(GAMES[game].points(chosen, trump, card) for card in trick) + (search.last_trick(game) if last else 0)


def roem(settings: Settings, trump: str, trick: Sequence[Card]) -> int:
    """Klaverjas: the bonus in a trick."""
    return klaverjas.roem(klaverjas.rules(settings), trump, trick)


def melds(game: str, settings: Settings, hand: Sequence[Card] | set[Card], trump: str = "") -> tuple[int, list[Meld]]:
    """The best total of declarations in a hand (belote, bela and baloot pair left out), and the declarations."""
    found = MELD_GAMES[game].melds(rules(game, settings), sorted(hand), trump)
    return sum(meld.points for meld in found), found


def meld_compare(
    game: str, settings: Settings, hands: Mapping[int, Sequence[Card]], trump: str = "", taker: int = 0
) -> tuple[int | None, list[int]]:
    """The side whose declarations count (None if nobody's), and the points per side. ``taker`` is a seat."""
    return MELD_GAMES[game].meld_compare(rules(game, settings), hands, trump, taker)


def auction(
    game: str,
    settings: Settings,
    calls: Sequence[str],
    turned: str | Sequence[str] | None = None,
    players: int | None = None,
    **more: Any,
) -> Answer:
    """The state after the calls, with ``legal`` for the last one. ``more``: optional keys of a game's own auction."""
    given = {"calls": calls, "turned": turned, **more}
    return GAMES[game].auction(rules(game, _with_players(game, settings, players)), given)


def deal_score(game: str, settings: Settings, given: Mapping[str, Any]) -> Answer:
    """``scores`` per side, ``made`` (None where neither made nor failed), ``held``."""
    return GAMES[game].deal_score(rules(game, settings), given)


def match(game: str, settings: Settings, given: Mapping[str, Any]) -> Answer:
    """``over`` and ``winner`` (a side or None)."""
    return GAMES[game].match(rules(game, settings), given)


def play_deal(game: str, settings: Settings, given: Mapping[str, Any]) -> Answer:
    """``winners`` (seat of each trick), ``card_points``, ``scores`` of a deal; ValueError for an illegal card."""
    return GAMES[game].play_deal(rules(game, settings), given)


def solve(game: str, settings: Settings, given: Mapping[str, Any]) -> Answer:
    """``value`` of an ending of at most five tricks, best play on both sides."""
    return solve_ending(game, rules(game, settings), given)


def perft(game: str, settings: Settings, hands: Sequence[Sequence[Card]], trump: str, leader: int, depth: int) -> int:
    """Number of legal play sequences of ``depth`` cards, all hands open."""
    table = tuple(frozenset(hand) for hand in hands)
    return count_sequences(game, rules(game, settings), table, trump, leader, depth)


def answer(case: Mapping[str, Any]) -> Answer:
    """What the referee says to a conformance case."""
    game, settings = case["game"], case.get("settings", {})
    given = dict(case["given"])
    if "hands" in given:
        given["hands"] = {int(seat): hand for seat, hand in given["hands"].items()}
    if "calls" in given and "turned" in given:
        given["calls"] = _shortened(game, settings, given)
    kind = case["kind"]
    if kind in _SIMPLE:
        return _SIMPLE[kind](game, settings, given)
    if kind == "legal":
        return {"legal": legal(game, settings, **given)}
    if kind == "trick":
        trump, trick = given["trump"], given["trick"]
        said: Answer = {"winner": winner(game, settings, trump, trick)}
        said["points"] = trick_points(game, settings, trump, trick, given.get("last", False))
        return {**said, "roem": roem(settings, trump, trick)} if game == "klaverjas" else said
    if kind == "melds":
        total, found = melds(game, settings, given["hand"], given.get("trump", ""))
        return {"points": total, "melds": found}
    if kind == "meld_compare":
        side, points = meld_compare(game, settings, given["hands"], given.get("trump", ""), given.get("taker", 0))
        return {"side": side, "points": points}
    if kind == "auction":
        return auction(game, settings, **given)
    raise ValueError(f"no kind {kind!r}")


def _shortened(game: str, settings: Settings, given: Mapping[str, Any]) -> list[str]:
    """The calls, with the plain word where somebody names the suit he takes or keeps anyway."""
    calls: list[str] = []
    suit = given["turned"][-1]
    for number, call in enumerate(given["calls"], 1):
        word = {suit: "take", f"hokum:{suit}": "hokum"}.get(call, call)
        legal = [
            auction(game, settings, [*calls, said], given["turned"], given.get("players"))["legal"]
            for said in (word, call)
        ]
        if not any(legal):
            return [*calls, *given["calls"][number - 1 :]]
        calls.append(word if legal[0] else call)
        suit = call[-1] if call.startswith("hokum:") else suit
    return calls


def _with_players(game: str, settings: Settings, players: int | None) -> Settings:
    """The settings with the number of players, which only bela has, where it is told beside them."""
    if players is None or game != "bela":
        return settings
    return {**settings, "players": players}


_SIMPLE = {"deal_score": deal_score, "match": match, "deal": play_deal, "solver": solve}
