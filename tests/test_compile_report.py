"""What jmx tells of the programs that it compiles: JMX_LOG=compile, and the line while one takes long."""

import os
import pathlib
import re
import subprocess
import sys
import types

import pytest

from jmx import config
from jmx.base import MXNetError
from jmx.config import compile_log, jax_internals

ROOT = pathlib.Path(__file__).resolve().parent.parent

SLOW = """
import sys, threading, time
{before}
import jmx as mx
x = mx.nd.ones((3, 4))._data()
from jmx.config import compile_report, progress_line
from jmx.core.numpy_tier import jit
compile_report.PATIENCE, compile_report.INTERVAL = 0.2, 0.1

def slow(title, seconds=0.8, error=None):
    def program(array):
        time.sleep(seconds)
        if error:
            raise error
        return array + 1
    return jit(program, label=(title, "forward, backward"), at_once=True)

def watchers():
    return [thread for thread in threading.enumerate() if thread.name == "jmx compile report"]

def wait_for_watchers():
    for _ in range(100):
        if not watchers():
            return
        time.sleep(0.05)
    raise AssertionError("the thread did not end")
"""

#: a pipe that says it is a terminal
TERMINAL = """
class Terminal:
    closed = False
    def isatty(self):
        return True
    def __getattr__(self, name):
        return getattr(sys.__stderr__, name)
sys.stderr = Terminal()
"""


def environment(**variables):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "JAX_", "DMLC_"))}
    return {**kept, "JMX_CACHE": "0", **variables}


def run(code, before="", **variables):
    """Run a program that has a pipe as stderr; returns its stdout and stderr."""
    done = subprocess.run([sys.executable, "-c", SLOW.replace("{before}", before) + code], cwd=ROOT,
                          env=environment(**variables), capture_output=True, timeout=200)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.decode(), done.stderr.decode()


def run_on_terminal(code, columns=80, **variables):
    """Run a program that has a terminal as stderr; returns what the terminal got."""
    pty, fcntl, struct, termios = (pytest.importorskip(name) for name in ("pty", "fcntl", "struct", "termios"))
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([sys.executable, "-c", SLOW.replace("{before}", "") + code], cwd=ROOT, stderr=its,
                          stdout=subprocess.DEVNULL, env=environment(**variables)) as process:  # fmt: skip
        os.close(its)
        got = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # how Linux says that the other end was closed
                break
            if not part:
                break
            got += part
        assert process.wait(timeout=200) == 0, got
    os.close(ours)
    return got.decode()


# ---- JMX_LOG=compile

LOGGED = """
x, w = mx.nd.ones((3, 4)), mx.nd.ones((4, 3), dtype="float64")
w.attach_grad()
with mx.autograd.record():
    y = mx.nd.dot(mx.nd.ones((3, 4), dtype="float64"), w)
y.backward()
net = mx.gluon.nn.HybridSequential(prefix="digits_")
net.add(mx.gluon.nn.Dense(2), mx.gluon.nn.Dense(3))
net.initialize()
net.hybridize()
trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9})
for _ in range(2):
    with mx.autograd.record():
        loss = net(x)
    loss.backward()
    trainer.step(1)
mx.parallel.DataParallelStep(net, mx.gluon.loss.L2Loss(), trainer)(x, mx.nd.ones((3, 3)))
data = mx.sym.Variable("data")
bound = mx.sym.FullyConnected(data, num_hidden=5, name="last").simple_bind(mx.cpu(), data=(7, 4))
bound.forward(is_train=False)
mx.nd.waitall()
import jax
jax.jit(lambda array: array * 3)(x._data())
"""
AT = r"( after \d+ interpreted calls)?, at [\d.]+ s"
TIMES = r"(traced [\d.]+ ms, )?lowered [\d.]+ ms, "


