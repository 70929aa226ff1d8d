/* signature.c - one parser for the signatures of the op table, used by the library, by tools/genops and
 * through both by Python. The grammar stands at the top of ops.def.
 * SPDX-License-Identifier: MIT */
#include "signature.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct scanner {
    char *p;      /* next character; the text is cut into strings in place */
    char *begin;
} scanner;

static void blanks(scanner *s)
{
    while (*s->p == ' ' || *s->p == '\n') s->p++;
}

static bool accept(scanner *s, const char *token)
{
    blanks(s);
    size_t n = strlen(token);
    if (strncmp(s->p, token, n) != 0) return false;
    s->p += n;
    return true;
}

static wz_status bad(const scanner *s, const char *want)
{
    return fail(WZ_FORMAT, "signature column %d: expected %s before '%.20s'", (int)(s->p - s->begin), want,
                s->p);
}

/* A name; the character after it is returned through `stop` because it is overwritten by the NUL. */
static char *name(scanner *s, size_t *n)
{
    blanks(s);
    char *start = s->p;
    while (isalnum((unsigned char)*s->p) || *s->p == '_') s->p++;
    *n = (size_t)(s->p - start);
    return start;
}

static const struct {
    const char *text;
    wz_arg_kind kind;
} kinds[] = {
    {"tensors", WZ_ARG_TENSORS}, {"tensor", WZ_ARG_TENSOR},   {"operand", WZ_ARG_TENSOR},
    {"ints", WZ_ARG_INTS},       {"int", WZ_ARG_INT},         {"floats", WZ_ARG_FLOATS},
    {"float", WZ_ARG_FLOAT},     {"bool", WZ_ARG_BOOL},       {"scalar", WZ_ARG_SCALAR},
    {"dtype", WZ_ARG_DTYPE},     {"device", WZ_ARG_DEVICE},   {"string", WZ_ARG_STRING},
    {"generator", WZ_ARG_GENERATOR},
};

static wz_status parse_kind(scanner *s, wz_param *p)
{
    size_t n;
    char  *text = name(s, &n);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].text) != n || strncmp(kinds[i].text, text, n) != 0) continue;
        p->kind = kinds[i].kind;
        p->number_ok = strcmp(kinds[i].text, "operand") == 0;
        if (accept(s, "?")) p->optional = true;
        if (accept(s, "!")) p->written = true;
        if (*s->p == '*') {
            p->varargs = true;
            s->p++;
        }
        return WZ_OK;
    }
    return bad(s, "a kind");
}

/* A number; integral text gives an integer scalar. */
static bool number(scanner *s, wz_scalar *out)
{
    blanks(s);
    char *end = s->p;
    bool  integral = true;
    if (*end == '-' || *end == '+') end++;
    if (!isdigit((unsigned char)*end) && *end != '.' && strncmp(end, "inf", 3) != 0 && strncmp(end, "nan", 3) != 0) return false;
    errno = 0;
    double v = strtod(s->p, &end);
    if (end == s->p) return false;
    for (char *c = s->p; c < end; c++)
        if (!isdigit((unsigned char)*c) && *c != '-') integral = false;
    long long i = integral ? strtoll(s->p, NULL, 10) : 0;
    if (integral && errno == ERANGE) return false;
    *out = integral ? wz_int(i) : wz_num(v);
    s->p = end;
    return true;
}

enum { MAX_LIST = 8 };

static wz_status parse_list(scanner *s, wz_param *p)
{
    int64_t   ints[MAX_LIST];
    double    floats[MAX_LIST];
    wz_scalar v;
    int       n = 0;
    if (p->kind != WZ_ARG_INTS && p->kind != WZ_ARG_FLOATS) return bad(s, "no list");
    while (!accept(s, "]")) {
        if (n == MAX_LIST || !number(s, &v)) return bad(s, "a number of a list");
        if (p->kind == WZ_ARG_INTS && v.kind != WZ_KIND_INT) return bad(s, "an integer of a list");
        ints[n] = v.i;
        floats[n++] = v.re;
        (void)accept(s, ",");
    }
    void *list = mem_alloc_array(MAX_LIST, sizeof ints[0]);
    if (!list) return WZ_NOMEM;
    memcpy(list, p->kind == WZ_ARG_INTS ? (void *)ints : (void *)floats, (size_t)n * sizeof ints[0]);
    p->value.kind = p->kind;
    p->value.n = n;
    if (p->kind == WZ_ARG_INTS) p->value.v.ints = list;
    else p->value.v.floats = list;
    return WZ_OK;
}

