/* signature.h - parses a row's signature string into names, kinds and defaults.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_SIGNATURE_H
#define WZ_OP_SIGNATURE_H
#include <wootz/wootz.h>

/* Fills py_name (when the string starts with one), params and results of *info from info->signature.
 * The strings point into memory that lives as long as the process. */
wz_status signature_parse(wz_op_info *info);

#endif
