"""The felt: what one viewer sees of one table, region by region, as HTML.

A region is the fragment of one element with a fixed id, and all of them are made from one moment of the game: some from
what the viewer alone may know, most from what all may know who sit on his side, and turned to his place. Nothing here
decides a rule or knows a card that the view does not show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from jacknine.game import Event, View
from jacknine.server.faces import for_one, place_of
from jacknine.server.hand import hand_of
from jacknine.server.middle import last_of, trick_of
from jacknine.server.news import NewsLine, news_lines, unheard
from jacknine.server.prefs import Prefs
from jacknine.server.room_felt import room_of
from jacknine.server.say import is_waiting, say_of
from jacknine.server.seats import seat_of
from jacknine.server.seatview import ANYBODY, PARTNER, SeatView
from jacknine.server.sheet import sheet_of
from jacknine.server.templates import region
from jacknine.server.top_line import top_of
from jacknine.server.tutor import tutor_of
from jacknine.server.words import Words

REGIONS: Final = ("top", "trick", "last-trick", "say", "hand", "room", "sheet", "live")
"""The ids of the regions; besides there is one for each seat, ``seat-`` and its place, and where a first deal is
explained ``tutor``.
"""

SEAT: Final = {place: f"seat-{place}" for place in "senw"}
SEATS: Final = ("seat 0", "seat 1", "seat 2", "seat 3")
"""What the region of each seat is called before it is known where the viewer sits."""
MODELS: Final[dict[str, Callable[[SeatView, Words, Prefs], object]]] = {
    "trick": trick_of,
    "say": lambda sv, words, _: say_of(sv, words),
    "room": lambda sv, words, _: room_of(sv, words),
    "tutor": tutor_of,
    "hand": hand_of,
    "top": lambda sv, words, _: top_of(sv, words),
    "last-trick": last_of,
    "sheet": sheet_of,
} | {name: partial(seat_of, seat) for seat, name in enumerate(SEATS)}
"""What makes the model of each region."""
SCORED: Final = frozenset({"deal_over", "match_over"})
"""News in which the reader's own side comes first."""

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
BESIDE: Final[dict[str, Callable[[SeatView], object]]] = {
    "say": attrgetter("seq", "rematch"),
    "room": attrgetter("room"),
    "sheet": attrgetter("view.deal_number", "rematch", "ended", "commitment", "revealed", "room"),
}
"""What templates of regions show besides the model."""


class News(NamedTuple):
    """What a screen reader shall read out, and whether that is all there is, some of it heard before perhaps."""

    whole: bool
    lines: tuple[NewsLine, ...]


class Sight:
    """A table as one viewer sees it at one moment: each region is made once, when somebody asks for it."""

    __slots__ = ("_html", "_marks", "_models", "prefs", "sv", "words")

    def __init__(self, sv: SeatView, words: Words, prefs: Prefs) -> None:
        self.sv, self.words, self.prefs = sv, words, prefs
        self._models: dict[str, object] = {}
        self._marks: dict[str, int] = {}
        self._html: dict[object, str] = {}

    def mark(self, name: str) -> int:
        """A hash of all that a region is made from."""
        mark = self._marks.get(name)
        if mark is None:
            beside = BESIDE.get(name)
            mark = self._marks[name] = hash((self._model(name), None if beside is None else beside(self.sv)))
        return mark

    def html(self, name: str) -> str:
        html = self._html.get(name)
        if html is None:
            template = "seat" if name in SEATS else name
            html = self._html[name] = region(template, self.words, self.sv, self._model(name))
        return html

    def news(self, fresh: tuple[Event, ...], counted: tuple[int, ...], whole: bool) -> str:
        """What a screen reader shall read out; empty when there is nothing."""
        key = (tuple(map(id, fresh)), counted, whole)
        html = self._html.get(key)
        if html is None:
            news = News(whole, news_lines(self.sv, self.words, fresh, counted))
            html = self._html[key] = region("live", self.words, self.sv, news) if whole or news.lines else ""
        return html

    def _model(self, name: str) -> object:
        if name not in self._models:
            self._models[name] = MODELS[name](self.sv, self.words, self.prefs)
        return self._models[name]


