#!/bin/sh
# Make .venv if need be and install the named locks and jacknine itself: tools/venv.sh LOCK...
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

fail() {
    echo "jacknine: $*" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 ||
    fail "no $python here; install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed and $python is $("$python" -V 2>&1); name another: make PYTHON=/path/to/python3"

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    "$python" -c 'import ensurepip' >/dev/null 2>&1 ||
        fail "$python cannot make virtual environments; on Debian run: apt-get install python3-venv"
    rm -rf .venv
    "$python" -m venv .venv
fi

# What pip warns of is of use only when it fails.
install() {
    said=$(.venv/bin/python -m pip install --quiet --disable-pip-version-check "$@" 2>&1) || {
        echo "$said" | tail -n 20 >&2
        fail "pip could not install: $*"
    }
}

echo "jacknine: installing ($*) into .venv"
for lock in "$@"; do
    install --require-hashes -r "requirements/$lock.txt"
done
install --no-deps --no-build-isolation --editable .
touch ".venv/$1.stamp"
