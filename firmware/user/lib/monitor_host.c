/* SPDX-License-Identifier: ISC
 * monitor_host.c - monitor.c's host interface in a process of the kernel: gmon.out is a file. A
 * forked child, which is profiled too, leaves gmon.out.PID.
 */
#include "firmware/lib/monitor_host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profctl.h"
#include "user.h"

static pid_t started_by;

/* In pages of their own, because pages of a live buffer are uncached. */
void *monitor_memory(size_t bytes)
{
	size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;
	void *memory = aligned_alloc(PAGE, whole);

	started_by = getpid();
	return memory ? memset(memory, 0, whole) : NULL;
}

void monitor_free(void *memory)
{
	free(memory);
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

static int put_file(void *fd, const void *bytes, size_t n)
{
	ssize_t done = write(*(int *)fd, bytes, n);

	return done == (ssize_t)n ? 0 : done < 0 ? -errno : -EIO;
}

int monitor_deliver(const char *name, int (*write)(gmon_put *put, void *ctx, void *of))
{
	char own[NAME_MAX_BYTES];

	snprintf(own, sizeof own, started_by == getpid() ? "%s" : "%s.%d", name, (int)getpid());
	int fd = open(own, O_WRONLY | O_CREAT | O_TRUNC);
	if (fd < 0)
		return -errno;
	int error = write(put_file, &fd, NULL);
	close(fd);
	if (error)
		unlink(own);
	return error;
}
