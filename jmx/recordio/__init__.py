"""RecordIO: files of records, with an index or without, and the layout of a labelled image inside of a record."""

from .files import *
from .images import *
from .images import _IR_FORMAT, _IR_SIZE
