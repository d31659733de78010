"""A vocabulary, BERT, a language model, and training steps of both."""

import gluonnlp as nlp
import mxnet as mx
from mxnet import autograd, gluon

words = "the cat sat on the mat and the dog sat on the cat".split()
vocab = nlp.Vocab(nlp.data.count_tokens(words))
ids = mx.nd.array([vocab[words]])
print(f"- Vocab: {len(vocab)} words")

encoder = nlp.model.BERTEncoder(units=32, hidden_size=64, num_layers=2, num_heads=4, max_length=20, dropout=0.1)
bert = nlp.model.BERTModel(encoder, vocab_size=len(vocab), token_type_vocab_size=2, units=32, embed_size=32)
bert.initialize(mx.init.Xavier())
bert.hybridize()
trainer = gluon.Trainer(bert.collect_params(), "bertadam", {"learning_rate": 1e-3})
positions = mx.nd.array([[1, 4]])
for _ in range(3):
    with autograd.record():
        _, _, _, decoded = bert(ids, mx.nd.zeros_like(ids), mx.nd.array([12]), positions)
        cost = gluon.loss.SoftmaxCELoss()(decoded, mx.nd.array([[vocab["cat"], vocab["the"]]]))
    cost.backward()
    trainer.step(1, ignore_stale_grad=True)
print(f"- BERTModel, 3 steps: loss {cost.mean().asscalar():.2f}")

model = nlp.model.train.StandardRNN("lstm", len(vocab), 16, 16, 2, dropout=0.1, tie_weights=True)
model.initialize(mx.init.Xavier())
trainer = gluon.Trainer(model.collect_params(), "adam", {"learning_rate": 0.01})
costs = []
state = model.begin_state(batch_size=1)
for _ in range(20):
    with autograd.record():
        out, _ = model(ids.T[:-1], state)[:2]
        cost = gluon.loss.SoftmaxCELoss()(out.reshape((-3, -1)), ids.T[1:].reshape(-1))
    cost.backward()
    trainer.step(12)
    costs.append(cost.mean().asscalar())
assert costs[-1] < costs[0]
print(f"- StandardRNN (LSTM), 20 steps: loss {costs[0]:.2f}, then {costs[-1]:.2f}")
