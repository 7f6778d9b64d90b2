"""Auctions and scores: the engine against the referee under random settings."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from jacknine.cards import PILE, card_text, cards_text
from jacknine.game.codec import CALLS
from jacknine.rules.auction import Call, Said, Seating, Status
from jacknine.rules.contract import Contract
from jacknine.rules.dealing import lay_out
from jacknine.rules.scoring import Tally
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, rules
from tests import oracle
from tests.support import long_count
from tests.versus import tables, trump_text

# --- auctions ---------------------------------------------------------------------------------------------------------


def some_seating(rng: Random, chosen: Rules) -> tuple[Seating, dict[str, Any]]:
    """What an auction may look at, and the same in the referee's words."""
    pack = [card for card in range(36) if chosen.pack >> card & 1]
    rng.shuffle(pack)
    if rng.random() < 0.3:  # many low cards, for those who may throw them in
        pack.sort(key=lambda card: card & 7 > 2 and rng.random() < 0.8)
    pile = rng.sample(PILE, len(PILE)) if chosen.dealing.turned == "pile" else ()
    layout = lay_out(chosen.dealing, chosen.players, 0, pack, pile)
    totals = tuple(rng.randrange(60, 150) for _ in range(chosen.sides))
    seating = Seating(chosen.players, 0, chosen.partners, layout.turned, layout.first, totals)
    given: dict[str, Any] = {"players": chosen.players}
    if chosen.dealing.turned == "card":
        given["turned"] = card_text(layout.turned[0])
    if chosen.dealing.turned == "pile":
        given["turned"] = [card_text(card) for card in layout.turned]
    if chosen.variant in ("klaverjas", "baloot"):
        given["hands"] = {seat: cards_text(hand) for seat, hand in enumerate(layout.first)}
    if chosen.variant == "baloot":
        given["totals"] = list(totals)
    return seating, given


def offered(status: Status) -> dict[str, Said]:
    """The calls that are allowed now, each with who makes it; out of turn it is the next seat that may."""
    turn = status.turn
    assert turn is not None
    farthest_first = sorted(status.anytime, key=lambda said: (said.seat - turn) % 4, reverse=True)
    calls = {str(said.call): said for said in farthest_first}
    return calls | {str(call): Said(turn, call) for call in status.legal}


@pytest.mark.parametrize("game", VARIANTS)
def test_auctions(game: str) -> None:
    rng, found = Random(11), Counter[Any]()
    words = sorted({str(call) for call in CALLS})
    for chosen, settings in tables(rng, game, long_count(120, 5_000)):
        seating, given = some_seating(rng, chosen)
        said: list[Said] = []
        possible = {str(call) for call in chosen.auction.calls()}
        status = chosen.auction.status(seating, said)
        passing = rng.random()
        while not status.over:
            calls = [str(one.call) for one in said]
            engine = offered(status)
            referee = {word for word in words if oracle.auction(game, settings, calls=[*calls, word], **given)["legal"]}
            assert set(engine) == referee, f"{chosen.line} {given} {calls}"
            assert referee <= possible, f"{chosen.line} {given} {calls}"
            found[len(engine)] += 1
            left = [word for word in engine if word not in ("pass", "push")] or list(engine)
            quiet = [word for word in ("pass", "push") if word in engine]
            word = quiet[0] if quiet and rng.random() < passing else rng.choice(left)
            said.append(engine[word])
            status = chosen.auction.status(seating, said)
            calls.append(word)
            answer = oracle.auction(game, settings, calls=calls, **given)
            asked = f"{chosen.line} {given} {calls}"
            assert (status.over, status.void, status.turn) == (answer["over"], answer["void"], answer["turn"]), asked
        if status.contract is not None:
            contract = status.contract
            end = (contract.taker, trump_text(contract.key), contract.multiplier, contract.card_to)
            assert end == tuple(answer[name] for name in ("taker", "trump", "multiplier", "card_to")), asked
            assert contract.locked == answer.get("locked", False), asked
            if game == "coinche":
                assert contract.level == answer["value"], asked
            found["doubled" if contract.multiplier > 1 else "single"] += 1
        found["void"] += status.void
    assert found["single"] > 20 and (found["void"] or game in ("klaverjas", "bela", "jass")), found
    assert found["doubled"] > 2 or game in ("belote", "klaverjas", "jass"), found


