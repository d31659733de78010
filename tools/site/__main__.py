"""The command line: `python -m tools.site`."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

from . import pages, reference

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    """Assemble the pages and run Sphinx; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="Make the documentation's web site.")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "site", metavar="FOLDER", help="(build/site)")
    parser.add_argument("--execute", action="store_true", help="run the notebooks, for their pictures")
    parser.add_argument("--links", action="store_true", help="look at every link as well")
    args = parser.parse_args()
    source = args.output / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    pages.assemble(ROOT, source)
    reference.write(source / "reference")
    shutil.copy(pathlib.Path(__file__).with_name("conf.py"), source)
    environ = {**os.environ, "SITE_EXECUTE": "1" if args.execute else "0", "JMX_SYNTHETIC_DATA": "1", "MPLBACKEND": "agg"}
    environ["SITE_REPOSITORY"] = pages.repository(ROOT)
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "compat"), environ.get("PYTHONPATH", "")])
    for builder in ("html", "linkcheck") if args.links else ("html",):
        command = [sys.executable, "-m", "sphinx", "-b", builder, "-W", "--keep-going", "-q", "-d", args.output / "doctrees"]
        status = subprocess.call([*map(str, command), str(source), str(args.output / builder)], env=environ)
        if status:
            return status
    print(f"the site is in {args.output / 'html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
