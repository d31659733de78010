"""examples/slurm: every file is a valid script whose tasks learn their place, and a stopped job goes on as if it had not been."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib

import pytest

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "slurm"
FILES = sorted(EXAMPLES.glob("*.sbatch"))

#: what stands in for train.py where only the way to it matters
SHOW = (
    "import json, os, sys\n"
    "found = {k: v for k, v in os.environ.items() if k.startswith(('SLURM_', 'JMX_', 'MXNET_HOME', 'IN_'))}\n"
    "sys.stdout.write(json.dumps({'argv': sys.argv[1:], **found}) + '\\n')\n"
)


def requests(path):
    """The options on a script's #SBATCH lines."""
    found = {}
    for line in path.read_text().splitlines():
        if line.startswith("#SBATCH "):
            name, _, value = line.removeprefix("#SBATCH --").partition("=")
            assert name not in found and (value or name == "requeue"), line
            found[name] = value
    return found


def submitted(path, **smaller):
    """The variables of a batch script, as `sbatch` sets them; `smaller` are options of its command line."""
    asked = {**requests(path), **{name.replace("_", "-"): str(value) for name, value in smaller.items()}}
    nodes = int(asked["nodes"])
    per_node = asked.get("ntasks-per-node")
    tasks = int(asked.get("ntasks", nodes * int(per_node or 1)))
    variables = {
        "SLURM_JOB_ID": str(os.getpid()), "SLURM_NNODES": str(nodes), "SLURM_JOB_NUM_NODES": str(nodes),
        "SLURM_NTASKS": str(tasks), "SLURM_CPUS_PER_TASK": asked["cpus-per-task"],
        "SLURM_JOB_NODELIST": "127.0.0.1" if nodes == 1 else f"127.0.0.[1-{nodes}]",
    }  # fmt: skip
    if per_node:
        variables["SLURM_NTASKS_PER_NODE"] = per_node
    return variables


@pytest.fixture
def cluster(place):
    """A cluster: programs and folders that the scripts expect, and `submit`, which runs the body of a script."""
    programs = {
        "module": "echo module $* >> log",
        "scontrol": "echo scontrol $* >> log",
        # The nodes of the test share one disk: the file is there as a whole or not at all.
        "virtualenv": 'echo virtualenv "$SLURM_NODEID" >> log; mkdir -p "$2/bin"; echo "export IN_ENV=$2" > "$2/bin/$$"; '
        'mv "$2/bin/$$" "$2/bin/activate"',
        "pip": 'echo pip $* "$IN_ENV" >> log',
        "apptainer": 'echo apptainer $* >> log; while [ "$1" != jmx.sif ]; do shift; done; shift; IN_SIF=1 exec "$@"',
    }
    for name, body in programs.items():
        (place / "bin" / name).write_text(f"#!/bin/sh\n{body}\n")
        (place / "bin" / name).chmod(0o755)
    env = place / "home" / "env" / "bin"
    env.mkdir(parents=True)
    (env / "activate").write_text("export IN_ENV=home\n")
    (place / "train.py").write_text(SHOW)
    (place / "log").write_text("")

    def submit(name, only_start=False, variables=(), **smaller):
        own = {"HOME": str(place / "home"), "SCRATCH": str(place / "scratch"), "SLURM_TMPDIR": str(place / "disk"), "USER": "me"}
        environment = {**os.environ, **own, **submitted(EXAMPLES / name, **smaller), **dict(variables)}
        started = subprocess.Popen(["bash", EXAMPLES / name], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, start_new_session=True)  # fmt: skip
        if only_start:
            return started
        out, err = started.communicate(timeout=100)
        assert started.returncode == 0, err
        shown = [json.loads(line) for line in out.splitlines()]
        return sorted(shown, key=lambda task: int(task["SLURM_PROCID"])), (place / "log").read_text()

    return submit


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scripts_are_valid(path):
    assert subprocess.run(["bash", "-n", path], capture_output=True, text=True).stderr == ""
    text, asked = path.read_text(), requests(path)
    assert text.startswith("#!/bin/bash\n# ") and "\n\n" in text
    needed = {"job-name", "account", "time", "nodes", "cpus-per-task", "mem", "output"}
    assert needed <= set(asked) and ("ntasks" in asked) != ("ntasks-per-node" in asked)
    known = needed | {"ntasks", "ntasks-per-node", "gpus-per-node", "signal", "requeue", "open-mode"}
    assert set(asked) <= known
    assert ("requeue" in asked) == ("scontrol requeue" in text) == ("signal" in asked)
    several = int(asked["nodes"]) * int(asked.get("ntasks-per-node", 1)) > 1
    (line,) = re.findall(r"python train\.py (.*)", text)
    assert ("--kv-store dist_sync" in line) == several
    # what the program would say to these options
    options = line.replace("$SCRATCH", "/scratch").replace('"', "").split()
    check = "import ast, sys; tree = ast.parse(open(sys.argv[1]).read()); print([n.args[0].value for n in ast.walk(tree) if "
    check += "isinstance(n, ast.Call) and getattr(n.func, 'attr', '') == 'add_argument'])"
    known = subprocess.run([sys.executable, "-c", check, EXAMPLES / "train.py"], capture_output=True, text=True).stdout
    assert all(f"'{option}'" in known for option in options if option.startswith("--"))


