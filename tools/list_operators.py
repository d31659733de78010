#!/usr/bin/env python
"""Write docs/operators.md: every public operator of MXNet 1.9.1, and what became of it.

python tools/list_operators.py            write it
python tools/list_operators.py --check    change nothing; exit status 1 if it is not up to date
"""

import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "conformance")]

import common  # noqa: E402
import rowless  # noqa: E402

import jmx.ops  # noqa: E402, F401  (declares the operators)
from jmx.core.declare.op import REGISTRY  # noqa: E402

PAGE = ROOT / "docs" / "operators.md"
NAMES = ROOT / "tools" / "mxnet_operators.txt"
HEAD = """\
# Operators

Made by `tools/list_operators.py` from the operator registry and the conformance table; not to be edited.

Every public operator of MXNet 1.9.1 ({total} names of {distinct} operators), in the order of their names. Status:

- **compared**: has rows in `tests/conformance/`, values and gradients recorded with MXNet
- **tested**: works and has tests of its own, but no row; the remark says why
- **absent**: calling it raises; the remark says why

{compared} names are compared, {tested} tested, {absent} absent.

| operator | as in | status | remarks |
|---|---|---|---|
"""
#: what a user should know about an operator, beside what it does
REMARKS = {
    "all_finite": "`init_output=False` raises: operators do not read their outputs",
    "multi_all_finite": "`init_output=False` raises: operators do not read their outputs",
    "_image_flip_left_right": "of odd widths MXNet leaves the middle column unset; jmx copies it",
    "_image_flip_top_bottom": "of odd heights MXNet leaves the middle row unset; jmx copies it",
    "_image_resize": "uint8, float32 and float64 only; MXNet misreads other types",
    "_image_crop": "raises where the rectangle leaves the image on any side; MXNet reads in front of the image",
    "broadcast_power": "the derivative of 0 ** b by b is 0; MXNet gives NaN",
    "_contrib_ModulatedDeformableConvolution": "gradients too, which MXNet has on GPUs only",
    "RNN": "lengths count; MXNet's CPU build does not look at them, and its gradients of three or more plain layers are wrong",
    "norm": "of integers the root of the exact sum; MXNet cuts off fractions in between",
    "_arange": "half-precision steps keep their fraction, which MXNet cuts off",
    "amp_cast": "to integers as Cast does; MXNet rounds and stops at the bounds",
    "reverse": "negative axes count from the end; MXNet refuses them",
    "LeakyReLU": "the gradient of selu is its derivative; MXNet's takes the scale into account twice",
    "prod": "the gradient at a single 0 is the product of the others; MXNet gives NaN",
    "nansum": "of infinity infinity; MXNet gives NaN",
    "sort": "NaN is the greatest; MXNet has it in any order",
    "argsort": "NaN is the greatest; MXNet has it in any order",
    "topk": "NaN is the greatest; MXNet has it in any order",
    "SoftmaxOutput": "`out_grad` multiplies with the head gradient, as documented; MXNet multiplies with the output",
    "FullyConnected": "of half precision too, which MXNet has on GPUs only",
    "_contrib_quantized_conv": "int8 data too, which MXNet has on GPUs only; sums are exact; MXNet cuts pairs of products "
    "off at 16 bits on some processors",
    "_contrib_quantized_elemwise_add": "exact for different types without calibration, where MXNet cuts the uint8 one off",
    "_contrib_quantize_asym": "of any shape; MXNet ends the process where float32 data has not three dimensions",
}


def public():
    """[(name, name it is an alias of, where MXNet shows it)]."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split()) for line in lines if line and line[0] != "#"]


def rows():
    """Names, aliases too, of the operators that have rows in the conformance table."""
    cases = (case for family in common.families() for case in common.load(family) if "error" not in case)
    return {name for case in cases for name in REGISTRY[case["op"]].names}


def page():
    """The text of the page."""
    compared, names = rows(), public()
    lines, found = [], {"compared": 0, "tested": 0, "absent": 0}
    for name, canonical, path in names:
        op = REGISTRY.get(name)
        if op is None:
            status, remark = "absent", rowless.UNDECLARED.get(name, "")
        elif name in compared:
            remark = REMARKS.get(op.name, REMARKS.get(name, ""))
            status = "compared"
        else:
            status = "tested"
            remark = next((rowless.WITHOUT_ROW[n] for n in op.names if n in rowless.WITHOUT_ROW), "")
        if name != canonical:
            remark = f"`{canonical}`" + (": " + remark if remark else "")
        found[status] += 1
        lines.append(f"| `{name}` | `{path}` | {status} | {remark} |\n")
    head = HEAD.format(total=len(names), distinct=len({c for _, c, _ in names}), **found)
    return head + "".join(lines)


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    check, text = parser.parse_args().check, page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(("not up to date: " if check else "written: ") + str(PAGE.relative_to(ROOT)))
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    return int(check)


if __name__ == "__main__":
    sys.exit(main())
