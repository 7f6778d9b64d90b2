"""Hold cases of the rules against the engine.

Each FILE has one case a line. A line is printed for every case that the engine answers otherwise, then a summary by
game and kind. Exit status: 0 all is well, 1 an answer differs, 2 a line is no case.
"""

from __future__ import annotations

import argparse
import json
import sys
from codecs import BOM_UTF8
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from jacknine.analysis.cases import KINDS, Case, CaseError, read
from jacknine.analysis.conformance import Verdict, judge
from jacknine.variants import VARIANTS

MISMATCH: Final = 1
MALFORMED: Final = 2


@dataclass
class _Report:
    """What came out of all files."""

    counts: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    mismatches: list[Verdict] = field(default_factory=list)
    skipped: list[Verdict] = field(default_factory=list)
    malformed: list[tuple[str, int, str]] = field(default_factory=list)
    """File, line (0: the whole file) and reason."""

    @property
    def status(self) -> int:
        return MALFORMED if self.malformed else MISMATCH if self.mismatches else 0

    def ask(self, name: str, number: int, case: Case) -> None:
        """Hold a case of a file's line against the engine and count what comes out."""
        try:
            verdict = judge(case)
        except CaseError as error:
            self.malformed.append((name, number, f"{case.id}: {error}"))
            return
        word = "skipped" if verdict.skipped else "failed" if verdict.differing else "passed"
        self.counts.setdefault((case.game, case.kind), Counter())[word] += 1
        if word == "skipped":
            self.skipped.append(verdict)
        elif word == "failed":
            self.mismatches.append(verdict)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="cases as JSON lines")
    parser.add_argument("--kind", choices=KINDS, help="only cases of this kind")
    parser.add_argument("--game", choices=VARIANTS, metavar="GAME", help="only cases of this game")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")


def run(args: argparse.Namespace) -> int:
    report = _Report()
    for name in args.files:
        try:
            lines = Path(name).read_bytes().removeprefix(BOM_UTF8).split(b"\n")
        except OSError as error:
            report.malformed.append((name, 0, error.strerror or str(error)))
            continue
        if lines[0].strip() and not lines[0].lstrip().startswith(b"{"):
            report.malformed.append((name, 1, "no JSON object: this is no file of cases"))
            continue
        for number, case in read(lines):
            if isinstance(case, CaseError):
                report.malformed.append((name, number, str(case)))
            elif args.kind in (None, case.kind) and args.game in (None, case.game):
                report.ask(name, number, case)
    if args.json:
        json.dump(_as_json(report), sys.stdout, ensure_ascii=False, indent=2)
        print()
    else:
        _print(report)
    return report.status


def _print(report: _Report) -> None:
    for name, number, why in report.malformed:
        print(f"{name}:{number}: {why}" if number else f"{name}: {why}", file=sys.stderr)
    for verdict in report.mismatches:
        case = verdict.case
        settings = f"settings {_short(case.settings)} " if case.settings else ""
        print(
            f"{case.id}: {settings}given {_short(case.given)} expected {_short(_expected(verdict))} "
            f"got {_short(verdict.got)}"
        )
    for verdict in report.skipped:
        print(f"{verdict.case.id}: skipped, {verdict.skipped}")
    for (game, kind), count in sorted(report.counts.items()):
        print(f"{game:10} {kind:13}{_counted(count)}")
    print(f"{'all':24}{_counted(sum(report.counts.values(), Counter()))}")


def _counted(count: Counter[str]) -> str:
    return "".join(f"{count[word]:6} {word}" for word in ("passed", "failed", "skipped"))


def _expected(verdict: Verdict) -> dict[str, Any]:
    """The expected answers that the engine does not give."""
    return {name: verdict.case.expect[name] for name in verdict.differing}


def _short(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False)


def _as_json(report: _Report) -> dict[str, Any]:
    return {
        "status": report.status,
        "malformed": [{"file": name, "line": number, "reason": why} for name, number, why in report.malformed],
        "mismatches": [
            {
                "id": verdict.case.id,
                "settings": verdict.case.settings,
                "given": verdict.case.given,
                "expected": _expected(verdict),
                "got": verdict.got,
            }
            for verdict in report.mismatches
        ],
        "skipped": [{"id": verdict.case.id, "reason": verdict.skipped} for verdict in report.skipped],
        "summary": [
            {"game": game, "kind": kind, **{word: count[word] for word in ("passed", "failed", "skipped")}}
            for (game, kind), count in sorted(report.counts.items())
        ],
    }
