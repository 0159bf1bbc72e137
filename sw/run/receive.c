/* SPDX-License-Identifier: ISC
 * receive.c - files that the firmware sends, written into a directory; the contract is receive.h.
 */
#include "receive.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sw/base/error.h"
#include "sw/base/file.h"

static bool is_output(const struct receiver *r, const char *path)
{
	for (size_t i = 0; i < 2; i++)
		if (r->outputs[i] && file_same(path, r->outputs[i]))
			return true;
	return false;
}

static void write_received(void *receiver, const char *name, const uint8_t *bytes, size_t n)
{
	struct receiver *r = receiver;
	char path[PATH_MAX];

	if (snprintf(path, sizeof path, "%s/%s", r->dir, name) >= (int)sizeof path) {
		r->failed = true;
		fail("%s/%s: cannot write: %s", r->dir, name, strerror(ENAMETOOLONG));
	} else if (is_output(r, path)) {
		r->failed = true;
		fail("%s: the firmware sent this file, and -o or --json will write it: not kept; "
			"give --files another directory", path);
	} else if (file_write(path, bytes, n)) {
		note("received %s, %zu bytes", path, n);
	} else {
		r->failed = true;
	}
}

static void say_broken(void *receiver, const char *name, const char *why)
{
	struct receiver *r = receiver;

	r->failed = true;
	fail("file %s%sfrom the firmware: not written: %s; send it again", name, *name ? " " : "",
		why);
}

static void pass_text(void *receiver, uint8_t byte)
{
	struct receiver *r = receiver;

	r->text(r->text_ctx, byte);
}

bool receive_open(struct receiver *r, const char *dir, const char *const outputs[2],
	void (*text)(void *ctx, uint8_t byte), void *ctx)
{
	struct stat st;

	*r = (struct receiver){ .dir = dir, .outputs = outputs, .text = text, .text_ctx = ctx };
	r->frames = (struct frames){ .text = pass_text, .file = write_received,
		.broken = say_broken, .ctx = r };
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return fail("--files %s: cannot make this directory: %s", dir, strerror(errno));
	if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode))
		return fail("--files %s: is no directory; give one, or a name for one", dir);
	if (access(dir, W_OK | X_OK) != 0)
		return fail("--files %s: cannot write there: %s", dir, strerror(errno));
	return true;
}

bool receive_close(struct receiver *r)
{
	frames_end(&r->frames);
	return !r->failed;
}