# --- scores -----------------------------------------------------------------------------------------------------------


def some_deal(rng: Random, chosen: Rules, settings: dict[str, object]) -> tuple[Tally, dict[str, Any]]:
    """The facts of a finished deal as far as scoring asks, and the same in the referee's words."""
    sides, game = chosen.sides, chosen.variant
    key = rng.choice(chosen.denominations).key
    taker = rng.randrange(sides)
    given: dict[str, Any] = {"taker": taker, "trump": trump_text(key)}
    contract = some_contract(rng, chosen, key, taker, given)
    played = 9 if game == "jass" else 8 if chosen.players == 4 else 10
    tricks = shared(rng, played, sides) if rng.random() < 0.7 else shared(rng, played, 1, sides)
    whole = worth(rng, chosen, key, settings)
    cards = shared(rng, whole, sides)
    if rng.random() < 0.4:
        half = whole // 2 + rng.randint(-3, 3)
        cards[:2] = [half, whole - half]
        cards[2:] = [0] * (sides - 2)
    if sides == 3 and rng.random() < 0.3:
        cards = [rng.choice([20, 60])] * 3
        cards[taker] = whole - sum(cards) + cards[taker]
    for side in range(sides):
        if not tricks[side]:
            other = max(range(sides), key=lambda one: tricks[one])
            cards[other] += cards[side]
            cards[side] = 0
    unit = 1 if game == "baloot" else 10
    best = rng.randrange(sides)
    declared = [rng.choice([0, 2, 5, 10, 20]) * unit for _ in range(sides)]
    shown = [
        points if camp(chosen, side, taker) == camp(chosen, best, taker) else 0 for side, points in enumerate(declared)
    ]
    if not chosen.declarations and not any(one.declarations for one in chosen.denominations):
        shown = declared = [0] * sides
    pair = chosen.pair_points * len(chosen.denomination(key).belote_suits)
    belote = shared(rng, pair, 1, sides) if rng.random() < 0.5 else [0] * sides
    roem = [rng.choice([0, 20, 40]) if chosen.roem is not None else 0 for _ in range(sides)]
    held = rng.choice([0, 0, 81, 20]) if game in ("belote", "bela") else 0
    alone = bool(rng.getrandbits(1)) and tricks[taker] == played
    given |= {
        "card_points": cards,
        "tricks": tricks,
        "melds": shown,
        "beaten_melds": [all_ - some for all_, some in zip(declared, shown, strict=True)],
        "belote": belote,
        "roem": roem,
        "held": held,
        "taker_tricks": tricks[taker] if alone else tricks[taker] // 2,
        "taker_seat": rng.randrange(2),
        "taker_has_ace": bool(rng.getrandbits(1)),
    }
    tally = Tally(
        taker=taker,
        cards=tuple(cards),
        tricks=tuple(tricks),
        declared=tuple(shown),
        beaten=tuple(given["beaten_melds"]),
        belote=tuple(belote),
        roem=tuple(roem),
        held=tuple(held if side == 0 else 0 for side in range(sides)),
        contract=contract,
        factor=chosen.denomination(key).factor,
        raiser_side=None if contract.raiser is None else chosen.side_of(contract.raiser),
        taker_took_all=alone,
        taker_is_eldest=given["taker_seat"] == 0,
        taker_held_ace=given["taker_has_ace"],
    )
    return tally, given


