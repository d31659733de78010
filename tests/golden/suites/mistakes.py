"""Typical mistakes: the class of the error and what MXNet says."""

import os
import re
import tempfile

import mistakes


def record(mx, output):
    said, before = {}, os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, mistake in mistakes.every().items():
                error = mistakes.run(mx, mistake, f"{name}.py")
                said[name] = None if error is None else [_known(error), _plain(str(error), folder)]
        finally:
            os.chdir(before)
    output.rows(said)


def _known(error):
    """The names of the error's class and of those that it is of, the nearest first, up to `Exception`."""
    return [cls.__name__ for cls in type(error).__mro__[:-3]]


def _plain(text, folder):
    """The first line of a message without addresses and places of files; MXNet puts its own stack below."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("Traceback", "  [bt]", "Stack trace"))]
    line = next((line for line in lines if not line.lstrip().startswith("File ")), "")
    return re.sub(r"\[\d\d:\d\d:\d\d\] | at 0x[0-9a-f]+", "", line.replace(folder, ""))[:300]
