#!/usr/bin/env bash
# run_tests.sh BUILD - runs every unit test program of a build and adds up their "N passed, N failed" lines.
# A program that prints no such line, or exits non-zero, counts as one failure more.
set -u
build=$1; passed=0; failed=0
for program in "$build"/tests/test_*; do
  [ -x "$program" ] && [ -f "$program" ] || continue
  out=$("$program" 2>&1); rc=$?
  line=$(printf '%s\n' "$out" | grep -E '^[0-9]+ passed, [0-9]+ failed' | tail -n 1)
  p=$(printf '%s' "$line" | sed -n 's/^\([0-9]*\) passed.*/\1/p'); f=$(printf '%s' "$line" | sed -n 's/.*, \([0-9]*\) failed.*/\1/p')
  passed=$((passed + ${p:-0})); failed=$((failed + ${f:-0}))
  if [ $rc -ne 0 ] || [ -z "$line" ] || [ "${p:-0}" = 0 ]; then
    [ "${f:-0}" -gt 0 ] || failed=$((failed + 1))
    echo "FAILED: $program (exit $rc)"; printf '%s\n' "$out" | tail -n 40
  else
    echo "ok $(basename "$program"): $line"
  fi
done
echo "unit: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
