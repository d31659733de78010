"""Optimizer states in the protocols of pickle that Pythons wrote: 0 to 2 (Python 2), 3 and 4."""

import pickle

import numpy as np
import optimizer_cases as cases


def record(mx, output):
    updater, _, _, weight = cases.make_states(mx, "adam", {"learning_rate": np.float64(0.25)})
    updater.states[1] = (None, mx.nd.sparse.row_sparse_array((mx.nd.ones((1, 2)), mx.nd.array([1])), shape=(3, 2)))
    updater.states["w"] = [mx.nd.sparse.csr_matrix(np.eye(3)), np.arange(3.0), mx.nd.ones((2,), dtype="float16")]
    mx.nd.waitall()  # MXNet writes the shape of values that it does not have yet
    values = {
        f"protocol{protocol}": np.frombuffer(pickle.dumps((updater.states, updater.optimizer), protocol), "uint8")
        for protocol in range(5)
    }
    output.npz({"weight": weight.asnumpy(), "next": cases.next_step(mx, updater, weight), **values})
