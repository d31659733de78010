"""Layers of gluon.contrib.nn."""

import numpy as np
import pytest

import jmx as mx
from jmx.gluon.contrib import nn


def test_sync_batch_norm_of_several_devices_predicts_and_refuses_to_train():
    layer, plain = nn.SyncBatchNorm(in_channels=3, num_devices=2), mx.gluon.nn.BatchNorm(in_channels=3)
    for block in (layer, plain):
        block.initialize()
        block.running_mean.set_data(mx.nd.array([1, 2, 3]))
    x = mx.nd.array(np.arange(12).reshape(2, 3, 2))
    for hybridized in (False, True):
        layer.hybridize(hybridized)
        np.testing.assert_allclose(layer(x).asnumpy(), plain(x).asnumpy(), rtol=1e-6)
        text = "training with ndev=2.*DataParallelStep.*give the whole batch to one device"
        with mx.autograd.record(), pytest.raises(mx.MXNetError, match=text):
            layer(x)
