/* unit.h - the few lines every unit test program shares: CHECK counts, report ends main.
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_H
#define UNIT_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unit_passed, unit_failed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (condition) unit_passed++;                                                              \
        else {                                                                                     \
            unit_failed++;                                                                         \
            printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition);                   \
        }                                                                                          \
    } while (0)

#define CHECK_MSG(condition, ...)                                                                  \
    do {                                                                                           \
        if (condition) unit_passed++;                                                              \
        else {                                                                                     \
            unit_failed++;                                                                         \
            printf("%s:%d: ", __FILE__, __LINE__);                                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

static inline int unit_report(void)
{
    printf("%d passed, %d failed\n", unit_passed, unit_failed);
    return unit_failed ? 1 : 0;
}
#endif
