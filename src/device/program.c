/* program.c - joins the carried texts into the program of one instance. See program.h.
 * SPDX-License-Identifier: MIT */
#include "program.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const suffixes[] = {
    NULL,
#define DTYPE(enum_, suffix, name, bytes, kind, code, bits) #suffix,
#include <wootz/dtypes.def>
#undef DTYPE
};

typedef struct text {
    char  *data;
    size_t n, room;
} text;

static wz_status add(text *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        size_t room = (t->n + n + 1) * 2;
        char  *grown = mem_grow(t->data, room);
        if (!grown) return WZ_NOMEM;
        t->data = grown;
        t->room = room;
    }
    memcpy(t->data + t->n, s, n);
    t->n += n;
    t->data[t->n] = 0;
    return WZ_OK;
}

static wz_status add_line(text *t, const char *format, ...) WZ_PRINTF(2, 3);
static wz_status add_line(text *t, const char *format, ...)
{
    char    line[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof line) return fail(WZ_INVALID, "kernel program: a line is too long");
    return add(t, line, (size_t)n);
}

/* The values of the instance as its kernels' names end in them. */
static wz_status suffix_of(const wz_kernel_key *key, char *out, size_t room)
{
    size_t n = 0;
    int    w = 0;
    out[0] = 0;
    for (int i = 0; i < 4 && key->dtype[i] != WZ_DTYPE_NONE; i++) {
        w = snprintf(out + n, room - n, "_%s", suffixes[key->dtype[i]]);
        if (w < 0 || (n += (size_t)w) >= room) return fail(WZ_INVALID, "kernel %s: its name is too long", key->name);
    }
    if (key->op) n += (size_t)snprintf(out + n, room - n, "_%s", key->op);
    for (int i = 0; i < key->n_constants && n < room; i++)
        n += (size_t)snprintf(out + n, room - n, "_%d", (int)key->constant[i]);
    if (key->wide && n < room) n += (size_t)snprintf(out + n, room - n, "_w");
    return n < room ? WZ_OK : fail(WZ_INVALID, "kernel %s: its name is too long", key->name);
}

wz_status kernel_symbol(const wz_kernel_key *key, char out[KERNEL_SYMBOL_MAX])
{
    size_t n = strlen(key->name);
    if (n >= KERNEL_SYMBOL_MAX) return fail(WZ_INVALID, "kernel %s: its name is too long", key->name);
    memcpy(out, key->name, n + 1);
    return suffix_of(key, out + n, KERNEL_SYMBOL_MAX - n);
}

/* Adds a carried file, and in their places the files it includes, each once. */
static wz_status add_file(text *t, const char *path, uint64_t *seen)
{
    int i = 0;
    while (kernel_texts[i].path && strcmp(kernel_texts[i].path, path) != 0) i++;
    if (!kernel_texts[i].path || i >= 64) return fail(WZ_INVALID, "kernel program: no text %s", path);
    if (*seen >> i & 1) return WZ_OK;
    *seen |= (uint64_t)1 << i;
    for (const char *line = kernel_texts[i].text; *line;) {
        const char *end = strchr(line, '\n');
        size_t      n = end ? (size_t)(end - line) + 1 : strlen(line);
        if (strncmp(line, "#include \"", 10) == 0) {
            char included[128];
            snprintf(included, sizeof included, "kernels/%.*s", (int)strcspn(line + 10, "\""), line + 10);
            if (strncmp(included, "kernels/../", 11) == 0) memmove(included, included + 11, strlen(included + 11) + 1);
            TRY(add_file(t, included, seen));
        } else {
            TRY(add(t, line, n));
        }
        line += n;
    }
    return WZ_OK;
}

static wz_status build(kernel_target target, const wz_kernel_key *key, text *t)
{
    static const char dtype_macro[] = "TUVW";
    char     suffix[KERNEL_SYMBOL_MAX], path[128];
    uint64_t seen = 0;
    TRY(suffix_of(key, suffix, sizeof suffix));
    for (int i = 0; i < 4 && key->dtype[i] != WZ_DTYPE_NONE; i++)
        TRY(add_line(t, "#define K_%c %s\n", dtype_macro[i], suffixes[key->dtype[i]]));
    if (key->op) TRY(add_line(t, "#define K_OP %s\n", key->op));
    for (int i = 0; i < key->n_constants; i++) TRY(add_line(t, "#define K_C%d %d\n", i, (int)key->constant[i]));
    TRY(add_line(t, "#define K_WIDE %d\n#define K_SUFFIX %s\n", key->wide ? 1 : 0, suffix));
    TRY(add_file(t, target == KERNEL_CUDA ? "device/cuda/compat.h" : "device/metal/compat.h", &seen));
    TRY(add_file(t, "device/common.h", &seen));
    int n = snprintf(path, sizeof path, "kernels/%s.c", key->file);
    if (n < 0 || (size_t)n >= sizeof path) return fail(WZ_INVALID, "kernel program: no text %s", key->file);
    TRY(add_line(t, "#line 1 \"%s.c\"\n", key->file));
    return add_file(t, path, &seen);
}

wz_status kernel_source(kernel_target target, const wz_kernel_key *key, char **out)
{
    text      t = {0};
    wz_status rc = build(target, key, &t);
    *out = NULL;
    if (rc != WZ_OK) mem_free(t.data);
    else *out = t.data;
    return rc;
}
