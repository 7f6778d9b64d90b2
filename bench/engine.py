"""Deals a second that the engine plays at random, and how that compares with other engines in the same run."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from bench.measure import Figure, Rate, middle, rate
from bench.peer import Peer, installed, measure
from jacknine.cards import PILE, cards_of
from jacknine.game import Deal, Decision, Speak, apply_legal, legal, start
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line

GAMES = {
    "belote": ("belote", ""),
    "coinche": ("coinche(preset=contree)", ""),
    "klaverjas": ("klaverjas", ""),
    "klaverjas-amsterdam": ("klaverjas(preset=amsterdam)", ""),
    "bela2": ("bela(players=2)", ""),
    "bela3": ("bela(players=3)", ""),
    "bela4": ("bela", ""),
    "baloot-hokum": ("baloot", "sun ashkal"),
    "baloot-sun": ("baloot", "hokum"),
    "jass": ("jass", ""),
}
"""The name of a game in a figure: its rule set, and the calls that are left out so that it is what its name says."""

ROUNDS = 5
SECONDS = 1.0


def shuffled(rules: Rules, chance: Random) -> Deal:
    cards = tuple(cards_of(rules.pack))
    pile = PILE if rules.dealing.turned == "pile" else ()
    return Deal(tuple(chance.sample(cards, len(cards))), tuple(chance.sample(pile, len(pile))))


def play_deal(rules: Rules, barred: frozenset[str], chance: Random) -> None:
    """One deal with random calls and cards up to its score sheet; dealt again when all pass."""
    state = start(rules, dealer=chance.randrange(rules.players))
    while not (state.outcomes and state.outcomes[-1].sheet):
        if state.to_deal:
            state, _ = apply_legal(state, shuffled(rules, chance))
            continue
        choices: Sequence[Decision] = legal(state)
        if barred:
            choices = [one for one in choices if not (isinstance(one, Speak) and one.call.word in barred)]
        state, _ = apply_legal(state, chance.choice(choices))


def figures(with_peers: bool) -> list[Figure]:
    """Our rate for each game, and with peers the ratio of ours to theirs.

    All take turns for a second at a time, so that a busy moment of the machine falls on all of them.
    """
    peers = installed() if with_peers else []
    timed: Mapping[str, Callable[[int], Rate]] = {
        game: partial(rate, partial(play_deal, parse_line(line), frozenset(barred.split())), SECONDS)
        for game, (line, barred) in GAMES.items()
    } | {peer.name: partial(measure, peer, SECONDS) for peer in peers}
    taken: dict[str, list[Rate]] = {name: [] for name in timed}
    for seed in range(ROUNDS):
        for name, take in timed.items():
            taken[name].append(take(seed))
    rates = {name: middle(some) for name, some in taken.items()}
    command = "make bench PEERS=1" if with_peers else "make bench"
    return [
        Figure(f"engine.{game}.deals_per_s", rates[game].per_s, "deals/s", rates[game].n, command) for game in GAMES
    ] + [figure for peer in peers for figure in compared(peer, rates, command)]


def compared(peer: Peer, rates: dict[str, Rate], command: str) -> list[Figure]:
    """A peer's own rate and ours over it, for the closest game we have."""
    game = next(game for game in peer.games if game in rates)
    ours, theirs = rates[game], rates[peer.name]
    return [
        Figure(f"peer.{peer.name}.deals_per_s", theirs.per_s, "deals/s", theirs.n, command),
        Figure(f"peer.{peer.name}.engine.ratio", ours.per_s / theirs.per_s, f"{game} over theirs", theirs.n, command),
    ]