@pytest.mark.parametrize(
    "name, smaller, nodes",
    [
        ("cpu", {}, ["0"]),
        ("gpu", {}, ["0"]),
        ("node-one-task", {}, ["0"]),
        ("node-task-per-gpu", {}, ["0"] * 4),
        ("nodes", {"nodes": 2, "ntasks_per_node": 2}, ["0", "0", "1", "1"]),
        ("nodes-two-gpus", {"nodes": 2}, ["0", "0", "1", "1"]),
        ("venv", {"ntasks_per_node": 1}, ["0", "1"]),
        ("apptainer", {"ntasks_per_node": 1}, ["0", "1"]),
    ],
)
def test_tasks_of_each_script(cluster, place, name, smaller, nodes):
    tasks, log = cluster(f"{name}.sbatch", **smaller)
    assert [task["SLURM_NODEID"] for task in tasks] == nodes
    assert [task["SLURM_STEP_NUM_TASKS"] for task in tasks] == [str(len(nodes))] * len(nodes)
    asked = requests(EXAMPLES / f"{name}.sbatch")
    assert {task["SLURM_CPUS_PER_TASK"] for task in tasks} == {asked["cpus-per-task"]}
    assert log.splitlines()[0].startswith("module ") and "scontrol" not in log
    if name in ("nodes", "nodes-two-gpus", "venv", "apptainer"):
        assert {task["JMX_CACHE_DIR"] for task in tasks} == {str(place / "scratch" / "jmx-cache")}
    if name == "venv":
        assert sorted(re.findall(r"^virtualenv (\d)$", log, re.M)) == ["0", "1"]
        want = f"pip install --no-index --find-links {place}/home/wheels jmx[cuda12] mxnet {place}/disk/env\n"
        assert log.count(want) == 2 and {task["IN_ENV"] for task in tasks} == {str(place / "disk" / "env")}
    elif name == "apptainer":
        assert {task["IN_SIF"] for task in tasks} == {"1"} and log.count(f"exec --nv --bind {place}/scratch --bind {place} ") == 2
        assert {task["MXNET_HOME"] for task in tasks} == {str(place / "scratch" / "mxnet")}
    else:
        assert {task["IN_ENV"] for task in tasks} == {"home"}


@pytest.mark.parametrize(
    "name", [path.stem for path in FILES if "module load" in path.read_text() and "python" in path.read_text()]
)
def test_the_module_of_python_can_be_another(cluster, name):
    if name == "apptainer":
        return
    smaller = {"nodes": 1, "ntasks_per_node": 1} if "ntasks-per-node" in requests(EXAMPLES / f"{name}.sbatch") else {}
    assert cluster(f"{name}.sbatch", **smaller)[1].splitlines()[0] == "module load python/3.13"
    _, log = cluster(f"{name}.sbatch", variables={"PYTHON_MODULE": "python/3.12"}, **smaller)
    assert "module load python/3.12" in log


def test_wheels_for_another_cuda(cluster):
    _, log = cluster("venv.sbatch", variables={"CUDA": "cuda13"}, nodes=1, ntasks_per_node=1)
    assert " jmx[cuda13] mxnet " in log


# ---- containers


def recipe(name, **arguments):
    """What a recipe runs to install, and its image of Python, with these arguments in place of the defaults."""
    text = (EXAMPLES / name).read_text()
    if name == "Dockerfile":
        given = {**dict(re.findall(r"^ARG (\w+)=(\S+)$", text, re.M)), **{key.upper(): value for key, value in arguments.items()}}
        image = re.search(r"^FROM (.*)$", text, re.M)[1]
        script = re.search(r"^RUN --mount=type=bind,source=wheels,target=/wheels \\\n(.*)$", text, re.M)[1]
        for key, value in given.items():
            image, script = (part.replace(f"${{{key}}}", value) for part in (image, script))
    else:
        sections = dict(re.findall(r"^%(\w+)\n((?:    .*\n|\n)*)", text, re.M))
        given = {**dict(re.findall(r"^    (\w+)=(\S+)$", sections["arguments"], re.M)), **arguments}
        image, script = re.search(r"^From: (.*)$", text, re.M)[1], sections["post"]
        assert sections["files"].split() == ["wheels", "/opt/wheels"]
        for key, value in given.items():
            image, script = (part.replace(f"{{{{ {key} }}}}", value) for part in (image, script))
    assert "{" not in image + script
    return image, script


