/* SPDX-License-Identifier: ISC
 * unistd.h - the C library's, plus profil(2), which the manual pages of all systems declare here.
 * For which system: profil.h.
 */
#ifndef TALLY_UNISTD_H
#define TALLY_UNISTD_H

#include_next <unistd.h>
#include "profil.h"

#endif
