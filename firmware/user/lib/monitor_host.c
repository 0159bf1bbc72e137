/* SPDX-License-Identifier: ISC
 * monitor_host.c - monitor.c's host interface in a process of the kernel: gmon.out is a file. A
 * forked child, which is profiled too, leaves gmon.out.PID.
 */
#include "firmware/lib/monitor_host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "profctl.h"
#include "user.h"

static pid_t started_by;
/* freed memory, kept for the next profile: the heap may continue behind it */
static void *spare;
static size_t spare_bytes;

/* In pages of their own, because pages of a live buffer are uncached. */
void *monitor_memory(size_t bytes)
{
	if (spare && bytes <= spare_bytes) {
		void *memory = memset(spare, 0, bytes);
		spare = NULL;
		started_by = getpid();
		return memory;
	}
	uintptr_t end = (uintptr_t)sbrk(0), from = (end + PAGE - 1) / PAGE * PAGE;

	started_by = getpid();
	return sbrk((ptrdiff_t)(from + (bytes + PAGE - 1) / PAGE * PAGE - end)) == (void *)-1
		? NULL
		: (void *)from;
}

void monitor_free(void *memory, size_t bytes)
{
	spare = memory;
	spare_bytes = bytes;
}

const char *monitor_unit(void)
{
	return sys_profctl(PROFCTL_GET_PERIOD | PROFCTL_PROCESS, 0) == 1 ? "cycles" : "samples";
}

uint64_t monitor_hits(void)
{
	struct profcounts k = { 0 };

	sys_profctl(PROFCTL_COUNTS | PROFCTL_PROCESS, &k);
	return k.hits;
}

struct out {
	int fd;
	size_t n;
	char bytes[512];
};

static int flush(struct out *o)
{
	ssize_t n = (ssize_t)o->n, done = n ? write(o->fd, o->bytes, (size_t)n) : 0;

	o->n = 0;
	return done == n ? 0 : done < 0 ? -errno : -EIO;
}

static int put_file(void *out, const void *bytes, size_t n)
{
	struct out *o = out;
	int error = 0;

	if (o->n + n > sizeof o->bytes)
		error = flush(o);
	memcpy(o->bytes + o->n, bytes, n);
	o->n += n;
	return error;
}

int monitor_deliver(const char *name, int (*write_to)(gmon_put *put, void *ctx))
{
	static struct out o;
	char own[NAME_MAX_BYTES];

	snprintf(own, sizeof own, started_by == getpid() ? "%s" : "%s.%d", name, (int)getpid());
	o.n = 0;
	o.fd = open(own, O_WRONLY | O_CREAT | O_TRUNC);
	if (o.fd < 0)
		return -errno;
	int error = write_to(put_file, &o);
	if (!error)
		error = flush(&o);
	close(o.fd);
	if (error)
		unlink(own);
	return error;
}
