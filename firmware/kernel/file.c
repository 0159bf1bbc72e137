/* SPDX-License-Identifier: ISC
 * file.c - open files, the console and files in memory, and the system calls on them.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "kernel.h"

struct file {
	uint32_t refs;
	enum { KIND_FILE, KIND_CONSOLE } kind;
	int flags; /* flags of open */
	struct inode *inode; /* KIND_FILE */
	uint32_t offset; /* KIND_FILE: bytes */
};

#define NOPEN 48 /* open files of all processes; those shared by fork count once */

static struct file files[NOPEN];

static struct file *file_new(uint32_t kind, int flags)
{
	for (struct file *f = files; f < files + NOPEN; f++)
		if (!f->refs) {
			*f = (struct file){ .refs = 1, .kind = kind, .flags = flags };
			return f;
		}
	return NULL;
}

struct file *file_console(void)
{
	return file_new(KIND_CONSOLE, O_RDWR);
}

struct file *file_share(struct file *f)
{
	if (f)
		f->refs++;
	return f;
}

void file_close(struct file *f)
{
	if (f && !--f->refs)
		fs_release(f->inode);
}

const char *path_name(const char *path)
{
	while (*path == '/')
		path++;
	return path;
}

static struct file *file_of(uint32_t fd)
{
	return fd < NFILE ? current->proc->files[fd] : NULL;
}

static int open_inode(const char *name, int flags, struct inode **out)
{
	struct inode *i = fs_find(name);

	if (i && (flags & O_CREAT) && (flags & O_EXCL))
		return -EEXIST;
	if (!i && (!(flags & O_CREAT) || !name[0]))
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
	int console = !strcmp(name, "dev/console");
	struct file *f = file_new(console ? KIND_CONSOLE : KIND_FILE, (int)flags);
	if (!f)
		return -ENFILE;
	if (!console && (error = open_inode(name, (int)flags, &f->inode)) < 0) {
		f->refs = 0;
		return error;
	}
	if (!console)
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

static int may_read(const struct file *f)
{
	return (f->flags & O_ACCMODE) != O_WRONLY;
}
static int may_write(const struct file *f)
{
	return (f->flags & O_ACCMODE) != O_RDONLY;
}

int sys_entry(uint32_t at, uint32_t va)
{
	struct direntry e;
	uint32_t next = fs_list(at, &e);

	return next && copyout(&current->proc->vm, va, &e, sizeof e) ? -EFAULT : (int)next;
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
	if (f->offset >= f->inode->size)
		return 0;
	if (n > f->inode->size - f->offset)
		n = f->inode->size - f->offset;
	copyout(&current->proc->vm, va, f->inode->data + f->offset, n);
	f->offset += n;
	return (int)n;
}

#define TURN 512u /* bytes between two turns for the timer and other threads */

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
