/* SPDX-License-Identifier: ISC
 * capture_format.h - names of the parts of a capture file; CAPTURE.md says what is in them.
 */
#pragma once

#define CAPTURE_MAGIC "TALLYCAP"
#define CAPTURE_MAJOR 2u	/* a reader of this version refuses every other major */
#define CAPTURE_MINOR 3u
#define CAPTURE_SLOTS (1u << 24)	/* more counters than any unit's memory holds */
#define CAPTURE_HEADER 20u	/* magic, version, length of the file */

#define TAG_CORE "CORE"
#define TAG_SETTINGS "SETT"
#define TAG_COUNTERS "LAWC"
#define TAG_END "DONE"
#define TAG_FIRMWARE "FIRM"
#define TAG_BINS "BINS"
#define TAG_RETIRED "RETD"
#define TAG_LAST "LAST"
#define TAG_IMPORTED "FROM"
#define TAG_ELF "ELFZ"
#define TAG_DEBUG "DBGZ"
#define TAG_CALLS "CALZ"
#define TAG_WAITS "WHYZ"
#define TAG_CALL_WAITS "CAWZ"
#define TAG_UNIT_CALLS "CALU"
#define TAG_ROUNDS "TURN"
#define TAG_ACCESSES "DATZ"
#define TAG_LATENCY "LATY"
#define TAG_TASKS "TASK"
#define TAG_TAKEN "TAKN"
#define TAG_STACK "STAK"

#define SETTINGS_BYTES 33u	/* and one with the lines of events, of source 2 */
#define COUNTERS_BYTES 56u
#define END_BYTES 38u
#define FIRMWARE_BYTES 13u	/* without build id and path */
#define SPARSE_BYTES 12u	/* of an entry */