def test_log_of_programs(tmp_path):
    variables = {"JMX_LOG": "compile", "JMX_COMPILE": "now", "JMX_CACHE": "1", "JMX_CACHE_DIR": str(tmp_path)}
    for how in ("compiled", "read from the cache"):
        _, said = run(LOGGED, **variables)
        lines = said.splitlines()
        for pattern in (
            r"dot \(forward\) for f64\[3,4\], f64\[4,3\]",
            r"dot \(backward\) for f64\[3,4\], f64\[4,3\], f64\[3,3\]",
            r"digits \(forward, recorded\) for f32\[3,4\], f32\[2,4\], f32\[2\], f32\[3,2\], 1 more",
            r"digits \(backward\) for .*",
            r"1 calls? of \w+ \(update\) for .*|\d calls of \w+ \(update\) for .*",
            r"digits \(training step on 1 device\) for f32\[3,4\], f32\[3,3\], .*",
            r"last \(forward\) for f32\[7,4\], f32\[5,4\], f32\[5\]",
        ):
            whole = re.compile(rf"jmx: ({pattern}): {TIMES}{how} [\d.]+ ms{AT}")
            assert sum(whole.fullmatch(line) is not None for line in lines) == 1, (pattern, said)
        assert all(line.startswith("jmx: ") for line in lines), said
        assert not any("lambda" in line for line in lines), said  # JAX programs that are not of jmx


INTERPRETED = """
for size in (3, 5, 6, 7):
    mx.nd.exp(mx.nd.ones((size, 4)))
for _ in range(1600):
    mx.nd.exp(mx.nd.ones((3, 4)))
"""


def test_log_of_interpreted_programs():
    """From which shapes on NumPy runs a program, for how many calls, whether for any size; and sums at the end."""
    said = run(INTERPRETED, JMX_LOG="compile")[1]
    lines = [line for line in said.splitlines() if line.startswith("jmx: exp")]
    calls = "interpreted, to be compiled after 1536 calls"
    for line, pattern in zip(
        lines,
        (
            rf"jmx: exp \(forward\) for f32\[3,4\]: {calls}, at [\d.]+ s",
            r"jmx: exp \(forward\): for any size: f32\[d0,d1\], at [\d.]+ s",
            rf"jmx: exp \(forward\) for f32\[5,4\]: {calls}, by the program for any size, at [\d.]+ s",
            rf"jmx: exp \(forward\) for f32\[6,4\]: {calls}, by the program for any size, at [\d.]+ s",
            rf"jmx: exp \(forward\) for f32\[7,4\]: {calls}, by the program for any size, at [\d.]+ s",
            rf"jmx: exp \(forward\) for f32\[3,4\]: {TIMES}compiled [\d.]+ ms after \d+ interpreted calls, at [\d.]+ s",
        ),
        strict=True,
    ):
        assert re.fullmatch(pattern, line), (pattern, said)
    *_, last = said.splitlines()
    sums = re.fullmatch(r"jmx: in all (\d+) programs were interpreted, (\d+) calls, and 1 compiled or read .* in [\d.]+ s", last)
    assert sums and int(sums[1]) == 4 and int(sums[2]) == 1539, said
    assert run(INTERPRETED)[1] == "", "nothing is said unasked"


def test_log_says_why_there_is_no_program_for_any_size():
    code = """
import math
def odd(array):
    return array * math.sqrt(array.shape[0])
tiered = jit(odd, label=("odd", "forward"), any_size=(0, lambda *a: ()))
for size in (2, 3, 5, 6, 7):
    tiered(mx.nd.ones((size, size + 5))._data())
"""
    said = run(code, JMX_LOG="compile")[1]
    why = [line for line in said.splitlines() if "each size is traced" in line]
    assert len(why) == 1 and re.fullmatch(r"jmx: odd \(forward\): each size is traced: \w+: .*, at [\d.]+ s", why[0]), said
    assert "by the program for any size" not in said


NO_GRAPH = """
class Odd(mx.gluon.HybridBlock):
    def forward(self, x):
        return x * 2 if x.sum().asscalar() > 0 else FACTOR * x
net = Odd(prefix="odd_")
net.hybridize()
net(mx.nd.ones(3)).wait_to_read()
try:
    net.export("nowhere")
except RuntimeError as error:
    print(error)
FACTOR = 3
net(-mx.nd.ones(3)).wait_to_read()
"""


