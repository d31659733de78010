"""Optimizers: weights after a few steps, and their states."""

import json

import numpy as np
import optimizer_cases as cases


def record(mx, output):
    values = {f"one{i}": cases.trace(mx, *case) for i, case in enumerate(cases.CASES)}
    values.update({f"updater{i}": cases.trace_updater(mx, *case) for i, case in enumerate(cases.UPDATER_CASES)})
    for i, case in enumerate(cases.STATE_CASES):
        updater, states, full, weight = cases.make_states(mx, *case)
        values[f"states{i}"] = np.frombuffer(states, "uint8")
        values[f"full{i}"] = np.frombuffer(full, "uint8")
        values[f"weight{i}"] = weight.asnumpy()
        values[f"next{i}"] = cases.next_step(mx, updater, weight)
    output.npz({"cases": json.dumps([cases.CASES, cases.UPDATER_CASES]), **values})
