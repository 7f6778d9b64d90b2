#!/bin/sh
# Pin the dependencies of pyproject.toml into requirements/, with hashes and without any index address.
set -eu
cd "$(dirname "$0")/.."
resolver=.cache/lock
[ -x $resolver/bin/uv ] || { "${PYTHON:-python3}" -m venv $resolver && $resolver/bin/pip install --quiet uv; }

pin() {
    $resolver/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-annotate --no-header "$@"
}

pin pyproject.toml --extra solver --extra arena --extra cluster --extra research --group pyproject.toml:dev \
    --output-file requirements/dev.txt
# The smaller locks take the versions of the large one, so that all of them fit into one environment.
pin pyproject.toml --extra solver --extra arena --constraints requirements/dev.txt --output-file requirements/run.txt
pin --group pyproject.toml:build --constraints requirements/dev.txt --output-file requirements/build.txt

# The programs that `make bench PEERS=1` and `make duel` compare with stand apart: raise their versions here, by hand.
for peer in belote-cli==4.9.6 colver==0.11.1 jass-kit==2.0.5 pyschieber==1.3.2; do
    echo "$peer" | pin - --output-file "bench/peers/${peer%%==*}.txt"
done
