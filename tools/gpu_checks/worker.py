"""A process that does items of one part; `runner.py` starts it.

    python -m tools.gpu_checks.worker PART CONTEXT

It writes a line of JSON with its items, and then reads names of items and answers each with a line: its outcome, figures, text.
It ends with its input, and with the process that started it.
"""

import ctypes
import importlib
import json
import os
import signal
import sys

from .parts import PARTS, SkipItem
from .record import MOST_TEXT


class Channel:
    """What the worker says to who started it, and hears from there.

    Parameters
    ----------
    context : str
        "gpu" or "cpu".
    """

    def __init__(self, context):
        self.context = context
        self.asked, self.out = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
        # so that nothing that a test prints is taken for an answer, and none reads what others are asked
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def answer(self, **line):
        """Write a line."""
        self.out.write(json.dumps(line) + "\n")
        self.out.flush()

    def ready(self, items):
        """Say which items there are, and on what they run; raises RuntimeError where they cannot."""
        import jax

        device = jax.devices()[0]
        if self.context == "gpu" and device.platform not in ("gpu", "cuda"):
            raise RuntimeError(
                f"there is no GPU here: JAX finds {device.device_kind}; --context cpu tries the command without one"
            )
        self.answer(items=list(items), card=device.device_kind, jax=jax.__version__)

    def serve(self, items, do):
        """Answer until the input ends: `do` takes the name of an item, and returns figures or raises."""
        self.ready(items)
        for item in self.names():
            self.answer(**outcome(do, item))

    def names(self):
        """The items that are asked for, until the input ends."""
        return (line.rstrip("\n") for line in self.asked)


def outcome(do, item):
    """What came of an item that is measured, as a dict."""
    try:
        figures = do(item)
    except SkipItem as reason:
        return {"outcome": "skipped", "text": str(reason)[:MOST_TEXT]}
    except Exception as error:  # the other items are wanted all the same
        return {"outcome": "failed", "text": f"{type(error).__name__}: {error}"[:MOST_TEXT]}
    return {"outcome": "measured", "figures": {name: float(f"{number:.4g}") for name, number in figures.items()}}


def end_with_parent():
    """Have Linux end this process when the one that started it ends, however that ends."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (AttributeError, OSError):
        pass  # another system: the worker ends with its input


def main(part, context):
    """Serve a part."""
    end_with_parent()
    channel = Channel(context)
    try:
        importlib.import_module(f".{PARTS[part].module}", __package__).serve(part, channel)
    except Exception as error:
        channel.answer(error=f"{type(error).__name__}: {error}"[:2000])
        raise


if __name__ == "__main__":
    main(*sys.argv[1:])
