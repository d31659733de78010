"""The table that Block.summary prints."""

from __future__ import annotations

from dataclasses import dataclass

from ..ndarray import NDArray

_WIDTH = 80


@dataclass
class _Row:
    layer: str
    shape: str
    params: int = 0
    trainable: int = 0
    shared: int = 0


def _shapes(outputs):
    if isinstance(outputs, (list, tuple)):
        return [_shapes(item) for item in outputs]
    return outputs.shape if isinstance(outputs, NDArray) else outputs


def _shape_text(outputs):
    shapes = _shapes(outputs)
    return str(shapes)[1:-1] if isinstance(shapes, list) else str(shapes)


def _row(block, outputs, number, seen):
    row = _Row(f"{type(block).__name__}-{number}", _shape_text(outputs))
    for param in block._own_params():
        size = param.data().size
        row.params += size
        if param.grad_req != "null":
            row.trainable += size
        if param in seen:
            row.shared += size
        seen.add(param)
    return row


def _print_table(rows) -> None:
    line = "{:>20}  {:>42} {:>15}"
    print("-" * _WIDTH)
    print(line.format("Layer (type)", "Output Shape", "Param #"))
    print("=" * _WIDTH)
    for row in rows:
        print(line.format(row.layer, row.shape, row.params))
    total = sum(row.params for row in rows)
    trainable = sum(row.trainable for row in rows)
    shared = sum(row.shared for row in rows)
    print("=" * _WIDTH)
    print("Parameters in forward computation graph, duplicate included")
    print(f"   Total params: {total}")
    print(f"   Trainable params: {trainable}")
    print(f"   Non-trainable params: {total - trainable}")
    print(f"Shared params in forward computation graph: {shared}")
    print(f"Unique parameters in model: {total - shared}")
    print("-" * _WIDTH)


def print_summary(net, inputs) -> None:
    """Run `net` on `inputs` with a hook on every layer, and print what the hooks saw."""
    from .hybrid import HybridBlock
    from .nn import HybridSequential, Sequential

    rows = [_Row("Input", _shape_text(inputs))]
    seen = set()
    handles = []

    def note(block, _, outputs):
        rows.append(_row(block, outputs, len(rows), seen))

    def watch(block):
        assert not isinstance(block, HybridBlock) or not block._active, f'"{block.name}" must not be hybridized to print summary.'
        if not isinstance(block, (Sequential, HybridSequential)):
            handles.append(block.register_forward_hook(note))

    try:
        net.apply(watch)
        net(*inputs)
        _print_table(rows)
    finally:
        for handle in handles:
            handle.detach()
