// SPDX-License-Identifier: ISC
// flash_loader.v - fills RAM from the SPI flash after power-up or reset, before the core starts:
// wakes the chip, reads from OFFSET (command 03h, mode 0, at half the clock) and gives each word
// out with its address.
// At OFFSET, little-endian: "TALY", number of words, entry point, the words, and a last one that
// makes the sum from the entry point on 0 modulo 2^32. (The number is no part of it: erased flash
// is -1 a word, and would make up for it.) A wrong mark, a size beyond RAM or a wrong sum:
// failed_o, for good.

`default_nettype none

module flash_loader #(
	parameter [23:0] OFFSET = 24'h10_0000,	// in the flash, in bytes
	// RAM: 2^WORDS_LOG2 words; the last one is the entry point's
	parameter        WORDS_LOG2 = 15
) (
	input  wire                  clk_i,
	input  wire                  rst_i,
	output reg                   flash_cs_n_o,
	output reg                   flash_clk_o,
	output wire                  flash_mosi_o,
	input  wire                  flash_miso_i,
	output reg                   load_o,		// one cycle: a word
	output reg  [WORDS_LOG2-1:0] load_adr_o,
	output wire [31:0]           load_dat_o,
	output reg                   ready_o,		// all words are in RAM, their sum is right
	output reg                   failed_o
);
localparam [2:0] POWER = 3'd0, WAKE = 3'd1, GAP = 3'd2, ASK = 3'd3, MARK = 3'd4, COUNT = 3'd5,
	ENTRY = 3'd6, DATA = 3'd7;
localparam [31:0] MARK_IS = 32'h594c_4154;	// "TALY", first byte lowest

reg [2:0]  state;
reg [31:0] shift, sum;
reg [5:0]  bits;
reg [9:0]  wait_clocks;
reg [WORDS_LOG2:0] left;

// Bytes come highest bit first and lowest byte first.
wire [31:0] word = {shift[7:0], shift[15:8], shift[23:16], shift[31:24]};
assign load_dat_o   = word;
assign flash_mosi_o = shift[31];

wire done = flash_clk_o & (bits == 6'd1);	// this clock's end completes the bits asked for
reg  taken;					// the clock after done: `word` is whole
reg  over;					// the clock after the last word: `sum` is of all

always @(posedge clk_i) begin
	load_o <= 1'b0;
	taken  <= 1'b0;
	over   <= 1'b0;
	if (taken & (state == ENTRY | state == DATA))
		sum <= sum + word;
	wait_clocks <= wait_clocks + 10'd1;
	if (load_o)
		load_adr_o <= load_adr_o + 1'b1;
	if (bits != 6'd0) begin
		flash_clk_o <= ~flash_clk_o;
		// The chip changes its output at the falling edge and takes ours at the rising one.
		if (flash_clk_o) begin
			shift <= {shift[30:0], miso};
			bits  <= bits - 6'd1;
			taken <= done;
		end
	end
	case (state)
	POWER:	if (&wait_clocks) begin
			state <= WAKE;
			flash_cs_n_o <= 1'b0;
			shift <= 32'hab00_0000;
			bits  <= 6'd8;
		end
	WAKE:	if (taken) begin
			flash_cs_n_o <= 1'b1;
			wait_clocks  <= 10'd0;
			state <= GAP;
		end
	GAP:	if (&wait_clocks) begin
			flash_cs_n_o <= 1'b0;
			shift <= {8'h03, OFFSET};
			bits  <= 6'd32;
			state <= ASK;
		end
	ASK:	if (taken) begin
			bits  <= 6'd32;
			state <= MARK;
		end
	MARK:	if (taken) begin
			bits  <= 6'd32;
			state <= COUNT;
			failed_o <= word != MARK_IS;
		end
	COUNT:	if (taken) begin
			bits  <= 6'd32;
			left  <= word[WORDS_LOG2:0];
			state <= ENTRY;
			if (word[31:WORDS_LOG2] != 0)
				failed_o <= 1'b1;
		end
	ENTRY:	if (taken) begin
			bits   <= 6'd32;
			load_o <= 1'b1;
			state  <= DATA;
		end
	default: if (taken) begin
			if (left == 0) begin
				over <= 1'b1;
				flash_cs_n_o <= 1'b1;
			end else begin
				load_o <= 1'b1;
				left   <= left - 1'b1;
				bits   <= 6'd32;
			end
		end
	endcase
	if (over) begin
		ready_o  <= sum == 32'd0;
		failed_o <= sum != 32'd0;
	end
	if (failed_o) begin
		bits         <= 6'd0;
		flash_cs_n_o <= 1'b1;
		flash_clk_o  <= 1'b0;
		ready_o      <= 1'b0;
	end
	if (rst_i) begin
		state        <= POWER;
		wait_clocks  <= 10'd0;
		sum          <= 32'd0;
		load_adr_o   <= {WORDS_LOG2{1'b1}};	// the entry point's; the next one is 0
		bits         <= 6'd0;
		flash_cs_n_o <= 1'b1;
		flash_clk_o  <= 1'b0;
		load_o       <= 1'b0;
		ready_o      <= 1'b0;
		failed_o     <= 1'b0;
		taken        <= 1'b0;
		over         <= 1'b0;
	end
end

// The input is taken with the rising edge of flash_clk_o, half a period after the chip gave it.
reg miso;
always @(posedge clk_i)
	if (~flash_clk_o)
		miso <= flash_miso_i;
endmodule

`default_nettype wire
