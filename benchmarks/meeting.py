"""How long the processes of a large job need to meet: a hub, and sockets that send what its members would.

    python benchmarks/meeting.py [--counts 2,8,64,512] [--rounds 15]

Milliseconds, medians, on one machine: from the last one's coming until all have their answer, and from the first message where
all come at once. The sockets belong to one process, which takes turns with the hub where there are few cores.
"""

import argparse
import multiprocessing
import socket
import statistics
import struct
import time

from jmx.cluster import hub, wire


def serve(listener, count):
    """Run the hub of a job; no service of JAX is started."""
    hub.Hub(listener, count, 100, 100, 30, lambda *_: 1).run()


def join(connection, rank, count):
    """Say who this is; the welcome comes when all have."""
    wire.prepare(connection, 30)
    connection.sendall(wire.pack({"jmx": 1, "size": count, "rank": rank, "host": "host", "pid": rank}))


def welcome(connection):
    """Read what comes until the welcome."""
    unpack, found = wire.Unpacker(), []
    while not any("welcome" in message for message in found):
        data = connection.recv(65536)
        found += unpack(data)
        if not data or any("fail" in message for message in found):
            raise SystemExit(f"the hub has ended: {found}")


def receive(connection):
    """Read one message, and see no more of it than that it is none of failure."""
    data = b""
    while len(data) < 4 or len(data) < 4 + struct.unpack_from("!I", data)[0]:
        more = connection.recv(65536)
        if not more:
            raise SystemExit("the hub has ended")
        data += more
    if data[4:].startswith(b'{"fail"'):
        raise SystemExit(data[4:].decode())


def measure(count, rounds):
    """Return (seconds after the last one, seconds of all at once) for a job of `count` processes."""
    listener = hub.listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = multiprocessing.get_context("fork").Process(target=serve, args=(listener, count))
    server.start()
    listener.close()
    members = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for rank, member in enumerate(members):
        join(member, rank, count)
    for member in members:
        welcome(member)
    say = "push of key 0 of shape [512, 512, 3, 3] and type float32 and 60 more"
    after_last, at_once = [], []
    for at in range(2 * rounds):
        messages = [wire.pack({"at": at, "what": "12345678", "say": say, "note": rank}) for rank in range(count)]
        began = time.perf_counter()
        for member, message in zip(members[:-1], messages):
            member.sendall(message)
        if at % 2:
            time.sleep(0.02 + 1e-4 * count)  # until the hub has heard them
            began = time.perf_counter()
        members[-1].sendall(messages[-1])
        for member in members:
            receive(member)
        (after_last if at % 2 else at_once).append(time.perf_counter() - began)
    for member in members:
        member.sendall(wire.pack({"leave": ""}))
    for member in members:
        member.close()
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
