"""Programs written for NumPy 1, on NumPy 2: the names, the printing and the sentences that the import name mxnet brings."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import numpy
import pytest

from jmx import _numpy1, config
from jmx._numpy1 import moved, names, sentences
from jmx.base import MXNetError

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = json.loads((ROOT / "tests" / "golden" / "numpy1.json").read_text(encoding="utf-8"))
VERSION = numpy.lib.NumpyVersion(numpy.__version__)

_spec = importlib.util.spec_from_file_location("numpy1_cases", ROOT / "tests" / "golden" / "numpy1_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)

RUNNER = """
import contextlib, io, json, runpy, sys, warnings
import numpy as np
import mxnet as mx

warnings.simplefilter("ignore")
outputs = {}
table = runpy.run_path(sys.argv[1])
for name, code, *_ in table["IDIOMS"] + table["DIFFERENT"]:
    out, shown = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(shown):
        try:
            exec(code, {"np": np, "mx": mx, "__name__": "__main__"})
        except Exception:
            sys.excepthook(*sys.exc_info())
    outputs[name] = [out.getvalue(), shown.getvalue()]
print(json.dumps(outputs))
"""


def python(*args, compat=False, status=0, **variables):
    """The output and the errors of a Python that answers `mxnet` by `jmx run` or by the distribution in compat/."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JMX_") and k != "PYTHONPATH"}
    command = [sys.executable, *args] if compat else [sys.executable, "-m", "jmx", "run", *args]
    environment["PYTHONPATH"] = os.pathsep.join(map(str, [ROOT, *([ROOT / "compat"] if compat else [])]))
    environment.update(variables)
    done = subprocess.run(command, cwd=ROOT / "tests", env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def evaluate(*lines, **options):
    """What the last of these lines prints, in a program that has imported numpy and mxnet."""
    code = "\n".join(["import numpy as np", "import mxnet as mx", *lines])
    return python("-c", code, **options)[0].strip()


@pytest.fixture(scope="module", params=["jmx run", "compat"])
def outputs(request):
    path = ROOT / "tests" / "golden" / "numpy1_cases.py"
    return json.loads(python("-c", RUNNER, str(path), compat=request.param == "compat")[0])


def refuses(since):
    if since == "Python 3.12":
        return sys.version_info >= (3, 12) or VERSION >= "2.5.0"
    return since is not None and VERSION >= f"{since}.0"


@pytest.mark.parametrize("name, code, since, sentence", cases.IDIOMS, ids=[case[0] for case in cases.IDIOMS])
def test_an_idiom_gives_what_numpy_1_gave_or_says_what_to_do(outputs, name, code, since, sentence):
    out, shown = outputs[name]
    if refuses(since):
        assert sentence in shown and "Error" in shown
    else:
        assert (out, shown) == (GOLDEN[name], "")


@pytest.mark.parametrize("name, code, now, instead", cases.DIFFERENT, ids=[case[0] for case in cases.DIFFERENT])
def test_what_differs_without_an_error_is_what_the_page_says(outputs, name, code, now, instead):
    assert outputs[name] == [f"{now}\n", ""] and GOLDEN[name] != f"{now}\n"


def test_the_page_holds_the_table():
    page = (ROOT / "docs" / "numpy2.md").read_text(encoding="utf-8")
    assert cases.markdown(GOLDEN) in page


def test_an_uncaught_error_of_a_program_and_of_a_thread_ends_in_the_sentence(tmp_path):
    program = tmp_path / "old.py"
    program.write_text("import mxnet as mx, numpy as np, threading\n"
                       "thread = threading.Thread(target=lambda: np.array([[2], [1, 2]]))\n"
                       "thread.start()\nthread.join()  # Python would mix the two tracebacks\n"
                       "try:\n    np.array([[1], [1, 2]])\nexcept ValueError:\n    raise KeyError('batch')\n")  # fmt: skip
    shown = python(str(program), status=1)[1]
    assert shown.count("pass dtype=object") == 2
    assert "ValueError: setting an array element" in shown and "KeyError: 'batch'" in shown


def test_a_notebook_shows_the_sentence_too():
    import nbclient
    import nbformat

    cells = ["import sys; sys.path[:0] = %r" % [str(ROOT), str(ROOT / "compat")], "import mxnet as mx, numpy as np",
             "np.array([[1], [1, 2]])"]  # fmt: skip
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    with pytest.raises(nbclient.exceptions.CellExecutionError, match="pass dtype=object"):
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()


def test_jmx_alone_leaves_numpy_as_it_is():
    lines = ["import numpy as np, sys, threading", "def state():",
             "    return (sorted(np.__all__), np.__dict__['__getattr__'], np.lib.__dict__.get('__getattr__'),",
             "            np.get_printoptions(), 'numpy1' in sys.excepthook.__module__ + threading.excepthook.__module__,",
             "            [f for f in sys.meta_path if type(f).__module__ != 'jmx.legacy'])",
             "before = state()", "import jmx, jmx.gluon", "jmx.nd.ones(2).asnumpy()", "print(before == state())"]  # fmt: skip
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JMX_")}
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def test_the_switches():
    probe = "print(hasattr(np, 'float_'), hasattr(np.lib, 'pad'), [np.float32(.5)], 'NaN' in np.__all__)"
    assert evaluate(probe) == "True True [0.5] True"
    assert evaluate(probe, JMX_NUMPY1="0") == "False False [np.float32(0.5)] False"
    assert evaluate(probe, JMX_NUMPY1_PRINTING="0") == "True True [np.float32(0.5)] True"
    shown = python("-c", "import mxnet", status=1, JMX_NUMPY1="perhaps")[1]
    assert "MXNetError: environment variable JMX_NUMPY1='perhaps': expected 1 or 0" in shown


def test_printing_holds_in_threads_and_gives_way_to_the_program():
    in_thread = "import threading; threading.Thread(target=lambda: print([np.float32(.5)])).start()"
    assert evaluate(in_thread) == "[0.5]"
    chosen = "import numpy as np; np.set_printoptions(legacy='1.13'); import mxnet; print(np.get_printoptions()['legacy'])"
    assert python("-c", chosen)[0].strip() == "1.13"
    assert evaluate("np.set_printoptions(precision=2)", "print([np.float64(.5)], np.array([1.234]))") == "[0.5] [1.23]"
    assert evaluate("np.set_printoptions(legacy=False)", "print([np.float64(.5)])") == "[np.float64(0.5)]"


def test_what_works_warns_no_more_than_with_numpy_1():
    lines = ["np.trapz([1, 1]), np.in1d([1], [1]), np.row_stack(([1], [2])), np.core.numeric.ones, np.linalg.linalg.LinAlgError"]
    lines += ["float(np.ones(1)), '%d' % np.ones(1)"] if VERSION < "2.4.0" else []
    code = "\n".join(["import numpy as np, mxnet", *lines])
    assert python("-c", code) == ("", "")
    assert "DeprecationWarning: numpy.core is deprecated" in python("-W", "default", "-c", code)[1]


def test_a_name_that_never_existed_is_numpys_own_error():
    def message(**variables):
        lines = ["for module in (np, np.lib, np.linalg):", "    try: module.never_there",
                 "    except AttributeError as error: print(error)"]  # fmt: skip
        return evaluate(*lines, **variables)

    assert message() == message(JMX_NUMPY1="0")
    assert "module 'numpy' has no attribute 'never_there'" in message()
    lines = ["try: from numpy import never_there", "except ImportError as error: print(error)"]
    assert "cannot import name 'never_there' from 'numpy'" in evaluate(*lines)


def test_a_name_that_numpy_loses_in_the_future_does_not_break_star_imports():
    lines = ["del np.rec.format_parser",
             "try: np.format_parser",
             "except AttributeError as error: print('removed in the NumPy 2.0' in str(error))"]  # fmt: skip
    assert evaluate("import numpy.rec", *lines) == "True"
    lines = ["import numpy as np", "del np.prod; np.__all__.remove('prod')", "import mxnet",
             "d = {}; exec('from numpy import *', d)", "print('product' in d, 'NaN' in d)"]  # fmt: skip
    assert python("-c", "\n".join(lines))[0].strip() == "False True"


def test_what_cannot_be_given_back_says_what_to_use():
    for name, text in names.REFUSED.items():
        assert text.endswith(".") and name not in names.NAMES
    lines = ["for name in ('npv', 'Tester', 'lookfor'):", "    try: getattr(np, name)",
             "    except AttributeError as error: print(error)"]  # fmt: skip
    first, second, third = evaluate(*lines).splitlines()
    assert first == ("NumPy 2 has no `np.npv`. NumPy has no financial functions any more: "
                     "`pip install numpy-financial` and use numpy_financial.npv.")  # fmt: skip
    assert second.endswith("use pytest.") and third.endswith("on numpy.org.")


def test_what_numpy_has_is_never_replaced():
    lines = ["import importlib, sys", f"sys.path.insert(0, {str(ROOT)!r})", "from jmx._numpy1 import names",
             "missing = [n for n in {**names.NAMES, **names.BUILTINS} if not hasattr(np, n)]",
             "print(missing, np.bool is np.bool_, np.long is np.dtype('l').type, np.sum.__module__)"]  # fmt: skip
    assert evaluate(*lines) == "[] True True numpy"
    lines = ["before = dict(np.__dict__)", "import mxnet", "from jmx._numpy1 import names",
             "for n in {**names.NAMES, **names.BUILTINS}: getattr(np, n)",
             "print([n for n in before if np.__dict__[n] is not before[n] and n not in ('__all__', '__getattr__')])"]  # fmt: skip
    assert python("-c", "\n".join(["import numpy as np", *lines]))[0].strip() == "[]"


def test_the_modules_that_moved():
    lines = ["import importlib", "from jmx._numpy1 import moved",
             "for name in moved.MODULES:", "    module = importlib.import_module(name)",
             "    assert importlib.import_module(name) is module",
             "    try: module.never_there", "    except AttributeError as error: assert 'never_there' in str(error)",
             "print(np.lib.index_tricks.s_[1:2], np.lib.arraypad.pad([1], 1).tolist())"]  # fmt: skip
    assert evaluate(*lines) == "slice(1, 2, None) [0, 1, 0]"
    for name, text in moved.GONE.items():
        advice = sentences.sentence(ModuleNotFoundError("gone", name=f"{name}.core"))
        assert advice == f"NumPy has no {name} any more. {text}"
    assert sentences.sentence(ModuleNotFoundError("gone", name="numpy_distutils")) is None


def test_only_errors_that_numpy_1_did_not_raise_get_a_sentence():
    others = [
        TypeError("only integer scalar arrays can be converted to a scalar index"),
        OverflowError("Python int too large to convert to C long"),
        AttributeError("'Array' object has no attribute 'tostring'"),
        ValueError("bad"),
    ]
    for error in others:
        assert sentences.sentence(error) is None
    error = TypeError("only 0-dimensional arrays can be converted to Python scalars")
    assert sentences.annotate(sentences.annotate(error)).__notes__ == [sentences.sentence(error)]

    class Unprintable(ValueError):
        def __str__(self):
            raise RuntimeError

    assert sentences.annotate(Unprintable()).args == ()


def test_other_libraries_import_and_work():
    lines = [
        "import io, cv2, jax, jax.numpy as jnp, matplotlib, ml_dtypes, optax, PIL.Image, scipy.sparse, scipy.stats, scipy.signal",
        "matplotlib.use('agg')", "import matplotlib.pyplot as plt", "from matplotlib import pylab",
        "import scipy.special, scipy.optimize, scipy.linalg, scipy.ndimage, scipy.integrate, scipy.interpolate",
        "image = cv2.resize(np.arange(12, dtype=np.uint8).reshape(3, 4), (8, 6)); print(image.shape)",
        "print(PIL.Image.fromarray(image).size, scipy.sparse.csr_matrix(np.eye(2)).nnz, round(scipy.stats.norm.cdf(0), 2))",
        "plt.plot([1, 2]); plt.savefig(io.BytesIO())",
        "print(jnp.ones(2, ml_dtypes.bfloat16).dtype, jax.jit(lambda x: x + 1)(1.0))",
        "print(scipy.optimize.minimize_scalar(lambda x: (x - 1) ** 2).success, scipy.integrate.trapezoid([1, 1]))",
    ]  # fmt: skip
    assert evaluate(*lines).splitlines() == ["(6, 8)", "(8, 6) 2 0.5", "bfloat16 2.0", "True 1.0"]


def test_all_threads_get_one_object():
    lines = ["import threading", "seen, start = [], threading.Barrier(8)", "def ask(): start.wait(); seen.append(np.cast)",
             "threads = [threading.Thread(target=ask) for _ in range(8)]", "[t.start() for t in threads]",
             "[t.join() for t in threads]", "print(len(seen), len(set(map(id, seen))))"]  # fmt: skip
    assert evaluate(*lines) == "8 1"


def test_a_loop_pays_for_a_name_once():
    lines = ["np.float_, np.product", "print('float_' in np.__dict__, 'product' in np.__dict__, 'msort' in np.__dict__)"]
    assert evaluate(*lines) == "True True False"


def test_the_distribution_keeps_numpy_below_the_versions_that_refuse():
    project = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())["project"]
    assert [line for line in project["dependencies"] if line.startswith("numpy")] == [
        "numpy<2.3; python_version < '3.14'", "numpy<2.4; python_version >= '3.14'"]  # fmt: skip