@pytest.mark.parametrize("name, folder", [("apptainer.def", "/opt/wheels"), ("Dockerfile", "/wheels")])
@pytest.mark.parametrize("python", ["", "3.12"])
@pytest.mark.parametrize("cuda", ["", "cuda13"])
def test_containers_install_wheels(place, name, folder, python, cuda):
    """Their shell parts are run, with a pip that tells what it is given."""
    file = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, required = file["project"], file["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    given = {**({"python": python} if python else {}), **({"cuda": cuda} if cuda else {})}
    image, script = recipe(name, **given)
    assert (
        image == f"python:{python or '3.13'}-slim"
        and f"Programming Language :: Python :: {python or '3.13'}" in project["classifiers"]
    )
    assert (cuda or "cuda12") in required["optional-dependencies"]
    (place / "bin" / "pip").write_text(f"#!/bin/sh\necho pip $* >> {place}/log\n")
    (place / "bin" / "pip").chmod(0o755)
    script = script.replace("rm -rf /opt/wheels", f"echo cleaned >> {place}/log")
    assert subprocess.run(["bash", "-euc", script], capture_output=True, text=True).stderr == ""
    said = (place / "log").read_text().splitlines()
    assert said[0] == f"pip install --no-cache-dir --no-index --find-links {folder} jmx[{cuda or 'cuda12'}] mxnet"


@pytest.mark.parametrize("name", ["apptainer.def", "Dockerfile"])
def test_containers_end_with_a_computation(name):
    (code,) = re.findall(r'JMX_CACHE=0 JAX_PLATFORMS=cpu python -c "(.*)"$', (EXAMPLES / name).read_text(), re.M)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "compat"))), "JMX_CACHE": "0"}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=100).returncode == 0
    )


def test_the_page_builds_the_containers_as_they_say():
    page = (ROOT / "docs" / "cluster.md").read_text()
    for name in ("apptainer.def", "Dockerfile"):
        build = re.findall(r"^#   (\w+ build .*)$", (EXAMPLES / name).read_text(), re.M)
        assert f"`{build[0]}`" in page
        for argument in re.findall(r"--build-arg \S+", build[1]):
            assert f"`{argument}`" in page


def losses(text):
    return {int(step): float(loss) for step, loss in re.findall(r"^step (\d+): loss ([\d.]+)$", text, re.M)}


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="looks at processes in /proc")
def test_a_stopped_job_goes_on(cluster, place, monkeypatch):
    """Four tasks on two nodes are stopped by Slurm's signal, requeued, and come to the losses of one process."""
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    monkeypatch.setenv("MXNET_HOME", str(place / "data"))
    shutil.copy(EXAMPLES / "train.py", place / "train.py")
    short = ["--epochs", "2", "--limit", "320", "--batch-size", "32", "--report", "2", "--every", "3"]
    (place / "bin" / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@" {" ".join(short)}\n')
    alone = subprocess.run(["python", "train.py"], capture_output=True, text=True, timeout=300)
    assert alone.returncode == 0, alone.stderr
    whole = losses(alone.stdout)
    assert sorted(whole) == list(range(2, 21, 2)) and whole[20] < whole[2]

    size = {"nodes": 2, "ntasks_per_node": 2}
    started = cluster("nodes.sbatch", only_start=True, **size)
    lines = []
    while not any(line.startswith("step 4:") for line in lines):
        lines.append(started.stdout.readline())
        assert lines[-1], started.stderr.read()
    tasks = tasks_below(started.pid)
    assert len(tasks) == 5  # with the coordinator
    for pid in tasks:
        os.kill(pid, signal.SIGUSR1)
        time.sleep(0.05)
    out, err = started.communicate(timeout=200)
    first = "".join(lines) + out
    assert started.returncode == 75, err
    stopped = int(re.search(r"stopped after step (\d+); start again to go on", first).group(1))
    assert 4 <= stopped < 20 and "scontrol requeue" in (place / "log").read_text()
    kept = sorted(path.name for path in (place / "scratch" / "digits-nodes").iterdir())
    assert kept[-1] == f"step-{stopped:09d}" and len(kept) <= 2

    started = cluster("nodes.sbatch", only_start=True, **size)
    out, err = started.communicate(timeout=300)
    assert started.returncode == 0, err
    assert f"4 processes, worker 0 on [cpu(0)]; from step {stopped} of 20" in out
    found = {**losses(first), **losses(out)}
    assert found.keys() == whole.keys()
    # Adam takes the rounding of gradients near 0 for a direction: 2e-5 after 20 steps
    assert all(abs(found[step] - whole[step]) < 1e-4 for step in whole), (found, whole)


def tasks_below(pid):
    """The processes of a job's tasks, below the one of its batch script, with all that they have started."""
    below, found = [pid], []
    for parent in below:
        for thread in os.listdir(f"/proc/{parent}/task"):
            with open(f"/proc/{parent}/task/{thread}/children", encoding="utf-8") as file:
                children = list(map(int, file.read().split()))
            below += children
            found += [child for child in children if parent in found or command_line(child)[1:2] == [b"train.py"]]
    return found


def command_line(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        return file.read().split(b"\0")
