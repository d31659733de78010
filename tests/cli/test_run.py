"""`jmx run`: Python, with mxnet answered by jmx."""

import os
import pathlib
import signal
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def jmx(*args, cwd=ROOT, **options):
    """Run the command with no mxnet on the path but its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "jmx", *map(str, args)]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, **options)


def python(*args, **options):
    return subprocess.run([sys.executable, *map(str, args)], capture_output=True, text=True, timeout=120, **options)


def test_a_script_gets_jmx_under_the_name_mxnet(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(
        "import sys, pickle, mxnet as mx\n"
        "from mxnet import lr_scheduler\n"
        "class Own: pass\n"
        "print(mx.__version__, lr_scheduler.__name__, sys.argv[1:], sys.path[0], __name__, __file__)\n"
        "print(type(pickle.loads(pickle.dumps(Own()))) is Own)\n"
    )
    done = jmx("run", script, "-x", "a b", "--help")
    assert done.stderr == "" and done.returncode == 0
    assert done.stdout.splitlines() == [f"1.9.1 jmx.lr_scheduler ['-x', 'a b', '--help'] {tmp_path} __main__ {script}", "True"]


def test_processes_of_the_program_find_it_too(tmp_path):
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import mxnet; print(mxnet.__version__)'])"
    assert jmx("run", "-c", code, cwd=tmp_path).stdout == "1.9.1\n"


def test_modules_code_and_standard_input(tmp_path):
    (tmp_path / "prog.py").write_text("import sys, mxnet; print(sys.argv[1:], __name__, mxnet.__version__)\n")
    assert jmx("run", "-m", "prog", "1", cwd=tmp_path).stdout == "['1'] __main__ 1.9.1\n"
    assert jmx("run", "-c", "import sys, mxnet; print(sys.argv)", "-m", cwd=tmp_path).stdout == "['-c', '-m']\n"
    assert jmx("run", "-", "x", input="import sys, mxnet; print(sys.argv)").stdout == "['-', 'x']\n"
    assert jmx("run", "-W", "error", "-c", "import sys; print(sys.warnoptions)").stdout == "['error']\n"


@pytest.mark.parametrize("ending", ["raise ValueError('bad')", "import sys; sys.exit(3)", "import sys; sys.exit('no')",
                                    "def f(:", "raise SystemExit"])  # fmt: skip
def test_endings_are_pythons(tmp_path, ending):
    script = tmp_path / "prog.py"
    script.write_text(f"def inner():\n    pass\n{ending}\n")
    want, got = python(script), jmx("run", script)
    assert (got.returncode, got.stdout, got.stderr) == (want.returncode, want.stdout, want.stderr)


def sources(folder):
    """A checkout of MXNet's sources without its library, as its tools find it beside them."""
    (folder / "python" / "mxnet").mkdir(parents=True)
    (folder / "python" / "mxnet" / "__init__.py").write_text("raise RuntimeError('Cannot find the MXNet library')\n")
    (folder / "python" / "mxnet" / "base.py").write_text("")
    return folder / "python"


def test_sources_of_mxnet_that_a_program_puts_first_are_left_aside(tmp_path):
    code = f"import sys; sys.path.insert(0, {str(sources(tmp_path))!r}); import mxnet; print(mxnet.nd.ones(2).sum().asscalar())"
    done = jmx("run", "-c", code)
    assert (done.stdout, done.stderr) == ("2.0\n", "")


def test_horovod_before_mxnet():
    done = jmx("run", "-c", "import horovod.mxnet as hvd; hvd.init(); print(hvd.rank(), hvd.size())")
    assert (done.stdout, done.stderr) == ("0 1\n", "")


def test_a_sitecustomize_of_the_user_runs_too(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("print('mine')\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    command = [sys.executable, "-m", "jmx", "run", "-c", "import mxnet, sitecustomize; print(sitecustomize.__file__)"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["mine", "mine", str(tmp_path / "sitecustomize.py")]  # of `jmx run` itself, and of the program


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_signals_are_pythons():
    assert jmx("run", "-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)").returncode == -signal.SIGTERM
    assert jmx("run", "-c", "raise KeyboardInterrupt").returncode == -signal.SIGINT


def test_a_missing_script_fails_as_in_python(tmp_path):
    want, got = python(tmp_path / "no.py"), jmx("run", tmp_path / "no.py")
    assert (got.returncode, got.stderr) == (want.returncode, want.stderr)


@pytest.mark.parametrize("option", ["-I", "-E", "-uE"])
def test_options_that_would_hide_mxnet_are_refused(option):
    done = jmx("run", option, "-c", "import mxnet")
    assert done.returncode == 2 and f"option {option} hides `mxnet`" in done.stderr


def test_a_real_mxnet_is_left_aside_and_named(tmp_path):
    (tmp_path / "mxnet").mkdir()
    (tmp_path / "mxnet" / "__init__.py").write_text("__version__ = 'real'\n")
    (tmp_path / "mxnet" / "base.py").write_text("")
    (tmp_path / "mxnet" / "libmxnet.so").write_text("")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    command = [sys.executable, "-m", "jmx", "run", "-c", "import mxnet; print(mxnet.__version__)"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout == "1.9.1\n"
    assert f"{tmp_path}/mxnet is left aside; this program gets jmx" in done.stderr


def test_info():
    info = jmx("info").stdout
    assert "jmx 0.2.0, for programs of MXNet 1.9.1" in info and "cpu(0): cpu (cpu:0)" in info and "compiled programs" in info
