/* embed.c - turns the kernels' text into what builds need.
 *
 *   embed text ROOT                  a C file with every dialect file as a string, for compiling at run time
 *   embed unit TARGET FILE ROOT      one compilation unit with every instance of src/kernels/FILE.c, for
 *                                    TARGET host, cuda or metal
 *   embed files ROOT                 the kernel files, one a line
 *   embed names TARGET ROOT          every instance: its file, its suffix and its macros
 *
 * Instances come from src/kernels/instances.txt. A kernel file is included once an instance; before that its
 * helper functions are renamed by macros, and after it everything it defined is undefined.
 * SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARAMS = 16, MAX_TEXT = 1 << 20, MAX_NAMES = 512, NAME = 128 };

typedef struct param {
    char  name[8];
    int   n;
    char (*value)[NAME];
} param;

static const char *root;

static _Noreturn void die(const char *what, const char *which)
{
    fprintf(stderr, "embed: %s: %s\n", what, which);
    exit(1);
}

static void *must(void *p)
{
    if (!p) die("no memory", "");
    return p;
}

static char *read_text(const char *path)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", root, path);
    FILE *f = fopen(full, "rb");
    if (!f) die("cannot read", full);
    char  *text = must(calloc(1, MAX_TEXT));
    size_t n = fread(text, 1, MAX_TEXT - 1, f);
    if (n == MAX_TEXT - 1) die("too long", full);
    fclose(f);
    return text;
}

/* ---- instances ----------------------------------------------------------------------------------- */

static void add_value(param *p, const char *value, size_t n)
{
    if (n == 0 || n >= NAME) die("bad value", value);
    p->value = must(realloc(p->value, ((size_t)p->n + 1) * NAME));
    memcpy(p->value[p->n], value, n);
    p->value[p->n++][n] = 0;
}

static void add_list(param *p, const char *list);

/* @EL1 and the like: the names of the rows EL1(name, ...) of src/op/elementwise.def. */
static void add_rows(param *p, const char *row)
{
    char  *text = read_text("src/op/elementwise.def");
    size_t n = strlen(row);
    int    before = p->n;
    for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, row, n) != 0 || line[n] != '(') continue;
        const char *name = line + n + 1;
        add_value(p, name, strcspn(name, ", "));
    }
    if (p->n == before) die("no such rows", row);
    free(text);
}

static void add_set(param *p, const char *set)
{
    static const char *const sets[][2] = {
        {"int", "u8,u16,u32,u64,i8,i16,i32,i64"},
        {"half", "f16,bf16"},
        {"float", "f16,bf16,f32,f64"},
        {"f8", "f8_e4m3fn,f8_e5m2"},
        {"complex", "c64,c128"},
        {"real", "bool,@int,@float"},
        {"num", "@real,@complex"},
        {"all", "@num,@f8"},
        {"width", "u8,u16,u32,u64"},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (strcmp(sets[i][0], set) != 0) continue;
        add_list(p, sets[i][1]);
        return;
    }
    add_rows(p, set);
}

static void add_list(param *p, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        char   item[NAME];
        if (n >= NAME) die("long value", list);
        memcpy(item, list, n);
        item[n] = 0;
        if (item[0] == '@') add_set(p, item + 1);
        else add_value(p, item, n);
        list += n + (list[n] == ',');
    }
}

typedef void instance_fn(const char *file, int n, const param *p, const int *at, const char *suffix, void *context);

static bool for_target(const char *target, int n, const param *p, const int *at)
{
    if (strcmp(target, "metal") != 0) return true;
    for (int i = 0; i < n; i++)
        if (strcmp(p[i].value[at[i]], "f64") == 0 || strcmp(p[i].value[at[i]], "c128") == 0) return false;
    return true;
}

