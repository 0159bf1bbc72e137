/* SPDX-License-Identifier: ISC
 * wave.h - between the testbench of the waveform build and its clockwork.
 */
#ifndef WAVE_H
#define WAVE_H

void wave_main(void);	/* wave_main.c: runs on a stack of its own, may use machine.h */
void wave_dump(void);	/* the waveform begins here */

#endif
