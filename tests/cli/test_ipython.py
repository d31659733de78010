"""`%load_ext jmx`, and `jmx.install_as_mxnet`, in processes without a module mxnet of their own."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import jmx

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: hides the mxnet of the environment that runs the tests, and an installed `mxnet_predict` with it
HIDE = """
import importlib.machinery, os, sys

class Hide:
    folders = [entry for entry in sys.path if entry not in {kept!r} and os.path.isdir(entry + "/mxnet")]

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name not in ("mxnet", "mxnet_predict"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, [entry for entry in sys.path if entry not in cls.folders])
        if spec is None:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
        return spec

sys.meta_path.insert(0, Hide)
"""
CELLS = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
said = []
for cell in json.loads(sys.argv[1]):
    result = shell.run_cell(cell)
    error = result.error_before_exec or result.error_in_exec
    said.append(f"{type(error).__name__}: {error}" if error else result.result)
print("\\n" + json.dumps(said))
"""


def python(code, *words, path=()):
    """Run code where `import mxnet` finds nothing but what is in `path`."""
    path = [str(entry) for entry in path]
    code = HIDE.format(kept=[str(ROOT), *path]) + f"sys.path[:0] = {path}\n" + code
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": "/nonexistent"}
    return subprocess.run([sys.executable, "-c", code, *words], env=environment, capture_output=True, text=True, timeout=120)


def run_cells(*cells, path=()):
    """(results of cells, standard output and error of the shell)"""
    pytest.importorskip("IPython", reason="IPython is not installed (extra `test`)")
    done = python(CELLS, json.dumps(cells), path=path)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), done.stdout + done.stderr


def make_real(folder):
    (folder / "mxnet").mkdir()
    (folder / "mxnet" / "__init__.py").write_text("__version__ = '1.9.1'\n")
    (folder / "mxnet" / "base.py").write_text("")
    (folder / "mxnet" / "libmxnet.so").write_text("")
    return folder


def test_import_mxnet_in_a_shell():
    results, _ = run_cells(
        "import mxnet",
        "%load_ext jmx",
        "import mxnet as mx, mxnet_predict as p, jmx; [mx.__version__, mx.nd is jmx.nd, p.Predictor is jmx.predictor.Predictor]",
        "from mxnet.lr_scheduler import FactorScheduler; FactorScheduler.__module__",
    )
    assert results[0] == "ModuleNotFoundError: No module named 'mxnet'"
    assert results[1:] == [None, ["1.9.1", True, True], "mxnet.lr_scheduler"]


def test_reloading_and_unloading():
    state = (
        "import sys; from jmx.legacy import alias; "
        "[sys.path.count(alias.SHIM), sorted(type(f).__name__ for f in sys.meta_path "
        "if type(f).__module__ == 'jmx.legacy.alias')]"
    )
    results, _ = run_cells(
        "%load_ext jmx", "%load_ext jmx", "%reload_ext jmx", "import mxnet as mx, jmx; mx.nd is jmx.nd", state,
        "%unload_ext jmx", state, "import mxnet", "mx.nd is jmx.nd",
        "%load_ext jmx", "import mxnet as again; again.nd is jmx.nd", state,
    )  # fmt: skip
    there = [1, ["_Finder", "_HorovodFinder"]]
    assert results == [None, None, None, True, there, None, [0, []], "ModuleNotFoundError: No module named 'mxnet'", True,
                       None, True, there]  # fmt: skip


def test_a_real_mxnet_is_left_aside_and_that_is_said(tmp_path):
    place = make_real(tmp_path) / "mxnet"
    results, said = run_cells("%load_ext jmx", "import mxnet; mxnet.base.MXNetError.__module__", "%load_ext jmx", path=[tmp_path])
    assert results == [None, "mxnet.base", None]
    assert said.count(f"in {place} is left aside; `import mxnet` gives jmx here") == 1
    results, _ = run_cells("%load_ext jmx", "%unload_ext jmx", "import mxnet; mxnet.__file__", path=[tmp_path])
    assert results[-1] == str(place / "__init__.py")


