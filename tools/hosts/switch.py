"""A switch that delays what goes through it, for kernels without netem.

    python -m tools.hosts.switch SECONDS PORT PORT ...

Every frame that comes in at a port leaves after a delay, at the port behind which its receiver is. Frames are copied by Python,
one after the other: large packets (an MTU of 9,000 or more) take it to some gigabits a second.
"""

import collections
import select
import socket
import struct
import sys
import time

#: of packet(7): all protocols, frames that this machine sends, and where their checksums have not been computed
_ALL, _OUTGOING, _SOL_PACKET, _VNET_HDR = 0x0003, 4, 263, 15
#: bytes of what the kernel says about a frame, before the frame
_HEADER = 10


def opened(port):
    """A socket that reads and writes whole frames of a network device, with what is left to do for them."""
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_ALL))
    # The kernel puts off checksums and cutting large packets: a header says what is left, which it does for the other port.
    link.setsockopt(_SOL_PACKET, _VNET_HDR, struct.pack("i", 1))
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 20)
    link.bind((port, 0))
    link.setblocking(False)
    return link


def switch(delay, ports) -> None:
    """Pass frames on until this process is ended."""
    links = [opened(port) for port in ports]
    waiting: collections.deque = collections.deque()
    #: by the address of a network device, the port behind which it is
    known: dict[bytes, socket.socket] = {}
    while True:
        now = time.monotonic()
        pause = max(0.0, waiting[0][0] - now) if waiting else None
        # the last stretch is too short for a timer
        ready, _, _ = select.select(links, [], [], 0 if pause is not None and pause < 0.0002 else pause)
        now = time.monotonic()
        for link in ready:
            for _ in range(64):
                try:
                    frame, address = link.recvfrom(1 << 17)
                except BlockingIOError:
                    break
                if address[2] != _OUTGOING:
                    waiting.append((now + delay, link, frame))
        while waiting and waiting[0][0] <= now:
            _, source, frame = waiting.popleft()
            receiver, sender = frame[_HEADER : _HEADER + 6], frame[_HEADER + 6 : _HEADER + 12]
            known[sender] = source
            for link in [known[receiver]] if receiver in known else links:
                if link is not source:
                    try:
                        link.send(frame)
                    except OSError:  # a cable that is cut, or one that is full: the frame is lost
                        continue


if __name__ == "__main__":
    switch(float(sys.argv[1]), sys.argv[2:])
