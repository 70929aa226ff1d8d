/* unicode.h - what tokenizers need of Unicode: UTF-8, general categories, normal forms, lower case.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_UNICODE_H
#define WZ_IO_UNICODE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wootz/wootz.h>

/* The order of tools/gen_unicode.py. A set of categories is a mask of 1 << category. */
typedef enum unicode_category {
    UNI_CN, UNI_LU, UNI_LL, UNI_LT, UNI_LM, UNI_LO, UNI_MN, UNI_MC, UNI_ME, UNI_ND, UNI_NL, UNI_NO, UNI_PC, UNI_PD, UNI_PS,
    UNI_PE, UNI_PI, UNI_PF, UNI_PO, UNI_SM, UNI_SC, UNI_SK, UNI_SO, UNI_ZS, UNI_ZL, UNI_ZP, UNI_CC, UNI_CF, UNI_CS, UNI_CO,
    UNI_N_CATEGORIES
} unicode_category;

#define UNI_MASK(first, last) ((1u << ((last) + 1)) - (1u << (first)))
enum {
    UNI_LETTERS = UNI_MASK(UNI_LU, UNI_LO),
    UNI_MARKS = UNI_MASK(UNI_MN, UNI_ME),
    UNI_NUMBERS = UNI_MASK(UNI_ND, UNI_NO),
    UNI_PUNCTUATION = UNI_MASK(UNI_PC, UNI_PO),
    UNI_SYMBOLS = UNI_MASK(UNI_SM, UNI_SO),
    UNI_SEPARATORS = UNI_MASK(UNI_ZS, UNI_ZP),
    UNI_OTHERS = UNI_MASK(UNI_CC, UNI_CO) | 1
};

typedef struct unicode_pair { uint32_t whole, first, second; } unicode_pair; /* second 0: a singleton */

typedef struct unicode_run { uint32_t first, last; int32_t a, b; } unicode_run; /* see unicode_compat.c */

extern const uint32_t     unicode_categories[], unicode_classes[], unicode_new_punctuation[], unicode_old_punctuation[];
extern const int          unicode_n_categories, unicode_n_classes, unicode_n_new_punctuation, unicode_n_old_punctuation;
extern const uint32_t     unicode_compat_text[], unicode_accents[];
extern const unicode_run  unicode_compat[], unicode_lowers[];
extern const int          unicode_n_compat, unicode_n_compat_text, unicode_n_lowers, unicode_n_accents;
extern const unicode_pair unicode_pairs[];
extern const int          unicode_n_pairs;
extern const uint16_t     unicode_composed[];
extern const int          unicode_n_composed;

unicode_category unicode_category_of(uint32_t c);
bool             unicode_in(uint32_t c, uint32_t categories);
bool             unicode_space(uint32_t c); /* White_Space */
bool             unicode_word(uint32_t c);  /* \w: Alphabetic, marks, decimal digits, connectors */
bool             unicode_word_alone(uint32_t c); /* \w outside of a class and \b: the number signs of Latin-1 as well */
bool             unicode_number(uint32_t c); /* as the Digits step sees it */
bool             unicode_accent(uint32_t c); /* what StripAccents takes away */
int              unicode_lower(uint32_t c, uint32_t out[2]); /* its lower case: 1 or 2 code points */
bool             unicode_punctuation(uint32_t c); /* as the Punctuation step of tokenizer files sees it */

/* One code point at p (< end): its bytes in *n, or 0 when it is not valid UTF-8. */
uint32_t  utf8_get(const char *p, const char *end, int *n);
uint32_t  utf8_next(const char **p); /* the same in text known to be valid; moves on */
size_t    utf8_back(const char *text, size_t at); /* begin of the code point before at (> 0) */
int       utf8_put(char *to, uint32_t c); /* 1 .. 4 bytes */
/* WZ_INVALID with the place of the first bad byte. */
wz_status utf8_check(const char *text, size_t bytes);
/* A normal form of valid UTF-8 in a new string (mem_free): 0 is NFD; composed NFC, compatible NFKD, both NFKC. */
typedef enum unicode_form { UNICODE_COMPOSED = 1, UNICODE_COMPATIBLE = 2 } unicode_form;
wz_status unicode_normal(const char *text, size_t bytes, int form, char **out, size_t *out_bytes);
#endif
