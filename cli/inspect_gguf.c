/* inspect_gguf.c - wootz inspect on a GGUF file: its metadata and tensors.
 * SPDX-License-Identifier: MIT */
#include "inspect.h"
#include "../src/core/error.h"
#include "../src/core/mem.h"
#include "../src/io/gguf.h"
#include "lm.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8, CUT = 100 }; /* elements of an array, bytes of a text */

static uint64_t bits_at(const gguf_value *v, uint64_t i)
{
    uint64_t bits = 0;
    for (int k = 8; k-- > 0;) bits = bits << 8 | v->data[8 * i + (uint64_t)k];
    return bits;
}

/* As JSON has it, which is plain enough for people too; JSON has no NaN and no infinity. */
static void put_number(const gguf_value *v, uint64_t i, bool json)
{
    double number = 0;
    if (v->kind == GGUF_BOOL) fputs(v->data[i] ? "true" : "false", stdout);
    else if (v->kind == GGUF_U64) printf("%" PRIu64, bits_at(v, i));
    else if (v->kind == GGUF_I64) printf("%" PRId64, (int64_t)bits_at(v, i));
    else if (!gguf_number_at(v, i, &number) || (json && !(number - number == 0))) fputs("null", stdout);
    else printf(v->kind == GGUF_F64 ? "%.17g" : v->kind == GGUF_F32 ? "%.9g" : "%.0f", number);
}

static void put_value(const gguf_value *v, bool json, bool brief)
{
    const char *text, **texts = NULL;
    size_t      bytes, *lengths = NULL;
    if (gguf_text(v, &text, &bytes)) {
        if (json) put_json_text(text, bytes);
        else put_text(text, bytes < CUT ? bytes : CUT);
        if (!json && bytes > CUT) printf("... (%zu bytes)", bytes);
        return;
    }
    if (!v->array) {
        put_number(v, 0, json);
        return;
    }
    if (json && (v->kind == GGUF_ARRAY || (brief && v->n > SHOWN))) {
        printf("{\"n\": %" PRIu64 ", \"type\": \"%s\"}", v->n, gguf_kind_name(v->kind));
        return;
    }
    uint64_t shown = v->kind == GGUF_ARRAY ? 0 : json || v->n < SHOWN ? v->n : SHOWN;
    bool     strings = v->kind == GGUF_STRING && gguf_strings(v, &texts, &lengths) == WZ_OK;
    if (!json) printf("%" PRIu64 " of %s%s", v->n, gguf_kind_name(v->kind), shown ? ": " : "");
    if (json) fputc('[', stdout);
    for (uint64_t i = 0; i < shown; i++) {
        if (i) fputs(", ", stdout);
        if (v->kind != GGUF_STRING) put_number(v, i, json);
        else if (strings) put_json_text(texts[i], lengths[i]);
    }
    if (json) fputc(']', stdout);
    else if (shown && shown < v->n) fputs(", ...", stdout);
    mem_free((void *)texts);
    mem_free(lengths);
}

/* "" when the runner takes the file, else the reason. Its tensors are not looked at. */
static void find_out(const gguf_file *f, char *why, size_t room)
{
    lm_config *config = mem_alloc(sizeof *config);
    *why = '\0';
    if (!config || wz_scope_begin() != WZ_OK) {
        snprintf(why, room, "%s", wz_error());
    } else {
        if (lm_config_read_gguf(f, config) != WZ_OK) snprintf(why, room, "%s", wz_error());
        mem_free(config->rope.divisor);
        wz_scope_end();
    }
    mem_free(config);
}

static void print_metadata(const gguf_file *f, const char *why, bool json, bool brief)
{
    if (json) printf(", \"version\": %u, \"runs\": %s,\n\"metadata\": {", (unsigned)gguf_version(f), *why ? "false" : "true");
    else printf("  %-36s  %s%s\n  %-36s  %u\n", "runs with wootz", *why ? "no: " : "yes", why, "GGUF version", (unsigned)gguf_version(f));
    for (size_t i = 0; i < gguf_key_count(f); i++) {
        const gguf_value *v = gguf_key_at(f, i);
        size_t            n = strlen(v->key);
        if (json) {
            fputs(i ? ",\n  " : "\n  ", stdout);
            put_json_text(v->key, n);
            fputs(": ", stdout);
        } else {
            fputs("  ", stdout);
            put_text(v->key, n);
            printf("%*s  ", n < 36 ? 36 - (int)n : 0, "");
        }
        put_value(v, json, brief);
        if (!json) fputc('\n', stdout);
    }
    fputs(json ? "},\n" : "\n", stdout);
}

wz_status inspect_gguf(const char *path, bool brief, bool json)
{
    gguf_file *f = NULL;
    char       why[256];
    TRY(gguf_open(path, &f));
    tensor_table t = {.n = gguf_count(f), .row = calloc(gguf_count(f) + 1, sizeof *t.row)};
    if (!t.row) {
        gguf_close(&f);
        return fail_nomem(t.n * sizeof *t.row);
    }
    for (size_t i = 0; i < t.n; i++) {
        const gguf_tensor *x = gguf_at(f, i);
        t.row[i] = (tensor_row){.name = x->name, .name_bytes = strlen(x->name), .dtype = x->type->name, .shard = "", .ndim = x->ndim, .size = x->size, .bytes = x->bytes};
    }
    sort_tensors(&t);
    find_out(f, why, sizeof why);
    if (json) {
        fputs("{\"path\": ", stdout);
        put_json_text(path, strlen(path));
    } else {
        put_heading(path, NULL);
    }
    print_metadata(f, why, json, brief);
    if (json) put_json_tensors(&t);
    else put_tensors(&t, brief);
    if (json) fputs("}\n", stdout);
    free(t.row);
    gguf_close(&f);
    return WZ_OK;
}
