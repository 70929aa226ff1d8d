#!/usr/bin/env bash
# lint.sh BUILD - rules that no compiler checks: generated files are fresh, files and functions are bounded,
# the library is small, words that do not belong. Ends with "N passed, N failed".
set -u
build=$1; passed=0; failed=0
cd "$(dirname "$0")/.."
ok()  { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "lint: $*"; }

git diff --exit-code --stat -- include/wootz/ops.h src/op/wrappers.c docs/ops.md > /dev/null && ok \
  || bad "generated files are stale; run 'make gen' and commit"
while read -r lines file; do
  case $file in */ops.h|*/wrappers.c|models/*) continue ;; esac
  if [ "$lines" -gt 1200 ]; then bad "$file has $lines lines (at most 1,200; aim at 800)"; else ok; fi
done < <(git ls-files '*.c' '*.h' '*.py' '*.def' | xargs wc -l | grep -v ' total$')
awk_functions='
  /^[a-zA-Z].*[^;]$/ { start = FNR; head = $0 }
  /^\{/ { open = FNR }
  /^\}/ { if (open && FNR - open > 120) print FILENAME ":" open ": function of " FNR - open " lines"; open = 0 }'
long=$(git ls-files 'src/*.c' 'cli/*.c' 'runners/*.c' 'python/*.c' | grep -v wrappers.c | xargs awk "$awk_functions")
[ -z "$long" ] && ok || bad "functions over 120 lines:
$long"
if [ -f "$build/libwootz.so" ]; then
  cp "$build/libwootz.so" "$build/stripped.so" && strip "$build/stripped.so"
  bytes=$(stat -c %s "$build/stripped.so")
  [ "$bytes" -lt 3145728 ] && ok || bad "the stripped library has $bytes bytes (at most 3 MB)"
  echo "lint: stripped library $bytes bytes"
fi
words=$(git grep -nIE '\b(TODO|FIXME|XXX)\b|#if 0' -- src include python cli runners tools/*.c | head)
[ -z "$words" ] && ok || bad "unfinished work marked in the code:
$words"
for script in tools/lint.d/*.sh; do
  [ -x "$script" ] || continue
  if out=$("$script" "$build" 2>&1); then ok; else bad "$(basename "$script"):
$out"; fi
done
echo "lint: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
