#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each for a few seconds (WZ_FUZZ_SECONDS) from its committed corpus.
set -u
build=$(realpath "$1")/fuzz; seconds=${WZ_FUZZ_SECONDS:-4}
cmake -S . -B "$build" -DWZ_FUZZ=ON -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug > /dev/null
cmake --build "$build" -j "$(nproc)" --target fuzz || exit 1

one() { # one NAME: what it finds goes to a folder of its own, with the input that shows it
  local name=$1 work=$build/run/$1 dict=
  rm -rf "$work"; mkdir -p "$work/corpus" "$work/found"
  [ ! -f "tests/fuzz/$name.dict" ] || dict=-dict=tests/fuzz/$name.dict
  "$build/fuzz/fuzz_$name" "$work/corpus" "tests/fuzz/corpus/$name" $dict -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -max_len=4096 -artifact_prefix="$work/found/" > "$work/log" 2>&1
  if [ $? -eq 0 ] && grep -q "^Done [0-9]* runs" "$work/log"; then
    echo "fuzz $name: $(grep -o '^Done [0-9]* runs' "$work/log")"; touch "$work/good"
  else
    echo "fuzz $name: FAILED"; tail -n 40 "$work/log"
    for f in "$work"/found/*; do [ -f "$f" ] && echo "input (base64): $(base64 -w 0 < "$f" | cut -c 1-4000)"; done
  fi
}

names=(); for f in tests/fuzz/corpus/*/; do names+=("$(basename "$f")"); done
jobs=$(nproc); passed=0; failed=0
for name in "${names[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "$name" &
done
wait
for name in "${names[@]}"; do [ -f "$build/run/$name/good" ] && passed=$((passed + 1)) || failed=$((failed + 1)); done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
