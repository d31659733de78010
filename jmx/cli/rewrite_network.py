"""`jmx rewrite FILE.py:NAME --to flax` and `--to project`: the network that a program makes, as source of another library."""

from __future__ import annotations

import importlib.util
import os
import sys

from ..base import MXNetError


def run(to, target, output, inputs, params, force, check, library) -> int:
    """Write the twin of a network, or a project with it, and print the report. Returns the exit status.

    Parameters
    ----------
    to : str
        One of `jmx.cli.rewrite.LIBRARIES`.
    target : str
        `FILE.py:NAME`, a function without arguments that returns a network, or a network.
    output : str or None
        The file to write, by default `FILE_flax.py` or `FILE_equinox.py`; or the folder of a project, by default `FILE_jax`.
    inputs : list of str
        `SIZES` or `SIZES:TYPE` of each input; several with `;` between them for a list, as recurrent layers take states.
    params : str or None
        A file that `save_parameters` has written.
    force : bool
        Whether files that are there are overwritten.
    check : bool
        Whether the outputs are compared.
    library : str
        Of a project: "flax" or "equinox".
    """
    file, _, name = target.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        raise MXNetError(
            f"{target}: expected FILE.py:NAME, NAME being a function that makes the network; such as net.py:make_net"
        )
    examples = [_example(text) for text in inputs]
    if not examples:
        raise MXNetError("the shapes of the network's inputs are needed: --input 1,3,224,224")
    output = output or (f"{file[:-3]}_jax" if to == "project" else f"{file[:-3]}_{to}.py")
    there = _there(to, output)
    if there and not force:
        raise MXNetError(f"{', '.join(there)} exists already; --force overwrites, -o writes elsewhere")
    net, names = _network(file, name)
    if params is not None:
        net.load_parameters(params)
    elif any(param._arrays is None for param in net.collect_params().values()):
        from .. import initializer

        net.initialize(initializer.Xavier())
        print("jmx rewrite: the network has no parameters yet, and gets random ones; --params reads some", file=sys.stderr)
    if to == "project":
        from ..rewrite.project import to_project

        with open(file, encoding="utf-8") as source:
            program = source.read()
        about = os.path.basename(file)
        options = {"program": program, "names": names, "about": about, "library": library, "check": check, "force": force}
        made = to_project(net, output, *examples, **options)
    else:
        from ..rewrite import twins

        write = {"flax": twins.to_flax, "equinox": twins.to_equinox}[to]
        made = write(net, output, *examples, check=check)
    print(made.text())
    return 0


def _there(to, output):
    """The paths to be written that are there already, as far as they are known before."""
    if to == "project":
        return [output] if os.path.isfile(output) or (os.path.isdir(output) and os.listdir(output)) else []
    return [path for path in (output, output[:-3] + ".npz") if os.path.exists(path)]


def _example(text):
    import numpy as np

    if ";" in text:
        return [_example(part) for part in text.split(";") if part.strip()]
    sizes, _, dtype = text.partition(":")
    try:
        shape = tuple(int(size) for size in sizes.split(","))
        return np.zeros(shape, dtype or "float32")
    except (ValueError, TypeError) as error:
        raise MXNetError(
            f"--input {text}: expected SIZES or SIZES:TYPE, such as 1,3,224,224 or 8,20:int32, or several with ; between them"
        ) from error


def _network(file, name):
    """The network, and what the names of its module stand for."""
    from .. import install_as_mxnet
    from ..gluon import HybridBlock

    if "mxnet" not in sys.modules:
        install_as_mxnet()
    spec = importlib.util.spec_from_file_location(os.path.basename(file)[:-3], file)
    if spec is None or spec.loader is None or not os.path.exists(file):
        raise MXNetError(f"{file}: there is no such file")
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        made = getattr(module, name)
    except AttributeError as error:
        raise MXNetError(f"{file} has no {name}") from error
    finally:
        sys.path.pop(0)
    net = made() if callable(made) and not isinstance(made, HybridBlock) else made
    if not isinstance(net, HybridBlock):
        raise MXNetError(f"{file}:{name} gives a {type(net).__name__}; expected a HybridBlock")
    return net, vars(module)
