/* test_safetensors.c - files that are right, files that lie, folders of shards, the writer, allocation failures.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1
#include "unit.h"
#include "core/mem.h"
#include "io/safetensors.h"
#include <sys/stat.h>
#include <unistd.h>
#include <wootz/io.h>
#include <wootz/ops.h>

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[4][256];
    static int  turn;
    char       *p = path[turn++ & 3];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static void put_file(const char *path, const void *data, size_t n)
{
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(data, 1, n, f) == n);
    if (f) fclose(f);
}

/* A file of a length field, a header and data. */
static const char *put_st(const char *name, uint64_t length, const char *header, size_t header_bytes, const void *data, size_t bytes)
{
    static char buffer[1 << 16];
    for (int i = 0; i < 8; i++) buffer[i] = (char)(length >> (8 * i));
    memcpy(buffer + 8, header, header_bytes);
    if (bytes) memcpy(buffer + 8 + header_bytes, data, bytes);
    const char *path = in_folder(name);
    put_file(path, buffer, 8 + header_bytes + bytes);
    return path;
}

static const char zeros[64];

static st_files *opened(const char *header, const void *data, size_t bytes)
{
    st_files *f;
    CHECK_MSG(st_open_file(put_st("x", strlen(header), header, strlen(header), data, bytes), &f) == WZ_OK, "%s: %s", header, wz_error());
    return f;
}

static bool refused_n(uint64_t length, const char *header, size_t n, size_t bytes, const char *why)
{
    st_files *f;
    int64_t   live = mem_live_count();
    wz_status status = st_open_file(put_st("x", length, header, n, zeros, bytes), &f);
    bool ok = status != WZ_OK && !f && strstr(wz_error(), why) && mem_live_count() == live && !strchr(wz_error(), '\n');
    if (!ok) printf("%.100s: %d %s\n", header, (int)status, status ? wz_error() : "was read");
    st_close(&f);
    return ok;
}
static bool refused(const char *header, size_t bytes, const char *why) { return refused_n(strlen(header), header, strlen(header), bytes, why); }

#define ONE(dtype, shape, offsets) "{\"t\":{\"dtype\":" dtype ",\"shape\":" shape ",\"data_offsets\":" offsets "}}"
#define F32(shape, offsets) ONE("\"F32\"", shape, offsets)

