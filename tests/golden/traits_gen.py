"""Writes traits.json with MXNet 1.9.1: python traits_gen.py"""

import json
import multiprocessing
import os
import pathlib
import sys

os.environ["MXNET_SUBGRAPH_BACKEND"] = "NONE"  # fused nodes have names of their own

import traits_cases as cases


def ask(keys):
    """Facts of some cases, each written out as soon as it is known: MXNet may crash."""
    import mxnet as mx

    create, chosen = cases.under_mxnet(mx), cases.cases()
    for key in keys:
        numpy = cases.common.is_numpy(chosen[key])
        print(json.dumps([key, None]), flush=True)
        try:
            with mx.util.np_shape(numpy):
                found = cases.facts(mx, create, chosen[key])
        except Exception as error:
            found = {"failed": type(error).__name__ + ": " + str(error).strip().splitlines()[-1]}
        print(json.dumps([key, found]), flush=True)


def collect(keys):
    """Facts of the cases `keys`, asked in processes of their own: one goes on behind a case in which the one before crashed."""
    import subprocess

    found = {}
    while keys:
        text = subprocess.run(
            [sys.executable, __file__, *keys], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ).stdout.decode()
        told = [json.loads(line) for line in text.splitlines() if line.startswith("[")]
        for key, facts in told:
            found[key] = facts or {"failed": "crash"}
        keys = keys[keys.index(told[-1][0]) + 1 :] if told else []
    return found


if __name__ == "__main__":
    if len(sys.argv) > 1:
        ask(sys.argv[1:])
        sys.stdout.flush()
        os._exit(0)
    everything = sorted(cases.cases())
    with multiprocessing.Pool(2) as pool:
        parts = pool.map(collect, [everything[i::6] for i in range(6)])
    found = {key: facts for part in parts for key, facts in part.items()}
    with open(pathlib.Path(__file__).parent / "traits.json", "w") as file:
        json.dump(dict(sorted(found.items())), file, indent=0)
        file.write("\n")
