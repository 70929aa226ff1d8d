/* wrap.h - how the generated wrappers pack arguments.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_WRAP_H
#define WZ_OP_WRAP_H
#include "op.h"
#include <wootz/ops.h>

#undef DTYPE
#define TENSOR(x) {.kind = WZ_ARG_TENSOR, .v.tensor = (x)}
#define OPT_TENSOR(x) {.kind = (x) ? WZ_ARG_TENSOR : WZ_ARG_NONE, .v.tensor = (x)}
#define TENSORS(x, count) {.kind = WZ_ARG_TENSORS, .n = (count), .v.tensors = (x)}
#define INT(x) {.kind = WZ_ARG_INT, .v.i = (x)}
#define OPT_INT(x) {.kind = (x) ? WZ_ARG_INT : WZ_ARG_NONE, .v.i = (x) ? *(x) : 0}
#define INTS(x, count) {.kind = WZ_ARG_INTS, .n = (count), .v.ints = (x)}
#define OPT_INTS(x, count) {.kind = (x) ? WZ_ARG_INTS : WZ_ARG_NONE, .n = (count), .v.ints = (x)}
#define FLOAT(x) {.kind = WZ_ARG_FLOAT, .v.f = (x)}
#define OPT_FLOAT(x) {.kind = (x) ? WZ_ARG_FLOAT : WZ_ARG_NONE, .v.f = (x) ? *(x) : 0}
#define FLOATS(x, count) {.kind = WZ_ARG_FLOATS, .n = (count), .v.floats = (x)}
#define OPT_FLOATS(x, count) {.kind = (x) ? WZ_ARG_FLOATS : WZ_ARG_NONE, .n = (count), .v.floats = (x)}
#define BOOL(x) {.kind = WZ_ARG_BOOL, .v.b = (x)}
#define OPT_BOOL(x) {.kind = (x) ? WZ_ARG_BOOL : WZ_ARG_NONE, .v.b = (x) ? *(x) : false}
#define SCALAR(x) {.kind = WZ_ARG_SCALAR, .v.scalar = (x)}
#define OPT_SCALAR(x) {.kind = (x) ? WZ_ARG_SCALAR : WZ_ARG_NONE, .v.scalar = (x) ? *(x) : (wz_scalar){0}}
#define DTYPE(x) {.kind = (x) ? WZ_ARG_DTYPE : WZ_ARG_NONE, .v.dtype = (x)}
#define DEVICE(x) {.kind = (x) ? WZ_ARG_DEVICE : WZ_ARG_NONE, .v.device = (x)}
#define STRING(x) {.kind = (x) ? WZ_ARG_STRING : WZ_ARG_NONE, .v.string = (x)}
#define GENERATOR(x) {.kind = (x) ? WZ_ARG_GENERATOR : WZ_ARG_NONE, .v.generator = (x)}

/* Calls the op; returns the first result, stores the others (NULL on error) through `more`. */
wz_tensor *wrap_call(wz_op op, const wz_arg *args, int n_results, wz_tensor **const *more);
#endif
