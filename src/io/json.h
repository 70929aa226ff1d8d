/* json.h - a small strict JSON reader (RFC 8259): a tree in one arena, keys looked up by hash.
 *
 * Strict means: valid UTF-8, no control characters in strings, no lone surrogates, no leading zeros, nothing
 * after the value, no duplicate keys, nesting at most JSON_MAX_DEPTH. Errors name the line and column.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_JSON_H
#define WZ_IO_JSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wootz/wootz.h>

enum { JSON_MAX_DEPTH = 64 };

typedef enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_type;

typedef struct json_value json_value;
struct json_value {
    json_type type;
    bool      truth;
    bool      integral;      /* the number was written without fraction and exponent and fits i */
    int64_t   i;
    double    number;
    char     *text;          /* NUL-terminated UTF-8; may contain NULs, see text_bytes */
    size_t    text_bytes;
    json_value **item;       /* of arrays and objects */
    char     **key;          /* of objects, in file order */
    size_t    *key_bytes;
    size_t     n;
    uint32_t  *slot;         /* hash table of objects: item index + 1, 0 empty */
    size_t     n_slots;
};

typedef struct json_document {
    json_value *root;
    void       *arena;
} json_document;

/* text need not end with a NUL. On error *out is zeroed. */
wz_status json_parse(const char *text, size_t bytes, json_document *out);
void      json_free(json_document *d);
/* Value of a key; NULL when o is not an object or has no such key. */
const json_value *json_get(const json_value *o, const char *key);
const json_value *json_get_n(const json_value *o, const char *key, size_t bytes);
#endif
