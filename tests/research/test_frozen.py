"""Deals stay what they were: the kept files are the ones that can be made again, and damage is found at its line."""

from itertools import islice
from pathlib import Path

import pytest

from jacknine.research.frozen import SETS, DealFileError, deal_path, frozen, read_deals, seed_of
from jacknine.variants import VARIANTS, parse_line, rules

BELOTE = rules("belote")


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_has_its_deals(game: str, name: str) -> None:
    chosen = rules(game)
    deals = read_deals(deal_path(name, chosen), chosen)
    assert [one.number for one in deals] == list(range(SETS[name]))
    assert [one.dealer for one in deals[:5]] == [number % chosen.players for number in range(5)]
    assert all(sum(1 << card for card in one.deal.cards) == chosen.pack for one in deals[:: len(deals) // 50])
    # The digests of the others have just been compared in reading them.
    again = frozen(chosen, seed_of(game, name), SETS[name])
    assert deal_path(name, chosen).read_text(encoding="ascii").splitlines()[:3] == list(islice(again, 3))


def test_no_deal_is_in_both_sets() -> None:
    dev, test = (read_deals(deal_path(name, BELOTE), BELOTE) for name in ("dev", "test"))
    assert not {one.deal.cards for one in dev} & {one.deal.cards for one in test}


def test_a_dealt_deal_never_changes() -> None:
    first = read_deals(deal_path("dev", BELOTE), BELOTE)[0].deal.cards
    assert first[:8] == (4, 3, 25, 29, 12, 2, 23, 7)


def test_a_game_that_turns_from_a_pile_has_one() -> None:
    chosen = parse_line("klaverjas(preset=amsterdam)")
    piles = {bool(one.deal.pile) for one in read_deals(deal_path("dev", chosen), chosen)}
    assert piles == {chosen.dealing.turned == "pile"}


def lines_of(tmp_path: Path, change: dict[int, str | None], count: int = 250) -> Path:
    """A deal file with some lines (from 1) replaced or left out."""
    lines = list(frozen(BELOTE, bytes(16), count))
    kept = [change.get(number, line) for number, line in enumerate(lines, 1)]
    path = tmp_path / "deals.txt"
    path.write_text("".join(f"{line}\n" for line in kept if line is not None), encoding="utf-8")
    return path


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    assert len(read_deals(lines_of(tmp_path, {}), BELOTE)) == 250


@pytest.mark.parametrize(
    ("change", "line", "told"),
    [
        ({1: "something else"}, 1, "a deal file begins with its game"),
        ({1: ""}, 1, "a deal file begins with its game"),
        ({2: "0 0000000000000000"}, 2, "the deals from 0 on are not those that were frozen"),
        ({3: "100 none"}, 3, "the digest of the deals from 100 on is wanted, not '100 none'"),
        ({3: None}, 3, "the digest of the deals from 100 on is wanted, not '200 "),
        ({4: None}, 4, "250 deals have 3 lines of digests, not 2"),
        ({4: "200 0123456789abcdef\n300 0123456789abcdef"}, 4, "the deals from 200 on are not those"),
    ],
)
def test_damage_is_told_with_its_line(tmp_path: Path, change: dict[int, str | None], line: int, told: str) -> None:
    path = lines_of(tmp_path, change)
    with pytest.raises(DealFileError) as error:
        read_deals(path, BELOTE)
    assert str(error.value).startswith(f"{path}:{line}: {told}")


def test_lines_too_many_are_told(tmp_path: Path) -> None:
    path = lines_of(tmp_path, {})
    path.write_text(path.read_text() + "300 0123456789abcdef\n")
    with pytest.raises(DealFileError, match=r":5: 250 deals have 3 lines of digests, not 4"):
        read_deals(path, BELOTE)


def test_deals_for_another_pack_are_refused() -> None:
    with pytest.raises(DealFileError, match=r":1: these deals have 32 cards, jass is played with 36"):
        read_deals(deal_path("dev", BELOTE), rules("jass"))


@pytest.mark.parametrize(("content", "told"), [(None, "No such file"), (b"\xff\x00", "it is no deal file")])
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "deals.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DealFileError, match=told):
        read_deals(path, BELOTE)
