"""Operators on graphs in csr arrays, and products of 8-bit integers."""

import graphs_cases as cases


def record(mx, output):
    found = {**cases.calls(mx), **cases.products(mx)}
    output.json({name: [cases.described(x) for x in arrays] for name, arrays in found.items()}, end="")
