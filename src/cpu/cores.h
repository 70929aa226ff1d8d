/* cores.h - how many threads this process may usefully run.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_CORES_H
#define WZ_CPU_CORES_H

int cores_usable(void); /* at least 1; reads the system's files: keep the answer */

#endif
