/* SPDX-License-Identifier: ISC
 * model_events.c - reference model: the names of its coverage events, and which
 * of them a build can show.
 */
#include "model.h"

const char *const model_event_name[MODEL_EVENT_COUNT] = {
#define X(name) #name,
	MODEL_EVENTS(X)
#undef X
};

/* Some could happen in principle elsewhere, too, but no run would ever show them. */
bool model_can(const struct model_params *p, enum model_event e)
{
	bool serial = p->mapper == MODEL_SERIAL, several = p->channels > 1, engine = model_has_engine(p);

	switch (e) {
	case MODEL_LONG_RELOAD:
		return p->period_w <= 18;	/* longer PERIODs take longer than the run */
	case MODEL_OUTSIDE_ELSEWHERE: case MODEL_OUTSIDE_ALIAS:
		return p->pc_w < 32;
	case MODEL_SYSTEM_ELSEWHERE:
		return p->pc_w < 32 && p->system;
	case MODEL_INTERVAL_ELSEWHERE:
		return p->pc_w < 32 && p->interval;
	case MODEL_SYMBOL_ELSEWHERE:
		return p->pc_w < 32 && p->symbol;
	case MODEL_RING_ELSEWHERE:
		return p->pc_w < 32 && p->ring;
	case MODEL_EVENT_TICK:
		return p->event;
	case MODEL_EXT_TICK:
		return p->ext;
	case MODEL_TAG_FILTERED:
		return p->tag;
	case MODEL_TAG_WRITTEN:
		return p->tag == 1;
	case MODEL_QUEUE_DROP:
		return serial || several || engine;
	case MODEL_CHOICE: case MODEL_CHOICE_TURNED: case MODEL_YIELD_SWEEP: case MODEL_CLEAR_TWO:
		return several;
	case MODEL_YIELD_ENGINE: case MODEL_MAP_WAITED:
		return several && p->interval;	/* the fast samples of another channel are in the way */
	case MODEL_SWEEP_WAITED:
		return several && !serial;
	case MODEL_SHADOW_KEPT:
		return serial || engine;	/* else samples under way are gone too soon */
	case MODEL_TWO_ENDS: case MODEL_POP_BOTH: case MODEL_COMMIT_QUEUED:
		return several && engine;
	case MODEL_FORWARD_1: case MODEL_FORWARD_2: case MODEL_FORWARD_3: case MODEL_FORWARD_4: case MODEL_FORWARD_5:
	case MODEL_FORWARD_HALF: case MODEL_BIN_MISS:
		return !serial;		/* 18 clocks between two samples at least */
	case MODEL_SNAPSHOT:
		return p->snapshot;
	case MODEL_SNAPSHOT_REFUSED:
		return !p->snapshot;
	case MODEL_ABSENT_CHANNEL:
		return p->channels < MODEL_CHANNELS;
	case MODEL_ILLEGAL_LONG_PERIOD:
		return p->period_w < 32;
	case MODEL_ILLEGAL_JITTER:
		return p->period_w > 16;	/* a PERIOD that exceeds 2^16 */
	case MODEL_ILLEGAL_SOURCE:
		return !p->event || !p->ext;
	case MODEL_ILLEGAL_SHIFT:
		return p->mapper == MODEL_SHIFT;
	case MODEL_ILLEGAL_MODE:
		return !p->interval || !p->symbol || !p->ring;
	case MODEL_ILLEGAL_SINK:
		return !p->system;
	case MODEL_ILLEGAL_PRIVATE_MODE:
		return p->symbol || p->ring;
	case MODEL_ILLEGAL_INTERVAL: case MODEL_INTERVAL_MAPPED: case MODEL_INTERVAL_OUTSIDE: case MODEL_MAPPED_DEAD:
		return p->interval;
	case MODEL_SLOW_BLOCKED: case MODEL_ENGINE_BLOCKED: case MODEL_ENGINE_QUEUE_FULL: case MODEL_ENGINE_DEAD: case MODEL_ENGINE_DEAD_LATER:
		return engine;
	case MODEL_ENGINE_END_WAITED:
		return p->interval && !several;	/* behind a sample that the engine has mapped, in the few clocks of that; rare with several */
	case MODEL_CLEAR_SYSTEM: case MODEL_SYSTEM_HIT: case MODEL_SYSTEM_OUTSIDE:
	case MODEL_SYSTEM_16_LOW: case MODEL_SYSTEM_16_HIGH: case MODEL_SYSTEM_32:
	case MODEL_SYSTEM_FULL_REACHED: case MODEL_SYSTEM_FULL_FOUND: case MODEL_SYSTEM_SATURATED:
	case MODEL_SYSTEM_SATURATED_FOUND: case MODEL_SYSTEM_WRAPPED:
	case MODEL_FAULT_LIMIT: case MODEL_FAULT_ADDRESS: case MODEL_FAULT_READ: case MODEL_FAULT_WRITE:
	case MODEL_START_AT_ENGINE: case MODEL_RESET_AT_ENGINE: case MODEL_RST_IN_ACCESS: case MODEL_STOLEN:
		return p->system;
	case MODEL_INTERVAL_SYSTEM_HIT: case MODEL_INTERVAL_SYSTEM_OUTSIDE:
		return p->interval && p->system;
	case MODEL_SYMBOL_HIT: case MODEL_SYMBOL_OUTSIDE: case MODEL_SYMBOL_EMPTY: case MODEL_SYMBOL_LAST:
	case MODEL_FAULT_TABLE: case MODEL_FAULT_PROBE:
		return p->symbol;
	case MODEL_RING_STORED: case MODEL_RING_HEAVY: case MODEL_RING_FULL: case MODEL_RING_FULL_FOUND: case MODEL_RING_WRAPPED:
	case MODEL_RING_NO_ROOM: case MODEL_RING_POS_WRITTEN: case MODEL_RING_POS_RACE:
	case MODEL_FAULT_POSITION: case MODEL_FAULT_RING:
		return p->ring;
	default:
		return true;
	}
}
