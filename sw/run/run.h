/* SPDX-License-Identifier: ISC
 * run.h - a simulated run or its log, and its console, files and pseudo-terminal.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "calls.h"
#include "sim/machine.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"

#define RUN_OUTPUTS 3u /* files that a run may write at its end */

/* ---- One run of an ELF on a simulated machine, into a profile.
 *
 * The unit is programmed while the core is held in reset, so that counting begins with the first
 * clock edge after it; the core and the firmware see nothing of it. With no_profile the unit is the
 * firmware's own: the machine has the full one, the tool neither sets nor reads it, and the profile
 * holds only how the run ended.
 */
struct simulation {
	const struct core *core;
	uint64_t max_cycles; /* of the window, if there is one; 0: no limit */
	/* and all keys of a terminal to the firmware, see console_all_keys */
	bool no_profile;
	/* NULL: the files the firmware sends stay in its output; else the directory for them */
	const char *files;
	const char *outputs[RUN_OUTPUTS]; /* that the caller writes afterwards; NULL: none */
	/* of the serial bridge on a pseudo-terminal; then as no_profile; 0: no bridge */
	unsigned pty_baud;
	bool pty_wait; /* hold the core until the unit is started over the line */
	bool cpi; /* count retired instructions per pc; slower */
	bool causes; /* count causes, too; as calls, and cpi is set */
	bool data; /* follow loads and stores, too; as causes and calls */
	bool calls; /* follow calls; what is counted must be every cycle */
	/* the tree is a unit's (calls.h), of so many cycles at most; without cpi, task */
	bool unit_calls;
	enum calls_handlers handlers;
	struct trace *trace; /* of the run; NULL: none; as calls */
	/* as the options' texts, see observer.h; NULL: none. With `after` every cycle and calls. */
	const char *latency, *task, *after, *until;
	const char *from, *to; /* NULL: not narrowed */
	const volatile int *stop; /* nonzero ends the run */
};

/* p->config holds the settings (all but offset, base and size); the rest of p is filled. False: one
 * line was printed. */
bool simulate(const struct simulation *s, const struct firmware *f, struct profile *p);

/* ---- Files inside a console's stream of bytes, taken out again. No I/O.
 *
 * A frame, as firmware/lib/frames.c writes it:
 *
 *	\x01TALLY-FILE name bytes crc32		bytes decimal; CRC-32 as zlib's, 8 hex digits
 *	base64-of-57-bytes crc32                each line with the CRC of its own bytes; the last
 *	may be shorter
 *	\x01END crc32				that of the whole file once more
 *
 * What is not of a frame goes on to `text`, byte by byte and in order: also
 * whole lines that another process printed between two lines of a frame, and
 * lines that only began like a header. A frame is a file only if length and
 * all CRCs agree; else `broken` says what was wrong with it, once.
 */
#define FRAMES_MAX_BYTES (64u << 20) /* of one file */
#define FRAMES_MAX_NAME 100
#define FRAMES_LINE 57 /* bytes of the file in a line */

struct frames {
	void (*text)(void *ctx, uint8_t byte);
	/* bytes: until it returns */
	void (*file)(void *ctx, const char *name, const uint8_t *bytes, size_t n);
	/* name: "" where it is not known */
	void (*broken)(void *ctx, const char *name, const char *why);
	void *ctx;

	/* the decoder's own; zero at first */
	bool inside; /* between a header and its END ... */
	/* ... of a frame that is broken already: its lines are dropped */
	bool refused;
	bool in_line; /* the last byte that went to `text` did not end a line */
	char line[192]; /* held back until it is known what it is */
	size_t held;
	char name[FRAMES_MAX_NAME + 1];
	/* grows with what arrives: a header alone takes no memory */
	uint8_t *bytes;
	size_t n, room, size;
	uint32_t crc;
	unsigned lines; /* of data so far */
	bool stray; /* a line that is none of the frame's came ... */
	unsigned stray_after; /* ... first after so many of its lines */
};

void frames_take(struct frames *f, uint8_t byte);

/* The stream has ended: what is held goes to `text`, a frame without its END is broken. Frees the
 * decoder's memory. */
void frames_end(struct frames *f);

/* May a file of this name be made in a directory? Not empty, no '/', no '.' in front, printable, at
 * most FRAMES_MAX_NAME bytes. */
bool frames_name_good(const char *name);

