"""BERT of GluonNLP for MXNet 2."""

import mxnet as mx

mx.npx.set_np()
from autogluon_contrib_nlp.models.bert import BertModel  # noqa: E402

cfg = BertModel.get_cfg().clone()
cfg.defrost()
cfg.MODEL.vocab_size, cfg.MODEL.units, cfg.MODEL.hidden_size, cfg.MODEL.num_layers, cfg.MODEL.num_heads = 50, 16, 32, 2, 2
cfg.freeze()
net = BertModel.from_cfg(cfg)
net.initialize()
net.hybridize()
ids = mx.np.ones((2, 8), dtype="int32")
states, pooled = net(ids, mx.np.zeros_like(ids), mx.np.array([8, 5], dtype="int32"))
print(f"- BertModel: states {states.shape}, pooled {pooled.shape}")
