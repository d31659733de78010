"""What JAX's coordination service alone tells the ranks of a job when one of them dies.

    python benchmarks/coordination_service.py [--workers 4] [--heartbeat 1,2,10] [--cases training,barrier,...]

Starts workers that use nothing but the service and the clients of jaxlib, kills one of them, and prints for each way of
watching how many seconds the others need to know, whether what they are told names the rank that was killed, and how they
end. jmx's coordinator is measured for the same by `kill_workers.py` and `barrier.py`. docs/cluster.md has the results.

Ways of watching: `default` is a client as `jax.distributed.initialize` makes it, `callback` has a missed_heartbeat_callback,
`live` is a recoverable job whose ranks ask get_live_nodes every half second.
Cases: `training` (barriers with a pause between them), `barrier` (the others wait in one), `computing` (none of them does),
`joining` (another has not come yet), `first` (as training; the rank that is killed is rank 0, which runs the service), `left` (a
rank ends without shutdown while the others wait in a barrier), `paused` (a rank is stopped for five seconds and goes on, as in a
suspended machine).
"""

import argparse
import json
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

#: seconds that a round lasts at most
LIMIT = 20
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"  # nothing of the service's log

import jaxlib  # noqa: E402
from jaxlib import _jax  # noqa: E402


def report(**what):
    os.write(1, json.dumps({"at": time.time(), **what}).encode() + b"\n")  # from several threads


def serve(port, count, heartbeat, way):
    """Start the service of a job."""
    options = {"recoverable": True} if way == "live" else {}
    return _jax.get_distributed_runtime_service(f"[::]:{port}", count, heartbeat_timeout=heartbeat, **options)


def poll_live_nodes(client, count):
    """Report the first rank that the service no longer counts among the living."""
    while True:
        time.sleep(0.5)
        try:
            missing = sorted(set(range(count)) - set(client.get_live_nodes(list(range(count)))))
        except Exception as error:
            return report(knows=str(error))
        if missing:
            report(knows=f"task {missing[0]} is missing of {count}")
            os._exit(1)


def missed(*status):
    report(knows=str(status))
    os._exit(1)


