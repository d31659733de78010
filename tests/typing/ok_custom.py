# pyright: strict
"""Classes that programs derive from MXNet's."""

from typing import Any

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn, rnn


class Square(mx.operator.CustomOp):
    def forward(self, is_train: bool, req: list[str], in_data: list[nd.NDArray], out_data: list[nd.NDArray], aux: Any) -> None:
        self.assign(out_data[0], req[0], in_data[0] * in_data[0])

    def backward(
        self,
        req: list[str],
        out_grad: list[nd.NDArray],
        in_data: list[nd.NDArray],
        out_data: Any,
        in_grad: list[nd.NDArray],
        aux: Any,
    ) -> None:
        self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])


@mx.operator.register("square_of_a_test")
class SquareProp(mx.operator.CustomOpProp):
    def __init__(self) -> None:
        super().__init__(need_top_grad=True)

    def list_arguments(self) -> list[str]:
        return ["data"]

    def list_outputs(self) -> list[str]:
        return ["output"]

    def infer_shape(self, in_shape: list[list[int]]) -> Any:
        return in_shape, [in_shape[0]], []

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> Square:
        return Square()


class Sigmoid(autograd.Function):
    def forward(self, x: nd.NDArray) -> nd.NDArray:
        y = 1 / (1 + nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy: nd.NDArray) -> nd.NDArray:
        (y,) = self.saved_tensors
        return dy * y * (1 - y)


class Batches(mx.io.DataIter):
    def __init__(self, count: int) -> None:
        super().__init__(batch_size=2)
        self.left = count

    @property
    def provide_data(self) -> list[mx.io.DataDesc]:
        return [mx.io.DataDesc("data", (2, 3))]

    def next(self) -> mx.io.DataBatch:
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return mx.io.DataBatch(data=[nd.ones((2, 3))], label=[nd.ones(2)], pad=0)

    def reset(self) -> None:
        self.left = 3


class Halving(mx.lr_scheduler.LRScheduler):
    def __call__(self, num_update: int) -> float:
        return self.base_lr / 2**num_update


@mx.optimizer.register
class Plain(mx.optimizer.Optimizer):
    def create_state(self, index: Any, weight: nd.NDArray) -> nd.NDArray:
        return nd.zeros(weight.shape, ctx=weight.context, dtype=weight.dtype)

    def update(self, index: Any, weight: nd.NDArray, grad: nd.NDArray, state: Any) -> None:
        weight -= self.lr * grad


class Average(mx.gluon.Block):
    def __init__(self) -> None:
        super().__init__()
        self.cell = rnn.LSTMCell(4, input_size=3)
        self.layers = nn.Sequential()
        for size in (4, 2):
            self.layers.add(nn.Dense(size))

    def forward(self, x: nd.NDArray, *others: nd.NDArray) -> nd.NDArray:
        state = self.cell.begin_state(batch_size=x.shape[0])
        out, state = self.cell(x, state)
        for layer in self.layers:
            out = layer(out)
        return out + sum(other.mean() for other in others)


x = nd.ones((2, 3))
x.attach_grad()
with autograd.record():
    y = nd.Custom(x, op_type="square_of_a_test") + Sigmoid()(x)
y.backward()
net = Average()
net.initialize()
trainer = mx.gluon.Trainer(net.collect_params(), Plain(learning_rate=0.1, lr_scheduler=Halving(base_lr=0.5)))
for batch in Batches(3):
    print(net(batch.data[0], nd.ones(3)), trainer.learning_rate, batch.data)
print(x.grad, mx.sym.Custom(mx.sym.var("data"), op_type="square_of_a_test", name="square").infer_shape(data=(2, 3)))
