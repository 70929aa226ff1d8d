#!/usr/bin/env bash
# test.sh BUILD PYTHON - everything CI runs: unit tests, the table-driven checks, sanitizers, the Python
# tests, the installed library, short fuzzing. Ends with one line "N passed, N failed".
set -u
build=$1; python=$2; passed=0; failed=0
cd "$(dirname "$0")/.."

count() { # count NAME LINE RC: adds what a part reports; a part that reports nothing has failed
  local p f
  p=$(printf '%s' "$2" | grep -oE '[0-9]+ passed' | grep -oE '[0-9]+' | tail -n 1)
  f=$(printf '%s' "$2" | grep -oE '[0-9]+ (failed|error|errors)' | grep -oE '[0-9]+' | awk '{s += $1} END {print s + 0}')
  [ "$3" -eq 0 ] || [ "${f:-0}" -gt 0 ] || f=1
  [ -n "$p" ] || { p=0; [ "${f:-0}" -gt 0 ] || f=1; }
  passed=$((passed + p)); failed=$((failed + ${f:-0}))
  echo "== $1: $p passed, ${f:-0} failed"
}

part() { # part NAME COMMAND...: runs it, shows its output, counts its last "N passed" line
  local name=$1 log rc start=$SECONDS; shift
  log=$(mktemp)
  echo "== $name"
  "$@" > "$log" 2>&1; rc=$?
  if [ $rc -ne 0 ]; then tail -n 80 "$log"; fi
  count "$name ($((SECONDS - start)) s)" "$(grep -E '[0-9]+ passed' "$log" | tail -n 1)" $rc
  rm -f "$log"
}

part "unit tests" tools/run_tests.sh "$build"
for script in tools/test.d/*.sh; do
  [ -x "$script" ] && part "$(basename "$script" .sh)" "$script" "$build" "$python"
done
if ls tests/py/test_*.py > /dev/null 2>&1; then
  part "python" env PYTHONPATH="$build/python" "$python" -m pytest -q --maxfail=20 -p no:cacheprovider tests/py
fi
part "sanitizers" make --no-print-directory sanitize BUILD="$build"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
