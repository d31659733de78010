"""Which region of which page holds which figures, and how regions are read and written."""

import dataclasses
import json
import pathlib
import re
from collections.abc import Callable
from functools import partial

from . import mxnet2_tests, mxnet_tests, names, speed
from .errors import FigureError

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class Region:
    """A region of a page.

    Parameters
    ----------
    page : str
        The page, from the top of the repository.
    summarize : callable
        From the results of files, a list, and the folder of MXNet's recorded outcomes to the summary that is kept.
    render : callable
        From the summary to Markdown.
    """

    page: str
    summarize: Callable
    render: Callable


REGIONS = {
    "mxnet-tests": Region("docs/compatibility.md", mxnet_tests.summarize, mxnet_tests.render),
    "names": Region("docs/compatibility.md", names.summarize, names.render),
    "mxnet2-tests": Region("docs/dev/upstream_tests.md", mxnet2_tests.summarize, mxnet2_tests.render),
    **{
        name: Region("docs/performance.md", partial(speed.summarize, name.partition("-")[0]), speed.render)
        for name in ("networks", "networks-jax", "networks-2", "compile", "data", "operators")
    },
}


def _summary(name, root):
    return root / "docs" / "dev" / "figures" / f"{name}.json"


def record(name, results, shared, root=ROOT):
    """Keep the summary of results."""
    summary = REGIONS[name].summarize(results, shared)
    _summary(name, root).write_text(_text(summary), encoding="utf-8")


def _text(summary):
    """JSON with a line for each value of the summary, and for each item of its longer ones."""
    lines = []
    for key, value in summary.items():
        if isinstance(value, dict) and value:
            items = ",\n".join(f"  {json.dumps(name)}: {json.dumps(item)}" for name, item in value.items())
            lines.append(f" {json.dumps(key)}: {{\n{items}\n }}")
        elif isinstance(value, list) and value:
            items = ",\n".join(f"  {json.dumps(item)}" for item in value)
            lines.append(f" {json.dumps(key)}: [\n{items}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _split(root, name):
    """The page of a region: before, in and after it."""
    page = root / REGIONS[name].page
    begin, end = f"<!-- generated: {name} -->\n", f"<!-- end of generated: {name} -->\n"
    parts = re.split(f"^({re.escape(begin)}|{re.escape(end)})", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if parts[1::2] != [begin, end]:
        raise FigureError(f"{REGIONS[name].page}: expected one line {begin.strip()!r} and after it one line {end.strip()!r}")
    return parts[0] + begin, parts[2], end + parts[4]


def _wanted(root, name):
    summary = json.loads(_summary(name, root).read_text(encoding="utf-8"))
    return f"\n{REGIONS[name].render(summary).strip()}\n\n"


def recorded(root=ROOT):
    """The names of the regions whose figures are kept."""
    return [name for name in REGIONS if _summary(name, root).exists()]


def stale(root=ROOT, names=None):
    """The names of the regions that are not as the kept figures make them."""
    return [name for name in names or recorded(root) if _split(root, name)[1] != _wanted(root, name)]


def write(names=None, root=ROOT):
    """Write the regions that are stale; returns their names."""
    changed = stale(root, names)
    for name in changed:
        before, _, after = _split(root, name)
        (root / REGIONS[name].page).write_text(before + _wanted(root, name) + after, encoding="utf-8")
    return changed