static wz_status parse_default(scanner *s, wz_param *p)
{
    wz_scalar v;
    p->has_default = true;
    p->value.kind = WZ_ARG_NONE;
    if (accept(s, "None")) return p->optional ? WZ_OK : bad(s, "a value, since None is not allowed");
    if (accept(s, "[")) return parse_list(s, p);
    p->value.kind = p->kind;
    if (accept(s, "\"")) {
        char *end = strchr(s->p, '"');
        if (!end || p->kind != WZ_ARG_STRING) return bad(s, "the end of a string");
        p->value.v.string = mem_dup(s->p, (size_t)(end - s->p));
        s->p = end + 1;
        return p->value.v.string ? WZ_OK : WZ_NOMEM;
    }
    if (accept(s, "True")) v = wz_bool(true);
    else if (accept(s, "False")) v = wz_bool(false);
    else if (!number(s, &v)) return bad(s, "a default");
    switch (p->kind) {
    case WZ_ARG_INT: p->value.v.i = v.i; return v.kind == WZ_KIND_INT ? WZ_OK : bad(s, "an integer");
    case WZ_ARG_FLOAT: p->value.v.f = v.re; return WZ_OK;
    case WZ_ARG_BOOL: p->value.v.b = v.i != 0; return v.kind == WZ_KIND_BOOL ? WZ_OK : bad(s, "True or False");
    case WZ_ARG_SCALAR: p->value.v.scalar = v; return WZ_OK;
    case WZ_ARG_TENSOR: /* an operand: the number is made into a tensor by whoever calls */
        p->value.kind = WZ_ARG_SCALAR;
        p->value.v.scalar = v;
        return p->number_ok ? WZ_OK : bad(s, "no default for a tensor");
    default: return bad(s, "a default of the parameter's kind");
    }
}

static wz_status parse_params(scanner *s, wz_op_info *info)
{
    bool keyword_only = false;
    while (!accept(s, ")")) {
        if (*s->p == '*') {
            s->p++;
            keyword_only = true;
        } else {
            if (info->n_params == WZ_MAX_PARAMS) return bad(s, "fewer parameters");
            wz_param *p = &info->params[info->n_params++];
            size_t    n;
            char     *text = name(s, &n);
            if (!n || !accept(s, ":")) return bad(s, "name: kind");
            p->name = mem_dup(text, n);
            if (!p->name) return WZ_NOMEM;
            p->keyword_only = keyword_only;
            TRY(parse_kind(s, p));
            if (accept(s, "=")) TRY(parse_default(s, p));
            else if (p->optional) p->has_default = true; /* '?' without a default means None */
        }
        blanks(s);
        if (*s->p != ')' && !accept(s, ",")) return bad(s, "',' or ')'");
    }
    return WZ_OK;
}

static wz_status parse_results(scanner *s, wz_op_info *info)
{
    if (!accept(s, "->")) return bad(s, "'->'");
    do {
        size_t n;
        char  *text = name(s, &n);
        if (!n || info->n_results == WZ_MAX_RESULTS) return bad(s, "a result's name");
        info->results[info->n_results] = mem_dup(text, n);
        if (!info->results[info->n_results++]) return WZ_NOMEM;
    } while (accept(s, ","));
    blanks(s);
    return *s->p ? bad(s, "the end") : WZ_OK;
}

void signature_clear(wz_op_info *info)
{
    for (int i = 0; i < info->n_params; i++) {
        wz_param *p = &info->params[i];
        mem_free((void *)p->name);
        if (p->value.kind == WZ_ARG_INTS) mem_free((void *)p->value.v.ints);
        if (p->value.kind == WZ_ARG_FLOATS) mem_free((void *)p->value.v.floats);
        if (p->value.kind == WZ_ARG_STRING) mem_free((void *)p->value.v.string);
    }
    for (int i = 0; i < info->n_results; i++) mem_free((void *)info->results[i]);
    if (info->py_name != info->name) mem_free((void *)info->py_name);
    mem_free(info->params);
    info->params = NULL;
    info->py_name = NULL;
    info->n_params = info->n_results = 0;
}

wz_status signature_parse(wz_op_info *info)
{
    info->n_params = info->n_results = 0;
    info->py_name = info->name;
    info->params = NULL;
    char *text = mem_dup(info->signature, strlen(info->signature));
    if (!text) return WZ_NOMEM;
    scanner   s = {text, text};
    size_t    n;
    char     *py = name(&s, &n);
    wz_status status = WZ_OK;
    info->params = mem_alloc_array(WZ_MAX_PARAMS, sizeof *info->params);
    if (!info->params) status = WZ_NOMEM;
    if (status == WZ_OK && n) {
        info->py_name = mem_dup(py, n);
        if (!info->py_name) status = WZ_NOMEM;
    }
    if (status == WZ_OK && !accept(&s, "(")) status = bad(&s, "'('");
    if (status == WZ_OK) status = parse_params(&s, info);
    if (status == WZ_OK) status = parse_results(&s, info);
    mem_free(text);
    if (status != WZ_OK) signature_clear(info);
    return status;
}