static void lying_entries(void)
{
    static const struct { const char *header, *why; } cases[] = {
        {F32("[1000,1000]", "[0,4]"), "its shape and dtype need 4000000"}, {F32("[4]", "[0,12]"), "has 12 bytes of data"},
        {F32("[4]", "[0,20]"), "outside the 16 bytes"}, {F32("[4]", "[16,0]"), "lies at 16 to 0"}, {F32("[4]", "[-16,0]"), "data_offsets"},
        {F32("[4]", "[4,20]"), "outside"}, {F32("[3]", "[0,16]"), "need 12"}, {F32("[4]", "[0]"), "data_offsets"}, {F32("[4]", "[0,16,16]"), "data_offsets"},
        {F32("[4]", "[]"), "data_offsets"}, {F32("[-4]", "[0,16]"), "dim 0"}, {F32("[2.0]", "[0,8]"), "dim 0"}, {F32("[\"4\"]", "[0,16]"), "dim 0"},
        {F32("[4]", "[\"0\",\"16\"]"), "data_offsets"}, {F32("[4]", "null"), "data_offsets"}, {F32("null", "[0,16]"), "shape"},
        {F32("[4]", "[0,18446744073709551616]"), "data_offsets"}, {F32("[4]", "[9223372036854775808,9223372036854775824]"), "data_offsets"},
        {F32("[4]", "[9223372036854775792,9223372036854775807]"), "outside"}, {F32("[true,4]", "[0,16]"), "dim 0"}, {F32("[1e0,4]", "[0,16]"), "dim 0"},
        {F32("[-0]", "[0,0]"), "dim 0"}, {F32("[4]", "[-0,16]"), "data_offsets"}, {F32("{}", "[0,16]"), "shape"}, {F32("[4]", "{}"), "data_offsets"},
        {F32("[4294967296,4294967296]", "[0,16]"), "overflows"}, {F32("[4611686018427387904]", "[0,0]"), "no whole number of bytes"},
        {F32("[9223372036854775807,9223372036854775807,0]", "[0,0]"), "overflows"},
        {ONE("\"F16\"", "[4]", "[0,16]"), "need 8"}, {ONE("\"F33\"", "[4]", "[0,16]"), "unknown dtype 'F33'"}, {ONE("7", "[4]", "[0,16]"), "no dtype"},
        {ONE("\"F32\\u0000\"", "[4]", "[0,16]"), "unknown dtype"}, {ONE("\"f32\"", "[4]", "[0,16]"), "unknown dtype"}, {ONE("\"F4\"", "[31]", "[0,16]"), "31 elements of 4 bits"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]},\"b\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[4,16]}}", "overlap"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},\"b\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}", "overlap"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}", "hole"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[4,16]}}", "hole"}, {"{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}", "12 bytes of data belong"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},\"e\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[8,8]}}", "overlap"},
        {"{}", "0 bytes of data belong"}, {"{\"a\":1}", "'a' is not described"}, {"{\"a\":null}", "not described"}, {"{\"a\":{}}", "no dtype"}, {"{\"a\":}", "JSON"}, {"{", "JSON"}, {"[]", "'{'"},
        {"null", "'{'"}, {"3", "'{'"}, {"\"x\"", "'{'"}, {" {}", "'{'"}, {"\xFF\xFE{}", "'{'"}, {F32("[4]", "[0,16]") " x", "follows"}, {F32("[4]", "[0,16]") "{}", "follows"},
        {F32("[4]", "[0,16]") ",", "follows"}, {F32("[4]", "[0,16]") "\x01", "follows"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}", "twice"},
        {"{\"__metadata__\":{\"k\":1}," "\"t\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}", "__metadata__ 'k' is not text"}, {"{\"__metadata__\":[]}", "not an object"},
        {"{\"__metadata__\\u0000\":{}}", "no dtype"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) CHECK(refused(cases[i].header, 16, cases[i].why));
    /* Names that a terminal or Python would choke on, cut in the middle of a character. */
    char header[512];
    for (int shift = 0; shift < 3; shift++) {
        int n = snprintf(header, sizeof header, "{\"\\n%.*s", shift, "xyz");
        for (int i = 0; i < 60; i++) n += snprintf(header + n, sizeof header - (size_t)n, "\xE4\xB8\xAD");
        snprintf(header + n, sizeof header - (size_t)n, "\":{}}");
        CHECK(refused(header, 16, "no dtype") && json_is_utf8(wz_error(), strlen(wz_error())));
    }
    char wide[256] = "{\"t\":{\"dtype\":\"U8\",\"shape\":[";
    for (int i = 0; i < 33; i++) strcat(wide, i ? ",1" : "1");
    strcat(wide, "],\"data_offsets\":[0,16]}}");
    CHECK(refused(wide, 16, "33 dims"));
}

static void lying_lengths(void)
{
    static const char good[] = "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}";
    const size_t      n = sizeof good - 1;
    const uint64_t    lengths[] = {UINT64_MAX, UINT64_MAX - 7, UINT64_MAX - 8, 1ull << 63, (1ull << 63) - 1, 1ull << 40, 100000001, n + 3, n + 2, n + 1, n - 1, 1, 0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) CHECK(refused_n(lengths[i], good, n, 2, in_folder("x")));
    CHECK(refused_n(n + 1, "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}\0", n + 1, 2, "follows"));
    CHECK(refused_n(n + 3, "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}  \0", n + 3, 2, "follows"));
    CHECK(refused_n(n, good, n, 1, "outside"));
    CHECK(refused_n(n, good, n, 3, "2 bytes of data belong"));
    st_files *f;
    for (size_t bytes = 0; bytes < 8; bytes++) {
        put_file(in_folder("short"), zeros, bytes);
        CHECK(st_open_file(in_folder("short"), &f) == WZ_FORMAT && !f && strstr(wz_error(), "too few"));
    }
    CHECK(st_open_file(in_folder("missing"), &f) == WZ_IO && !f && strstr(wz_error(), "missing") && strstr(wz_error(), "No such file"));
    CHECK(st_open_file(folder, &f) == WZ_IO && !f && strstr(wz_error(), "is a folder"));
    CHECK(st_open_file("/dev/null", &f) == WZ_IO && !f && strstr(wz_error(), "not a regular file"));
    CHECK(st_open_file("", &f) == WZ_INVALID && !f);
    CHECK(mkfifo(in_folder("pipe"), 0600) == 0 && st_open_file(in_folder("pipe"), &f) == WZ_IO && strstr(wz_error(), "not a regular file"));
}

