"""The stage `data`: iterators that are understood, those that are marked, and batches before and after."""

import contextlib
import io

import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import rewrite

HEAD = "import mxnet as mx\nimport numpy as np\nfrom mxnet import gluon, nd\n" \
       "x, y = np.arange(44.0).reshape(22, 2), np.arange(22) % 3\n"  # fmt: skip
LOADER = "mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset({}), {})"
BOTH, ONE = "mx.nd.array(x), mx.nd.array(y)", "mx.nd.array(x)"


@pytest.mark.parametrize(
    "before, after",
    [
        ("it = mx.io.NDArrayIter(x, y, 4)  # four", f"it = {LOADER.format(BOTH, 'batch_size=4')}  # four"),
        ("it = mx.io.NDArrayIter(x)", f"it = {LOADER.format(ONE, 'batch_size=1')}"),
        ("it = mx.io.NDArrayIter(data=x, label=y, batch_size=n, shuffle=True, last_batch_handle='discard')",
         'it = ' + LOADER.format(BOTH, 'batch_size=n, shuffle=True, last_batch="discard"')),
        ("it = mx.io.NDArrayIter(nd.ones(3), last_batch_handle='roll_over', data_name='a')",
         'it = ' + LOADER.format('nd.ones(3)', 'batch_size=1, last_batch="rollover"')),
        ("it = mx.io.NDArrayIter(x, y, 4)\nfor b in it:\n    print(b.data[0], b.label[0].shape[0], b.label)",
         f"it = {LOADER.format(BOTH, 'batch_size=4')}\nfor b in it:\n    print(b[0], b[1].shape[0], [b[1]])"),
        ("it = mx.io.NDArrayIter(x)\nfor i, b in enumerate(it):\n    # one\n    f(b.data[0])",
         f"it = {LOADER.format(ONE, 'batch_size=1')}\nfor i, b in enumerate(it):\n    # one\n    f(b)"),
        ("it = mx.io.NDArrayIter(x, y)\nif a:\n    it.reset()\nit.reset()\nprint(1)",
         f"it = {LOADER.format(BOTH, 'batch_size=1')}\nif a:\n    pass\nprint(1)"),
        ("def f(data, n):\n    data.reset()\n    for b in data:\n        print(b.data[0])\n"
         "it = mx.io.NDArrayIter(x, y)\nf(it, n=2)",
         f"def f(data, n):\n    for b in data:\n        print(b[0])\nit = {LOADER.format(BOTH, 'batch_size=1')}\nf(it, n=2)"),
        ("self.it = mx.io.NDArrayIter(x, y)\nfor b in self.it:\n    print(b.data[0])",
         f"self.it = {LOADER.format(BOTH, 'batch_size=1')}\nfor b in self.it:\n    print(b[0])"),
        ("it = mx.io.CSVIter(data_csv=a, data_shape=(3,), label_csv=b, batch_size=4)",
         "it = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset("
         'mx.nd.array(np.loadtxt(a, delimiter=",", dtype="float32", ndmin=2).reshape((-1, *(3,)))), '
         'mx.nd.array(np.loadtxt(b, delimiter=",", dtype="float32", ndmin=2)[:, 0])), batch_size=4)'),
    ],
)  # fmt: skip
def test_forms(before, after):
    result = rewrite((HEAD + before + "\n").encode(), "data")
    assert not result.marks and result.source.decode() == HEAD + after + "\n"
    assert rewrite(result.source, "data").source == result.source


@pytest.mark.parametrize(
    "body, said",
    [
        ("it = mx.io.NDArrayIter(x, y)\nmod.fit(it)", "`it` is used otherwise"),
        ("it = mx.io.NDArrayIter(x, y)\nprint(it.provide_data)", "`it` is used otherwise"),
        ("it = mx.io.NDArrayIter(x, y)\nb = next(it)", "`it` is used otherwise"),
        ("it = mx.io.NDArrayIter(x, y)\nfor b in it:\n    print(b.pad)", "`b.pad` has no counterpart"),
        ("it = mx.io.NDArrayIter(x, y)\nfor b in it:\n    f(b)", "`b` is used as a whole"),
        ("it = mx.io.NDArrayIter(x, y)\nfor b in it:\n    print(b.data[1])", "another array than the first"),
        ("it = mx.io.NDArrayIter({'a': x, 'b': x}, y)", "several arrays"),
        ("it = mx.io.NDArrayIter(x, y, 4, False, how)", "last_batch_handle is not written out"),
        (
            "def f(d):\n    for b in d:\n        print(b.data[0])\nit = mx.io.NDArrayIter(x)\nf(it)\nf(other)",
            "something else in other calls",
        ),
        ("f(mx.io.NDArrayIter(x, y))", "it has no name of its own"),
        ("it = mx.io.ImageRecordIter(path_imgrec='a.rec')", "ImageRecordDataset"),
        ("it = mx.io.MNISTIter(image='a')", "gluon.data.vision.MNIST"),
        ("it = mx.io.CSVIter(data_csv=a, data_shape=(3,), round_batch=False)", "its argument round_batch"),
    ],
)
def test_marks(body, said):
    source = HEAD + body + "\n"
    result = rewrite(source.encode(), "data")
    assert said in result.marks[0][1] and result.places == 0
    lines = result.source.decode().splitlines()
    assert [line for line in lines if "jmx rewrite" not in line] == source.splitlines()
    assert rewrite(result.source, "data").source == result.source


PROGRAM = (
    HEAD
    + """
np.savetxt("FILE", x, delimiter=",")
train = mx.io.NDArrayIter(x, y, 4, last_batch_handle="discard")
test = mx.io.NDArrayIter(nd.array(y), batch_size=11)
rows = mx.io.CSVIter(data_csv="FILE", data_shape=(2,), batch_size=2)


def show(name, data):
    data.reset()
    for i, batch in enumerate(data):
        print(name, i, batch.data[0].asnumpy().tolist(), np.dtype(batch.data[0].dtype).name)
        print(len(batch.label), batch.label[0].asnumpy().tolist())


for _ in range(2):
    show("train", train)
for batch in test:
    print(batch.data[0].sum().asscalar(), [a.shape for a in batch.data])
for batch in rows:
    print(batch.data[0].asnumpy().tolist())
"""
)


@pytest.mark.parametrize("numpy", [False, True])
def test_both_print_the_same(numpy, tmp_path):
    source, printed = PROGRAM.replace("FILE", (tmp_path / "a.csv").as_posix()).encode(), []
    programs = [source]
    if numpy:
        programs.append(rewrite(source, "numpy").source)
    result = rewrite(programs[-1], "data")
    assert not result.marks and b"mx.io" not in result.source
    try:
        for program in [*programs, result.source]:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(program, "<program>", "exec"), {})
            printed.append(out.getvalue())
    finally:
        mx.npx.reset_np()
    assert len(set(printed)) == 1 and len(printed[0].splitlines()) == 33
