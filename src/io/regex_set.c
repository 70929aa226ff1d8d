/* regex_set.c - classes and escapes of regular expressions.
 * SPDX-License-Identifier: MIT */
#include "regex_parse.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

wz_status regex_add_set(parser *s, bool negated, uint32_t *index)
{
    regex *r = s->r;
    TRY(regex_room((void **)&r->sets, r->n_sets, &r->room_sets, sizeof *r->sets));
    r->sets[r->n_sets] = (set){.begin = (uint32_t)r->n_items, .negated = negated, .fold = s->ignore_case};
    *index = (uint32_t)r->n_sets++;
    return WZ_OK;
}

/* Case is folded for ASCII; a set whose meaning would need more is refused rather than guessed. */
static bool folds_further(const set_item *item)
{
    const uint32_t cased = 1u << UNI_LU | 1u << UNI_LL | 1u << UNI_LT;
    if (item->kind == ITEM_CATEGORIES) {
        uint32_t some = item->first & cased;
        return some != 0 && some != cased;
    }
    if (item->kind != ITEM_RANGE) return false;
    for (uint32_t c = item->first < 128 ? 128 : item->first; c <= item->last; c++)
        if (unicode_in(c, cased) && c != 0x17F && c != 0x212A) return true;
    return false;
}

wz_status regex_add_item(parser *s, set_item item)
{
    regex *r = s->r;
    if (s->ignore_case && folds_further(&item)) return regex_bad(s, "case can be ignored for ASCII letters only");
    TRY(regex_room((void **)&r->items, r->n_items, &r->room_items, sizeof *r->items));
    r->items[r->n_items++] = item;
    return WZ_OK;
}

void regex_close_set(regex *r, uint32_t index)
{
    set *s = &r->sets[index];
    s->n = (uint32_t)r->n_items - s->begin;
    for (uint32_t c = 0; c < 128; c++)
        if (set_has_slow(r, s, c)) s->ascii[c >> 5] |= 1u << (c & 31);
}

/* ---- properties ---------------------------------------------------------------------------------- */

typedef struct property_name { const char *name; uint32_t categories; } property_name;

static const property_name property_names[] = {
    {"l", UNI_LETTERS}, {"letter", UNI_LETTERS}, {"m", UNI_MARKS}, {"mark", UNI_MARKS}, {"n", UNI_NUMBERS},
    {"number", UNI_NUMBERS}, {"p", UNI_PUNCTUATION}, {"punctuation", UNI_PUNCTUATION}, {"s", UNI_SYMBOLS},
    {"symbol", UNI_SYMBOLS}, {"z", UNI_SEPARATORS}, {"separator", UNI_SEPARATORS}, {"c", UNI_OTHERS},
    {"other", UNI_OTHERS}, {"lu", 1u << UNI_LU}, {"uppercaseletter", 1u << UNI_LU}, {"ll", 1u << UNI_LL},
    {"lowercaseletter", 1u << UNI_LL}, {"lt", 1u << UNI_LT}, {"lm", 1u << UNI_LM}, {"lo", 1u << UNI_LO},
    {"mn", 1u << UNI_MN}, {"mc", 1u << UNI_MC}, {"me", 1u << UNI_ME}, {"nd", 1u << UNI_ND}, {"nl", 1u << UNI_NL},
    {"no", 1u << UNI_NO}, {"pc", 1u << UNI_PC}, {"pd", 1u << UNI_PD}, {"ps", 1u << UNI_PS}, {"pe", 1u << UNI_PE},
    {"pi", 1u << UNI_PI}, {"pf", 1u << UNI_PF}, {"po", 1u << UNI_PO}, {"sm", 1u << UNI_SM}, {"sc", 1u << UNI_SC},
    {"sk", 1u << UNI_SK}, {"so", 1u << UNI_SO}, {"zs", 1u << UNI_ZS}, {"zl", 1u << UNI_ZL}, {"zp", 1u << UNI_ZP},
    {"cc", 1u << UNI_CC}, {"cf", 1u << UNI_CF}, {"cs", 1u << UNI_CS}, {"co", 1u << UNI_CO}, {"cn", 1u << UNI_CN},
    {"any", UNI_MASK(UNI_CN, UNI_CO)}};

/* After \p or \P. Names are compared without case, spaces, '_' and '-', as Oniguruma does. */
static wz_status property(parser *s, bool outside, set_item *out)
{
    const char *p = s->p;
    char        name[24];
    size_t      n = 0;
    if (p == s->end || *p++ != '{') return regex_bad(s, "a property is written \\p{..}");
    if (p < s->end && *p == '^') {
        outside = !outside;
        p++;
    }
    for (; p < s->end && *p != '}' && n + 1 < sizeof name; p++)
        if (*p != ' ' && *p != '_' && *p != '-') name[n++] = (char)(*p >= 'A' && *p <= 'Z' ? *p | 32 : *p);
    name[n] = '\0';
    if (p == s->end || *p != '}') return regex_bad(s, "unknown property");
    for (size_t i = 0; i < sizeof property_names / sizeof *property_names; i++) {
        if (strcmp(name, property_names[i].name) != 0) continue;
        *out = (set_item){ITEM_CATEGORIES, outside, property_names[i].categories, 0};
        s->p = p + 1;
        return WZ_OK;
    }
    return regex_bad(s, "only general categories are supported as properties");
}

