#!/usr/bin/env bash
# stubs.sh BUILD - the .pyi files say what the op table and the Python modules say.
set -eu
cd "$(dirname "$0")/../.."
PYTHONPATH="${1:-build}/python" PYTHONDONTWRITEBYTECODE=1 python3 tools/gen_stubs.py --check