static void each_combination(const char *target, const char *file, int n, const param *p, instance_fn *fn, void *context)
{
    int at[MAX_PARAMS] = {0};
    for (;;) {
        char suffix[512] = "";
        for (int i = 0; i < n; i++) {
            size_t used = strlen(suffix);
            const char *value = p[i].value[at[i]];
            if (strcmp(p[i].name, "WIDE") != 0) snprintf(suffix + used, sizeof suffix - used, "_%s", value);
            else if (strcmp(value, "0") != 0) snprintf(suffix + used, sizeof suffix - used, "_w");
        }
        if (for_target(target, n, p, at)) fn(file, n, p, at, suffix, context);
        int i = n - 1;
        while (i >= 0 && ++at[i] == p[i].n) at[i--] = 0;
        if (i < 0) return;
    }
}

/* Calls fn for every instance of a file, or of all files (NULL). */
static void each_instance(const char *target, const char *only, instance_fn *fn, void *context)
{
    char *text = read_text("src/kernels/instances.txt"), *save_line = NULL;
    for (char *line = strtok_r(text, "\n", &save_line); line; line = strtok_r(NULL, "\n", &save_line)) {
        char *save = NULL, *file = strtok_r(line, " ", &save);
        if (!file || file[0] == '#' || (only && strcmp(file, only) != 0)) continue;
        param p[MAX_PARAMS] = {0};
        int   n = 0;
        for (char *word; (word = strtok_r(NULL, " ", &save)); n++) {
            char *eq = strchr(word, '=');
            if (!eq || n == MAX_PARAMS || eq - word >= (long)sizeof p->name) die("bad parameter", word);
            memcpy(p[n].name, word, (size_t)(eq - word));
            add_list(&p[n], eq + 1);
        }
        each_combination(target, file, n, p, fn, context);
        for (int i = 0; i < n; i++) free(p[i].value);
    }
    free(text);
}

static void print_instance(const char *file, int n, const param *p, const int *at, const char *suffix, void *context)
{
    (void)context;
    printf("%s %s", file, suffix);
    for (int i = 0; i < n; i++) printf(" K_%s=%s", p[i].name, p[i].value[at[i]]);
    putchar('\n');
}

/* ---- units ----------------------------------------------------------------------------------------- */

typedef struct names {
    int  n_functions, n_macros;
    char function[MAX_NAMES][NAME], macro[MAX_NAMES][NAME];
} names;

static void keep(char (*list)[NAME], int *n, const char *name, size_t length)
{
    if (*n == MAX_NAMES || length == 0 || length >= NAME) die("too many names, or a bad one", name);
    memcpy(list[*n], name, length);
    list[(*n)++][length] = 0;
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
}

/* Helper functions (K_FN type name(...), K_CONST type name[...]) and macros of a kernel file. */
static void scan(const char *text, names *out)
{
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, "#define ", 8) == 0) keep(out->macro, &out->n_macros, line + 8, word_length(line + 8));
        if (strncmp(line, "K_FN ", 5) != 0 && strncmp(line, "K_CONST ", 8) != 0) continue;
        for (const char *s = line; *s && *s != '\n';) {
            size_t n = word_length(s);
            if (n == 0) {
                s++;
                continue;
            }
            if ((s[n] == '(' || s[n] == '[') && strncmp(s, "K_", 2) != 0) {
                keep(out->function, &out->n_functions, s, n);
                break;
            }
            s += n;
        }
    }
}

static void emit_instance(const char *file, int n, const param *p, const int *at, const char *suffix, void *context)
{
    const names *k = context;
    for (int i = 0; i < n; i++) printf("#define K_%s %s\n", p[i].name, p[i].value[at[i]]);
    printf("#define K_SUFFIX %s\n", suffix);
    for (int i = 0; i < k->n_functions; i++) printf("#define %s %s%s\n", k->function[i], k->function[i], suffix);
    printf("#include \"%s/src/kernels/%s.c\"\n", root, file);
    for (int i = 0; i < k->n_functions; i++) printf("#undef %s\n", k->function[i]);
    for (int i = 0; i < k->n_macros; i++) printf("#undef %s\n", k->macro[i]);
    printf("#undef K_SUFFIX\n");
    for (int i = 0; i < n; i++) printf("#undef K_%s\n", p[i].name);
}

