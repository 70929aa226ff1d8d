#!/usr/bin/env bash
# lint_kernels.sh BUILD - every kernel and dtype through the compilers that will meet it, as far as this machine
# goes: CUDA by NVRTC to machine code for sm_80, sm_90 and sm_100, Metal's rules by clang with a strict stand-in
# for metal_stdlib, and the dialect's own rules. Planted faults prove that each check can fail.
# What passed is remembered by its text in BUILD/lint. Ends with "N passed, N failed".
set -u
root=$(cd "$(dirname "$0")/.." && pwd); build=$(realpath "$1"); work=$build/lint; passed=0; failed=0
mkdir -p "$work/done"
cd "$root" || exit 1
ok()  { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "kernels: $*"; }
try() { local title=$1 out; shift; if out=$("$@" 2>&1); then ok; else bad "$title:"; printf '%s\n' "$out" | head -n 20; fi; }

cc=${CC:-cc}
build_tool() { $cc -std=c17 -O1 -D_GNU_SOURCE "tools/$1.c" -o "$work/$1" -ldl || { echo "0 passed, 1 failed"; exit 1; }; }
build_tool embed; build_tool nvrtc_check
files=$("$work/embed" files .)

# ---- the dialect's own rules
try "dialect rules" awk -f tools/dialect.awk src/kernels/*.c
try "dialect rules reject what they should" tests/metal_lint/planted_text.sh
for source in src/kernels/*.c; do
  name=$(basename "$source" .c)
  grep -qw "^$name" src/kernels/instances.txt && ok || bad "$source has no line in instances.txt"
done

# ---- Metal
clang=${CLANG:-clang}
metal=("$clang" -x clcpp -cl-std=clc++2021 -cl-no-stdinc -target spir64 -fsyntax-only
       -Xclang -cl-ext=-cl_khr_fp64,-__opencl_c_fp64,+cl_khr_fp16 -Itests/metal_lint
       -Wall -Wextra -Werror -Wdouble-promotion -Wno-unknown-attributes -Wno-unused-function -Wno-unused-parameter)
metal_rules() { "${metal[@]}" -Xclang -ast-dump "$1" 2> /dev/null | awk -f tests/metal_lint/rules.awk; }
if command -v "$clang" > /dev/null; then
  try "Metal's rules reject what they should" tests/metal_lint/planted.sh "$clang"
  for file in $files; do
    "$work/embed" unit metal "$file" "$root" > "$work/$file.metal" || { bad "$file: no unit"; continue; }
    try "Metal: $file" "${metal[@]}" "$work/$file.metal"
    try "Metal: $file, syntax tree" metal_rules "$work/$file.metal"
  done
else
  bad "no clang: the Metal lint did not run (tools/ci_setup.sh installs it)"
fi

# ---- CUDA
find_nvrtc() {
  local at
  for at in "${WZ_NVRTC:-}" /usr/local/cuda/lib64/libnvrtc.so /usr/local/cuda/lib64/libnvrtc.so.1[23] \
            "$work"/nvrtc/nvidia/cuda_nvrtc/lib/libnvrtc.so.12 \
            $(ldconfig -p 2> /dev/null | awk '/libnvrtc\.so/ {print $NF}'); do
    [ -n "$at" ] && [ -f "$at" ] && { echo "$at"; return 0; }
  done
  return 1
}
nvrtc=$(find_nvrtc) || {
  python3 -m pip install --quiet --disable-pip-version-check --target "$work/nvrtc" nvidia-cuda-nvrtc-cu12
  nvrtc=$(find_nvrtc)
}
if [ -z "$nvrtc" ]; then
  bad "no NVRTC here and none from pip: the CUDA check did not run; name one with WZ_NVRTC=path"
else
  one_cuda() { # FILE: skipped when this very text has passed before
    local unit=$work/$1.cu key
    "$work/embed" unit cuda "$1" "$root" > "$unit" || return 1
    key=$(cat "$unit" src/kernels/*.h "src/kernels/$1.c" src/device/common.h src/device/cuda/compat.h src/op/*.def tools/nvrtc_check.c \
          | sha256sum | cut -c1-32)
    [ -f "$work/done/$1.$key" ] && return 0
    "$work/nvrtc_check" "$nvrtc" "$unit" sm_90 > "$work/$1.log" 2>&1 \
      && "$work/nvrtc_check" "$nvrtc" "$unit" -fast sm_80 sm_100 >> "$work/$1.log" 2>&1 || return 1
    rm -f "$work/done/$1".*; : > "$work/done/$1.$key"
  }
  export -f one_cuda; export work root nvrtc
  for file in $files; do echo "$file"; done | xargs -P "$(nproc)" -I{} bash -c 'one_cuda {} && echo "{}" >> "$work/passed.$$" || echo "{}" >> "$work/failed.$$"'
  cat "$work"/passed.* > "$work/passed" 2> /dev/null; cat "$work"/failed.* > "$work/failed" 2> /dev/null
  rm -f "$work"/passed.* "$work"/failed.*
  for file in $files; do
    if grep -qx "$file" "$work/passed" 2> /dev/null && ! grep -qx "$file" "$work/failed" 2> /dev/null; then ok
    else bad "CUDA: $file"; head -n 20 "$work/$file.log" 2> /dev/null; fi
  done
  rm -f "$work/passed" "$work/failed"
  printf '#include "%s/src/device/cuda/compat.h"\n#define K_SUFFIX\n#include "%s/src/device/common.h"\n%s\n' "$root" "$root" \
    'typedef struct { k_u32 n, pad; } args;
     #define SIG(X) X(0, OUT, k_f32, out) X(1, ARGS, args, a)
     K_KERNEL(too_much, 64, SIG) { K_SHARED(k_f32, s, 9000); s[k_thread * a.n] = 1.0f; k_barrier(); out[k_thread] = s[k_thread + a.n]; }' > "$work/planted.cu"
  "$work/nvrtc_check" "$nvrtc" "$work/planted.cu" sm_80 > /dev/null 2>&1 && bad "36,000 bytes of threadgroup memory were accepted" || ok
fi
echo "kernels: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