def test_log_says_why_a_block_has_no_graph():
    answer, said = run(NO_GRAPH, JMX_LOG="compile")
    reason = "The function has no graph: it looks at the values of an array"
    lines = [line for line in said.splitlines() if line.startswith("jmx: odd")]
    assert lines == [f"jmx: odd (Odd.forward) runs operator by operator: MXNetError: {reason}"]
    assert answer.strip().endswith(f"What stopped its graph: {reason}")
    assert run(NO_GRAPH)[1] == "", "nothing is said unasked"


def test_log_of_a_topic_that_there_is_not(monkeypatch):
    monkeypatch.setenv("JMX_LOG", "compile, everything")
    with pytest.raises(MXNetError, match="JMX_LOG='compile, everything': expected compile, or nothing"):
        config.get("JMX_LOG")
    monkeypatch.setenv("JMX_LOG", " compile ,")
    assert config.get("JMX_LOG") == ("compile",)
    monkeypatch.setenv("JMX_LOG", "")
    assert not config.get("JMX_LOG")


def test_shapes_in_short():
    inputs = [((4, 3), "float32"), ((), "int64"), ((2,), "bfloat16"), ((1,), "bool"), ((5,), "uint8"), ((6,), "float16")]
    assert compile_log.shapes_text(inputs) == "f32[4,3], i64[], bf16[2], bool[1], 2 more"
    assert compile_log.shapes_text([]) == "no arrays"


# ---- the line while one takes long


def test_line_on_a_terminal():
    said = run_on_terminal('slow("resnet50")(x)\nwait_for_watchers()\n')
    *progress, last, end = said.split("\r")
    assert end == "\n"
    assert re.fullmatch(r"jmx: compiled resnet50 \(forward, backward\) in [01]\.\d s", last)
    lines = [line for line in progress if line.strip()]
    assert len(lines) > 2
    assert all(re.fullmatch(r"jmx: compiling resnet50 \(forward, backward\), [01] s so far", line) for line in lines), said
    assert len(progress[-1]) >= len(lines[-1]) and not progress[-1].strip()  # what was shown is erased by spaces


def test_line_fits_the_terminal():
    said = run_on_terminal('slow("resnet" * 20)(x)\nwait_for_watchers()\n', columns=40)
    lines = [line for line in said.split("\r") if line.startswith("jmx: compiling")]
    assert lines and all(len(line) == 39 for line in lines)


@pytest.mark.parametrize("variables", [{"JMX_PROGRESS": "0"}, {}])
def test_no_line(variables):
    """Where it is turned off, and where the program is quicker than two seconds."""
    code = 'slow("resnet50")(x)\n' if variables else 'compile_report.PATIENCE = 2.0\nslow("resnet50")(x)\n'
    assert run_on_terminal(code, **variables) == ""


def test_log_on_a_terminal_takes_the_place_of_the_line():
    said = run_on_terminal('slow("resnet50")(x)\nwait_for_watchers()\n', JMX_LOG="compile")
    assert "jmx: compiling resnet50 (forward, backward), 0 s so far" in said
    last = next(part for part in said.split("\r") if part.startswith("jmx: resnet50"))
    assert re.fullmatch(rf"jmx: resnet50 \(forward, backward\) for f32\[3,4\]: {TIMES}compiled [\d.]+ ms{AT}", last), said


def test_time_since_tracing_does_not_count():
    """NumPy runs a program that was traced, and XLA compiles it many calls later."""
    code = """
tiered = jit(lambda array: array * 2, label=("small", "forward"))
tiered(x)
time.sleep(2.1)
for _ in range(1600):
    tiered(x)
"""
    said = run(code, TERMINAL, JMX_LOG="compile", JMX_PROGRESS="0")[1]
    lines = [line for line in said.splitlines() if "lowered" in line]
    assert len(lines) == 1 and re.fullmatch(rf"jmx: small \(forward\) for f32\[3,4\]: {TIMES}compiled [\d.]+ ms{AT}", lines[0])
    assert run("compile_report.PATIENCE = 2.0\n" + code, TERMINAL)[1] == ""


def test_batch_jobs_have_neither_line_nor_thread():
    code = 'slow("resnet50")(x)\nassert not watchers()\nassert not compile_report._open\n'
    assert run(code)[1] == ""


