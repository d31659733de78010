"""`?` and `inspect` lead from a function made for an operator to the file in which the operator is declared."""

import inspect
import pathlib
import re
import traceback

import pytest

import jmx as mx

ROOT = pathlib.Path(mx.__file__).parent

PLACES = [
    ("nd.Convolution", "ops/nn/conv.py", '@op("Convolution"'),
    ("sym.Convolution", "ops/nn/conv.py", '@op("Convolution"'),
    ("sym.Concat", "ops/slicing.py", '@op("Concat"'),
    ("nd.contrib.box_nms", "ops/boxes.py", '@op("_contrib_box_nms"'),
    ("nd.NDArray.softmax", "ops/nn/softmax.py", '@op("softmax"'),
    ("sym.Symbol.softmax", "ops/nn/softmax.py", '@op("softmax"'),
    ("nd.NDArray.reshape", "ndarray/ndarray.py", "def reshape("),
    ("np.max", "ops/npi/reduce.py", "def apply("),
    ("np.concatenate", "_numpy/joining.py", "@public"),
    ("npx.batch_norm", "ops/nn/norm.py", '@op("BatchNorm"'),
]


def one_line(source):
    """The source without the line breaks that the formatter puts into a long decorator."""
    return re.sub(r"\(\s+", "(", source.strip())


def look_up(path):
    value = mx
    for name in path.split("."):
        value = getattr(value, name)
    return value


@pytest.mark.parametrize("path, file, start", PLACES)
def test_inspect_leads_to_the_declaration(path, file, start):
    function = look_up(path)
    assert pathlib.Path(inspect.getsourcefile(function)) == ROOT / file
    assert one_line(inspect.getsource(function)).startswith(start)


def test_the_public_signature_stays():
    parameters = list(inspect.signature(mx.nd.Convolution).parameters)
    assert parameters[:4] == ["data", "weight", "bias", "kernel"] and parameters[-3:] == ["out", "name", "kwargs"]
    assert list(inspect.signature(mx.sym.Convolution).parameters)[-4:] == ["name", "attr", "out", "kwargs"]
    assert list(inspect.signature(mx.nd.NDArray.softmax).parameters)[:2] == ["self", "length"]


def test_a_traceback_shows_the_declaration():
    with pytest.raises(AssertionError, match="Argument data must have NDArray type, but got 3") as caught:
        mx.nd.Convolution(3)
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (frame.name, pathlib.Path(frame.filename)) == ("Convolution", ROOT / "ops/nn/conv.py")
    assert frame.line.startswith("@op(")


def test_every_instruction_has_the_line_of_the_declaration():
    code = mx.nd.Convolution.__code__
    assert {start for start, *_ in code.co_positions()} == {code.co_firstlineno}


def test_question_mark_in_ipython():
    pytest.importorskip("IPython", reason="IPython comes with ipykernel, which the extra `test` installs")
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.user_ns["mx"] = mx
    shown = shell.object_inspect_mime("mx.nd.Convolution")["text/plain"]
    assert f"{ROOT / 'ops/nn/conv.py'}" in shown
    assert "num_filter : int" in shown
    source = shell.object_inspect_mime("mx.nd.Convolution", detail_level=1)["text/plain"]
    assert '@op("Convolution"' in one_line(re.sub("\x1b[^m]*m", "", source))  # without colours
