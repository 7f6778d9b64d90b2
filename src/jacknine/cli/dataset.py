"""Make a data set with the exact solver.

`jacknine dataset klaverjas-hands FOLDER` solves one random deal around every klaverjas hand there is (1,820,803 up to
renaming the plain suits) on all cores and writes Parquet files into FOLDER. Started again, it goes on where it was.
With --sample N it solves N hands drawn at random and says how long the whole would take.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import as_completed
from pathlib import Path
from time import monotonic, thread_time

from jacknine.cli.numbers import count

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=["klaverjas-hands"], help="which data set")
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="where the files go")
    parser.add_argument("--sample", type=count, metavar="N", help="only time N hands drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="which random deals (1)")
    parser.add_argument("--workers", type=count, metavar="N", help="how many processes (one a core)")


def run(args: argparse.Namespace) -> int:
    try:
        import jacknine.solver.api  # noqa: F401
    except ModuleNotFoundError as error:
        print(f"the solver needs {error.name}: pip install 'jacknine[solver]'", file=sys.stderr)
        return FAILED
    if args.sample:
        return _sample(args.sample, args.seed)
    if args.folder is None:
        print("say where the files go: jacknine dataset klaverjas-hands FOLDER", file=sys.stderr)
        return FAILED
    return _whole(args.folder, args.seed, args.workers)


def _sample(count: int, seed: int) -> int:
    from jacknine.research.klaverjas_hands import CLASSES, classes, solve_classes, time_sample
    from jacknine.solver.api import Solver, warm

    warm(_tell)
    solver = Solver()
    solve_classes(solver, classes().argsort()[:1], seed)
    start = thread_time()
    rows = time_sample(solver, count, seed)
    seconds = thread_time() - start
    whole = seconds / count * CLASSES
    print(f"{count} of {CLASSES} hands in {seconds:.1f} s of processor time, {seconds / count * 1000:.2f} ms each")
    print(f"all of them: {whole / 3600:.2f} hours on one core, {whole / 7200:.2f} on two")
    print(f"made: {rows['made'].mean():.1%}; mean difference {rows['difference'].mean():.1f}")
    return 0


def _whole(folder: Path, seed: int, workers: int | None) -> int:
    from jacknine.research.klaverjas_hands import CLASSES, PART, make_part, part_path, parts
    from jacknine.solver.api import warm
    from jacknine.solver.pool import Pool, WorkerDied

    warm(_tell)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"{folder}: {error.strerror}", file=sys.stderr)
        return FAILED
    missing = [part for part in range(parts()) if not part_path(folder, part).exists()]
    done = CLASSES - sum(min(PART, CLASSES - PART * part) for part in missing)
    _tell(f"{done} of {CLASSES} hands are there")
    start, new, status = monotonic(), 0, 0
    with Pool(workers, tell=_tell) as pool:
        waiting = [pool.submit(make_part, str(folder), part, seed) for part in missing]
        for one in as_completed(waiting):
            try:
                new += one.result()
            except WorkerDied:
                status = FAILED
                continue
            rate, left = new / (monotonic() - start), CLASSES - done - new
            _tell(f"{done + new} of {CLASSES} hands, {rate:.0f} a second, {left / rate / 60:.0f} minutes left")
    if status:
        _tell("some files are missing; start the command again to make them")
    return status


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
