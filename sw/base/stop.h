/* SPDX-License-Identifier: ISC
 * stop.h - signals that end a command, while something is left to be brought to its end.
 */
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>

/* SIGINT, SIGTERM, SIGHUP and SIGQUIT set both, and give the terminal back; the second one kills. stop_abort, which ends at
 * once whatever waits, stays 0 while stop_hold(true): for what has to be done to its end. */
extern volatile int stop_asked, stop_abort;
void stop_catch(void);
void stop_hold(bool hold);	/* nests */

/* Of a function that failed: was it for stop_abort, and nothing was printed? */
bool stop_interrupted(void);

#endif
