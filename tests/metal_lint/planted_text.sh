#!/usr/bin/env bash
# planted_text.sh - each line breaks one of the dialect's own rules; dialect.awk must report it.
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
work=$(mktemp -d); mkdir -p "$work/src/kernels"
try() { # ok or bad, text
    printf '%s\n' "$2" > "$work/src/kernels/x.c"
    local verdict=ok
    awk -f tools/dialect.awk "$work/src/kernels/x.c" > /dev/null || verdict=bad
    if [ $verdict = "$1" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL: $2"; fi
}
try ok 'K_KERNEL(f, 256, F_SIG)'
try ok 'k_f32 v = 0.5f + 1e5f; k_u32 d2 = a.n; /* double, long and 0.5 in a comment */'
try ok $'#if K_HAS_F64\nk_f64 v = 0.5; double w = 1.0;\n#endif'
try bad 'K_KERNEL(f, 100, F_SIG)'
try bad 'K_KERNEL(f, 2048, F_SIG)'
try bad 'k_f32 v = 0.5;'
try bad 'k_f32 v = 1.0e5 * w;'
try bad 'double v;'
try bad 'long n;'
try bad 'unsigned int n;'
try bad '    static int n;'
try bad 'k_u32 v = threadIdx.x;'
try bad 'k_f32 v = simd_sum(w);'
try bad 'k_u32 n = sizeof(k_f32);'
try bad 'args t = {.n = 1};'
try bad 'k_u32 n = 0u; // why'
try bad '    K_FN void f(void) {}'
try bad 'goto end;'
try bad "#define A_SIG(X) $(for i in $(seq 0 31); do printf ' X(%s, IN, k_f32, a%s)' "$i" "$i"; done) X(32, ARGS, args, a)"
rm -rf "$work"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