/* ---- escapes ------------------------------------------------------------------------------------- */

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Between low and high hexadecimal digits. */
static wz_status hex_number(parser *s, int low, int high, uint32_t *c)
{
    int n = 0;
    for (*c = 0; n < high && s->p < s->end && hex_digit(*s->p) >= 0; n++, s->p++) *c = *c * 16 + (uint32_t)hex_digit(*s->p);
    if (n < low || *c > 0x10FFFF || (*c >= 0xD800 && *c < 0xE000)) return regex_bad(s, "a code point that is none");
    return WZ_OK;
}

static wz_status coded(parser *s, char e, uint32_t *c)
{
    if (e == 'u') return hex_number(s, 4, 4, c);
    if (!regex_accept(s, "{")) {
        TRY(hex_number(s, 1, 2, c));
        return *c < 128 ? WZ_OK : regex_bad(s, "\\x above 7f stands for a single byte");
    }
    TRY(hex_number(s, 1, 8, c));
    return regex_accept(s, "}") ? WZ_OK : regex_bad(s, "'}' is missing");
}

/* After a backslash: a class into *item or one code point into *c. */
wz_status regex_escape(parser *s, bool in_class, bool *is_class, set_item *item, uint32_t *c)
{
    static const char from[] = "nrtfvae", into[] = "\n\r\t\f\v\a\x1B";
    if (s->p == s->end) return regex_bad(s, "a backslash at the end");
    char e = *s->p;
    *is_class = true;
    switch (e) {
    case 's': case 'S': *item = (set_item){ITEM_SPACE, e == 'S', 0, 0}; s->p++; return WZ_OK;
    case 'd': case 'D': *item = (set_item){ITEM_CATEGORIES, e == 'D', 1u << UNI_ND, 0}; s->p++; return WZ_OK;
    case 'w': case 'W': *item = (set_item){in_class ? ITEM_WORD : ITEM_WORD_ALONE, e == 'W', 0, 0}; s->p++; return WZ_OK;
    case 'p': case 'P': s->p++; return property(s, e == 'P', item);
    default: break;
    }
    *is_class = false;
    const char *found = memchr(from, e, sizeof from - 1);
    if (e == 'x' || e == 'u') {
        s->p++;
        return coded(s, e, c);
    }
    if (in_class && e == 'b') {
        s->p++;
        *c = '\b';
        return WZ_OK;
    }
    if (!found && e >= '0' && e <= '9') return regex_bad(s, "back-references and octal numbers are not supported");
    if (!found && (e | 32) >= 'a' && (e | 32) <= 'z') return regex_bad(s, "this escape is not supported");
    if (!found) return regex_one_char(s, c);
    *c = (uint32_t)(unsigned char)into[found - from];
    s->p++;
    return WZ_OK;
}

/* ---- classes ------------------------------------------------------------------------------------- */

typedef struct item_list { set_item item[256]; uint32_t n; } item_list;

static wz_status list_add(parser *s, item_list *l, set_item item)
{
    if (l->n == sizeof l->item / sizeof *l->item) return regex_bad(s, "a class of more than 256 parts");
    l->item[l->n++] = item;
    return WZ_OK;
}

static wz_status class_part(parser *s, item_list *l)
{
    bool     is_class = false, other_class = false;
    set_item item = {ITEM_RANGE, false, 0, 0}, other;
    uint32_t low = 0, high;
    if (regex_accept(s, "\\")) TRY(regex_escape(s, true, &is_class, &item, &low));
    else TRY(regex_one_char(s, &low));
    high = low;
    if (!is_class && s->end - s->p >= 2 && s->p[0] == '-' && s->p[1] != ']') {
        s->p++;
        if (*s->p == '[') return regex_bad(s, "a range that ends in a class");
        if (regex_accept(s, "\\")) TRY(regex_escape(s, true, &other_class, &other, &high));
        else TRY(regex_one_char(s, &high));
        if (other_class || high < low) return regex_bad(s, "a range that is none");
    }
    if (!is_class) item = (set_item){ITEM_RANGE, false, low, high};
    return list_add(s, l, item);
}

/* The items of a set lie together, so those of the classes inside are written first. */
static wz_status class_body(parser *s, item_list *l, uint32_t *index)
{
    bool negated = regex_accept(s, "^");
    l->n = 0;
    for (bool first = true;; first = false) {
        if (s->p == s->end) return regex_bad(s, "a class that does not end");
        if (*s->p == ']' && !first) break;
        if (regex_accept(s, "&&")) return regex_bad(s, "intersections of classes are not supported");
        if (regex_accept(s, "[")) {
            uint32_t inner;
            if (s->p < s->end && *s->p == ':') return regex_bad(s, "POSIX classes are not supported");
            TRY(regex_class(s, &inner));
            TRY(list_add(s, l, (set_item){ITEM_SET, false, inner, 0}));
        } else {
            TRY(class_part(s, l));
        }
    }
    s->p++;
    TRY(regex_add_set(s, negated, index));
    for (uint32_t i = 0; i < l->n; i++) TRY(regex_add_item(s, l->item[i]));
    regex_close_set(s->r, *index);
    return WZ_OK;
}

wz_status regex_class(parser *s, uint32_t *index)
{
    if (++s->depth > REGEX_MAX_DEPTH) return regex_bad(s, "nested too deeply");
    item_list *l = mem_alloc(sizeof *l);
    if (!l) return WZ_NOMEM;
    wz_status status = class_body(s, l, index);
    mem_free(l);
    s->depth--;
    return status;
}
