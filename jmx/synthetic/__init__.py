"""Stand-ins for the data sets that MXNet downloads, drawn by jmx itself for machines without a network.

They are opt-in (`JMX_SYNTHETIC_DATA=1`), have the file formats, sizes and label ranges of MNIST, Fashion-MNIST, CIFAR-10,
CIFAR-100 and WikiText-2 (that of WikiText-103 is shorter), and are the same bytes on every machine. They live in a folder of
their own, `$MXNET_HOME/synthetic`, never under the name and place of a real file, so nothing can take one for the other. A real
file that is present always wins: `jmx.gluon.utils.dataset_path` decides, and imports this package only to draw.
"""

import logging
import os

from .. import config
from .files import DATASETS, write

__all__ = ["DATASETS", "folder"]

VERSION = 1  # counts up whenever a drawing changes, since files are written once

_log = logging.getLogger(__name__)
_announced: set[str] = set()


def folder(dataset: str) -> str:
    """The folder with the stand-in's files, which are written now if they were not before.

    Parameters
    ----------
    dataset : str
        'mnist', 'fashion-mnist', 'cifar10', 'cifar100', 'wikitext-2' or 'wikitext-103'.

    Returns
    -------
    str
        Folder that holds the files under the names that MXNet gives them.
    """
    place = os.path.join(config.get("MXNET_HOME"), "synthetic", f"{dataset}-v{VERSION}")
    if not os.path.isdir(place):
        _log.warning("JMX_SYNTHETIC_DATA=1: drawing the stand-in for %s into %s (once, a few seconds)", dataset, place)
        write(dataset, place)
    if dataset not in _announced:
        _announced.add(dataset)
        _log.warning(
            "JMX_SYNTHETIC_DATA=1: this is NOT the real %s data but a stand-in that jmx has drawn (%s). "
            "Accuracies say nothing about the real data set.",
            dataset,
            place,
        )
    return place
