"""What the generator (under MXNet) and the test (under jmx) share: which operators are asked for their traits, and how.

The calls are those of the conformance tables: one for each operator and set of attributes that has no dimensions among them.
"""

import ctypes
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "conformance"))
import common

#: what reads memory that is not there, or never ends, when MXNet runs it
_NOT_RUN = {"_contrib_dgl_adjacency"}


def cases():
    """One case per operator and set of attributes that says more than sizes, as {key: case}."""
    chosen = {}
    for family in common.families():
        for case in common.load(family):
            told = {k: v for k, v in case["attrs"].items() if isinstance(v, (str, bool)) or v is None}
            key = f"{case['op']}:{len(case['inputs'])}:{json.dumps(told, sort_keys=True)}"
            if "error" not in case:
                chosen.setdefault(key, case)
    return chosen


def under_mxnet(mx):
    """A function (operator, attributes, inputs, name) -> symbol, for the real MXNet."""
    from mxnet.base import _LIB, c_str, check_call

    def create(operator, attrs, inputs, name):
        handle, symbol = ctypes.c_void_p(), ctypes.c_void_p()
        check_call(_LIB.NNGetOpHandle(c_str(operator), ctypes.byref(handle)))
        words = [[str(text).encode() for text in side] for side in (attrs, attrs.values())]
        keys, values = ((ctypes.c_char_p * len(attrs))(*side) for side in words)
        check_call(_LIB.MXSymbolCreateAtomicSymbol(handle, len(attrs), keys, values, ctypes.byref(symbol)))
        made = mx.sym.Symbol(symbol)
        made._compose(*inputs, name=name)
        return made

    return create


def _backward(mx, executor, heads):
    """Names that a monitor is shown in a backward pass, or None if it is refused."""
    seen = []
    executor.set_monitor_callback(lambda name, array: seen.append(name.decode()))
    try:
        executor.backward(heads)
        mx.nd.waitall()
    except mx.MXNetError as error:
        if "head" not in str(error):
            raise
        return None
    return [n for n in seen if n.startswith("q_")]


def _passes(mx, symbol, arrays, wanted):
    """The facts about an executor's passes, with gradients for the inputs at the positions `wanted`."""
    found, aux = {}, set(symbol.list_auxiliary_states())
    names = [f"i{i}" for i in wanted if f"i{i}" not in aux]

    def bind(names):
        return symbol.bind(
            mx.cpu(),
            {n: a for n, a in arrays.items() if n not in aux},
            args_grad={n: mx.nd.zeros(arrays[n].shape, dtype=arrays[n].dtype) for n in names},
            grad_req={n: "write" if n in names else "null" for n in symbol.list_arguments()},
            aux_states={n: a for n, a in arrays.items() if n in aux},
        )

    try:
        executor = bind(names)
    except mx.MXNetError as error:
        if "non-differentiable" not in str(error):
            raise
        found["gradient"] = "refused"
        names = ()
        executor = bind(names)
    if names and hasattr(executor, "debug_str"):
        nodes = [line[3:].split(", Name=") for line in executor.debug_str().splitlines() if line.startswith("Op:")]
        made = [operator for operator, name in nodes if "_backward" in name]
        found["zero"] = bool(made) and all("zeros" in operator for operator in made)
    seen = []
    executor.set_monitor_callback(lambda name, array: seen.append(name.decode()), True)
    outputs = executor.forward(is_train=bool(names))
    mx.nd.waitall()
    found["shown"] = [n for n in seen if n.startswith("q_")]
    if names:
        found["headless"] = _backward(mx, executor, None)
        found["headed"] = _backward(mx, executor, [mx.nd.ones(o.shape, dtype=o.dtype) for o in outputs])
    return found


def facts(mx, create, case):
    """What a graph's owner sees of the operator, as a dictionary.

    inputs, aux   names of the variables that it makes for inputs left out, and of those among them that it writes
    initial       their initializers
    outputs       as list_outputs gives them
    stored        how many outputs the symbol's file counts
    shown         names that a monitor of everything gets in a forward pass
    gradients_stored   storage types of the gradients of row_sparse inputs
    hooked        names that a block's hook gets for the outputs
    zero          whether all gradients are zeros
    gradient      "refused" where binding with gradients raises; else absent
    headless      names shown by a backward pass without head gradients, None if it is refused
    headed        the same with head gradients
    """
    operator, attrs = case["op"], case["attrs"]
    variables = [mx.sym.var(f"i{i}") for i in range(len(case["inputs"]))]
    try:
        symbol = create(operator, attrs, variables, "q")
    except mx.MXNetError as error:
        if "num_args" not in str(error):
            raise
        attrs = {"num_args": len(variables), **attrs}
        symbol = create(operator, attrs, variables, "q")
    rows = json.loads(symbol.tojson())["node_row_ptr"]
    found = {"outputs": symbol.list_outputs(), "stored": rows[-1] - rows[-2]}
    if variables:
        try:
            bare = create(operator, attrs, (), "q")
        except mx.MXNetError:  # MXNet has no names for its inputs, and makes no variables for them
            bare = symbol
        found["inputs"], found["aux"] = bare.list_inputs(), bare.list_auxiliary_states()
        found["initial"] = {n: a["__init__"] for n, a in bare.attr_dict().items() if "__init__" in a}
    if operator in _NOT_RUN:
        return found
    values = common.make_inputs(case)
    arrays = {f"i{i}": mx.nd.array(v, dtype=v.dtype) for i, v in enumerate(values)}
    floats = [i for i, v in enumerate(values) if v.dtype.kind == "f"]
    try:
        found.update(_passes(mx, symbol, arrays, common.wanted_gradients(case, values) or floats))
    except mx.MXNetError:  # not for all floating inputs
        found.update(_passes(mx, symbol, arrays, ()))
    if "headed" in found and {(v.ndim, v.dtype.name) for v in values} == {(2, "float32")}:
        sparse = create(operator, attrs, [mx.sym.var(f"i{i}", stype="row_sparse") for i in range(len(values))], "q")
        try:
            bound = sparse.simple_bind(mx.cpu(), **{f"i{i}": v.shape for i, v in enumerate(values)})
            found["gradients_stored"] = [array.stype for array in bound.grad_arrays]
        except mx.MXNetError:  # it takes no such arrays
            pass
    if not variables or "gradient" in found:
        return found  # MXNet's blocks take inputs, and gradients
    hooked = []
    call = mx.nd.CachedOp(symbol)
    call._register_op_hook(lambda name, op, array: hooked.append(mx.base.py_str(name)), False)
    call(*[arrays[n] for n in symbol.list_inputs()])
    mx.nd.waitall()
    found["hooked"] = hooked
    return found
