"""Other engines and players of these games, each driven through its public Python API in an environment of its own."""

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

from bench.measure import Rate

HOME = Path(__file__).parent / "peers"


class Peer(NamedTuple):
    """`module` plays its random deals; `games` are ours that those may be compared with, the closest first."""

    name: str
    module: str
    games: tuple[str, ...]


class PeerMissing(Exception):
    """A peer cannot be installed or does not run here; the message is the reason in one line."""


COLVER = Peer("colver", "bench.peers.colver_env", ("coinche", "belote"))
PEERS = (Peer("belote-cli", "bench.peers.belote_cli", ("belote",)), COLVER)


def python(name: str) -> Path:
    """The interpreter that a peer is installed for."""
    return HOME / ".venv" / name / "bin" / "python"


def install(name: str) -> None:
    """Install a peer from its own lock, if need be. Raises PeerMissing."""
    lock, done = HOME / f"{name}.txt", HOME / ".venv" / name / "lock.txt"
    if done.exists() and done.read_text() == lock.read_text():
        return
    venv.create(HOME / ".venv" / name, with_pip=True)
    output([python(name), "-m", "pip", "--quiet", "install", "--require-hashes", "-r", lock])
    done.write_text(lock.read_text())


def measure(peer: Peer, seconds: float, seed: int) -> Rate:
    """Random deals a second by an installed peer. Raises PeerMissing."""
    told = json.loads(output([python(peer.name), "-m", peer.module, str(seconds), str(seed)]))
    return Rate(told["deals_per_s"], told["n"])


def installed() -> list[Peer]:
    """The peers that can be measured here; of the others standard error has one line each."""
    found = []
    for peer in PEERS:
        try:
            install(peer.name)
            measure(peer, seconds=0.01, seed=0)
        except PeerMissing as reason:
            print(f"peer {peer.name} skipped: {reason}", file=sys.stderr)
        else:
            found.append(peer)
    return found


def output(command: list[str | Path]) -> str:
    run = subprocess.run(command, cwd=HOME.parent.parent, capture_output=True, text=True)
    if run.returncode:
        raise PeerMissing(last_line(run.stderr) or f"exit status {run.returncode}")
    return run.stdout


def last_line(text: str) -> str:
    """What a program said last; of an error in Python, what it is."""
    return (text.strip().splitlines() or [""])[-1]
