/* SPDX-License-Identifier: ISC
 * unistd.h - the C library's, and profil(2), which the manual pages of all systems have here. Which system's: profil.h.
 */
#ifndef TALLY_UNISTD_H
#define TALLY_UNISTD_H

#include_next <unistd.h>
#include "profil.h"

#endif
