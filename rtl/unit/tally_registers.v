// SPDX-License-Identifier: ISC
// tally_registers.v - answers the bus, keeps the configuration, carries out the commands.
//
// A write acts in its first cycle, a command in the next; both are answered in the next. A register
// is read in two cycles. A read of the window waits for a slot of the memory in
// which no sample passes, and then as long as the memory takes.

`default_nettype none

module tally_registers #(
	parameter FAULTS = 0,                          // 1: there is eng_fault_i
	// 1: wb_dat_o is 0 where the window has no counter, so that another block's answer can be
	// ORed with it. upd_word_i comes a cycle sooner.
	parameter SHARED = 0,
`include "tally_params.vh"
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire                 wb_cyc_i,
	input  wire                 wb_stb_i,
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,
	input  wire [BINS_LOG2+2:0] wb_adr_i,
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output reg                  wb_ack_o,
	output wire                 irq_o,
	// configuration
	output reg  [23:0]          period_o,
	output reg  [15:0]          jitter_o,
	output reg  [19:0]          setup_o,
	output reg  [7:0]           events_o,
	output reg  [PC_W-1:0]      offset_o,
	output reg  [16:0]          scale_o,           // MAPPER 1: the distance of its shift
	output reg  [BINS_LOG2:0]   size_o,            // its highest bit: SIZE covers all counters
	input  wire [4:0]           eng_field_i,       // the engine reads a register as written,
	output wire [31:0]          eng_field_o,       //   in the next cycle
	input  wire                 eng_pos_valid_i,   // it writes RING_POS: held until done
	input  wire [31:0]          eng_pos_i,
	output wire                 eng_pos_done_o,
	// commands
	output wire                 restart_o,         // the divider starts again
	output wire                 reseed_o,          // and the LFSR
	output reg                  running_o,
	output reg                  start_o,
	output reg                  discard_o,         // RESET
	output wire                 mark_o,            // changes after every 1,024 ticks
	// the state of the other blocks
	input  wire                 tick_valid_i,
	input  wire                 smp_waiting_i,     // ticks are pending, or one is held
	input  wire [16:0]          smp_pending_i,
	input  wire                 smp_leaving_i,     // a sample left, or a tick is held
	input  wire                 busy_i,            // a sample or a counter's sum is under way
	input  wire                 upd_full_i,
	input  wire                 eng_full_i,
	input  wire                 eng_fault_i,
	// the memory
	input  wire                 upd_free_i,
	input  wire [31:0]          upd_word_i,
	output reg                  clearing_o,
	output wire [BINS_LOG2-1:0] clear_word_o
);

