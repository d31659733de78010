"""Loggers in MXNet's one-letter format."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._typing import Int

CRITICAL = logging.CRITICAL
ERROR = logging.ERROR
WARNING = logging.WARNING
INFO = logging.INFO
DEBUG = logging.DEBUG
NOTSET = logging.NOTSET

_LETTERS = {CRITICAL: "C", ERROR: "E", WARNING: "W", INFO: "I", DEBUG: "D"}
_RED, _GREEN, _BLUE, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[34m", "\x1b[0m"


class _Formatter(logging.Formatter):
    """Letter, time, process, place, message; the part before the message coloured by level."""

    def __init__(self) -> None:
        place = "%(head)s%(asctime)s %(process)d %(pathname)s:%(funcName)s:%(lineno)d]"
        super().__init__(f"{place}{_PLAIN} %(message)s", datefmt="%m%d %H:%M:%S")

    def format(self, record: Any) -> Any:
        colour = _RED if record.levelno >= WARNING else _GREEN if record.levelno >= INFO else _BLUE
        record.head = colour + _LETTERS.get(record.levelno, "U")
        return super().format(record)


def get_logger(
    name: str | None = None, filename: str | None = None, filemode: str | None = None, level: Int = WARNING
) -> logging.Logger:
    """Return a logger; one with a name is set up at its first call and stays as it is afterwards.

    Parameters
    ----------
    name : str, optional
        None gives the root logger, untouched.
    filename : str, optional
        Log to this file, in plain lines; default is standard error, in colour.
    filemode : str, optional
        How to open the file, default "a".
    level : int, default WARNING
        What is logged: messages of this level and above.

    Returns
    -------
    logging.Logger

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     logger = mx.log.get_logger("training", os.path.join(folder, "log.txt"), level=mx.log.INFO)
    ...     logger.info("epoch 1")
    ...     logger.debug("not logged")
    ...     logger.handlers[0].close()
    ...     with open(os.path.join(folder, "log.txt")) as file:
    ...         print(file.read().strip())
    epoch 1
    """
    logger = logging.getLogger(name)
    if name is not None and not getattr(logger, "_init_done", None):
        logger._init_done = True
        if filename:
            handler = logging.FileHandler(filename, filemode or "a")
        else:
            handler = logging.StreamHandler()
            handler.setFormatter(_Formatter())
        logger.addHandler(handler)
        logger.setLevel(level)
    return logger


def getLogger(
    name: str | None = None, filename: str | None = None, filemode: str | None = None, level: Int = WARNING
) -> logging.Logger:
    """Deprecated name of `get_logger`.

    Parameters
    ----------
    name, filename, filemode : str, optional
        As for `get_logger`.
    level : int, default WARNING
        As for `get_logger`.

    Returns
    -------
    logging.Logger

    Examples
    --------
    >>> mx.log.getLogger("old").name
    'old'
    """
    warnings.warn("getLogger is deprecated, Use get_logger instead.", DeprecationWarning, stacklevel=2)
    return get_logger(name, filename, filemode, level)