def work(arguments):
    """One rank."""
    port, rank, count, heartbeat, late = map(int, arguments[:5])
    way, case, victim = arguments[5], arguments[6], int(arguments[7])
    service = serve(port, count, heartbeat, way) if case == "first" and rank == 0 else None
    if case == "joining" and late == rank:
        time.sleep(1000)
    options = {"missed_heartbeat_callback": missed} if way == "callback" else {}
    client = _jax.get_distributed_runtime_client(
        f"127.0.0.1:{port}", rank, init_timeout=LIMIT, heartbeat_timeout=heartbeat, shutdown_on_destruction=False, **options
    )
    report(connecting=rank)
    try:
        client.connect()
    except Exception as error:
        report(knows=str(error))
        os._exit(1)
    if way == "live":
        threading.Thread(target=poll_live_nodes, args=(client, count), daemon=True).start()
    rounds = 10**6 if case != "cost" else 200
    took, gathered = [], []
    for number in range(rounds):
        if rank == victim and case in ("barrier", "left") and number == 20:
            report(ready=rank)
            time.sleep(3 if case == "left" else LIMIT)
            os._exit(0)
        began = time.perf_counter()
        try:
            client.wait_at_barrier(f"step {number}", LIMIT * 1000)
            took.append(time.perf_counter() - began)
            if case == "cost":  # what jmx's barrier does: every rank learns what the others are about to do
                began = time.perf_counter()
                client.key_value_set(f"notes/{number}/{rank}", f"push of key 0 by {rank}")
                client.wait_at_barrier(f"notes {number}", LIMIT * 1000)
                assert len(client.key_value_dir_get(f"notes/{number}/")) == count
                gathered.append(time.perf_counter() - began)
        except Exception as error:
            report(knows=str(error))
            os._exit(1)
        if number == 20:
            report(ready=rank)
        if case != "cost":
            time.sleep(LIMIT if case == "computing" and number == 20 else 0.01)
    report(cost=statistics.median(took) * 1e3, gathered=statistics.median(gathered) * 1e3)
    del service
    os._exit(0)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def events(path):
    """What a worker has reported, and what it wrote besides."""
    lines = path.read_text(errors="replace").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")], [line for line in lines if not line.startswith("{")]


def wait_for(logs, key, count, seconds=30):
    end = time.monotonic() + seconds
    while sum(any(key in event for event in events(log)[0]) for log in logs) < count and time.monotonic() < end:
        time.sleep(0.05)


def one_round(case, way, heartbeat, workers, folder):
    """Run one job and return what became of its workers."""
    port, victim = free_port(), 0 if case == "first" else 2 % workers
    service = None if case == "first" else serve(port, workers, heartbeat, way)
    logs, processes = [folder / f"{rank}.log" for rank in range(workers)], []
    for rank, log in enumerate(logs):
        words = [port, rank, workers, heartbeat, workers - 1, way, case, victim]
        with open(log, "wb") as file:
            command = [sys.executable, __file__, "--work", *map(str, words)]
            processes.append(subprocess.Popen(command, stdout=file, stderr=file))
    others = [rank for rank in range(workers) if rank != victim and not (case == "joining" and rank == workers - 1)]
    if case == "cost":
        [process.wait(120) for process in processes]
    else:
        key, count = (
            ("connecting", workers - 1) if case == "joining" else ("ready", 1 if case in ("barrier", "left") else workers)
        )
        wait_for(logs, key, count)
        time.sleep(0.5)
    killed = time.time()
    if case == "left":
        processes[victim].wait()
        killed = time.time()
    elif case == "paused":
        processes[victim].send_signal(signal.SIGSTOP)
        time.sleep(5)
        processes[victim].send_signal(signal.SIGCONT)
    elif case != "cost":
        processes[victim].kill()
    end = time.monotonic() + (LIMIT / 3 if case == "paused" else LIMIT + 5)
    while any(processes[rank].poll() is None for rank in others) and time.monotonic() < end:
        time.sleep(0.02)
    codes = [processes[rank].poll() for rank in others]
    results = []
    for rank in others:
        told, rest = events(logs[rank])
        known = next((event for event in told if "knows" in event), None)
        text = known["knows"] if known else "\n".join(rest)
        names_it = rf"(?<!slice 0 )task:? {victim}\b|heartbeats\):\s*{victim}\b"
        seconds = round(known["at"] - killed, 2) if known else None
        results.append({"seconds": seconds, "named": bool(re.search(names_it, text, re.I)), "text": text[:700]})
    costs = [event for log in logs for event in events(log)[0] if "cost" in event]
    for process in processes:
        process.kill()
        process.wait()
    del service
    return codes, results, costs


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--heartbeat", default="1,2,10")
    parser.add_argument("--ways", default="default,callback,live")
    parser.add_argument("--cases", default="cost,training,barrier,computing,joining,first,left,paused")
    parser.add_argument("--show", action="store_true", help="print what the ranks were told")
    options = parser.parse_args()
    print(f"jaxlib {jaxlib.__version__}, {options.workers} workers")
    print("| case | way | heartbeat timeout, s | seconds until each knows | names the rank | exit status |")
    print("|---|---|---|---|---|---|")
    for case in options.cases.split(","):
        for way in options.ways.split(",") if case != "cost" else ["default"]:
            for heartbeat in map(int, options.heartbeat.split(",") if case != "cost" else ["100"]):
                with tempfile.TemporaryDirectory() as place:
                    codes, results, costs = one_round(case, way, heartbeat, options.workers, pathlib.Path(place))
                if costs:
                    plain, notes = (round(statistics.mean(c[key] for c in costs), 2) for key in ("cost", "gathered"))
                    print(f"| cost | | | barrier {plain} ms, with notes {notes} ms | | {codes} |", flush=True)
                    continue
                seconds = ", ".join(str(result["seconds"]) for result in results)
                named = f"{sum(result['named'] for result in results)} of {len(results)}"
                print(f"| {case} | {way} | {heartbeat} | {seconds} | {named} | {codes} |", flush=True)
                if options.show:
                    print(*(f"    {result['text']}" for result in results), sep="\n")


if __name__ == "__main__":
    work(sys.argv[2:]) if sys.argv[1:2] == ["--work"] else main()
