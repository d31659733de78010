"""What is shown of an error that nobody catches: the user's frames and the message, not the frames inside of jmx.

The hooks that Python, its threads and IPython have for such errors show a shorter traceback. The error itself keeps all of its
frames, for debuggers and for programs that catch it. JMX_TRACEBACK=full shows everything.
"""

from __future__ import annotations

import os
import sys
import threading
import types

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
#: modules that set hooks of their own as part of Python itself, on some systems, and then show what Python shows
_OF_PYTHON = {"sys", "apport_python_hook"}
#: libraries that jmx calls; their frames below one of jmx's say nothing about the user's program
_LIBRARIES = ("jax", "jaxlib", "numpy", "ml_dtypes", "PIL", "cv2", "safetensors")
_HINT = "Frames inside of jmx are left out; JMX_TRACEBACK=full shows them."

_previous = sys.excepthook
_previous_of_threads = threading.excepthook


def _ours(filename):
    return filename.startswith(_HERE)


def _library_folders():
    """The folders of libraries, and of Python's own modules."""
    folders = [os.path.dirname(os.__file__)]
    for name in _LIBRARIES:
        file = getattr(sys.modules.get(name), "__file__", None)
        if file:
            folders.append(os.path.dirname(file))
    return tuple(folder + os.sep for folder in folders)


def _of_library(filename, folders):
    """Whether a file belongs to Python or to a library that jmx calls."""
    if filename.startswith("<frozen "):
        return True
    folder = next((folder for folder in folders if filename.startswith(folder)), None)
    return folder is not None and not filename[len(folder) :].startswith(("site-packages", "dist-packages"))


def _entries(traceback):
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def shorten(traceback):
    """Return a traceback without the frames inside of jmx, and of what jmx called; None if it has no others.

    Frames of the user's functions that jmx called stay.
    """
    folders, inside, kept = None, False, []
    for entry in _entries(traceback):
        filename = entry.tb_frame.f_code.co_filename
        if _ours(filename):
            inside = True
            continue
        if inside:
            folders = folders or _library_folders()
            if _of_library(filename, folders):
                continue
        inside = False
        kept.append(entry)
    short = None
    for entry in reversed(kept):
        short = types.TracebackType(short, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return short


def _meant(traceback):
    """Whether the error was raised by a `raise` in a frame, rather than by an accident there."""
    import opcode

    *_, last = _entries(traceback)
    return last.tb_frame.f_code.co_code[last.tb_lasti] == opcode.opmap["RAISE_VARARGS"]


def _shorten_error(error, undo):
    """Shorten the traceback of an error and of those that it comes from; `undo` gets what puts everything back."""
    from ..base import MXNetError

    full = error.__traceback__
    if any(one is error for one, *_ in undo):
        return
    undo.append((error, full, error.__cause__, error.__context__, error.__suppress_context__, getattr(error, "__notes__", None)))
    short = shorten(full)
    if short is not None and any(_ours(entry.tb_frame.f_code.co_filename) for entry in _entries(full)):
        error.__traceback__ = short
        notes = [note for note in getattr(error, "__notes__", ()) if "JAX_TRACEBACK_FILTERING" not in str(note)]
        *_, last = _entries(full)
        hidden = last.tb_frame is not list(_entries(short))[-1].tb_frame
        if hidden and isinstance(error, Exception) and not isinstance(error, (MXNetError, OSError, Warning)) and not _meant(full):
            notes.append(_HINT)
        error.__notes__ = notes
    for each in getattr(error, "exceptions", ()):  # of an ExceptionGroup
        if isinstance(each, BaseException):
            _shorten_error(each, undo)
    origin, suppressed = error.__cause__ or error.__context__, error.__suppress_context__
    if origin is None or error.__cause__ is None and suppressed:
        return
    if origin.__traceback__ is not None and shorten(origin.__traceback__) is None:
        error.__cause__ = error.__context__ = None  # it happened inside of jmx, whose error says what it means
    else:
        _shorten_error(origin, undo)


def show(error, call) -> None:
    """Call `call` while an error and those that it comes from have short tracebacks.

    Parameters
    ----------
    error : BaseException
        The error that nobody caught.
    call : function
        () -> anything; shows it.
    """
    undo = []
    try:
        try:
            if not _full():
                _shorten_error(error, undo)
        except Exception:  # showing an error must not fail
            _put_back(undo)
        call()
    finally:
        _put_back(undo)


def told(error) -> str:
    """Return an error with its traceback as text, as it is shown where nobody catches it.

    Parameters
    ----------
    error : BaseException
        An error that is raised anew elsewhere, or in another process.

    Returns
    -------
    str
        Without a traceback where all of it lies inside of jmx.
    """
    import traceback

    lines = []
    if not _full() and shorten(error.__traceback__) is None:
        return "".join(traceback.format_exception_only(error))
    show(error, lambda: lines.extend(traceback.format_exception(error)))
    return "".join(lines)


def _put_back(undo):
    for error, traceback, cause, context, suppressed, notes in undo:
        error.__traceback__, error.__cause__, error.__context__ = traceback, cause, context
        error.__suppress_context__ = suppressed
        if notes is not None:
            error.__notes__ = notes
        elif hasattr(error, "__notes__"):
            del error.__notes__
    undo.clear()


def _full():
    """Whether JMX_TRACEBACK asks for everything; a text that it does not have is told."""
    from ..base import MXNetError
    from ..config.variables import get

    try:
        return get("JMX_TRACEBACK") == "full"
    except MXNetError as error:
        print(error, file=sys.stderr)
        return True


def _excepthook(kind, error, traceback):
    """Show an error that ends the program; a hook that the program had set before gets it as it is."""
    if getattr(_previous, "__module__", None) in _OF_PYTHON and isinstance(error, BaseException):
        if error.__traceback__ is None:
            error.__traceback__ = traceback
        show(error, lambda: _previous(kind, error, error.__traceback__))
    else:
        _previous(kind, error, traceback)


def _excepthook_of_threads(args):
    """Show an error that ends a thread."""
    if _previous_of_threads is threading.__excepthook__ and args.exc_value is not None:
        show(args.exc_value, lambda: _previous_of_threads(args))
    else:
        _previous_of_threads(args)


#: functions that look at an error before a cell shows it
before_cells = []


def _show_in_ipython(shell, kind, error, traceback, tb_offset=None):
    """Show an error that ends a cell; `%debug` and `%tb` get all of its frames."""
    for look in before_cells:
        look(error)
    show(error, lambda: shell.showtraceback((kind, error, error.__traceback__), tb_offset=tb_offset))
    sys.last_traceback = error.__traceback__


def install() -> None:
    """Have errors shown without the frames inside of jmx, in this process: programs, threads, and cells of IPython."""
    sys.excepthook = _excepthook
    threading.excepthook = _excepthook_of_threads
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    # a program's own handler stays; other shells than IPython's may know no handlers
    if shell is not None and not getattr(shell, "custom_exceptions", True):
        shell.set_custom_exc((Exception,), _show_in_ipython)
