"""Vocabularies and token embeddings."""

from . import embedding, utils, vocab
