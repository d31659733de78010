"""Jobs over hosts that are namespaces of this machine (`tools/hosts`): root and iproute2 are needed."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tools.hosts import __main__ as command
from tools.hosts import network
from tools.hosts.__main__ import SKIPPED, main, rate

ROOT = pathlib.Path(__file__).resolve().parents[2]
why = network.missing()
over_hosts = pytest.mark.skipif(bool(why), reason=f"no hosts here: {why}")
pytestmark = pytest.mark.on_linux("namespaces of Linux")


def hosts(*options, module="tools.hosts", **variables):
    command, env = [sys.executable, "-m", module, *options], {**os.environ, **variables}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=240)
    if done.returncode == SKIPPED:  # as a kernel without a firewall has it
        pytest.skip(done.stderr)
    return done


@over_hosts
def test_a_job_over_a_slow_network_has_right_sums():
    """Over the slow cable a sum of 33.6 MB takes at least 0.13 s, and both ways of summing come to the same."""
    done = hosts("--rate", "2gbit", "--delay", "0.0005", "--mtu", "9000", "--rounds", "1", "--steps", "1", "--batch", "32")
    assert done.returncode == 0, done.stderr
    assert "sums are right" in done.stdout
    losses = done.stdout.partition("losses ")[2].split()
    assert losses[0] == losses[2]
    sums = [float(line.partition("sum ")[2].split()[0]) for line in done.stdout.splitlines() if ": forward" in line]
    assert len(sums) == 2 and min(sums) > 130, done.stdout


@over_hosts
@pytest.mark.parametrize("options", [("--ipv6",), ("--loopback-name", "--interfaces", "2", "--use", "eth1")])
def test_networks_as_they_are(options):
    """Of IPv6 alone; with Debian's name for the own host, and a second cable for the sums; with a proxy that nobody runs."""
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "grpc_proxy", "all_proxy"), "http://10.255.255.1:3128")
    done = hosts(*options, "--batch", "8", "--rounds", "1", "--steps", "1", **proxies)
    assert done.returncode == 0 and "sums are right" in done.stdout, done.stderr
    sent = {name: float(size) for size, name in re.findall(r"([\d.]+) MB by (\w+)", done.stdout)}
    used, others = options[-1] if "--use" in options else "eth0", {"eth0", "eth1"} - {options[-1]}
    # a sum of 33.6 MB; the coordinator's messages are small
    assert 33 < sent[used] < 36 and all(sent.get(name, 0) < 0.5 for name in others - {used}), done.stdout


@over_hosts
@pytest.mark.skipif(shutil.which("nft") is None, reason="no nftables")
def test_a_firewall_that_lets_in_some_ports():
    """Kernels choose from those that are open; without that `firewall drops sums` below is what happens."""
    done = hosts("--ports", "50000-50099", "--ranks", "2", "--batch", "8", "--rounds", "1", "--steps", "1", "--mtu", "9000")
    assert done.returncode == 0 and "sums are right" in done.stdout, done.stderr


@over_hosts
@pytest.mark.parametrize("options, least, most", [((), 33, 36), (("--compression", "bf16"), 16.5, 18)])
def test_several_ranks_of_a_host_send_what_one_would(options, least, most):
    """Ranks dealt out in turn, as mpirun may do: a ring in their order would send each array three times."""
    done = hosts("--ranks", "2", "--in-turn", "--batch", "8", "--rounds", "1", "--steps", "1", "--mtu", "9000", *options)
    assert done.returncode == 0 and "sums are right" in done.stdout, done.stderr
    (sent,) = re.findall(r"([\d.]+) MB by eth0", done.stdout)
    assert least < float(sent) < most, done.stdout


@over_hosts
@pytest.mark.parametrize("ranks", [1, 2])
def test_gradients_of_an_embedding_travel_as_rows(ranks):
    """Some 2,040 words of 10,000, of a table of 102 MB: each with 128 numbers of four bytes and its own number, sent once."""
    done = hosts(
        "--network", "embedding", "--batch", "71", "--ranks", str(ranks), "--rounds", "1", "--steps", "1", "--mtu", "9000"
    )
    assert done.returncode == 0 and "sums are right" in done.stdout, done.stderr
    (sent,) = re.findall(r"([\d.]+) MB by eth0", done.stdout)
    assert 1.2 * ranks < float(sent) < 1.5 * ranks, done.stdout  # 0.16 of it are the dense layer's


@over_hosts
@pytest.mark.skipif(shutil.which("nft") is None, reason="no nftables")
@pytest.mark.parametrize("fault", ["cut off for 1 s", "firewall drops sums"])
def test_a_fault_is_survived_or_named(fault):
    """Those that take seconds; `python -m tools.hosts.faults` tries all of them."""
    done = hosts("--only", fault, "--victims", "1", module="tools.hosts.faults")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == ("1 survived" if "cut" in fault else "1 named")


def processes_of_hosts():
    """The command lines of what this test's tool has started."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if b"MARKED_BY_A_TEST=1" in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_bytes())
            except OSError:  # it has ended
                continue
    return found


@over_hosts
def test_nothing_is_left_of_a_tool_that_is_killed():
    tool = subprocess.Popen(
        [sys.executable, "-m", "tools.hosts", "--steps", "1000"], cwd=ROOT, env={**os.environ, "MARKED_BY_A_TEST": "1"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        end = time.monotonic() + 60
        while not (ranks := [line for line in processes_of_hosts() if b"tools.hosts.job" in line]) and time.monotonic() < end:
            time.sleep(0.2)
        assert ranks
    finally:
        tool.send_signal(signal.SIGKILL)
        tool.wait()
    end = time.monotonic() + 20
    while processes_of_hosts() and time.monotonic() < end:
        time.sleep(0.1)
    assert processes_of_hosts() == []


def test_who_is_not_root_is_told(monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main([]) == 77
    assert "which root makes" in capsys.readouterr().err


def test_rates():
    assert [rate(text) for text in ("10gbit", "100mbit", "half", "none")] == [1e10, 1e8, "half", None]
    with pytest.raises(Exception, match="expected such as 10gbit"):
        rate("fast")
    assert command.ports("50000-50099") == (50000, 50099)
    for text in ("50000", "50000-", "50099-50000", "80-90", "60000-70000"):
        with pytest.raises(Exception, match="expected such as 50000"):
            command.ports(text)


def test_what_was_measured_as_json(monkeypatch, capsys):
    """One line, with the settings that were asked for and the rate that `half` has found."""
    row = {"step": 2.0, "right": True}
    monkeypatch.setattr(command, "compare", lambda options: (row, {**row, "step": 1.0}, None, 2.5e8))
    assert command.inside(command.parsed(["--json", "--rate", "half", "--delay", "0.001"])) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rate"], found["delay"], found["batch"], found["hosts"]) == (2.5e8, 0.001, 1536, 2)
    assert found["behind"] == row and found["beside"]["step"] == 1.0
    monkeypatch.setattr(command, "compare", lambda options: (row, {**row, "right": False}, None, None))
    assert command.inside(command.parsed(["--json"])) == 1
