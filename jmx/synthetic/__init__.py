"""Stand-ins for the data sets that MXNet downloads, drawn by jmx itself for machines without a network.

They are opt-in (`JMX_SYNTHETIC_DATA=1`), have the file formats, sizes and label ranges of MNIST, Fashion-MNIST,
CIFAR-10 and CIFAR-100, and are the same bytes on every machine. They live in a folder of their own,
`$MXNET_HOME/synthetic`, never under the name and place of a real file, so nothing can take one for the other. A real
file that is present always wins.
"""

import logging
import os

from .. import config
from .files import DATASETS, write

__all__ = ["DATASETS", "enabled", "folder", "resolve"]

VERSION = 1  # counts up whenever a drawing changes, since files are written once

_log = logging.getLogger(__name__)
_announced: set[str] = set()


def enabled() -> bool:
    """Whether the user allows stand-ins (`JMX_SYNTHETIC_DATA`)."""
    return bool(config.get("JMX_SYNTHETIC_DATA"))


def folder(dataset: str) -> str:
    """The folder with the stand-in's files, which are written now if they were not before.

    Parameters
    ----------
    dataset : str
        'mnist', 'fashion-mnist', 'cifar10' or 'cifar100'.

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
            "JMX_SYNTHETIC_DATA=1: these are NOT the real %s images but a stand-in that jmx has drawn (%s). "
            "Accuracies say nothing about the real data set.",
            dataset,
            place,
        )
    return place


def resolve(dataset: str, filename: str, path: str, url: str, present, fetch) -> str:
    """Decide what to read: the real file, the stand-in where it is enabled, or else a download.

    Parameters
    ----------
    dataset : str
        The data set's name in MXNet's repository.
    filename : str
        The file to read; an empty string for the whole folder.
    path : str
        Where it belongs.
    url : str
        What is downloaded for it.
    present : callable
        Whether the real file is there.
    fetch : callable
        Downloads it to `path`.

    Returns
    -------
    str
        `path`, or the stand-in's path.

    Raises
    ------
    OSError
        The download failed and stand-ins are not enabled.
    """
    if present():
        return path
    stand_in = dataset in DATASETS
    if stand_in and enabled():
        return os.path.join(folder(dataset), filename)
    try:
        fetch()
    except Exception as error:
        text = (
            f"{dataset}: could not download {url} ({error}). Without a network, put {os.path.basename(url)} into "
            f"{os.path.abspath(os.path.dirname(path) if filename else path)} yourself"
        )
        if stand_in:
            text += (
                ", or set the environment variable JMX_SYNTHETIC_DATA=1 to go on with images of the same format that "
                "jmx draws itself (they are not the real data set)"
            )
        raise OSError(text + ".") from None
    return path
