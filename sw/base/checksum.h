/* SPDX-License-Identifier: ISC
 * checksum.h - CRC-32 as zlib and PNG have it, of large files: where the processor multiplies without carry, at the
 * speed of memory.
 */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The same as crc32_z(0, bytes, n). */
uint32_t checksum(const uint8_t *bytes, size_t n);

#endif
