/* source.h - where a model's tensors come from: a Hugging Face folder or a GGUF file, under one set of names.
 *
 * Names are those of the folder ("model.layers.0.self_attn.q_proj.weight"). GGUF has its own names, and its Llama
 * files order the rows of queries and keys for interleaved rotary pairs: both are turned back here.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_RUNNERS_SOURCE_H
#define WZ_RUNNERS_SOURCE_H
#include "lm.h"
#include "../src/io/gguf.h"

typedef struct lm_source lm_source;

/* c, which must outlive the source, tells the blocks of FP8 weights. */
wz_status source_open_folder(const char *folder, const lm_config *c, lm_source **out);
/* Takes the file over, also on error. The shape of heads comes from c. */
wz_status source_open_gguf(gguf_file *file, const lm_config *c, lm_source **out);
void      source_close(lm_source **s);
bool      source_has(const lm_source *s, const char *name);
/* The tensor of that name after checking its shape, in the current scope: in place where possible. GGUF blocks are
 * decoded to want, or to float16 when that is NONE (bfloat16 where float16 is too narrow). FP8 weights are multiplied
 * by their scales and rounded to want, or to bfloat16. Other tensors keep the file's dtype. */
wz_status source_get(const lm_source *s, const char *name, int ndim, const int64_t *size, wz_dtype want, wz_tensor **out);
#endif
