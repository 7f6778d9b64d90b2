"""Laws that hold at every moment of every game, whatever the rules: for tests, and for a table that wants to be sure.

They are about states that came from :func:`jacknine.game.start` by legal actions. A position that was set up by hand
may know less about its past than they ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jacknine.cards import card_text, cards_of, cards_text
from jacknine.game.actions import Discard, Play
from jacknine.game.legal import legal
from jacknine.game.state import DealState, State, trump_seven
from jacknine.rules.trick import beats, points_of
from jacknine.rules.variant import Rules


class BrokenInvariant(AssertionError):
    """A law does not hold; ``law`` is its name."""

    def __init__(self, law: str, message: str) -> None:
        super().__init__(f"{law}: {message}")
        self.law = law


def check(state: State) -> None:
    """Hold a state against all laws.

    Raises:
        BrokenInvariant: one does not hold; its ``law`` is ``cards`` (each card of the pack is in one place),
            ``hands`` (a seat has played what it does not hold any more, and all have played alike), ``points`` (what
            was taken and what is still in play make up the pack), ``tricks`` (each is won by its best card and adds up
            to what was taken), ``turn`` (the right seat is asked), ``legal`` (it has something to do, with its own
            cards) or ``sheet`` (the lines of the score sheet add up to the scores).
    """
    if state.deal is not None:
        _cards(state.rules, state.deal)
        if state.deal.table:
            _hands(state.rules, state.deal)
            _tricks(state.rules, state.deal)
            _points(state.rules, state.deal)
        _sheets(state)
    _turn(state)
    _legal(state)


def _hold(law: str, holds: bool, message: str) -> None:
    if not holds:
        raise BrokenInvariant(law, message)


def _places(rules: Rules, deal: DealState) -> Iterator[tuple[str, int]]:
    """Every place where cards lie, with its cards."""
    for seat, hand in enumerate(deal.hands):
        yield f"the hand of seat {seat}", hand
    yield "the trick", _mask(deal.trick)
    for number, trick in enumerate(deal.tricks, 1):
        yield f"trick {number}", _mask(trick.cards)
    yield "what was laid away", deal.laid_away
    yield "the stock", deal.layout.stock
    turned = 1 << deal.layout.turned[0] if rules.dealing.turned == "card" else 0
    if deal.contract is None:
        for talon, hand in zip(deal.layout.talons, deal.hands, strict=True):
            yield "a talon", talon & ~hand
        yield "the rest", _mask(deal.layout.rest)
        yield "the cards for the taker", deal.layout.extra
        yield "the turned card", turned
    else:
        if deal.contract.card_to is None and turned:
            yield "the turned card", turned if deal.swapped is None else trump_seven(deal)
        if deal.claimed_by is not None:
            yield "the claimed tricks", sum(deal.dealt) & ~_mask(c for trick in deal.tricks for c in trick.cards)


def _mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _cards(rules: Rules, deal: DealState) -> None:
    seen: dict[int, str] = {}
    for place, mask in _places(rules, deal):
        for card in cards_of(mask):
            _hold("cards", card not in seen, f"{card_text(card)} is in {place} and in {seen.get(card)}")
            seen[card] = place
    missing = rules.pack & ~_mask(seen)
    _hold("cards", not missing, f"{' '.join(cards_text(missing))}: nowhere")
    _hold("cards", _mask(seen) == rules.pack, "there are cards that do not belong to the pack")


def _played(rules: Rules, deal: DealState) -> Iterator[tuple[int, int]]:
    """Every card played, with the seat that played it."""
    for leader, cards in [(trick.leader, trick.cards) for trick in deal.tricks] + [(deal.leader, deal.trick)]:
        for place, card in enumerate(cards):
            yield (leader + place) % rules.players, card


def _hands(rules: Rules, deal: DealState) -> None:
    if deal.claimed_by is not None:
        return
    held = list(deal.hands)
    for seat, card in _played(rules, deal):
        held[seat] |= 1 << card
    for seat, hand in enumerate(held):
        _hold("hands", hand == deal.dealt[seat], f"seat {seat} began with other cards than it held and played")
    if deal.phase in ("play", "over"):
        sizes = {hand.bit_count() for hand in held}
        _hold("hands", len(sizes) == 1, f"the seats began with {sorted(sizes)} cards")


def _tricks(rules: Rules, deal: DealState) -> None:
    captured, roem = [0] * rules.players, [0] * rules.players
    assert deal.contract is not None
    captured[deal.contract.taker] += points_of(deal.table, deal.laid_away)
    for number, trick in enumerate(deal.tricks, 1):
        captured[trick.winner] += trick.points
        roem[trick.winner] += trick.roem
        if not trick.cards:
            continue
        best = 0
        for place, card in enumerate(trick.cards):
            if beats(deal.table, card, trick.cards[best]):
                best = place
        winner = (trick.leader + best) % rules.players
        _hold("tricks", winner == trick.winner, f"trick {number} went to seat {trick.winner}, not to {winner}")
        last = number == len(deal.tricks) and not any(deal.hands) and not deal.trick
        points = points_of(deal.table, _mask(trick.cards)) + (rules.last_trick if last else 0)
        _hold("tricks", points == trick.points, f"trick {number} counts {trick.points}, not {points}")
    punished = deal.claimed_by is not None and deal.tricks[-1].winner != deal.claimed_by
    _hold("tricks", punished or tuple(captured) == deal.captured, f"{deal.captured} taken, {captured} in tricks")
    _hold("tricks", tuple(roem) == deal.roem, f"roem {deal.roem}, {roem} in tricks")


def _points(rules: Rules, deal: DealState) -> None:
    table = deal.table
    taken = _mask(card for trick in deal.tricks for card in trick.cards) | deal.laid_away
    if deal.claimed_by is not None:
        taken |= sum(deal.dealt)
    total = points_of(table, rules.pack) + (0 if any(deal.hands) or deal.trick else rules.last_trick)
    left = points_of(table, rules.pack & ~taken)
    _hold("points", sum(deal.captured) + left == total, f"{sum(deal.captured)} taken and {left} left of {total}")


def _turn(state: State) -> None:
    deal, players = state.deal, state.rules.players
    if deal is None:
        return
    turn = deal.turn
    _hold("turn", (turn is None) == (deal.phase == "over"), f"seat {turn} on turn while the deal is in {deal.phase}")
    _hold("turn", turn is None or 0 <= turn < players, f"there is no seat {turn}")
    if deal.phase == "auction":
        _hold("turn", turn == deal.status.turn, f"seat {turn} on turn, the auction asks {deal.status.turn}")
    if deal.phase == "discard" and deal.contract is not None:
        _hold("turn", turn == deal.contract.taker, f"seat {turn} lays cards away, the taker is {deal.contract.taker}")
    if deal.phase == "play":
        wanted = (deal.leader + len(deal.trick)) % players
        _hold("turn", len(deal.trick) < players, f"{len(deal.trick)} cards in a trick")
        _hold("turn", turn == wanted, f"seat {turn} on turn, not {wanted}")
        _hold("turn", not deal.tricks or deal.leader == deal.tricks[-1].winner, "the winner of a trick does not lead")


def _legal(state: State) -> None:
    decisions = legal(state)
    deal = state.deal
    if deal is None or deal.turn is None or state.over:
        _hold("legal", not decisions, "there is something to do, and nobody on turn")
        return
    _hold("legal", bool(decisions), f"seat {deal.turn} has nothing to do")
    for action in decisions:
        _hold("legal", action.seat == deal.turn, f"{action} is not of seat {deal.turn}")
        cards = 1 << action.card if isinstance(action, Play) else action.cards if isinstance(action, Discard) else 0
        _hold("legal", not cards & ~deal.hands[deal.turn], f"{action} is not in the hand")


def _sheets(state: State) -> None:
    for outcome in state.outcomes:
        if outcome.sheet is not None:
            for side, score in enumerate(outcome.sheet.scores):
                lines = sum(line.points for line in outcome.sheet.lines if line.side == side)
                _hold("sheet", lines == score, f"side {side} scores {score}, its lines add up to {lines}")
