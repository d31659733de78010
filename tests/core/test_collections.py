"""Python looks for no garbage while a program is traced, and looks again afterwards."""

import gc
import threading

import jax.numpy as jnp
import pytest

from jmx.config.memory import no_collections
from jmx.core.numpy_tier import jit


@pytest.mark.parametrize("on", [True, False])
def test_while_a_program_is_traced(on):
    seen = []

    def function(x):
        seen.append(gc.isenabled())
        if x.ndim:
            raise ValueError("no axes")
        return x + 1

    program, before = jit(function), gc.isenabled()
    (gc.enable if on else gc.disable)()
    try:
        program(jnp.float32(1))
        assert gc.isenabled() == on
        with pytest.raises(ValueError, match="no axes"):
            program(jnp.ones(2))
        assert gc.isenabled() == on
    finally:
        (gc.enable if before else gc.disable)()
    assert seen and not any(seen)


def test_scopes_of_threads_that_overlap():
    first, second = threading.Event(), threading.Event()

    def other():
        with no_collections():
            first.set()
            second.wait(10)

    thread = threading.Thread(target=other)
    with no_collections():
        thread.start()
        assert first.wait(10)
    second.set()
    thread.join()
    assert gc.isenabled()
