"""Operators of mx.nd.numpy._internal."""

import npi_cases as cases
import numpy as np


def record(mx, output):
    def call(name):
        if name.startswith("_npx_"):
            return getattr(mx.nd.numpy_extension, name.removeprefix("_npx_"))
        word = name.removeprefix("_npi_").removeprefix("_np_")
        home = mx.nd.numpy if name.startswith("_np_") else mx.nd.numpy._internal
        return getattr(home, word)

    made, kinds, shapes, values = cases.arrays(), [], [], []
    with mx.util.np_shape(True), mx.util.np_array(True):
        for name, inputs, attrs in cases.cases():
            results = cases.evaluate(mx, mx.np.array, call, name, inputs, attrs, made)
            if isinstance(results, str):
                # The engine may report an earlier case's error late.
                try:
                    mx.nd.waitall()
                except mx.MXNetError:
                    pass
                results = cases.evaluate(mx, mx.np.array, call, name, inputs, attrs, made)
            if isinstance(results, str):
                results, kind = [np.zeros(0)], results
            else:
                kind = results[0].dtype.name
            kinds.append(kind)
            shapes.append(" ".join("x".join(map(str, r.shape)) or "scalar" for r in results))
            values += [r.ravel().astype("float64") for r in results]
    output.npz({"kinds": kinds, "shapes": shapes, "values": np.concatenate(values)})
