#!/bin/sh
# See to it that the browser tests have a Chromium; install Debian's where that is allowed.
set -eu

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done

as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
install="apt-get update && ${as_root:+sudo }apt-get install -y --no-install-recommends chromium"

if ! command -v apt-get >/dev/null 2>&1 || { [ -n "$as_root" ] && [ "${CI:-}" != true ]; }; then
    echo "jacknine: the browser tests need Chromium; on Debian run: ${as_root:+sudo }$install" >&2
    exit 1
fi
echo "jacknine: installing Debian's chromium for the browser tests"
$as_root apt-get -qq update
DEBIAN_FRONTEND=noninteractive $as_root apt-get -qq install -y --no-install-recommends chromium >/dev/null
