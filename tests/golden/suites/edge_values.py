"""Operators of one and two arrays with denormal numbers, infinity and NaN."""

import edge_values_cases as cases


def record(mx, output):
    found = {}
    for name in cases.calls():
        for dtype in cases.TYPES:
            try:
                arrays = cases.eager(mx, name, dtype)
            except mx.MXNetError:
                continue
            for part, array in zip(("out", "grad", "grad1"), arrays):
                found[f"{name}/{dtype}/{part}"] = array
    output.npz(found)