@pytest.mark.parametrize("watched", [True, False])
def test_line_in_a_notebook(watched, monkeypatch):
    """One display for a cell, of which nothing is left; none where nobody looks on, as where nbconvert runs a notebook."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    for name, value in {**environment(), "PYTHONPATH": str(ROOT)}.items():
        monkeypatch.setenv(name, value)
    cells = [
        SLOW.replace("{before}", ""),
        'print("before")\nslow("one")(x)\nslow("two")(x)\nprint("after")\nwait_for_watchers()',
        'slow("three")(x)\nwait_for_watchers()',
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    displays = []

    class Client(nbclient.NotebookClient):
        def process_message(self, message, cell, cell_index):
            if message["msg_type"] in ("display_data", "update_display_data"):
                shown = message["content"]["data"].get("text/plain")
                displays.append((cell_index, message["msg_type"], message["content"]["transient"]["display_id"], shown))
            return super().process_message(message, cell, cell_index)

    client = Client(notebook, timeout=200, kernel_name="python3")
    with client.setup_kernel():
        client.kc.allow_stdin = watched  # as notebooks that somebody looks at have it
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
    told = [[o.text if o.output_type == "stream" else o.data for o in cell.outputs] for cell in notebook.cells]
    if not watched:
        assert not displays and [*map("".join, told)] == ["", "before\nafter\n", ""]
        return
    assert told == [[], ["before\n", {}, "after\n"], [{}]]
    for cell, titles in (1, ("one", "two")), (2, ("three",)):
        kinds, names, texts = zip(*[display[1:] for display in displays if display[0] == cell], strict=True)
        assert kinds[0] == "display_data" and set(kinds[1:]) == {"update_display_data"} and len(set(names)) == 1
        assert texts[-1] is None
        lines = [text for text in texts if text is not None]
        assert all(re.fullmatch(r"jmx: compiling \w+ \(forward, backward\), [01] s so far", line) for line in lines)
        assert list(dict.fromkeys(line.split()[2] for line in lines)) == list(titles)


def test_several_threads_and_errors():
    code = """
threads = [threading.Thread(target=slow(title, seconds), args=(x,)) for title, seconds in (("one", 1.0), ("two", 1.5))]
for thread in threads:
    thread.start()
    time.sleep(0.05)
assert len(watchers()) == 1
for thread in threads:
    thread.join()
wait_for_watchers()
try:
    slow("three", error=ZeroDivisionError("mine"))(x)
except ZeroDivisionError as error:
    print(error)
wait_for_watchers()
assert not compile_report._open

class Broken:
    closed = False
    def isatty(self):
        return True
    def write(self, text):
        raise OSError("no space left")

stderr, sys.stderr = sys.stderr, Broken()
print(slow("four")(x).shape)
wait_for_watchers()
sys.stderr = None
print(slow("five")(x).shape)
sys.stderr = stderr
"""
    printed, said = run(code, TERMINAL)
    assert printed.splitlines()[:3] == ["mine", "(3, 4)", "(3, 4)"]
    assert "jmx: compiling one (forward, backward) and 1 more, 0 s so far" in said
    assert "jmx: compiling two (forward, backward), 1 s so far" in said
    assert re.findall(r"compiled (\w+)", said) == ["one", "two"]
    assert "jmx: compiling three (forward, backward), 1 s so far" in said
    assert said.endswith(" \r")  # what failed leaves no line
    assert "four" not in said and "five" not in said


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_fork_and_exit_while_something_compiles():
    code = """
import os
threading.Thread(target=slow("parents"), args=(x,)).start()
time.sleep(0.5)
child = os.fork()
if not child:
    print(len(watchers()), compile_report._open, flush=True)
    with progress_line.line.lock:
        os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
threading.Thread(target=slow("endless", 600), args=(x,), daemon=True).start()
time.sleep(0.5)
"""
    printed, said = run(code, TERMINAL)
    assert printed.strip() == "0 {}"
    assert "jmx: compiling endless" in said and "Fatal" not in said and "Exception" not in said


def test_jax_without_these_events():
    silent = types.SimpleNamespace(monitoring=types.SimpleNamespace(register_event_listener=None))
    assert jax_internals.listen_to_compilations(silent, None, None, None) is False
