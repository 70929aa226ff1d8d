/* unicode.h - what tokenizers need of Unicode: UTF-8, general categories, canonical composition (NFC).
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_UNICODE_H
#define WZ_IO_UNICODE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wootz/wootz.h>

typedef struct unicode_range { uint32_t first, last; } unicode_range;
typedef struct unicode_class { uint32_t first, last; uint8_t combining; } unicode_class;
typedef struct unicode_pair { uint32_t whole, first, second; uint8_t composes; } unicode_pair; /* second 0: a singleton */

extern const unicode_range unicode_letters[], unicode_marks[], unicode_numbers[], unicode_punctuation[], unicode_symbols[];
extern const int           unicode_n_letters, unicode_n_marks, unicode_n_numbers, unicode_n_punctuation, unicode_n_symbols;
extern const unicode_class unicode_classes[];
extern const int           unicode_n_classes;
extern const unicode_pair  unicode_pairs[];
extern const int           unicode_n_pairs;

typedef enum unicode_kind { UNI_LETTER = 1, UNI_MARK = 2, UNI_NUMBER = 4, UNI_PUNCTUATION = 8, UNI_SYMBOL = 16, UNI_SPACE = 32 } unicode_kind;

bool     unicode_is(uint32_t c, unicode_kind kind);
/* One code point at p (< end): its bytes in *n, or 0 when it is not valid UTF-8. */
uint32_t utf8_get(const char *p, const char *end, int *n);
int      utf8_put(char *to, uint32_t c);     /* 1 .. 4 bytes */
/* WZ_INVALID with the place of the first bad byte. */
wz_status utf8_check(const char *text, size_t bytes);
/* NFC into a new string (mem_free). */
wz_status unicode_nfc(const char *text, size_t bytes, char **out, size_t *out_bytes);
#endif
