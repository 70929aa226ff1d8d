#!/usr/bin/env bash
# planted.sh CLANG - each snippet breaks a rule of Metal, and the strict pass must reject it; the first ones must
# pass. Prints "N passed, N failed".
set -o pipefail
clang=${1:-clang}
cd "$(dirname "$0")/../.." || exit 1
flags=(-x clcpp -cl-std=clc++2021 -cl-no-stdinc -target spir64 -Xclang -cl-ext=-cl_khr_fp64,-__opencl_c_fp64,+cl_khr_fp16
       -Itests/metal_lint -Isrc -Wall -Werror -Wdouble-promotion -Wno-unused -Wno-unknown-attributes -fsyntax-only -)
passed=0 failed=0
try() { # title, expected (ok or bad), helper text, body text
    local text out verdict=ok
    text=$(printf '%s\n' '#include "device/metal/compat.h"' '#define K_SUFFIX _lint' '#define K_MMA_T f16' '#include "device/common.h"' \
        'typedef struct { k_u32 n, pad; } args_;' \
        '#define SIG(X) X(0, IN, k_f32, a) X(1, OUT, k_f32, out) X(2, ARGS, args_, p)' "$3" \
        'K_KERNEL(kern, 64, SIG)' '{' 'K_SHARED(k_f32, s, 512);' 's[k_thread] = 0.0f;' "$4" '}')
    out=$("$clang" "${flags[@]}" <<<"$text" 2>&1) || verdict=bad
    if [ $verdict = ok ]; then
        out=$("$clang" "${flags[@]}" -Xclang -ast-dump <<<"$text" 2>/dev/null | awk -f tests/metal_lint/rules.awk) || verdict=bad
    fi
    if [ $verdict = "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    [ $verdict = "$2" ] && [ -z "${VERBOSE:-}" ] && return
    printf '%-48s %-4s %s\n' "$1" "$([ $verdict = "$2" ] && echo pass || echo FAIL)" "$(grep -m1 -oE 'error: .*' <<<"$out" | cut -c1-110)"
}
try 'a correct kernel' ok 'K_FN k_f32 get(K_THREADGROUP k_f32 *q, k_u32 i) { return q[i]; }' 'out[k_thread] = get(s, k_thread) + a[k_thread];'
try 'matrix tiles' ok '' 'K_SHARED(k_elem_f16, t, 512); k_frag_a fa; k_frag_b fb; k_frag_c c; t[k_thread].bits = 0; k_mma_zero(&c);
    k_mma_load_a_f16(&fa, t, 16u); k_mma_load_b_f16(&fb, t, 16u); k_mma_load_bt_f16(&fb, t, 16u); k_mma_f16(&c, &fa, &fb); k_mma_store(&c, s, 16u);'
try 'every kind of atomic' ok '' 'K_SHARED(k_atomic_u32, n, 1); K_GLOBAL k_atomic_u32 *g = (K_GLOBAL k_atomic_u32 *)out;
    K_GLOBAL k_atomic_f32 *h = (K_GLOBAL k_atomic_f32 *)out; K_GLOBAL k_atomic_i32 *j = (K_GLOBAL k_atomic_i32 *)out;
    k_atomic_add_u32(n, 1u); k_atomic_max_u32(g, 2u); k_atomic_min_i32(j, -1); k_atomic_add_f32(h, 1.0f); k_atomic_swap_u32(g, 1u, 2u);'
try 'every kind of lane operation' ok '' 'out[k_thread] = k_lane_sum_f32(1.0f) + k_lane_max_f32(a[0]) + (k_f32)k_lane_ballot(k_lane > 3u) + (k_f32)K_LANE_MIN(i64, (k_i64)k_lane)
    + (k_f32)K_LANE_SHUFFLE(u64, (k_u64)k_lane, 3u);'
try 'global pointer to a threadgroup parameter' bad 'K_FN k_f32 get(K_THREADGROUP k_f32 *q) { return q[0]; }' 'out[0] = get(out);'
try 'threadgroup pointer to a global parameter' bad 'K_FN k_f32 get(K_GLOBAL const k_f32 *q) { return q[0]; }' 'out[0] = get(s);'
try 'pointer parameter without an address space' bad 'K_FN k_f32 get(const k_f32 *q) { return q[0]; }' 'k_f32 t[2]; t[0] = 1.0f; out[0] = get(t);'
try 'local pointer without an address space' bad '' 'k_f32 t[2]; k_f32 *q = t; q[0] = 1.0f; out[0] = q[0];'
try 'cast that drops the address space' bad '' 'out[0] = *(const k_f32 *)a;'
try 'cast to another address space' bad '' 'out[0] = *(K_THREADGROUP const k_f32 *)a;'
try 'write to an input' bad '' 'a[0] = 1.0f;'
try 'write to the arguments' bad '' 'p.n = 1u;'
try 'threadgroup array in a helper' bad 'K_FN void f() { K_SHARED(k_f32, t, 4); }' ''
try 'threadgroup array in an inner block' bad '' '{ K_SHARED(k_f32, t, 4); t[0] = 1.0f; }'
try 'threadgroup array with an initialiser' bad '' 'threadgroup k_f32 t[2] = {1.0f, 2.0f};'
try 'thread index used in a helper' bad 'K_FN k_u32 f() { return k_thread; }' ''
try 'double' bad '' 'double d = 1.0f; out[0] = (k_f32)d;'
try 'literal without f' bad '' 'out[0] = a[0] * 0.5;'
try 'mutable global variable' bad 'int counter = 0;' 'counter++;'
try 'static local variable' bad '' 'static k_u32 n = 0u; n++;'
try 'function pointer' bad 'K_FN k_f32 f(k_f32 v) { return v; }' 'k_f32 (*g)(k_f32) = f; out[0] = g(1.0f);'
try 'variable-length array' bad '' 'k_f32 t[p.n]; t[0] = 1.0f;'
try 'goto' bad '' 'goto end; end: out[0] = 1.0f;'
try 'recursion' bad 'K_FN k_u32 f(k_u32 n) { return n == 0u ? 0u : f(n - 1u); }' 'out[0] = (k_f32)f(p.n);'
try 'malloc' bad '' 'out[0] = *(k_f32 *)malloc(4);'
try 'printf' bad '' 'printf("x");'
try 'expf, a function Metal lacks' bad '' 'out[0] = expf(a[0]);'
try 'erf, a function Metal lacks' bad '' 'out[0] = erf(a[0]);'
try 'lane sum of a 64-bit value' bad '' 'k_i64 v = simd_sum((k_i64)k_thread); out[0] = (k_f32)v;'
try 'plain arithmetic on an atomic' bad '' 'K_SHARED(k_atomic_u32, n, 1); n[0] = n[0] + 1u;'
try 'atomic operation on a plain integer' bad '' 'K_SHARED(k_u32, n, 1); k_atomic_add_u32(n, 1u);'
try 'float atomic in threadgroup memory' bad '' 'K_SHARED(k_atomic_f32, n, 1); k_atomic_add_f32(n, 1.0f);'
try '64-bit atomic' bad '' 'K_GLOBAL k_atomic_u64 *n = (K_GLOBAL k_atomic_u64 *)out; k_atomic_store_u64(n, 1u);'
try 'arithmetic on a bf16 element' bad '' 'k_elem_bf16 h; h.bits = 0; out[0] = h + h;'
try 'ternary of vector and scalar' bad '' 'k_f32x2 v = k_make_f32x2(1.0f, 2.0f); k_f32x2 w = p.n != 0u ? v : p; out[0] = w.x;'
try 'designated initialiser out of order' bad '' 'args_ t = {.pad = 1u, .n = 2u}; out[0] = (k_f32)t.n;'
try 'void pointer converted implicitly' bad '' 'K_GLOBAL void *v = out; K_GLOBAL k_f32 *q = v; q[0] = 1.0f;'
try 'long long' bad '' 'long long v = 1; out[0] = (k_f32)v;'
try 'pointer in a struct' bad 'typedef struct { k_f32 *q; } holder;' 'holder h; h.q = out; out[0] = h.q[0];'
echo "$passed passed, $failed failed"
[ $failed = 0 ]
