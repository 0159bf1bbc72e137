/* SPDX-License-Identifier: ISC
 * stop.h - signals that end a command, and work that must finish first.
 */
#pragma once

#include <stdbool.h>

/* SIGINT, SIGTERM, SIGHUP and SIGQUIT set both and restore the terminal; a second signal kills.
 * stop_abort ends every wait at once. It stays 0 between stop_hold(true) and stop_hold(false), for
 * work that must finish. */
extern volatile int stop_asked, stop_abort;
void stop_catch(void);		/* installs the handlers */
void stop_hold(bool hold);	/* nests */

/* After a function has failed: was stop_abort the reason? Then it has printed nothing. */
bool stop_interrupted(void);
