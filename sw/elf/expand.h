/* SPDX-License-Identifier: ISC
 * expand.h - compressed instructions of RV32C as the ones that they stand for (RISC-V unprivileged
 * specification, chapter "C"). Without floating point.
 */
#pragma once

#include <stdint.h>

uint32_t expand(uint16_t c);	/* 0: none of RV32C */
