/* test_gguf.c - GGUF files built in memory: every way of storing numbers against a plain formula, metadata, files
 * that lie, files cut anywhere, allocation failures.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1
#include "unit.h"
#include "core/convert.h"
#include "core/mem.h"
#include "io/gguf.h"
#include <unistd.h>
#include <wootz/io.h>
#include <wootz/ops.h>

/* ---- building --------------------------------------------------------------------------------------- */

typedef struct blob { unsigned char p[1 << 17]; size_t n; } blob;

static blob b;
static char path[64];

static void put(const void *data, size_t n) { memcpy(b.p + b.n, data, n), b.n += n; }
static void put_n(uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++) b.p[b.n++] = (unsigned char)(v >> (8 * i));
}
static void put_text(const char *text)
{
    put_n(strlen(text), 8);
    put(text, strlen(text));
}
static void begin(uint32_t version, uint64_t n_tensors, uint64_t n_keys)
{
    b.n = 0;
    put("GGUF", 4);
    put_n(version, 4);
    put_n(n_tensors, 8);
    put_n(n_keys, 8);
}
static void key(const char *name, uint32_t kind)
{
    put_text(name);
    put_n(kind, 4);
}
static void array(const char *name, uint32_t kind, uint64_t n)
{
    key(name, GGUF_ARRAY);
    put_n(kind, 4);
    put_n(n, 8);
}
static void info(const char *name, int ndim, const uint64_t *size, uint32_t type, uint64_t offset)
{
    put_text(name);
    put_n((uint64_t)ndim, 4);
    for (int d = 0; d < ndim; d++) put_n(size[d], 8);
    put_n(type, 4);
    put_n(offset, 8);
}
static void pad(size_t align)
{
    while (b.n % align) b.p[b.n++] = 0;
}
static void zeros(size_t n)
{
    memset(b.p + b.n, 0, n);
    b.n += n;
}

static void write_bytes(size_t n)
{
    unlink(path); /* some file systems wait for the disk when a file is written over */
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(b.p, 1, n, f) == n);
    if (f) fclose(f);
}
static gguf_file *opened(void)
{
    gguf_file *f;
    write_bytes(b.n);
    CHECK_MSG(gguf_open(path, &f) == WZ_OK, "%s", wz_error());
    return f;
}
static bool refused(const char *why)
{
    gguf_file *f;
    int64_t    live = mem_live_count();
    write_bytes(b.n);
    wz_status status = gguf_open(path, &f);
    bool      ok = status != WZ_OK && !f && strstr(wz_error(), why) && mem_live_count() == live && !strchr(wz_error(), '\n');
    if (!ok) printf("%s: %d %s\n", why, (int)status, status ? wz_error() : "was read");
    gguf_close(&f);
    return ok;
}

/* ---- every type against a plain formula ------------------------------------------------------------------ */

static uint32_t state = 12345;
static uint32_t draw(void) { return state = state * 1664525u + 1013904223u, state >> 8; }

/* The k-th bits of a byte string, as one small number. */
static int bits(const unsigned char *p, int byte, int shift, int n) { return p[byte] >> shift & ((1 << n) - 1); }
static double half(const unsigned char *p) { return f16_decode((uint16_t)(p[0] + 256 * p[1])); }

