"""A network measured, here or on another MXNet: uses MXNet's own interface only, and runs as a script.

    python measure.py JOB.json RESULT.json

The job is what `command` puts together: the network as a symbol file's text, and the options. The script form needs nothing else
of jmx, so that the interpreter of another MXNet (Python 3.6 and later) can run it.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def _contexts(mx, job):
    make = mx.gpu if job["device"] == "gpu" else mx.cpu
    return [make(number) for number in job["gpus"]]


def _store(mx, job):
    """The kvstore: by its name where it lives in this process, or made here, so that what it lacks is said at once.

    In inference it only says which part of a record file is this worker's.
    """
    name = job["kv_store"]
    return mx.kv.create(name) if any(word in name for word in ("dist", "horovod", "byteps")) else name


def _initializer(mx):
    """Xavier's numbers, drawn in float32 where parameters are of a type that has no generator."""
    inner = mx.init.Xavier(magnitude=2)

    class Drawn(mx.init.Initializer):
        """The initializer that modules are given."""

        def __call__(self, description, array):
            if str(array.dtype) in ("<class 'numpy.float32'>", "float32"):
                inner(description, array)
                return
            drawn = mx.nd.zeros(array.shape, ctx=array.context)
            inner(description, drawn)
            array[:] = drawn.astype(array.dtype)

    return Drawn()


class _Constant:
    """The same batch for ever: random numbers, on the device where there is one only."""

    def __init__(self, mx, job, batch, devices):
        place = devices[0] if len(devices) == 1 else mx.cpu()
        data = mx.nd.random.uniform(-1, 1, shape=(batch,) + tuple(job["data_shape"]), ctx=place)
        shape = (batch,) + tuple(job["label_shape"])
        label = mx.nd.random.randint(job["first_label"], job["num_classes"], shape=shape, ctx=place).astype("float32")
        self.batch = mx.io.DataBatch([data], [label])

    def next(self):
        """Return the batch."""
        return self.batch


class _Records:
    """Batches of a record file, from its start again where it ends."""

    def __init__(self, mx, job, batch, store):
        shape = tuple(job["data_shape"])
        parts = {} if isinstance(store, str) else {"num_parts": store.num_workers, "part_index": store.rank}
        self.source = mx.io.ImageRecordIter(
            path_imgrec=job["records"], data_shape=shape, batch_size=batch, preprocess_threads=job["preprocess_threads"],
            resize=max(shape[1:]), rand_crop=True, rand_mirror=True, shuffle=True,
            mean_r=128, mean_g=128, mean_b=128, scale=1 / 128, **parts
        )  # fmt: skip

    def next(self):
        """Return the next batch."""
        try:
            return self.source.next()
        except StopIteration:
            self.source.reset()
            return self.source.next()


def _on_integers(mx, job, module, devices, shapes, source):
    """The same network on 8-bit integers where the job says so, with ranges from a batch of the data."""
    if job["dtype"] != "int8":
        return module
    data = source.next().data[0][: job["batch_size"]]
    symbol, arguments, states = mx.contrib.quantization.quantize_model_mkldnn(
        module.symbol, *module.get_params(), label_names=None, ctx=mx.cpu(), calib_mode="naive", quantized_dtype="auto",
        calib_data=mx.io.NDArrayIter(data.as_in_context(mx.cpu()), batch_size=job["batch_size"])
    )  # fmt: skip
    made = mx.mod.Module(symbol, context=devices, label_names=None)
    made.bind(shapes, for_training=False)
    made.set_params(arguments, states)
    return made


def measure(mx, job) -> Any:
    """Run a network for some batches and return the seconds that each took.

    Parameters
    ----------
    mx : module
        `mxnet`, or `jmx`.
    job : dict
        What is measured; made by `command.job_of`.

    Returns
    -------
    dict
        `times` : seconds of each batch after the warm-up, from before the batch was asked for until its outputs were there; the
        last one waits for everything. `first` : seconds from the making of the module until the end of the first batch.
        `finite` : whether the last outputs were. `workers` : how many processes took part, `rank` : which one this was. `mxnet` :
        the version of MXNet.
    """
    training = job["phase"] == "training"
    # A store that joins processes comes first: they must connect before there are arrays.
    store = _store(mx, job)
    mx.random.seed(1)
    devices = _contexts(mx, job)
    batch = job["batch_size"] * len(devices)
    source = _Records(mx, job, batch, store) if job["records"] else _Constant(mx, job, batch, devices)
    start = time.perf_counter()
    module = mx.mod.Module(mx.sym.load_json(job["symbol"]), context=devices, label_names=["softmax_label"] if training else None)
    labels = [("softmax_label", (batch,) + tuple(job["label_shape"]))] if training else None
    shapes = [("data", (batch,) + tuple(job["data_shape"]))]
    module.bind(shapes, labels, for_training=training)
    module.init_params(_initializer(mx))
    module = _on_integers(mx, job, module, devices, shapes, source)
    if training:
        settings = {"learning_rate": 0.001, "momentum": 0.9, "wd": 1e-4, "multi_precision": job["dtype"] != "float32"}
        module.init_optimizer(kvstore=store, optimizer="sgd", optimizer_params=settings)

    def run():
        loaded = source.next()
        if training:
            module.forward_backward(loaded)
            module.update()
        else:
            module.forward(loaded, is_train=False)
        outputs = module.get_outputs(merge_multi_context=False)
        for array in outputs[0]:
            array.wait_to_read()
        return outputs[0]

    times, first = [], None
    warmup, total = job["num_warmup_batches"], job["num_warmup_batches"] + job["num_batches"]
    for number in range(total):
        if number == warmup:
            mx.nd.waitall()
        began = time.perf_counter()
        outputs = run()
        if first is None or number == total - 1:
            mx.nd.waitall()
        ended = time.perf_counter()
        first = ended - start if first is None else first
        if number >= warmup:
            times.append(ended - began)
    finite = all(bool(abs(float(array.astype("float32").sum().asscalar())) < float("inf")) for array in outputs)
    workers, rank = (1, 0) if isinstance(store, str) else (store.num_workers, store.rank)
    return {"times": times, "first": first, "finite": finite, "workers": workers, "rank": rank, "mxnet": mx.__version__}


def main(job_file, result_file) -> None:
    """Measure the job in one file on the MXNet of this interpreter, and write the other."""
    import mxnet

    if "jmx" in sys.modules:
        sys.exit("`mxnet` is jmx in this interpreter; name one that has Apache MXNet")
    with open(job_file, encoding="utf-8") as file:
        job = json.load(file)
    result = measure(mxnet, job)
    with open(result_file, "w", encoding="utf-8") as file:
        json.dump(result, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
