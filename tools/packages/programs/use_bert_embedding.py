"""Embeddings of sentences, by a network with random weights."""

import gluonnlp as nlp
import mxnet as mx
import numpy as np
from bert_embedding import BertEmbedding

words = "hello world again".split()
places = {"[UNK]": 0, "[PAD]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4}  # BertEmbedding takes these numbers for granted
vocab = nlp.vocab.BERTVocab(nlp.data.count_tokens(words), token_to_idx=places)
encoder = nlp.model.BERTEncoder(units=16, hidden_size=32, num_layers=1, num_heads=2, max_length=30)
network = nlp.model.BERTModel(
    encoder, vocab_size=len(vocab), token_type_vocab_size=2, units=16, embed_size=16, use_pooler=False, use_decoder=False,
    use_classifier=False,
)  # fmt: skip
network.initialize()
nlp.model.get_model = lambda *arguments, **more: (network, vocab)
import bert_embedding.bert as module  # noqa: E402

module.nlp = nlp
found = BertEmbedding(max_seq_length=10)(["hello world"])
assert np.array(found[0][1]).shape[-1] == 16
print(f"- BertEmbedding: words {found[0][0]}, embeddings {np.array(found[0][1]).shape}")
print(f"- on {mx.cpu()}")
