/* json.h - a small strict JSON reader (RFC 8259): a tree in one arena, keys looked up by hash.
 *
 * Strict means: valid UTF-8 without a byte order mark, no control characters in strings, no lone
 * surrogates, no leading zeros, nothing after the value, no duplicate keys, nesting at most
 * JSON_MAX_DEPTH, no number beyond the range of a double. Numbers are rounded correctly, whatever the
 * locale. Errors name line, column and byte.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_JSON_H
#define WZ_IO_JSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wootz/wootz.h>

enum { JSON_MAX_DEPTH = 64 };

typedef enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_type;

/* Members that share a place belong to different types. text is NULL but for strings, n is 0 but for
 * arrays and objects. */
typedef struct json_value json_value;
struct json_value {
    json_type type;
    bool      truth;
    bool      integral;      /* the number was written without fraction and exponent and fits i */
    char     *text;          /* NUL-terminated UTF-8; may contain NULs, see text_bytes */
    size_t    n;             /* of arrays and objects */
    union {
        int64_t      i;
        json_value **item;   /* of arrays and objects, in file order */
    };
    union {
        double number;
        char **key;          /* of objects, in file order, each NUL-terminated */
    };
    union {
        size_t  text_bytes;
        size_t *key_bytes;
    };
    uint32_t *slot;          /* hash table of larger objects: item index + 1, 0 empty */
    size_t    n_slots;
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
/* Whether bytes are valid UTF-8, as json_parse wants it. */
bool json_is_utf8(const char *text, size_t bytes);
#endif
