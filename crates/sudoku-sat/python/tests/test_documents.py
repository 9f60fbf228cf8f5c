"""The examples of the documents print what they show."""

import doctest
import re
import sys
from pathlib import Path

import pytest

import sudoku_cnf

PACKAGE = Path(__file__).parents[1]
GUIDE = PACKAGE.parents[2] / "docs/python.md"


def run(name: str, text: str, names: dict[str, object]) -> None:
    """Runs the examples of a text, and leaves the variables that they define in `names`."""
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    output: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=output.append, clear_globs=False)
    names.update(test.globs)
    assert test.examples and runner.failures == 0, "".join(output)


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_examples_of_the_guide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    # Otherwise, Spark starts its workers with the first Python in PATH.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall("```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL):
        run("python.md", block, names)


def test_the_example_of_the_package() -> None:
    assert sudoku_cnf.__doc__ is not None
    run("sudoku_cnf", sudoku_cnf.__doc__, {})


def test_all_functions_are_documented() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for name in sudoku_cnf.__all__:
        item = getattr(sudoku_cnf, name)
        assert item.__doc__, name
        if name.islower():
            assert f"`{name}(" in guide, name
