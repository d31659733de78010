# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.model_store import *
from jmx.gluon.model_zoo.model_store import ROOT as ROOT, apache_repo_url as apache_repo_url, short_hash as short_hash
