"""The example in the help of `jacknine solve` is one that works."""

import re

import pytest

from jacknine.cli import main


def test_the_example_in_the_help_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    example = re.search(r'jacknine solve "([^"]+)"', capsys.readouterr().out)
    assert example is not None
    assert main(["solve", example[1]]) == 0
