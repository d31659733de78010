"""Hosts as namespaces of Linux: each has a network, a name, a host file and an ssh server of its own, and a cable to a bridge."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
#: marks the process that runs inside of the namespaces
INSIDE = "JMX_HOSTS_INSIDE"
#: where a job's coordinator listens
PORT = 9091
NEEDED = {"ip": "iproute2", "tc": "iproute2", "unshare": "util-linux", "nsenter": "util-linux", "setpriv": "util-linux"}
#: a command in namespaces of its own, which ends with who has started it
APART = "unshare --net --mount --pid --fork --kill-child=KILL --mount-proc --propagation private".split()
#: what a network is made of, for a shell
TRIAL = """mount -t tmpfs tmpfs /run
ip link add name trial type bridge
ip link add trial0 type veth peer name trial1
tc qdisc add dev trial0 root tbf rate 1gbit burst 256kb limit 64mb"""
#: the hosts' first addresses: a private network, and one of IPv6 that is not routed
NETWORKS = ("10.77.0.{}", "fd77::{}")
#: and those of a second cable
SECOND = ("10.78.0.{}", "fd78::{}")
SSHD = """
Port 22
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/key.pub
StrictModes no
UsePAM no
PasswordAuthentication no
PidFile none
AcceptEnv *
"""
SSH = """
Host *
    IdentityFile {folder}/key
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
"""


class Unusable(Exception):
    """This machine cannot have hosts; the text says why."""


def missing() -> str:
    """Why this machine cannot have hosts; empty where it can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "hosts are network namespaces of Linux, which root makes"
    absent = sorted({package for name, package in NEEDED.items() if shutil.which(name) is None})
    if absent:
        return f"this machine lacks {' and '.join(absent)}"
    made = subprocess.run([*APART, "sh", "-ec", TRIAL], capture_output=True, text=True)
    return "" if made.returncode == 0 else f"namespaces cannot be made here: {made.stderr.strip()}"


