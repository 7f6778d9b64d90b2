"""The lines of a deal's sheet in words, each with the cards that explain it.

The lines are those of the deal's own sheet. Where the cards allow it a line is told in parts, card points apart from
the last trick and each declaration by its name; the parts always add up to the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from jacknine.cards import SUIT_MASKS
from jacknine.game import Trick
from jacknine.game.state import KINGS_AND_QUEENS
from jacknine.rules.scoring import Line, Sheet
from jacknine.server.faces import Face, face, high_to_low, name_of, sides_of
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.spoken import contract_named, declared_name
from jacknine.server.words import Words


class Behind(NamedTuple):
    """Cards that explain a line, with who brought them in."""

    caption: str
    cards: tuple[Face, ...]


class Row(NamedTuple):
    """A line of the sheet. ``points`` go by column, None where the line does not touch a side; ``figures`` are the
    card points that were converted into them.
    """

    id: str
    label: str
    why: str
    points: tuple[int | None, ...]
    figures: tuple[int | None, ...]
    behind: tuple[Behind, ...] = ()


def rows_of(sv: SeatView, words: Words, prefs: Prefs, sheet: Sheet) -> tuple[Row, ...]:
    """The lines in their order, those of all sides in one row, some of them told in parts."""
    return _Teller(sv, words, prefs).rows(sheet)


class _Teller:
    """Puts the lines of one deal into words for one viewer."""

    def __init__(self, sv: SeatView, words: Words, prefs: Prefs) -> None:
        self.sv = sv
        self.view = sv.view
        self.words = words
        self.letters = prefs.letters
        self.columns = sides_of(sv)
        self.parts: dict[str, Callable[[Sequence[Line]], list[Row]]] = {
            "cards": self.cards,
            "declarations": self.declarations,
            "belote": self.pair,
            "roem": self.roem,
        }

    def rows(self, sheet: Sheet) -> tuple[Row, ...]:
        rows: list[Row] = []
        for id in dict.fromkeys(line.id for line in sheet.lines):
            lines = [line for line in sheet.lines if line.id == id]
            parts = self.parts[id](lines) if id in self.parts else []
            if parts and not self.adds_up(parts, lines):
                parts = [self.whole(lines, [behind for part in parts for behind in part.behind])]
            rows += parts or [self.whole(lines)]
        if rows and not any(row.id == "cards" for row in rows):
            rows[0] = rows[0]._replace(behind=(*rows[0].behind, *self.tricks()))
        return tuple(rows)

    def adds_up(self, rows: Sequence[Row], lines: Sequence[Line]) -> bool:
        return all(
            sum(row.points[column] or 0 for row in rows) == sum(line.points for line in lines if line.side == side)
            for column, side in enumerate(self.columns)
        )

    # --- a row

    def row(
        self, id: str, points: dict[int, int], behind: Iterable[Behind] = (), label: str = "", times: int = 0
    ) -> Row:
        """A row with its words; ``points`` by side. ``times`` is how often something counts."""
        contract = self.view.contract
        values: dict[str, str | int] = {"times": f"×{times}", "bonus": self.view.rules.last_trick}
        key = ""
        if contract is not None:
            key = contract.key
            values |= {
                "name": name_of(self.sv, self.words, contract.taker),
                "level": contract.level,
                "suit": contract_named(self.sv, self.words, contract),
            }
        return Row(
            id=id,
            label=label or self.words.first(*self.ids("sheet", id, key, times), **values),
            why=self.words.first(*self.ids("why", id, key, times), **values),
            points=tuple(points.get(side) for side in self.columns),
            figures=(None,) * len(self.columns),
            behind=tuple(behind),
        )

    def ids(self, kind: str, id: str, key: str, times: int) -> list[str]:
        """The ids of a text, the most particular first: for what was played, for something that counts many times."""
        many = [f"{id}_times"] if times > 1 else []
        return [f"{kind}.{owner}{one}" for owner in (f"{self.sv.game}.", "") for one in (*many, f"{id}.{key}", id)]

    def whole(self, lines: Sequence[Line], behind: Iterable[Behind] = ()) -> Row:
        """The lines of one kind as they are."""
        first = lines[0]
        points: dict[int, int] = {}
        for line in lines:
            points[line.side] = points.get(line.side, 0) + line.points
        return self.row(first.id, points, behind, times=first.figure if first.id != "cards" else 0)

    def faces(self, cards: Iterable[int]) -> tuple[Face, ...]:
        return tuple(face(card, self.words, self.letters) for card in cards)

    # --- lines told in parts

    def cards(self, lines: Sequence[Line]) -> list[Row]:
        """Card points, and the bonus of the last trick apart from them where points are written as they are."""
        behind = self.tricks()
        if any(line.figure and line.figure != line.points for line in lines):
            figures = {line.side: line.figure for line in lines}
            row = self.whole(lines, behind)
            return [row._replace(figures=tuple(figures.get(side) for side in self.columns))]
        tricks = self.view.tricks
        if not tricks or any(self.view.counts):
            return [self.whole(lines, behind)]
        winner, bonus = self.view.rules.side_of(tricks[-1].winner), self.view.rules.last_trick
        points = {line.side: line.points - (bonus if line.side == winner else 0) for line in lines}
        last = [self.trick(len(tricks), tricks[-1])] if tricks[-1].cards else []
        return [self.row("cards", points, behind), self.row("last_trick", {winner: bonus}, last)]

    def tricks(self) -> list[Behind]:
        """The cards laid away, every trick, and what was claimed."""
        view = self.view
        behind = []
        if view.laid_away and view.contract is not None:
            caption = self.words.text("sheet.laid_away", name=name_of(self.sv, self.words, view.contract.taker))
            behind.append(Behind(caption, self.faces(high_to_low(view.laid_away))))
        behind += [self.trick(number, trick) for number, trick in enumerate(view.tricks, 1) if trick.cards]
        if view.claimed_by is not None and view.hands is not None:
            played = sum(1 << card for trick in view.tricks for card in trick.cards)
            rest = sum(view.hands) & ~played
            caption = self.words.text("sheet.claimed", name=name_of(self.sv, self.words, view.tricks[-1].winner))
            behind.append(Behind(caption, self.faces(high_to_low(rest))))
        return behind

    def trick(self, number: int, trick: Trick) -> Behind:
        name = name_of(self.sv, self.words, trick.winner)
        caption = self.words.text("sheet.trick", number=number, name=name, n=trick.points)
        return Behind(caption, self.faces(trick.cards))

    def declarations(self, lines: Sequence[Line]) -> list[Row]:
        """Each declaration by its name, with its cards."""
        rows = []
        for seat, found in enumerate(self.view.declarations):
            side = self.view.rules.side_of(seat)
            for one in found:
                label = declared_name(self.sv, self.words, one.cards, one.points)
                caption = f"{name_of(self.sv, self.words, seat)} · {label}"
                behind = Behind(caption, self.faces(high_to_low(one.cards)))
                rows.append(self.row("declarations", {side: one.points}, [behind], label))
        return rows

    def pair(self, lines: Sequence[Line]) -> list[Row]:
        """The pair, with its cards."""
        view = self.view
        behind = []
        if view.contract is not None and view.hands is not None:
            for suit in view.rules.denomination(view.contract.key).belote_suits:
                pair = KINGS_AND_QUEENS & SUIT_MASKS[suit]
                behind += [
                    Behind(name_of(self.sv, self.words, seat), self.faces(high_to_low(pair)))
                    for seat, hand in enumerate(view.hands)
                    if view.belote[seat] and hand & pair == pair
                ]
        return [self.whole(lines, behind)]

    def roem(self, lines: Sequence[Line]) -> list[Row]:
        """The roem of each trick, with its cards."""
        return [
            self.row(
                "roem",
                {self.view.rules.side_of(trick.winner): trick.roem},
                [self.trick(number, trick)],
                self.words.text("sheet.roem_of", number=number),
            )
            for number, trick in enumerate(self.view.tricks, 1)
            if trick.roem
        ]
