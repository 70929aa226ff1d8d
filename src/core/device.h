/* device.h - making streams and marking devices broken, for device.c and backends.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_DEVICE_H
#define WZ_CORE_DEVICE_H
#include "core.h"

/* A sticky error: from now on every command on dev fails with this text. The first one stays. */
void      device_break(wz_device *dev, const char *text);
wz_status device_broken(const wz_device *dev);   /* fails, saying how it broke */
wz_status stream_make(wz_device *dev, int priority, wz_stream **out);
#endif
