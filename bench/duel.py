"""Our players against those of other programs, which are the referees of their own games.

Each deal is played twice, the sides changed in between. The other half of a table (`bench/peers/table.py`) runs in the
peer's environment; here the deal is followed on our engine, so that our player gets a view of it, and the view offers
what both engines allow. Card points are counted by our engine, the score is the peer's.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryFile
from typing import IO, Any

from bench.peer import HOME, PeerMissing, install, last_line, python
from jacknine.cards import card_text, cards_text, parse_card
from jacknine.game import Decision, Play, Speak, State, View, apply_legal, start, view
from jacknine.research.estimate import Estimate, estimate
from jacknine.research.frozen import Numbered, deal_path, read_deals
from jacknine.research.pairs import Chair, Clock, lead, stream
from jacknine.rules.auction import parse_call
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player of a peer: the peer's name, the module of its adapter, what that is told, and the game in our words."""

    peer: str
    adapter: str
    player: str
    line: str

    @property
    def name(self) -> str:
        return f"{self.peer} {self.player}"


ROOT = HOME.parent.parent
CONTREE = "coinche(preset=contree,target=10000)"
BARE = "stoeck=off,target=10000,weis=off"
OPPONENTS = (
    Opponent("colver", "bench.peers.colver_duel", "isdd", CONTREE),
    Opponent("colver", "bench.peers.colver_duel", "oracle_dd", CONTREE),
    Opponent("belote-cli", "bench.peers.belote_cli_duel", "hard", "belote(target=10000)"),
    Opponent("belote-cli", "bench.peers.belote_cli_duel", "medium", "belote(target=10000)"),
    Opponent("pyschieber", "bench.peers.pyschieber_duel", "challenge", f"jass({BARE})"),
    Opponent(
        "jass-kit", "bench.peers.jass_kit_duel", "random", "jass(preset=einfach,stoeck=off,target=10000,weis=off)"
    ),
)


@dataclass
class Standing:
    """What a duel has shown so far: leads of our side in cards and in score, one a pair, and both clocks."""

    cards: list[float] = field(default_factory=list)
    score: list[float] = field(default_factory=list)
    ours: Clock = field(default_factory=Clock)
    theirs: Clock = field(default_factory=Clock)


@dataclass(frozen=True, slots=True)
class Result:
    """A duel as it goes into bench/duels.json. ``track``: own calls, or all calls by the peer's player."""

    a: str
    b: str
    game: str
    track: str
    cards: Estimate
    score: Estimate
    ms: tuple[float, float]

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"a": self.a, "b": self.b, "game": self.game, "track": self.track, "pairs": self.cards.n}
        for name, found in (("cards", self.cards), ("score", self.score)):
            told[name] = {"mean": round(found.mean, 2), "error": round(found.error, 2)}
        return {**told, "ms_per_decision": [round(ms, 3) for ms in self.ms]}


class Table:
    """A peer's process, a deal at a time."""

    def __init__(self, lines: tuple[IO[str], IO[str]], rules: Rules, level: str) -> None:
        self._in, self._out = lines
        self._rules = rules
        self._chair = Chair(level, rules.line)

    def play(self, numbered: Numbered, ours: int, peer_calls: bool, standing: Standing) -> tuple[float, float]:
        """A deal with our player on one side; our lead in cards and in score."""
        rules = self._rules
        state, _ = apply_legal(start(rules, numbered.dealer), numbered.deal)
        seats = [seat for seat in range(rules.players) if rules.side_of(seat) != ours]
        self._say({**_told(state, numbered.number), "seats": seats, "calls": peer_calls})
        while "score" not in (heard := self._hear()):
            seat = heard["seat"]
            if seat != state.turn:
                # A peer may ask a seat that can only pass; our engine leaves it out.
                if heard.get("did") != "pass":
                    raise PeerMissing(f"deal {numbered.number}: it asks seat {seat}, we would ask {state.turn}")
                continue
            if "did" in heard:
                state, _ = apply_legal(state, decision_of(state, seat, heard["did"]))
                continue
            seen = _offered(view(state, seat), heard["legal"])
            decision = self._chair.decide(state, seen, stream(1, numbered.number, seat, str(seen.phase)))
            state, _ = apply_legal(state, decision)
            self._say(text_of(decision))
        standing.theirs += Clock(heard["seconds"], heard["decisions"])
        standing.ours, self._chair.clock = standing.ours + self._chair.clock, Clock()
        return lead(view(state, None).points, ours), lead(heard["score"], ours)

    def _say(self, told: Any) -> None:
        self._in.write(json.dumps(told) + "\n")
        self._in.flush()

    def _hear(self) -> dict[str, Any]:
        line = self._out.readline()
        if not line:
            raise EOFError
        told: dict[str, Any] = json.loads(line)
        return told