static double item(const st_files *f, const char *name, int64_t at)
{
    const st_tensor *t = st_find(f, name);
    double           v = NAN;
    if (!t || wz_scope_begin() != WZ_OK) return v;
    wz_tensor *x = st_open_tensor(t);
    wz_scalar  s;
    CHECK_MSG(x != NULL, "%s: %s", name, wz_error());
    if (x && wz_tensor_item(wz_select(wz_flatten(x, 0, -1), 0, at), &s) == WZ_OK) v = s.re;
    wz_scope_end();
    return v;
}

static void degenerate(void)
{
    static const char header[] =
        "{\"__metadata__\":{\"format\":\"pt\"},\"e\":{\"dtype\":\"F32\",\"shape\":[0,5],\"data_offsets\":[0,0]},\"s\":{\"dtype\":\"I64\",\"shape\":[],\"data_offsets\":[0,8]},"
        "\"z\":{\"dtype\":\"F16\",\"shape\":[3,0],\"data_offsets\":[8,8]},\"b\":{\"dtype\":\"BOOL\",\"shape\":[3],\"data_offsets\":[8,11]},"
        "\"u\":{\"dtype\":\"U8\",\"shape\":[1,1],\"data_offsets\":[11,12]},\"f\":{\"dtype\":\"F8_E4M3\",\"shape\":[2],\"data_offsets\":[12,14]}}";
    static const unsigned char data[14] = {0xF9, 255, 255, 255, 255, 255, 255, 255, 1, 0, 1, 200, 0x7E, 1};
    st_files *f = opened(header, data, sizeof data);
    if (!f) return;
    CHECK(st_count(f) == 6 && item(f, "s", 0) == -7 && item(f, "b", 1) == 0 && item(f, "b", 2) == 1 && item(f, "u", 0) == 200);
    CHECK(item(f, "f", 0) == 448 && item(f, "f", 1) == 0x1p-9);
    const st_tensor *e = st_find(f, "e"), *z = st_find(f, "z"), *s = st_find(f, "s");
    CHECK(e && e->ndim == 2 && e->size[0] == 0 && e->size[1] == 5 && e->bytes == 0 && z && z->size[0] == 3 && z->size[1] == 0 && s && s->ndim == 0);
    CHECK(wz_scope_begin() == WZ_OK && wz_tensor_numel(st_open_tensor(e)) == 0 && wz_tensor_size(st_open_tensor(z), 0) == 3);
    wz_scope_end();
    CHECK(strcmp(json_get(st_metadata(f), "format")->text, "pt") == 0 && !st_find(f, "x") && !st_at(f, 6));
    st_close(&f);
    f = opened("{}", NULL, 0);
    CHECK(f && st_count(f) == 0 && !st_metadata(f) && !st_find(f, ""));
    st_close(&f);
    f = opened("{\"__metadata__\":{\"a\":\"b\"}}                ", NULL, 0);
    CHECK(f && st_count(f) == 0 && st_metadata(f)->n == 1);
    st_close(&f);
    st_close(&f);
    /* Misaligned data, names out of order and with anything in them. */
    static const unsigned char odd[9] = {5, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0};
    for (int pad = 0; pad < 9; pad++) {
        char padded[256];
        snprintf(padded, sizeof padded, "{\"../x\\u0000\xC3\xA9\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[1,9],\"more\":[]},\"\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}%*s", pad, "");
        f = opened(padded, odd, sizeof odd);
        const st_tensor *t = f ? st_find_n(f, "../x\0\xC3\xA9", 7) : NULL;
        CHECK(t && !st_find(f, "../x") && st_find(f, "") && st_at(f, 0)->name_bytes == 0 && wz_scope_begin() == WZ_OK);
        if (!t) return;
        float      v[2] = {0};
        wz_tensor *x = st_open_tensor(t);
        st_close(&f); /* the tensor keeps what it needs */
        CHECK(wz_tensor_read(x, v, sizeof v) == WZ_OK && v[0] == 1.5f && v[1] == -2.0f);
        CHECK((uintptr_t)wz_tensor_data(x) % 4 == 0);
        wz_scope_end();
    }
    f = opened(ONE("\"F8_E8M0\"", "[2,2]", "[0,4]"), zeros, 4);
    CHECK(f && wz_scope_begin() == WZ_OK && !st_open_tensor(st_find(f, "t")) && strstr(wz_error(), "F8_E8M0"));
    wz_scope_end();
    st_close(&f);
    f = opened(ONE("\"F4\"", "[2,3]", "[0,3]"), zeros, 3);
    CHECK(f && st_find(f, "t")->bytes == 3 && st_find(f, "t")->dtype == WZ_DTYPE_NONE);
    st_close(&f);
    f = opened(F32("[1,1,1,1,1,1,1,1,2]", "[0,8]"), zeros, 8);
    CHECK(f && wz_scope_begin() == WZ_OK && !st_open_tensor(st_find(f, "t")) && strstr(wz_error(), "9 dims"));
    wz_scope_end();
    st_close(&f);
}