/* Number e of a block, by the definition of its type, in double. */
static double plain(const char *type, const unsigned char *p, int e)
{
    static const int nl[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    int    low = e % 16, upper = e / 16; /* of 32 */
    int    c = e / 64, l = e % 32, side = e / 32 % 2, g = e / 32; /* of 256: 64s, place, half, 32s */
    if (!strcmp(type, "Q4_0")) return half(p) * (bits(p, 2 + low, 4 * upper, 4) - 8);
    if (!strcmp(type, "Q4_1")) return half(p) * bits(p, 4 + low, 4 * upper, 4) + half(p + 2);
    if (!strcmp(type, "Q5_0")) return half(p) * (bits(p, 6 + low, 4 * upper, 4) + 16 * bits(p, 2 + e / 8, e % 8, 1) - 16);
    if (!strcmp(type, "Q5_1")) return half(p) * (bits(p, 8 + low, 4 * upper, 4) + 16 * bits(p, 4 + e / 8, e % 8, 1)) + half(p + 2);
    if (!strcmp(type, "Q8_0")) return half(p) * (p[2 + e] < 128 ? p[2 + e] : p[2 + e] - 256);
    if (!strcmp(type, "IQ4_NL")) return half(p) * nl[bits(p, 2 + low, 4 * upper, 4)];
    if (!strcmp(type, "IQ4_XS")) {
        int s = bits(p, 4 + g / 2, g % 2 * 4, 4) + 16 * bits(p, 2 + g / 4, g % 4 * 2, 2) - 32;
        return half(p) * s * nl[bits(p, 8 + 16 * g + l % 16, l / 16 * 4, 4)];
    }
    if (!strcmp(type, "Q2_K")) {
        int s = p[e / 16], q = bits(p, 16 + e / 128 * 32 + l, e % 128 / 32 * 2, 2);
        return half(p + 80) * (s % 16) * q - half(p + 82) * (s / 16);
    }
    if (!strcmp(type, "Q3_K")) {
        int i = e / 16, s = bits(p, 96 + i % 8, i / 8 * 4, 4) + 16 * bits(p, 104 + i % 4, i / 4 * 2, 2) - 32;
        int q = bits(p, 32 + e / 128 * 32 + l, e % 128 / 32 * 2, 2) + 4 * bits(p, l, e / 32, 1) - 4;
        return half(p + 108) * s * q;
    }
    if (!strcmp(type, "Q6_K")) {
        int h = e / 128, part = e % 128 / 32;
        int q = bits(p, 64 * h + 32 * (part % 2) + l, part / 2 * 4, 4) + 16 * bits(p, 128 + 32 * h + l, 2 * part, 2) - 32;
        int s = p[192 + e / 16];
        return half(p + 208) * (s < 128 ? s : s - 256) * q;
    }
    /* Q4_K and Q5_K */
    bool five = !strcmp(type, "Q5_K");
    int  s = g < 4 ? bits(p, 4 + g, 0, 6) : bits(p, 8 + g, 0, 4) + 16 * bits(p, g, 6, 2);
    int  m = g < 4 ? bits(p, 8 + g, 0, 6) : bits(p, 8 + g, 4, 4) + 16 * bits(p, 4 + g, 6, 2);
    int  q = bits(p, (five ? 48 : 16) + 32 * c + l, 4 * side, 4) + (five ? 16 * bits(p, 16 + l, g, 1) : 0);
    return half(p) * s * q - half(p + 2) * m;
}

static double bound(wz_dtype d, double v) { return fabs(v) * (d == WZ_DTYPE_F32 ? 3e-7 : d == WZ_DTYPE_F16 ? 5e-4 : 4e-3) + (d == WZ_DTYPE_F16 ? 3e-8 : 1e-6); }

static void check_type(const gguf_file *f, const char *name, wz_dtype want)
{
    const gguf_tensor *t = gguf_find(f, name);
    CHECK(t && strcmp(t->type->name, name) == 0 && t->ndim == 2 && t->size[0] == 3 && t->size[1] == 2304);
    CHECK(wz_scope_begin() == WZ_OK);
    wz_tensor *x = gguf_open_tensor(t, want);
    CHECK_MSG(x != NULL, "%s: %s", name, wz_error());
    int bad = 0;
    for (int64_t i = 0; x && i < 3 * 2304; i++) {
        const unsigned char *block = (const unsigned char *)t->data + i / t->type->block * t->type->bytes;
        double expect = plain(name, block, (int)(i % t->type->block));
        double got = load_f64(want, (const char *)wz_tensor_data(x) + (size_t)i * wz_dtype_bytes(want));
        bad += !(fabs(got - expect) <= bound(want, expect));
    }
    CHECK_MSG(bad == 0, "%s as %s: %d of %d differ", name, wz_dtype_name(want), bad, 3 * 2304);
    wz_scope_end();
}

static void every_block_type(void)
{
    static const struct { uint32_t id; const char *name; int scale[2]; } types[] = {
        {2, "Q4_0", {0, -1}}, {3, "Q4_1", {0, 2}}, {6, "Q5_0", {0, -1}}, {7, "Q5_1", {0, 2}}, {8, "Q8_0", {0, -1}}, {10, "Q2_K", {80, 82}},
        {11, "Q3_K", {108, -1}}, {12, "Q4_K", {0, 2}}, {13, "Q5_K", {0, 2}}, {14, "Q6_K", {208, -1}}, {20, "IQ4_NL", {0, -1}}, {23, "IQ4_XS", {0, -1}}};
    enum { TYPES = sizeof types / sizeof *types };
    const uint64_t size[] = {2304, 3}; /* more than one piece of a conversion, and not a multiple of it */
    uint64_t       offset = 0;
    begin(3, TYPES, 0);
    for (int i = 0; i < TYPES; i++) {
        const gguf_type *t = gguf_type_find(types[i].id);
        info(types[i].name, 2, size, types[i].id, offset);
        offset += (uint64_t)(2304 * 3 / t->block * t->bytes + 31) / 32 * 32;
    }
    for (int i = 0; i < TYPES; i++) {
        const gguf_type *t = gguf_type_find(types[i].id);
        pad(32);
        for (int k = 0; k < 2304 * 3 / t->block; k++) {
            for (int j = 0; j < t->bytes; j++) b.p[b.n + (size_t)j] = (unsigned char)draw();
            for (int j = 0; j < 2; j++) { /* scales between -2 and 2 */
                uint16_t h = f16_encode((float)((double)(draw() % 4001) / 1000 - 2));
                if (types[i].scale[j] < 0) continue;
                b.p[b.n + (size_t)types[i].scale[j]] = (unsigned char)h;
                b.p[b.n + (size_t)types[i].scale[j] + 1] = (unsigned char)(h >> 8);
            }
            b.n += (size_t)t->bytes;
        }
    }
    gguf_file *f = opened();
    for (int i = 0; f && i < TYPES; i++) {
        check_type(f, types[i].name, WZ_DTYPE_F32);
        check_type(f, types[i].name, WZ_DTYPE_F16);
        check_type(f, types[i].name, WZ_DTYPE_BF16);
        check_type(f, types[i].name, WZ_DTYPE_F64);
    }
    if (f && wz_scope_begin() == WZ_OK) {
        CHECK(!gguf_open_tensor(gguf_at(f, 0), WZ_DTYPE_I32) && strstr(wz_error(), "cannot be read as int32"));
        wz_tensor *small = gguf_open_small(gguf_at(f, 0));
        CHECK(small && wz_tensor_dtype(small) == WZ_DTYPE_F16);
        wz_scope_end();
    }
    gguf_close(&f);
}

/* Plain types, shapes in reverse, a scalar, an empty tensor, a misaligned one; values too large for F16. */
static void plain_types(void)
{
    const uint64_t size[] = {3, 2, 1}, empty[] = {5, 0}, four[] = {4}, block[] = {32};
    begin(2, 6, 1);
    key("general.alignment", GGUF_U32);
    put_n(1, 4);
    info("f32", 3, size, 0, 1), info("bf16", 1, four, 30, 25), info("i8", 1, four, 24, 33), info("e", 2, empty, 1, 0), info("s", 0, size, 27, 37), info("big", 1, block, 8, 45);
    put_n(0xEE, 1);
    const float f32[6] = {1, -2, 3.5f, 4, 5, 6};
    put(f32, sizeof f32);
    for (int i = 0; i < 4; i++) put_n(bf16_encode((float)i - 1.5f), 2);
    for (int i = 0; i < 4; i++) put_n((uint64_t)(i - 2), 1);
    put_n((uint64_t)-7, 8);
    put_n(f16_encode(1000), 2);
    for (int i = 0; i < 32; i++) put_n((uint64_t)(100 - i), 1);
    gguf_file *f = opened();
    if (!f) return;
    CHECK(gguf_version(f) == 2 && gguf_count(f) == 6 && wz_scope_begin() == WZ_OK);
    wz_tensor *x = gguf_open_tensor(gguf_find(f, "f32"), WZ_DTYPE_NONE), *y = gguf_open_tensor(gguf_find(f, "bf16"), WZ_DTYPE_F32);
    CHECK(x && wz_tensor_ndim(x) == 3 && wz_tensor_size(x, 0) == 1 && wz_tensor_size(x, 1) == 2 && wz_tensor_size(x, 2) == 3);
    CHECK(x && memcmp(wz_tensor_data(x), f32, sizeof f32) == 0);
    CHECK(y && wz_tensor_dtype(y) == WZ_DTYPE_F32 && ((const float *)wz_tensor_data(y))[3] == 1.5f);
    x = gguf_open_tensor(gguf_find(f, "i8"), WZ_DTYPE_NONE);
    CHECK(x && wz_tensor_dtype(x) == WZ_DTYPE_I8 && ((const int8_t *)wz_tensor_data(x))[0] == -2);
    x = gguf_open_tensor(gguf_find(f, "e"), WZ_DTYPE_NONE);
    CHECK(x && wz_tensor_size(x, 0) == 0 && wz_tensor_size(x, 1) == 5);
    x = gguf_open_tensor(gguf_find(f, "s"), WZ_DTYPE_NONE);
    CHECK(x && wz_tensor_ndim(x) == 0 && ((const int64_t *)wz_tensor_data(x))[0] == -7);
    x = gguf_open_small(gguf_find(f, "big")); /* 100000: beyond float16 */
    CHECK(x && wz_tensor_dtype(x) == WZ_DTYPE_BF16 && load_f64(WZ_DTYPE_BF16, wz_tensor_data(x)) == 99840);
    CHECK(!gguf_find(f, "none") && !gguf_at(f, 6));
    wz_scope_end();
    gguf_close(&f);
}

/* ---- metadata --------------------------------------------------------------------------------------------- */

static void all_kinds(void)
{
    begin(3, 0, 15);
    key("u8", GGUF_U8), put_n(200, 1);
    key("i8", GGUF_I8), put_n((uint64_t)-3, 1);
    key("u16", GGUF_U16), put_n(60000, 2);
    key("i16", GGUF_I16), put_n((uint64_t)-300, 2);
    key("u32", GGUF_U32), put_n(4000000000u, 4);
    key("i32", GGUF_I32), put_n((uint64_t)-70000, 4);
    key("f32", GGUF_F32), put_n(0x3FC00000, 4);
    key("yes", GGUF_BOOL), put_n(1, 1);
    key("text", GGUF_STRING), put_text("w\xC3\xB6tz");
    key("u64", GGUF_U64), put_n(UINT64_MAX, 8);
    key("i64", GGUF_I64), put_n((uint64_t)-5, 8);
    key("f64", GGUF_F64), put_n(0xBFF8000000000000u, 8);
    array("texts", GGUF_STRING, 3), put_text("a"), put_text(""), put_text("bcd");
    array("numbers", GGUF_I16, 3), put_n(1, 2), put_n((uint64_t)-2, 2), put_n(3, 2);
    array("nested", GGUF_ARRAY, 2), put_n(GGUF_U8, 4), put_n(2, 8), put_n(7, 2), put_n(GGUF_STRING, 4), put_n(1, 8), put_text("x");
    gguf_file  *f = opened();
    int64_t     i;
    double      d;
    bool        yes = false;
    const char *text, **texts;
    size_t      n, *lengths;
    float      *floats;
    int32_t    *ints;
    if (!f) return;
    static const struct { const char *key; int64_t value; } whole[] = {{"u8", 200}, {"i8", -3}, {"u16", 60000}, {"i16", -300}, {"u32", 4000000000}, {"i32", -70000}, {"i64", -5}};
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        CHECK(gguf_integer(gguf_key(f, whole[k].key), &i) && i == whole[k].value && gguf_number(gguf_key(f, whole[k].key), &d) && d == (double)i);
    CHECK(!gguf_integer(gguf_key(f, "u64"), &i) && !gguf_integer(gguf_key(f, "f32"), &i) && !gguf_integer(gguf_key(f, "text"), &i));
    CHECK(!gguf_integer(gguf_key(f, "numbers"), &i) && !gguf_integer(NULL, &i) && !gguf_number(gguf_key(f, "yes"), &d) && !gguf_number(gguf_key(f, "nested"), &d));
    CHECK(gguf_number(gguf_key(f, "f32"), &d) && d == 1.5 && gguf_number(gguf_key(f, "f64"), &d) && d == -1.5);
    CHECK(gguf_bool(gguf_key(f, "yes"), &yes) && yes && !gguf_bool(gguf_key(f, "u8"), &yes));
    CHECK(gguf_text(gguf_key(f, "text"), &text, &n) && n == 5 && memcmp(text, "w\xC3\xB6tz", 5) == 0 && !gguf_text(gguf_key(f, "texts"), &text, &n));
    CHECK(gguf_strings(gguf_key(f, "texts"), &texts, &lengths) == WZ_OK && lengths[0] == 1 && lengths[1] == 0 && lengths[2] == 3 && memcmp(texts[2], "bcd", 3) == 0);
    mem_free((void *)texts), mem_free(lengths);
    CHECK(gguf_strings(gguf_key(f, "numbers"), &texts, &lengths) == WZ_FORMAT && !texts && !lengths);
    CHECK(gguf_floats(gguf_key(f, "numbers"), &floats) == WZ_OK && floats[1] == -2);
    mem_free(floats);
    CHECK(gguf_ints(gguf_key(f, "numbers"), &ints) == WZ_OK && ints[1] == -2 && gguf_number_at(gguf_key(f, "numbers"), 2, &d) && d == 3 && !gguf_number_at(gguf_key(f, "numbers"), 3, &d));
    mem_free(ints);
    CHECK(gguf_floats(gguf_key(f, "texts"), &floats) == WZ_FORMAT && gguf_ints(gguf_key(f, "nested"), &ints) == WZ_FORMAT && gguf_ints(gguf_key(f, "f32"), &ints) == WZ_FORMAT);
    CHECK(gguf_key_count(f) == 15 && strcmp(gguf_key_at(f, 8)->key, "text") == 0 && !gguf_key_at(f, 15) && !gguf_key(f, "tex") && !gguf_key(f, "textt"));
    gguf_close(&f);
    /* The public face gives text. */
    static const char *const expected[15] = {"200", "-3", "60000", "-300", "4000000000", "-70000", "1.5", "true", "w\xC3\xB6tz", "18446744073709551615", "-5", "-1.5",
                                             "3 of string", "1, -2, 3", "2 of array"};
    wz_tensor_file *file;
    const char     *name, *value;
    CHECK(wz_tensor_file_open(path, &file) == WZ_OK && wz_tensor_file_count(file) == 0);
    for (int64_t k = 0; k < 15; k++)
        CHECK_MSG(wz_tensor_file_metadata(file, k, &name, &value) && strcmp(value, expected[k]) == 0, "%s is '%s'", name, value);
    CHECK(!wz_tensor_file_metadata(file, 15, &name, &value));
    wz_tensor_file_free(&file);
}

/* ---- files that lie ---------------------------------------------------------------------------------------- */

static const uint64_t s4[] = {4}, s32[] = {32}, huge[] = {1ull << 62, 8}, wide[] = {UINT64_MAX}, s5[] = {1, 1, 1, 1, 1};

static void lying_headers(void)
{
    begin(3, 0, 0);
    b.n = 7;
    CHECK(refused("too few"));
    begin(3, 0, 0);
    b.p[0] = 'g';
    CHECK(refused("does not begin with 'GGUF'"));
    begin(1, 0, 0);
    CHECK(refused("version 1"));
    begin(4, 0, 0);
    CHECK(refused("version 4"));
    begin(3u << 24, 0, 0);
    CHECK(refused("big-endian"));
    begin(3, UINT64_MAX, 0);
    CHECK(refused("claims"));
    begin(3, 0, UINT64_MAX);
    CHECK(refused("claims"));
    begin(3, 1ull << 40, 1ull << 40);
    CHECK(refused("claims"));
    begin(3, 0, 1);
    zeros(40);
    CHECK(refused("a name of 0 bytes"));
    begin(3, 0, 1);
    put_n(UINT64_MAX, 8), zeros(40);
    CHECK(refused("a name of 18446744073709551615 bytes"));
    begin(3, 0, 1);
    put_n(60000, 8), zeros(40);
    CHECK(refused("needs 60000 bytes"));
}

static void lying_keys(void)
{
    begin(3, 0, 1), key("a\xFF", GGUF_U8), zeros(9);
    CHECK(refused("not UTF-8"));
    begin(3, 0, 1), put_n(3, 8), put("a\0b", 3), put_n(GGUF_U8, 4), zeros(9);
    CHECK(refused("not UTF-8 text without NULs"));
    begin(3, 0, 2), key("k", GGUF_U8), put_n(1, 1), key("k", GGUF_U8), put_n(1, 1);
    CHECK(refused("'k' stands there twice"));
    begin(3, 0, 1), key("k", 13), zeros(9);
    CHECK(refused("unknown type 13"));
    begin(3, 0, 1), key("k", UINT32_MAX), zeros(9);
    CHECK(refused("unknown type"));
    begin(3, 0, 1), key("k", GGUF_BOOL), put_n(2, 1), zeros(9);
    CHECK(refused("the boolean 2"));
    begin(3, 0, 1), key("k", GGUF_STRING), put_n(UINT64_MAX, 8), zeros(9);
    CHECK(refused("needs 18446744073709551615 bytes"));
    begin(3, 0, 1), array("k", GGUF_U64, UINT64_MAX / 8 + 2), zeros(9);
    CHECK(refused("claims 2305843009213693953 values"));
    begin(3, 0, 1), array("k", GGUF_STRING, 1u << 30), zeros(64);
    CHECK(refused("claims 1073741824 values of type string"));
    begin(3, 0, 1), array("k", 99, 0), zeros(9);
    CHECK(refused("unknown type 99"));
    begin(3, 0, 1), key("k", GGUF_ARRAY);
    for (int i = 0; i < 40; i++) put_n(GGUF_ARRAY, 4), put_n(1, 8);
    zeros(9);
    CHECK(refused("more than 4 deep"));
    static const uint64_t alignments[] = {0, 3, 48, 1u << 25, UINT32_MAX};
    for (int i = 0; i < 5; i++) {
        begin(3, 0, 1), key("general.alignment", GGUF_U32), put_n(alignments[i], 4);
        CHECK(refused("a power of two is needed"));
    }
    begin(3, 0, 1), key("general.alignment", GGUF_STRING), put_text("32");
    CHECK(refused("not a whole number"));
}

static void lying_tensors(void)
{
    static const struct { int ndim; const uint64_t *size; uint32_t type; uint64_t offset; const char *why; } cases[] = {
        {5, s5, 0, 0, "has 5 dims"}, {1, s4, 4, 0, "unknown type 4"}, {1, s4, 1000, 0, "unknown type 1000"}, {2, huge, 0, 0, "overflows at dim 1"},
        {1, wide, 24, 0, "overflows at dim 0"}, {1, huge, 28, 0, "more bytes than memory"}, {1, s4, 2, 0, "rows of 4 numbers, type Q4_0 needs a multiple of 32"},
        {1, s32, 12, 0, "a multiple of 256"}, {0, s4, 8, 0, "rows of 1"}, {1, s4, 0, 8, "not a multiple of the alignment"}, {1, s4, 0, 32, "the file has 32 bytes of data"},
        {1, s4, 0, UINT64_MAX - 31, "the file has 32 bytes"}, {1, s32, 0, 0, "needs 128 bytes at 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(3, 1, 0);
        info("t", cases[i].ndim, cases[i].size, cases[i].type, cases[i].offset);
        pad(32), zeros(32);
        CHECK(refused(cases[i].why));
    }
    begin(3, 2, 0), info("t", 1, s4, 0, 0), info("t", 1, s4, 0, 32), pad(32), zeros(64);
    CHECK(refused("tensor 't' stands there twice"));
    begin(3, 2, 0), info("t", 1, s4, 0, 0), info("u", 1, s4, 0, 0), pad(32), zeros(64);
    CHECK(refused("'t' and 'u' overlap"));
    begin(3, 2, 0), info("t", 1, s32, 0, 0), info("u", 1, s4, 0, 96), pad(32), zeros(128);
    CHECK(refused("overlap"));
    begin(3, 1, 0), info("t", 1, s4, 0, 0), b.n -= b.n % 32 ? 0 : 1;
    CHECK(refused("has 0 bytes of data"));
    uint64_t k[] = {256};
    begin(3, 1, 0), info("t", 1, k, 16, 0), pad(32), zeros(66); /* known by size alone */
    gguf_file *f = opened();
    if (f && wz_scope_begin() == WZ_OK) {
        CHECK(!gguf_open_tensor(gguf_at(f, 0), WZ_DTYPE_NONE) && strstr(wz_error(), "stored as IQ2_XXS"));
        wz_scope_end();
    }
    gguf_close(&f);
}

/* A small file with a bit of everything. */
static void build_sample(void)
{
    begin(3, 2, 3);
    key("general.architecture", GGUF_STRING), put_text("test");
    array("names", GGUF_STRING, 2), put_text("one"), put_text("two");
    array("n", GGUF_F32, 2), zeros(8);
    info("a", 1, s4, 0, 0), info("b", 1, s32, 8, 32);
    pad(32), zeros(16), pad(32), zeros(34);
}

/* Cut after any byte it is refused; with any one byte changed it is refused or read, never worse. */
static void cut_and_changed(void)
{
    build_sample();
    size_t     n = b.n;
    gguf_file *f;
    int64_t    live = mem_live_count();
    for (size_t cut = 0; cut < n; cut++) {
        write_bytes(cut);
        wz_status status = gguf_open(path, &f);
        CHECK_MSG(status == WZ_FORMAT && !f, "cut at %zu of %zu: %d", cut, n, (int)status);
        gguf_close(&f);
    }
    for (size_t at = 0; at < n; at++)
        for (int bit = 0; bit < 8; bit++) {
            b.p[at] ^= (unsigned char)(1 << bit);
            write_bytes(n);
            if (gguf_open(path, &f) == WZ_OK && wz_scope_begin() == WZ_OK) {
                for (size_t i = 0; i < gguf_count(f); i++) (void)gguf_open_tensor(gguf_at(f, i), WZ_DTYPE_F32);
                wz_scope_end();
            }
            gguf_close(&f);
            b.p[at] ^= (unsigned char)(1 << bit);
        }
    CHECK(mem_live_count() == live);
}

static void allocation_failures(void)
{
    build_sample();
    write_bytes(b.n);
    int64_t live = mem_live_count();
    for (int64_t nth = 1; nth < 60; nth++) {
        wz_tensor_file *file;
        mem_fail_after(nth);
        wz_status status = wz_tensor_file_open(path, &file);
        mem_fail_after(0);
        CHECK((status == WZ_OK) == (file != NULL) && (status == WZ_OK || status == WZ_NOMEM));
        wz_tensor_file_free(&file);
        CHECK(mem_live_count() == live);
        if (status == WZ_OK && nth > 1) return;
    }
    CHECK_MSG(false, "opening takes more than 60 allocations");
}

static void public_face(void)
{
    build_sample();
    write_bytes(b.n);
    wz_tensor_file *file;
    wz_tensor_entry e;
    CHECK(wz_tensor_file_open(path, &file) == WZ_OK && wz_tensor_file_count(file) == 2);
    CHECK(wz_tensor_file_entry(file, 1, &e) == WZ_OK && e.dtype == WZ_DTYPE_F32 && strcmp(e.dtype_name, "Q8_0") == 0 && e.bytes == 34 && e.ndim == 1 && e.size[0] == 32);
    CHECK(wz_tensor_file_entry(file, 2, &e) == WZ_INDEX && wz_tensor_file_entry(file, -1, &e) == WZ_INDEX);
    CHECK(wz_scope_begin() == WZ_OK);
    wz_tensor *x = wz_tensor_file_read(file, 1), *y = wz_tensor_file_read(file, 0);
    wz_tensor_file_free(&file); /* what was read stays readable */
    CHECK(x && wz_tensor_dtype(x) == WZ_DTYPE_F32 && wz_tensor_numel(x) == 32 && y && ((const float *)wz_tensor_data(y))[3] == 0);
    wz_scope_end();
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/wootz_gguf_%d", (int)getpid());
    every_block_type();
    plain_types();
    all_kinds();
    lying_headers();
    lying_keys();
    lying_tensors();
    cut_and_changed();
    allocation_failures();
    public_face();
    unlink(path);
    return unit_report();
}
