/* SPDX-License-Identifier: ISC
 * tally_word.h - units of VERSION 2, in which every tick is a word of their own memory (rtl/unit/CONTRACT.md). The
 * functions of tally.h call these where caps.one_word is set, with arguments that they have checked.
 */
#ifndef TALLY_WORD_H
#define TALLY_WORD_H

#include "tally.h"

#ifdef TALLY_MAPPED		/* the kernel's unit is of VERSION 1: no code for others */
#define WORD_UNITS 0
#else
#define WORD_UNITS 1
#endif
#define TALLY_ONE_WORD(t) (WORD_UNITS && (t)->caps.one_word)

/* Fills the handle's caps. The unit's ID has been read. */
int tally_word_probe(struct tally *t, uint32_t version);

int tally_word_configure(struct tally *t, unsigned channel, const struct tally_config *config);

/* 1: the unit has this configuration, as far as its registers tell: none tells the seed. 0: another. */
int tally_word_configured(struct tally *t, unsigned channel, const struct tally_config *config);
int tally_word_start(struct tally *t, unsigned channel);
int tally_word_stop(struct tally *t, unsigned channel);
int tally_word_reset(struct tally *t, unsigned channel);
int tally_word_clear(struct tally *t, unsigned channel);

/* STATUS and STICKY in the bits of VERSION 1. */
int tally_word_status(struct tally *t, unsigned channel, uint32_t *status, uint32_t *sticky);
int tally_word_acknowledge(struct tally *t, unsigned channel, uint32_t events);

/* TALLY_ENOTSUP: the core gives the tag. */
int tally_word_set_tag(struct tally *t, uint32_t tag);

int tally_word_counters(struct tally *t, unsigned channel, struct tally_counters *out);

/* Copies n words of the memory from number `first` on. TALLY_ETIMEDOUT: one of them found no slot; out is void. */
int tally_word_read(struct tally *t, unsigned channel, uint32_t first, uint32_t n, uint32_t *out);

#endif
