"""One line that says what is going on: written over on a terminal, a display that vanishes in a notebook, nothing elsewhere."""

from __future__ import annotations

import contextlib
import os
import sys
import uuid
from typing import Any

from .locks import RLock


def in_notebook() -> bool:
    """Whether this is the kernel of a notebook."""
    return getattr(_shell(), "kernel", None) is not None


def watched() -> bool:
    """Whether there is a screen that somebody may watch: a terminal, or a notebook."""
    return _terminal() is not None or in_notebook()


class Line:
    """The process's line. Its `lock` is held by whoever writes."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, as a forked process has to: a thread that is not here may have held the lock."""
        self.lock = RLock()
        #: what stands on the terminal's last line
        self._on_screen = ""
        #: a notebook's cell, and the name of the display in it
        self._cell: Any = None
        self._display = ""
        self._displayed = False

    def show(self, text) -> None:
        """Show a line in place of the one that is there."""
        stream = _terminal()
        if stream is not None:
            text = text[: _columns(stream) - 1]  # a line that wraps could not be written over
            stream.write("\r" + text.ljust(len(self._on_screen)))
            stream.flush()
            self._on_screen = text
        elif in_notebook():
            self._show_in_cell(text)

    def erase(self) -> None:
        """Take the line away."""
        length, self._on_screen = len(self._on_screen), ""
        stream = _terminal()
        if length and stream is not None:
            stream.write("\r" + " " * length + "\r")
            stream.flush()
        if self._displayed:
            self._displayed = False
            self._publish({}, update=True)  # a display of nothing takes no room, and no text is saved with the notebook

    def conclude(self, text) -> None:
        """End with a line that stays on a terminal; a notebook keeps nothing."""
        self.erase()
        _write(_terminal(), text)

    def log(self, text) -> None:
        """Write a line that somebody has asked for to the standard error stream."""
        self.erase()
        _write(sys.stderr, text)

    def _show_in_cell(self, text) -> None:
        """Show a text in the cell that runs: one display for each cell, however much compiles there."""
        request = _request()
        # what runs a notebook without anybody looking on (nbclient, nbconvert, papermill) cannot answer questions either
        if not request.get("content", {}).get("allow_stdin", True):
            return
        cell = request.get("header", {}).get("msg_id")
        new = not self._display or cell != self._cell
        if new:
            self._cell, self._display = cell, uuid.uuid4().hex
        self._publish({"text/plain": text}, update=not new)
        self._displayed = True

    def _publish(self, data, update) -> None:
        _shell().display_pub.publish(data, transient={"display_id": self._display}, update=update)


#: the one that all write to
line = Line()


def _write(stream, text) -> None:
    if stream is not None and not stream.closed:
        stream.write(text + "\n")
        stream.flush()


def _terminal():
    stream = sys.stderr
    return stream if stream is not None and not stream.closed and stream.isatty() else None


def _columns(stream) -> int:
    try:
        return max(20, os.get_terminal_size(stream.fileno()).columns or 80)
    except (OSError, ValueError, AttributeError):
        return 80


def _shell() -> Any:
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def _request() -> dict:
    """The message by which the notebook asked for what runs now, as far as the kernel tells."""
    with contextlib.suppress(Exception):
        return _shell().kernel.get_parent("shell") or {}
    return {}
