"""What MXNet's library says on stderr, past `logging`, whose records are the program's own."""

from __future__ import annotations

import sys
import time
from typing import Any


def announce(text: Any) -> None:
    """Write `text` with the time of day before it, as MXNet's library does, if there is anything to write to."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"[{time.strftime('%H:%M:%S')}] {text}\n")
    except (OSError, ValueError):  # a pipe that nobody reads, a stream that is closed
        return
