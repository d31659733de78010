# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._files.atomic import atomic_file as atomic_file
from jmx._files.errors import file_error as file_error
from jmx._files.params import LIST_MAGIC as LIST_MAGIC
from jmx._files.pickles import StatesError as StatesError
from jmx._files.reading import read_file as read_file
from jmx.base import MXNetError as MXNetError
from jmx.optimizer.updater import Updater as Updater

def save(updater: Updater, fname: str, dump_optimizer: bool) -> None: ...
def load(updaters: Sequence[Updater], fname: str) -> None: ...
