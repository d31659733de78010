"""Losses of public projects while they train, before and after `jmx rewrite`.

    python -m tools.curves FOLDER [--oracle COMMAND] [--steps 40] [--only PROJECT ...]

FOLDER holds copies of the projects, in folders named `recommender` (chen0040/mxnet-recommender), `handwriting`
(awslabs/handwritten-text-recognition-for-apache-mxnet) and `centernet` (Guanghan/mxnet-centernet); nothing is fetched. Each
trains its own network by its own functions on small data drawn at random: as it is, under jmx; after all stages of
`jmx rewrite`; and with `--oracle` under MXNet 1.9.1. The losses go to docs/dev/figures/rewritten-training.json;
`python -m tools.figures.curves` draws them. `worker.py` runs in a process of its own, under MXNet as well.
"""
