"""What every rank of a job says about its data, one line of JSON; JMX_SHARD_DATA is set. The argument is a folder of data."""

import importlib
import inspect
import json
import pathlib
import sys

import numpy as np

import jmx as mx
from jmx import autograd, gluon, parallel

JMX = pathlib.Path(mx.__file__).parent
SAMPLES = 24
SHAPE = (3, 4, 4)


def write(folder):
    """SAMPLES samples in each of the formats; the label of each is its number."""
    pixels = np.repeat(np.arange(SAMPLES, dtype=np.uint8), 4).reshape(SAMPLES, 2, 2)
    for part in ("train", "t10k"):
        head = np.array([2051, SAMPLES, 2, 2], ">i4").tobytes()
        (folder / f"{part}-images-idx3-ubyte").write_bytes(head + pixels.tobytes())
        labels = np.array([2049, SAMPLES], ">i4").tobytes() + bytes(range(SAMPLES))
        (folder / f"{part}-labels-idx1-ubyte").write_bytes(labels)
    (folder / "data.libsvm").write_text("".join(f"{i:02d} 0:1\n" for i in range(SAMPLES)))
    for name, label in (("plain", float), ("boxes", lambda i: [2, 5, i, 0.1, 0.1, 0.9, 0.9])):
        record = mx.recordio.MXIndexedRecordIO(str(folder / f"{name}.idx"), str(folder / f"{name}.rec"), "w")
        for i in range(SAMPLES):
            header = mx.recordio.IRHeader(0, label(i), i, 0)
            record.write_idx(i, mx.recordio.pack_img(header, np.full((8, 8, 3), i, np.uint8), quality=9, img_fmt=".png"))
        record.close()


def with_parts():
    """Everything public in jmx that takes `num_parts` and `part_index`, by name: what reads data in parts."""
    found = {}
    for path in sorted(JMX.rglob("*.py")):
        if "num_parts" in path.read_text(encoding="utf-8"):
            words = ("jmx", *path.relative_to(JMX).with_suffix("").parts)
            for module in (".".join(words[:-1]), ".".join(words)):  # what is made of a shared table may stand beside it
                for name, value in vars(importlib.import_module(module)).items():
                    if name[0] != "_" and callable(value) and {"num_parts", "part_index"} <= set(_parameters(value)):
                        found[name] = value
    return found


def _parameters(value):
    try:
        return inspect.signature(value.__init__ if inspect.isclass(value) else value).parameters
    except (TypeError, ValueError):
        return ()


def options(name, folder):
    """How to call what `with_parts` found, without parts."""
    kind = "boxes" if "Det" in name or "Bbox" in name else "plain"
    indexed = {"path_imgrec": str(folder / f"{kind}.rec"), "path_imgidx": str(folder / f"{kind}.idx")}
    if name == "MNISTIter":
        files = {kind: str(folder / f"train-{kind}s-idx{rank}-ubyte") for kind, rank in (("image", 3), ("label", 1))}
        return {**files, "silent": True}
    if name == "get_mnist_iterator":
        return {"input_shape": (4,), "path": str(folder)}
    if name == "LibSVMIter":
        return {"data_libsvm": str(folder / "data.libsvm"), "data_shape": (1,)}
    if name == "DistributedSampler":
        return {"data": SAMPLES}
    if name.startswith("ImageRecord"):
        return {**indexed, "data_shape": SHAPE, "verbose": False}
    if name == "ImageDetRecordIter":
        return {"path_imgrec": indexed["path_imgrec"], "data_shape": SHAPE, "verbose": False}
    if name.endswith("DataLoader"):
        return {"path_imgrec": indexed["path_imgrec"], "data_shape": SHAPE}
    return {**indexed, "data_shape": SHAPE}


def numbers(name, made):
    """The numbers of the samples that `made` gives."""
    if name == "DistributedSampler":
        return sorted(made)
    if name == "get_mnist_iterator":
        made = made[0]
    found = []
    for batch in made:
        label = (batch.label[0] if hasattr(batch, "label") else batch[1]).asnumpy()
        # where the class of the first box is
        found.append(int(label.ravel()[{"ImageDetRecordIter": 6, "ImageBboxDataLoader": 4}.get(name, 0)]))
    return sorted(found)


def everything(folder, **given):
    """The numbers of the samples that each of `with_parts` gives."""
    found = {}
    for name, make in with_parts().items():
        words = {**options(name, folder), **given} | ({} if name == "DistributedSampler" else {"batch_size": 1})
        found[name] = numbers(name, make(**words))
    return found


def trained(rank):
    """Parts of 7 and 5 batches: how many steps each rank made in each of two passes, and the weights that came of them."""
    mx.random.seed(3)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(4, activation="relu"), gluon.nn.Dense(1))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, kvstore="dist_sync")
    loader = gluon.data.DataLoader(mx.nd.arange(7 - 2 * rank).reshape((-1, 1)) + 10 * rank, batch_size=1)
    batches = parallel.EvenBatches(loader)
    steps = []
    for _ in range(2):
        seen = []
        for batch in batches:
            with autograd.record():
                loss = (net(batch / 10) ** 2).sum()
            loss.backward()
            trainer.step(2)
            seen.append(int(batch.asscalar()))
        steps.append(seen)
    return steps, float(sum(p.data().sum().asscalar() for p in net.collect_params().values()))


def loaded():
    """Two passes of a DataLoader with workers over a shuffled sampler, and one that goes on from a checkpoint."""
    sampler = parallel.DistributedSampler(11, seed=5)
    loader = gluon.data.DataLoader(mx.nd.arange(11), batch_size=2, sampler=sampler, num_workers=2)
    passes = []
    for epoch in (None, None, 1):
        if epoch is not None:
            sampler.set_epoch(epoch)
        passes.append([int(value) for batch in loader for value in batch.asnumpy()])
    return passes


def main():
    folder = pathlib.Path(sys.argv[1])
    store = mx.kv.create("dist_sync")
    steps, weights = trained(store.rank)
    said = {"rank": store.rank, "steps": steps, "weights": weights, "passes": loaded()}
    said["parts"], said["whole"] = everything(folder), everything(folder, num_parts=1, part_index=0)
    stopped = []
    for i in parallel.EvenBatches(range(9 - store.rank)):
        stopped.append(i)
        if i == 2:
            break  # on all ranks alike
    store._barrier()
    print(json.dumps({**said, "stopped": stopped}))


if __name__ == "__main__":
    main()
