"""The notebook prints what it shows."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

TOUR = Path(__file__).parents[1] / "notebooks/tour.ipynb"


def texts(notebook: nbformat.NotebookNode) -> list[str]:
    """Returns the output of each cell as text."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.get("text") or output["data"]["text/plain"] for output in outputs]


@pytest.mark.filterwarnings("ignore")
def test_the_tour() -> None:
    notebook = nbformat.read(TOUR, as_version=4)
    expected = texts(notebook)
    NotebookClient(notebook, timeout=120).execute()
    assert len(expected) >= 10 and texts(notebook) == expected
