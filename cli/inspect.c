/* inspect.c - wootz inspect: what a model file or folder holds, without loading any weights.
 *
 * safetensors and GGUF files, folders with config.json, safetensors and tokenizer.json, and each of these JSON files. All
 * that is asked for is opened and checked before the first line is printed; in a folder, a part that is bad costs one
 * line on stderr and the exit code, the others are still shown.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "inspect.h"
#include "../src/core/error.h"
#include "../src/core/mem.h"
#include "../src/io/safetensors.h"
#include "lm.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wootz/tokenizer.h>

typedef struct inspection {
    const char    *path;
    bool           folder, brief, json;
    int            found, failed;
    json_document  config, generation, tokenizer_json;
    wz_tokenizer  *tokenizer;
    st_files      *files;
    tensor_table   tensors;
    char           runs[256]; /* "" when it runs, else the reason */
} inspection;

/* ---- opening -------------------------------------------------------------------------------------- */

static void note(inspection *o, wz_status status)
{
    o->found++;
    if (status == WZ_OK) return;
    o->failed++;
    fprintf(stderr, "wootz inspect: %s\n", wz_error());
}

static wz_status read_json(const char *path, json_document *out)
{
    mapped_file *f = NULL;
    TRY(mapped_open(path, &f));
    wz_status status = json_parse(mapped_data(f), mapped_bytes(f), out);
    if (status == WZ_OK && out->root->type != JSON_OBJECT) {
        json_free(out);
        status = fail(WZ_FORMAT, "it holds no JSON object");
    }
    mapped_release(f);
    return status == WZ_FORMAT ? fail_prefix(status, path) : status;
}

static bool looks_like_tokenizer(const json_value *root)
{
    const json_value *model = json_get(root, "model");
    return json_get(model, "vocab") != NULL;
}

static wz_status fill_table(inspection *o)
{
    size_t n = st_count(o->files);
    o->tensors.row = calloc(n ? n : 1, sizeof *o->tensors.row);
    if (!o->tensors.row) return fail_nomem(n * sizeof *o->tensors.row);
    o->tensors.n = n;
    const char *first = n ? st_shard_name(o->files, st_at(o->files, 0)) : "";
    bool        sharded = false;
    for (size_t i = 0; i < n; i++) sharded |= strcmp(st_shard_name(o->files, st_at(o->files, i)), first) != 0;
    for (size_t i = 0; i < n; i++) {
        const st_tensor *t = st_at(o->files, i);
        o->tensors.row[i] = (tensor_row){.name = t->name, .name_bytes = t->name_bytes, .dtype = t->dtype_name, .ndim = t->ndim,
                                         .size = t->size, .bytes = t->bytes, .shard = sharded ? st_shard_name(o->files, t) : ""};
    }
    sort_tensors(&o->tensors);
    return WZ_OK;
}

static bool there(const char *folder, const char *name, char *path, size_t room)
{
    int n = snprintf(path, room, "%s/%s", folder, name);
    return n > 0 && (size_t)n < room && access(path, F_OK) == 0;
}

static void open_folder(inspection *o)
{
    static const char *const weights[] = {"model", "diffusion_pytorch_model", "pytorch_model"};
    char      path[4096];
    lm_config config;
    if (there(o->path, "config.json", path, sizeof path)) {
        note(o, read_json(path, &o->config));
        if (o->config.root && lm_config_read(o->path, &config) != WZ_OK) snprintf(o->runs, sizeof o->runs, "%s", wz_error());
    }
    if (there(o->path, "generation_config.json", path, sizeof path)) note(o, read_json(path, &o->generation));
    if (there(o->path, "tokenizer.json", path, sizeof path)) {
        wz_status status = wz_tokenizer_open(o->path, &o->tokenizer);
        if (status == WZ_OK) status = read_json(path, &o->tokenizer_json);
        note(o, status);
    }
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        char name[64], index[64];
        snprintf(name, sizeof name, "%s.safetensors", weights[i]);
        snprintf(index, sizeof index, "%s.safetensors.index.json", weights[i]);
        if (!there(o->path, name, path, sizeof path) && !there(o->path, index, path, sizeof path)) continue;
        wz_status status = st_open_folder(o->path, &o->files);
        if (status == WZ_OK) status = fill_table(o);
        note(o, status);
        break;
    }
    if (!o->found)
        note(o, fail(WZ_IO, "%.200s holds none of config.json, tokenizer.json, model.safetensors and an index of shards", o->path));
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

typedef enum file_kind { FILE_TENSORS, FILE_JSON, FILE_GGUF } file_kind;