/* ---- folders ----------------------------------------------------------------------------------------- */

static void shard(const char *name, const char *tensor, uint8_t value)
{
    char header[128];
    snprintf(header, sizeof header, "{\"%s\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", tensor);
    put_st(name, strlen(header), header, strlen(header), &value, 1);
}

static void index_file(const char *text) { put_file(in_folder("model.safetensors.index.json"), text, strlen(text)); }

static void folder_refused(const char *index, const char *why)
{
    st_files *f;
    int64_t   live = mem_live_count();
    index_file(index);
    wz_status status = st_open_folder(folder, &f);
    CHECK_MSG(status != WZ_OK && !f && strstr(wz_error(), why) && mem_live_count() == live, "%s: %s", index, status ? wz_error() : "was read");
    st_close(&f);
}

static void shards(void)
{
    st_files *f;
    CHECK(st_open_folder(folder, &f) == WZ_IO && strstr(wz_error(), "holds no model.safetensors"));
    shard("m-1", "a", 11);
    shard("m-2", "b", 22);
    index_file("{\"metadata\":{\"total_size\":-5},\"weight_map\":{\"b\":\"m-2\",\"a\":\"m-1\"}}");
    CHECK_MSG(st_open_folder(folder, &f) == WZ_OK, "%s", wz_error());
    CHECK(f && st_count(f) == 2 && item(f, "a", 0) == 11 && item(f, "b", 0) == 22 && strcmp(st_shard_name(f, st_find(f, "b")), "m-2") == 0);
    st_close(&f);
    folder_refused("{\"weight_map\":{\"a\":\"m-1\",\"c\":\"m-1\"}}", "'c' is promised in 'm-1'");
    folder_refused("{\"weight_map\":{\"a\":\"m-2\",\"b\":\"m-2\"}}", "'a' is promised in 'm-2'");
    folder_refused("{\"weight_map\":{\"a\":\"m-2\",\"b\":\"m-1\"}}", "is promised in");
    folder_refused("{\"weight_map\":{\"a\":\"m-1\",\"b\":\"m-3\"}}", "'m-3' is missing");
    folder_refused("{\"weight_map\":{\"a\":\"../m-1\"}}", "not a plain file name");
    folder_refused("{\"weight_map\":{\"a\":\"/etc/passwd\"}}", "not a plain file name");
    folder_refused("{\"weight_map\":{\"a\":\"..\"}}", "not a plain file name");
    folder_refused("{\"weight_map\":{\"a\":\"x\\\\y\"}}", "not a plain file name");
    folder_refused("{\"weight_map\":{\"a\":\"\"}}", "not a plain file name");
    folder_refused("{\"weight_map\":{\"a\":\"m-1\\u0000x\"}}", "not a plain file name");
    folder_refused("{\"weight_map\":{\"a\":1}}", "is not text");
    folder_refused("{\"weight_map\":[]}", "weight_map");
    folder_refused("{}", "weight_map");
    folder_refused("[]", "weight_map");
    folder_refused("", "model.safetensors.index.json");
    folder_refused("{", "model.safetensors.index.json");
    shard("m-2", "a", 22);
    folder_refused("{\"weight_map\":{\"a\":\"m-1\",\"b\":\"m-2\"}}", "stands in two files, m-1 and m-2");
    put_file(in_folder("m-2"), "short", 5);
    folder_refused("{\"weight_map\":{\"a\":\"m-1\",\"b\":\"m-2\"}}", "too few");
    shard("model.safetensors", "only", 33);
    CHECK(st_open_folder(folder, &f) == WZ_OK && st_count(f) == 1 && item(f, "only", 0) == 33);
    st_close(&f);
    remove(in_folder("model.safetensors"));
    remove(in_folder("model.safetensors.index.json"));
    shard("diffusion_pytorch_model.safetensors", "v", 44);
    CHECK(st_open_folder(folder, &f) == WZ_OK && item(f, "v", 0) == 44);
    st_close(&f);
}