def enter(module, arguments, limit) -> int:
    """Run `python -m module arguments` in namespaces of its own, which end with this process, however it ends; its status.

    Parameters
    ----------
    module : str
    arguments : list of str
    limit : float
        Seconds after which everything is ended (status 124).
    """
    # Also where this process is killed: setpriv ends unshare with it, unshare its child, and the first process of a namespace of
    # processes takes all others with it.
    command = ["setpriv", "--pdeathsig", "KILL", *APART]
    process = subprocess.Popen([*command, sys.executable, "-m", module, *arguments], env={**os.environ, INSIDE: "1"}, cwd=ROOT)
    try:
        return process.wait(timeout=limit)
    except subprocess.TimeoutExpired:
        print(f"hosts: ended after {limit:g} s", file=sys.stderr)
        return 124
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise Unusable(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


class Host:
    """One host.

    Attributes
    ----------
    name : str
        `host0` and so on.
    addresses : list of str
        That other hosts know, the first of them the one its name stands for.
    """

    def __init__(self, number, addresses, folder, resolvable, loopback_name) -> None:
        self.number, self.name, self.addresses = number, f"host{number}", addresses
        self._folder = folder / self.name
        self._folder.mkdir()
        self._processes: list[subprocess.Popen] = []
        (self._folder / "resolv.conf").write_text("nameserver 127.0.0.53\n" if resolvable else "")
        self._own_name = "127.0.1.1" if loopback_name else None
        self._holder = subprocess.Popen(
            ["unshare", "--net", "--uts", "--mount", "--propagation", "private", "sleep", "infinity"], stdin=subprocess.DEVNULL
        )
        self._wait_until_apart()

    def _wait_until_apart(self):
        own = os.readlink("/proc/self/ns/uts")
        for _ in range(500):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{self._holder.pid}/ns/uts") != own:
                    return
            time.sleep(0.01)
        raise Unusable(f"{self.name} did not start")

    @property
    def process(self) -> int:
        """The process whose namespaces are the host's."""
        return self._holder.pid

    def command(self, words) -> list[str]:
        """The command that runs `words` on this host."""
        return ["nsenter", "-t", str(self._holder.pid), "-n", "-u", "-m", "--", *map(str, words)]

    def run(self, *words, **options) -> str:
        """What a command prints that runs on this host; Unusable where it fails."""
        return _run(*self.command(words), **options)

    def start(self, words, **options) -> subprocess.Popen:
        """A process on this host."""
        process = subprocess.Popen(self.command(words), **options)
        self._processes.append(process)
        return process

    def settle(self, hosts) -> None:
        """Give the host its name and those of the others."""
        lines = ["127.0.0.1 localhost", "::1 localhost"]
        for host in hosts:
            first = self._own_name if host is self and self._own_name else host.addresses[0]
            lines.append(f"{first} {host.name}")
        (self._folder / "hosts").write_text("\n".join(lines) + "\n")
        for name in ("hosts", "resolv.conf"):
            self.run("mount", "--bind", self._folder / name, f"/etc/{name}")
        self.run("hostname", self.name)
        self.run("ip", "link", "set", "lo", "up")

    def serve_ssh(self, folder) -> None:
        """Start an ssh server that knows the key in `folder`."""
        self.start([shutil.which("sshd") or "/usr/sbin/sshd", "-D", "-f", folder / "sshd"])
        for _ in range(500):
            if (
                b"SSH"
                in subprocess.run(
                    self.command(["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/22 && head -c 3 <&3"]), capture_output=True
                ).stdout
            ):
                return
            time.sleep(0.02)
        raise Unusable(f"the ssh server of {self.name} does not answer")

    def signal(self, number) -> None:
        """Send a signal to whatever runs on this host, but for the process that keeps it."""
        own = os.readlink(f"/proc/{self.process}/ns/net")
        for name in os.listdir("/proc"):
            with contextlib.suppress(OSError):  # it has ended
                if name.isdigit() and int(name) != self.process and os.readlink(f"/proc/{name}/ns/net") == own:
                    os.kill(int(name), number)

    def end(self) -> None:
        """End the host and whatever runs on it."""
        self.signal(signal.SIGKILL)
        for process in [*self._processes, self._holder]:
            if process.poll() is None:
                process.kill()
            process.wait()


class Network:
    """Hosts, each with a cable to one bridge.

    Parameters
    ----------
    count : int
        Number of hosts.
    folder : pathlib.Path
        For keys and host files.
    ipv6 : bool
        IPv6 alone.
    interfaces : int
        Cables of each host, 1 or 2: names stand for addresses of the first.
    name_server : bool
        Whether a name server is named, one that does not answer; without, none is.
    loopback_name : bool
        A host's own name stands for 127.0.1.1 on it, as Debian has it.
    ssh : bool
        Start ssh servers.
    """

    def __init__(self, count, folder, ipv6=False, interfaces=1, name_server=False, loopback_name=False, ssh=False) -> None:
        self.folder, self.ipv6, self._interfaces = folder, ipv6, interfaces
        self.hosts: list[Host] = []
        #: what each cable is like: `rate`, `delay`, `loss`, `mtu`
        self.shape: dict = {}
        self._switch = None
        templates = [(NETWORKS, SECOND)[i][ipv6] for i in range(interfaces)]
        self._private_folders()
        _run("ip", "link", "set", "lo", "up")
        for cable in range(interfaces):
            _run("ip", "link", "add", f"bridge{cable}", "type", "bridge")
            _run("ip", "link", "set", f"bridge{cable}", "up")
        for number in range(count):
            host = Host(number, [t.format(number + 1) for t in templates], folder, name_server, loopback_name)
            self.hosts.append(host)
            for cable in range(interfaces):
                self._connect(host, cable)
        for host in self.hosts:
            host.settle(self.hosts)
        if ssh:
            self._start_ssh()

    def _private_folders(self):
        """Folders that servers write to, as they are nowhere else."""
        _run("mount", "-t", "tmpfs", "tmpfs", "/run")
        os.mkdir("/run/sshd")

    def _connect(self, host, cable):
        outer, inner = f"port{host.number}.{cable}", f"eth{cable}"
        _run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", host.process)
        _run("ip", "link", "set", outer, "master", f"bridge{cable}", "up")
        host.run("ip", "link", "set", inner, "up")
        width = 64 if self.ipv6 else 24
        options = ["nodad"] if self.ipv6 else []
        host.run("ip", "addr", "add", f"{host.addresses[cable]}/{width}", "dev", inner, *options)

    def _start_ssh(self):
        if not (shutil.which("sshd") or os.path.exists("/usr/sbin/sshd")):
            raise Unusable("this machine lacks openssh-server")
        for name in ("host_key", "key"):
            _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name)
        (self.folder / "sshd").write_text(SSHD.format(folder=self.folder))
        (self.folder / "ssh").write_text(SSH.format(folder=self.folder))
        for host in self.hosts:
            host.serve_ssh(self.folder)

    @property
    def ports(self) -> list[str]:
        """The bridge's ends of all cables."""
        return [f"port{host.number}.{cable}" for host in self.hosts for cable in range(self._interfaces)]

    def be(self, rate=None, delay=0.0, loss=0.0, mtu=1500) -> None:
        """Make all cables of one kind.

        Parameters
        ----------
        rate : float, optional
            Bits a second of each direction.
        delay : float
            Seconds from host to host.
        loss : float
            The share of packets that is lost.
        mtu : int
            Bytes of a packet.
        """
        self.shape = {"rate": rate, "delay": delay, "loss": loss, "mtu": mtu}
        for port in self.ports:
            _run("ip", "link", "set", port, "mtu", mtu)
        for host in self.hosts:
            for cable in range(self._interfaces):
                host.run("ip", "link", "set", f"eth{cable}", "mtu", mtu)
                self._limit(host, f"eth{cable}", rate)
            self._lose(host, loss)
        self._delay(delay)

    def _limit(self, host, device, rate):
        with contextlib.suppress(Unusable):  # there was none
            host.run("tc", "qdisc", "del", "dev", device, "root")
        if rate:
            # as much at once as a millisecond carries, and what XLA's sums have under way may wait
            burst = max(256 << 10, int(rate / 8 / 1000))
            host.run(
                "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", f"{int(rate)}bit", "burst", burst, "limit", 64 << 20
            )

    def _lose(self, host, loss):
        if loss or shutil.which("nft"):
            self.filter(host, "lossy", f'iifname "eth*" numgen random mod 100000 < {int(loss * 100000)} drop' if loss else None)

    def open_only(self, port, first, last) -> None:
        """Have hosts take connections to `port` and to `first` to `last` alone, from which their kernels choose ports as well."""
        opens = f'iifname "eth*" tcp flags & (syn | ack) == syn tcp dport != {{ {port}, {first}-{last} }} drop'
        for host in self.hosts:
            host.run("sh", "-c", f"echo {first} {last} > /proc/sys/net/ipv4/ip_local_port_range")
            self.filter(host, "open", opens)

    def filter(self, host, name, rule) -> None:
        """Replace the table `name` of a host's firewall (nftables) by a rule for what comes in; None takes it away."""
        if shutil.which("nft") is None:
            raise Unusable("this machine lacks nftables")
        text = f"table inet {name}\ndelete table inet {name}\n"
        if rule is not None:
            text += f"table inet {name} {{\nchain in {{\ntype filter hook input priority 0\n{rule}\n}}\n}}\n"
        host.run("nft", "-f", "-", input=text)

    def _delay(self, delay):
        if self._switch is not None:
            self._switch.kill()
            self._switch.wait()
            self._switch = None
            for port in self.ports:
                _run("ip", "link", "set", port, "master", f"bridge{port.partition('.')[2]}")
        for port in self.ports:
            with contextlib.suppress(Unusable):
                _run("tc", "qdisc", "del", "dev", port, "root")
        if not delay:
            return
        try:
            for port in self.ports:
                _run("tc", "qdisc", "add", "dev", port, "root", "netem", "delay", f"{delay * 1e6:g}us", "limit", 100000)
        except Unusable:  # this kernel has none
            for port in self.ports:
                _run("ip", "link", "set", port, "nomaster")
            self._switch = subprocess.Popen([sys.executable, "-m", "tools.hosts.switch", str(delay), *self.ports], cwd=ROOT)

    def part(self, *numbers) -> None:
        """Cut the cables of some hosts."""
        for number in numbers:
            for cable in range(self._interfaces):
                _run("ip", "link", "set", f"port{number}.{cable}", "down")

    def join(self, *numbers) -> None:
        """Put cut cables together."""
        for number in numbers:
            for cable in range(self._interfaces):
                _run("ip", "link", "set", f"port{number}.{cable}", "up")

    def end(self) -> None:
        """End all hosts."""
        if self._switch is not None:
            self._switch.kill()
            self._switch.wait()
        for host in self.hosts:
            host.end()
        # the kernel takes down what belonged to a host some time after it
        for device in [*self.ports, *[f"bridge{cable}" for cable in range(self._interfaces)]]:
            with contextlib.suppress(Unusable):
                _run("ip", "link", "del", device)
        with contextlib.suppress(Unusable):
            _run("umount", "/run")


@contextlib.contextmanager
def network(count, **options):
    """A `Network` in a folder of its own; to be used inside of `enter`."""
    if os.environ.get(INSIDE) != "1":
        raise Unusable("hosts are made inside of `enter`")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="hosts-") as folder:
        os.chmod(folder, 0o755)
        made = None
        try:
            made = Network(count, pathlib.Path(folder), **options)
            yield made
        finally:
            if made is not None:
                made.end()