def test_a_real_mxnet_that_has_been_imported(tmp_path):
    place = make_real(tmp_path) / "mxnet"
    results, _ = run_cells("import mxnet", "%load_ext jmx", "mxnet.__file__", path=[tmp_path])
    assert results[1].startswith(f"ImportError: another `mxnet` (1.9.1, {place / '__init__.py'}) has been imported already")
    assert "Restart the kernel" in results[1] and results[2] == str(place / "__init__.py")


def test_where_mxnet_is_jmx_already():
    """With compat's mxnet the extension changes nothing, and unloading it takes nothing away."""
    results, said = run_cells(
        "import mxnet, sys; before = list(sys.path)", "%load_ext jmx", "%unload_ext jmx",
        "import mxnet as again; [again is mxnet, sys.path == before]", path=[ROOT / "compat"],
    )  # fmt: skip
    assert results == [None, None, None, [True, True]] and "left aside" not in said


def test_without_ipython():
    for function in (jmx.load_ipython_extension, jmx.unload_ipython_extension):
        with pytest.raises(jmx.MXNetError, match="is for IPython.*it got None.*jmx.install_as_mxnet().*jmx run SCRIPT"):
            function(None)


def test_install_as_mxnet_in_a_program():
    code = (
        "import jmx\njmx.install_as_mxnet()\njmx.install_as_mxnet()\nimport mxnet as mx\nfrom mxnet import lr_scheduler\n"
        "print(mx.__version__, lr_scheduler is jmx.lr_scheduler, sys.path.count(jmx.legacy.alias.SHIM))\n"
    )
    done = python(code)
    assert (done.stdout, done.stderr) == ("1.9.1 True 1\n", "")


WORKERS = """
import jmx
jmx.install_as_mxnet()
import mxnet as mx
from mxnet.gluon.data import DataLoader

class Squares:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        import mxnet
        return i * i if mxnet.__version__ == "1.9.1" else -1

if __name__ == "__main__":
    print([int(x) for batch in DataLoader(Squares(), 2, num_workers=1) for x in batch.asnumpy()])
"""


def test_workers_of_a_data_loader_find_it_too(tmp_path):
    done = python(WORKERS)
    assert done.stdout == "[0, 1, 4, 9]\n", done.stderr


