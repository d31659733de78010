"""What is of one operating system stands in `jmx/config/system` and nowhere else."""

import ast
import pathlib

import pytest

import jmx

PACKAGE = pathlib.Path(jmx.__file__).parent
HERE = PACKAGE / "config" / "system"
#: modules that Windows, or macOS, has not
MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "posix", "nt", "msvcrt", "winreg"}
#: names of `os`, `signal`, `socket`, `select` and `mmap` that only some systems have
NAMES = {
    "os": """chown confstr fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpriority getresuid
        getsid getuid getxattr killpg lchown listxattr lockf mkfifo memfd_create nice O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK
        O_NOCTTY O_SYNC O_BINARY openpty pathconf pidfd_open posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev
        register_at_fork removexattr sched_getaffinity sched_setaffinity sendfile setgid setpgid setpriority setsid setuid
        setxattr statvfs fstatvfs sysconf sync tcgetpgrp uname wait wait3 wait4 waitid waitpid WNOHANG eventfd login_tty""",
    "signal": """SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGCHLD SIGSTOP SIGCONT SIGPIPE SIGQUIT SIGALRM SIGTSTP SIGBUS alarm setitimer
        pause pthread_kill pthread_sigmask sigpending sigwait sigtimedwait set_wakeup_fd siginterrupt""",
    "socket": "AF_UNIX SOCK_SEQPACKET send_fds recv_fds SO_REUSEPORT SCM_RIGHTS fromshare",
    "select": "poll epoll kqueue",
    "mmap": "MAP_PRIVATE MAP_SHARED MAP_ANONYMOUS MADV_DONTNEED PROT_READ",
}
NAMES = {module: set(names.split()) for module, names in NAMES.items()}
#: arguments of `subprocess.Popen`
ARGUMENTS = {"preexec_fn", "start_new_session", "pass_fds", "process_group", "creationflags", "startupinfo"}
#: folders that the system makes
FOLDERS = ("/proc", "/sys/", "/dev/")
#: what stays where it is, and why
EXCEPTIONS = {
    ("launch/supervise.py", "preexec_fn"): "jmx launch says at once that it is for POSIX systems",
    ("gluon/data/_processes.py", "pass_fds"): "where files can be handed over",
}


def found(path):
    """(line, what) of each place in a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [(node.module or "").partition(".")[0]]
            names += [a.name for a in node.names if a.name in NAMES.get(node.module or "", ())]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [node.attr] if node.attr in NAMES.get(node.value.id, ()) else []
        elif isinstance(node, ast.Call):
            names = [k.arg for k in node.keywords if k.arg in ARGUMENTS]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            names = [folder for folder in FOLDERS if node.value.startswith(folder) and node.value != "/dev/null"]
        else:
            continue
        for name in names:
            if name in MODULES or not isinstance(node, (ast.Import, ast.ImportFrom)) or any(name in n for n in NAMES.values()):
                yield node.lineno, name


MODULES_OF_JMX = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if HERE not in path.parents)


def test_no_module_asks_the_system_itself():
    places = [(name, line, what) for name in MODULES_OF_JMX for line, what in found(PACKAGE / name)]
    assert [f"jmx/{name}:{line}: {what}" for name, line, what in places if (name, what) not in EXCEPTIONS] == []
    assert {(name, what) for name, _, what in places} >= EXCEPTIONS.keys()  # none that is not needed any more


@pytest.mark.parametrize("text", [
    "import fcntl", "from resource import getrlimit", "import os\nos.fork()", "import signal\nsignal.SIGKILL", "x = '/proc/self'",
    "import subprocess\nsubprocess.Popen([], start_new_session=True)", "from os import getuid",
])  # fmt: skip
def test_it_would_be_found(tmp_path, text):
    path = tmp_path / "module.py"
    path.write_text(text)
    assert len(list(found(path))) == 1


TESTS = pathlib.Path(__file__).resolve().parents[1]
#: programs for Linux, which nothing imports
NOT_COLLECTED = {"conformance/generate_bad_input.py"}


def at_its_top(path):
    """(line, what) of what a module asks of the system when it is imported, which only some systems have."""

    def walk(node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            inside = [*node.args.defaults, *node.args.kw_defaults, *getattr(node, "decorator_list", ())]
        else:
            inside = list(ast.iter_child_nodes(node))
        for child in filter(None, inside):
            if isinstance(child, ast.Import):
                names = [alias.name.partition(".")[0] for alias in child.names]
                yield from ((child.lineno, name) for name in names if name in MODULES)
            elif isinstance(child, ast.ImportFrom) and not child.level:
                module, names = (child.module or "").partition(".")[0], [alias.name for alias in child.names]
                yield from ((child.lineno, name) for name in (module, *names) if name in MODULES | NAMES.get(module, set()))
            elif isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name):
                yield from [(child.lineno, child.attr)] if child.attr in NAMES.get(child.value.id, ()) else []
            yield from walk(child)

    return list(walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_all_systems_collect_the_tests():
    """Where a test needs more of a system, it asks for it itself."""
    paths = {path.relative_to(TESTS).as_posix(): path for path in sorted(TESTS.rglob("*.py"))}
    found = {name: at_its_top(path) for name, path in paths.items() if name not in NOT_COLLECTED}
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize("text, count", [
    ("import fcntl", 1), ("from resource import getrlimit", 1), ("import os\nif os.geteuid() == 0:\n    pass", 1),
    ("import os\n@mark(os.geteuid() != 0)\ndef f():\n    os.fork()", 1), ("import signal\ndef f(x=signal.SIGKILL):\n    pass", 1),
    ("def f():\n    import fcntl", 0), ("import os\nx = lambda: os.fork()", 0), ("import os\nx = hasattr(os, 'fork')", 0),
])  # fmt: skip
def test_what_is_asked_at_the_top_would_be_found(tmp_path, text, count):
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert len(at_its_top(path)) == count


def without_encoding(path):
    """Lines where a module opens text without saying how it is encoded: Windows prefers cp1252."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or any(keyword.arg in ("encoding", None) for keyword in node.keywords):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        mode = next((k.value for k in node.keywords if k.arg == "mode"), node.args[1] if len(node.args) > 1 else None)
        of_text = mode is None or isinstance(mode, ast.Constant) and "b" not in str(mode.value)
        metadata = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "distribution"  # always UTF-8
        if name == "open" and isinstance(node.func, ast.Name) and of_text or name in ("read_text", "write_text") and not metadata:
            yield node.lineno


def test_text_has_an_encoding():
    assert [f"jmx/{name}:{line}" for name in MODULES_OF_JMX for line in without_encoding(PACKAGE / name)] == []


@pytest.mark.parametrize("text, lines", [
    ("open(x)", [1]), ("open(x, 'w')", [1]), ("x.read_text()", [1]), ("open(x, 'rb')", []), ("open(x, encoding='utf-8')", []),
    ("open(x, mode)", []),
])  # fmt: skip
def test_missing_encodings_would_be_found(tmp_path, text, lines):
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert list(without_encoding(path)) == lines
