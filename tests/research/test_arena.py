"""The arena is fair to the last point, repeatable by anybody, and lets nobody break the rules."""

import pytest

from jacknine.game import Decision, Play, View
from jacknine.research import pairs as pairs_module
from jacknine.research.arena import Report, Standing, run
from jacknine.research.estimate import Stop
from jacknine.research.frozen import deal_path, read_deals
from jacknine.research.pairs import Clock, IllegalDecision, Match, contestant, lead, names, play_pair, stream
from jacknine.research.workers import NoWorkers, Workers
from jacknine.variants import parse_line
from tests.support import LONG


def report(
    first: str,
    second: str,
    line: str,
    pairs: int,
    caller: str = "",
    workers: Workers | None = None,
    stop: Stop | None = None,
    seed: int = 1,
) -> Report:
    rules = parse_line(line)
    deals = read_deals(deal_path("dev", rules), rules)
    return run(Match(first, second, rules.line, caller, seed), deals, pairs, workers, stop)


@pytest.mark.parametrize("name", ["easy", "hard", "random"])
@pytest.mark.parametrize("line", ["klaverjas", "bela(players=2)", "bela(players=3)"])
def test_a_player_is_as_strong_as_itself_deal_by_deal(line: str, name: str) -> None:
    leads = report(name, name, line, 6).standing.leads
    assert [pytest.approx((0.0, 0.0))] * 6 == leads


def test_turning_a_match_round_turns_its_sign() -> None:
    one, other = report("hard", "easy", "klaverjas", 20), report("easy", "hard", "klaverjas", 20)
    assert one.cards.mean == pytest.approx(-other.cards.mean)
    assert one.score.error == pytest.approx(other.score.error)
    assert one.cards.n == 20


def test_calls_of_one_player_leave_out_deals_that_it_throws_in() -> None:
    found = report("hard", "random", "belote", 24, caller="hard")
    assert found.cards.interval[0] > 0.0
    assert found.cards.n == 24
    assert found.standing.thrown_in > 0
    assert found.as_json()["track"] == "calls by hard"


def test_the_lead_is_taken_against_the_mean_of_the_others() -> None:
    assert lead((100, 62), 1) == -38
    assert lead((90, 40, 32), 0) == 54


@pytest.mark.timeout(900)  # the solver may have to be compiled
@pytest.mark.parametrize(
    ("first", "line", "pairs"), [("easy", "bela(players=3)", 12), ("strong", "bela(players=2)", 3)]
)
def test_the_figures_do_not_depend_on_the_workers(first: str, line: str, pairs: int) -> None:
    alone = report(first, "random", line, pairs)
    together = report(first, "random", line, pairs, workers=Workers(2))
    assert together.standing.leads == alone.standing.leads
    assert together.cards == alone.cards


def test_a_dask_cluster_gives_the_same_figures() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    alone = report("easy", "normal", "belote", 6)
    # Workers of a process each take ten seconds to start.
    size = {"n_workers": 2, "threads_per_worker": 1, "processes": LONG, "dashboard_address": None}
    with distributed.LocalCluster(**size) as cluster:
        workers = Workers(cluster=f"dask:{cluster.scheduler_address}")
        assert report("easy", "normal", "belote", 6, workers=workers).standing.leads == alone.standing.leads


@pytest.mark.parametrize(("count", "cluster", "told"), [(-1, "", "-1 workers"), (1, "slurm", "no cluster 'slurm'")])
def test_workers_that_cannot_be(count: int, cluster: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Workers(count, cluster)


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(NoWorkers, match="several workers need ray: pip install ray"):
        report("easy", "easy", "belote", 2, workers=Workers(cluster="ray"))


def test_a_stronger_player_ends_a_sequential_test() -> None:
    stop = Stop("score", 0.0, 20.0)
    found = report("hard", "random", "bela(players=2)", 1_000, stop=stop)
    assert found.verdict == 20.0
    assert found.cards.n == 100
    assert found.as_json()["stop"] == {"measure": "score", "low": 0.0, "high": 20.0, "verdict": 20.0}


def test_an_interrupted_match_reports_what_it_has() -> None:
    rules = parse_line("belote")
    deals = read_deals(deal_path("dev", rules), rules)

    def tell(standing: Standing) -> None:
        if len(standing.leads) == 3:
            raise KeyboardInterrupt

    whole = report("easy", "random", "belote", 3)
    assert run(Match("easy", "random", "belote"), deals, 500, tell=tell).cards == whole.cards


def test_chance_has_a_stream_for_every_deal_seat_and_part() -> None:
    streams = [
        stream(seed, deal, seat, part)
        for seed in (1, 2) for deal in range(20) for seat in range(4) for part in ("calls", "cards")
    ]  # fmt: skip
    assert len(set(streams)) == len(streams)
    assert stream(1, 2, 3, "cards") == 9232256123460714920


def test_what_one_player_draws_does_not_shift_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds that a player is given are the same whoever it meets."""
    seen: dict[str, dict[tuple[int, str], int]] = {"random": {}, "hard": {}}

    class Spy:
        def __init__(self, other: str) -> None:
            self.other = other
            self.inner = contestant("easy", "belote")

        def decide(self, view: View, seed: int) -> Decision:
            assert view.seat is not None
            seed_before = seen[self.other].setdefault((view.seat, str(view.phase)), seed)
            assert seed == seed_before
            return self.inner.decide(view, seed)  # type: ignore[union-attr]

    rules = parse_line("belote")
    deal = read_deals(deal_path("dev", rules), rules)[0]
    for other in ("random", "hard"):
        spy = Spy(other)
        monkeypatch.setattr(
            pairs_module, "contestant", lambda name, line, spy=spy: spy if name == "spy" else contestant(name, line)
        )
        play_pair(Match("spy", other, "belote"), deal)
    common = seen["random"].keys() & seen["hard"].keys()
    assert {part for _, part in common} == {"auction", "play"}
    assert len({seen["hard"][where] for where in common}) == len(common)
    assert all(seen["random"][where] == seen["hard"][where] for where in common)


def test_a_player_that_breaks_the_rules_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rogue:
        def decide(self, view: View, seed: int) -> Decision:
            return Play(0, 35)

    monkeypatch.setattr(pairs_module, "contestant", lambda name, line: Rogue())
    rules = parse_line("belote")
    with pytest.raises(IllegalDecision, match="a Rogue may not: Play"):
        play_pair(Match("rogue", "rogue", "belote"), read_deals(deal_path("dev", rules), rules)[0])


def test_another_seed_is_other_luck_on_the_same_deals() -> None:
    one, other = report("random", "hard", "belote", 4), report("random", "hard", "belote", 4, seed=2)
    assert one.standing.leads != other.standing.leads


def test_an_unknown_player_is_told_all_names() -> None:
    with pytest.raises(ValueError, match=f"no player 'gnome'; the players are {', '.join(names())}"):
        report("hard", "gnome", "belote", 4)


def test_more_pairs_than_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="1001 pairs: the file has 1000 deals"):
        report("random", "random", "belote", 1_001)
    with pytest.raises(ValueError, match="two at least"):
        report("random", "random", "belote", 1)


def test_times_are_a_decision_each() -> None:
    clock = Clock(0.5, 10) + Clock(0.5, 10)
    assert clock.milliseconds == 50.0
    assert Clock().milliseconds == 0.0
    assert Standing(3).values("cards") == []