def shared(rng: Random, total: int, parts: int, sides: int = 0) -> list[int]:
    """A number cut into parts at random places, among as many sides as there are."""
    cuts = sorted(rng.randint(0, total) for _ in range(parts - 1))
    pieces = [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
    pieces += [0] * (sides - parts)
    rng.shuffle(pieces)
    return pieces


def camp(chosen: Rules, side: int, taker: int) -> int:
    return int(side != taker) if chosen.solo else side


def worth(rng: Random, chosen: Rules, key: str, settings: dict[str, object]) -> int:
    """The card points of a deal, all sides together."""
    if chosen.players == 2:
        return rng.randint(36, 160)
    if chosen.variant == "jass":
        return 157
    if key == "N" and (chosen.variant == "baloot" or settings["sa_ta_points"] == "raw"):
        return 130
    return 258 if key == "A" and settings["sa_ta_points"] in ("raw", "ffb2016") else 162


def some_contract(rng: Random, chosen: Rules, key: str, taker: int, given: dict[str, Any]) -> Contract:
    """A contract of the game, doubled or not; ``given`` gets its bid."""
    seating = Seating(chosen.players, 0, chosen.partners)
    if chosen.variant == "coinche":
        bids = [call for call in chosen.auction.status(seating, ()).legal if call.key == key]
        bid = rng.choice([*bids[:2], *bids[-3:], rng.choice(bids)])
        said = [Said(taker, bid)]
        raises = rng.randrange(3)
        said += [Said(1 - taker, Call("coinche")), Said(taker, Call("surcoinche"))][:raises]
        found = chosen.auction.status(seating, said).contract
        assert found is not None
        given |= {"bid": bid.level or bid.word, "multiplier": found.multiplier}
        return found
    level = 1
    if chosen.variant == "baloot":
        given["contract"] = "sun" if key == "N" else "hokum"
        level = rng.choice([1, 1, rng.randint(1, 2 if key == "N" else 5)])
    elif chosen.variant == "bela" and chosen.players != 3:
        level = rng.choice([1, 1, 2, 4])
    given["multiplier"] = level
    raiser = None if level == 1 else taker if level in (3, 4, 5) and level != 4 else 1 - taker
    return Contract(key, taker, multiplier=level, raiser=raiser, for_match=chosen.variant == "baloot" and level == 5)


@pytest.mark.parametrize("game", VARIANTS)
def test_scores(game: str) -> None:
    rng, found = Random(12), Counter[Any]()
    for chosen, settings in tables(rng, game, long_count(1_500, 50_000)):
        tally, given = some_deal(rng, chosen, settings)
        sheet = chosen.scoring.score(tally)
        said = oracle.deal_score(game, settings, given)
        engine = (list(sheet.scores), sheet.made, sum(sheet.held))
        assert engine == (said["scores"], said["made"], said["held"]), f"{chosen.line} {given}"
        assert all(
            sum(line.points for line in sheet.lines if line.side == side) == score
            for side, score in enumerate(sheet.scores)
        )
        found[sheet.made] += 1
        found["all"] += tally.all_tricks() is not None
    assert found["all"] > 100, found
    # In jass nobody has to make anything.
    assert set(found) == {None, "all"} if game == "jass" else found[True] > 100 < found[False], found


@pytest.mark.parametrize(("first", "scores"), [(0, (112, 0, 50)), (2, (50, 0, 112))])
def test_level_opponents_of_a_falling_caller(first: int, scores: tuple[int, ...]) -> None:
    """The earlier seat adds the caller's points (docs/games/bela.md 1.4); seats are not counted from the caller."""
    chosen = rules("bela", {"players": 3, "three_fall": "higher_opponent", "three_bidding": "pass_then_mus"})
    none = (0, 0, 0)
    tally = Tally(1, (50, 62, 50), (3, 4, 3), none, none, none, none, none, Contract("H", 1), first=first)
    assert chosen.scoring.score(tally).scores == scores