/* By the first bytes: a safetensors file begins with the length of its header, eight bytes, and the header is JSON. */
static wz_status kind_of(const char *path, file_kind *out)
{
    mapped_file *f = NULL;
    TRY(mapped_open(path, &f));
    const char *p = mapped_data(f);
    size_t      n = mapped_bytes(f), i = 0;
    wz_status   status = WZ_OK;
    *out = FILE_TENSORS;
    if (n >= 4 && memcmp(p, "GGUF", 4) == 0) *out = FILE_GGUF;
    else if (!ends_with(path, ".safetensors")) {
        while (i < n && (p[i] == ' ' || p[i] == '\t' || p[i] == '\n' || p[i] == '\r')) i++;
        if (ends_with(path, ".json") || (i < n && (p[i] == '{' || p[i] == '['))) *out = FILE_JSON;
        else if (n < 9 || p[8] != '{') status = fail(WZ_FORMAT, "%.200s is neither a safetensors nor a GGUF file nor JSON", path);
    }
    mapped_release(f);
    return status;
}

static wz_status open_file(inspection *o)
{
    file_kind kind;
    TRY(kind_of(o->path, &kind));
    switch (kind) {
    case FILE_TENSORS:
        TRY(st_open_file(o->path, &o->files));
        return fill_table(o);
    case FILE_JSON:
        TRY(read_json(o->path, &o->config));
        if (!looks_like_tokenizer(o->config.root)) return WZ_OK;
        o->tokenizer_json = o->config;
        o->config = (json_document){0};
        return wz_tokenizer_open(o->path, &o->tokenizer);
    case FILE_GGUF: return inspect_gguf(o->path, o->brief, o->json);
    }
    return WZ_OK;
}

/* ---- tokenizer ------------------------------------------------------------------------------------ */

static const char *type_of(const json_value *o, const char *otherwise)
{
    const json_value *t = json_get(o, "type");
    return t && t->type == JSON_STRING ? t->text : otherwise;
}

/* "Sequence(Split, ByteLevel)" */
static void put_step(const json_value *root, const char *key, const char *list)
{
    const json_value *step = json_get(root, key), *parts = json_get(step, list);
    if (!step || step->type == JSON_NULL) return;
    printf("  %-36s  ", key);
    const char *name = type_of(step, "?");
    put_text(name, strlen(name));
    for (size_t i = 0; parts && parts->type == JSON_ARRAY && i < parts->n; i++) {
        fputs(i ? ", " : " of ", stdout);
        name = type_of(parts->item[i], "?");
        put_text(name, strlen(name));
    }
    fputc('\n', stdout);
}

static void put_named_id(const wz_tokenizer *t, const char *what, int64_t id)
{
    const char *piece = id < 0 ? NULL : wz_tokenizer_piece(t, id);
    if (!piece) return;
    printf("  %-36s  %" PRId64 " ", what, id);
    put_text(piece, strlen(piece));
    fputc('\n', stdout);
}

static size_t length_of(const json_value *v) { return v && (v->type == JSON_ARRAY || v->type == JSON_OBJECT) ? v->n : 0; }

static void put_tokenizer(const inspection *o)
{
    const json_value *root = o->tokenizer_json.root, *model = json_get(root, "model"), *added = json_get(root, "added_tokens");
    const char       *type = type_of(model, "BPE");
    printf("  %-36s  ", "model");
    put_text(type, strlen(type));
    printf(", %" PRId64 " tokens with ids up to %" PRId64 ", %zu merges\n", wz_tokenizer_count(o->tokenizer), wz_tokenizer_size(o->tokenizer) - 1,
           length_of(json_get(model, "merges")));
    put_step(root, "normalizer", "normalizers");
    put_step(root, "pre_tokenizer", "pretokenizers");
    put_step(root, "post_processor", "processors");
    put_step(root, "decoder", "decoders");
    put_named_id(o->tokenizer, "begins a text", wz_tokenizer_bos(o->tokenizer));
    put_named_id(o->tokenizer, "ends a text", wz_tokenizer_eos(o->tokenizer));
    put_named_id(o->tokenizer, "padding", wz_tokenizer_pad(o->tokenizer));
    put_named_id(o->tokenizer, "unknown", wz_tokenizer_unk(o->tokenizer));
    if (!length_of(added)) return;
    printf("  %zu added tokens%s\n", added->n, o->brief ? "" : " (s: special)");
    for (size_t i = 0; i < added->n && !o->brief; i++) {
        const json_value *text = json_get(added->item[i], "content"), *id = json_get(added->item[i], "id");
        const json_value *special = json_get(added->item[i], "special");
        printf("  %8" PRId64 " %c  ", id->i, special && special->truth ? 's' : ' '); /* checked when the tokenizer was opened */
        put_text(text->text, text->text_bytes);
        fputc('\n', stdout);
    }
}

