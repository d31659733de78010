"""Programs for NumPy 1 and what they print. Needs NumPy 1.23."""

import contextlib
import io

import numpy as np
import numpy1_cases as cases


def run(mx, code):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {"np": np, "mx": mx, "__name__": "__main__"})
    return out.getvalue()


def record(mx, output):
    assert np.__version__.startswith("1.23."), np.__version__
    np.asscalar = lambda a: a.item()  # as it was until NumPy 1.22
    outputs = {}
    for name, code, *_ in cases.IDIOMS + cases.DIFFERENT:
        try:
            outputs[name] = run(mx, code)
        except Exception as error:
            raise SystemExit(f"{name}: {error!r}") from error
    output.json(outputs, indent=0)