/* As many tensors as a large checkpoint has, each looked up by name. */
static void many(void)
{
    enum { N = 62000 };
    size_t room = (size_t)N * 128, n = 8;
    char  *text = malloc(room);
    if (!text) return;
    text[n++] = '{';
    for (int i = 0; i < N; i++)
        n += (size_t)snprintf(text + n, room - n, "%s\"layers.%d.weight\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[%d,%d]}", i ? "," : "", i * 7919 % N, i, i + 1);
    text[n++] = '}';
    for (int i = 0; i < 8; i++) text[i] = (char)((n - 8) >> (8 * i));
    for (int i = 0; i < N; i++) text[n++] = (char)i;
    put_file(in_folder("many"), text, n);
    free(text);
    st_files *f;
    CHECK(st_open_file(in_folder("many"), &f) == WZ_OK && st_count(f) == N);
    int wrong = 0;
    for (int i = 0; i < N && f; i++) {
        char name[40];
        snprintf(name, sizeof name, "layers.%d.weight", i * 7919 % N);
        const st_tensor *t = st_find(f, name);
        wrong += !t || t != st_at(f, (size_t)i) || *(const unsigned char *)t->data != (unsigned char)i;
    }
    CHECK(wrong == 0);
    st_close(&f);
}

/* ---- writing ----------------------------------------------------------------------------------------- */

static wz_status save(const char *path, int64_t n, const char *const *names, wz_tensor *const *t)
{
    return wz_tensor_file_save(path, n, names, t, 0, NULL, NULL);
}

