/* inspect.h - what the parts of wootz inspect share: writing names, JSON and tables of tensors.
 *
 * Names in files may hold anything, terminal control sequences included, so they are never printed as they are.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CLI_INSPECT_H
#define WZ_CLI_INSPECT_H
#include "../src/io/json.h"
#include "cli.h"

typedef struct tensor_row {
    const char    *name;
    size_t         name_bytes;
    const char    *dtype;      /* as the file calls it */
    const char    *shard;      /* the file of a sharded checkpoint, "" otherwise */
    int            ndim;
    const int64_t *size;       /* as torch has it: the last varies fastest */
    uint64_t       bytes;
} tensor_row;

typedef struct tensor_table {
    tensor_row *row;
    size_t      n;
} tensor_table;

/* Control characters, and what is not UTF-8, as escapes. */
void put_text(const char *text, size_t bytes);
void put_json_text(const char *text, size_t bytes);
void put_json(const json_value *v);                       /* on one line */
/* "  key.of.a.value    value", a line each; long lists are cut. */
void put_values(const json_value *object);
void put_heading(const char *path, const char *part);      /* a blank line before all but the first */

/* "model.layers.2" before "model.layers.10". */
void sort_tensors(tensor_table *t);
void put_tensors(const tensor_table *t, bool brief);       /* totals, by dtype, then a line each unless brief */
void put_json_tensors(const tensor_table *t);              /* "tensors": [...], "n_tensors": ... */

/* inspect_gguf.c: all of it; nothing is printed on error. */
wz_status inspect_gguf(const char *path, bool brief, bool json);
#endif
