"""Facts about operators: outputs, names that monitors and files show, gradients that are refused or zero, storage of gradients."""

import json
import multiprocessing
import os
import subprocess
import sys

import traits_cases as cases

ENVIRONMENT = {"MXNET_SUBGRAPH_BACKEND": "NONE"}  # fused nodes have names of their own
# (This folder must not be on the path: it has a module called numpy.)
_CHILD = "import sys; from suites import traits; traits._ask(sys.argv[1:])"


def record(mx, output):
    everything = sorted(cases.cases())
    with multiprocessing.Pool(2) as pool:
        parts = pool.map(_collect, [everything[i::6] for i in range(6)])
    facts = {key: fact for part in parts for key, fact in part.items()}
    output.json(dict(sorted(facts.items())), indent=0)


def _collect(keys):
    """Facts of the cases `keys`, asked in processes of their own: one goes on behind a case in which the one before crashed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    facts = {}
    while keys:
        text = subprocess.run(
            [sys.executable, "-c", _CHILD, *keys], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ).stdout.decode()
        answers = [json.loads(line) for line in text.splitlines() if line.startswith("[")]
        for key, fact in answers:
            facts[key] = fact or {"failed": "crash"}
        keys = keys[keys.index(answers[-1][0]) + 1 :] if answers else []
    return facts


def _ask(keys):
    """Print the facts of some cases, each as soon as it is known: MXNet may crash."""
    import mxnet as mx

    create, chosen = cases.under_mxnet(mx), cases.cases()
    for key in keys:
        print(json.dumps([key, None]), flush=True)
        try:
            with mx.util.np_shape(cases.common.is_numpy(chosen[key])):
                facts = cases.facts(mx, create, chosen[key])
        except Exception as error:
            facts = {"failed": type(error).__name__ + ": " + str(error).strip().splitlines()[-1]}
        print(json.dumps([key, facts]), flush=True)
    sys.stdout.flush()
    os._exit(0)  # MXNet may crash on the way out
