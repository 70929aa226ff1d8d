/* genops.c - writes what is derived from the op table: include/wootz/ops.h (documented prototypes),
 * src/op/wrappers.c (their bodies) and docs/ops.md (the list of operations).
 *
 *   genops OUTPUT_ROOT      writes the three files below that folder
 *
 * The outputs are committed; `make lint` regenerates them and fails on a difference.
 * SPDX-License-Identifier: MIT */
#include "../src/op/signature.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { T = WZ_PY_TORCH, M = WZ_PY_METHOD, F = WZ_PY_NN, L = WZ_PY_LINALG, S = WZ_PY_SPECIAL, I = WZ_PY_INPLACE,
       HIDDEN = 0 };

typedef struct row {
    wz_op_info  info;
    const char *form, *dtypes;
} row;

static row rows[] = {
#define OP(name_, where_, signature_, dtypes_, dr, sr, grad, samples, doc_)                         \
    {{.name = #name_, .where = where_, .signature = signature_, .doc = doc_}, "kernel", #dtypes_},
#define COMPOSITE(name_, where_, signature_, dtypes_, fn, samples, doc_)                            \
    {{.name = #name_, .where = where_, .signature = signature_, .doc = doc_}, "composite", #dtypes_},
#define VIEW(name_, where_, signature_, fn, samples, doc_)                                          \
    {{.name = #name_, .where = where_, .signature = signature_, .doc = doc_}, "view", ""},
#include "../src/op/ops.def"
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static FILE *open_file(const char *root, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "genops: cannot write %s\n", path);
        exit(1);
    }
    return f;
}

/* ---- prototypes ---------------------------------------------------------------------------------------- */

static void c_param(FILE *f, const wz_param *p)
{
    const char *n = p->name;
    switch (p->kind) {
    case WZ_ARG_TENSOR: fprintf(f, "wz_tensor *%s", n); break;
    case WZ_ARG_TENSORS: fprintf(f, "wz_tensor *const *%s, int n_%s", n, n); break;
    case WZ_ARG_INT: fprintf(f, p->optional ? "const int64_t *%s" : "int64_t %s", n); break;
    case WZ_ARG_INTS: fprintf(f, "const int64_t *%s, int n_%s", n, n); break;
    case WZ_ARG_FLOAT: fprintf(f, p->optional ? "const double *%s" : "double %s", n); break;
    case WZ_ARG_FLOATS: fprintf(f, "const double *%s, int n_%s", n, n); break;
    case WZ_ARG_BOOL: fprintf(f, p->optional ? "const bool *%s" : "bool %s", n); break;
    case WZ_ARG_SCALAR: fprintf(f, p->optional ? "const wz_scalar *%s" : "wz_scalar %s", n); break;
    case WZ_ARG_DTYPE: fprintf(f, "wz_dtype %s", n); break;
    case WZ_ARG_DEVICE: fprintf(f, "wz_device *%s", n); break;
    case WZ_ARG_STRING: fprintf(f, "const char *%s", n); break;
    case WZ_ARG_GENERATOR: fprintf(f, "wz_generator *%s", n); break;
    case WZ_ARG_NONE: break;
    }
}

static void prototype(FILE *f, const wz_op_info *info, const char *end)
{
    fprintf(f, "wz_tensor *wz_%s(", info->name);
    const char *comma = "";
    for (int i = 0; i < info->n_params; i++) {
        fputs(comma, f);
        c_param(f, &info->params[i]);
        comma = ", ";
    }
    for (int k = 1; k < info->n_results; k++) {
        fprintf(f, "%swz_tensor **%s%s", comma, info->results[k], "_out");
        comma = ", ";
    }
    if (!*comma) fputs("void", f);
    fprintf(f, ")%s", end);
}

static void write_header(FILE *f)
{
    fputs("/* ops.h - one function per operation, made from the op table by tools/genops. Do not edit.\n"
          " *\n"
          " * Every function returns its first result in the current scope, or NULL on error (wz_error() says\n"
          " * why); further results come through the pointers at the end. Where the signature has '?', NULL (or\n"
          " * WZ_DTYPE_NONE) stands for None. A NULL tensor that may not be absent gives NULL.\n"
          " * SPDX-License-Identifier: MIT */\n"
          "#ifndef WOOTZ_OPS_H\n#define WOOTZ_OPS_H\n#include <wootz/wootz.h>\n\n"
          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", f);
    for (int i = 0; i < N_ROWS; i++) {
        fprintf(f, "/* %s%s\n * %s */\nWZ_API ", rows[i].info.name, strchr(rows[i].info.signature, '('), rows[i].info.doc);
        prototype(f, &rows[i].info, ";\n\n");
    }
    fputs("#ifdef __cplusplus\n}\n#endif\n#endif\n", f);
}

/* ---- bodies ------------------------------------------------------------------------------------------------ */

static void body_arg(FILE *f, const wz_param *p)
{
    const char *n = p->name;
    switch (p->kind) {
    case WZ_ARG_TENSOR: fprintf(f, "%s(%s)", p->optional ? "OPT_TENSOR" : "TENSOR", n); break;
    case WZ_ARG_TENSORS: fprintf(f, "TENSORS(%s, n_%s)", n, n); break;
    case WZ_ARG_INT: fprintf(f, "%s(%s)", p->optional ? "OPT_INT" : "INT", n); break;
    case WZ_ARG_INTS: fprintf(f, "%s(%s, n_%s)", p->optional ? "OPT_INTS" : "INTS", n, n); break;
    case WZ_ARG_FLOAT: fprintf(f, "%s(%s)", p->optional ? "OPT_FLOAT" : "FLOAT", n); break;
    case WZ_ARG_FLOATS: fprintf(f, "%s(%s, n_%s)", p->optional ? "OPT_FLOATS" : "FLOATS", n, n); break;
    case WZ_ARG_BOOL: fprintf(f, "%s(%s)", p->optional ? "OPT_BOOL" : "BOOL", n); break;
    case WZ_ARG_SCALAR: fprintf(f, "%s(%s)", p->optional ? "OPT_SCALAR" : "SCALAR", n); break;
    case WZ_ARG_DTYPE: fprintf(f, "DTYPE(%s)", n); break;
    case WZ_ARG_DEVICE: fprintf(f, "DEVICE(%s)", n); break;
    case WZ_ARG_STRING: fprintf(f, "STRING(%s)", n); break;
    case WZ_ARG_GENERATOR: fprintf(f, "GENERATOR(%s)", n); break;
    case WZ_ARG_NONE: break;
    }
}

static void write_bodies(FILE *f)
{
    fputs("/* wrappers.c - bodies of the functions in wootz/ops.h, made from the op table by tools/genops. Do not\n"
          " * edit. Each packs its arguments and takes the one path of every op (call.c).\n"
          " * SPDX-License-Identifier: MIT */\n"
          "#include \"wrap.h\"\n\n", f);
    for (int i = 0; i < N_ROWS; i++) {
        const wz_op_info *info = &rows[i].info;
        prototype(f, info, "\n{\n");
        fputs("    const wz_arg args[] = {", f);
        for (int k = 0; k < info->n_params; k++) {
            fputs(k ? ", " : "", f);
            body_arg(f, &info->params[k]);
        }
        if (!info->n_params) fputs("{0}", f);
        fputs("};\n", f);
        if (info->n_results > 1) {
            fputs("    wz_tensor **const more[] = {", f);
            for (int k = 1; k < info->n_results; k++) fprintf(f, "%s%s_out", k > 1 ? ", " : "", info->results[k]);
            fprintf(f, "};\n    return wrap_call(WZ_OP_%s, args, %d, more);\n}\n\n", info->name, info->n_results);
        } else {
            fprintf(f, "    return wrap_call(WZ_OP_%s, args, 1, NULL);\n}\n\n", info->name);
        }
    }
}

/* ---- the list ------------------------------------------------------------------------------------------------- */

static void markdown(FILE *f, const char *text)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '*' || *text == '_') fputc('\\', f);
        fputc(*text, f);
    }
}

static void write_list(FILE *f)
{
    static const struct { unsigned bit; const char *text; } places[] = {
        {WZ_PY_TORCH, "wootz"}, {WZ_PY_METHOD, "Tensor"}, {WZ_PY_NN, "nn.functional"},
        {WZ_PY_LINALG, "linalg"}, {WZ_PY_SPECIAL, "special"}, {WZ_PY_INPLACE, "in place"}};
    fprintf(f, "# Operations\n\nMade from the op table by `make gen`; %d rows. `wootz ops` prints the same with the "
               "devices and dtypes each one has kernels for.\n\n| C name | Python | where | dtypes | what |\n| --- | --- | --- | --- | --- |\n", N_ROWS);
    for (int i = 0; i < N_ROWS; i++) {
        const wz_op_info *info = &rows[i].info;
        fprintf(f, "| `wz_%s` | `%s%s` | ", info->name, info->py_name, strchr(info->signature, '('));
        const char *comma = "";
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            if (!(info->where & places[p].bit)) continue;
            fprintf(f, "%s%s", comma, places[p].text);
            comma = ", ";
        }
        fputs(" | ", f);
        markdown(f, rows[i].dtypes);
        fputs(" | ", f);
        markdown(f, info->doc);
        fputs(" |\n", f);
    }
}

int main(int argc, char **argv)
{
    const char *root = argc > 1 ? argv[1] : ".";
    for (int i = 0; i < N_ROWS; i++) {
        if (signature_parse(&rows[i].info) == WZ_OK) continue;
        fprintf(stderr, "genops: %s: %s\n", rows[i].info.name, wz_error());
        return 1;
    }
    FILE *f = open_file(root, "include/wootz/ops.h");
    write_header(f);
    fclose(f);
    f = open_file(root, "src/op/wrappers.c");
    write_bodies(f);
    fclose(f);
    f = open_file(root, "docs/ops.md");
    write_list(f);
    fclose(f);
    return 0;
}