class Shared:
    """What is made once of a moment for all who read the same: it knows what everybody may know of it, and no more."""

    def __init__(self, public: SeatView, words: Words, prefs: Prefs) -> None:
        self.public = public
        self._words, self._prefs = words, prefs
        self._sights: dict[int | None, Sight] = {}

    def sight(self, me: int | None) -> Sight:
        """How strangers see it (None), all who sit there or the partners of a side."""
        sight = self._sights.get(me)
        if sight is None:
            sight = self._sights[me] = Sight(replace(self.public, me=me), self._words, self._prefs)
        return sight


class Told:
    """What one viewer has been told: hashes of what each region was made from, the values that are sooner compared than
    a region's model is made, the events he has heard of and how often somebody had come or gone then.
    """

    __slots__ = ("counted", "heard", "marks", "sources")

    def __init__(self) -> None:
        self.marks: dict[str, int] = {}
        self.sources: dict[str, object] = {}
        self.heard: tuple[Event, ...] = ()
        self.counted: tuple[int, ...] = ()

    def differs(self, name: str, source: object) -> bool:
        """Whether something is made from other values than last time."""
        if self.sources.get(name) == source:
            return False
        self.sources[name] = source
        return True


def regions(
    sv: SeatView, words: Words, prefs: Prefs, told: Told | None = None, shared: Shared | None = None
) -> dict[str, str]:
    """Every region of the felt as the viewer sees it now, but for those that he has been told: most of them stay from
    one card to the next, and what stays is not made again. Of the news there are those that he has not heard.

    Args:
        sv: what the viewer knows.
        words: the language he reads.
        prefs: how he likes it.
        told: what he has been told. What he is told now is added.
        shared: what others make of the same moment too.
    """
    told, own = told or Told(), Sight(sv, words, prefs)
    view, me, room, rules = sv.view, sv.me, sv.room, sv.view.rules
    common = partner = own
    if shared is not None:
        common = shared.sight(None if me is None else ANYBODY)
        if me is None or rules.partners:
            partner = shared.sight(None if me is None else PARTNER[rules.side_of(me)])
    whole = not told.marks
    # Where he sits and what others are called is put in at last, so no region's mark tells of it.
    if told.differs("who", (me, sv.names)):
        told.marks.clear()
    asked: dict[str, tuple[str, Sight]] = {"trick": ("trick", common)}
    for seat in range(rules.players):
        asked[SEAT[place_of(rules, me, seat)]] = SEATS[seat], own if seat == me else common
    asked["say"] = "say", common if is_waiting(sv) else own
    if told.differs("room", (room, me, sv.names, sv.end_votes, view.turn if room.deadline else None)):
        asked["room"] = "room", own
    if room.taught is not None:
        asked["tutor"] = "tutor", own
    if told.differs("hand", (_in_hand(view), 0 if me is None else view.counts[me], me, sv.names, sv.reasons)):
        asked["hand"] = "hand", own
    if told.differs("lasting", (_lasting(view), _beside_it(sv))):
        # Who has laid cards away knows more of the points.
        asked["top"] = "top", own if rules.dealing.discard else partner
        asked["last-trick"] = "last-trick", common
    if told.differs("sheet", (_on_the_sheet(view), _beside_it(sv), _beside_the_sheet(sv))):
        asked["sheet"] = "sheet", partner if room.taught is None else own
    made: dict[str, str] = {}
    for id, (name, sight) in asked.items():
        # A seat looks otherwise to who sits there, but changes for all at once.
        mark = (common if name in SEATS else sight).mark(name)
        if told.marks.get(id) != mark:
            told.marks[id] = mark
            made[id] = sight.html(name) if sight is own else for_one(sv, words, sight.html(name))
    fresh = unheard(told.heard, sv.news)
    sight = common
    if sv.comings != told.counted or any(event.only is not None for event in fresh):
        sight = own
    elif any(event.kind in SCORED for event in fresh):
        sight = partner
    if news := sight.news(fresh, told.counted, whole):
        made["live"] = news if sight is own else for_one(sv, words, news)
    told.heard, told.counted = sv.news, sv.comings
    return made
