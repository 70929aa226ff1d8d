/* table.h - what a kernel's signature tells the host: its parameters, its group size, and how to call one
 * thread of it. Made by K_KERNEL in the emulator's build; read by the emulator and by drivers that run on it.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_DEVICE_HOST_TABLE_H
#define WZ_DEVICE_HOST_TABLE_H
#include <stddef.h>
#include <stdint.h>

typedef struct k_ids {
    uint32_t block, thread, lane, warp;
} k_ids;

/* ALIAS: read, and perhaps the same memory as an output. */
typedef enum k_param_kind { K_KIND_IN, K_KIND_ALIAS, K_KIND_OUT, K_KIND_INOUT, K_KIND_ARGS } k_param_kind;

typedef struct k_param {
    const char  *name;
    k_param_kind kind;
    unsigned     index;
    size_t       bytes;      /* of one element; of the whole for the arguments */
} k_param;

/* buf[i] is parameter i; the last one is the argument struct. */
typedef void k_thunk(void *const *buf, const k_ids *ids);

typedef struct k_entry {
    const char    *name;     /* with the instance's suffix */
    unsigned       threads;  /* in a group */
    unsigned       n_params;
    const k_param *params;
    k_thunk       *thunk;
} k_entry;
#endif
