"""What notebooks show of arrays that are wide, large, or of many axes."""

import re
import time

import numpy as np
import pytest

import jmx as mx

pretty = pytest.importorskip("IPython.lib.pretty", reason="IPython is not installed (extra `test`)").pretty


@pytest.mark.parametrize("space", [mx.nd, mx.np])
@pytest.mark.parametrize("shape", [(2, 2), (3, 300), (1000, 1000), (9, 9, 9, 9)])
def test_what_is_short_enough_is_as_ever(space, shape):
    x = space.ones(shape)
    assert pretty(x) == repr(x) and str(x.asnumpy()) in x._repr_html_()


@pytest.mark.parametrize("space, shape, part", [
    (mx.nd, (7,) * 8, "[0, 0, 0, 0, 0]"), (mx.np, (7,) * 6, "[0, 0, 0]"), (mx.nd, (2,) * 16, "[0, 0, 0, 0, 0, 0, 0, 0]"),
])  # fmt: skip
def test_of_many_axes_a_part_is_shown(space, shape, part):
    """NumPy prints 1.7 million numbers of the first one."""
    x = space.zeros(shape)
    began = time.process_time()
    words, html = pretty(x), x._repr_html_()
    assert time.process_time() - began < 5
    for text in (words, html):
        assert len(text) < 10_000 and f"only the part at {part} is shown" in text
    assert "x".join(map(str, shape)) in words
    assert len(re.findall(r"0\.", words)) <= 500


def test_a_part_has_the_values_of_its_place():
    x = mx.nd.arange(7**6).reshape((7,) * 6)
    x[0, 0] = 5
    shown = pretty(x)
    assert "5." in shown and "7." not in shown.partition("<")[0]


def test_a_page_is_spared_where_numpy_is_told_to_print_everything():
    with np.printoptions(threshold=10**9):
        x = mx.nd.zeros(20_000)
        assert len(pretty(x)) < 1000 and len(x._repr_html_()) < 1000
        assert repr(x).count("0.") == 20_000  # which programs print


def test_arrays_in_lists_and_sparse_ones():
    assert pretty([mx.nd.ones(2)]) == "[\n [1. 1.]\n <NDArray 2 @cpu(0)>]"
    sparse = mx.nd.array([[1, 0]]).tostype("csr")
    assert pretty(sparse) == repr(sparse) and sparse._repr_html_() is None


def test_long_symbols_are_cut_off():
    x = mx.sym.var("x")
    for _ in range(300):
        x = x + 1
    assert "lines more" in x._repr_html_() and len(x._repr_html_()) < 40_000
