/* config_json.h - reading values out of a configuration file, with a default for what is not there.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_RUNNERS_CONFIG_JSON_H
#define WZ_RUNNERS_CONFIG_JSON_H
#include "../src/io/json.h"

typedef json_value cfg; /* an object */

/* The file must hold an object. cfg_open_optional leaves *root NULL when there is no such file. */
wz_status cfg_open(const char *folder, const char *file, json_document *out);
wz_status cfg_open_optional(const char *folder, const char *file, json_document *out);
bool        cfg_present(const cfg *o, const char *key);   /* there and not null */
const cfg  *cfg_object(const cfg *o, const char *key);    /* NULL unless an object */
const char *cfg_text(const cfg *o, const char *key, const char *otherwise);
bool        cfg_number(const cfg *o, const char *key, double *out);
bool        cfg_bool(const cfg *o, const char *key, bool otherwise);
int64_t     cfg_length(const cfg *o, const char *key);    /* of an array; 0 otherwise */
bool        cfg_number_at(const cfg *o, const char *key, int64_t i, double *out);
const char *cfg_text_at(const cfg *o, const char *key, int64_t i);
#endif
