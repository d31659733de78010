# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.model_store` is `jmx.gluon.model_zoo.model_store`: this file is for type checkers only."""

from jmx.gluon.model_zoo.model_store import *
from jmx.gluon.model_zoo.model_store import ROOT as ROOT
from jmx.gluon.model_zoo.model_store import apache_repo_url as apache_repo_url
from jmx.gluon.model_zoo.model_store import short_hash as short_hash
