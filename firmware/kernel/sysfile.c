/* SPDX-License-Identifier: ISC
 * sysfile.c - system calls on open files.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "kernel.h"

static int is_directory(const char *name)
{
	size_t n = strlen(name);

	return !n || name[n - 1] == '/';
}

static int open_inode(const char *name, int flags, struct inode **out)
{
	struct inode *i = fs_find(name);

	if (i && (flags & O_CREAT) && (flags & O_EXCL))
		return -EEXIST;
	if (!i && !(flags & O_CREAT))
		return -ENOENT;
	if (!i && !(i = fs_create(name)))
		return -ENOSPC;
	*out = i;
	return (flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY ? fs_resize(i, 0) : 0;
}

int sys_open(uint32_t path, uint32_t flags)
{
	char buffer[NAME_MAX_BYTES];
	struct proc *p = current->proc;
	uint32_t fd = 0;
	int error = copyinstr(&p->vm, buffer, path, sizeof buffer);

	if (error < 0)
		return error;
	if ((flags & O_ACCMODE) > O_RDWR)
		return -EINVAL;
	while (fd < NFILE && p->files[fd])
		fd++;
	if (fd == NFILE)
		return -EMFILE;
	const char *name = path_name(buffer);
	int console = !strcmp(name, "dev/console"), directory = is_directory(name);
	if (directory && (flags & (O_ACCMODE | O_CREAT)))
		return -EISDIR;
	struct file *f = file_new(console ? KIND_CONSOLE
			: directory ? KIND_DIRECTORY
					  : KIND_FILE,
		(int)flags);
	if (!f)
		return -ENFILE;
	if (directory)
		strcpy(f->prefix, name);
	else if (!console && (error = open_inode(name, (int)flags, &f->inode)) < 0) {
		f->refs = 0;
		return error;
	} else if (!console)
		f->inode->refs++;
	p->files[fd] = f;
	return (int)fd;
}

int sys_close(uint32_t fd)
{
	struct file *f = file_of(fd);

	if (!f)
		return -EBADF;
	file_close(f);
	current->proc->files[fd] = NULL;
	return 0;
}

int sys_unlink(uint32_t path)
{
	char name[NAME_MAX_BYTES];
	int error = copyinstr(&current->proc->vm, name, path, sizeof name);

	if (error < 0)
		return error;
	struct inode *i = fs_find(path_name(name));
	if (!i)
		return -ENOENT;
	fs_unlink(i);
	return 0;
}

static int may_read(const struct file *f) { return (f->flags & O_ACCMODE) != O_WRONLY; }
static int may_write(const struct file *f) { return (f->flags & O_ACCMODE) != O_RDONLY; }

static int list(struct file *f, uint32_t va, uint32_t n)
{
	uint32_t done = 0, cursor = f->offset;
	struct direntry e;

	while (n - done >= sizeof e && fs_list(f->prefix, &cursor, &e)) {
		copyout(&current->proc->vm, va + done, &e, sizeof e);
		f->offset = cursor;
		done += sizeof e;
		bulk_turn();
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
	if (!user_ok(&current->proc->vm, va, n, 1))
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
	copyout(&current->proc->vm, va, f->inode->data + f->offset, n);
	f->offset += n;
	return (int)n;
}

#define TURN 512u	/* bytes between two turns for the timer and other threads */

static int write_console(uint32_t va, uint32_t n)
{
	for (uint32_t done = 0, k; done < n; done += k) {
		k = n - done < TURN ? n - done : TURN;
		if (console_write(va + done, k) < 0)
			return -EFAULT;
		if (k == TURN) {
			timer_poll();
			thread_yield();
		}
	}
	return (int)n;
}

int sys_write(uint32_t fd, uint32_t va, uint32_t n)
{
	struct file *f = file_of(fd);

	if (!f || !may_write(f))
		return -EBADF;
	if (n > INT32_MAX)
		return -EINVAL;
	if (!user_ok(&current->proc->vm, va, n, 0))
		return -EFAULT;
	if (f->kind == KIND_CONSOLE)
		return write_console(va, n);
	uint32_t at = f->flags & O_APPEND ? f->inode->size : f->offset;
	if (!n)
		return 0;
	if (at > INT32_MAX)
		return -EFBIG;
	int error = fs_resize(f->inode, at + n > f->inode->size ? at + n : f->inode->size);
	if (error)
		return error;
	copyin(&current->proc->vm, f->inode->data + at, va, n);
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

int sys_isatty(uint32_t fd)
{
	struct file *f = file_of(fd);

	return f ? f->kind == KIND_CONSOLE : -EBADF;
}
