/* SPDX-License-Identifier: ISC
 * core_portme.h - CoreMark on bare metal: no clock, seeds by PROFILE_RUN or PERFORMANCE_RUN.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define HAS_FLOAT 0
#define HAS_PRINTF 1
#define COMPILER_VERSION ""
#define COMPILER_FLAGS ""
#define MEM_LOCATION "STACK"
#define MEM_METHOD MEM_STACK
#define SEED_METHOD SEED_VOLATILE
#define MULTITHREAD 1
#define MAIN_HAS_NOARGC 1
#define MAIN_HAS_NORETURN 0

typedef uint32_t CORE_TICKS, ee_u32;
typedef int32_t ee_s32;
typedef uint16_t ee_u16;
typedef int16_t ee_s16;
typedef uint8_t ee_u8;
typedef double ee_f32;
typedef uintptr_t ee_ptr_int;
typedef size_t ee_size_t;
typedef struct CORE_PORTABLE_S { ee_u8 portable_id; } core_portable;
#define align_mem(x) ((void *)(((ee_ptr_int)(x) + 3) & ~(ee_ptr_int)3))

extern ee_u32 default_num_contexts;
void portable_init(core_portable *p, int *argc, char *argv[]);
void portable_fini(core_portable *p);
