"""tools/upstream2_tests.py: the table of outcomes."""

from tools import upstream2_tests


def test_table_counts_by_file():
    outcomes = {"unittest/b.py::one": "passed", "unittest/a.py::one": "failed", "unittest/a.py::two[x::y]": "passed"}
    rows = upstream2_tests.table({name: {"outcome": outcome} for name, outcome in outcomes.items()}).splitlines()
    assert rows[2:] == ["| `a.py` | 1 | 2 | 1 failed |", "| `b.py` | 1 | 1 |  |", "| all | 2 | 3 | |"]
