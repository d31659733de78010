"""The networks as an ordinary PyTorch program has them: layers of `torch.nn`, channels last in memory, run eagerly."""

import os

import torch
from torch import nn
from torch.nn import functional

from . import plain_networks
from .inputs import IMAGES, arrays, base, optimizer


class Pen(nn.Module):
    """Layers in the order in which the network asks for them; the first run makes them."""

    relu, relu6, tanh = staticmethod(torch.relu), staticmethod(functional.relu6), staticmethod(torch.tanh)

    def __init__(self, network):
        super().__init__()
        self.network, self.layers, self.at, self.complete = network, nn.ModuleList(), 0, False

    def forward(self, x):
        """Run the network."""
        self.at = 0
        scores = self.network(self, x)
        self.complete = True
        return scores

    def layer(self, make, *args, **kwargs):
        """The next layer."""
        if not self.complete:
            self.layers.append(make(*args, **kwargs))
        self.at += 1
        return self.layers[self.at - 1]

    def channels(self, x):
        """How many channels there are."""
        return x.shape[1]

    def conv(self, x, filters, kernel, stride=1, pad=0, groups=1, bias=False):
        """A convolution."""
        return self.layer(nn.Conv2d, x.shape[1], filters, kernel, stride, pad, groups=groups, bias=bias)(x)

    def norm(self, x, eps=1e-5):
        """Batch normalization."""
        return self.layer(nn.BatchNorm2d, x.shape[1], eps)(x)

    def pool(self, x, kernel, stride, pad=0, kind="max", up=False):
        """Pooling; `up` rounds the size of the output up."""
        return (functional.max_pool2d if kind == "max" else functional.avg_pool2d)(x, kernel, stride, pad, ceil_mode=up)

    def mean(self, x, keep=False):
        """The mean over the places of an image."""
        return x.mean((2, 3), keepdim=keep)

    def flatten(self, x):
        """One row for each sample."""
        return x.flatten(1)

    def join(self, *parts):
        """Arrays joined along their channels."""
        return torch.cat(parts, 1)

    def dense(self, x, units):
        """A fully connected layer."""
        return self.layer(nn.Linear, x.shape[-1], units)(x)

    def drop(self, x):
        """Dropout."""
        return functional.dropout(x, training=self.training)

    def embed(self, words, vocabulary, units):
        """Rows of a table."""
        return self.layer(nn.Embedding, vocabulary, units)(words)

    def lstm(self, x, hidden, layers):
        """LSTM layers over (steps, batch, units)."""
        return self.layer(nn.LSTM, x.shape[-1], hidden, layers)(x)[0]

    def layer_norm(self, x):
        """Normalization of each row."""
        return self.layer(nn.LayerNorm, x.shape[-1])(x)

    def attention(self, q, k, v):
        """Attention on (batch, length, heads, units)."""
        q, k, v = (part.transpose(1, 2) for part in (q, k, v))
        return functional.scaled_dot_product_attention(q, k, v).transpose(1, 2)


def stepper(case, phase, batch=None):
    """Return a function that runs one step of a case."""
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    torch.manual_seed(0)
    data, label = (torch.from_numpy(part) for part in arrays(case, batch))
    label = label.reshape(-1).long()
    images = base(case) in IMAGES
    data = data.contiguous(memory_format=torch.channels_last) if images else data
    data = data.long() if case == "language_model" else data
    net = Pen(plain_networks.network(case)).eval()
    with torch.no_grad():
        net(data)
    if images:
        net = net.to(memory_format=torch.channels_last)
    if phase == "infer":

        def infer():
            with torch.inference_mode():
                net(data)

        return infer
    name, rate, momentum = optimizer(case)
    update = torch.optim.SGD(net.parameters(), rate, momentum) if name == "sgd" else torch.optim.Adam(net.parameters(), rate)
    net.train()

    def step():
        update.zero_grad()
        functional.cross_entropy(net(data), label).backward()
        update.step()

    return step
