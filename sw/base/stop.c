/* SPDX-License-Identifier: ISC
 * stop.c - signals that end a command; the contract is stop.h.
 */
#include "stop.h"

#include <signal.h>
#include <stddef.h>

#include "screen.h"

volatile int stop_asked, stop_abort;
static volatile sig_atomic_t held;

static void on_signal(int signal)
{
	(void)signal;
	screen_restore();
	stop_asked = 1;
	stop_abort = !held;
}

void stop_hold(bool on)
{
	held += on ? 1 : -1;
	stop_abort = held ? 0 : stop_asked;
}

bool stop_interrupted(void)
{
	return stop_abort;
}

void stop_catch(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGQUIT, &action, NULL);
	if (signal(SIGHUP, SIG_IGN) != SIG_IGN)		/* unless nohup ignores it */
		sigaction(SIGHUP, &action, NULL);
}