`include "tally_regs.vh"

localparam WORD_CYCLES = MAPPER == 1 ? 2 : 4;      // from a slot of the memory to its counter
localparam [1:0] POLICY_STOP = 2'd1;
localparam [31:0] PC_BASE = PC_W < 32 ? (PC_HIGH >> (PC_W & 31)) << (PC_W & 31) : 32'd0;
localparam [31:0] CAPS = {PC_BASE[31:16], 16'd0} | EVENT << TALLY_CAPS_LINES_LSB
	| SYSTEM << TALLY_CAPS_SYSTEM_LSB | KIND << TALLY_CAPS_KIND_LSB | MAPPER;
localparam [31:0] VERSION = TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB
	| TALLY_VERSION_MINOR_RESET << TALLY_VERSION_MINOR_LSB | TALLY_VERSION_PATCH_RESET;
localparam [31:0] WIDTHS = PC_W << TALLY_WIDTHS_PC_BITS_LSB | BINS_LOG2;

// ---- the access ----
// The cycle of an answer begins no access: a master that holds STB gets the next one after it.
wire       bus_valid  = wb_cyc_i & wb_stb_i & ~wb_ack_o & ~rst_i;
wire       bus_window = wb_adr_i[BINS_LOG2+2];
wire [4:0] bus_index  = wb_adr_i[6:2];
reg        bus_late;                               // the access is not in its first cycle
(* keep *) wire bus_writes;                        // kept, for tools decode it several times else
assign     bus_writes = bus_valid & wb_we_i & &wb_sel_i & ~bus_window;

// Configuration goes straight into the registers that act, without a shadow, and is accepted only
// while nothing is under way that could see the change.
reg  drained;
wire to_setting  = |bus_index[4:3];                // PERIOD and all after it
wire set_valid   = bus_writes & to_setting & drained;
wire command_valid = bus_writes & bus_index == TALLY_CTRL[6:2];
wire command_start = wb_dat_i[TALLY_CTRL_CLEAR_LSB:TALLY_CTRL_START_LSB] == 4'd1;  // the weakest
wire command_clear = wb_dat_i[TALLY_CTRL_CLEAR_LSB];
wire status_valid  = bus_writes & bus_index == TALLY_STATUS[6:2];
wire refused = bus_valid & wb_we_i & ~bus_writes
	| bus_writes & to_setting & ~drained
	| command_valid & (command_clear & ~drained | command_start & clearing_o);

// ---- the window ----
// TICKS is the watch of a read that finds no slot: it is given up when the count has passed two
// multiples of 128, which bit 7 and its value a cycle before show. Its answer is TICKS then, with
// bit 31 inverted, by which the master that asked knows it.
reg  [31:0] ticks;
reg         word_granted, ticks_7, one_passed;
reg  [WORD_CYCLES:0] word_flight;                  // the read's stage; the last bit: it arrived
wire word_request = bus_valid & ~wb_we_i & bus_window & ~word_granted;
wire word_grant   = word_request & ~clearing_o & upd_free_i;
wire ticks_passed = ticks_7 ^ ticks[7];
wire word_missed  = word_request & bus_late & (clearing_o | one_passed & ticks_passed);

// ---- configuration ----
// MAPPER 1 keeps of SCALE 16 less the place of its highest bit; SCALE 0 is as 1.
reg [4:0] distance;
integer i;
always @* begin
	distance = 5'd16;
	for (i = 1; i < 17; i = i + 1)
		if (wb_dat_i[i]) distance = 5'd16 - i[4:0];
end

initial begin
	{period_o, jitter_o, setup_o, events_o, offset_o, size_o} = 0;
	scale_o = MAPPER == 1 ? 17'd16 : 17'd0;
end

always @(posedge clk_i) begin
	if (set_valid)
		case (bus_index)
		TALLY_PERIOD[6:2]: period_o <= wb_dat_i[23:0];
		TALLY_JITTER[6:2]: jitter_o <= wb_dat_i[15:0];
		TALLY_SETUP[6:2]:  {events_o, setup_o} <= {wb_dat_i[31:24], wb_dat_i[19:0]};
		TALLY_OFFSET[6:2]: offset_o <= wb_dat_i[PC_W-1:0];
		TALLY_SCALE[6:2]:  scale_o  <= MAPPER == 1 ? {12'd0, distance} : wb_dat_i[16:0];
		TALLY_SIZE[6:2]:   size_o   <= {|wb_dat_i[31:BINS_LOG2], wb_dat_i[BINS_LOG2-1:0]};
		default: ;
		endcase
end

// ---- commands and status ----
reg  stop, clear, refused_late;                    // these act a cycle after the write
reg  restart;                          // PERIOD restarts the divider a cycle later, too
reg  full, fault, error;
reg  samples_behind;                   // one is behind the sampler, or a counter is cleared
wire busy    = smp_leaving_i | samples_behind;
wire cleared = clearing_o & ticks[BINS_LOG2];      // CLEAR counts its counters with TICKS

assign reseed_o     = rst_i | discard_o;
assign restart_o    = reseed_o | restart;
assign clear_word_o = ticks[BINS_LOG2-1:0];
assign mark_o       = ticks[10];
assign irq_o        = |({fault, full} & setup_o[TALLY_SETUP_IRQ_LSB +: 2]);

initial {running_o, start_o, stop} = 0;
always @(posedge clk_i) begin
	start_o   <= command_valid & command_start & ~clearing_o;
	stop      <= command_valid & |wb_dat_i[TALLY_CTRL_RESET_LSB:TALLY_CTRL_STOP_LSB];
	clear     <= command_valid & command_clear & drained;
	discard_o <= command_valid & wb_dat_i[TALLY_CTRL_RESET_LSB];
	restart   <= set_valid & bus_index == TALLY_PERIOD[6:2];
	refused_late <= refused;

	// What stops the unit prevails over START, which software may write at any time.
	running_o <= (running_o | start_o) & ~stop
		& ~(upd_full_i & setup_o[TALLY_SETUP_POLICY_LSB +: 2] == POLICY_STOP
			| SYSTEM != 0 & (eng_full_i | eng_fault_i));
	clearing_o <= (clearing_o | clear) & ~cleared;
	ticks      <= ticks + {31'd0, tick_valid_i | clearing_o};
	if (clear | cleared) ticks <= 32'd0;

	// DRAINED promises that no counter will change, so it waits wherever a sample may be.
	samples_behind <= smp_leaving_i | busy_i | clearing_o;
	drained <= ~(running_o | smp_waiting_i | busy | clearing_o | start_o | clear);

	// What happens in the cycle in which software clears its bit stays.
	full  <= full & ~(status_valid & wb_dat_i[4]) | upd_full_i | SYSTEM != 0 & eng_full_i;
	fault <= FAULTS != 0 & (fault & ~(status_valid & wb_dat_i[5]) | eng_fault_i);
	error <= error & ~(status_valid & wb_dat_i[7]) | refused_late;

	// A read that is given up leaves nothing for the next access: its value arrives for nobody.
	bus_late     <= bus_valid;
	word_granted <= bus_valid & bus_window & (word_granted | word_grant);
	word_flight  <= {word_flight[WORD_CYCLES-1:0], word_grant} & {(WORD_CYCLES+1){bus_valid}};
	ticks_7      <= ticks[7];
	one_passed   <= word_request & (one_passed | bus_late & ticks_passed);
	wb_ack_o     <= word_missed
		| bus_valid & (wb_we_i | bus_late & ~bus_window | word_flight[WORD_CYCLES-1]);
	// Configuration survives a reset of the SoC, as counters do, until software clears them.
	if (rst_i) {running_o, clearing_o, full, fault, error, ticks} <= 37'd0;
end

// ---- the answer ----
// What software wrote is read back from a block RAM, which answers 0 for the registers that the
// unit itself keeps up to date; those come from `state`, which is 0 for all others. A read of the
// window that gets no counter finds TICKS there.
reg  [31:0] state;
wire [31:0] written;
wire        shows = ~bus_window | ~clearing_o & (SHARED == 0 | word_missed);
always @(posedge clk_i) begin
	state <= 32'd0;
	if (shows)
		case (bus_window ? TALLY_TICKS[6:2] : bus_index)
		TALLY_STATUS[6:2]:
			state[7:0] <= {error, 1'b0, fault, full,
				busy, clearing_o, drained, running_o};
		TALLY_TICKS[6:2]:   state <= {ticks[31] ^ bus_window, ticks[30:0]};
		TALLY_PENDING[6:2]: state[16:0] <= smp_pending_i;
		default: ;
		endcase
end

// The engine writes RING_POS where the bus neither writes nor has begun to read.
assign eng_pos_done_o = SYSTEM == 2 & eng_pos_valid_i & ~bus_valid;
wire        copy_valid = set_valid | eng_pos_done_o;
wire [4:0]  copy_index = eng_pos_done_o ? TALLY_RING_POS[6:2] : bus_index;
wire [31:0] copy_data  = eng_pos_done_o ? eng_pos_i : wb_dat_i;

tally_ram #(
	.LOG2   (6),
	.CYCLES (MAPPER == 1 ? 1 : 2),
	.FIRST  ({WIDTHS, CAPS, VERSION, TALLY_ID_ID_RESET})
) u_written (
	.clk_i      (clk_i),
	.read_at_i  ({bus_window, bus_index}),         // the upper half is never written: 0
	.zero_i     (1'b0),
	.data_o     (written),
	.we_i       (copy_valid),
	.write_at_i ({1'b0, copy_index}),
	.data_i     (copy_data)
);

generate
if (SYSTEM != 0) begin : g_fields
	tally_ram #(
		.LOG2   (5),
		.CYCLES (1)
	) u_fields (
		.clk_i      (clk_i),
		.read_at_i  (eng_field_i),
		.zero_i     (1'b0),
		.data_o     (eng_field_o),
		.we_i       (copy_valid),
		.write_at_i (copy_index),
		.data_i     (copy_data)
	);
end else begin : g_no_fields
	wire unused = &{1'b0, eng_field_i, eng_pos_i, eng_pos_valid_i, eng_full_i, eng_fault_i};
	assign eng_field_o = 32'd0;
end
endgenerate

generate
if (SHARED != 0) begin : g_shared
	// The value is in a register that is 0 at all other times, as the other block's answer is:
	// an OR of four is one cell a bit.
	reg [31:0] word;
	always @(posedge clk_i)
		word <= word_flight[WORD_CYCLES-1] ? upd_word_i : 32'd0;
	assign wb_dat_o = word | state | written;
end else begin : g_alone
	assign wb_dat_o = word_flight[WORD_CYCLES] ? upd_word_i : state | written;
end
endgenerate

`ifdef FORMAL
`include "tally_registers_props.vh"
`endif

endmodule

`default_nettype wire
