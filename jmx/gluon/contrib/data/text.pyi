# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Literal
from jmx._typing import Float, Int
from jmx.contrib.text.vocab import Vocabulary
from jmx.gluon.data import dataset

EOS_TOKEN: str
class _WikiText(dataset._DownloadedDataset):
    _archive_file: tuple[str, str]
    def __init__(self, root: Any, namespace: Any, segment: Any, vocabulary: Any, seq_len: Any) -> None: ...
    @property
    def vocabulary(self) -> Any: ...
    @property
    def frequencies(self) -> Any: ...
    def _read_batch(self, filename: str) -> Any: ...
    def _get_data(self) -> None: ...
    def _cut(self, row: Any) -> Any: ...
    _namespace: Any
    _counter: Any
    _data: Any
    _label: Any
class WikiText2(_WikiText):
    _archive_file: Any
    def __init__(self, root: str = ..., segment: Literal['train', 'validation', 'test'] | str = 'train', vocab: Vocabulary | None = None, seq_len: Int = 35) -> None: ...
class WikiText103(_WikiText):
    _archive_file: Any
    def __init__(self, root: str = ..., segment: str = 'train', vocab: Any = None, seq_len: Float = 35) -> None: ...
__all__ = ['WikiText103', 'WikiText2']
