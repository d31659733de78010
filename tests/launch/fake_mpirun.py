"""Stands in for `mpirun`, of Open MPI or of MPICH as FAKE_MPI says: starts the processes here, with its variables."""

import os
import subprocess
import sys

VERSIONS = {
    "openmpi": "mpirun (Open MPI) 4.1.6\n",
    "mpich": "HYDRA build details:\n    Version: 4.2.0\n",
    "other": "mpirun 0.1\n",
}


def main(words):
    kind = os.environ["FAKE_MPI"]
    if words == ["--version"]:
        print(VERSIONS[kind], end="")
        return 0
    count, told, hosts = 1, {}, None
    while words[0].startswith("-"):
        option = words.pop(0)
        if option == "-n":
            count = int(words.pop(0))
        elif kind == "openmpi" and option == "-x":
            name, equals, value = words.pop(0).partition("=")
            told[name] = value if equals else os.environ[name]
        elif kind == "openmpi" and option == "--bind-to":
            assert words.pop(0) == "none"
        elif kind == "mpich" and option == "-genv":
            name, value, *words = words
            told[name] = value
        elif option == {"openmpi": "--hostfile", "mpich": "-f"}[kind]:
            hosts = words.pop(0)
        else:
            sys.exit(f"{kind}: unknown option {option}")
    # Processes on other machines have the variables that were named, and little else.
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    if kind == "mpich":
        kept = dict(os.environ)
    started = []
    for rank in range(count):
        if kind == "openmpi":
            own = {"OMPI_COMM_WORLD_SIZE": count, "OMPI_COMM_WORLD_RANK": rank, "OMPI_COMM_WORLD_LOCAL_SIZE": count,
                   "OMPI_COMM_WORLD_LOCAL_RANK": rank}  # fmt: skip
        else:
            own = {"PMI_SIZE": count, "PMI_RANK": rank, "MPI_LOCALNRANKS": count, "MPI_LOCALRANKID": rank}
        if hosts:
            own["FAKE_HOSTS"] = hosts
        started.append(subprocess.Popen(words, env={**kept, **told, **{name: str(value) for name, value in own.items()}}))
    return max(abs(process.wait()) for process in started)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
