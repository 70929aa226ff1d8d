/* fuzz.h - shared by the fuzz targets.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_FUZZ_H
#define WZ_FUZZ_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wootz/wootz.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold whatever the input is. */
#define MUST(condition)                                                                             \
    do {                                                                                            \
        if (!(condition)) {                                                                         \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);           \
            abort();                                                                                \
        }                                                                                           \
    } while (0)

/* Every file that is opened from now on has this content (fuzz_mapped.c). */
void fuzz_file(const uint8_t *data, size_t size);

/* Reads every byte, so that memory that is not there is noticed. */
static inline unsigned fuzz_touch(const void *data, size_t bytes)
{
    const volatile unsigned char *p = data;
    unsigned                      sum = 0;
    for (size_t i = 0; i < bytes; i++) sum += p[i];
    return sum;
}

/* An error has a message of one line. */
static inline void fuzz_error(void)
{
    const char *text = wz_error();
    MUST(text[0]);
    for (; *text; text++) MUST(*text != '\n');
}
#endif