@contextmanager
def table(opponent: Opponent, rules: Rules, level: str) -> Iterator[Table]:
    """A table at a peer.

    Raises:
        PeerMissing: it cannot be installed, does not run or crashes; the message is one line.
    """
    install(opponent.peer)
    command: list[str | Path] = [python(opponent.peer), "-m", opponent.adapter, opponent.player]
    pipe = subprocess.PIPE
    with (
        TemporaryFile("w+") as said,
        subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=said, text=True) as process,
    ):
        assert process.stdin and process.stdout
        try:
            yield Table((process.stdin, process.stdout), rules, level)
            process.stdin.close()
        except (EOFError, BrokenPipeError):
            process.wait()
            said.seek(0)
            raise PeerMissing(last_line(said.read()) or f"exit status {process.returncode}") from None
        finally:
            process.kill()


def duel(level: str, opponent: Opponent, pairs: int, *, deals: str = "dev", peer_calls: bool = False) -> Result:
    """Our level against a peer's player over so many pairs of deals.

    With ``peer_calls`` the peer's player makes all calls, so that only the cards differ, and a deal that it throws in
    is left out.

    Raises:
        PeerMissing: as :func:`table`.
    """
    rules = parse_line(opponent.line)
    standing = Standing()
    with table(opponent, rules, level) as at:
        for numbered in read_deals(deal_path(deals, rules), rules):
            if len(standing.cards) == pairs:
                break
            both = [at.play(numbered, side, peer_calls, standing) for side in (0, 1)]
            if peer_calls and both == [(0.0, 0.0)] * 2:
                continue
            standing.cards.append(fmean(cards for cards, _ in both))
            standing.score.append(fmean(score for _, score in both))
    return Result(
        a=level,
        b=opponent.name,
        game=opponent.line,
        track=f"calls by {opponent.peer}" if peer_calls else "full",
        cards=estimate(standing.cards),
        score=estimate(standing.score),
        ms=(standing.ours.milliseconds, standing.theirs.milliseconds),
    )


# --- words ------------------------------------------------------------------------------------------------------------


def _told(state: State, number: int) -> dict[str, Any]:
    """A deal as a peer is told it."""
    deal = state.deal
    assert deal is not None
    return {
        "dealer": deal.dealer,
        "hands": [list(cards_text(hand)) for hand in deal.hands],
        "turned": card_text(deal.layout.turned[0]) if deal.layout.turned else "",
        "rest": [card_text(card) for card in deal.layout.rest],
        "seed": number,
    }


def decision_of(state: State, seat: int, text: str) -> Decision:
    """What a text means from a seat on turn, a card or a call."""
    if state.deal is not None and state.deal.phase == "play":
        return Play(seat, parse_card(text))
    return Speak(seat, parse_call(text))


def text_of(decision: Decision) -> str:
    """A card or a call as a text."""
    if isinstance(decision, Play):
        return card_text(decision.card)
    assert isinstance(decision, Speak)
    return str(decision.call)


def _offered(seen: View, legal: Sequence[str]) -> View:
    """A view that offers what the referee allows too; where nothing is left, what the referee allows."""
    both = tuple(one for one in seen.legal if isinstance(one, Play | Speak) and text_of(one) in legal)
    if not both:
        assert seen.seat is not None
        play = seen.phase == "play"
        both = tuple(Play(seen.seat, parse_card(one)) if play else Speak(seen.seat, parse_call(one)) for one in legal)
    cards = sum({1 << one.card for one in both if isinstance(one, Play)})
    return seen._replace(legal=both, legal_cards=cards)