static void put_json_tokenizer(const inspection *o)
{
    const json_value *model = json_get(o->tokenizer_json.root, "model"), *added = json_get(o->tokenizer_json.root, "added_tokens");
    const char       *type = type_of(model, "BPE");
    fputs("{\"model\": ", stdout);
    put_json_text(type, strlen(type));
    printf(", \"n_tokens\": %" PRId64 ", \"size\": %" PRId64 ", \"n_merges\": %zu", wz_tokenizer_count(o->tokenizer), wz_tokenizer_size(o->tokenizer),
           length_of(json_get(model, "merges")));
    const struct { const char *name; int64_t id; } named[] = {{"bos", wz_tokenizer_bos(o->tokenizer)}, {"eos", wz_tokenizer_eos(o->tokenizer)},
        {"pad", wz_tokenizer_pad(o->tokenizer)}, {"unk", wz_tokenizer_unk(o->tokenizer)}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].id >= 0) printf(", \"%s\": %" PRId64, named[i].name, named[i].id);
    fputs(", \"added_tokens\": ", stdout);
    if (added) put_json(added);
    else fputs("[]", stdout);
    fputc('}', stdout);
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static void put_tensor_part(const inspection *o)
{
    const json_value *metadata = st_metadata(o->files);
    if (metadata && metadata->n) {
        put_values(metadata);
        fputc('\n', stdout);
    }
    put_tensors(&o->tensors, o->brief);
}

static void print_plain(const inspection *o)
{
    if (o->config.root) {
        put_heading(o->path, o->folder ? "config.json" : NULL);
        if (o->folder) printf("  %-36s  %s%s\n", "runs with wootz", *o->runs ? "no: " : "yes", o->runs);
        put_values(o->config.root);
    }
    if (o->generation.root) {
        put_heading(o->path, "generation_config.json");
        put_values(o->generation.root);
    }
    if (o->tokenizer && o->tokenizer_json.root) {
        put_heading(o->path, o->folder ? "tokenizer.json" : NULL);
        put_tokenizer(o);
    }
    if (o->tensors.row) {
        put_heading(o->path, o->folder ? "model.safetensors" : NULL);
        put_tensor_part(o);
    }
}

static void print_json(const inspection *o)
{
    fputs("{\"path\": ", stdout);
    put_json_text(o->path, strlen(o->path));
    if (o->config.root) {
        if (o->folder) printf(", \"runs\": %s", *o->runs ? "false" : "true");
        fputs(",\n\"config\": ", stdout);
        put_json(o->config.root);
    }
    if (o->generation.root) {
        fputs(",\n\"generation_config\": ", stdout);
        put_json(o->generation.root);
    }
    if (o->tokenizer && o->tokenizer_json.root) {
        fputs(",\n\"tokenizer\": ", stdout);
        put_json_tokenizer(o);
    }
    if (o->tensors.row) {
        const json_value *metadata = st_metadata(o->files);
        fputs(",\n\"metadata\": ", stdout);
        if (metadata) put_json(metadata);
        else fputs("{}", stdout);
        fputs(",\n", stdout);
        put_json_tensors(&o->tensors);
    }
    fputs("}\n", stdout);
}

int cmd_inspect(int argc, char **argv)
{
    inspection o = {0};
    const cli_option options[] = {
        {"--brief", 'b', OPTION_FLAG, &o.brief, NULL, NULL, "totals only, no list of tensors and tokens", 0, 0},
        {"--json", 0, OPTION_FLAG, &o.json, NULL, NULL, "one JSON object, for programs", 0, 0},
        {0}};
    const char *usage = "wootz inspect FILE|FOLDER [--brief] [--json]";
    int n_rest, code = cli_parse(argc, argv, usage,
                                 "Shows what a model holds: tensors with dtype, shape and size, metadata, configuration, tokenizer. FILE is a\n"
                                 ".safetensors or .gguf file, a tokenizer.json or another JSON file; FOLDER is a model folder.", options, &o.path, 1, &n_rest);
    if (code >= 0) return code;
    if (n_rest == 0) {
        fprintf(stderr, "wootz inspect: which file or folder?\nusage: %s\n", usage);
        return EXIT_USAGE;
    }
    struct stat info;
    o.folder = stat(o.path, &info) == 0 && S_ISDIR(info.st_mode);
    size_t length = strlen(o.path);
    char  *folder = NULL;
    if (o.folder && length > 1 && o.path[length - 1] == '/') { /* names are printed behind it */
        while (length > 1 && o.path[length - 1] == '/') length--;
        if (!(folder = mem_dup(o.path, length))) return cli_fail("inspect");
        o.path = folder;
    }
    if (o.folder) open_folder(&o);
    else note(&o, open_file(&o));
    bool printed = !o.folder && !o.config.root && !o.tokenizer && !o.tensors.row; /* a GGUF file */
    if (o.failed < o.found && !printed) (o.json ? print_json : print_plain)(&o);
    free(o.tensors.row);
    st_close(&o.files);
    wz_tokenizer_free(&o.tokenizer);
    json_free(&o.config);
    json_free(&o.generation);
    json_free(&o.tokenizer_json);
    mem_free(folder);
    return o.failed ? EXIT_FAILED : EXIT_OK;
}
