# Made by tools/make_stubs.py; not to be edited.
from jmx.kvstore.kvstore_server import *
from jmx.kvstore.kvstore_server import MXNetError as MXNetError
