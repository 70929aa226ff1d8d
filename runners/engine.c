/* engine.c - opening a model and asking about it.
 * SPDX-License-Identifier: MIT */
#include "source.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static wz_status load(wz_lm *lm, const char *path, const wz_lm_options *options)
{
    struct stat info;
    if (stat(path, &info) != 0) return fail(WZ_IO, "%.200s does not exist", path);
    if (S_ISDIR(info.st_mode)) {
        TRY(lm_config_read(path, &lm->c));
        TRY(source_open_folder(path, &lm->c, &lm->source));
        return lm_weights_load(lm, options);
    }
    if (!S_ISREG(info.st_mode) || !gguf_is(path)) return fail(WZ_FORMAT, "%.200s is neither a folder nor a GGUF file", path);
    gguf_file *file = NULL;
    TRY(gguf_open(path, &file));
    wz_status status = lm_config_read_gguf(file, &lm->c);
    if (status != WZ_OK) {
        gguf_close(&file);
        return fail_prefix(status, path);
    }
    TRY(source_open_gguf(file, &lm->c, &lm->source));
    return lm_weights_load(lm, options);
}

wz_status wz_lm_open(const char *path, const wz_lm_options *options, wz_lm **out)
{
    *out = NULL;
    if (!path) return fail(WZ_INVALID, "path is NULL");
    wz_lm *lm = mem_alloc(sizeof *lm);
    if (!lm) return WZ_NOMEM;
    atomic_init(&lm->refs, 1);
    wz_status status = wz_device_open(options && options->device ? options->device : "cpu", &lm->dev);
    if (status == WZ_OK && wz_device_get_kind(lm->dev) != WZ_DEVICE_CPU)
        status = fail(WZ_UNSUPPORTED, "models run on the CPU so far, not on %s", wz_device_name(lm->dev));
    if (status == WZ_OK) status = wz_scope_begin();
    if (status == WZ_OK) {
        status = load(lm, path, options);
        wz_scope_end();
    }
    if (status != WZ_OK) {
        wz_lm_free(&lm);
        return status;
    }
    *out = lm;
    return WZ_OK;
}

void wz_lm_free(wz_lm **lm)
{
    wz_lm *old = *lm;
    *lm = NULL;
    if (!old || atomic_fetch_sub(&old->refs, 1) != 1) return;
    lm_weights_free(old);
    mem_free(old->c.rope.divisor);
    mem_free(old);
}

void wz_lm_get_info(const wz_lm *lm, wz_lm_info *out)
{
    memset(out, 0, sizeof *out);
    snprintf(out->family, sizeof out->family, "%s", lm_family_name(lm->c.family));
    out->n_layers = lm->c.n_layers;
    out->hidden = lm->c.hidden;
    out->vocab = lm->c.vocab;
    out->context = lm->c.context;
    out->n_params = lm->n_params;
    out->weight_bytes = lm->weight_bytes;
    out->active_bytes = lm->active_bytes;
    out->n_eos = lm->c.n_eos;
    memcpy(out->eos, lm->c.eos, sizeof out->eos);
    out->bos = lm->c.bos;
}

void wz_lm_get_sampling(const wz_lm *lm, wz_lm_sampling *out) { *out = lm->c.sampling; }
