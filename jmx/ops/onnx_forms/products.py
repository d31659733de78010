"""Matrix products, and those of attention."""

import math

import numpy as np


def _swapped(g, x):
    return g.transpose(x, [*range(x.ndim - 2), x.ndim - 1, x.ndim - 2])


def dot(g, call):
    a, b = call.inputs
    if call.a.transpose_a:
        a = g.transpose(a, [*range(1, a.ndim), 0])
    if call.a.transpose_b:
        b = g.transpose(b, [b.ndim - 1, *range(b.ndim - 1)])
    return _matrix_product(g, call, a, b)


def _matrix_product(g, call, a, b):
    """Sums over the last axis of `a` and the first of `b`."""
    if a.ndim == b.ndim == 2:
        return g.node("MatMul", a, b)
    left = g.reshape(a, *((math.prod(s[:-1]), s[-1]) for s in a.samples))
    right = g.reshape(b, *((s[0], math.prod(s[1:])) for s in b.samples))
    product = g.node("MatMul", left, right)
    product.shape, product.second = ((p[0], q[1]) for p, q in zip(left.samples, right.samples))
    return g.like(product, call.out)


def npi_dot(g, call):
    a, b = call.inputs
    if a.ndim == 0 or b.ndim == 0:
        return g.node("Mul", a, b)
    if b.ndim > 2:
        b = g.transpose(b, [b.ndim - 2, *range(b.ndim - 2), b.ndim - 1])
    return _matrix_product(g, call, a, b)


def matmul(g, call):
    a, b = call.inputs
    return g.node("MatMul", g.cast(a, call.out.dtype), g.cast(b, call.out.dtype))


def batch_dot(g, call):
    a, b = call.inputs
    a = _swapped(g, a) if call.a.transpose_a else a
    b = _swapped(g, b) if call.a.transpose_b else b
    return g.node("MatMul", a, b)


def gemm(g, call):
    """alpha op(A) op(B), plus beta C where there is one."""
    a, b, *rest = call.inputs
    options = call.a
    if getattr(options, "axis", -2) not in (-2, a.ndim - 2):
        call.refuse(f"axis={options.axis} is not supported, only -2")
    a = _swapped(g, a) if options.transpose_a else a
    b = _swapped(g, b) if options.transpose_b else b
    product = g.node("MatMul", a, b)
    product = product if options.alpha == 1 else g.node("Mul", product, options.alpha)
    if not rest:
        return product
    added = rest[0] if options.beta == 1 else g.node("Mul", rest[0], options.beta)
    return g.node("Add", product, added)


def syrk(g, call):
    x = call.x
    product = g.node("MatMul", *((_swapped(g, x), x) if call.a.transpose else (x, _swapped(g, x))))
    return product if call.a.alpha == 1 else g.node("Mul", product, call.a.alpha)


def tensordot(g, call):
    """Sums over the axes that the call names, or over so many last and first ones."""
    a, b = call.inputs
    left = getattr(call.a, "a_axes_summed", None)
    if left is None:
        count = call.a.axes
        left, right = tuple(range(a.ndim - count, a.ndim)), tuple(range(count))
    else:
        right = call.a.b_axes_summed
    left, right = [i % a.ndim for i in left], [i % b.ndim for i in right]
    a = g.transpose(a, [*(i for i in range(a.ndim) if i not in left), *left])
    b = g.transpose(b, [*right, *(i for i in range(b.ndim) if i not in right)])
    n, m = a.ndim - len(left), len(right)
    rows = g.reshape(a, *((math.prod(s[:n]), math.prod(s[n:])) for s in a.samples))
    columns = g.reshape(b, *((math.prod(s[:m]), math.prod(s[m:])) for s in b.samples))
    product = g.node("MatMul", rows, columns)
    product.shape, product.second = ((p[0], q[1]) for p, q in zip(rows.samples, columns.samples))
    return g.like(product, call.out)


def einsum(g, call):
    return g.node("Einsum", *call.inputs, equation=call.a.subscripts.replace(" ", ""))


# ---- attention on interleaved projections, (length, batch, heads * projections * size) ----


def _projections(g, call, x, count):
    """The projections in `x`, each (batch, heads, length, size)."""
    heads = call.a.heads
    size, rest = divmod(x.shape[2], heads * count)
    if rest:
        call.refuse(f"{heads} heads do not share a last axis of {x.shape[2]} evenly")
    apart = g.reshape(x, *((*s[:2], heads, count, size) for s in x.samples))
    parts = g.split(apart, [1] * count, 3)
    return [g.transpose(g.squeeze(part, [3]), [1, 2, 0, 3]) for part in parts], size


def _scores(g, call, queries, keys, size):
    scaled = g.node("Div", queries, math.sqrt(size), like=queries)
    product = g.node("MatMul", scaled, g.transpose(keys, [0, 1, 3, 2]))
    product.shape, product.second = ((*q[:3], k[2]) for q, k in zip(queries.samples, keys.samples))
    return g.like(product, call.out)


def _mixed(g, call, attention, values):
    apart = g.reshape(attention, *((v[0], v[1], *s[1:]) for s, v in zip(attention.samples, values.samples)))
    product = g.node("MatMul", apart, values)
    product.shape, product.second = ((*s[:3], v[3]) for s, v in zip(apart.samples, values.samples))
    return g.like(g.transpose(product, [2, 0, 1, 3]), call.out)


def selfatt_qk(g, call):
    (queries, keys, _), size = _projections(g, call, call.x, 3)
    return _scores(g, call, queries, keys, size)


def selfatt_valatt(g, call):
    (_, _, values), _ = _projections(g, call, call.x, 3)
    return _mixed(g, call, call.inputs[1], values)


def encdec_qk(g, call):
    (queries,), size = _projections(g, call, call.x, 1)
    (keys, _), _ = _projections(g, call, call.inputs[1], 2)
    return _scores(g, call, queries, keys, size)


def encdec_valatt(g, call):
    (_, values), _ = _projections(g, call, call.x, 2)
    return _mixed(g, call, call.inputs[1], values)


def khatri_rao(g, call):
    """The columns' Kronecker products."""
    total = call.x
    for x in call.inputs[1:]:
        product = g.node("Mul", g.unsqueeze(total, [1]), g.unsqueeze(x, [0]))
        product.shape, product.second = ((s[0], t[0], t[1]) for s, t in zip(total.samples, x.samples))
        total = g.reshape(product, *((s[0] * s[1], s[2]) for s in product.samples))
    return total


def sum_of_logarithms(g, call):
    """Of the diagonal."""
    x = call.x
    call.fixed()
    diagonal = g.node("Mul", x, np.eye(x.shape[-1], dtype=x.dtype), like=x)
    lines = g.reduce("ReduceSum", diagonal, [x.ndim - 1], False)
    total = g.reduce("ReduceSum", g.node("Log", lines, like=lines), [x.ndim - 2], False)
    return g.like(total, call.out)
