/* SPDX-License-Identifier: ISC
 * checksum.h - CRC-32 as in zlib and PNG, for large files: at the speed of memory if the processor multiplies without
 * carry.
 */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Returns what crc32_z(0, bytes, n) returns. */
uint32_t checksum(const uint8_t *bytes, size_t n);

#endif
