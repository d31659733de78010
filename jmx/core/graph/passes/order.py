"""The passes in their order: which of them run (JMX_PASSES), and what happens where one fails."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

from .... import config
from ....base import MXNetError
from ....config import compile_report
from ....util import is_np_shape
from ...declare.op import Varies
from . import dump
from .fuse import fuse_inference, fuse_relu, pack_weights
from .layout import channels_last
from .merge import merge_duplicates
from .open_shapes import close_shapes
from .scan import roll_loops

if TYPE_CHECKING:
    from ..lower import Lowered


#: what depends on the graph and the settings alone
_STRUCTURAL = {function.__name__: function for function in (merge_duplicates, roll_loops)}
#: what depends on the shapes of the inputs and the platform as well
_SHAPED = {function.__name__: function for function in (close_shapes, fuse_relu, channels_last, pack_weights, fuse_inference)}
#: every pass by its name, in the order in which they are applied
PASSES = {**_STRUCTURAL, **_SHAPED}
#: the one that is no improvement: without it graphs with open shapes mean nothing, so that it is never left out
_NEEDED = close_shapes.__name__


class Settings(NamedTuple):
    """The settings that passes look at, read when a graph is lowered; they are part of the key of what has been lowered."""

    merge: bool
    channels_last: bool
    np_shape: bool
    passes: frozenset[str]

    @classmethod
    def read(cls) -> Settings:
        """The present ones. Raises MXNetError where JMX_PASSES names no pass."""
        merge, images = config.get("MXNET_ELIMINATE_COMMON_EXPR"), config.get("JMX_CHANNELS_LAST")
        return cls(merge, images, is_np_shape(), chosen(config.get("JMX_PASSES")))


@functools.cache
def chosen(text) -> frozenset[str]:
    """The names of the passes that a value of JMX_PASSES asks for.

    Parameters
    ----------
    text : str
        Words between commas, read from left to right: "all", "none", the name of a pass that runs, or one behind "-" of a pass
        that does not. All others run if the first word begins with "-", and none otherwise.

    Raises
    ------
    MXNetError
        A word is none of these.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    names = set(PASSES) if not words or words[0].startswith("-") else set()
    for word in words:
        name = word.removeprefix("-").strip()
        if word in ("all", "none"):
            names = set(PASSES) if word == "all" else set()
        elif name not in PASSES:
            raise MXNetError(
                f"environment variable JMX_PASSES={text!r}: {name!r} is no pass. Give all, none, or names with commas between "
                f"them: {', '.join(PASSES)}; with - in front of a name all but that one run."
            )
        elif word.startswith("-"):
            names.discard(name)
        else:
            names.add(name)
    return frozenset(names | {_NEEDED})


def prepare(graph, facts) -> Lowered:
    """The graph that runs in place of `graph`, which keeps what the passes have made for the same facts.

    Parameters
    ----------
    graph : Lowered
    facts : Facts
    """
    folder = config.get("JMX_DUMP_GRAPH")
    # nothing kept is used, as every stage is to be seen
    if folder:
        return dump.prepare(graph, facts, PASSES, folder)
    # shapes are left out of the key: these passes do not look at them
    key = facts.refused, facts.passes.intersection(_STRUCTURAL)
    before = graph.prepared.get(key)
    if before is None:
        before = _applied(_STRUCTURAL, graph, facts)
        graph.prepared[key] = before
    return _applied(_SHAPED, before, facts)


def _applied(passes, graph, facts):
    for name, function in passes.items():
        if name in facts.passes:
            graph = function(graph, facts)
    return graph


def run_without_faulty(graph, run) -> tuple[Any, ...]:
    """`run(left_out)`, where `left_out` are the names of passes of which it is known that they, or what they make, fail.

    When it raises, the graph as it was written decides. If that raises as well, the error is the user's. If it does not, a pass
    is at fault: the passes are added one by one, and the ones with which it fails are left out of this graph from now on, with
    a warning. Memory that runs out, interrupts and shapes that vary are no faults of passes.

    Parameters
    ----------
    graph : Lowered
    run : function of a frozenset
        Computes the graph's outputs without the passes of these names; pure, since it may be called again.
    """
    try:
        return run(graph.left_out)
    except (MemoryError, Varies):
        raise
    except Exception as error:
        applied = [name for name in PASSES if name in graph.settings.passes - graph.left_out - {_NEEDED}]
        # the user's Python must not run a second time to find out whose fault it is
        if graph.hosted or not applied:
            raise
        first = error
    left_out = graph.left_out.union(applied)
    result, faults = run(left_out), {}
    # on top of those that are known to work, so that a fault of two passes together is found as well
    for name in applied:
        try:
            result = run(left_out - {name})
            left_out -= {name}
        except (MemoryError, Varies):
            raise
        except Exception as error:
            faults[name] = error
    if not faults:
        raise first  # which does not come again: from outside, such as a signal's handler
    graph.left_out = graph.left_out.union(faults)
    for name, error in faults.items():
        compile_report.tell_left_out(graph.name, name, error)
    return result
