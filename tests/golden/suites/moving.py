"""When the moving averages of BatchNorm change."""

import moving_cases


def record(mx, output):
    found = {f"eager, {name}": rows for name, rows in moving_cases.eager(mx).items()}
    found.update({f"bound, {name}": rows for name, rows in moving_cases.bound(mx).items()})
    found.update({f"module, {name}": rows for name, rows in moving_cases.module(mx).items()})
    found.update({f"gluon, {name}": rows for name, rows in moving_cases.gluon(mx, None).items()})
    found.update({f"hybridized, {name}": rows for name, rows in moving_cases.gluon(mx, {}).items()})
    static = {"static_alloc": True, "static_shape": True}
    found.update({f"static, {name}": rows for name, rows in moving_cases.gluon(mx, static).items()})
    output.rows(found)
