"""The felt: what one viewer sees of one table, region by region, as HTML.

A region is the fragment of one element with a fixed id, and all of them are made from one :class:`SeatView`, so the
screen is always one moment of the game. Nothing here decides a rule or knows a card that the view does not show.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from jacknine.game import Event, View
from jacknine.rules.contract import Contract
from jacknine.server.bubbles import Bubble, bubbles_of
from jacknine.server.faces import Face, Laid, corners, face, laid, name_of, place_of, side_label, sides_of
from jacknine.server.hand import hand_of
from jacknine.server.news import NewsLine, news_lines
from jacknine.server.prefs import Prefs
from jacknine.server.room_felt import room_of
from jacknine.server.say import say_of
from jacknine.server.seatview import SeatView
from jacknine.server.sheet import sheet_of
from jacknine.server.spoken import contract_named, mark_of, own
from jacknine.server.standing import most_needed, points_so_far, still_needed, takers_lead
from jacknine.server.templates import region
from jacknine.server.tutor import tutor_of
from jacknine.server.words import Words

REGIONS: Final = ("top", "trick", "last-trick", "say", "hand", "room", "sheet", "live")
"""The ids of the regions; besides there is one for each seat, ``seat-`` and its place, and where a first deal is
explained ``tutor``.
"""

SEAT: Final = {place: f"seat-{place}" for place in "senw"}
SEATS: Final = frozenset(SEAT.values())

FLEETING: Final = frozenset(
    {"turn", "hand", "counts", "leader", "trick", "best_seat", "ekka", "open_roem", "legal", "legal_cards", "anytime"}
)
"""What changes from card to card. The top line, the last trick and the sheet are made without it."""
WON: Final = frozenset({"tricks", "points", "roem"})
"""What changes from trick to trick. The sheet tells it when the deal is over, and so has an outcome."""
_lasting: Final = attrgetter(*(name for name in View._fields if name not in FLEETING))
_on_the_sheet: Final = attrgetter(*(name for name in View._fields if name not in FLEETING | WON))
_beside_it: Final = attrgetter("me", "names", "line", "room.deals")
_beside_the_sheet: Final = attrgetter(
    "rematch", "ended", "commitment", "revealed", "room.daily", "room.position", "room.taught"
)
_in_hand: Final = attrgetter("hand", "dealt_hand", "phase", "contract", "my_turn", "legal", "legal_cards")


class Told:
    """What one viewer has been told: hashes of what each region was made from, the values that are sooner compared than
    a region's model is made, the events he has heard of and how often somebody had come or gone then.
    """

    __slots__ = ("counted", "hashes", "heard", "sources")

    def __init__(self) -> None:
        self.hashes: dict[str, int] = {}
        self.sources: dict[str, object] = {}
        self.heard: tuple[Event, ...] = ()
        self.counted: tuple[int, ...] = ()

    def differs(self, name: str, source: object) -> bool:
        """Whether something is made from other values than last time."""
        if self.sources.get(name) == source:
            return False
        self.sources[name] = source
        return True


def regions(sv: SeatView, words: Words, prefs: Prefs, told: Told | None = None) -> dict[str, str]:
    """Every region of the felt as the viewer sees it now, but for those that he has been told: most of them stay from
    one card to the next, and what stays is not made again. Of the news there are those that he has not heard.
    """
    told, view = told or Told(), sv.view
    models: dict[str, object] = {
        "trick": trick_of(sv, words, prefs),
        **{SEAT[seat.place]: seat for seat in seats_of(sv, words, prefs)},
        "say": say_of(sv, words),
    }
    if told.differs("room", (sv.room, sv.me, sv.names, sv.end_votes, view.turn if sv.room.deadline else None)):
        models["room"] = room_of(sv, words)
    if sv.room.taught is not None:
        models["tutor"] = tutor_of(sv, words, prefs)
    held = view.counts[sv.me] if sv.me is not None else 0
    if told.differs("hand", (_in_hand(view), held, sv.me, sv.names, sv.reasons)):
        models["hand"] = hand_of(sv, words, prefs)
    if told.differs("lasting", (_lasting(view), _beside_it(sv))):
        models["top"] = top_of(sv, words)
        models["last-trick"] = last_of(sv, words, prefs)
    if told.differs("sheet", (_on_the_sheet(view), _beside_it(sv), _beside_the_sheet(sv))):
        models["sheet"] = sheet_of(sv, words, prefs)
    beside = {
        "say": (sv.seq, sv.me, sv.rematch),
        "room": (sv.room, sv.me),
        "sheet": (view.deal_number, sv.me, _beside_the_sheet(sv)),
    }
    hashes = {name: hash((model, beside.get(name))) for name, model in models.items()}
    changed = [name for name in models if told.hashes.get(name) != hashes[name]]
    whole = not told.hashes
    told.hashes |= hashes
    made = {name: region("seat" if name in SEATS else name, words, sv, models[name]) for name in changed}
    news = News(whole, news_lines(sv, words, told.heard, told.counted))
    if whole or news.lines:
        made["live"] = region("live", words, sv, news)
    told.heard, told.counted = sv.news, sv.comings
    return made


class News(NamedTuple):
    """What a screen reader shall read out, and whether that is all there is, some of it heard before perhaps."""

    whole: bool
    lines: tuple[NewsLine, ...]


# --- top line ---------------------------------------------------------------------------------------------------------


class Score(NamedTuple):
    """A side in the top line. ``deal`` are its points in this deal, ``total`` those of the match before it."""

    label: str
    total: int
    deal: int
    ours: bool


class Trump(NamedTuple):
    """The contract in the top line: what it is played in, from which place, for what, and what doubling made of it."""

    mark: str
    name: str
    taker: str
    place: str
    level: str
    times: str
    locked: bool


class Top(NamedTuple):
    """``counting``: the deal has points yet."""

    scores: tuple[Score, ...]
    counting: bool
    trump: Trump | None
    need: str
    over: bool


def top_of(sv: SeatView, words: Words) -> Top:
    view = sv.view
    over = view.phase == "over"
    points = points_so_far(view)
    before = view.totals
    if over and view.outcome is not None and view.outcome.sheet is not None:
        before = tuple(total - score for total, score in zip(view.totals, view.outcome.sheet.scores, strict=True))
    scores = tuple(
        Score(side_label(sv, words, side), before[side], points[side], place == 0)
        for place, side in enumerate(sides_of(sv))
    )
    contract = view.contract or view.standing
    trump = _trump(sv, words, contract) if contract is not None else None
    counting = view.phase in ("play", "over")
    return Top(scores, counting, trump, _need(sv, words), over)


def _trump(sv: SeatView, words: Words, contract: Contract) -> Trump:
    promised = str(contract.level) if contract.level else ""
    if contract.goal != "points":
        promised = own(sv, words, "call", contract.goal)
    times = f"×{contract.multiplier}" if contract.multiplier > 1 else ""
    return Trump(
        mark=mark_of(sv.game, contract.key),
        name=contract_named(sv, words, contract),
        taker=name_of(sv, words, contract.taker),
        place=place_of(sv.view.rules, sv.me, contract.taker),
        level=promised,
        times=words.text("call.gahwa") if contract.for_match else times,
        locked=contract.locked,
    )


def _need(sv: SeatView, words: Words) -> str:
    """The second line: what the takers lack while cards are played, else where the match stands."""
    view = sv.view
    contract = view.contract
    if view.phase == "play" and contract is not None:
        if contract.goal != "points":
            return words.text("need.failed" if _goal_missed(sv, contract) else "need.all_tricks")
        needed = still_needed(view)
        most = most_needed(view) if needed is None else needed
        if most == 0:
            return words.text("need.enough")
        if needed is not None:
            mine = sv.me is None or view.rules.side_of(contract.taker) == view.rules.side_of(sv.me)
            return words.text("need.more" if mine else "need.more_them", n=needed)
        if most is not None:
            return words.text("need.most", name=name_of(sv, words, contract.taker), most=most)
        lead = takers_lead(view)
        if lead is not None:
            taker = name_of(sv, words, contract.taker)
            if not lead:
                return words.text("need.level", name=taker)
            return words.text("need.ahead" if lead > 0 else "need.behind", name=taker, by=abs(lead))
    match = view.rules.match
    deal = max(1, view.deal_number)
    deals = sv.room.deals or match.deals
    if deals:
        return words.text("deal.of_deals", deal=deal, deals=deals)
    return words.text("deal.of_target", deal=deal, target=match.target or 0)


def _goal_missed(sv: SeatView, contract: Contract) -> bool:
    """Whether a trick has gone where the promise of all tricks does not allow it."""
    rules = sv.view.rules
    alone = contract.goal == "generale"
    return any(
        trick.winner != contract.taker if alone else rules.side_of(trick.winner) != rules.side_of(contract.taker)
        for trick in sv.view.tricks
    )


# --- seats ------------------------------------------------------------------------------------------------------------


class Seat(NamedTuple):
    """A seat as it shows: ``person`` is the tag of who sits there, ``cards`` are in the hand, ``talon`` cards lying
    before it, not picked up yet.
    """

    person: str
    place: str
    name: str
    me: bool
    ours: bool
    side: str
    kind: str
    present: bool
    cards: int
    talon: int
    turn: bool
    dealer: bool
    taker: bool
    bubble: Bubble | None
    label: str


def seats_of(sv: SeatView, words: Words, prefs: Prefs) -> tuple[Seat, ...]:
    view, rules = sv.view, sv.view.rules
    bubbles = bubbles_of(sv, words, prefs)
    people = sv.room.people or ("",) * rules.players
    mine = None if sv.me is None else rules.side_of(sv.me)
    sides = [side_label(sv, words, side) if mine is not None and rules.partners else "" for side in range(rules.sides)]
    taking = None if view.contract is None else view.contract.taker
    seats = []
    for seat in range(rules.players):
        side, kind, cards, talon = rules.side_of(seat), sv.kinds[seat], view.counts[seat], _talon(sv, seat)
        marks = dealer, taker, turn, _ = seat == view.dealer, seat == taking, seat == view.turn, kind == "stand_in"
        seats.append(
            Seat(
                person=people[seat],
                place=place_of(rules, sv.me, seat),
                name=name_of(sv, words, seat),
                me=seat == sv.me,
                ours=side == mine,
                side=sides[side],
                kind=kind,
                present=sv.present[seat],
                cards=cards,
                talon=talon,
                turn=turn,
                dealer=dealer,
                taker=taker,
                bubble=bubbles.get(seat),
                label=_label(words, cards, talon, marks),
            )
        )
    return tuple(seats)


MARKS: Final = ("dealer", "taker", "to_play", "stand_in")
"""What a seat may be besides."""


@lru_cache(maxsize=4096)
def _label(words: Words, count: int, talon: int, marks: tuple[bool, ...]) -> str:
    """What a screen reader says of a seat, and of which of the :data:`MARKS` it has."""
    told = [words.text("seat.cards", n=count), *([words.text("seat.talon", n=talon)] if talon else [])]
    return ", ".join([*told, *(words.text(f"seat.{mark}") for mark, has in zip(MARKS, marks, strict=True) if has)])


def _talon(sv: SeatView, seat: int) -> int:
    """How many cards of its own a seat has not picked up yet."""
    dealing = sv.view.rules.dealing
    waiting = sv.view.phase == "auction" and sv.view.counts[seat] == sum(dealing.packets)
    return dealing.talon if waiting else 0


# --- trick ------------------------------------------------------------------------------------------------------------


class Middle(NamedTuple):
    """The middle: the trick in progress, or the finished one while it is read, or the turned card.

    ``aside`` is a turned card that nobody took; ``stock`` are cards out of play that lie open, their corners by suit.
    """

    laid: tuple[Laid, ...]
    number: int
    won_by: str
    turned: Face | None
    aside: Face | None
    stock: tuple[tuple[str, str], ...]


class LastTrick(NamedTuple):
    """The last finished trick, to look at again; nothing lies there before there is one."""

    laid: tuple[Laid, ...]
    text: str


def last_of(sv: SeatView, words: Words, prefs: Prefs) -> LastTrick:
    last = sv.view.tricks[-1] if sv.view.tricks and sv.view.tricks[-1].cards else None
    if last is None:
        return LastTrick((), "")
    text = words.text("trick.won", name=name_of(sv, words, last.winner), n=last.points)
    return LastTrick(laid(sv, last.leader, last.cards, last.winner, words, prefs), text)


def trick_of(sv: SeatView, words: Words, prefs: Prefs) -> Middle:
    view = sv.view
    lying: tuple[Laid, ...] = ()
    number, won_by = 0, ""
    if view.trick:
        lying, number = laid(sv, view.leader, view.trick, view.best_seat, words, prefs), len(view.tricks) + 1
    elif view.tricks and view.tricks[-1].cards and view.phase in ("play", "over"):
        last = view.tricks[-1]
        lying, number = laid(sv, last.leader, last.cards, last.winner, words, prefs), len(view.tricks)
        won_by = place_of(view.rules, sv.me, last.winner)
    dealing = view.rules.dealing
    turned = face(view.turned, words, prefs.letters) if view.turned is not None else None
    middle = turned if view.phase in ("auction", "swap") else None
    stays = dealing.turned == "card" and not dealing.turned_to_taker and view.phase in ("discard", "play", "over")
    return Middle(
        laid=lying,
        number=number,
        won_by=won_by,
        turned=middle,
        aside=turned if stays else None,
        stock=corners(view.stock, words, prefs.letters),
    )
