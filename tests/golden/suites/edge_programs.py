"""NaN and infinity in poolings, softmaxes and orders; arrays that share memory; writing to recorded arrays."""

import edge_programs_cases as cases


def record(mx, output):
    found = {f"{name}/{dtype}": cases.NUMBERS[name](mx, dtype) for name in cases.NUMBERS for dtype in ("float32", "float64")}
    for numpy in (False, True):
        for name in cases.VIEWS:
            for shape in cases.SHAPES:
                with mx.util.np_shape(numpy), mx.util.np_array(numpy):
                    found[f"{name}/{shape}/{numpy}"] = cases.shared(mx, name, shape, numpy)
    output.rows({**found, **{name: cases.write(mx, name) for name in cases.WRITES}})
