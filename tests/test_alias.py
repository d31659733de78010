"""The import name mxnet: the same modules under a second name."""

import copy
import importlib
import inspect
import pathlib
import pickle
import subprocess
import sys
import threading
import tomllib
import types

import mxnet
import pytest

import jmx
from jmx.legacy import accidental_names, alias

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_the_two_versions():
    assert mxnet.__version__ == mxnet.base.__version__ == mxnet.libinfo.__version__ == "1.9.1"
    assert jmx.__version__ == "0.2.0"
    compat = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())["project"]
    assert compat["name"] == "mxnet" and compat["version"] == f"1.9.1+jmx.{jmx.__version__}"
    assert compat["dependencies"][0] == f"jmx=={jmx.__version__}"


def test_submodules_are_the_same_objects():
    import mxnet.gluon.nn as nn
    import mxnet.gluon.utils
    import mxnet.lr_scheduler as schedules
    from mxnet import gluon
    from mxnet.gluon import utils

    assert nn is jmx.gluon.nn and schedules is jmx.lr_scheduler
    assert mxnet.gluon is gluon is jmx.gluon is sys.modules["mxnet.gluon"]
    assert utils is jmx.gluon.utils is sys.modules["mxnet.gluon.utils"]
    assert utils.__name__ == utils.__spec__.name == "jmx.gluon.utils"


def test_names_of_modules_and_classes():
    import mxnet.ndarray.ndarray

    assert mxnet.nd is jmx.nd is jmx.ndarray
    assert mxnet.ndarray.ndarray.NDArray is mxnet.nd.NDArray is jmx.nd.NDArray
    assert mxnet.lr_scheduler.FactorScheduler is jmx.lr_scheduler.FactorScheduler


def test_submodules_of_the_standard_library_that_come_along():
    code = """if True:
        import mxnet, sys, urllib, concurrent
        assert "urllib.request" not in sys.modules
        assert urllib.request.urlopen and issubclass(urllib.error.URLError, OSError) and concurrent.futures.ThreadPoolExecutor
        try:
            urllib.urlopen
        except AttributeError as error:
            print(error)
        """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "module 'urllib' has no attribute 'urlopen'\n" and done.returncode == 0, done.stderr


def test_it_behaves_as_a_module():
    assert isinstance(mxnet, types.ModuleType) and inspect.ismodule(mxnet)
    assert mxnet.__name__ == "mxnet" and mxnet.__doc__ == jmx.__doc__
    assert set(dir(mxnet)) == set(dir(jmx))
    assert copy.deepcopy(mxnet) is mxnet and pickle.loads(pickle.dumps(mxnet)) is mxnet
    assert importlib.reload(mxnet) is mxnet and mxnet.gluon is jmx.gluon
    assert "class FactorScheduler" in inspect.getsource(mxnet.lr_scheduler.FactorScheduler)
    assert inspect.getsource(mxnet.lr_scheduler) == pathlib.Path(jmx.lr_scheduler.__file__).read_text()


def test_assignments_reach_jmx(monkeypatch):
    module = types.ModuleType("jmx.replaced")
    monkeypatch.setattr(mxnet, "replaced", module, raising=False)
    assert jmx.replaced is mxnet.replaced is module
    mxnet.replaced = 3
    assert jmx.replaced == mxnet.replaced == 3
    del mxnet.replaced
    assert not hasattr(jmx, "replaced") and not hasattr(mxnet, "replaced")
    mxnet.replaced = module  # for monkeypatch to take away again


def test_what_is_not_there():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = mxnet.nothing
    with pytest.raises(ModuleNotFoundError, match="No module named 'mxnet.nothing'"):
        importlib.import_module("mxnet.nothing")
    with pytest.raises(ModuleNotFoundError, match="mxnet.lr_scheduler.nothing"):
        importlib.import_module("mxnet.lr_scheduler.nothing")
    with pytest.raises(ImportError, match="nothing"):
        exec("from mxnet import nothing")


def test_star_import():
    names = {}
    exec("from mxnet import *", names)
    assert names["lr_scheduler"] is jmx.lr_scheduler and names["MXNetError"] is jmx.base.MXNetError


def test_pickles_made_under_mxnets_names():
    found = pickle.loads(b"cmxnet.lr_scheduler\nFactorScheduler\n.")
    assert found is jmx.lr_scheduler.FactorScheduler


def test_threads_importing_at_once_get_one_module():
    for name in [n for n in sys.modules if n.startswith("mxnet.log")]:
        del sys.modules[name]
    found, barrier = [], threading.Barrier(8)

    def load():
        barrier.wait()
        found.append(importlib.import_module("mxnet.log"))

    threads = [threading.Thread(target=load) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(module is jmx.log for module in found)
    assert jmx.log.__spec__.name == "jmx.log"


def test_every_submodule_is_found_under_both_names():
    import pkgutil

    names = [m.name for m in pkgutil.iter_modules(mxnet.__path__, "mxnet.")]
    assert "mxnet.lr_scheduler" in names and "mxnet.gluon" in names
    assert importlib.util.find_spec("mxnet.callback") is not None


def make_real(folder):
    (folder / "mxnet").mkdir()
    (folder / "mxnet" / "__init__.py").write_text("real = True\n")
    (folder / "mxnet" / "base.py").write_text("")
    (folder / "mxnet" / "libmxnet.so").write_text("")
    return str(folder / "mxnet")


def test_a_real_mxnet_is_found_and_named(tmp_path, monkeypatch):
    assert alias.find_real() is None
    place = make_real(tmp_path)
    assert alias.find_real([str(tmp_path)]) == place
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mxnet")
    finders = [f for f in sys.meta_path if not isinstance(f, alias._Finder)]
    monkeypatch.setattr(sys, "meta_path", finders)
    with pytest.raises(ImportError, match="must not be mixed.*jmx run") as raised:
        alias.install("mxnet", refuse_real=True)
    assert place in str(raised.value) and raised.value.path == place


def test_sources_without_a_library_are_no_mxnet(tmp_path):
    (tmp_path / "python").mkdir()
    place = pathlib.Path(make_real(tmp_path / "python"))
    (place / "libmxnet.so").unlink()
    assert alias.find_real([str(place.parent)]) is None
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libmxnet.so").write_text("")
    assert alias.find_real([str(place.parent)]) == str(place)


def test_names_that_modules_have_by_their_imports():
    from mxnet.gluon.block import NDArray, Symbol, np
    from mxnet.metric import math, ndarray

    assert ndarray is jmx.ndarray and NDArray is jmx.nd.NDArray and Symbol is jmx.sym.Symbol
    assert np.__name__ == "numpy" and math.__name__ == "math"
    assert mxnet.image.os is importlib.import_module("os")
    assert mxnet.metric.Accuracy is jmx.metric.Accuracy, "what a module has itself stays"
    with pytest.raises(AttributeError, match="metric.*no_such_name"):
        mxnet.metric.no_such_name  # noqa: B018
    with pytest.raises(ImportError, match="no_such_name"):
        from mxnet.gluon.block import no_such_name  # noqa: F401


def test_every_borrowed_name_is_somewhere():
    for own_name, text in accidental_names._TABLE.items():
        importlib.import_module(f"jmx.{own_name}")
        for name, target in accidental_names._entries(text).items():
            assert accidental_names._resolve(target) is not None, (own_name, name)
