# Made by tools/make_stubs.py; not to be edited.
from jmx.io import *
from jmx.io import base as base, image_det_record as image_det_record, image_record as image_record, native as native, ndarray_iter as ndarray_iter, text as text, wrappers as wrappers
