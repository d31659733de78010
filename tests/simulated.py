"""A stand-in for another operating system, on Linux: `pytest --platform windows` or `macos`.

Code of this repository, and of programs that tests write, finds modules of Python's that lack what the system lacks: modules
(fcntl), functions of `os`, `signal`, `socket`, `select`, `mmap` and `time`, folders such as /proc. Python's own modules and
installed packages find theirs. Files behave for all of them as the system's do. On Windows those that are open or read-only are
neither renamed nor removed, nothing is renamed onto a folder, there are no links and no permissions, text is cp1252 with lines
that end in CR LF, unless a program says otherwise. On macOS the folder for temporary files is reached through a link. Processes
that tests start begin with `simulated_start/sitecustomize.py`, which does the same there.

It is a simulation: neither paths with drive letters, nor names that differ in case alone, nor the loader of libraries, nor XLA
of that system are there. What jmx does in C, and oneDNN, is for Linux and off.
"""

import builtins
import errno
import functools
import importlib
import io
import locale
import os
import pathlib
import stat
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
#: names the system for processes that tests start
VARIABLE = "SIMULATED_PLATFORM"
#: what both lack of Linux
_BOTH = {
    "os": """memfd_create pidfd_open sched_getaffinity sched_setaffinity listxattr getxattr setxattr removexattr posix_fadvise
        posix_fallocate eventfd pipe2 getresuid""",
    "socket": "SOCK_SEQPACKET",
    "select": "epoll",
    "signal": "sigtimedwait sigwaitinfo",
    "mmap": "",
    "time": "",
}
_WINDOWS = {
    "os": """chown lchown confstr fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpriority
        getsid getuid killpg lockf mkfifo mknod nice openpty pathconf posix_spawn pread preadv pwrite pwritev register_at_fork
        sendfile setgid setpgid setpriority setsid setuid statvfs fstatvfs sync sysconf tcgetpgrp uname wait wait3 wait4 waitid
        waitpid WNOHANG WEXITSTATUS WIFEXITED WIFSIGNALED WTERMSIG O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_NOCTTY O_SYNC
        EX_OK""",
    "signal": """SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGCHLD SIGSTOP SIGCONT SIGPIPE SIGQUIT SIGALRM SIGTSTP SIGBUS alarm setitimer
        pause pthread_kill pthread_sigmask sigpending sigwait siginterrupt""",
    "socket": "AF_UNIX send_fds recv_fds SO_REUSEPORT SCM_RIGHTS",
    "select": "poll",
    "mmap": "MAP_PRIVATE MAP_SHARED MAP_ANONYMOUS PROT_READ PROT_WRITE MADV_DONTNEED",
    "time": "tzset clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID",
}
_NO_MODULES = {"windows": {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"}, "macos": set()}
_NAMES = {"windows": ("nt", "win32", "Windows", "AMD64"), "macos": ("posix", "darwin", "Darwin", "arm64")}
_LINUX_ALONE = ("/proc", "/sys", "/dev/shm")
_PYTHONS = os.path.dirname(os.__file__) + os.sep
#: Linux's own functions, for what is done here
_real = types.SimpleNamespace(
    stat=os.stat, lstat=os.lstat, listdir=os.listdir, chmod=os.chmod, symlink=os.symlink, os_open=os.open, open=io.open
)
_done = []


class StandIn(types.ModuleType):
    """A module without some of its names, and with others; what else is asked of it or set reaches the module."""

    def __init__(self, real, without=(), **others):
        super().__init__(real.__name__, real.__doc__)
        for name, value in {"_real": real, "_without": frozenset(without), "_own": others, "__spec__": real.__spec__}.items():
            object.__setattr__(self, name, value)

    @property
    def __dict__(self):  # which monkeypatch asks for what it puts back
        return {name: value for name, value in vars(self._real).items() if name not in self._without} | self._own

    def __getattr__(self, name):
        if name in self._own:
            return self._own[name]
        if name in self._without:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} in this stand-in")
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        if name in self._own or name in self._without:
            self._own[name] = value
        else:
            setattr(self._real, name, value)

    def __delattr__(self, name):
        if name in self._own:
            del self._own[name]
        elif name in self._without:
            raise AttributeError(name)
        else:
            delattr(self._real, name)

    def __dir__(self):
        return sorted(self.__dict__)

    def __reduce__(self):
        return importlib.import_module, (self.__name__,)


@functools.cache
def _is_pythons(file):
    """Whether a file is of Python or of an installed package, and not of jmx."""
    return "/site-packages/jmx/" not in file and (file.startswith((_PYTHONS, "<")) or "/site-packages/" in file)


def _asks_the_stand_in(names):
    """Whether code with these global names finds the stand-ins."""
    file = names.get("__file__")
    if file is None:
        return names.get("__name__", "__main__") == "__main__"  # python -c, exec
    return not _is_pythons(file) and file != __file__


class _Msvcrt(types.ModuleType):
    """`msvcrt` for locks: one of a file, which goes with its descriptor."""

    LK_NBLCK = 2

    def locking(self, descriptor, mode, count):
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None


def _stand_in(system, module):
    """The module that code finds by a name that is in `_STAND_INS`."""
    if module == "msvcrt":
        return _Msvcrt(module)
    real = importlib.import_module(module)
    lacking = set(_BOTH.get(module, "").split()) | (set(_WINDOWS.get(module, "").split()) if system == "windows" else set())
    own_name, own_platform, long_name, processor = _NAMES[system]
    others = {}
    if module == "os":
        others = {"name": own_name, **({"kill": _kill} if system == "windows" else {})}
    elif module == "sys":
        others = {"platform": own_platform}
    elif module == "platform":
        others = {"system": lambda: long_name, "machine": lambda: processor, "libc_ver": lambda *words, **named: ("", "")}
    elif module == "multiprocessing":
        real.set_start_method("spawn", force=True)
        if system == "windows":
            others = {"get_context": _contexts_without_forks(real), "get_all_start_methods": lambda: ["spawn"]}
    elif module == "select" and system == "windows":
        others = {"select": _sockets_alone(real)}
    elif module == "ctypes" and system == "windows":
        others = {"CDLL": _library_by_name(real)}
    return StandIn(real, lacking, **others)


_STAND_INS = {"os", "sys", "platform", "multiprocessing", "ctypes", *_BOTH}


def _kill(pid, number):
    """`os.kill`, which ends a process on Windows whatever the signal, and has another meaning for 0."""
    if pid == os.getpid() or not number:
        raise RuntimeError(f"os.kill(..., {number}) has another meaning on Windows")
    os.kill(pid, number)


def _contexts_without_forks(real):
    def get_context(method=None):
        if method in ("fork", "forkserver"):
            raise ValueError(f"cannot find context for {method!r}")
        return real.get_context(method)

    return get_context


def _sockets_alone(real):
    """`select.select`, which waits for sockets on Windows, and not for pipes."""

    def select(*sets):
        for one in [one for some in sets[:3] for one in some]:
            number = one if isinstance(one, int) else one.fileno()
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                raise OSError(errno.ENOTSOCK, "An operation was attempted on something that is not a socket")
        return real.select(*sets)

    return select


def _library_by_name(real):
    class CDLL(real.CDLL):
        def __init__(self, name, *args, **kwargs):
            if name is None:
                raise TypeError("LoadLibrary() argument 1 must be str, not None")
            super().__init__(name, *args, **kwargs)

    return CDLL


def _imports(system):
    """`__import__`, which has the stand-ins for code that asks them."""
    imported, refused, made = builtins.__import__, _NO_MODULES[system], {}
    known = set(_STAND_INS) | ({"msvcrt"} if system == "windows" else set())

    def importing(name, globals=None, locals=None, fromlist=(), level=0):
        top = name.partition(".")[0]
        globals = sys._getframe(1).f_globals if globals is None else globals
        own = top == "msvcrt" and top in sys.modules  # a test's own stand-in
        if not level and (top in known or top in refused) and not own and _asks_the_stand_in(globals):
            if top in refused:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if name == top or not fromlist:
                if name != top:
                    imported(name, globals, locals, fromlist, level)
                if top not in made:
                    made[top] = _stand_in(system, top)
                return made[top]
        return imported(name, globals, locals, fromlist, level)

    return importing


def _import_module(system):
    """`importlib.import_module`, which refuses what the system lacks, also to `pytest.importorskip`."""
    imported = importlib.import_module

    @functools.wraps(imported)  # what is pickled names it
    def importing(name, package=None):
        caller = sys._getframe(1).f_globals
        if name in _NO_MODULES[system] and (caller.get("__name__") == "_pytest.outcomes" or _asks_the_stand_in(caller)):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return imported(name, package)

    return importing


def _as_pythons(function):
    """The function, whose frames are Python's in tracebacks: jmx shows the user's."""
    function.__code__ = function.__code__.replace(co_filename=os.__file__)
    return function


def _of_linux(path):
    path = os.fspath(path) if isinstance(path, os.PathLike) else path
    return isinstance(path, str) and path.startswith(_LINUX_ALONE)


def _refused(function):
    """`function` of a path, where there are no folders of Linux's."""

    @_as_pythons
    @functools.wraps(function)
    def checked(path=".", *args, **kwargs):
        if _of_linux(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return function(path, *args, **kwargs)

    return checked


def _is_open(status, path):
    """Whether this process has a file open, or mapped into its memory."""
    for name in _real.listdir("/proc/self/fd"):
        try:
            if os.path.samestat(_real.stat(f"/proc/self/fd/{name}"), status):
                return True
        except OSError:
            continue
    with _real.open("/proc/self/maps", "rb") as maps:
        return f" {path}\n".encode() in maps.read()


def _as_on_windows(function, onto=None):
    """`os.unlink`, or `os.replace` and `os.rename` with what they say of a name that is taken (`onto`)."""

    @_as_pythons
    @functools.wraps(function)
    def checked(*paths, **kwargs):
        if sys._getframe(1).f_globals.get("__name__") == "tempfile":  # which has a form for Windows of its own
            return function(*paths, **kwargs)
        for place, path in enumerate(paths):
            try:
                status = _real.lstat(path, dir_fd=kwargs.get("dir_fd"))
            except OSError:
                continue
            if place and onto is not None and (onto is FileExistsError or stat.S_ISDIR(status.st_mode)):
                raise onto(errno.EEXIST if onto is FileExistsError else errno.EACCES, "Cannot create a file that exists", path)
            if stat.S_ISREG(status.st_mode):
                if _is_open(status, os.path.realpath(path)):
                    raise PermissionError(errno.EACCES, "The process cannot access the file because it is being used", path)
                if (place or onto is None) and not status.st_mode & stat.S_IWRITE:
                    raise PermissionError(errno.EACCES, "Access is denied", path)
        return function(*paths, **kwargs)

    return checked


def _caller():
    """The global names of whoever calls a function of `os`, by itself or through a path."""
    caller = sys._getframe(2)
    while caller.f_globals.get("__name__", "").startswith("pathlib"):
        caller = caller.f_back
    return caller.f_globals


def _link_to(source, target, target_is_directory=False, **kwargs):
    if not _asks_the_stand_in(_caller()):  # `python -m venv`
        return _real.symlink(source, target, target_is_directory, **kwargs)
    raise OSError(errno.EINVAL, "A required privilege is not held by the client", source, 1314, target)


def _only_read_only(path, mode, **kwargs):
    """`os.chmod`, which knows on Windows whether a file may be written, and no more."""
    if _asks_the_stand_in(_caller()):
        if os.path.isdir(path):
            return
        mode = 0o666 if mode & stat.S_IWRITE else 0o444
    _real.chmod(path, mode, **kwargs)


def _refuse_read_only(path):
    """Nobody writes files that are read-only on Windows; root does on Linux."""
    try:
        mode = _real.stat(path).st_mode
    except (OSError, TypeError, ValueError):
        return
    if stat.S_ISREG(mode) and not mode & stat.S_IWRITE:
        raise PermissionError(errno.EACCES, "Permission denied", path)


def _opens(path, flags, *args, **kwargs):
    """`os.open` on Windows."""
    if flags & (os.O_WRONLY | os.O_RDWR):
        _refuse_read_only(path)
    return _real.os_open(path, flags, *args, **kwargs)


def _opens_text(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """`open` on Windows, where text is cp1252, and its lines end in CR LF."""
    if not isinstance(file, int) and any(letter in mode for letter in "wa+"):
        _refuse_read_only(file)
    if "b" not in mode and not sys.flags.utf8_mode:
        encoding = "cp1252" if encoding in (None, "locale") else encoding
    if newline is None and "b" not in mode and "+" not in mode and "r" not in mode:
        newline = "\r\n"
    return _real.open(file, mode, buffering, encoding, errors, newline, closefd, opener)


def _no_function_before_the_program(popen):
    @functools.wraps(popen.__init__)
    def begin(self, *args, **kwargs):
        if kwargs.get("preexec_fn") is not None:
            raise ValueError("preexec_fn is not supported on Windows platforms")
        begin.__wrapped__(self, *args, **kwargs)

    return begin


def simulate(name):
    """Have code that is imported from now on find another system: "windows" or "macos". jmx must not have been imported."""
    if _done:
        assert _done == [name], "another system is simulated"
        _have_processes_do_the_same(name)  # pytest-xdist has set sys.path
        return
    assert "jmx" not in sys.modules, "jmx has been imported"
    _done.append(name)
    if name == "windows":
        _files_of_windows()
    else:
        _temporaries_of_macos()
    import shutil

    for module, names in ((os, "stat lstat listdir scandir readlink open access"), (shutil, "disk_usage")):
        for function in names.split():
            setattr(module, function, _refused(getattr(module, function)))
    builtins.open = io.open = _refused(io.open)
    builtins.__import__, importlib.import_module = _imports(name), _import_module(name)
    _have_processes_do_the_same(name)


def _files_of_windows():
    import subprocess
    import tempfile

    for kind in ("LOCALAPPDATA", "APPDATA"):
        os.environ.setdefault(kind, f"{tempfile.gettempdir()}/simulated-windows-{os.getuid()}/{kind.lower()}")
    for function in ("unlink", "remove"):
        setattr(os, function, _as_on_windows(getattr(os, function)))
    os.replace = _as_on_windows(os.replace, PermissionError)
    os.rename = _as_on_windows(os.rename, FileExistsError)
    os.symlink, os.chmod, os.open, io.open = _link_to, _only_read_only, _opens, _opens_text
    subprocess.Popen.__init__ = _no_function_before_the_program(subprocess.Popen)
    if not sys.flags.utf8_mode:
        locale.getencoding = lambda: "cp1252"
        locale.getpreferredencoding = lambda do_setlocale=True: "cp1252"


def _temporaries_of_macos():
    """/var/folders, where temporary files are, is /private/var/folders."""
    import tempfile

    folder = tempfile.gettempdir()
    if not os.path.islink(folder):
        link = f"{folder}/simulated-macos-{os.getuid()}"
        if not os.path.islink(link):
            os.symlink(folder, link)
        os.environ["TMPDIR"] = tempfile.tempdir = link


def _have_processes_do_the_same(name):
    os.environ[VARIABLE] = name
    start = str(HERE / "simulated_start")
    sys.path[:] = [start, *(entry for entry in sys.path if entry != start)]  # from which tests make PYTHONPATH
    others = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry and entry != start]
    os.environ["PYTHONPATH"] = os.pathsep.join([start, *others])


def begin_process():
    """What a process that a test has started does first."""
    simulate(os.environ[VARIABLE])
    if os.environ[VARIABLE] == "windows" and not sys.flags.utf8_mode and "PYTHONIOENCODING" not in os.environ:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if stream is not None:
                stream.reconfigure(encoding="cp1252", newline=None if stream is sys.stdin else "\r\n")
