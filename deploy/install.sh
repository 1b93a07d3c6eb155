#!/bin/sh
# Install Paddock with its compiled engine into a virtual environment of its own: install.sh SOURCE TARGET.
# The Dockerfile runs it, and a test does; it needs a C compiler and, for pip, a package index.
set -eu
source=$1
target=$2
${PYTHON:-python3} -m venv "$target"
rm -rf "$target/wheel"  # of an older version
PADDOCK_BUILD=compiled "$target/bin/pip" wheel --quiet --no-cache-dir --no-deps --wheel-dir "$target/wheel" "$source"
set -- "$target"/wheel/paddock-*.whl
"$target/bin/pip" install --quiet --no-cache-dir --force-reinstall "$1[play]"
"$target/bin/paddock" doctor --json | grep -q '"compiled": true'
