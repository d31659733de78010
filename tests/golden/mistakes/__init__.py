"""Typical mistakes of users, as small programs that fail: what MXNet raises is recorded, what jmx says is tested and rated.

`came`, `expected` and `mend` are regular expressions that a good message holds: the value that came, what was expected, how to
mend it. The line that the traceback has to end with is the one marked `#!`. MXNet's class is the one expected unless `error`
names another one; then `why` says why.
"""

import dataclasses
import importlib
import textwrap

PARTS = ("arrays", "recording", "layers", "hybrid", "training", "data", "graphs")


@dataclasses.dataclass
class Mistake:
    """One program that fails, and what a good message says."""

    name: str
    code: str
    came: str
    expected: str
    mend: str
    error: str = ""
    why: str = ""

    @property
    def line(self):
        """The number of the line that is marked."""
        lines = [number for number, line in enumerate(self.code.splitlines(), 1) if line.rstrip().endswith("#!")]
        (line,) = lines
        return line


class Table:
    """The mistakes of one part."""

    def __init__(self):
        self.rows = []

    def add(self, name, code, came, expected, mend, error="", why=""):
        """Note a mistake."""
        self.rows.append(Mistake(name, textwrap.dedent(code).strip() + "\n", came, expected, mend, error, why))


def every():
    """All mistakes, by name."""
    rows = [row for part in PARTS for row in importlib.import_module(f"{__name__}.{part}").TABLE.rows]
    table = {row.name: row for row in rows}
    assert len(table) == len(rows)
    return table


def names_for(mx):
    """What the programs find: MXNet's module and its usual short names."""
    import numpy

    return {
        "mx": mx, "onp": numpy, "nd": mx.nd, "sym": mx.sym, "np": mx.np, "npx": mx.npx, "gluon": mx.gluon, "nn": mx.gluon.nn,
        "autograd": mx.autograd, "__name__": "__main__",
    }  # fmt: skip


def run(mx, mistake, filename):
    """Run the program of `mistake` in the current folder; returns the exception that it ended with, or None."""
    code = compile(mistake.code, filename, "exec")
    try:
        exec(code, names_for(mx))
        mx.nd.waitall()  # MXNet finds some of them only now
    except Exception as error:
        return error
    return None
