/* make.h - tensors from descriptions.
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MAKE_H
#define CHECK_MAKE_H
#include "check.h"

typedef enum layout { LAYOUT_CONTIGUOUS, LAYOUT_TRANSPOSED, LAYOUT_SLICED, LAYOUT_OFFSET, N_LAYOUTS } layout;

const char *layout_name(layout l);
void        make_seed(uint64_t seed);
uint64_t    make_random(void);
/* The same values in the given layout (after the same make_seed). In the current scope. */
wz_tensor  *make_tensor(const arg_spec *a, wz_dtype main, layout l);
/* The same values in the same layout on dev. */
wz_tensor  *make_on(wz_tensor *t, wz_device *dev);
/* A contiguous output of like's shape between bands of 0xFF bytes, itself all 0xFF; dev NULL: on the CPU. */
wz_tensor  *make_guarded(const wz_tensor *like, wz_dtype d, wz_device *dev);
bool        guards_intact(wz_tensor *t);
#endif
