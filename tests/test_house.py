"""The rules of the house that no other tool holds: sizes, imports, names that must not appear, what is documented."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import jacknine
from tests.support import ROOT

SOURCE = ROOT / "src" / "jacknine"
# Floors that know the standard library and each other, and nothing of chance or clocks.
PURE = ("cards", "rules", "variants", "game", "notation")
NUMERIC = ("solver", "research")
NUMERIC_PACKAGES = {"numpy", "numba", "llvmlite", "gymnasium", "pettingzoo"}


def sources() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def floor(path: Path) -> str:
    """The floor a source belongs to: `rules` for jacknine/rules/trick.py, `cards` for jacknine/cards.py."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The top-level packages that a source imports, anywhere in it, its own package left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def kept_files() -> list[Path]:
    """All files that git keeps, or would keep with the next commit."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


def kept_texts() -> Iterator[tuple[Path, str]]:
    for path in kept_files():
        content = path.read_bytes()
        if b"\0" not in content:
            yield path, content.decode(errors="replace")


def test_files_are_small() -> None:
    limits = {path: 200 if floor(path) == "variants" else 500 for path in sources()}
    limits |= dict.fromkeys((ROOT / "tests").rglob("*.py"), 500) | dict.fromkeys((ROOT / "bench").glob("*.py"), 500)
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in limits}
    assert not [f"{path.relative_to(ROOT)}: {sizes[path]}" for path in limits if sizes[path] > limits[path]]


def test_pure_floors_use_the_standard_library_without_chance_and_clocks() -> None:
    allowed = (sys.stdlib_module_names - {"random", "secrets", "time", "datetime"}) | {"jacknine"}
    assert not [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in sources()
        if floor(path) in PURE
        for name in imports(path)
        if name not in allowed
    ]


def test_only_the_solver_and_research_import_numeric_packages() -> None:
    assert not [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in sources()
        if floor(path) not in NUMERIC
        for name in imports(path)
        if name in NUMERIC_PACKAGES
    ]


def test_a_process_without_the_solver_never_loads_numeric_packages() -> None:
    modules = [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sources()
        if floor(path) not in NUMERIC
        and path.name != "__main__.py"
        # Folders without __init__.py hold scripts for other programs, such as migrations.
        and all(
            (SOURCE.parent / parent / "__init__.py").exists() for parent in path.relative_to(SOURCE.parent).parents[:-1]
        )
    ]
    program = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        f"print(*sorted({NUMERIC_PACKAGES} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program, *modules], capture_output=True, check=True, text=True)
    assert run.stdout.split() == []


def test_no_registry_no_foreign_host_and_no_workplace_is_named() -> None:
    # Written with gaps, so that this file does not name them either.
    hosts = "pypi.|org pythonhosted.|org npmjs.|org npmjs.|com deb.debian.|org unpkg.|com jsdelivr.|net cdnjs.|com"
    places = "/wo|rk/ ../sha|red codebases.|md clau|de anthro|pic chat|gpt sub|agent"
    words = f"{hosts} {places}".replace("|", "").split()
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    assert not [f"{path.relative_to(ROOT)}: {hit[0]}" for path, text in kept_texts() for hit in pattern.finditer(text)]


def test_no_lock_of_another_tool_is_kept() -> None:
    foreign = {"uv.lock", "package-lock.json", "poetry.lock", "yarn.lock"}
    assert not [str(path.relative_to(ROOT)) for path in kept_files() if path.name in foreign]


def test_the_locks_pin_every_direct_dependency_by_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    run = [*project["project"]["dependencies"], *extras["solver"], *extras["arena"]]
    groups = project["dependency-groups"]
    dev = [*extras["cluster"], *extras["research"], *(line for line in groups["dev"] if isinstance(line, str))]
    for lock, wanted in {"run": run, "build": groups["build"], "dev": run + dev}.items():
        text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
        pins = {
            canonicalize_name(name): (version, hashes)
            for name, version, hashes in re.findall(
                r"^(\S+)==(\S+)(.*(?:\n +--hash=sha256:\S+.*)*)", text, re.MULTILINE
            )
        }
        assert "://" not in text
        assert all("--hash=" in hashes for _, hashes in pins.values())
        for requirement in map(Requirement, wanted):
            assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)][0]), (
                f"{requirement} in {lock}.txt"
            )


def test_the_public_names_are_the_documented_ones() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^### `(\w+)`", reference, re.MULTILINE)) == sorted(jacknine.__all__)
    assert all(hasattr(jacknine, name) for name in jacknine.__all__)


def test_decisions_are_numbered_and_titled() -> None:
    notes = sorted((ROOT / "docs" / "decisions").iterdir())
    assert not [note.name for note in notes if not re.fullmatch(r"\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md", note.name)]
    numbers = [note.name[:4] for note in notes]
    assert len(set(numbers)) == len(numbers)
    assert all(note.read_text(encoding="utf-8").startswith("# ") for note in notes)
