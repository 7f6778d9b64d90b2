"""Every complaint of docs/complaints.md has tests, and they are there."""

import ast
import re

from tests.support import ROOT

ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)


def test_every_complaint_names_tests_that_exist() -> None:
    rows = ROW.findall((ROOT / "docs" / "complaints.md").read_text(encoding="utf-8"))
    assert [int(number) for number, *_ in rows] == list(range(1, 43))
    there: dict[str, set[str]] = {}
    for number, _, _, named in rows:
        tests = re.findall(r"`([\w/]+\.py)::(\w+)`", named)
        assert tests and len(tests) == named.count("`") // 2, number
        for path, name in tests:
            if path not in there:
                tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
                functions = (one for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
                there[path] = {one.name for one in functions}
            assert name in there[path], f"{number}: {path}::{name}"
