"""`mx.tvmop`: operators compiled by TVM. Empty, as in MXNet's own builds, which are made without TVM."""
