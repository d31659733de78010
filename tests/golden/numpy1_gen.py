"""Writes numpy1.json with MXNet 1.9.1 on NumPy 1.23: python numpy1_gen.py"""

import contextlib
import io
import json
import os
import sys
import warnings

import mxnet as mx
import numpy as np
import numpy1_cases as cases


def run(code):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {"np": np, "mx": mx, "__name__": "__main__"})
    return out.getvalue()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    assert np.__version__.startswith("1.23."), np.__version__
    np.asscalar = lambda a: a.item()  # as it was until NumPy 1.22
    outputs = {}
    for name, code, *_ in cases.IDIOMS + cases.DIFFERENT:
        try:
            outputs[name] = run(code)
        except Exception as error:
            raise SystemExit(f"{name}: {error!r}") from error
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "numpy1.json"), "w") as file:
        json.dump(outputs, file, indent=0)
        file.write("\n")
    sys.stdout.flush()
    os._exit(0)
