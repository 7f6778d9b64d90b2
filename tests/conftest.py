"""Settings of the whole suite: how hard Hypothesis tries, and golden files."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

from tests.support import DATA, LONG, ROOT

GOLDEN = DATA / "golden"
BROWSER = ROOT / "tests" / "browser"

# The machine that runs the suite is shared: a slow example says nothing about the program. `make test` tries the same
# examples every time, so that a red run tells of the change at hand; `make test-long` looks for new ones.
settings.register_profile(
    "ci", max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", parent=settings.get_profile("ci"), max_examples=2_000, derandomize=False)
settings.load_profile("long" if LONG else "ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write the golden files instead of comparing them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --rewrite-golden only the tests that own golden files run.

    Browser tests come last: Playwright keeps an event loop running in this thread until the end of the suite, in which
    no asynchronous test can run its own. One that fails is tried a second time, and told as a rerun: a machine that
    stands still for some seconds is no fault of the program's, and one that fails twice has failed.
    """
    if config.getoption("rewrite_golden"):
        items[:] = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    items.sort(key=lambda item: BROWSER in item.path.parents)
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` holds text against tests/data/golden/NAME; `make golden` writes it there instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("rewrite_golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing; `make golden` writes it"
        assert text == path.read_text(encoding="utf-8"), f"{path} tells another story; `make golden` if it should"

    return compare
