"""A stand-in for another operating system, on Linux: `pytest --platform windows` or `macos`.

It takes away what the system lacks, before jmx is imported, where jmx asks for it: modules (fcntl), functions of `os`, `signal`,
`socket` and `select`, folders such as /proc. On Windows open files cannot be renamed or removed, and text files are not UTF-8
unless a program says so. It is a simulation: neither paths with drive letters, nor the loader of libraries, nor XLA of that
system are there. What jmx does in C, and oneDNN, is for Linux and off.
"""

import builtins
import errno
import fcntl
import importlib.util
import io
import os
import pathlib
import shutil
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent.parent / "jmx" / "config" / "system"
#: what both lack of Linux
_BOTH = {
    "os": "memfd_create pidfd_open sched_getaffinity sched_setaffinity listxattr getxattr setxattr removexattr posix_fadvise",
    "socket": "SOCK_SEQPACKET",
    "select": "epoll",
    "signal": "sigtimedwait sigwaitinfo",
    "mmap": "",
}
_WINDOWS = {
    "os": """chown confstr fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getsid getuid killpg
        mkfifo openpty pathconf pread preadv pwrite pwritev register_at_fork setsid statvfs fstatvfs sysconf uname wait wait3
        wait4 waitid waitpid O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC""",
    "signal": """SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGCHLD SIGSTOP SIGCONT SIGPIPE SIGQUIT SIGALRM SIGTSTP SIGBUS alarm setitimer
        pause pthread_kill pthread_sigmask sigpending sigwait siginterrupt""",
    "socket": "AF_UNIX send_fds recv_fds socketpair SO_REUSEPORT SCM_RIGHTS",
    "select": "poll",
    "mmap": "MAP_PRIVATE MAP_SHARED MAP_ANONYMOUS",
}
_NO_MODULES = {"windows": {"fcntl", "resource", "pwd", "grp", "termios"}, "macos": set()}
_NAMES = {"windows": ("nt", "win32"), "macos": ("posix", "darwin")}
#: modules that must not be imported from the stand-ins
_FIRST = """contextlib ctypes errno functools glob hashlib hmac mmap platform posixpath re secrets select shutil signal socket
    stat subprocess tempfile threading time""".split()
_LINUX_ALONE = ("/proc", "/sys", "/dev/shm")


def _of_linux(path):
    return isinstance(path, str) and path.startswith(_LINUX_ALONE)


def _refused(function):
    """`function` of a path, where there are no folders of Linux's."""

    def checked(path=".", *args, **kwargs):
        if _of_linux(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return function(path, *args, **kwargs)

    return checked


def _open_here(path):
    """Whether this process has a file open."""
    try:
        wanted = os.stat(path)
    except OSError:
        return False
    for name in os.listdir("/proc/self/fd"):
        try:
            if os.path.samestat(os.stat(f"/proc/self/fd/{name}"), wanted):
                return True
        except OSError:
            continue
    return False


def _unless_open(function):
    """`os.replace` or `os.unlink`, which Windows refuses for files that are open."""

    def checked(*paths, **kwargs):
        for path in paths:
            if not os.path.isdir(path) and _open_here(path):
                raise PermissionError(errno.EACCES, "The process cannot access the file because it is being used", path)
        return function(*paths, **kwargs)

    return checked


def _module(module, without, **others):
    """A copy of a module that lacks some names, and has others."""
    real = sys.modules[module]
    made = types.ModuleType(module)
    vars(made).update({key: value for key, value in vars(real).items() if key not in without})
    vars(made).update(others)
    return made


class _Msvcrt:
    """`msvcrt` for locks: one of a file, which goes with its descriptor."""

    LK_NBLCK = 2

    def locking(self, descriptor, mode, count):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None


def _imported(name, refused):
    def importing(module, *args, **kwargs):
        if module == "msvcrt" and name == "windows":
            return _Msvcrt()
        if module.partition(".")[0] in refused:
            raise ImportError(f"No module named {module!r}, in this stand-in for {name}")
        return builtins.__import__(module, *args, **kwargs)

    return importing


def simulate(name):
    """Have jmx, which must not have been imported, find another system: "windows" or "macos"."""
    assert "jmx" not in sys.modules, "jmx has been imported"
    for needed in _FIRST:
        importlib.import_module(needed)
    lacking = {module: set(names.split()) for module, names in _BOTH.items()}
    for module, names in _WINDOWS.items() if name == "windows" else ():
        lacking[module] |= set(names.split())
    own_name, own_platform = _NAMES[name]
    path = _module("posixpath", (), isdir=lambda p: not _of_linux(p) and os.path.isdir(p))
    own_os = _module("os", lacking["os"], name=own_name, path=path, listdir=_refused(os.listdir), readlink=_refused(os.readlink))
    if name == "windows":
        own_os.replace, own_os.unlink, own_os.rename = map(_unless_open, (os.replace, os.unlink, os.rename))
    stand_ins = {module: _module(module, names) for module, names in lacking.items() if module != "os"}
    stand_ins["shutil"] = _module("shutil", (), disk_usage=_refused(shutil.disk_usage))
    stand_ins |= {"os": own_os, "sys": _module("sys", (), platform=own_platform)}
    _load_system(name, stand_ins)


def _load_system(name, stand_ins):
    """Import the modules of `jmx.config.system` with these in the place of modules of Python's."""
    spec = importlib.util.spec_from_file_location(
        "jmx.config.system", HERE / "__init__.py", submodule_search_locations=[str(HERE)]
    )
    package = importlib.util.module_from_spec(spec)
    sys.modules["jmx.config.system"] = package
    spec.loader.exec_module(package)
    real = {module: sys.modules[module] for module in stand_ins}
    own_builtins = {**vars(builtins), "open": _refused(io.open), "__import__": _imported(name, _NO_MODULES[name])}
    for module in ("machine", "processes", "files", "sockets"):
        spec = importlib.util.spec_from_file_location(f"jmx.config.system.{module}", HERE / f"{module}.py")
        made = importlib.util.module_from_spec(spec)
        made.__dict__["__builtins__"] = own_builtins
        sys.modules[spec.name] = made
        try:
            sys.modules.update(stand_ins)
            spec.loader.exec_module(made)
        finally:
            sys.modules.update(real)
        setattr(package, module, made)
