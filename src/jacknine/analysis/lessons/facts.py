"""The numbers that the sentences of a lesson may use, all of them read off the rules in force."""

from __future__ import annotations

from jacknine.analysis.lessons.bonuses import card_total
from jacknine.analysis.lessons.given import Values
from jacknine.rules.ladder import Ladder
from jacknine.rules.scoring.counted import CountedScoring
from jacknine.rules.scoring.game_points import SUN_ALL, SUN_DEAL, TRUMP_ALL, TRUMP_DEAL, GamePointScoring
from jacknine.rules.scoring.half import HalfScoring
from jacknine.rules.settings import Options
from jacknine.rules.variant import Rules


def facts_of(rules: Rules, in_force: Options) -> Values:
    """Numbers by name: those of every game, and each setting that is a number under its own name.

    ``hand`` is the number of cards in a hand when play begins, ``total`` what the cards of a deal with trump come to
    and ``half`` one more than half of that; ``packets`` says how the first cards are dealt.
    """
    dealing = rules.dealing
    total = card_total(rules, rules.denominations[0].key)
    facts: dict[str, str | int] = {name: int(value) for name, value in in_force.items() if value.isdecimal()}
    facts |= {
        "players": rules.players,
        "cards": rules.pack.bit_count(),
        "direction": rules.direction,
        "packets": " + ".join(map(str, dealing.packets)),
        "talon": dealing.talon,
        "hand": sum(dealing.packets) + dealing.rest + dealing.talon,
        "last": rules.last_trick,
        "total": total,
        "half": total // 2 + 1,
        "pair": rules.pair_points,
        "target": rules.match.target or 0,
        "deals": rules.match.deals or 0,
    }
    facts |= {f"factor_{one.key}": one.factor for one in rules.denominations}
    if isinstance(rules.scoring, HalfScoring | CountedScoring):
        facts["all_tricks"] = rules.scoring.all_tricks
    if isinstance(rules.scoring, GamePointScoring):
        facts |= {"hokum": TRUMP_DEAL, "sun": SUN_DEAL, "kaboot_hokum": TRUMP_ALL, "kaboot_sun": SUN_ALL}
    if isinstance(rules.auction, Ladder):
        ladder = rules.auction
        facts |= {
            "lowest": ladder.lowest,
            "highest": ladder.highest,
            "capot": ladder.capot,
            "generale": ladder.generale,
            "surcoinche": ladder.surcoinche,
        }
    return facts
