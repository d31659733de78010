"""The command line: rewrites the projects, runs the worker, keeps the losses."""

import argparse
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from jmx.cli.rewrite import run as rewrite

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "dev" / "figures" / "rewritten-training.json"
WORKER = pathlib.Path(__file__).with_name("worker.py")
#: project: the files that are rewritten, those of the program that is run, or all
PROJECTS = {
    "recommender": ["."],
    "handwriting": ["ocr/word_and_line_segmentation.py", "ocr/utils/iam_dataset.py", "ocr/utils/draw_box_on_image.py"],
    "centernet": ["."],
}
STAGES = "import,numpy,data,optax"


def losses(command, project, folder, steps):
    """What a process that trains a project prints."""
    done = subprocess.run([*command, str(WORKER), project, str(folder), str(steps)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{project}: {done.stderr.strip()}")
    return [float(f"{loss:.7g}") for loss in json.loads(done.stdout.splitlines()[-1])]


def measured(folder, project, steps, oracle):
    """The losses of a project in each form."""
    curves = {}
    if oracle:
        curves["MXNet 1.9.1"] = losses(shlex.split(oracle), project, folder / project, steps)
    jmx = [sys.executable, "-W", "ignore"]
    curves["original"] = losses(jmx, project, folder / project, steps)
    with tempfile.TemporaryDirectory() as made:
        copy = pathlib.Path(made) / project
        shutil.copytree(folder / project, copy)
        rewrite([*(str(copy / path) for path in PROJECTS[project]), "--to", STAGES, "--write", "--force"])
        curves["rewritten"] = losses(jmx, project, copy, steps)
    return curves


def main():
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.curves", description="Losses of public projects while they train.")
    parser.add_argument("folder", type=pathlib.Path, help="the folder that holds the projects")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--only", nargs="+", choices=PROJECTS, default=list(PROJECTS), metavar="PROJECT")
    parser.add_argument("--oracle", help="a command that runs a Python file with MXNet 1.9.1")
    options = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for project in options.only:
        kept[project] = measured(options.folder.resolve(), project, options.steps, options.oracle)
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in PROJECTS if name in kept)
    KEPT.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
