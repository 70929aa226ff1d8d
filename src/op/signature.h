/* signature.h - parses a row's signature string into names, kinds and defaults.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_SIGNATURE_H
#define WZ_OP_SIGNATURE_H
#include <wootz/wootz.h>

/* Fills py_name (when the string starts with one), params and results of *info from info->signature. On failure
 * there is nothing in them, and the message names the column. */
wz_status signature_parse(wz_op_info *info);
/* Frees what signature_parse made. The op table never does: its strings live as long as the process. */
void      signature_clear(wz_op_info *info);

#endif
