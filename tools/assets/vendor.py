"""Write the vendored assets of the page: scripts, fonts and court figures, from the packages that packages.toml pins.

    python -m tools.assets.vendor

Exists so that every byte taken from others can be made again and checked. Needs the npm client and a network; asks it
for package files only (`npm pack`), so nothing of a package is ever run. The same pins give the same files.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from tools.assets.court import figure

HERE = Path(__file__).resolve().parent
STATIC = HERE.parents[1] / "src" / "jacknine" / "web" / "static"


def fetch(name: str, version: str, integrity: str, folder: Path) -> Path:
    """Download the package file of ``name`` at ``version`` into ``folder`` and return its path.

    Raises CalledProcessError when npm fails, ValueError when the SHA-512 digest is not ``integrity``.
    """
    command = ["npm", "pack", f"{name}@{version}", "--silent", "--ignore-scripts", "--pack-destination", str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout
    path = folder / printed.split()[-1]
    digest = "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if digest != integrity:
        raise ValueError(f"{name}@{version} has the digest {digest}, not the pinned {integrity}")
    return path


def read(package: tarfile.TarFile, name: str) -> bytes:
    """Return the bytes of the file ``name`` of a package. Raises KeyError when it has none."""
    member = package.extractfile(f"package/{name}")
    if member is None:
        raise KeyError(name)
    return member.read()


def contents(package: tarfile.TarFile, wanted: dict[str, Any]) -> dict[str, bytes]:
    """Return what ``wanted``, one package's table of packages.toml, asks for: path under STATIC -> bytes."""
    files = {target: read(package, source) for source, target in wanted.get("copy", {}).items()}
    for source, module in wanted.get("module", {}).items():
        script = read(package, source).decode().rstrip()
        files[module["path"]] = f"{script}\nexport {{ {module['exports']} }};\n".encode()
    for source, target in wanted.get("court", {}).items():
        for card in (rank + suit for rank in "JQK" for suit in "SHDC"):
            files[f"{target}/court-{card}.svg"] = figure(read(package, f"{source}/{card}.svg").decode()).encode()
    return files


def main() -> int:
    """Fetch every pinned package and write its files; print each with its size. Return the exit status."""
    pins = tomllib.loads((HERE / "packages.toml").read_text(encoding="utf-8"))["package"]
    with tempfile.TemporaryDirectory() as folder:
        for pin in pins:
            archive = fetch(pin["name"], pin["version"], pin["integrity"], Path(folder))
            with tarfile.open(archive) as package:
                for target, data in contents(package, pin).items():
                    path = STATIC / target
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
                    print(f"{len(data):>8}  {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