static void writer(void)
{
    static const char *const names[] = {"b", "a\n\"\\", "\xC3\xA9", ""};
    static const char *const keys[] = {"k", "format"}, *const values[] = {"v\t", "pt"};
    CHECK(wz_scope_begin() == WZ_OK);
    wz_device *cpu = wz_device_cpu();
    float      f4[4] = {1, 2, 3, 4};
    double     d1 = 0.5;
    uint8_t    u3[3] = {7, 8, 9};
    wz_tensor *t[4] = {wz_tensor_from(WZ_DTYPE_U8, 1, (int64_t[]){3}, u3, cpu), wz_transpose(wz_tensor_from(WZ_DTYPE_F32, 2, (int64_t[]){2, 2}, f4, cpu), 0, 1),
                       wz_tensor_from(WZ_DTYPE_F64, 0, NULL, &d1, cpu), wz_tensor_from(WZ_DTYPE_F32, 2, (int64_t[]){0, 3}, NULL, cpu)};
    const char *path = in_folder("out");
    int64_t     live = mem_live_count();
    CHECK_MSG(wz_tensor_file_save(path, 4, names, t, 2, keys, values) == WZ_OK, "%s", wz_error());
    static const char want[] = "{\"__metadata__\":{\"k\":\"v\\u0009\",\"format\":\"pt\"},\"\xC3\xA9\":{\"dtype\":\"F64\",\"shape\":[],\"data_offsets\":[0,8]},"
                               "\"\":{\"dtype\":\"F32\",\"shape\":[0,3],\"data_offsets\":[8,8]},\"a\\u000a\\\"\\\\\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[8,24]},"
                               "\"b\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[24,27]}}";
    static char got[4096];
    FILE       *file = fopen(path, "rb");
    size_t      n = file ? fread(got, 1, sizeof got, file) : 0;
    if (file) fclose(file);
    CHECK(n > 8 + sizeof want && ((unsigned char)got[0] | (unsigned char)got[1] << 8) % 8 == 0 && memcmp(got + 8, want, sizeof want - 1) == 0);
    st_files *f;
    CHECK(st_open_file(path, &f) == WZ_OK && st_count(f) == 4 && item(f, "a\n\"\\", 1) == 3 && item(f, "b", 2) == 9 && item(f, "\xC3\xA9", 0) == 0.5);
    /* Over a file that tensors are mapped from: they keep their values, and the file's permissions stay. */
    wz_tensor *old = f ? st_open_tensor(st_find(f, "a\n\"\\")) : NULL;
    float      v[4] = {0};
    CHECK(chmod(path, 0640) == 0 && save(path, 1, (const char *const[]){"n"}, &old) == WZ_OK);
    struct stat info;
    CHECK(stat(path, &info) == 0 && (info.st_mode & 0777) == 0640);
    CHECK(wz_tensor_read(old, v, sizeof v) == WZ_OK && v[1] == 3 && v[2] == 2);
    st_close(&f);
    /* Through a link, the file behind it is written. */
    CHECK(symlink("out", in_folder("link")) == 0 && save(in_folder("link"), 1, names, t) == WZ_OK);
    CHECK(lstat(in_folder("link"), &info) == 0 && S_ISLNK(info.st_mode) && st_open_file(path, &f) == WZ_OK && st_find(f, "b"));
    st_close(&f);

    CHECK(save(path, 2, (const char *const[]){"x", "x"}, t) == WZ_INVALID && strstr(wz_error(), "'x' is given twice"));
    CHECK(save(path, 1, (const char *const[]){"__metadata__"}, t) == WZ_INVALID);
    CHECK(save(path, 1, (const char *const[]){"\xFF"}, t) == WZ_INVALID && strstr(wz_error(), "UTF-8"));
    CHECK(save(path, 1, (const char *const[]){NULL}, t) == WZ_INVALID && save(path, 1, names, (wz_tensor *const[]){NULL}) == WZ_INVALID);
    CHECK(save(NULL, 1, names, t) == WZ_INVALID && save("", 1, names, t) == WZ_INVALID && save(path, -1, names, t) == WZ_INVALID);
    CHECK(wz_tensor_file_save(path, 0, NULL, NULL, 2, (const char *const[]){"k", "k"}, values) == WZ_INVALID);
    wz_tensor *c128 = wz_tensor_from(WZ_DTYPE_C128, 1, (int64_t[]){1}, (double[]){1, 2}, cpu);
    CHECK(save(path, 1, names, &c128) == WZ_UNSUPPORTED && strstr(wz_error(), "complex128"));
    CHECK(st_open_file(path, &f) == WZ_OK && st_find(f, "b")); /* after all those refusals the old file stands */
    st_close(&f);
    CHECK(save(in_folder("no/such/folder"), 1, names, t) == WZ_IO && save(folder, 1, names, t) == WZ_IO);
    CHECK(save("/dev/null", 1, names, t) == WZ_IO && strstr(wz_error(), "not a regular file") && stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
    CHECK(save(in_folder("none"), 0, NULL, NULL) == WZ_OK && st_open_file(in_folder("none"), &f) == WZ_OK && st_count(f) == 0);
    st_close(&f);
    /* A transposed tensor is copied while it is written: the copy may fail too. */
    for (int i = 1;; i++) {
        mem_fail_after(i);
        wz_status status = save(in_folder("failing"), 2, names, t);
        mem_fail_after(0);
        if (status == WZ_OK) {
            CHECK(i > 4);
            break;
        }
        CHECK(status == WZ_NOMEM && access(in_folder("failing"), F_OK) != 0);
        if (i > 100) break;
    }
    (void)live;
    wz_scope_end();
}

static void failing_allocations(void)
{
    index_file("{\"weight_map\":{\"a\":\"m-1\",\"b\":\"m-2\"}}");
    remove(in_folder("diffusion_pytorch_model.safetensors"));
    shard("m-1", "a", 1);
    shard("m-2", "b", 2);
    int64_t live = mem_live_count();
    for (int i = 1;; i++) {
        wz_tensor_file *f;
        mem_fail_after(i);
        wz_status status = wz_tensor_file_open(folder, &f);
        mem_fail_after(0);
        if (status == WZ_OK) {
            CHECK(i > 12 && wz_tensor_file_count(f) == 2);
            wz_tensor_file_free(&f);
            break;
        }
        CHECK(status == WZ_NOMEM && !f && mem_live_count() == live);
        if (i > 200) break;
    }
    CHECK(mem_live_count() == live);
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(system(command) == 0);
}

int main(void)
{
    snprintf(folder, sizeof folder, "/tmp/wootz-st-XXXXXX");
    if (!mkdtemp(folder)) {
        printf("no temporary folder\n");
        return 1;
    }
    lying_entries();
    lying_lengths();
    degenerate();
    shards();
    many();
    writer();
    failing_allocations();
    char command[160];
    snprintf(command, sizeof command, "ls %s | grep part", folder);
    CHECK(system(command) != 0); /* nothing half-written stays behind */
    remove_folder();
    return unit_report();
}
