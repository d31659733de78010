"""Stands in for `srun`: starts the tasks of a step on this machine, with the variables that Slurm gives them.

Nodes are 127.0.0.1, 127.0.0.2 and so on. Options are those of srun that the launcher and the examples use.
"""

import argparse
import os
import signal
import subprocess
import sys
import threading


def shares(tasks, nodes):
    """How many tasks each node gets, as Slurm's block distribution has it."""
    return [tasks // nodes + (i < tasks % nodes) for i in range(nodes)]


def grouped(counts):
    """[2, 2, 1] as Slurm writes it: 2(x2),1."""
    parts = []
    for count in counts:
        if parts and parts[-1][0] == count:
            parts[-1][1] += 1
        else:
            parts.append([count, 1])
    return ",".join(f"{count}(x{times})" if times > 1 else str(count) for count, times in parts)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("-n", "--ntasks", type=int)
    parser.add_argument("-N", "--nodes", type=int)
    parser.add_argument("-l", "--label", action="store_true")
    parser.add_argument("--cpus-per-task")
    parser.add_argument("--ntasks-per-node", type=int)
    parser.add_argument("--kill-on-bad-exit", choices=["0"])
    parser.add_argument("--export", default="ALL")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    given = os.environ
    nodes = options.nodes or int(given.get("SLURM_NNODES", 1))
    tasks = options.ntasks or int(given.get("SLURM_NTASKS", nodes))
    nodes = min(nodes, tasks)
    assert options.ntasks_per_node in (None, tasks // nodes)
    assert options.export == "ALL", options.export
    counts = shares(tasks, nodes)
    nodelist = "127.0.0.1" if nodes == 1 else f"127.0.0.[1-{nodes}]"
    step = {
        "SLURM_JOB_ID": given.get("SLURM_JOB_ID", str(os.getpid())),
        "SLURM_JOBID": given.get("SLURM_JOB_ID", str(os.getpid())),
        "SLURM_STEP_ID": "0",
        "SLURM_STEPID": "0",
        "SLURM_NTASKS": str(tasks),
        "SLURM_NPROCS": str(tasks),
        "SLURM_NNODES": str(nodes),
        "SLURM_STEP_NUM_TASKS": str(tasks),
        "SLURM_STEP_NUM_NODES": str(nodes),
        "SLURM_STEP_TASKS_PER_NODE": grouped(counts),
        "SLURM_TASKS_PER_NODE": grouped(counts),
        "SLURM_STEP_NODELIST": nodelist,
        "SLURM_JOB_NODELIST": nodelist,
        "SLURM_NODELIST": nodelist,
        "SLURM_CPUS_ON_NODE": "2",
        "SLURM_LAUNCH_NODE_IPADDR": "127.0.0.1",
        "SLURM_SRUN_COMM_HOST": "127.0.0.1",
    }
    if options.cpus_per_task:
        step["SLURM_CPUS_PER_TASK"] = options.cpus_per_task
    started = []
    for node, count in enumerate(counts):
        for local in range(count):
            task = {
                "SLURM_PROCID": str(len(started)),
                "SLURM_LOCALID": str(local),
                "SLURM_NODEID": str(node),
                "SLURMD_NODENAME": f"127.0.0.{node + 1}",
                "SLURM_TASK_PID": str(os.getpid()),
            }
            started.append(subprocess.Popen(options.command, env={**given, **step, **task}, stdout=subprocess.PIPE))
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, lambda number, _: [task.send_signal(number) for task in started])

    def hand_on(rank, task):  # in whole lines, as Slurm does
        for line in task.stdout:
            os.write(1, (f"{rank}: ".encode() if options.label else b"") + line)

    for pair in enumerate(started):
        threading.Thread(target=hand_on, args=pair).start()
    codes = [task.wait() for task in started]
    for rank, code in enumerate(codes):
        if code:
            print(f"srun: error: 127.0.0.1: task {rank}: {code}", file=sys.stderr)
    return max(128 - code if code < 0 else code for code in codes)


if __name__ == "__main__":
    sys.exit(main())
