/* SPDX-License-Identifier: ISC
 * machine_impl.h - what machine.c and the per-core glue machine_core.c share.
 * Not for users of machine.h.
 */
#ifndef MACHINE_IMPL_H
#define MACHINE_IMPL_H

#include "machine.h"

/* state_o of machine.v */
#define STATE_HELD (1u << 0) /* run is 0 */
#define STATE_TX (1u << 1) /* the UART sent STATE_TX_BYTE */
#define STATE_RX_WANT (1u << 2) /* firmware looks for a byte */
#define STATE_RETIRE (1u << 3)
#define STATE_CAUSES(s) ((s) >> 4 & 31) /* of rtl/tap/CAUSES.md */
#define STATE_TX_BYTE(s) ((uint8_t)((s) >> 9))
#define STATE_SLEEP (1u << 17)
#define STATE_PRIV(s) ((s) >> 18 & 3)
#define STATE_END(s) ((s) >> 20 & 7)
#define STATE_HOST_ACK (1u << 23)
#define STATE_HOST_ERR (1u << 24)
#define STATE_STOLEN (1u << 25) /* the core asks for the bus and does not get it */
#define STATE_LINK (1u << 26) /* the line came or wants */
#define STATE_HANDLER (1u << 27)
#define STATE_ASKED (1u << 28) /* the program asked its host (host.v) */
#define STATE_WORD (1u << 29) /* with the second of two words */
#define STATE_PORT (1u << 30) /* of the port, else of tohost */
#define STATE_DATA (1u << 31) /* what retires is an access to data_adr_o */
#define STATE_NOTICE (STATE_HELD | STATE_TX | STATE_RX_WANT | STATE_LINK | STATE_ASKED)

/* space_o */
#define SPACE_PAGE(s) ((s) & 0x3fffff)
#define SPACE_IRQ (1u << 31) /* an interrupt line of the core is 1 */
/* of STATE_LINK: the line brought SPACE_BYTE; else it wants one, and asks again */
#define SPACE_CAME (1u << 30)
#define SPACE_BYTE(s) ((uint8_t)((s) >> 22))

/* younger_pc_o */
#define YOUNGER_RETIRES 1u

/* link_pin */
#define LINK_TOGGLE (1u << 24)

enum end_code { END_NONE, END_FINISHER, END_SELF_JUMP, END_EBREAK, END_TRAP };

struct machine_pins {
	uint8_t rst, hold, host_stb, host_we, rx_toggle, event, block, late, absent, data, line,
		rx_data;
	uint32_t entry, host_adr, host_dat, link;
};

struct machine_outs {
	uint32_t host_dat, state, pc, insn, sp, space, data_adr, younger_pc, younger_insn,
		younger_sp;
};

struct machine_ops {
	void *(*create)(void);
	void (*destroy)(void *lib);
	void (*settle)(struct machine *m); /* drives the pins; out follows */
	void (*edge)(struct machine *m); /* one clock with the core held */
	/* Clocks the running core until n edges have passed, *stop is nonzero or the
	 * machine holds. */
	void (*run)(struct machine *m, uint64_t n, const volatile int *stop);
};

struct machine {
	const struct machine_ops *ops;
	void *lib;
	struct machine_pins pin;
	struct machine_outs out; /* in the cycle that lies before the next edge */
	uint64_t cycles, retired;
	bool released, running;
	machine_tx *tx;
	machine_rx *rx;
	void *console;
	machine_tx *link_tx;
	machine_rx *link_rx;
	void *link;
	machine_asked *asked;
	void *host;
	bool paused; /* machine_run ends here */
	machine_observer *observer;
	void *observer_ctx;
	machine_driver *driver;
	void *driver_ctx;
	unsigned lines; /* that it last drove */
};

/* The driver's lines for the cycle that lies before the next edge. */
void machine_lines(struct machine *m);

/* The bridge's line brought a byte or is free for one. */
void machine_link_notice(struct machine *m);

/* The UART sent a byte or looks for one; so the line; the program asked its host. */
void machine_notice(struct machine *m);

#endif
