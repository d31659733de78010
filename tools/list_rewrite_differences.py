"""Measures where `mx.nd` and `mx.np` give different things, for the stage `numpy` of `jmx rewrite`.

    python tools/list_rewrite_differences.py [--write]

compares signatures, and what calls really return: both forms of every row of the table of twins on arrays of every type, methods
of both kinds of arrays, and operators. It prints the table of docs/leaving/rewrite.md. `--write` puts it there, and writes
jmx/rewrite/differences.json, which the stage reads.
"""

import inspect
import json
import pathlib
import sys
import warnings

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
import jmx as mx  # noqa: E402
from tests.rewrite.test_twins import ARRAYS, CALLS, _filled  # noqa: E402

FILE = ROOT / "jmx" / "rewrite" / "differences.json"
PAGE = ROOT / "docs" / "leaving" / "rewrite.md"
BEGIN, END = "<!-- figures: tools/list_rewrite_differences.py -->", "<!-- end of figures -->"
TYPES = "float16 float64 int32 int64 uint8 int8".split()
#: arguments of methods that both kinds of arrays have
METHODS = {
    "sum": "", "mean": "", "max": "", "min": "", "prod": "", "argmax": "axis=1", "argmin": "axis=1", "argsort": "", "sort": "",
    "flatten": "", "round": "", "take": "mx.{}.array([0, 9])", "clip": "0.3, 0.6", "swapaxes": "0, 1", "transpose": "",
    "squeeze": "", "repeat": "2", "copy": "", "astype": "'int32'", "reshape": "(0, -1)",
}  # fmt: skip
OPERATORS = {
    "x / 2": "int32", "x / x": "int32", "x > 1": "float32", "x == x": "float32", "x % 2": "int32", "x ** 2": "int32",
    "x * 0.5": "int32",
    "x[0][0]": "float32",
}  # fmt: skip


def _results(text, array, dtype):
    mx.random.seed(11)
    values = {name: value if np.dtype(dtype).kind == "f" else np.floor(value * 7) for name, value in ARRAYS.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = eval(text, {"mx": mx, "np": np, **{name: array(value, dtype=dtype) for name, value in values.items()}})
        return [one.asnumpy() for one in (made if isinstance(made, (list, tuple)) else [made])]


def _in_both(classic, twin, dtype):
    """What two forms give; None for the first where it is not for arrays of this type, for the second where it raises."""
    try:
        mx.npx.reset_np()
        first = _results(classic, mx.nd.array, dtype)
    except Exception:
        return None, None
    try:
        mx.npx.set_np()
        return first, _results(twin, mx.np.array, dtype)
    except Exception:
        return first, None
    finally:
        mx.npx.reset_np()


def _differ(classic, twin, shapes=False):
    """In what two results differ, in one word; "" where they do not."""
    if twin is None or len(classic) != len(twin):
        return "results"
    for one, other in zip(classic, twin):
        if one.dtype != other.dtype:
            return f"{one.dtype}, {other.dtype}"
        if shapes and one.shape != other.shape or one.size != other.size:
            return f"{one.shape}, {other.shape}"
        if not np.allclose(one.reshape(other.shape).astype("float64"), other.astype("float64"), rtol=1e-2, equal_nan=True):
            return "values"
    return ""


def types():
    """Functions whose twin gives other values or types for arrays of some types: {name: types}."""
    found = {}
    for name, calls in CALLS.items():
        for dtype in TYPES:
            for arguments in calls:
                if any(letter in arguments for letter in ARRAYS):
                    classic, twin = _in_both(f"mx.nd.{name}({arguments})", _filled(name, arguments), dtype)
                    if classic is not None and _differ(classic, twin):
                        found.setdefault(name, []).append(dtype)
                        break
    return {name: sorted(of) for name, of in sorted(found.items())}


def only_classic():
    """Methods that arrays of mx.np have not."""
    x, lacking = mx.np.ones((2, 3)), []
    for name in dir(mx.nd.NDArray):
        if name.startswith("_") or name == "tostype" or not callable(getattr(mx.nd.NDArray, name)):
            continue
        try:
            getattr(x, name)()
        except AttributeError as error:
            lacking += [name] if "has no attribute" in str(error) else []
        except Exception:  # it is there, and wants arguments
            pass
    return lacking


def positional():
    """Methods whose parameters stand in another order: how many arguments without names mean the same."""

    def names(method):
        return [one for one in inspect.signature(method).parameters if one not in ("self", "name", "kwargs")]

    found = {}
    for name in ("sum", "mean", "max", "min", "prod"):
        classic, twin = names(getattr(mx.nd.NDArray, name)), names(getattr(mx.np.ndarray, name))
        found[name] = next(i for i, (one, other) in enumerate(zip(classic, twin)) if one != other)
    return found


def methods():
    """Methods of both kinds of arrays that give something else: {name: in what}."""
    found = {}
    for name, arguments in METHODS.items():
        texts = [f"(A * 5).{name}({arguments.format(short)})" for short in ("nd", "np")]
        differs = _differ(*_in_both(*texts, "float32"), shapes=True)
        if name == "round":
            differs = _differ(*_in_both("(A * 0 + 2.5).round()", "(A * 0 + 2.5).round()", "float32"))
        if differs:
            found[name] = differs
    return found


def operators():
    """Operators that give something else: {expression: in what}."""
    found = {}
    for text, dtype in OPERATORS.items():
        text = text.replace("x", "A")
        differs = _differ(*_in_both(text, text, dtype), shapes=True)
        if differs:
            found[text.replace("A", "x") + (" of int32" if dtype == "int32" else "")] = differs
    return found


def defaults():
    """Parameters of one name whose defaults differ: {function: {parameter: [of mx.nd, of mx.np]}}."""
    found = {}
    for name in CALLS:
        classic = getattr(mx.nd, name, None)
        twin = getattr(mx.np, name, None) or getattr(mx.npx, name, None)
        if not callable(classic) or not callable(twin):
            continue
        one, other = inspect.signature(classic).parameters, inspect.signature(twin).parameters
        for key in one:
            if key in other and key not in ("name", "out", "kwargs", "ctx") and one[key].default != other[key].default:
                pair = [str(side[key].default).removeprefix("<class '").removesuffix("'>") for side in (one, other)]
                if not {"inspect._empty", "_Null"} & set(pair):
                    found.setdefault(name, {})[key] = pair
    return found


def measured():
    """All tables."""
    return {part.__name__: part() for part in (types, only_classic, positional, methods, operators, defaults)}


def table(found):
    """The table of the page."""
    rows = ["| | `mx.nd`, `mx.np` |", "|---|---|"]
    rows += [f"| `{name}` | {differs} |" for name, differs in found["operators"].items()]
    rows += [f"| `x.{name}()` | {differs} |" for name, differs in found["methods"].items()]
    for name, of in found["defaults"].items():
        rows += [f"| `{name}`, default of `{key}` | {', '.join(pair)} |" for key, pair in of.items()]
    rows += [f"| `{name}` of {', '.join(of)} | values or types |" for name, of in found["types"].items()]
    return "\n".join(rows) + "\n"


def main():
    found = measured()
    print(table(found))
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(found, indent=1) + "\n")
        page = PAGE.read_text()
        before, after = page[: page.index(BEGIN) + len(BEGIN)], page[page.index(END) :]
        PAGE.write_text(f"{before}\n{table(found)}{after}")


if __name__ == "__main__":
    main()
