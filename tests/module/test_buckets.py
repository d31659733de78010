"""Buckets share what they can: parameters, gradients and optimizer states exist once, however many buckets there are."""

import jax.monitoring
import numpy as np
import pytest

import jmx as mx

KEYS = (20, 3, 5, 7, 9, 11, 13, 17)


def network(key):
    x = mx.sym.Embedding(mx.sym.var("data"), input_dim=30, output_dim=4, name="embed")
    x = mx.sym.FullyConnected(mx.sym.sum(x, axis=1), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(x, name="bn"), name="softmax"), ("data",), ("softmax_label",)


def batch(key, n=4):
    draws = np.random.RandomState(key)
    return mx.io.DataBatch(
        [mx.nd.array(draws.randint(0, 30, (n, key)))],
        [mx.nd.array(draws.randint(0, 3, n))],
        bucket_key=key,
        provide_data=[("data", (n, key))],
        provide_label=[("softmax_label", (n,))],
    )


@pytest.mark.parametrize("contexts", [1, 2])
def test_eight_buckets_share_parameters_and_gradients(contexts):
    module = mx.mod.BucketingModule(network, 20, context=[mx.cpu(i) for i in range(contexts)])
    module.bind(batch(20).provide_data, batch(20).provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    for key in KEYS * 2:
        module.forward_backward(batch(key))
        module.update()
    assert sorted(module._buckets) == sorted(KEYS)
    groups = [bucket._exec_group for bucket in module._buckets.values()]
    for device in range(contexts):
        runs = [group.execs[device] for group in groups]
        for name in ("embed_weight", "fc_weight", "fc_bias", "bn_gamma"):
            assert len({id(run.arg_dict[name].handle) for run in runs}) == 1
            assert len({id(run.grad_dict[name].handle) for run in runs}) == 1
        assert len({id(run.aux_dict["bn_moving_mean"].handle) for run in runs}) == 1


def test_a_bucket_seen_again_compiles_nothing():
    module = mx.mod.BucketingModule(network, 20)
    module.bind(batch(20).provide_data, batch(20).provide_label)
    module.init_params()
    module.init_optimizer()

    def epoch():
        for key in KEYS:
            module.forward_backward(batch(key))
            module.update()
            module.update_metric(mx.metric.Accuracy(), batch(key).label)

    epoch()
    runs = {key: bucket._exec_group.execs[0] for key, bucket in module._buckets.items()}
    counted = []

    def count(name, duration, **_):
        if "compile" in name:
            counted.append(name)

    jax.monitoring.register_event_duration_secs_listener(count)
    try:
        epoch()
    finally:
        jax.monitoring.unregister_event_duration_listener(count)
    assert not counted
    assert {key: bucket._exec_group.execs[0] for key, bucket in module._buckets.items()} == runs
