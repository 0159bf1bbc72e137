/* SPDX-License-Identifier: ISC
 * file.h - an open file, for file.c and sysfile.c.
 */
#ifndef FILE_H
#define FILE_H

#include <stdint.h>

#include "abi.h"

struct inode;

enum { KIND_FILE, KIND_CONSOLE };

struct file {
	uint32_t refs;
	uint32_t kind;			/* KIND_* */
	int flags;			/* flags of open */
	struct inode *inode;		/* KIND_FILE */
	uint32_t offset;		/* KIND_FILE: bytes */
};

struct file *file_new(uint32_t kind, int flags);	/* NULL: no free entry */
struct file *file_of(uint32_t fd);	/* fd of the current process; NULL: not open */

#endif
