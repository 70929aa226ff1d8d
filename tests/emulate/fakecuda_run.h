/* fakecuda_run.h - the fake driver's state, shared by its files: fakecuda.c (devices, memory), fakecuda_stream.c (streams,
 * events, commands) and fakecuda_code.c (modules, launches, the compiler).
 * SPDX-License-Identifier: MIT */
#ifndef FAKECUDA_RUN_H
#define FAKECUDA_RUN_H
#define _GNU_SOURCE
#include "fakecuda.h"
#include "emulate.h"
#include "../../src/cuda/driver.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))
#define CU(name, symbol, params) API cu_result symbol params;
#define RTC(name, symbol, params) API rtc_result symbol params;
#include "../../src/cuda/driver.def"
#undef CU
#undef RTC
API fakecuda_fault_fn    fakecuda_fault;
API fakecuda_disorder_fn fakecuda_disorder;
API fakecuda_counts_fn   fakecuda_counts;
API fakecuda_reason_fn   fakecuda_reason;

enum { INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NO_BINARY = 209, INVALID_HANDLE = 400, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700,
       LAUNCH_FAILED = 719, NOT_INITIALISED = 3, INVALID_DEVICE = 101 };
enum { MAX_FAKE_DEVICES = 4, MAX_DEPTH = 16 };
enum { CONTEXT_MAGIC = 0x43747821, STREAM_MAGIC = 0x53747221, EVENT_MAGIC = 0x45767421, MODULE_MAGIC = 0x4d6f6421, FUNCTION_MAGIC = 0x46756e21 };

typedef struct block {
    struct block *next;
    char         *p;
    size_t        bytes;
    int           device;      /* -1: pinned host memory */
    bool          live;
} block;

typedef struct CUctx_st {
    int       magic, device, retained;
    cu_result sticky;
    struct CUstream_st *streams;
    struct CUstream_st *standard;   /* what NULL stands for */
} context;

typedef struct CUevent_st {
    int      magic;
    context *owner;
    uint64_t issued, reached;
    double   time;
} event;

typedef enum command_kind { DO_COPY, DO_FILL_8, DO_FILL_32, DO_LAUNCH, DO_RECORD, DO_WAIT } command_kind;

typedef struct command {
    struct command *next;
    command_kind    kind;
    cu_address      dst, src;
    size_t          bytes;
    char           *staged;        /* a copy's source, taken from pageable memory at once */
    unsigned        value;
    event          *event;
    uint64_t        generation;
    const k_entry  *kernel;
    unsigned        grid;
    bool            ill;
    unsigned char   packed[];
} command;

typedef struct CUstream_st {
    int       magic;
    context  *owner;
    struct CUstream_st *next;
    command  *head, *tail;
    bool      running, started;
    uint64_t  rng;
    int       priority;
} stream;

typedef struct CUmod_st {
    int   magic;
    char *text, suffix[200];
} module;

typedef struct CUfunc_st {
    int            magic;
    module        *module;
    const k_entry *kernel;
} function;

typedef struct _nvrtcProgram {
    char  *text, *cubin;
    size_t bytes;
    char   log[200];
} program;

extern pthread_mutex_t lock;            /* guards everything below */
extern pthread_cond_t  changed;         /* a command has run */
extern block          *blocks;
extern int             arch;
extern uint64_t        seed;
extern unsigned        delay_us;
extern fake_counts     counts;

/* Gives the error and notes why. */
cu_result refuse(cu_result error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool      fault_now(fake_fault what);
/* The current context, without an error that stays; *error says what is wrong otherwise. */
context  *usable(cu_result *error);
block    *block_at(cu_address address);
/* Is [address, address + bytes) in one live block? */
bool      reachable(cu_address address, size_t bytes);

static inline uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

stream   *stream_make(context *owner, int priority);
/* The stream, under the lock, or NULL with the error. NULL stands for the current context's own. */
stream   *stream_of(cu_stream given, cu_result *error);
command  *command_make(command_kind kind, size_t extra);
void      enqueue(stream *s, command *c);
/* Text of a fault, or NULL. Runs without the lock. */
const char *run_kernel(const command *c, uint64_t *rng);
#endif
