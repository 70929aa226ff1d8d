/* scratch.h - working memory for CPU kernels, kept between calls.
 *
 * A product wants a megabyte or two for a millisecond; asking the system each time costs page faults that
 * rival the work. The last block given back is kept for the next taker. A block is shared out in equal
 * slots, one for each part that runs at the same time.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_SCRATCH_H
#define WZ_CPU_SCRATCH_H
#include <stddef.h>
#include <wootz/wootz.h>

typedef struct scratch scratch;

/* n_slots areas of slot_bytes, aligned to 64 bytes, with undefined contents. */
wz_status scratch_take(int n_slots, size_t slot_bytes, scratch **out);
void      scratch_give(scratch *s);
/* A free slot, waiting for one when more parts run than there are slots; and its return. */
void *scratch_slot(scratch *s, int *index);
void  scratch_slot_done(scratch *s, int index);
#endif
