#!/usr/bin/env bash
# Installs the library into a folder and builds a ten-line program against it, once through pkg-config's
# flags and once through the exported CMake target.
set -eu
build=$(realpath "$1"); prefix=$build/install-test; work=$build/install-work
rm -rf "$prefix" "$work"; mkdir -p "$work"
cmake --install "$build" --prefix "$prefix" > /dev/null
cat > "$work/main.c" <<'C'
#include <stdio.h>
#include <wootz/ops.h>
int main(void)
{
    int64_t size[] = {2, 2};
    wz_scope_begin();
    wz_tensor *x = wz_fill_(wz_tensor_new(WZ_DTYPE_F32, 2, size, NULL), wz_num(2.5));
    float v[4] = {0};
    if (!x || wz_tensor_read(x, v, sizeof v) != WZ_OK) return 1;
    printf("%s %g\n", wz_version(), (double)(v[0] + v[3]));
    wz_scope_end();
    return v[0] + v[3] == 5.0f ? 0 : 1;
}
C
lib=$(dirname "$(find "$prefix" -name 'libwootz.so' | head -n 1)")
pc=$lib/pkgconfig/wootz.pc
[ -f "$pc" ]
flags=$(sed -n 's/^Cflags: //p; s/^Libs: //p' "$pc" | tr '\n' ' ')
flags=${flags//'${includedir}'/$prefix/include}; flags=${flags//'${libdir}'/$lib}
gcc -std=c17 "$work/main.c" -o "$work/with_pc" $flags -Wl,-rpath,"$lib"
"$work/with_pc"
cat > "$work/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.20)
project(consumer C)
find_package(wootz REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer wootz::wootz)
C
cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
cmake --build "$work/build" > /dev/null
"$work/build/consumer"
echo "2 passed, 0 failed"
