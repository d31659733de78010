"""How long a barrier of a large job takes: a coordinator, and sockets that send what its ranks would.

    python benchmarks/barrier.py [--counts 2,8,64,512] [--rounds 15]

Milliseconds, medians, on one machine: from the last rank's message until all have their answer, and from the first message
where all send theirs at once. The sockets belong to one process, which takes turns with the coordinator where there are few
cores.
"""

import argparse
import multiprocessing
import socket
import statistics
import time

from jmx.cluster import coordinator, secret, wire

KEY = bytes(32)


def serve(listener, count):
    """Run the coordinator of a job; no service of JAX is started."""
    coordinator.Coordinator(listener, count, KEY, 100, 100, 30, lambda _: "tcp:1").run()


def join(connection, rank, count):
    """Say who this is; the welcome comes when all have."""
    secret.introduce(connection.link, KEY, "rank", {"size": count, "rank": rank, "host": "host", "pid": rank})
    connection.link.settimeout(None)


def welcome(connection):
    """Read what comes until the welcome."""
    messages = []
    while not any("welcome" in message for message in messages):
        messages += connection.receive()
        if any("failure" in message for message in messages):
            raise SystemExit(f"the job has failed: {messages}")


def receive(connection):
    """Read one message, and look no further into it than for a failure."""
    data = b""
    while not data.endswith(b"\n"):
        more = connection.link.recv(65536)
        if not more:
            raise SystemExit("the coordinator has ended")
        data += more
    if data.startswith(b'{"failure"'):
        raise SystemExit(data.decode())


def measure(count, rounds):
    """Return (seconds after the last one, seconds of all at once) for a job of `count` processes."""
    listener = coordinator.listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = multiprocessing.get_context("fork").Process(target=serve, args=(listener, count))
    server.start()
    listener.close()
    ranks = [wire.Connection(socket.create_connection(("127.0.0.1", port)), 30) for _ in range(count)]
    for number, connection in enumerate(ranks):
        join(connection, number, count)
    for connection in ranks:
        welcome(connection)
    description = "push of key 0 of shape [512, 512, 3, 3] and type float32 and 60 more"
    after_last, at_once = [], []
    for number in range(2 * rounds):
        messages = [
            wire.pack({"barrier": number, "call": "12345678", "description": description, "note": rank}) for rank in range(count)
        ]
        began = time.perf_counter()
        for connection, message in zip(ranks[:-1], messages):
            connection.send(message)
        if number % 2:
            time.sleep(0.02 + 1e-4 * count)  # until the coordinator has them
            began = time.perf_counter()
        ranks[-1].send(messages[-1])
        for connection in ranks:
            receive(connection)
        (after_last if number % 2 else at_once).append(time.perf_counter() - began)
    for connection in ranks:
        connection.send({"leave": ""})
        connection.link.close()
    server.join(10)
    server.kill()
    return statistics.median(after_last), statistics.median(at_once)


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--counts", default="2,8,64,128,256,512")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    print("| processes | after the last one, ms | all at once, ms |\n|---|---|---|")
    for count in map(int, args.counts.split(",")):
        last, once = measure(count, args.rounds)
        print(f"| {count} | {last * 1e3:.2g} | {once * 1e3:.3g} |", flush=True)


if __name__ == "__main__":
    main()
