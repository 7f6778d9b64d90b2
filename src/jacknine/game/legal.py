"""What may be done now, and why something else may not.

The greyed-out cards of the table, the bots, the referee of records and the rules pages all ask here.
"""

from __future__ import annotations

from itertools import combinations

from jacknine.cards import CARD_COUNT, PILE, SUIT_MASKS, SUITS, card_text, cards_of, suit_of
from jacknine.game.actions import PLAYS, Action, Claim, Deal, Decision, Declare, Discard, Play, Roem, Skip, Speak, Swap
from jacknine.game.claim import every_line_wins
from jacknine.game.reasons import Reason, reason
from jacknine.game.state import KINGS_AND_QUEENS, DealState, State, trump_seven
from jacknine.game.tricks import is_ekka
from jacknine.rules.table import OVER, POINTS, RUFF_FREELY, SUIT, TRUMPS
from jacknine.rules.trick import legal_follow, legal_lead
from jacknine.rules.variant import Rules


def legal(state: State) -> tuple[Decision, ...]:
    """Every decision the seat on turn may take; empty when the next action is chance or the match is over."""
    deal = state.deal
    if deal is None or deal.turn is None:
        return ()
    seat = deal.turn
    if deal.phase == "auction":
        return tuple(Speak(seat, call) for call in deal.status.legal)
    if deal.phase == "swap":
        return (Swap(seat), Skip(seat)) if deal.layout.first[seat] & trump_seven(deal) else (Skip(seat),)
    if deal.phase == "discard":
        return _discards(state.rules, deal, seat)
    return _plays(state.rules, deal, seat)


def legal_cards(rules: Rules, deal: DealState) -> int:
    """The cards that the seat on turn may play, as a mask; 0 outside card play."""
    if deal.phase != "play" or deal.turn is None:
        return 0
    hand = deal.hands[deal.turn]
    trick = deal.trick
    if not trick:
        return legal_lead(deal.table, hand)
    partner = int(rules.partners and (deal.best_seat ^ deal.turn) & 1 == 0)
    return legal_follow(deal.table, hand, trick[0], deal.best, partner, len(trick), deal.ekka)


def _plays(rules: Rules, deal: DealState, seat: int) -> tuple[Decision, ...]:
    silent = PLAYS[seat]
    plays = [silent[card] for card in cards_of(legal_cards(rules, deal))]
    actions: list[Decision] = list(plays)
    if rules.belote_ask or rules.ekka == "manual":
        actions += [Play(seat, play.card, True) for play in plays if _may_speak(rules, deal, play)]
    if deal.open_roem:
        actions.append(Roem(seat))
        if not deal.hands[seat]:
            actions.append(Skip(seat))
    if _may_declare(deal, seat):
        actions.append(Declare(seat))
    return tuple(actions)


def _may_declare(deal: DealState, seat: int) -> bool:
    return not deal.tricks and not deal.announced[seat] and bool(deal.found[seat])


def _may_speak(rules: Rules, deal: DealState, play: Play) -> bool:
    """Whether a word can go with a card: the pair's name, or Ekka."""
    card, seat = play.card, play.seat
    assert deal.contract is not None
    if rules.ekka == "manual" and not deal.trick and is_ekka(deal, card):
        return True
    pair = KINGS_AND_QUEENS & SUIT_MASKS[suit_of(card)]
    return (
        rules.belote_ask
        and bool(pair >> card & 1)
        and suit_of(card) in rules.denomination(deal.contract.key).belote_suits
        and deal.dealt[seat] & pair == pair
        and (deal.hands[seat] & pair == pair) == (rules.belote_said_with == "first")
    )


def discardable(rules: Rules, deal: DealState, seat: int) -> int:
    """The cards that the taker may lay away."""
    hand = deal.hands[seat]
    if rules.dealing.discard_rule == "no_trump":
        allowed = hand & ~deal.table[TRUMPS]
    elif rules.dealing.discard_rule == "no_points":
        allowed = sum(1 << card for card in cards_of(hand) if deal.table[POINTS + card] == 0)
    else:
        allowed = hand
    return allowed if allowed.bit_count() >= rules.dealing.discard else hand


def _discards(rules: Rules, deal: DealState, seat: int) -> tuple[Discard, ...]:
    cards = [1 << card for card in cards_of(discardable(rules, deal, seat))]
    return tuple(Discard(seat, sum(some)) for some in combinations(cards, rules.dealing.discard))


# --- reasons ----------------------------------------------------------------------------------------------------------


