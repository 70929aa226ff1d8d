#!/usr/bin/env bash
# fakecuda.sh BUILD PYTHON - every row of the CUDA back end against the reference, on the emulated driver.
set -u
exec "$1"/tests/test_check --on fakecuda
