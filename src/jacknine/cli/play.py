"""Play in the terminal against computer players of any level.

    jacknine play --game "coinche(preset=contree)" --level hard

You type cards and calls; what is not allowed is answered with the reason, and `hint` asks a good player.
"""

from __future__ import annotations

import argparse
import itertools
import secrets
import sys
from typing import Final

from jacknine.bots import LEVELS, Bot, player
from jacknine.cli.numbers import count
from jacknine.cli.terminal import HELP, Unreadable, bare, names_of, news, seen_text, sheet_text, typed
from jacknine.game import Decision, Event, State, apply, start, view, visible_to, why_not
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.server.words import Words
from jacknine.variants import parse_line

REFUSED: Final = 2


class Left(Exception):
    """The person at the terminal has had enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--game", default="belote", help="a rule set, as in belote(preset=cafe) (%(default)s)")
    parser.add_argument("--level", default="normal", help=f"{', '.join(LEVELS)} (%(default)s)")
    parser.add_argument("--deals", type=count, metavar="N", help="stop after N deals (when the match is over)")
    parser.add_argument("--seed", type=int, help="the same number, the same cards (chance)")


def run(args: argparse.Namespace) -> int:
    try:
        rules = parse_line(args.game)
        bot = player(args.level)
    except (SettingsError, ValueError) as error:
        print(f"jacknine play: {error}", file=sys.stderr)
        return REFUSED
    seed = args.seed if args.seed is not None else secrets.randbits(8 * SEED_BYTES)
    game = Session(rules, bot, seed % (1 << 8 * SEED_BYTES))
    try:
        game.play(args.deals)
    except Left:
        print("\nleft the table")
    return 0


class Session:
    """One person in seat 0, computer players in the others."""

    def __init__(self, rules: Rules, bot: Bot, seed: int) -> None:
        self.bot, self.seed, self.seat = bot, seed, 0
        self.names = names_of(self.seat, rules.players)
        self.words = Words("en")
        self.state = start(rules, dealer=seed % rules.players)

    def play(self, deals: int | None) -> None:
        """Play so many deals, or until the match is over.

        Raises:
            Left: the input has ended.
        """
        print(f"{self.state.rules.line}. Type ? for help.")
        for number in itertools.count(1):
            if self.state.over or (deals is not None and number > deals):
                return
            self._deal(number)

    def _deal(self, number: int) -> None:
        state = self.state
        dealer = self.names[state.dealer]
        print(f"\nDeal {number}, dealt by {dealer}")
        self._apply(apply(state, shuffled(state.rules, self.seed.to_bytes(SEED_BYTES, "big"), number)))
        while (turn := self.state.turn) is not None:
            decision = self._ask() if turn == self.seat else self.bot.decide(view(self.state, turn), self.seed)
            self._apply(apply(self.state, decision))
        for line in sheet_text(view(self.state, self.seat), self.names):
            print(line)

    def _apply(self, done: tuple[State, tuple[Event, ...]]) -> None:
        self.state, events = done
        for line in news(visible_to(events, self.seat), self.names):
            print(line)

    def _ask(self) -> Decision:
        """What the person decides: asked until it is allowed."""
        seen = view(self.state, self.seat)
        if len(seen.legal) == 1:
            return seen.legal[0]
        for line in seen_text(seen, self.names):
            print(line)
        while True:
            try:
                line = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            if line.lower() in ("q", "quit"):
                raise Left
            if line == "?":
                print(f"Type {HELP}.")
                continue
            if line.lower() == "hint":
                self._advise()
                continue
            try:
                decision = typed(line, seen)
            except Unreadable as error:
                print(error)
                continue
            refused = why_not(self.state, decision)
            if refused is None:
                return decision
            print(bare(self.words.reason(refused, dict(enumerate(self.names)))))

    def _advise(self) -> None:
        from jacknine.bots.hints import hint

        found = hint(view(self.state, self.seat), self.seed)
        print(bare(self.words.text(f"hint.{found.why.id}", **found.why.values)))
