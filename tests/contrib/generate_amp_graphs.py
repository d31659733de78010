"""Write golden/amp_graphs.json.gz: graphs in mixed precision as MXNet 1.9.1 makes them. Run by MXNet's own Python."""

import gzip
import json
import pathlib

import amp_networks
import mxnet as mx
from mxnet.contrib.amp import amp

found = json.dumps(amp_networks.graphs(mx, amp), separators=(",", ":")).encode()
(pathlib.Path(__file__).parent / "golden" / "amp_graphs.json.gz").write_bytes(gzip.compress(found, 9, mtime=0))
