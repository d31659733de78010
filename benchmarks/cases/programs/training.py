"""Programs of many small calls: Module.fit, reinforcement learning, updates of many arrays."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def module_fit_mlp():
    draw = np.random.RandomState(0)
    batches = mx.io.NDArrayIter(
        draw.rand(1280, 784).astype("float32"), draw.randint(0, 10, 1280).astype("float32"), 64, shuffle=True
    )
    yield
    net = mx.sym.flatten(mx.sym.var("data"))
    for i, units in enumerate((128, 64)):
        net = mx.sym.Activation(mx.sym.FullyConnected(net, num_hidden=units, name=f"fc{i}"), act_type="relu")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc2"), name="softmax")
    module = mx.mod.Module(net)
    while True:
        module.fit(
            batches, eval_metric=["acc", "ce", mx.metric.TopKAccuracy(3)], optimizer="sgd",
            optimizer_params={"learning_rate": 0.1, "momentum": 0.9}, initializer=mx.init.Xavier(), num_epoch=1
        )  # fmt: skip
        yield


class Pole:
    """A pole on a cart; the episode does not end when it falls."""

    def __init__(self):
        self.state = np.zeros(4, "float32")

    def step(self, action):
        """Push to one side; returns the state and the reward."""
        x, v, angle, turn = self.state
        force = 10.0 if action else -10.0
        push = (force + 0.05 * turn**2 * np.sin(angle)) / 1.1
        spin = (9.8 * np.sin(angle) - np.cos(angle) * push) / (0.5 * (4 / 3 - 0.1 * np.cos(angle) ** 2 / 1.1))
        change = np.array([v, push - 0.05 * spin * np.cos(angle) / 1.1, turn, spin], "float32")
        self.state = np.clip(self.state + 0.02 * change, -3, 3).astype("float32")
        return self.state, float(abs(self.state[2]) < 0.2)


def _policy():
    net = nn.Sequential()
    net.add(nn.Dense(128, activation="relu"), nn.Dense(2))
    net.initialize(mx.init.Uniform(0.02))
    return net, gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})


def _returns(rewards):
    total, result = 0.0, []
    for reward in rewards[::-1]:
        total = reward + 0.99 * total
        result.insert(0, total)
    result = np.array(result, "float32")
    return (result - result.mean()) / (result.std() + 1e-6)


def reinforce():
    draw = np.random.RandomState(0)
    yield
    net, trainer = _policy()
    while True:
        world, states, actions, rewards = Pole(), [], [], []
        state = world.state
        for _ in range(50):
            probability = nd.softmax(net(nd.array(state).expand_dims(0)))
            action = int(draw.rand() < probability[0, 1].asscalar())
            states.append(state)
            actions.append(action)
            state, reward = world.step(action)
            rewards.append(reward)
        with autograd.record():
            logs = nd.log_softmax(net(nd.array(np.stack(states))))
            loss = -nd.sum(nd.pick(logs, nd.array(actions)) * nd.array(_returns(rewards)))
        loss.backward()
        trainer.step(50)
        yield loss.asscalar()


class Policy(gluon.Block):
    """One hidden layer with two outputs: the actions and the value."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense, self.action, self.value = nn.Dense(16, in_units=4, activation="relu"), nn.Dense(2), nn.Dense(1)

    def forward(self, x):
        y = self.dense(x)
        return nd.softmax(self.action(y)), self.value(y)


def actor_critic():
    yield
    net, measure = Policy(), gluon.loss.L1Loss()
    net.initialize(mx.init.Uniform(0.02))
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-2})
    while True:
        world, values, heads, rewards, actions = Pole(), [], [], [], []
        state = world.state
        with autograd.record():
            for _ in range(50):
                probability, value = net(nd.array(np.expand_dims(state, 0)))
                action, log = nd.sample_multinomial(probability, get_prob=True)
                state, reward = world.step(action.asnumpy()[0])
                rewards.append(reward)
                values.append(value)
                actions.append(action.asnumpy()[0])
                heads.append(log)
            loss = sum(measure(value, nd.array([r])) for value, r in zip(values, _returns(rewards)))
        advantages = [nd.array([r - value.asscalar()]) for value, r in zip(values, _returns(rewards))]
        autograd.backward([*heads, loss], [*(-a for a in advantages), nd.ones_like(loss)])
        trainer.step(50)
        yield


def trainer_160_arrays():
    draw = np.random.RandomState(0)
    values = [draw.rand(64, 1 + i % 40).astype("float32") for i in range(160)]
    yield
    params = gluon.ParameterDict()
    for i, value in enumerate(values):
        params.get(f"w{i}", shape=value.shape, init=mx.init.Constant(0.5))
    params.initialize()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": 0.01, "momentum": 0.9, "wd": 1e-4})
    scales = [nd.array(value) for value in values]
    while True:
        with autograd.record():
            loss = nd.add_n(*[nd.sum(p.data() * scale) for p, scale in zip(params.values(), scales)])
        loss.backward()
        trainer.step(1)
        yield loss.asscalar()


def kvstore_push_pull():
    draw = np.random.RandomState(0)
    pairs = [[nd.array(draw.rand(64, 1 + i % 40), ctx=mx.cpu(device)) for device in (0, 1)] for i in range(100)]
    yield
    store, keys = mx.kv.create("local"), list(range(100))
    store.init(keys, [pair[0] for pair in pairs])
    into = [[nd.zeros_like(array) for array in pair] for pair in pairs]
    while True:
        store.push(keys, pairs)
        store.pull(keys, into)
        yield into[-1][0][0, 0].asscalar()
