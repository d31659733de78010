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
