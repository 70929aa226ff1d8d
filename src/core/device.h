/* device.h - making streams, for device.c and backends.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_DEVICE_H
#define WZ_CORE_DEVICE_H
#include "core.h"

wz_status stream_make(wz_device *dev, int priority, wz_stream **out);
#endif
