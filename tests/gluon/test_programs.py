"""Programs with blocks, parameters, trainers and optimizers, step by step as MXNet does them."""

import json
import math
import pathlib
import re
import sys

import pytest

import jmx as mx

FOLDER = pathlib.Path(__file__).parents[1] / "golden" / "gluon_programs"
sys.path.insert(0, str(FOLDER))
import programs

GOLDEN = json.loads((FOLDER / "golden.json").read_text())

_ALL_OR_NONE = "a step that is refused changes nothing; MXNet has updated what comes before the parameter it names"
_BOTH = "what the system refuses is an error of MXNet's class that is an MXNetError too"
_NO_STORE = "MXNet fails where there is no store to update parameters; they are updated without one"
_STATES = "MXNet's states are float32 whatever the weight is, and do not fit"
_LATER = "an interface of MXNet 2.0 that is there without its switch"
#: steps that differ on purpose: (program, what their names match) -> why
KEPT = {
    ("nested", "emptyTrue"): "an IndexError of a list in MXNet",
    ("mutate", "cast"): "MXNet's layers have float16 on GPUs only",
    ("infer", "cast"): "an element type that does not exist is refused at once",
    ("infer", "noargs"): "MXNet reads the text of a warning, which is off here",
    ("reset_ctx", "badctx3"): "an AttributeError inside of MXNet",
    ("params", "attrs|v(ar|shape)"): "the attributes come in another order",
    ("stale_gradients", "v[234]"): _ALL_OR_NONE,
    ("stale_gradients", "(ar|up)2"): _NO_STORE,
    ("several_contexts", ".*TrueNone.*"): _NO_STORE,
    ("own_optimizers", ".*True"): _NO_STORE,
    (
        "trainer_states",
        "empty|junk",
    ): "damaged states are an UnpicklingError that is an MXNetError too, whatever is wrong with them",
    ("trainer_states", "none|dir"): _BOTH,
    ("optimizers_dense", "(adadelta|(group)?adagrad).*float(16|64)False"): _STATES,
    ("share", "attr"): _LATER,
    ("optimizers_registered", "(?i:adamw|lans)(attrs)?|names"): _LATER,
    ("optimizers_dense", "(adamw|lans).*"): _LATER,
    ("optimizers_sparse", "(adamw|lans).*"): _LATER,
    ("optimizers_sparse", "test.*row_sparse.*"): "MXNet cannot copy a sparse weight to the state",
}


def kept(program, step):
    return any(program == name and re.fullmatch(pattern, step) for name, pattern in KEPT)


def difference(mine, theirs, tolerance):
    """Where two results differ, or None; numbers may by rounding."""
    if isinstance(theirs, float) or isinstance(mine, float):
        if not isinstance(mine, (int, float)) or not isinstance(theirs, (int, float)):
            return f"{mine!r}, not {theirs!r}"
        near = math.isclose(mine, theirs, rel_tol=tolerance, abs_tol=tolerance) or (math.isnan(mine) and math.isnan(theirs))
        return None if near else f"{mine}, not {theirs}"
    if type(mine) is not type(theirs):
        return f"{mine!r}, not {theirs!r}"
    if isinstance(theirs, dict):
        if list(mine) != list(theirs):
            return f"{list(mine)}, not {list(theirs)}"
        return next(filter(None, (difference(mine[key], theirs[key], tolerance) for key in theirs)), None)
    if isinstance(theirs, list):
        if len(mine) != len(theirs):
            return f"{mine}, not {theirs}"
        if theirs[:2] == ["array", "float16"]:
            tolerance = 2e-2
        return next(filter(None, (difference(one, other, tolerance) for one, other in zip(mine, theirs))), None)
    return None if mine == theirs else f"{mine!r}, not {theirs!r}"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GOLDEN)
def test_program(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = programs.run(mx, programs.every()[name])
    wrong = []
    for step in GOLDEN[name].keys() | found.keys():
        if step not in found or step not in GOLDEN[name]:
            wrong.append(f"{step}: only one has it")
            continue
        said = difference(found[step], GOLDEN[name][step], 1e-3)
        if said and not kept(name, step):
            wrong.append(f"{step}: {said}"[:500])
        elif not said and kept(name, step):
            wrong.append(f"{step} is no longer different")
    assert not wrong, "\n".join(sorted(wrong))
