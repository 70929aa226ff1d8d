/* table.c - the op table and the kernel rows, put together once at first use.
 * SPDX-License-Identifier: MIT */
#include "table.h"
#include "signature.h"
#include "../cpu/detect.h"
#include <pthread.h>
#include <string.h>

enum { T = WZ_PY_TORCH, M = WZ_PY_METHOD, F = WZ_PY_NN, L = WZ_PY_LINALG, S = WZ_PY_SPECIAL, I = WZ_PY_INPLACE,
       HIDDEN = 0 };
enum { MAX_ROWS = 12 };

/* Rules and functions that rows name. */
#define OP(name, where, signature, dtypes, dtype_rule, shape_rule, grad, samples, doc)              \
    wz_status dtype_##dtype_rule(wz_call *c);                                                       \
    wz_status shape_##shape_rule(wz_call *c);
#define COMPOSITE(name, where, signature, dtypes, function, samples, doc) wz_status function(wz_call *c);
#define VIEW(name, where, signature, function, samples, doc) wz_status function(wz_call *c);
#include "ops.def"
#undef OP
#undef COMPOSITE
#undef VIEW

static op_row table[WZ_OP_COUNT] = {
#define OP(name_, where_, signature_, dtypes_, dtype_rule_, shape_rule_, grad, samples_, doc_)      \
    [WZ_OP_##name_] = {.info = {.name = #name_, .where = where_, .signature = signature_, .doc = doc_}, \
                       .form = FORM_KERNEL, .dtypes = dtypes_, .dtypes_name = #dtypes_,            \
                       .dtype_rule = dtype_##dtype_rule_, .shape_rule = shape_##shape_rule_,       \
                       .samples = #samples_},
#define COMPOSITE(name_, where_, signature_, dtypes_, function_, samples_, doc_)                    \
    [WZ_OP_##name_] = {.info = {.name = #name_, .where = where_, .signature = signature_, .doc = doc_}, \
                       .form = FORM_COMPOSITE, .dtypes = dtypes_, .dtypes_name = #dtypes_,         \
                       .fn = function_, .samples = #samples_},
#define VIEW(name_, where_, signature_, function_, samples_, doc_)                                  \
    [WZ_OP_##name_] = {.info = {.name = #name_, .where = where_, .signature = signature_, .doc = doc_}, \
                       .form = FORM_VIEW, .fn = function_, .samples = #samples_},
#include "ops.def"
#undef OP
#undef COMPOSITE
#undef VIEW
};

#define FAMILY(name) extern const kernel_row name##_rows[];
#include "families.def"
#undef FAMILY

static const kernel_row *const families[] = {
#define FAMILY(name) name##_rows,
#include "families.def"
#undef FAMILY
};

static struct {
    const kernel_row *row[MAX_ROWS];
    int               n;
} rows_of[WZ_OP_COUNT];

static pthread_once_t once = PTHREAD_ONCE_INIT;
static wz_status      once_status;
static char           once_text[256];

static void index_inputs(op_row *row)
{
    for (int i = 0; i < row->info.n_params; i++)
        row->first_in[i] = row->info.params[i].kind == WZ_ARG_TENSOR ? row->n_in++ : -1;
}

static void build(void)
{
    for (int op = 0; op < WZ_OP_COUNT; op++) {
        once_status = signature_parse(&table[op].info);
        if (once_status != WZ_OK) {
            strncpy(once_text, wz_error(), sizeof once_text - 1);
            fail(once_status, "op table: %s: %s", table[op].info.name, once_text);
            strncpy(once_text, wz_error(), sizeof once_text - 1);
            return;
        }
        index_inputs(&table[op]);
    }
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (const kernel_row *r = families[f]; r->run; r++)
            if (rows_of[r->op].n < MAX_ROWS) rows_of[r->op].row[rows_of[r->op].n++] = r;
}

wz_status table_ready(void)
{
    (void)pthread_once(&once, build);
    return once_status == WZ_OK ? WZ_OK : fail(once_status, "%s", once_text);
}

const op_row *op_get(wz_op op) { return &table[op]; }
int           wz_op_count(void) { return WZ_OP_COUNT; }

const wz_op_info *wz_op_get(int op)
{
    if (op < 0 || op >= WZ_OP_COUNT || table_ready() != WZ_OK) return NULL;
    return &table[op].info;
}

int wz_op_find(const char *name)
{
    for (int op = 0; op < WZ_OP_COUNT; op++)
        if (strcmp(table[op].info.name, name) == 0) return op;
    return -1;
}

/* ---- kernels ---------------------------------------------------------------------------------------- */

uint32_t device_where(const wz_device *dev)
{
    if (dev->kind == WZ_DEVICE_CUDA) return ON_CUDA;
    if (dev->kind == WZ_DEVICE_MPS) return ON_METAL;
    return cpu_level_mask();
}

/* Apple's GPUs have no double, so no row of theirs takes it, whatever the row says. */
static uint32_t dtypes_on(uint32_t where) { return where & ON_METAL ? ~(uint32_t)(DT(F64) | DT(C128)) : ~(uint32_t)0; }

const kernel_row *table_choose(const wz_call *c)
{
    uint32_t where = device_where(c->dev);
    uint32_t dtype = 1u << (c->dtype ? c->dtype : c->out_dtype[0]);
    if (!(dtype & dtypes_on(where))) return NULL;
    for (int i = rows_of[c->op].n; i-- > 0;) {
        const kernel_row *r = rows_of[c->op].row[i];
        if ((r->where & where) && (r->dtypes & dtype) && (!r->when || r->when(c))) return r;
    }
    return NULL;
}

int table_rows(wz_op op, const kernel_row *const **rows)
{
    *rows = rows_of[op].row;
    return rows_of[op].n;
}

uint32_t table_dtypes(wz_op op, uint32_t where)
{
    uint32_t dtypes = 0;
    for (int i = 0; i < rows_of[op].n; i++)
        if (rows_of[op].row[i]->where & where) dtypes |= rows_of[op].row[i]->dtypes;
    return dtypes & dtypes_on(where);
}

bool wz_op_supported(int op, const wz_device *dev, wz_dtype dtype)
{
    if (op < 0 || op >= WZ_OP_COUNT || !dev || table_ready() != WZ_OK) return false;
    uint32_t bit = 1u << dtype;
    if (table[op].form == FORM_VIEW) return true;
    if (table[op].form == FORM_COMPOSITE) return !table[op].dtypes || (table[op].dtypes & bit);
    if (table[op].dtypes && !(table[op].dtypes & bit)) return false;
    return (table_dtypes((wz_op)op, device_where(dev)) & bit) != 0;
}
