"""Makes golden.json with the real MXNet 1.9.1: `python tests/golden/gluon_programs/gen.py`."""

import json
import os
import sys
import tempfile
import warnings

import mxnet as mx

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import programs

if __name__ == "__main__":
    assert mx.__version__ == "1.9.1" and "jmx" not in sys.modules
    warnings.simplefilter("ignore")
    os.chdir(tempfile.mkdtemp())
    golden = {name: programs.run(mx, program) for name, program in programs.every().items()}
    with open(os.path.join(HERE, "golden.json"), "w") as stream:
        stream.write("{\n" + ",\n".join(f"{json.dumps(n)}: {json.dumps(steps)}" for n, steps in golden.items()) + "\n}\n")
