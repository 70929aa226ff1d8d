/* config_json.c - see config_json.h.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "config_json.h"
#include "../src/core/error.h"
#include "../src/core/mem.h"
#include "../src/io/mapped.h"
#include <unistd.h>

static wz_status open_path(const char *path, json_document *out)
{
    mapped_file *f = NULL;
    TRY(mapped_open(path, &f));
    wz_status status = json_parse(mapped_data(f), mapped_bytes(f), out);
    if (status == WZ_OK && out->root->type != JSON_OBJECT) {
        json_free(out);
        status = fail(WZ_FORMAT, "the file is not a JSON object");
    }
    mapped_release(f);
    return status == WZ_FORMAT ? fail_prefix(status, path) : status;
}

wz_status cfg_open(const char *folder, const char *file, json_document *out)
{
    char *path = NULL;
    *out = (json_document){0};
    TRY(path_join(folder, file, &path));
    wz_status status = open_path(path, out);
    mem_free(path);
    return status;
}

wz_status cfg_open_optional(const char *folder, const char *file, json_document *out)
{
    char *path = NULL;
    *out = (json_document){0};
    TRY(path_join(folder, file, &path));
    wz_status status = access(path, F_OK) == 0 ? open_path(path, out) : WZ_OK;
    mem_free(path);
    return status;
}

bool cfg_present(const cfg *o, const char *key)
{
    const json_value *v = json_get(o, key);
    return v && v->type != JSON_NULL;
}

const cfg *cfg_object(const cfg *o, const char *key)
{
    const json_value *v = json_get(o, key);
    return v && v->type == JSON_OBJECT ? v : NULL;
}

static const char *text_of(const json_value *v, const char *otherwise)
{
    return v && v->type == JSON_STRING ? v->text : otherwise;
}

static bool number_of(const json_value *v, double *out)
{
    if (!v || v->type != JSON_NUMBER) return false;
    *out = v->number;
    return true;
}

static const json_value *element(const cfg *o, const char *key, int64_t i)
{
    const json_value *v = json_get(o, key);
    return v && v->type == JSON_ARRAY && i >= 0 && (uint64_t)i < v->n ? v->item[i] : NULL;
}

const char *cfg_text(const cfg *o, const char *key, const char *otherwise) { return text_of(json_get(o, key), otherwise); }
bool        cfg_number(const cfg *o, const char *key, double *out) { return number_of(json_get(o, key), out); }
bool        cfg_number_at(const cfg *o, const char *key, int64_t i, double *out) { return number_of(element(o, key, i), out); }
const char *cfg_text_at(const cfg *o, const char *key, int64_t i) { return text_of(element(o, key, i), NULL); }

bool cfg_bool(const cfg *o, const char *key, bool otherwise)
{
    const json_value *v = json_get(o, key);
    return v && v->type == JSON_BOOL ? v->truth : otherwise;
}

int64_t cfg_length(const cfg *o, const char *key)
{
    const json_value *v = json_get(o, key);
    return v && v->type == JSON_ARRAY ? (int64_t)v->n : 0;
}
