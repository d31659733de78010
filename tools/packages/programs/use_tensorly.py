"""Decompositions of a tensor, on MXNet's arrays."""

import numpy as np
import tensorly as tl
from tensorly.decomposition import parafac, tucker

tl.set_backend("mxnet")
rng = np.random.default_rng(0)
full = np.einsum("ir,jr,kr->ijk", *(rng.normal(size=(n, 2)) for n in (5, 6, 7)))
tensor = tl.tensor(full.astype("float32"))
found = tl.cp_to_tensor(parafac(tensor, rank=2, n_iter_max=200, init="random", random_state=1))
error = float(np.abs(tl.to_numpy(found) - full).max())
assert error < 0.1
print(f"- parafac of rank 2: within {error:.4f}")
found = tl.tucker_to_tensor(tucker(tensor, rank=[2, 2, 2]))
print(f"- tucker: within {float(np.abs(tl.to_numpy(found) - full).max()):.4f}")
