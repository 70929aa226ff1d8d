/* lm.h - shared by the files of the language-model family.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_LM_H
#define WZ_OPS_LM_H
#include "../op/op.h"

/* t has the given sizes, -1 standing for any; otherwise WZ_SHAPE with both. */
wz_status lm_expect(const wz_tensor *t, const char *name, int ndim, const int64_t *size);
#endif
