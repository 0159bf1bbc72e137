/* SPDX-License-Identifier: ISC
 * rw.c - read, write, lseek and fstat of open files.
 */
#include <fcntl.h>
#include <unistd.h>

#include "file.h"
#include "kernel.h"

static int may_read(const struct file *f) { return (f->flags & O_ACCMODE) != O_WRONLY; }
static int may_write(const struct file *f) { return (f->flags & O_ACCMODE) != O_RDONLY; }

static int list(struct file *f, uint32_t va, uint32_t n)
{
	uint32_t done = 0, cursor = f->offset;
	struct direntry e;

	while (n - done >= sizeof e && fs_list(f->prefix, &cursor, &e)) {
		copyout(current->proc, va + done, &e, sizeof e);
		f->offset = cursor;
		done += sizeof e;
	}
	return (int)done;
}

int sys_read(uint32_t fd, uint32_t va, uint32_t n)
{
	struct file *f = file_of(fd);

	if (!f || !may_read(f))
		return -EBADF;
	if (n > INT32_MAX)
		return -EINVAL;
	if (!user_ok(current->proc, va, n, 1))
		return -EFAULT;
	if (!n)
		return 0;
	if (f->kind == KIND_CONSOLE)
		return console_read(va, n);
	if (f->kind == KIND_DIRECTORY)
		return list(f, va, n);
	if (f->offset >= f->inode->size)
		return 0;
	if (n > f->inode->size - f->offset)
		n = f->inode->size - f->offset;
	copyout(current->proc, va, f->inode->data + f->offset, n);
	f->offset += n;
	return (int)n;
}

int sys_write(uint32_t fd, uint32_t va, uint32_t n)
{
	struct file *f = file_of(fd);

	if (!f || !may_write(f))
		return -EBADF;
	if (n > INT32_MAX)
		return -EINVAL;
	if (!user_ok(current->proc, va, n, 0))
		return -EFAULT;
	if (f->kind == KIND_CONSOLE)
		return console_write(va, n);
	uint32_t at = f->flags & O_APPEND ? f->inode->size : f->offset;
	if (!n)
		return 0;
	if (at > INT32_MAX)
		return -EFBIG;
	int error = fs_resize(f->inode, at + n > f->inode->size ? at + n : f->inode->size);
	if (error)
		return error;
	copyin(current->proc, f->inode->data + at, va, n);
	f->offset = at + n;
	return (int)n;
}

int sys_lseek(uint32_t fd, uint32_t offset, uint32_t whence)
{
	struct file *f = file_of(fd);

	if (!f)
		return -EBADF;
	if (f->kind != KIND_FILE)
		return -ESPIPE;
	if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END)
		return -EINVAL;
	int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? f->offset : f->inode->size;
	int64_t at = base + (int32_t)offset;
	if (at < 0 || at > INT32_MAX)
		return -EINVAL;
	f->offset = (uint32_t)at;
	return (int)at;
}

int sys_fstat(uint32_t fd, uint32_t va)
{
	struct file *f = file_of(fd);

	if (!f)
		return -EBADF;
	struct kstat s = { f->inode ? f->inode->size : 0, f->kind };
	return copyout(current->proc, va, &s, sizeof s);
}