def why_not(state: State, action: Action) -> Reason | None:
    """Why an action is not allowed now; None when it is.

    The ids are message ids of the catalogues, ``reason.follow_suit`` and the like.
    """
    if isinstance(action, Deal):
        return _why_not_deal(state, action)
    deal = state.deal
    if state.over:
        return reason("match_over")
    if deal is None or deal.phase == "over":
        return reason("not_dealt")
    if not 0 <= action.seat < state.rules.players:
        return reason("no_such_seat", seat=action.seat)
    if isinstance(action, Roem) and deal.open_roem:
        won_by = deal.tricks[-1].winner
        same = state.rules.side_of(action.seat) == state.rules.side_of(won_by)
        return None if same else reason("roem_not_yours")
    if isinstance(action, Speak) and (action.seat, action.call) in deal.status.anytime:
        return None
    if action.seat != deal.turn:
        return reason("not_your_turn", turn=deal.turn if deal.turn is not None else -1)
    if isinstance(action, Play) and deal.phase == "play":
        return _why_not_play(state.rules, deal, action)
    if isinstance(action, Claim):
        return _why_not_claim(state.rules, deal, action.seat)
    if action in legal(state):
        return None
    return _why_not_other(state.rules, deal, action)


def _why_not_deal(state: State, action: Deal) -> Reason | None:
    if not state.to_deal:
        return reason("match_over" if state.over else "deal_running")
    wanted = {card for card in range(CARD_COUNT) if state.rules.pack >> card & 1}
    if len(action.cards) != len(wanted) or set(action.cards) != wanted:
        return reason("not_the_pack", cards=len(wanted))
    if state.rules.dealing.turned == "pile" and sorted(action.pile) != list(PILE):
        return reason("no_pile")
    return None


def _why_not_other(rules: Rules, deal: DealState, action: Decision) -> Reason:
    match action:
        case Speak():
            if deal.phase != "auction":
                return reason("auction_over")
            offered = " ".join(str(call) for call in deal.status.legal)
            return reason("call_not_offered", call=str(action.call), offered=offered)
        case Discard():
            if deal.phase != "discard":
                return reason("nothing_to_lay_away")
            if action.cards & ~deal.hands[action.seat]:
                return reason("not_in_hand", card=card_text((action.cards & ~deal.hands[action.seat]).bit_length() - 1))
            return reason(f"lay_away_{rules.dealing.discard_rule}", count=rules.dealing.discard)
        case Declare():
            return reason("nothing_to_declare")
        case Roem():
            return reason("no_roem")
        case _:
            return reason("auction_first" if deal.phase == "auction" else "not_now")


def _why_not_claim(rules: Rules, deal: DealState, seat: int) -> Reason | None:
    if deal.phase != "play" or deal.trick or not deal.hands[seat] or rules.claims == "off":
        return reason("claim_not_now")
    return None if rules.claims == "penalty" or every_line_wins(rules, deal) else reason("claim_not_safe")


def _why_not_play(rules: Rules, deal: DealState, play: Play) -> Reason | None:
    """The refusal of a card, in the order in which a player would think of it."""
    card, seat = play.card, play.seat
    if not 0 <= card < CARD_COUNT or not deal.hands[seat] >> card & 1:
        known = 0 <= card < 52
        return reason("not_in_hand", card=card_text(card) if known else str(card))
    allowed = legal_cards(rules, deal)
    if allowed >> card & 1:
        if play.said and not _may_speak(rules, deal, play):
            return reason("nothing_to_say", card=card_text(card))
        return None
    return _why_not_follow(deal, seat, card, allowed) if deal.trick else reason("locked_lead")


def _why_not_follow(deal: DealState, seat: int, card: int, allowed: int) -> Reason:
    table, led = deal.table, deal.trick[0]
    suit, best = SUITS[suit_of(led)], card_text(deal.best)
    trump = SUITS[suit_of(next(cards_of(table[TRUMPS])))] if table[TRUMPS] else ""
    trump_led, trump_lies, is_trump = (bool(table[TRUMPS] >> some & 1) for some in (led, deal.best, card))
    if table[SUIT + led] >> card & 1:
        return reason("play_over_trump" if trump_led else "play_over", suit=suit, card=best)
    if deal.hands[seat] & table[SUIT + led] and not (is_trump and table[RUFF_FREELY]):
        if trump_led:
            return reason("follow_trump", suit=suit)
        return reason("follow_suit_or_trump" if allowed & table[TRUMPS] else "follow_suit", suit=suit)
    if is_trump and allowed & ~table[TRUMPS]:
        return reason("no_undertrump", trump=trump, card=best)
    if allowed & table[OVER + deal.best] and trump_lies:
        return reason("overtrump", suit=suit, trump=trump, card=best)
    return reason("undertrump_forced" if trump_lies else "trump_in", suit=suit, trump=trump)
