#!/usr/bin/env bash
# pyabi.sh BUILD - compiles the extension against CPython's own header where there is one: what pyabi.h
# declares must be what the header says. Then checks that the built extension needs the stable ABI only.
set -eu
cd "$(dirname "$0")/../.."
include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
if [ -f "$include/Python.h" ]; then
  for file in python/wootz/*.c; do
    ${CC:-cc} -std=c17 -Wall -Wextra -Wvla -Werror -DWOOTZ_PYTHON_H -fsyntax-only -Iinclude -isystem "$include" "$file"
  done
  # every function that both declare, declared twice in one file: the compiler compares the types
  { echo '#define Py_LIMITED_API 0x030B0000'; echo '#include <Python.h>'
    tr '\n' ' ' < python/wootz/pyabi.h | grep -oE 'PYABI [^;#]*\([^;]*\);' | sed -E 's/PYABI +/extern /' | grep -vE '\(\*|PyExc_'
  } | ${CC:-cc} -std=c17 -Wall -Werror -fsyntax-only -isystem "$include" -x c -
fi
extension=$(ls "${1:-build}"/python/wootz/_core.abi3.so 2>/dev/null || true)
[ -z "$extension" ] || ! nm -D --undefined-only "$extension" | grep -E ' _?Py' | awk '{print $2}' | \
  grep -vFxf <(grep -oE '\b_?Py[A-Za-z0-9_]+' python/wootz/pyabi.h | sort -u)
