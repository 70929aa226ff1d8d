/* mapped.h - files mapped privately, counted, so that tensors may outlive whoever opened them. Writing to the
 * memory is allowed (a tensor's owner may) and never reaches the file.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_MAPPED_H
#define WZ_IO_MAPPED_H
#include <wootz/wootz.h>

typedef struct mapped_file mapped_file;

wz_status   mapped_open(const char *path, mapped_file **out); /* an empty file is mapped as 0 bytes */
void        mapped_retain(mapped_file *f);
void        mapped_release(void *f);                          /* fits wz_tensor_wrap's release */
const void *mapped_data(const mapped_file *f);
size_t      mapped_bytes(const mapped_file *f);
/* "folder/name" in a new string. */
wz_status   path_join(const char *folder, const char *name, char **out);
#endif
