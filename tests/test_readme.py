"""The Python in the README and the guides runs as it stands."""

import re
from pathlib import Path

import pytest

from tests.support import ROOT

GUIDE = ROOT / "docs" / "guide"
PAGES = (ROOT / "README.md", GUIDE / "python.md", GUIDE / "solver.md", GUIDE / "environment.md")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(r"^```python\n.*?^```\n\n```\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""What stands below a program without a language is what it prints."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if page.stem == "environment":
        pytest.importorskip("pettingzoo", reason="jacknine[research] is not installed")
    text = page.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)
    printed = capsys.readouterr().out
    promised = re.findall(r"print\(.*\)  # (.*)$", "\n".join(blocks), re.MULTILINE)
    assert all(line in printed for line in (*promised, *ANSWER.findall(text)))
    assert printed.strip()