/* ---- The firmware's console on the tool's standard input and output.
 *
 * Output goes out byte by byte, as the firmware sends it, but for the files in it (run.h) if
 * there is a directory for them: one line on stderr says of each that it was received, or what was
 * wrong with it, and a file of a name that is there already replaces it. Input is never waited for:
 * what is there when the firmware looks is handed over. console_terminal: a terminal on standard
 * input hands over each key at once and echoes nothing (the firmware does); after console_all_keys
 * that is Ctrl-C, too, and Ctrl-] interrupts the tool.
 */
struct console {
	struct progress progress;
	const char *files; /* the directory for them; NULL: they stay in the text */
	const char *const *outputs; /* those of a simulation */
	struct trace *trace; /* gets what goes out; NULL: none */
	struct frames frames;
	bool lost; /* a frame was broken, or a file could not be written */
	bool in_line; /* the last byte sent did not end a line */
	bool broken; /* standard output cannot be written */
	int error; /* its errno */
	bool input_ended;
	/* what the firmware reads after the end of the input: -1, nothing, or ^D each time */
	int end_byte;
	unsigned skip; /* polls to answer with "nothing" before asking the host again */
	uint8_t input[4096];
	size_t at, n;
};

/* Takes files out of the output from now on, into `dir`, which it makes if it is not there. False:
 * one line was printed, files cannot be made there. */
bool console_files(struct console *c, const char *dir, const char *const outputs[RUN_OUTPUTS]);

void console_send(void *console, uint8_t byte); /* machine_tx */
int console_look(void *console); /* machine_rx */

/* No more comes: ends its last line. False: not every file that was sent is there. */
bool console_end(struct console *c);

/* Before it, and once: all keys, if standard input is a terminal. */
void console_all_keys(void);

/* On: for this program's time in the foreground, also after Ctrl-Z; off: as it was found. May be
 * called from a signal handler to set it off. */
void console_terminal(bool on);

/* ---- A pseudo-terminal in place of a simulated bridge's serial port.
 *
 * It outlives its client. Bytes that no client reads are lost, as on a wire.
 */
struct pty {
	int master, slave;
	char name[64];
	uint8_t input[4096];
	size_t at, n;
	uint64_t bytes; /* either way */
};

bool pty_open(struct pty *p); /* false: one line was printed */
void pty_close(struct pty *p);
void pty_send(void *pty, uint8_t byte); /* machine_tx */
int pty_look(void *pty); /* machine_rx */

/* ---- A profile from a text log of retirements, which the simulation of a core writes
 * that has no unit.
 *
 * retire_line.h has the forms. With cycles, each cycle belongs to the first instruction that
 * retires in it or later, or of logs of starts to the last that has started; those before the first
 * line to the first, and the last one that starts has one cycle. Without, instructions are counted.
 * What trapped did not retire, nor ecall and ebreak, unless the log has rvfi_trap. Calls are
 * followed as in a run (calls.h), with sp if the log has what is written to registers. The log is
 * read once, and not kept; a signal ends it where it is (stop_abort). What is not understood, or
 * may be wrong, gets a note.
 */
#define RETIRE_LOG_ANY_HART UINT64_MAX /* the only one of the log */

/* Sets bins, settings, counters, instructions, the call tree. name: for messages. False: one line
 * was printed. */
bool retire_log_read(
	struct profile *p, const struct firmware *f, uint64_t hart, FILE *file, const char *name);

/* ---- A simulator that writes such a log into a pipe, which is read while it runs.
 *
 * Its environment has the pipe's name as TALLY_RVFI; a word `+tally_rvfi` of its command becomes
 * +tally_rvfi=NAME. It has the tool's standard streams. stop_catch comes first: a signal ends the
 * wait for it, and then the simulator, too.
 */
struct simulator {
	char **command; /* ends with NULL; its words are those of main's argv */
	uint64_t patience; /* seconds until it has to have opened the pipe */

	pid_t pid; /* 0: it has ended, with this status of waitpid(2) */
	int status;
};

/* NULL: it does not start, or does not open the pipe; one line was printed, and it has ended. */
FILE *simulator_start(struct simulator *s);

/* Waits for its end; `cut`: its log was not read to the end, so it is asked to end. */
void simulator_end(struct simulator *s, FILE *log, bool cut);

/* False: it has failed, or was interrupted; one line was printed, which names the capture of what
 * retired until then. */
bool simulator_good(const struct simulator *s, const char *capture);
