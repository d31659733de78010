"""docs/cluster.md names what there is."""

import pathlib
import re

from jmx import config
from jmx.launch.options import parser

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")


def test_every_option_is_there():
    for action in parser()._actions:
        for option in action.option_strings:
            assert option in ("-h", "--help") or f"`{option}" in PAGE, option


def test_every_variable_is_one_that_is_read():
    names = set(
        re.findall(r"\b((?:JMX|DMLC|OMPI|SLURM|PMI|MPI)_[A-Z_]+[A-Z])\b", PAGE.partition("## Variables")[2].partition("\n## ")[0])
    )
    assert names <= set(config.VARIABLES) | {"DMLC_NUM_SERVER"}, names - set(config.VARIABLES)
    cluster = [name for name in config.VARIABLES if name.startswith(("DMLC_", "OMPI_COMM", "PMI_", "SLURM_"))]
    assert len(names) > 20 and [name for name in cluster if name not in PAGE and not name.startswith("OMPI_COMM_WORLD_")] == []


def test_every_example_is_there():
    assert {path.name for path in (ROOT / "examples" / "slurm").iterdir() if path.is_file()} <= set(
        re.findall(r"`([\w.-]+)`", PAGE)
    )
