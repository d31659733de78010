"""Index programs are shared between keys of one kind only."""

import numpy as np

from jmx import nd


def test_an_index_of_one_and_an_index_array_in_its_place_are_told_apart():
    data = np.arange(60).reshape(3, 4, 5)
    x = nd.array(data)
    np.testing.assert_array_equal(x[1, [2, 3]].asnumpy(), data[1, [2, 3]])
    np.testing.assert_array_equal(x[[1, 1], [2, 3]].asnumpy(), data[[1, 1], [2, 3]])
    x[1, [2, 3]] = -1
    x[[0, 2], [2, 3]] = -2
    data[1, [2, 3]] = -1
    data[[0, 2], [2, 3]] = -2
    np.testing.assert_array_equal(x.asnumpy(), data)
