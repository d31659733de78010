"""Programs that import in an order which the folders of an environment cannot serve, where jmx's `mxnet` is installed."""

import os
import pathlib
import subprocess
import sys
import tomllib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHIM = ROOT / "jmx" / "cli" / "shim"
FILES = ("_mxnet_jmx.py", "_mxnet_jmx.pth")


def python(code, folder=SHIM):
    """Run `code` where `folder` is a folder of installed packages and everything else of jmx comes from this checkout."""
    code = f"import site; site.addsitedir({str(folder)!r})\n{code}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120, check=False)


def write_sources(folder, library=False):
    """A checkout of MXNet, built or not; what it prints when it is imported tells that it was."""
    package = folder / "python" / "mxnet"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("print('the checkout')\n")
    (package / "base.py").touch()
    if library:
        (folder / "lib").mkdir()
        (folder / "lib" / "libmxnet.so").touch()
    return package.parent


def test_both_installers_write_the_same_files():
    for name in FILES:
        assert (SHIM / name).read_bytes() == (ROOT / "compat" / name).read_bytes()
    wheel = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {name: name for name in FILES}


def test_sources_without_library_are_passed_over(tmp_path):
    first = f"import sys; sys.path.insert(0, {str(write_sources(tmp_path))!r})"
    done = python(f"{first}\nimport mxnet.gluon; print(mxnet.nd.ones(2).sum().asscalar(), mxnet.gluon.nn.Dense.__name__)")
    assert (done.stdout, done.stderr) == ("2.0 Dense\n", "")


def test_sources_alone_are_found_as_ever(tmp_path):
    """Where no other `mxnet` is installed, the program meets what it would meet without jmx."""
    for name in FILES:
        (tmp_path / name).write_bytes((SHIM / name).read_bytes())
    done = python(
        "import os, sys; sys.path[:] = [p for p in sys.path if not os.path.isdir(os.path.join(p, 'mxnet'))]\n"
        f"sys.path.insert(0, {str(write_sources(tmp_path / 'mx'))!r}); import mxnet",
        tmp_path,
    )
    assert (done.stdout, done.stderr) == ("the checkout\n", "")


def test_a_built_checkout_is_what_the_program_gets(tmp_path):
    first = f"import sys; sys.path.insert(0, {str(write_sources(tmp_path, library=True))!r})"
    assert python(f"{first}\nimport mxnet").stdout == "the checkout\n"


@pytest.mark.parametrize("statement", ["import horovod.mxnet as hvd", "from horovod import mxnet as hvd"])
def test_horovod_before_mxnet(statement):
    done = python(f"{statement}\nhvd.init(); import mxnet as mx; print(hvd.size(), hvd.allreduce(mx.nd.ones(2)).asnumpy())")
    assert (done.stdout, done.stderr) == ("1 [1. 1.]\n", "")


def test_a_real_horovod_is_left_alone(tmp_path):
    (tmp_path / "horovod").mkdir()
    (tmp_path / "horovod" / "__init__.py").write_text("name = 'real'\n")
    first = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    done = python(f"{first}; import horovod; print(horovod.name, 'mxnet' in sys.modules)")
    assert (done.stdout, done.stderr) == ("real False\n", "")


@pytest.mark.parametrize("first", ["", "import mxnet; ", "import horovod; "])
@pytest.mark.parametrize("statement", ["import horovod.mxnet as hvd", "from horovod import mxnet as hvd"])
def test_a_real_horovod_without_mxnet_does_not_hide_jmxs(tmp_path, first, statement):
    """As Horovod 0.28 is where it was built without MXNet: its own part asks for a library that is not there."""
    (tmp_path / "horovod" / "mxnet").mkdir(parents=True)
    (tmp_path / "horovod" / "__init__.py").write_text("name = 'real'\n")
    (tmp_path / "horovod" / "torch.py").write_text("name = 'torch'\n")
    (tmp_path / "horovod" / "mxnet" / "__init__.py").write_text("raise ImportError('Extension has not been built')\n")
    path = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    use = "hvd.init(); import mxnet as mx; print(hvd.size(), hvd.allreduce(mx.nd.ones(2)).asnumpy())"
    rest = "import horovod.torch; print(horovod.name, horovod.torch.name)"
    done = python(f"{path}{first}{statement}\n{use}\n{rest}")
    assert (done.stdout, done.stderr) == ("1 [1. 1.]\nreal torch\n", "")


def test_nothing_is_loaded_before_it_is_asked_for():
    done = python("import sys; print(sorted(m for m in sys.modules if m.partition('.')[0] in ('jmx', 'mxnet', 'jax', 'numpy')))")
    assert (done.stdout, done.stderr) == ("[]\n", "")
