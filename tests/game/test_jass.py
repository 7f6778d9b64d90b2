"""Schieber Jass at the table: the push, the words, the match that stops with a card."""

from jacknine.cards import card_text, parse_card, parse_cards
from jacknine.game import Declare, Play, Speak, State, apply, apply_legal, legal, start, view, why_not
from jacknine.game.setup import deck_for, play_state
from jacknine.rules.auction import Call, parse_call
from jacknine.rules.contract import Contract
from jacknine.variants import parse_line

HANDS = [
    "JH 9H KH QH AS KS QS 6D 7D",
    "AH TH 6S 7S 8S AC KC QC JC",
    "8H 7H 9S TS JS AD KD QD JD",
    "6H TD 9D 8D TC 9C 8C 7C 6C",
]


def dealt(line: str) -> State:
    """A match whose first deal brings HANDS; seat 3 deals, so seat 0 is forehand."""
    chosen = parse_line(line)
    hands = [parse_cards(hand.split()) for hand in HANDS]
    return apply_legal(start(chosen, 3), deck_for(chosen, hands, dealer=3, taker=0))[0]


def called(state: State, *calls: str) -> State:
    for call in calls:
        assert state.turn is not None
        state, _ = apply(state, Speak(state.turn, parse_call(call)))
    return state


def at_play(line: str, trump: str, hands: list[str], totals: tuple[int, int] = (0, 0)) -> State:
    cards = [parse_cards(hand.split()) for hand in hands]
    return play_state(parse_line(line), Contract(trump, 0), cards, dealer=3, totals=totals)


def laid(state: State, cards: str) -> State:
    """A state after cards, each with its word where it may have one."""
    for card in cards.split():
        assert state.turn is not None
        said = Play(state.turn, parse_card(card), True)
        state, _ = apply(state, said if said in legal(state) else Play(state.turn, parse_card(card)))
    return state


def test_a_push_goes_across_the_table() -> None:
    state = dealt("jass")
    assert view(state, 0).counts == (9, 9, 9, 9)
    offered = {str(action.call) for action in legal(state) if isinstance(action, Speak)}
    assert offered == {"push", "S", "H", "D", "C", "U", "B"}
    pushed = called(state, "push")
    assert pushed.turn == 2
    assert Speak(2, Call("push")) not in legal(pushed)
    assert why_not(pushed, Speak(1, Call("name", "H"))) is not None
    chosen = called(pushed, "H")
    assert chosen.deal is not None and chosen.deal.contract is not None
    assert (chosen.deal.contract.taker, chosen.turn) == (2, 0)
    assert called(dealt("jass(first_lead=chooser)"), "push", "H").turn == 2
    assert called(dealt("jass(push=back)"), "push", "push").turn == 0


def test_only_the_better_declarations_are_shown() -> None:
    state = laid(called(dealt("jass"), "U"), "AS 6S 9S TD")
    # The best is the run of five clubs of seat 3: both partners show, the other side keeps its four in a row covered.
    declared = view(state, None).declarations
    assert [[one.points for one in of_seat] for of_seat in declared] == [[], [50, 20], [], [100, 20]]


def test_words_are_the_players_own_where_they_are_asked_for() -> None:
    state = called(dealt("jass(weis_call=manual)"), "H")
    assert Declare(0) in legal(state)
    silent, _ = apply(state, Play(0, parse_card("AS")))
    loud, _ = apply(apply(state, Declare(0))[0], Play(0, parse_card("AS")))
    assert not view(laid(silent, "6S 9S 6H"), None).declarations[0]
    assert [one.points for one in view(laid(loud, "6S 9S 6H"), None).declarations[0]] == [20, 20]


def test_stoeck_are_said_with_the_second_card() -> None:
    state = at_play("jass(weis_call=manual)", "H", ["KH QH", "6S 7S", "6D 7D", "6C 7C"])
    assert Play(0, parse_card("KH"), True) not in legal(state)
    state = laid(state, "KH 6S 6D 6C")
    assert Play(0, parse_card("QH"), True) in legal(state)
    forgotten, _ = apply(state, Play(0, parse_card("QH")))
    assert view(forgotten, None).belote == (0, 0, 0, 0)
    assert view(laid(state, "QH"), None).belote == (1, 0, 0, 0)


def test_the_match_stops_with_the_second_card_of_stoeck() -> None:
    """Before the trick it falls in is taken, though that would bring the others there too."""
    hands = ["6H KC 7D", "9H 7C 8D", "KH QH 9D", "AH 8C TD"]
    state = at_play("jass(multipliers=1-1-1-1)", "H", hands, totals=(2480, 2470))
    state = laid(state, "6H 9H KH AH 7C")
    assert state.turn == 2 and state.deal is not None and state.deal.tricks[0].points == 29
    state = laid(state, "QH")
    assert state.over and state.winner == 0 and state.totals == (2500, 2499)
    assert state.deal is not None and [card_text(card) for card in state.deal.trick] == ["7C", "QH"]
    assert legal(state) == () and view(state, 2).hands is not None


def test_stoeck_in_the_hand_are_shown_where_they_decide() -> None:
    """The ace brings side 1 to 2501; Stöck that nobody has played count before it, if that is the order."""
    hands = ["6S KH QH", "AS 7C 8C", "7S 9D TD", "8S 9C TC"]
    for order, winner, totals in (("stoeck_weis_stich", 0, (2510, 2490)), ("stich_stoeck_weis", 1, (2490, 2501))):
        state = at_play(f"jass(multipliers=1-1-1-1,end_order={order})", "H", hands, totals=(2490, 2490))
        state = laid(state, "6S AS 7S")
        state, events = apply(state, Play(3, parse_card("8S")))
        assert (state.over, state.winner, state.totals) == (True, winner, totals)
        assert ("belote" in [event.kind for event in events]) == (winner == 0)
    state = at_play("jass(multipliers=1-1-1-1)", "H", hands, totals=(2490, 2480))
    state = laid(state, "6S AS 7S 8S")
    assert not state.over  # side 1 is not there, so nothing is shown


def test_a_trick_without_points_spoils_the_match() -> None:
    state = at_play("jass", "H", ["6C AS", "7C KS", "8C QS", "9C JS"])
    state = laid(state, "6C 7C 8C 9C")
    assert state.deal is not None and state.deal.tricks[0].winner == 3 and state.deal.tricks[0].points == 0
    state = laid(state, "JS AS KS QS")
    assert state.deal is not None and state.deal.outcome is not None and state.deal.outcome.sheet is not None
    assert "all_tricks" not in [line.id for line in state.deal.outcome.sheet.lines]