static void unit(const char *target, const char *file)
{
    char   path[256];
    names *k = must(calloc(1, sizeof *k));
    snprintf(path, sizeof path, "src/kernels/%s.c", file);
    char *text = read_text(path);
    scan(text, k);
    printf("/* Every instance of %s.c, made by tools/embed.c. */\n", file);
    printf("#include \"%s/src/device/%s/compat.h\"\n#include \"%s/src/device/common.h\"\n", root, target, root);
    each_instance(target, file, emit_instance, k);
    free(text);
    free(k);
}

static void print_file(const char *file, int n, const param *p, const int *at, const char *suffix, void *context)
{
    char *last = context;
    (void)n, (void)p, (void)at, (void)suffix;
    if (strcmp(last, file) == 0) return;
    snprintf(last, NAME, "%s", file);
    puts(file);
}

/* ---- text --------------------------------------------------------------------------------------------- */

/* Comments and spare blanks go: the library carries what a compiler reads. Lines keep their numbers. */
static void print_string(const char *s)
{
    bool comment = false, quoted = false, blank = true;
    int  column = 0;
    fputs("    \"", stdout);
    for (; *s; s++) {
        if (comment) {
            if (*s == '*' && s[1] == '/') {
                comment = false;
                s++;
            } else if (*s == '\n') {
                fputs("\\n", stdout);
            }
            continue;
        }
        if (!quoted && *s == '/' && s[1] == '*') {
            comment = true;
            s++;
            continue;
        }
        if (*s == '"' && s[-1] != '\\') quoted = !quoted;
        if (blank && *s == ' ' && !quoted) continue;
        blank = *s == '\n' || *s == ' ';
        if (*s == '\n') {
            fputs("\\n", stdout);
            if (column > 80) {
                fputs("\"\n    \"", stdout);
                column = 0;
            }
        } else {
            if (*s == '"' || *s == '\\') putchar('\\');
            putchar(*s);
            column++;
        }
    }
    fputs("\"", stdout);
}

static char text_seen[MAX_NAMES][NAME];
static int  n_text_seen;

static void emit_text(const char *path)
{
    for (int i = 0; i < n_text_seen; i++)
        if (strcmp(text_seen[i], path) == 0) return;
    keep(text_seen, &n_text_seen, path, strlen(path));
    char full[256];
    snprintf(full, sizeof full, "src/%s", path);
    char *text = read_text(full);
    /* What it includes has to be there too. */
    for (char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, "#include \"", 10) != 0) continue;
        char included[NAME];
        snprintf(included, sizeof included, "kernels/%.*s", (int)strcspn(line + 10, "\""), line + 10);
        if (strncmp(included, "kernels/../", 11) == 0) memmove(included, included + 11, strlen(included + 11) + 1);
        emit_text(included);
    }
    printf("    {\"%s\",\n", path);
    print_string(text);
    printf("},\n");
    free(text);
}

static void emit_kernel_text(const char *file, int n, const param *p, const int *at, const char *suffix, void *context)
{
    char path[NAME];
    (void)n, (void)p, (void)at, (void)suffix, (void)context;
    snprintf(path, sizeof path, "kernels/%.100s.c", file);
    emit_text(path);
}

static void text(void)
{
    printf("/* The kernels' text, made by tools/embed.c. */\n#include \"program.h\"\n"
           "const kernel_text kernel_texts[] = {\n");
    emit_text("device/cuda/compat.h");
    emit_text("device/metal/compat.h");
    emit_text("device/common.h");
    each_instance("host", NULL, emit_kernel_text, NULL);
    printf("    {0, 0},\n};\n");
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    char        last[NAME] = "";
    root = argc > 2 ? argv[argc - 1] : ".";
    if (strcmp(command, "text") == 0 && argc == 3) text();
    else if (strcmp(command, "unit") == 0 && argc == 5) unit(argv[2], argv[3]);
    else if (strcmp(command, "files") == 0 && argc == 3) each_instance("host", NULL, print_file, last);
    else if (strcmp(command, "names") == 0 && argc == 4) each_instance(argv[2], NULL, print_instance, NULL);
    else die("usage", "embed text ROOT | unit TARGET FILE ROOT | files ROOT | names TARGET ROOT");
    return fflush(stdout) != 0;
}
