"""What is shown of errors that nobody catches: the user's frames; everything with JMX_TRACEBACK=full."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = """\
import sys
import jmx as mx

def user(x):
    return mx.nd.Convolution(x, mx.nd.ones((2, 1, 3, 3)), num_filter=2)

"""


def run(tmp_path, program, *command, **environment):
    """What a program writes to standard error."""
    script = tmp_path / "program.py"
    script.write_text(PROGRAM + program)
    variables = {name: value for name, value in os.environ.items() if name not in ("JMX_TRACEBACK", "JAX_TRACEBACK_FILTERING")}
    variables["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "compat"), variables.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, *command, str(script)], env={**variables, **environment}, capture_output=True, text=True, timeout=120,
        cwd=tmp_path,
    )  # fmt: skip
    return done.stderr, done.stdout


def files(text):
    """The names of the files of the frames that a traceback shows."""
    return [pathlib.Path(line.split('"')[1]).name for line in text.splitlines() if line.lstrip().startswith('File "')]


@pytest.mark.parametrize("command", [[], ["-m", "jmx", "run"]], ids=["python", "jmx run"])
def test_programs(tmp_path, command):
    text, _ = run(tmp_path, "user(mx.nd.ones((1, 1, 4, 4)))\n", *command)
    assert files(text) == ["program.py", "program.py"]
    assert text.splitlines()[-1].startswith("jmx.base.MXNetError: Required parameter kernel")
    assert "in user" in text and "direct cause" not in text


def test_everything_is_shown_on_request(tmp_path):
    text, _ = run(tmp_path, "user(mx.nd.ones((1, 1, 4, 4)))\n", JMX_TRACEBACK="full")
    assert "attrs.py" in files(text)
    text, _ = run(tmp_path, "user(mx.nd.ones((1, 1, 4, 4)))\n", JMX_TRACEBACK="long")
    assert "JMX_TRACEBACK='long': expected short or full" in text


def test_threads(tmp_path):
    program = """\
import threading
thread = threading.Thread(target=user, args=(mx.nd.ones((1, 1, 4, 4)),))
thread.start()
thread.join()
"""
    text, _ = run(tmp_path, program)
    assert files(text) == ["threading.py", "threading.py", "program.py"]


def test_frames_of_the_user_below_jmx_stay(tmp_path):
    """A network's own forward, and an operator that the user wrote."""
    program = """\
class Net(mx.gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(user(x), 7)

net = mx.gluon.nn.HybridSequential()
net.add(Net())
net(mx.nd.ones((1, 1, 4, 4)))
"""
    text, _ = run(tmp_path, program)
    assert [line.strip().rpartition(" in ")[2] for line in text.splitlines() if line.lstrip().startswith("File")] == [
        "<module>", "hybrid_forward", "user",
    ]  # fmt: skip


def test_what_an_error_comes_from(tmp_path):
    """Errors inside of jmx that led to the one shown are left out, those of the user stay."""
    text, _ = run(tmp_path, "mx.nd.ones((2, 3)) + mx.nd.ones((4, 5))\n")
    assert files(text) == ["program.py"] and "direct cause" not in text and "During handling" not in text
    program = """\
try:
    user(mx.nd.ones((1, 1, 4, 4)))
except mx.MXNetError as error:
    raise KeyError("mine") from error
"""
    text, _ = run(tmp_path, program)
    assert files(text) == ["program.py"] * 3 and "direct cause" in text


def test_accidents_name_the_way_to_all_frames(tmp_path):
    program = """\
from jmx.core.run import dispatch
dispatch.bind_op = None
mx.nd.relu(mx.nd.ones(2))
"""
    text, _ = run(tmp_path, program)
    assert files(text) == ["program.py"] and "NoneType" in text
    assert text.splitlines()[-1] == "Frames inside of jmx are left out; JMX_TRACEBACK=full shows them."


def test_notes_of_jax(tmp_path):
    """JAX's remark on frames that it removed is left out where jmx called JAX, and stays where the program did."""
    program = """\
mx.nd.ones((2, 2))
from jmx._errors import wording
import jax
step = jax.jit(lambda x: x + jax.numpy.ones(int(x.sum())))
"""
    text, _ = run(tmp_path, program + "step(jax.numpy.ones(2))\n")
    assert "JAX_TRACEBACK_FILTERING" in text
    inside = program + "wording.brief = lambda value: step(jax.numpy.ones(2))\nmx.nd.relu([1])\n"
    text, _ = run(tmp_path, inside)
    assert "ConcretizationTypeError" in text and "JAX_TRACEBACK_FILTERING" not in text
    text, _ = run(tmp_path, inside, JMX_TRACEBACK="full")
    assert "pjit.py" in files(text) and "For simplicity" not in text


def test_the_hook_of_a_program_is_kept(tmp_path):
    """A hook that was there before gets the error as it is; one that comes later replaces jmx's."""
    before = """\
import sys, traceback
def own(kind, error, tb):
    print("own hook:", len(traceback.extract_tb(tb)), kind.__name__)
"""
    after = before + "sys.excepthook = own\nuser(mx.nd.ones((1, 1, 4, 4)))\n"
    text, said = run(tmp_path, after)
    assert not text and said.startswith("own hook:") and int(said.split()[2]) > 3
    (tmp_path / "sitecustomize.py").write_text(before + "sys.excepthook = own\n")
    text, said = run(tmp_path, "user(mx.nd.ones((1, 1, 4, 4)))\n", PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)]))
    assert not text and said.startswith("own hook:") and int(said.split()[2]) > 3


def test_debuggers_get_all_frames(tmp_path):
    program = """\
import atexit, traceback
atexit.register(lambda: print(len(traceback.extract_tb(sys.last_traceback)), sys.last_value.__cause__))
user(mx.nd.ones((1, 1, 4, 4)))
"""
    text, said = run(tmp_path, program)
    assert files(text) == ["program.py"] * 2
    assert int(said.split()[0]) > 3


@pytest.mark.skipif(importlib.util.find_spec("IPython") is None, reason="needs IPython")
def test_notebooks(tmp_path):
    """A cell shows the user's frames; debuggers get all of them."""
    program = """\
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
sys.modules.pop("jmx")
shell.run_cell("import jmx as mx")
shell.run_cell("def user(x):\\n    return mx.nd.Convolution(x, num_filter=2)\\nuser(mx.nd.ones((1, 1, 4, 4)))")
print("frames", len(__import__("traceback").extract_tb(sys.last_traceback)))
shell.run_cell("1 / 0")
shell.run_cell("mx.nd.ones(2) if mx.nd.ones(2) else 0")
"""
    text, said = run(tmp_path, program.replace('sys.modules.pop("jmx")\n', "mx._tracebacks.install()\n"))
    assert not text.strip() or "Error" not in text, text
    cells = said.split("-" * 75)[1:]
    assert len(cells) == 3
    first, second, third = cells
    assert "Required parameter kernel" in first and "in user(x)" in first and "/jmx/" not in first
    assert int(first.split("frames ")[1].split()[0]) > 3
    assert "ZeroDivisionError" in second
    assert "truth value" in third and "/jmx/" not in third