def test_in_a_kernel():
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra `test`)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra `test`)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra `test`)")
    new = nbformat.v4
    cells = [HIDE.format(kept=[str(ROOT)]), f"sys.path.insert(0, {str(ROOT)!r})", "%load_ext jmx",
             "import mxnet as mx\nprint(mx.__version__, mx.nd.ones(3).sum().asscalar())"]  # fmt: skip
    notebook = new.new_notebook(cells=[new.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert [output["text"] for output in notebook.cells[-1]["outputs"]] == ["1.9.1 3.0\n"]
    assert not notebook.cells[2]["outputs"]


def test_profile_magic():
    results, said = run_cells(
        "%load_ext jmx", "import mxnet as mx",
        "%%jmx_profile\nx = mx.nd.ones((2, 3))\nprint('inside')\nint((x * 2).sum().asscalar())",
        "%%jmx_profile -n 1 -w\ny = x + 1;",
        "%jmx_profile x.sqrt().shape",
        "%jmx_profile -n 5 z = x.square()",
        "z.shape, mx.profiler._running",
        path=[ROOT / "compat"],
    )  # fmt: skip
    assert results[2:6] == [12, None, [2, 3], None] and results[6] == [[2, 3], False]
    assert said.count("in operators") == 4 and said.index("inside") < said.index("Operators")
    assert [name in said for name in ("_mul_scalar", "_plus_scalar", "sqrt", "square")] == [True] * 4


def test_profile_magic_of_a_cell_that_raises():
    results, said = run_cells(
        "%load_ext jmx", "import mxnet as mx",
        "mx.profiler.set_config(aggregate_stats=True); mx.profiler.set_state('run')",
        "%%jmx_profile\nmx.nd.ones(3).sqrt()\nmx.profiler.set_state('stop')\n1 / 0",
        "mx.profiler._running, 'sqrt' in mx.profiler.dumps()",
        "%%jmx_profile\nif",
        "mx.profiler._running",
        path=[ROOT / "compat"],
    )  # fmt: skip
    assert results[3] == "ZeroDivisionError: division by zero" and results[4] == [True, False]
    assert "in operators" in said and "magics.py" not in said  # the traceback shows the user's lines only
    assert results[5].startswith("SyntaxError") and results[6] is True


def test_profile_magic_says_how_it_is_used():
    results, said = run_cells(
        "%load_ext jmx", "%jmx_profile", "%%jmx_profile x\ny", "%%jmx_profile -n many\ny", "%unload_ext jmx", "%jmx_profile 1",
        path=[ROOT / "compat"],
    )  # fmt: skip
    assert results[1].endswith("profiles a statement or, as %%jmx_profile, a cell; there is none")
    assert results[2].endswith("takes options only, and a cell below it; got 'x'")
    assert results[3].endswith("-n: expected a number of rows, got 'many'")
    assert "not found" in results[5] or "not found" in said


def test_curves_and_profiles_in_a_kernel():
    """One picture, drawn anew in its place, that has the last point once the cell has ended."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra `test`)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra `test`)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra `test`)")
    pytest.importorskip("matplotlib", reason="jmx.plot draws with matplotlib")
    new = nbformat.v4
    cells = [
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nimport jmx as mx\nfrom jmx import plot\n%load_ext jmx",
        "curves = plot.LiveCurves(seconds=60)\nfor step in range(50):\n    curves.update(step, loss=step)",
        "curves._pending, curves._chart.lines['loss'].get_xdata()[-1]",
        "curves",
        "%%jmx_profile\n_ = mx.nd.ones((2, 2)).sqrt()",
        "mx.nd.zeros((7,) * 7)",
    ]
    notebook = new.new_notebook(cells=[new.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    drawn, state, again, profile, array = (cell["outputs"] for cell in notebook.cells[1:])
    assert [sorted(output["data"]) for output in drawn] == [["image/png", "text/plain"]]
    assert state[0]["data"]["text/plain"] == "(False, 49)"
    assert again[0]["data"]["text/plain"] == "<LiveCurves: loss 49>"
    assert len(again[0]["data"]["image/png"]) == len(drawn[0]["data"]["image/png"])
    assert "<td" in profile[0]["data"]["text/html"] and "sqrt" in profile[0]["data"]["text/plain"]
    assert len(array[0]["data"]["text/html"]) < 10_000 and len(array[0]["data"]["text/plain"]) < 10_000


def test_needs_magic():
    """One sentence where a package is missing, and no traceback; nothing where all are there."""
    results, said = run_cells(
        "%load_ext jmx",
        "%jmx_needs json",
        "%jmx_needs no_such_package json no_other",
        "%jmx_needs",
        "%unload_ext jmx\n%jmx_needs json",
    )
    sentence = (
        "This notebook needs no_such_package and no_other, which are not installed: run `%pip install no_such_package no_other` "
        "in a cell of its own, then restart the kernel."
    )
    assert results[:3] == [None, None, f"NotInstalled: {sentence}"]
    assert said.count(sentence) == 2 and "Traceback" not in said and "magics.py" not in said
    assert results[3].startswith("UsageError: %jmx_needs takes names of packages")


def test_a_chapter_without_matplotlib_stops_with_one_sentence():
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra `test`)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra `test`)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra `test`)")
    without = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name: None if name == 'matplotlib' else find(name)"
    )
    chapter = nbformat.read(ROOT / "notebooks" / "01_arrays.ipynb", as_version=4)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(without), *chapter.cells])
    with pytest.raises(nbclient.exceptions.CellExecutionError):
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    (error,) = outputs  # of the first cell; the others did not run
    assert error["traceback"] == [
        "This notebook needs matplotlib, which is not installed: run `%pip install matplotlib` in a cell of its own, then "
        "restart the kernel."
    ]
