# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx._typing import DTypeLike, Int
from jmx.io import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter

def encode_sentences(sentences: Sequence[Sequence[str]], vocab: Mapping[str, Int] | None = None, invalid_label: Int = -1, invalid_key: str = '\n', start_label: Int = 0, unknown_token: str | None = None) -> tuple[list[list[int]], dict[Any, Any]]: ...
class BucketSentenceIter(DataIter):
    def __init__(self, sentences: Sequence[Sequence[Int]], batch_size: Int, buckets: Sequence[Int] | None = None, invalid_label: Int = -1, data_name: str = 'data', label_name: str = 'softmax_label', dtype: DTypeLike = 'float32', layout: str = 'NT') -> None: ...
    def reset(self) -> None: ...
    def next(self) -> DataBatch: ...
    ndlabel: Any
    nddata: Any
    curr_idx: Any
    idx: Any
    provide_label: Any
    provide_data: Any
    default_bucket_key: Any
    major_axis: Any
    layout: str
    invalid_label: Int
    dtype: DTypeLike
    label_name: str
    data_name: str
    batch_size: Int
    buckets: Any
    data: Any
__all__ = ['BucketSentenceIter', 'encode_sentences']
