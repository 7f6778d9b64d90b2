"""The engine's answers to small questions: one card, one trick, one hand, one auction, one score.

Every function goes from what a case gives to what the engine says; nothing in here knows a rule. In cases seats count
from eldest, so eldest is seat 0 and the last seat deals.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from jacknine.analysis.cases import TRUMP_TEXTS, CaseError, Given, Json
from jacknine.analysis.counted import DECLARED, HELD, check_counted, check_multiplier
from jacknine.analysis.endings import TRICKS, difference
from jacknine.cards import PILE, SUITS, card_text, cards_of, cards_text, mask_of, suit_of
from jacknine.game import Play, State
from jacknine.game.legal import legal_cards
from jacknine.game.match import apply_legal, finished
from jacknine.game.settle import camp_of
from jacknine.game.setup import play_state
from jacknine.rules.auction import TAKE, Call, Said, Seating, Status, parse_call
from jacknine.rules.buying import HOKUM, Buying
from jacknine.rules.contract import NO_TRUMP, Contract
from jacknine.rules.declarations import Declarations
from jacknine.rules.ladder import Ladder
from jacknine.rules.scoring import Sheet, Tally
from jacknine.rules.scoring.bid import BidScoring
from jacknine.rules.scoring.half import HalfScoring
from jacknine.rules.trick import points_of
from jacknine.rules.variant import Denomination, Rules
from jacknine.solver.position import LARGEST_BONUS

LARGEST_TARGET: Final = 10_000
"""The longest match that the settings know."""


class Skipped(Exception):
    """A case that cannot be answered here; says why."""


class Refused(Exception):
    """The engine does not allow something that the case takes for allowed; says what and why."""


def _held(chosen: Rules, name: str, hand: int) -> int:
    """A hand, as long as somebody can hold it.

    Raises:
        CaseError: it has too many cards, or one that is not in the pack.
    """
    if hand & ~chosen.pack:
        raise CaseError(f"{name}: {' '.join(cards_text(hand & ~chosen.pack))} is not in the pack")
    if hand.bit_count() > chosen.hand_size:
        raise CaseError(f"{name} has {hand.bit_count()} cards: nobody holds more than {chosen.hand_size}")
    return hand


# --- card play --------------------------------------------------------------------------------------------------------


def legal(chosen: Rules, given: Given) -> Json:
    trick, hand = given.cards("trick"), _held(chosen, "hand", mask_of(given.cards("hand")))
    if len(trick) >= chosen.players:
        raise CaseError(f"trick has {len(trick)} cards: nobody is left to play")
    hands = [1 << card for card in trick] + [hand] + [0] * (chosen.players - len(trick) - 1)
    contract = Contract(given.trump(), 0, locked=given.flag("locked"))
    state = _played(play_state(chosen, contract, hands, dealer=chosen.players - 1), trick)
    assert state.deal is not None
    deal = state.deal._replace(ekka=int(given.flag("ekka")))
    return {"legal": cards_text(legal_cards(chosen, deal))}


def trick(chosen: Rules, given: Given) -> Json:
    trick = given.cards("trick")
    if len(trick) != chosen.players:
        raise CaseError(f"trick has {len(trick)} cards, not {chosen.players}")
    spare = cards_of(chosen.pack & ~mask_of(trick))
    hands = [1 << card | (0 if given.flag("last") else 1 << next(spare)) for card in trick]
    state = _played(play_state(chosen, Contract(given.trump(), 0), hands, dealer=chosen.players - 1), trick)
    assert state.deal is not None
    taken = state.deal.tricks[-1]
    return {"winner": taken.winner, "points": taken.points, "roem": taken.roem + state.deal.open_roem}


def _played(state: State, cards: list[int]) -> State:
    """A state after some cards, whether the rules allow them or not."""
    for card in cards:
        assert state.turn is not None
        state, _ = apply_legal(state, Play(state.turn, card))
    return state


def solver(chosen: Rules, given: Given) -> Json:
    hands = given.hands(chosen.players)
    leader = given.seat("leader", chosen.players)
    sizes = {hand.bit_count() for hand in hands}
    if len(sizes) != 1:
        raise CaseError("hands are of different sizes")
    if sizes == {0}:
        raise CaseError("no cards are left to play")
    bonus = given.whole("all_tricks", 0, least=0, most=LARGEST_BONUS)
    chosen = replace(chosen, roem=None)  # the value is card points, which both sides play for
    contract = Contract(given.trump(), given.seat("taker", chosen.players, 0))
    state = play_state(chosen, contract, hands, dealer=chosen.players - 1, leader=leader)
    assert state.deal is not None
    ahead = _searched(state, bonus) if max(sizes) > TRICKS else difference(chosen, state.deal, bonus)
    cards = points_of(state.deal.table, sum(hands)) + chosen.last_trick
    if bonus and abs(ahead) == cards + bonus:
        return {"value": max(ahead, 0)}
    return {"value": (cards + ahead) // 2}


def _searched(state: State, all_tricks: int) -> int:
    """The difference of a longer ending, by the exact solver where it is installed."""
    try:
        from jacknine.solver.api import position_of, solve
    except ModuleNotFoundError as error:
        raise Skipped(f"more than {TRICKS} tricks, and the exact solver needs {error.name}") from None
    return solve(position_of(state), cards=False, bonus=(all_tricks, all_tricks)).value


# --- declarations -----------------------------------------------------------------------------------------------------


def melds(chosen: Rules, given: Given) -> Json:
    declarations, trump = _declarations(chosen, given)
    found = declarations.find(_held(chosen, "hand", mask_of(given.cards("hand"))), trump)
    return {
        "points": sum(one.points for one in found),
        "melds": [{"cards": cards_text(one.cards), "points": one.points} for one in found],
    }


def meld_compare(chosen: Rules, given: Given) -> Json:
    declarations, trump = _declarations(chosen, given)
    taker = given.seat("taker", chosen.players, 0)
    hands = [_held(chosen, f"hand of seat {seat}", hand) for seat, hand in enumerate(given.hands(chosen.players))]
    found = {seat: declarations.find(hand, trump) for seat, hand in enumerate(hands)}
    contract = Contract(SUITS[trump or 0], taker)

    def camp(seat: int) -> int:
        return camp_of(chosen, contract, seat)

    best = declarations.best_seat(found, trump, camp=camp, eldest=0, taker=taker, players=chosen.players)
    points = [0] * chosen.sides
    if best is None:
        return {"side": None, "points": points}
    for seat, declared in found.items():
        if camp(seat) == camp(best):
            points[chosen.side_of(seat)] += sum(one.points for one in declared)
    return {"side": chosen.side_of(best), "points": points}


def _declarations(chosen: Rules, given: Given) -> tuple[Declarations, int | None]:
    """The declarations of the game, or of the contract that is played, and the trump suit."""
    if "trump" not in given:
        return chosen.declarations, None
    denomination = _denomination(chosen, given.trump())
    return chosen.declarations_in(denomination), denomination.trump


def _denomination(chosen: Rules, key: str) -> Denomination:
    try:
        return chosen.denomination(key)
    except KeyError:
        raise CaseError(f"{chosen.line} has no contract with trump {TRUMP_TEXTS[key]}") from None


# --- auction ----------------------------------------------------------------------------------------------------------

_SAME: Final = {
    Call("double"): Call("kontra"),
    Call("coinche"): Call("kontra"),
    Call("surcoinche"): Call("rekontra"),
}
"""Words of other games for the same call."""


def auction(chosen: Rules, given: Given) -> Json:
    calls = [parse_call(text) for text in given.words("calls")]
    seating = Seating(chosen.players, 0, chosen.partners, turned_up(chosen, given))
    said: list[Said] = []
    status = chosen.auction.status(seating, ())
    allowed = True
    for number, call in enumerate(calls, 1):
        heard = hear(status, call, seating.turned)
        if heard is None and number < len(calls):
            raise Refused(f"call {number}, {call}, is not allowed")
        if heard is None:
            allowed = False
        else:
            said.append(heard)
            status = chosen.auction.status(seating, said)
    contract = status.contract
    return {
        "legal": allowed,
        "over": status.over,
        "void": status.void,
        "turn": status.turn,
        "taker": contract and contract.taker,
        "trump": contract and TRUMP_TEXTS[contract.key],
        "value": contract and contract.level,
        "multiplier": contract and contract.multiplier,
        "card_to": contract and contract.card_to,
    }


def hear(status: Status, call: Call, turned: tuple[int, ...]) -> Said | None:
    """A call with the seat that makes it: the one on turn, or the first that may say it out of turn, or None.

    Who takes the turned suit, or keeps his hokum, may name the suit as well, and who doubles may say so in the words
    of the neighbouring games.
    """
    if call not in status.legal and status.turn is not None:
        same = dict(_SAME)
        if turned:
            suit = status.contract.key if status.contract else SUITS[suit_of(turned[status.turned])]
            same |= {Call("name", suit): TAKE, Call("hokum", suit): HOKUM}
        call = same[call] if same.get(call) in status.legal else call
    if call in status.legal and status.turn is not None:
        return Said(status.turn, call)
    return next((said for said in status.anytime if said.call == call), None)


def turned_up(chosen: Rules, given: Given) -> tuple[int, ...]:
    """The cards turned up: the given one, and from a pile the others after it."""
    if chosen.dealing.turned == "none":
        return ()
    turned = given.card("turned")
    if chosen.dealing.turned == "card":
        if not chosen.pack >> turned & 1:
            raise CaseError(f"turned is {card_text(turned)}, which is not in the pack")
        return (turned,)
    return (turned, *(card for card in PILE if card != turned))


# --- scores -----------------------------------------------------------------------------------------------------------


def deal_score(chosen: Rules, given: Given) -> Json:
    tally = _counted(chosen, given, given.seat("taker", chosen.sides, 0))
    sheet = chosen.scoring.score(tally)
    return {"scores": list(sheet.scores), "made": sheet.made, "held": sum(sheet.held)}


def _counted(chosen: Rules, given: Given, taker: int) -> Tally:
    """What was counted in a deal: of the trumps that ``_trumps`` allows the first under which it can have been."""
    refused: CaseError | None = None
    for key in _trumps(chosen, given):
        tally = _tally(chosen, given, _scored_contract(chosen, given, key, taker))
        try:
            check_counted(chosen, tally)
        except CaseError as error:
            refused = refused or error
        else:
            return tally
    assert refused is not None
    raise refused


def _trumps(chosen: Rules, given: Given) -> list[str]:
    """The contracts that a score may be of: hearts where none is named, and in an auction those without one trump."""
    if "trump" in given:
        return [given.trump()]
    other = [one.key for one in chosen.denominations if one.trump is None]
    return ["H", *other] if isinstance(chosen.auction, Ladder) else ["H"]


def _tally(chosen: Rules, given: Given, contract: Contract) -> Tally:
    sides = chosen.sides
    over = given.whole("held", 0, least=0, most=HELD)
    hangs = isinstance(chosen.scoring, HalfScoring) and chosen.scoring.tie != "fails"
    tricks = given.sides("tricks", sides, optional=False)
    declared, beaten = (given.sides(name, sides, least=0, most=DECLARED) for name in ("melds", "beaten_melds"))
    if not chosen.declarations:  # where nothing is declared nothing is validated
        declared = beaten = (0,) * sides
    return Tally(
        taker=contract.taker,
        cards=given.sides("card_points", sides, optional=False),
        tricks=tricks,
        declared=declared,
        beaten=beaten,
        belote=given.sides("belote", sides),
        roem=given.sides("roem", sides),
        held=tuple(over if hangs and side == contract.taker else 0 for side in range(sides)),
        contract=contract,
        taker_took_all=sum(tricks) == tricks[contract.taker],
        factor=_denomination(chosen, contract.key).factor,
        raiser_side=_raiser(chosen, contract),
        taker_is_eldest=contract.taker == 0,
        taker_held_ace=True,
    )


def _raiser(chosen: Rules, contract: Contract) -> int | None:
    """The side that raised last: the others double, the taker triples, and so on."""
    if contract.multiplier == 1 or not chosen.partners:
        return None
    return contract.taker ^ contract.multiplier & 1 ^ 1


def _scored_contract(chosen: Rules, given: Given, key: str, taker: int) -> Contract:
    if "contract" in given:
        word = given.word("contract")
        if not isinstance(chosen.auction, Buying):
            raise CaseError(f"{chosen.line} has no hokum and no sun: leave contract out")
        if word not in ("hokum", "sun"):
            raise CaseError(f"contract is {word!r}, not hokum or sun")
        key = NO_TRUMP if word == "sun" else key
    bids = isinstance(chosen.auction, Ladder)
    contract = _bought(chosen, given, key, taker) if bids or "bid" in given else Contract(key, taker)
    multiplier = given.whole("multiplier", 1)
    check_multiplier(chosen, contract, multiplier)
    return replace(contract, multiplier=multiplier, for_match=multiplier == _stakes_the_match(chosen))


def _stakes_the_match(chosen: Rules) -> int | None:
    """The multiplier of the raise that stakes the match, where there is one."""
    raises = chosen.auction.raises if isinstance(chosen.auction, Buying) else None
    return dict(raises.steps).get(raises.for_match) if raises is not None else None


def _bought(chosen: Rules, given: Given, key: str, taker: int) -> Contract:
    """The contract that a bid makes: its level, or its word."""
    bid = given.whole_or_word("bid")
    if not isinstance(chosen.scoring, BidScoring):
        raise CaseError(f"{chosen.line} has no bids")
    seating = Seating(chosen.players, 0, chosen.partners)
    for call in chosen.auction.status(seating, ()).legal:
        contract = chosen.auction.status(seating, [Said(taker, call)]).contract
        if contract is not None and contract.key == key and bid in (contract.level, call.word):
            return contract
    raise CaseError(f"{chosen.line} has no bid {bid} with trump {TRUMP_TEXTS[key]}")


def match(chosen: Rules, given: Given) -> Json:
    match = chosen.match
    if "target" in given:
        match = replace(match, target=given.whole("target", least=1, most=LARGEST_TARGET), deals=None)
    elif match.target is None:
        raise CaseError("target is missing: this match is played for a number of deals")
    scores = given.sides("deal", chosen.sides, optional=False)
    before = given.sides("before", chosen.sides, optional=False)
    totals = tuple(total + score for total, score in zip(before, scores, strict=True))
    sheet = Sheet((), scores, None, (0,) * chosen.sides)
    _, over, winner = finished(match, totals, sheet, 1, given.sides("tricks", chosen.sides))
    return {"over": over, "winner": winner}
