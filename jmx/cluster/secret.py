"""The secret of a job, and how a process shows that it knows it without telling it.

The launcher draws one for each job. A process that was started in another way takes the secret that its user keeps in a file,
which is made when it is first needed.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import socket
import stat
import time
from typing import Any

from .. import config
from ..base import MXNetError
from ..config.system import files
from . import messages, wire

#: characters of a secret, at least
SHORTEST = 16

#: seconds in which both sides have shown that they know the secret
LIMIT = 10.0

#: what to do where the processes of a job have different secrets
REMEDY = (
    "jmx launch gives all processes of a job one secret. Without it, set JMX_JOB_SECRET, or JMX_JOB_SECRET_FILE, to the same for "
    "all of them; otherwise each takes the one in its user's ~/.config/jmx/job_secret, which has to be the same on all machines"
)


class _TooShort(MXNetError):
    pass


class Refused(Exception):
    """The other end does not know the secret of this job, or says that this process does not."""


def key(host) -> bytes:
    """The key of this process's job, as bytes.

    It is made from JMX_JOB_SECRET, from the file JMX_JOB_SECRET_FILE, or from the user's own file.

    Parameters
    ----------
    host : str
        Where the coordinator is. A job on one machine can do without a home folder.

    Raises
    ------
    MXNetError
        The secret is too short, its file can be read by others, or there is no place for the user's own.
    """
    return hmac.digest(_secret(host), b"jmx job", "sha256")


def _secret(host):
    text = config.get("JMX_JOB_SECRET")
    if text:
        if len(text) < SHORTEST:
            raise MXNetError(f"JMX_JOB_SECRET has {len(text)} characters: expected at least {SHORTEST}, drawn at random")
        return os.fsencode(text)
    path = config.get("JMX_JOB_SECRET_FILE")
    if path:
        try:
            return _read(path, "JMX_JOB_SECRET_FILE: ")
        except OSError as error:
            raise MXNetError(f"JMX_JOB_SECRET_FILE={path!r}: {error.strerror}") from None
    return _users_own(host)


def _read(path, whose=""):
    """The secret in a file, of which no other user can know. OSError where it cannot be read."""
    descriptor = os.open(path, files.flags("O_RDONLY", "O_NONBLOCK"))
    with open(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise MXNetError(f"{whose}{path} is no file")
        if files.is_foreign(facts):
            raise MXNetError(f"{whose}{path} belongs to another user")
        if files.opened_to_others(facts):
            raise MXNetError(f"{whose}{path} may be read or written by others (mode {facts.st_mode & 0o777:o}): chmod 600 {path}")
        text = file.read(4096).strip()
    if len(text) < SHORTEST:
        raise _TooShort(f"{whose}{path} holds {len(text)} characters: expected at least {SHORTEST}, drawn at random")
    return text


def _users_own(host):
    """The secret in the user's own file, which is made where there is none."""
    path = os.path.join(config.users_settings(), "jmx", "job_secret")
    try:
        return _read_or_make(path)
    except OSError as error:
        if not wire.is_loopback(host):
            raise MXNetError(
                f"This process has no secret that it shares with its job: {path}: {error.strerror}. {REMEDY}."
            ) from None
    # All processes are on this machine.
    folder = files.users_folder_of_temporaries()
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        facts = os.lstat(folder)
        if not stat.S_ISDIR(facts.st_mode) or files.is_foreign(facts, roots=True) or files.opened_to_others(facts):
            raise MXNetError(f"{folder} is not this user's alone: remove it, or set JMX_JOB_SECRET")
        return _read_or_make(os.path.join(folder, "job_secret"))
    except OSError as error:
        raise MXNetError(f"No place for the secret of a job, neither {path} nor {folder}: {error.strerror}. {REMEDY}.") from None


def _read_or_make(path):
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    except _TooShort:  # another process may be writing it
        return _read_soon(path)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    try:
        descriptor = os.open(path, files.flags("O_WRONLY", "O_CREAT", "O_EXCL"), 0o600)
    except FileExistsError:  # made meanwhile by another rank
        return _read_soon(path)
    try:
        with open(descriptor, "wb") as file:
            file.write(secrets.token_hex(32).encode() + b"\n")
    except OSError:
        os.unlink(path)
        raise
    return _read(path)


def _read_soon(path):
    for _ in range(20):
        try:
            return _read(path)
        except _TooShort:
            time.sleep(0.1)
    return _read(path)


def proof(job_key, speaker, nonce, hello) -> str:
    """What shows that `speaker`, "rank" or "coordinator", knows the key.

    It is made of the coordinator's nonce for this connection, and of the text of the hello, in which the rank's own nonce is.
    """
    text = f"{speaker}\n{nonce}\n{hello}".encode("utf-8", "surrogatepass")
    return hmac.new(job_key, text, "sha256").hexdigest()


def is_right(given, expected) -> bool:
    """Whether two proofs are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


def introduce(link, job_key, purpose, hello) -> None:
    """Join the coordinator at the other end of `link`: each side shows the other that it knows the key.

    Parameters
    ----------
    link : socket
        Connected, and nothing read from it yet.
    job_key : bytes
    purpose : str
        What the connection is for: "rank", or "service" to go on to JAX's service.
    hello : dict
        Which rank this is: rank, size, host and pid.

    Raises
    ------
    Refused
        One side does not know the key.
    NotAMessage
        What listens there is no coordinator.
    OSError
        The connection has ended, or was silent.
    """
    end = time.monotonic() + LIMIT
    nonce = messages.greeting(wire.read_line(link, end))
    text = json.dumps({"purpose": purpose, **hello, "nonce": secrets.token_hex(16)})
    link.sendall(wire.pack({"jmx": messages.VERSION, "hello": text, "proof": proof(job_key, "rank", nonce, text)}))
    answer = messages.answer(wire.read_line(link, end))
    if "refused" in answer or not is_right(answer["proof"], proof(job_key, "coordinator", nonce, text)):
        raise Refused


def own_hello(where) -> dict[Any, Any]:
    """What this process says of itself."""
    return {"rank": where.rank, "size": where.size, "host": socket.gethostname(), "pid": os.getpid()}
