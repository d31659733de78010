"""Nothing that jmx uses is about to go from Python, NumPy or JAX: in a program where pytest's filters do not reach."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ERRORS = [f"-Werror::{name}" for name in ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")]
PROGRAM = """
import importlib, pkgutil, tempfile, warnings
import numpy as np
import jmx as mx
from jmx import autograd, gluon

for found in pkgutil.walk_packages(mx.__path__, "jmx."):
    # the shim is files for another place
    if "__main__" not in found.name and not found.name.startswith("jmx.cli.shim") and not found.ispkg:
        try:
            importlib.import_module(found.name)
        except ImportError as error:
            print("left out", found.name, error)
        except Warning as warning:
            print("WARNED", found.name, warning)
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Conv2D(2, 3), gluon.nn.BatchNorm(), gluon.nn.Dropout(0.5), gluon.nn.Dense(2))
net.initialize()
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "adam")
data = gluon.data.ArrayDataset(np.ones((8, 1, 5, 5), "float32"), np.arange(8, dtype="float32") % 2)
for batch in gluon.data.DataLoader(data, 4, num_workers=1):
    x, y = (part.as_in_context(mx.cpu()) for part in batch)
    with autograd.record():
        cost = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y)
    cost.backward()
    trainer.step(4)
with tempfile.TemporaryDirectory() as folder:
    net.export(folder + "/net")
    gluon.SymbolBlock.imports(folder + "/net-symbol.json", ["data"], folder + "/net-0000.params")(x)
print(mx.np.random.normal(size=3).shape, mx.nd.linalg.gemm2(y.reshape((2, 2)), y.reshape((2, 2))).shape)
"""


def test_programs_without_a_warning_of_what_will_go():
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "DMLC_", "PYTHONWARNINGS"))}
    variables["PYTHONPATH"] = str(ROOT)
    done = subprocess.run([sys.executable, *ERRORS, "-c", PROGRAM], env=variables, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNED" not in done.stdout and done.stdout.endswith("(3,) (2, 2)\n"), done.stdout
    assert not re.search("(Deprecation|Future)Warning", done.stderr), done.stderr
