#!/usr/bin/env bash
# ci_setup.sh - installs what the checks need beyond gcc, cmake, make and python3 with pip and venv.
set -eu
need=()
command -v clang > /dev/null || need+=(clang)
if [ ${#need[@]} -gt 0 ]; then
  apt-get update -qq > /dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${need[@]}" > /dev/null
fi
