/* hash.h - a keyed hash of bytes for tables of names that come from files.
 *
 * SipHash with one round per word and three at the end. Names are chosen by whoever wrote the file, so the
 * key is the address of the table, which a file cannot know: a file cannot make its names collide.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_HASH_H
#define WZ_IO_HASH_H
#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *table, const void *text, size_t bytes);
#endif
