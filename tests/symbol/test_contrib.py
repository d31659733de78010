"""Functions of `mx.sym.contrib` that are no operators of their own."""

import numpy as np
import pytest

import jmx as mx


@pytest.mark.parametrize("name", ["adamw_update", "mp_adamw_update"])
@pytest.mark.parametrize("scale", [2.0, "array"])
def test_updates_give_what_they_give_on_arrays(name, scale):
    keys = ["weight", "grad", "mean", "var"] + ["weight32"] * name.startswith("mp")
    values = {k: mx.nd.array([1, 2 + i], dtype="float32") / 3 for i, k in enumerate(keys)}
    if "weight32" in values:
        values["weight"], values["grad"] = (values[k].astype("float16") for k in ("weight", "grad"))
    more = {"lr": 0.1, "eta": 1.0, "wd": 0.1}
    call = getattr(mx.nd.contrib, name)
    expected = call(*[values[k].copy() for k in keys], 2.0, **more)
    rescale = mx.sym.var("scale") if scale == "array" else scale
    net = getattr(mx.sym.contrib, name)(*[mx.sym.var(k) for k in keys], rescale, **more)
    values["scale"] = mx.nd.array([2])
    args = {k: values[k] for k in net.list_arguments()}
    states = {k: values[k] for k in net.list_auxiliary_states()}
    assert set(states) == set(keys) - {"weight", "grad"}
    np.testing.assert_allclose(net.bind(mx.cpu(), args, aux_states=states).forward()[0].asnumpy(), expected.asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("module, more", [("ndarray", ["isinf", "isnan", "isfinite"]), ("symbol", [])])
def test_star_imports_bring_operators_and_functions(module, more):
    found: dict = {}
    exec(f"from jmx.{module}.contrib import *", found)
    assert {"foreach", "while_loop", "cond", "rand_zipfian", "boolean_mask", "arange_like", *more} <= set(found)
