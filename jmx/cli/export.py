"""`jmx export`: a saved network as a file for programs without MXNet and without this package."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any

from ..base import MXNetError
from .arguments import Parser

_EPILOG = """\
An input is given as NAME=SIZES or NAME=SIZES:TYPE. A word in place of a size leaves it open:

  jmx export net-symbol.json net-0000.params --to stablehlo --input data=batch,3,224,224
  jmx export bert-symbol.json bert-0000.params --to onnx --input ids=batch,128:int32 --input length=batch

kinds:
  stablehlo   OUT.jax_export, which jax.export.deserialize reads, OUT.npz with the parameters, and OUT.mlir, the program as text
  jax         the same without OUT.mlir
  onnx        OUT.onnx

The outputs of the file are compared with those of the network, and the largest difference is printed.

exit status: 0 when the file is written, 1 when the network cannot be exported, 2 for a wrong command line.
"""

#: an open size in examples of inputs: for the first axis, and for others
_EXAMPLE_SIZES = 2, 64


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx export",
        description="Write a saved network for programs with JAX (StableHLO) or for all others (ONNX).",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command_line.add_argument("symbol", metavar="SYMBOL", help="the network, as in net-symbol.json")
    command_line.add_argument("params", metavar="PARAMS", help="its parameters, as in net-0000.params")
    command_line.add_argument("--to", choices=("stablehlo", "jax", "onnx"), required=True, help="the kind of file")
    command_line.add_argument("--input", action="append", default=[], metavar="NAME=SIZES", help="an input and its shape")
    command_line.add_argument(
        "-o", "--output", metavar="OUT", help="where to write, without extension; default: PARAMS without it"
    )
    command_line.add_argument("--platforms", default="cpu,cuda", metavar="LIST",
                              help="what a program of JAX is to run on: cpu, cuda, rocm, tpu (default: cpu,cuda)")  # fmt: skip
    command_line.add_argument("--opset", type=int, metavar="N", help="the version of ONNX's operators")
    command_line.add_argument("--no-check", action="store_true", help="do not compare the outputs")
    command_line.add_argument("--force", action="store_true", help="overwrite files that are there")
    return command_line


def read_input(text) -> tuple[Any, ...]:
    """(name, shape with open sizes as words, element type) of an option `--input`.

    Raises
    ------
    ValueError
        It is not NAME=SIZES or NAME=SIZES:TYPE.
    """
    found = re.fullmatch(r"([^=]+)=([\w,() ]*)(?::(\w+))?", text)
    if not found:
        raise ValueError(f"--input {text}: expected NAME=SIZES or NAME=SIZES:TYPE, such as data=batch,3,224,224")
    name, sizes, dtype = found.groups()
    words = [word for word in re.split(r"[,() ]+", sizes) if word]
    shape = tuple(int(word) if word.isdigit() else word for word in words)
    wrong = [size for size in shape if isinstance(size, str) and not size.isidentifier()]
    if wrong:
        raise ValueError(f"--input {text}: {wrong[0]!r} is neither a number nor a word")
    return name.strip(), shape, dtype or "float32"


def main(argv) -> int:
    """Run `jmx export` with these arguments and return its exit status."""
    command_line = parser()
    args = command_line.parse_args(argv)
    try:
        inputs = [read_input(text) for text in args.input]
    except ValueError as error:
        command_line.error(str(error))
    if not inputs:
        command_line.error("the shapes of the inputs are needed: --input data=batch,3,224,224")
    output = args.output or re.sub(r"\.params$", "", args.params)
    extensions = {"stablehlo": (".jax_export", ".npz", ".mlir"), "jax": (".jax_export", ".npz"), "onnx": (".onnx",)}[args.to]
    there = [output + extension for extension in extensions if os.path.exists(output + extension)]
    if there and not args.force:
        print(f"jmx export: {', '.join(there)} exists already; --force overwrites, -o writes elsewhere", file=sys.stderr)
        return 1
    try:
        print((_onnx if args.to == "onnx" else _stablehlo)(args, output, inputs).text())
        return 0
    except (MXNetError, OSError, ImportError) as error:
        print(f"jmx export: {error}", file=sys.stderr)
        return 1


def _load(args):
    from .. import ndarray, symbol

    net = symbol.load(args.symbol)
    params = ndarray.load(args.params)
    if not isinstance(params, dict):
        raise MXNetError(f"{args.params} holds arrays without names; expected the parameters of a network")
    return net, {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in params.items()}


def _stablehlo(args, output, inputs):
    import numpy as np

    from ..jax import export

    net, params = _load(args)
    arguments = net.list_arguments()
    given = {name: (shape, dtype) for name, shape, dtype in inputs}
    unknown = [name for name in given if name not in arguments or name in params]
    needed = [name for name in arguments if name not in params]
    if unknown:
        raise MXNetError(f"the network has no input {', '.join(unknown)}; its inputs are {', '.join(needed)}")
    # Labels and the like at the end follow from the inputs before them.
    names = needed[: max(needed.index(name) for name in given) + 1]
    missing = [name for name in names if name not in given]
    if missing:
        raise MXNetError(f"the shape of {', '.join(missing)} is needed: --input {missing[0]}=SIZES")
    try:
        examples = [np.zeros(_example(given[name][0]), given[name][1]) for name in names]
    except TypeError as error:
        raise MXNetError(f"--input: {error}") from error
    platforms = tuple(word for word in args.platforms.split(",") if word)
    shapes = [given[name][0] for name in names]
    return export(net, output, *examples, params=params, shapes=shapes, platforms=platforms, check=not args.no_check,
                  stablehlo=args.to == "stablehlo")  # fmt: skip


def _example(shape):
    return tuple(size if isinstance(size, int) else _EXAMPLE_SIZES[axis > 0] for axis, size in enumerate(shape))


def _onnx(args, output, inputs):
    from .. import onnx

    net, params = _load(args)
    shapes = {name: shape for name, shape, _ in inputs}
    types = {name: dtype for name, _, dtype in inputs}
    options = {} if args.opset is None else {"opset": args.opset}
    return onnx.export(net, params, f"{output}.onnx", shapes, types, check=not args.no_check, **options)
