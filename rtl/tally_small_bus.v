// SPDX-License-Identifier: ISC
// tally_small_bus.v - the smallest unit's Wishbone side: what an access is, and its answer.
//
// The microcode offers slots; an access that stands when a slot begins is served in it. A write of CTRL,
// STICKY or ERRORS goes to a mirror of the register and is answered when the engine has acted on it;
// one that is given up before acts as a whole or not at all.

`default_nettype none

module tally_small_bus (
	input  wire        clk_i,
	input  wire        req_i,
	input  wire        we_i,
	input  wire [3:0]  sel_i,
	input  wire [12:0] adr_i,
	input  wire        slot_i,        // a slot begins with the next clock
	input  wire        rdack_i,       // its word will be there
	input  wire        wack_i,        // its word has been written
	input  wire        dack_i,        // the engine's acts show in all registers
	input  wire        done_i,        // the engine has acted
	input  wire        write_i,       // with the next clock, half a word may be written
	input  wire        bins_open_i,   // drained and not clearing
	input  wire        hold_i,        // a command is half done: no access begins
	output wire [10:0] word_o,        // of 16 bits; bit 0 the microcode's
	output reg         write_o,       // write it, if the access still stands
	output wire        bad_o,         // the slot's write is refused
	output wire        bin_o,
	output wire        isctrl_o,
	output wire        want_o,        // a write waits for the engine
	output reg         ack_o
);

reg  served = 1'b0, posted = 1'b0, acted = 1'b0, asked = 1'b0;
initial {ack_o, write_o} = 2'b00;

wire [4:0] index   = adr_i[6:2];
wire       channel = ~adr_i[12] & adr_i[11:7] == 5'b00010;
wire       errors  = ~adr_i[12] & adr_i[11:2] == 10'd7;
wire       acts    = errors | (channel & (index == 5'd0 | index == 5'd2));
reg        config_word;

always @*
	case (index)
	5'd4, 5'd5, 5'd6, 5'd7, 5'd10, 5'd11, 5'd12, 5'd14, 5'd15, 5'd16: config_word = channel;
	default: config_word = 1'b0;
	endcase

wire full = &sel_i;
assign bin_o    = adr_i[12];
assign isctrl_o = ~adr_i[3];
assign bad_o    = served & req_i & we_i & (bin_o ? ~(full & bins_open_i) : ~full);
assign want_o   = posted & ~acted;
assign word_o   = {bin_o, bin_o ? adr_i[10:9] : {acts & we_i, |adr_i[11:9]}, adr_i[8:2], 1'b1};

// a posted write acts even if its master has given up; only then nobody is answered
wire post   = wack_i & served & req_i & we_i & acts & full;
wire finish = dack_i & acted & ~hold_i;

always @(posedge clk_i) begin
	write_o <= write_i & served & req_i & we_i & full & (bin_o ? bins_open_i : acts | config_word);
	served <= slot_i ? req_i & ~ack_o & ~hold_i & ~posted : served & req_i;
	posted <= post | (posted & ~finish);
	asked  <= (post | asked) & req_i & ~finish;
	acted  <= (acted | done_i) & ~finish;
	ack_o  <= req_i & ~ack_o & ((rdack_i & served & ~we_i) | (wack_i & served & we_i & ~(acts & full)) | (finish & asked));
end

wire _unused = &{1'b0, adr_i[1:0]};

endmodule

`default_nettype wire