def test_the_line_of_jmx_info(monkeypatch):
    monkeypatch.setattr(numpy, "__version__", "2.2.6")
    assert _numpy1.describe() == ("NumPy 2.2.6 with the names and the printing of NumPy 1 where `mxnet` is imported "
                                  "(JMX_NUMPY1=0 turns that off)")  # fmt: skip
    monkeypatch.setattr(numpy, "__version__", "2.4.1")
    assert _numpy1.describe().endswith("; float() of an array of one element needs numpy<2.4")
    monkeypatch.setenv("JMX_NUMPY1_PRINTING", "0")
    assert "and its own printing, by JMX_NUMPY1_PRINTING=0" in _numpy1.describe()
    monkeypatch.setenv("JMX_NUMPY1", "0")
    assert "as it is, by JMX_NUMPY1=0" in _numpy1.describe()
    assert config.get("JMX_NUMPY1") is False
    monkeypatch.setenv("JMX_NUMPY1", "?")
    with pytest.raises(MXNetError, match="JMX_NUMPY1"):
        config.get("JMX_NUMPY1")


def test_every_environment_variable_of_the_page_exists():
    page = (ROOT / "docs" / "numpy2.md").read_text(encoding="utf-8")
    assert set(re.findall(r"JMX_NUMPY1\w*", page)) == {name for name in config.VARIABLES if name.startswith("JMX_NUMPY1")}
