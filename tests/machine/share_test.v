/* SPDX-License-Identifier: ISC
 * share_test.v - rtl/soc/share.v in front of rtl/soc/ram.v, 60,000 cycles. The core makes single accesses and bursts at
 * random, back to back, or withdraws them. The unit reads, writes and does locked read-modify-writes; now and then it
 * withdraws an access for one cycle, then makes another, and must ignore the acknowledge of the first. The testbench
 * blocks the bus. Checks data, the owner of the bus, and the unit's longest wait.
 */
`default_nettype none

module share_test;
	localparam PATIENCE = 32, BURST = 8, WORDS = 16, CYCLES = 60000;

	reg         clk = 0, rst = 1, block = 0;
	reg         c_stb = 0, c_we = 0, u_cyc = 0, u_stb = 0, u_we = 0;
	reg  [31:0] c_adr = 0, c_dat = 0, u_adr = 0, u_dat = 0;
	reg  [2:0]  c_cti = 0;
	wire        c_ack, c_err, waits, u_ack, u_err, has, stb, we, ack, soon;
	wire [3:0]  sel;
	wire [31:0] adr, wdat, rdat;
	wire [2:0]  cti;
	wire [1:0]  bte;

	share #(.PATIENCE(PATIENCE)) share (
		.clk_i (clk), .rst_i (rst), .block_i (block),
		.core_stb_i (c_stb), .core_we_i (c_we), .core_sel_i (4'b1111), .core_adr_i (c_adr), .core_dat_i (c_dat),
		.core_cti_i (c_cti), .core_bte_i (2'b00), .core_ack_o (c_ack), .core_err_o (c_err), .core_waits_o (waits),
		.unit_cyc_i (u_cyc), .unit_stb_i (u_stb), .unit_we_i (u_we), .unit_sel_i (4'b1111), .unit_adr_i (u_adr),
		.unit_dat_i (u_dat), .unit_ack_o (u_ack), .unit_err_o (u_err), .unit_has_o (has),
		.wb_stb_o (stb), .wb_we_o (we), .wb_sel_o (sel), .wb_adr_o (adr), .wb_dat_o (wdat), .wb_cti_o (cti),
		.wb_bte_o (bte), .wb_ack_i (ack), .wb_err_i (1'b0)
	);
	ram #(.WORDS_LOG2(4)) ram (
		.clk_i (clk), .rst_i (rst), .stb_i (stb), .we_i (we), .sel_i (sel), .adr_i (adr[5:2]), .dat_i (wdat),
		.cti_i (cti), .bte_i (bte), .dat_o (rdat), .ack_o (ack), .soon_o (soon)
	);

	// What the masters have written, and the testbench's own knowledge of the bus.
	reg  [31:0] want [0:WORDS-1];
	reg         under_way = 0;		// an access or burst of the core is in flight
	reg         had = 0;			// the unit had the bus in the previous cycle
	reg         c_acked = 0, u_acked = 0;	// in the previous cycle
	reg         gave = 0;			// the unit has withdrawn an access in this cycle
	reg  [31:0] u_got = 0;
	integer     left = 0, pause = 0, step = 0, waited = 0, most = 0, phase = 0, i, cycle;
	integer     locks = 0, forced = 0, gifts = 0, blocked = 0, given_up = 0, bursts = 0, errors = 0;
	integer     u_given_up = 0, late = 0;
	integer     seed = 1;

	function integer pick(input integer n);
		pick = $unsigned($random(seed)) % n;
	endfunction

	task check(input ok, input [8*48-1:0] what);
		if (!ok) begin
			errors = errors + 1;
			if (errors <= 10)
				$display("cycle %0d: %0s", cycle, what);
		end
	endtask

	task begin_access;
		begin
			left  = pick(3) == 0 ? BURST : 1;
			bursts = bursts + (left > 1);
			c_stb = 1;
			c_we  = pick(2);
			c_adr = left > 1 ? 4 * BURST * pick(2) : 4 * pick(WORDS);
			c_dat = $random(seed);
			c_cti = left > 1 ? 3'b010 : 3'b000;
		end
	endtask

	task core;
		if (c_stb & c_acked) begin
			left = left - 1;
			if (left == 0) begin
				c_stb = 0;
				if (phase == 1 | pick(3) == 0)
					begin_access;
			end else begin
				c_adr = c_adr + 4;
				c_dat = $random(seed);
				c_cti = left == 1 ? 3'b111 : 3'b010;
			end
		end else if (c_stb) begin
			if (phase == 2 & pick(8) == 0) begin
				c_stb = 0;
				given_up = given_up + 1;
			end
		end else if (phase == 1 | pick(6) == 0)
			begin_access;
	endtask

	// In the cycle after it has begun, a withdrawn access is still acknowledged.
	task unit_or_not;
		begin
			gave = u_stb & ~u_acked & (step == 1 | step == 2) & pick(had ? 8 : 60) == 0;
			if (gave) begin
				u_given_up = u_given_up + 1;
				u_cyc = 0;
				u_stb = 0;
				pause = 0;
				step  = 0;
			end else
				unit;
		end
	endtask

	// step 0 pause; 1 a single read or write; 2 read of a locked pair, 3 and 4 between, 5 its write
	task unit;
		case (step)
		0: if (pause == 0 & phase != 3) begin
			u_adr = 4 * pick(WORDS);
			u_dat = $random(seed);
			u_cyc = 1;
			u_stb = 1;
			step  = 1 + pick(2);
			u_we  = step == 1 & pick(2);
		end else if (pause != 0)
			pause = pause - 1;
		1: if (u_acked) begin
			u_cyc = 0;
			u_stb = 0;
			pause = pick(phase == 1 ? 60 : 10);
			step  = 0;
		end
		2: if (u_acked) begin
			u_dat = u_got + 1;
			u_stb = 0;
			step  = 3;
		end
		3: step = 4;
		4: begin
			u_stb = 1;
			u_we  = 1;
			step  = 5;
		end
		default: if (u_acked) begin
			locks = locks + 1;
			u_cyc = 0;
			u_stb = 0;
			u_we  = 0;
			pause = pick(phase == 1 ? 60 : 10);
			step  = 0;
		end
		endcase
	endtask

	initial begin
		for (i = 0; i < WORDS; i = i + 1) begin
			want[i] = i;
			ram.mem[i] = i;
		end
		#1 clk = 1; #1 clk = 0; rst = 0;
		for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
			phase = cycle / 5000 % 4;
			block = phase == 3 & pick(3) == 0;
			#1;
			check(~(c_err | u_err), "an error from nowhere");
			check(~(c_ack & u_ack), "two acknowledges");
			check(~(c_ack & c_stb) | under_way & ~has, "core: acknowledge of nothing");
			check(~u_ack | (u_stb | gave) & has & had, "unit: acknowledge of nothing");
			check(~(under_way & has), "the unit breaks an access of the core");
			check(waits == (c_stb & (has | block & ~under_way)), "core_waits_o");
			check(~had | ~u_cyc | has, "the unit loses the bus");
			check(~has | u_cyc | gave & had, "the unit has what it does not ask for");
			if (has & ~had) begin
				check(~c_stb | waited == PATIENCE, "the unit goes before the core");
				forced = forced + c_stb;
				gifts  = gifts + !c_stb;
			end else if (~under_way & ~had & ~c_stb)
				check(~u_stb, "an idle slot is not used");
			check(~(u_stb & ~has & ~under_way & waited == PATIENCE), "the unit is starved");
			blocked = blocked + (block & c_stb & ~under_way);
			if (c_ack & c_stb) begin
				check(c_we | rdat === want[c_adr / 4], "core: data");
				if (c_we)
					want[c_adr / 4] = c_dat;
			end
			late = late + (u_ack & ~u_stb);
			if (u_ack & u_stb) begin
				check(u_we | rdat === want[u_adr / 4], "unit: data");
				check(step != 5 | u_dat === want[u_adr / 4] + 1, "somebody came between");
				if (u_we)
					want[u_adr / 4] = u_dat;
			end
			under_way = c_stb & ~has & ~(block & ~under_way) & ~(c_ack & c_cti != 3'b010);
			// cycles the unit has waited; beyond PATIENCE, only for accesses already in flight
			if (u_stb & ~has) begin
				most   = most > waited + 1 ? most : waited + 1;
				if (waited != PATIENCE)
					waited = waited + 1;
				i      = i + 1;
			end else begin
				waited = 0;
				i      = 0;
			end
			check(i <= PATIENCE + BURST + 1, "the unit waits too long");
			had = has;
			c_acked = c_ack;
			u_acked = u_ack & u_stb;
			u_got   = rdat;
			#1 clk = 1;
			#1 clk = 0;
			core;
			unit_or_not;
		end
		for (i = 0; i < WORDS; i = i + 1)
			check(ram.mem[i] === want[i], "RAM at the end");
		$display("%0d locked pairs, %0d bursts, %0d idle slots used, %0d boundaries forced after %0d cycles, %0d slots blocked, %0d + %0d accesses given up, %0d acknowledged all the same: %0d errors",
			locks, bursts, gifts, forced, PATIENCE, blocked, given_up, u_given_up, late, errors);
		if (errors != 0 | locks < 500 | gifts < 1000 | forced < 100 | blocked < 300 | given_up < 100 | late < 100 | most < PATIENCE)
			$fatal(1, "FAILED");
		$finish;
	end
endmodule

`default_nettype wire
