"""The import name `horovod`, where no real Horovod is installed: `horovod.mxnet` on the job that jmx itself gives."""

from ..._errors.wording import brief
from . import mxnet

__all__ = ["mxnet", "run"]

__version__ = "0.28.1"


def run(func, args=(), kwargs=None, np=None, **options):
    """Refused: Horovod starts processes by it.

    Parameters
    ----------
    func : callable
        What each process would call.
    args, kwargs, np, **options
        As in Horovod.

    Raises
    ------
    NotImplementedError
        Always; the message names the command that starts processes.

    Examples
    --------
    >>> from jmx.legacy import horovod
    >>> horovod.run(print, np=2)
    Traceback (most recent call last):
    ...
    NotImplementedError: horovod.run(<built-in function print>, np=2) is not supported: ...
    """
    raise NotImplementedError(
        f"horovod.run({brief(func)}, np={np!r}) is not supported: processes are started before the program. "
        f"Run `jmx launch -n {np or 2} python PROGRAM.py`, or the program under srun or mpirun."
    )
