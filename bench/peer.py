"""Other engines of these games, each driven through its public Python API in an environment of their own."""

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

from bench.measure import Rate

HOME = Path(__file__).parent / "peers"
PYTHON = HOME / ".venv" / "bin" / "python"


class Peer(NamedTuple):
    """`module` plays its deals; `games` are ours that it may be compared with, the closest first."""

    name: str
    module: str
    games: tuple[str, ...]


class PeerMissing(Exception):
    """A peer cannot be installed or does not run here; the message is the reason in one line."""


PEERS = (
    Peer("belote-cli", "bench.peers.belote_cli", ("belote",)),
    Peer("colver", "bench.peers.colver_env", ("coinche", "belote")),
)


def install(peer: Peer) -> None:
    """Install a peer from its own lock, if need be. Raises PeerMissing."""
    if not PYTHON.exists():
        venv.create(PYTHON.parent.parent, with_pip=True)
    output([PYTHON, "-m", "pip", "--quiet", "install", "--require-hashes", "-r", HOME / f"{peer.name}.txt"])


def measure(peer: Peer, seconds: float, seed: int) -> Rate:
    """Random deals a second by an installed peer. Raises PeerMissing."""
    told = json.loads(output([PYTHON, "-m", peer.module, str(seconds), str(seed)]))
    return Rate(told["deals_per_s"], told["n"])


def installed() -> list[Peer]:
    """The peers that can be measured here; of the others standard error has one line each."""
    found = []
    for peer in PEERS:
        try:
            install(peer)
            measure(peer, seconds=0.01, seed=0)
        except PeerMissing as reason:
            print(f"peer {peer.name} skipped: {reason}", file=sys.stderr)
        else:
            found.append(peer)
    return found


def output(command: list[str | Path]) -> str:
    run = subprocess.run(command, cwd=HOME.parent.parent, capture_output=True, text=True)
    if run.returncode:
        raise PeerMissing((run.stderr.strip().splitlines() or [f"exit status {run.returncode}"])[-1])
    return run.stdout
