"""Signals by which a batch system says that a job is about to be stopped."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import Any

from ..base import MXNetError

#: what sysexits.h calls a temporary failure: the program is not done, and is to be started again
AGAIN = 75


class StopSignals:
    """Notes signals in place of what they would do, from now until `release`.

    Parameters
    ----------
    names : list of str
        Such as ``SIGUSR1``. A process can handle them in its main thread alone.

    Attributes
    ----------
    came : bool
        Whether one has come.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.came = False
        self._before: dict[signal.Signals, Any] = {}
        numbers = []
        for name in names:
            number = signal.Signals.__members__.get(str(name))
            if number is None:
                raise MXNetError(
                    f"stop_on={name!r} is no signal of this system; there are {', '.join(signal.Signals.__members__)}"
                )
            numbers.append(number)
        try:
            for number in numbers:
                self._before[number] = signal.signal(number, self._note)
        except (ValueError, OSError) as error:  # another thread; SIGKILL
            self.release()
            raise MXNetError(f"stop_on={list(names)}: cannot be handled here: {error}") from None

    def _note(self, *_: Any) -> None:
        self.came = True

    def release(self) -> None:
        """Have signals do again what they did."""
        before, self._before = self._before, {}
        for number, handler in before.items():
            # None: it was set by C, and Python cannot set it again
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
