"""What a program really uses of MXNet while it runs: `jmx run --trace-usage FILE`.

Two things are listened to. Modules below `mxnet` note which of their names code outside of jmx reads; where that code calls
methods of MXNet's classes is told by `sys.monitoring`, for the calls in the program's own code alone, or before Python 3.12 by a
profile function. Everything is put in order, and written, when the program ends.
"""

import atexit
import functools
import importlib
import json
import os
import re
import sys
import sysconfig
import threading
import types
from typing import Any

from .. import config
from .._errors.homes import home
from .._version import MXNET_VERSION, __version__
from ..context import takes_device
from . import facts

#: of the file
FORMAT = 1
VARIABLE = "JMX_TRACE_USAGE"
_JMX = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_STANDARD = tuple(os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib"))
#: functions of jmx that stand before others with the same name
_PASSING_ON = frozenset({takes_device(len).__code__})
#: installed packages that know nothing of MXNet, and whose code runs often
_STRANGERS = re.compile(
    r"[/\\](?:site|dist)-packages[/\\](?:jax|jaxlib|numpy|scipy|ml_dtypes|opt_einsum|optax|cv2|matplotlib)[/\\]"
)
_INSTALLED = re.compile(r"[/\\](?:site|dist)-packages[/\\]")


def document(names: dict[str, list[str]], finished: bool) -> str:
    """Return the text of a file of names: {path below `mxnet`: files that use it}."""
    content = {"format": FORMAT, "jmx": __version__, "mxnet": MXNET_VERSION, "finished": finished, "names": names}
    return json.dumps(content, indent=1, ensure_ascii=True) + "\n"


def _is_outside(filename: str) -> bool:
    """Whether code of this file is a program's or a library's, and not Python's or jmx's own."""
    if filename.startswith("<frozen"):
        return False
    path = os.path.realpath(filename)
    if path.startswith(_JMX) or _STRANGERS.search(path):
        return False
    return bool(_INSTALLED.search(path)) or not path.startswith(_STANDARD)


class Tracer:
    """Listens to a program, and writes what it uses to `path` when the process ends."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._process = os.getpid()
        self._outside: dict[str, bool] = {}
        self._classes: dict[type, type] = {}
        self._read: set[tuple[types.ModuleType, str, str]] = set()
        self._called: set[tuple[type, str, str]] = set()
        self._methods: dict[tuple[Any, type], tuple[type, str] | None] = {}

    def start(self) -> None:
        """Begin to listen to calls, and to the modules that `hybrid_forward` gets as F. Others are given to `watch`."""
        atexit.register(self.finish)
        for name in ("jmx.ndarray", "jmx.symbol"):
            self.watch(importlib.import_module(name))
        if sys.version_info >= (3, 12) and self._monitor():
            return
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def is_outside(self, filename: str) -> bool:
        """Whether code of this file is not jmx's or Python's own; remembered."""
        known = self._outside.get(filename)
        if known is None:
            known = self._outside[filename] = _is_outside(filename)
        return known

    # ---- names of modules

    def watch(self, module: types.ModuleType) -> None:
        """Note from now on which names of a module of jmx are read."""
        before = type(module)
        if before not in self._classes:
            self._classes[before] = self._watching(before)
        if before not in self._classes.values():
            module.__class__ = self._classes[before]

    def _watching(self, before: type) -> type:
        tracer = self
        getter: Any = before.__getattribute__

        def __getattribute__(self: Any, name: str) -> Any:
            try:
                value = getter(self, name)
            except AttributeError:
                answer = getattr(before, "__getattr__", None)
                if answer is None:
                    raise
                value = answer(self, name)
            if not name.startswith("__"):
                tracer._saw(self, name, sys._getframe(1).f_code.co_filename, value)
            return value

        return type(before.__name__, (before,), {"__getattribute__": __getattribute__})

    def _saw(self, module: types.ModuleType, name: str, filename: str, value: Any) -> None:
        if self.is_outside(filename):
            self._read.add((module, name, filename))
        if isinstance(value, types.ModuleType) and value.__name__.startswith(("jmx.", "mxnet.")):
            self.watch(value)

    # ---- calls of methods

    def _monitor(self) -> bool:
        """Have Python tell the calls in code outside of jmx; False where other tools have taken all places."""
        monitoring: Any = getattr(sys, "monitoring")  # noqa: B009  (type checkers look at Python 3.11)
        tool = next((number for number in (4, 3) if monitoring.get_tool(number) is None), None)
        if tool is None:
            return False
        monitoring.use_tool_id(tool, "jmx run --trace-usage")
        call, start = monitoring.events.CALL, monitoring.events.PY_START

        def listen(code: types.CodeType) -> None:
            if self.is_outside(code.co_filename):
                monitoring.set_local_events(tool, code, call)

        def started(code: types.CodeType, offset: int) -> Any:
            listen(code)
            return monitoring.DISABLE

        def called(code: types.CodeType, offset: int, function: Any, argument: Any) -> None:
            try:
                self._call(function, argument, code.co_filename)
            except Exception:  # objects may answer anything when they are asked for their class; the program must go on
                pass

        monitoring.register_callback(tool, start, started)
        monitoring.register_callback(tool, call, called)
        monitoring.set_events(tool, start)
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None:  # what runs already: the module that imports mxnet
            listen(frame.f_code)
            frame = frame.f_back
        return True

    def _call(self, function: Any, argument: Any, filename: str) -> None:
        if isinstance(function, types.MethodType):
            function, argument = function.__func__, function.__self__
        owner = argument if isinstance(argument, type) else type(argument)
        key = (function, owner)
        try:
            method = self._methods[key]
        except KeyError:
            method = self._methods[key] = _method(function, owner)
        except TypeError:  # what cannot be hashed is no method
            return
        if method is not None:
            self._called.add((*method, filename))

    def _profile(self, frame: types.FrameType, event: str, argument: Any) -> None:
        code, caller = frame.f_code, frame.f_back
        if event != "call" or caller is None or not code.co_argcount or not code.co_filename.startswith(_JMX):
            return
        if code.co_name.startswith("__"):
            return
        while caller.f_code in _PASSING_ON and caller.f_back is not None:
            caller = caller.f_back
        if self.is_outside(caller.f_code.co_filename):
            first = frame.f_locals.get(code.co_varnames[0])
            owner = first if isinstance(first, type) else type(first)
            if _is_ours(owner) and any(code.co_name in vars(base) for base in owner.__mro__):
                self._called.add((owner, code.co_name, caller.f_code.co_filename))

    # ---- the end

    def names(self) -> dict[str, list[str]]:
        """Return {path below `mxnet`: files that used it}, of the names that MXNet 1.9.1 has."""
        found: dict[str, set[str]] = {}
        modules = {id(module): name for name, module in sys.modules.items() if name == "mxnet" or name.startswith("mxnet.")}
        for module, name, filename in self._read:
            place = modules.get(id(module)) or "mxnet" + module.__name__.removeprefix("jmx")
            path = facts.member(facts.canonical(place.removeprefix("mxnet").removeprefix(".")), name)
            if path is not None:
                found.setdefault(facts.canonical(path), set()).add(filename)
        for owner, name, filename in self._called:
            known = next((path for base in owner.__mro__ if (path := _class_path(base))), None)
            path = facts.attribute(known, name) if known else None
            if path is not None:
                found.setdefault(facts.canonical(path), set()).add(filename)
        return {path: sorted(found[path]) for path in sorted(found)}

    def finish(self) -> None:
        """Write the file; in a forked process nothing."""
        if os.getpid() != self._process:
            return
        try:
            from ..core.serial import atomic_file

            names = self.names()
            with atomic_file(self._path, "w") as file:
                file.write(document(names, True))
        except OSError as error:
            print(f"jmx run: {self._path} cannot be written: {error.strerror}", file=sys.stderr)


def _is_ours(owner: type) -> bool:
    return any(home(base).startswith("jmx.") for base in owner.__mro__ if isinstance(base.__module__, str))


def _method(function: Any, owner: type) -> tuple[type, str] | None:
    """(class, name) of a method of a class of jmx, or of one that derives from it; None for other functions."""
    name = getattr(function, "__name__", None)
    if not isinstance(name, str) or name.startswith("__"):
        return None
    if _is_ours(owner):
        for base in owner.__mro__:
            if name in vars(base):
                there = vars(base)[name]
                if there is function or getattr(there, "__func__", None) is function:
                    return owner, name
                break
    # A static method knows its class by its name alone.
    module, outer = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if isinstance(module, str) and module.startswith("jmx.") and isinstance(outer, str) and outer.count(".") == 1:
        outer = outer.partition(".")[0]
        cls = vars(sys.modules.get(module, types)).get(outer)
        if isinstance(cls, type) and isinstance(vars(cls).get(name), staticmethod):
            return cls, name
    return None


@functools.cache
def _class_path(cls: type) -> str | None:
    """The canonical path of a class of jmx that MXNet has too, or None: it has the same name, in the same part of the package."""
    if not home(cls).startswith("jmx."):
        return None
    part = home(cls).split(".")[1]
    paths = {facts.canonical(path) for path in facts.tables().by_last.get(cls.__name__, ())}
    paths = {path for path in paths if facts.kind(path) == "c"}
    near = {path for path in paths if path.partition(".")[0] == part}
    return min(near or paths, key=len, default=None)


def start_if_wanted() -> Tracer | None:
    """Start to listen where the environment says so, and return the tracer. Processes that the program starts do not listen."""
    path = config.get(VARIABLE)
    os.environ.pop(VARIABLE, None)
    if not path:
        return None
    tracer = Tracer(path)
    tracer.start()
    return tracer
