"""`jmx.progress`: how far a loop is, on a screen that somebody watches."""

from __future__ import annotations

import importlib.util
import sys
import time

from .progress_line import in_notebook
from .variables import get

#: seconds between lines, where tqdm is not installed
INTERVAL = 5.0


def progress(iterable, desc="", *, total=None, show=None):
    """Loop over something and show how far the loop is: by a bar of tqdm where tqdm is installed, by lines otherwise.

    Everything is written to the standard error stream. `mx.callback.ProgressBar` is another one, for the batches of `Module.fit`.

    Parameters
    ----------
    iterable : iterable
        What the loop runs over, such as a list, a DataLoader or a DataIter. The result takes its place where it is looped over,
        also in `Estimator.fit` and `Module.fit`; it can be looped over again, and answers the iterable's other names.
    desc : str, default ""
        What stands in front of the bar.
    total : int, optional
        How many items will come. By default `len(iterable)`, where there is one.
    show : bool, optional
        True shows the progress anywhere, False nowhere. By default it is shown on terminals and in notebooks, unless
        `JMX_PROGRESS` is 0.

    Returns
    -------
    iterable
        The same items.

    Raises
    ------
    TypeError
        `iterable` cannot be looped over.

    Examples
    --------
    >>> loader = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.arange(6)), batch_size=2)
    >>> [int(batch.sum().asscalar()) for batch in jmx.progress(loader, "training")]
    [1, 5, 9]
    >>> len(jmx.progress(loader))
    3
    """
    return Progress(iterable, desc, total, show)


class Progress:
    """What `jmx.progress` returns: an iterable that shows how far a loop over it is."""

    def __init__(self, iterable, desc, total, show) -> None:
        if not hasattr(type(iterable), "__iter__") and not hasattr(type(iterable), "__getitem__"):
            raise TypeError(f"jmx.progress: expected something to loop over, such as a DataLoader, got {type(iterable).__name__}")
        #: what is looped over; `Estimator` looks at it
        self.__wrapped__ = iterable
        self._desc, self._total, self._show = desc, total, show

    def __iter__(self):
        if not (_watched() if self._show is None else self._show):
            return iter(self.__wrapped__)
        bar = _tqdm()
        return _lines(self.__wrapped__, self._desc, self._count()) if bar is None else self._bar(bar)

    def __len__(self):
        return len(self.__wrapped__)

    def __getattr__(self, name):
        if name.startswith("__"):  # a copy that is being made has no iterable yet
            raise AttributeError(name)
        return getattr(self.__wrapped__, name)

    def _count(self):
        """How many items will come, or None."""
        if self._total is not None:
            return self._total
        try:
            return len(self.__wrapped__)
        except (TypeError, NotImplementedError):
            return None

    def _bar(self, bar):
        with bar(self.__wrapped__, desc=self._desc or None, total=self._count(), file=sys.stderr) as shown:
            yield from shown


def _watched():
    stream = sys.stderr
    return bool(get("JMX_PROGRESS")) and stream is not None and not stream.closed and (stream.isatty() or in_notebook())


def _tqdm():
    """The bar of tqdm that fits the place, or None where tqdm is not installed."""
    try:
        import tqdm
    except ImportError:
        return None
    # The notebook's bar is a widget, and warns where there are none.
    if in_notebook() and importlib.util.find_spec("ipywidgets") is not None:
        from tqdm.notebook import tqdm as widget

        return widget
    return tqdm.tqdm


def _lines(iterable, desc, total):
    """The items, and a line every few seconds, and one at the end."""
    began = said = time.monotonic()
    name, done = f"{desc}: " if desc else "", 0
    try:
        for item in iterable:
            now = time.monotonic()
            if now - said >= INTERVAL:
                said, rate = now, done / (now - began)
                share = f" of {total} ({done / total:.0%}), {(total - done) / rate:.0f} s left" if total and rate else ""
                print(f"{name}{done}{share}, {rate:.3g} a second", file=sys.stderr, flush=True)
            yield item
            done += 1
    finally:
        took = time.monotonic() - began
        part = f" of {total}" if total is not None and total != done else ""
        print(f"{name}{done}{part} in {took:.1f} s, {done / max(took, 1e-9):.3g} a second", file=sys.stderr, flush=True)
