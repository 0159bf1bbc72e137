/* SPDX-License-Identifier: ISC
 * data.h - follows the loads and stores of a simulated core: what they reach, what they wait.
 */
#pragma once

#include "calls.h"
#include "sim/machine.h"
#include "sw/profile/accesses.h"
#include "sw/profile/firmware.h"

struct data;

/* `calls` knows the stack that is in use. All must live as long as the answer. */
struct data *data_open(struct accesses *a, const struct firmware *f, const struct calls *calls);
/* What retires, in order; waited: the cycles that waited for DATA since the retirement before. */
void data_retire(struct data *d, const struct machine_cycle *cycle, uint64_t waited);
void data_close(struct data *d);	/* leaves the accesses sorted */
