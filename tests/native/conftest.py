import numpy as np
import pytest


@pytest.fixture
def call_directly():
    """Calls a function in C without XLA: (name, plan, arrays that come in, arrays that go out) -> why it refuses, or None."""
    from jmx.native import calls  # not above: `--platform` comes before anything of jmx

    def call(target, plan, given, results):
        arrays = [*given, *results]
        function = calls.direct(target, np.array(plan, np.int64), [(a.shape, a.dtype) for a in arrays], len(given))
        assert function is not None
        return function(*[a.ctypes.data for a in arrays])

    return call
