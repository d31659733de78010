"""The oldest release of NumPy that jmx runs on, and the sentence for environments with an older one.

NumPy is not imported here: `jmx run` asks before it starts a program.
"""

from __future__ import annotations

import sys
from typing import Any

#: its first number; pyproject.toml says the same
OLDEST = 2
#: the first release that programs for MXNet stumble over: compat/pyproject.toml says the same, and why
FIRST_UNSUITABLE = "2.3" if sys.version_info < (3, 14) else "2.4"
#: what pip is asked for
WANTED = f"numpy>={OLDEST},<{FIRST_UNSUITABLE}"


def problem(version) -> Any:
    """Return what is wrong with a version of NumPy, in one sentence with the command that mends it, or None.

    Parameters
    ----------
    version : str
        Such as "1.26.4".
    """
    if int(version.partition(".")[0]) >= OLDEST:
        return None
    return (
        f"jmx needs NumPy {OLDEST} or newer, and this environment has NumPy {version}, which a requirement of another package "
        f"may have brought. Run: pip install '{WANTED}'"
    )


def installed_problem() -> None:
    """Return the same of the NumPy that is installed, or None where it is new enough or there is none."""
    import importlib.metadata  # takes longer to load than all of this module's callers that do not ask

    try:
        return problem(importlib.metadata.version("numpy"))
    except (importlib.metadata.PackageNotFoundError, ValueError, TypeError):  # not installed, or its metadata is damaged
        return None


def check(numpy) -> None:
    """Raise ImportError for a NumPy that is too old.

    Parameters
    ----------
    numpy : module
    """
    text = problem(numpy.__version__)
    if text:
        raise ImportError(text, name="numpy", path=numpy.__file__)
