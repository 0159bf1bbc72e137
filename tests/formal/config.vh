// SPDX-License-Identifier: ISC
// config.vh - COMMIT: its walk reads the shadows as written, its verdict is rtl/CONTRACT.md's, and an accepted configuration
// becomes active whole, in one cycle. Nothing else changes the active configuration. Included by unit.v.
// The rules are those of rtl/DESIGN.md 3, 4 and 5, not the gates of tally_config.v.

// probes: the walk, and the active configuration
wire [3:0]          walk;                        // 1 .. 14: a word is there; 15: verdict
wire [1:0]          walk_channel;
wire                walking, apply, refuse, legal, was_good;
wire [4:0]          judging;                     // index of the word being judged; 0: none
wire [31:0]         judged_word;
wire [31:0]         walk_word;
wire [PERIOD_W-1:0] got_period;
wire [PERIOD_W:0]   period_2;                    // PERIOD less 2
wire [PERIOD_W-1:0] period = period_2[PERIOD_W-1:0] + 2'd2;
wire [31:0]         got_sampler, got_tag, got_tag_mask, tag_value, tag_mask;
wire [15:0]         got_seed, seed;
wire [3:0]          got_mask, priv_mask;
wire                got_uneven, got_above;
wire [2:0]          got_kind;                    // counters of 4 bytes, system, interval
wire [ADDR_W+1:0]   got_left;                    // bytes from BASE to the memory's end
wire [1:0]          source;
wire [15:0]         jitter_ones;                 // JITTER low bits are 1
`define JITTER_ONES(J) ((16'd1 << (J)) - 16'd1)  // 16: all
reg  [4:0]          jitter;
integer             j;
always @* begin
	jitter = 5'd0;
	for (j = 0; j < 16; j = j + 1)
		jitter = jitter + {4'd0, jitter_ones[j]};
end
wire                last, count_idle;            // attribution LAST
wire [63:0]         offset;
wire [33:0]         scale;
wire [1:0]          round, ring_wrap, sink;
wire [3:0]          mode;

// ---- the shadows: 14 words, PERIOD .. ENTRIES; the reset value where nothing was written ----
localparam PERIOD = 0, SAMPLER = 1, SEED = 2, FILTER = 3, TAG_VALUE = 4, TAG_MASK = 5, OFFSET = 6, SCALE = 7, MAPPING = 8, INTERVALS = 9,
	BASE = 10, SIZE = 11, WORDS = 14;
localparam [32*WORDS-1:0] AT_RESET = (32'd1 << (32*PERIOD)) | (448'd1 << (32*SEED)) | (448'd15 << (32*FILTER)) | (448'd2 << (32*MAPPING));
wire [32*WORDS-1:0]       shadow_all;            // probes
wire [16*CHANNELS-1:0]    written;
wire                      config_we;
wire [11:0]               reg_raddr, reg_waddr;
wire [31:0]               reg_wdata;
wire [32*WORDS-1:0]       shadow, shadow_next;
genvar w;
generate for (w = 0; w < WORDS; w = w + 1) begin : g_shadow
	assign shadow[32*w +: 32] = written[16*WHICH + (4 + w) % 16] ? shadow_all[32*w +: 32] : AT_RESET[32*w +: 32];
	wire hit = config_we && reg_waddr == 12'h110 + 12'h100 * WHICH + 12'd4 * w;
	assign shadow_next[32*w +: 32] = hit ? reg_wdata : shadow[32*w +: 32];
end endgenerate
// each keeps the last write
reg  [32*WORDS-1:0] shadow_kept;
always @(posedge clk_i)
	shadow_kept <= rst_i ? AT_RESET : shadow_next;
`FACT(SHADOW, kept, shadow == shadow_kept)

// and a bus read returns it
wire        config_re, reg_we;                   // probes
// why: a write acts in the cycle of its answer, in which no access begins
`FACT(SHADOW, write_answered, !reg_we || (done && !config_re))
reg         asked_shadow;
reg  [4:0]  asked_index;
always @(posedge clk_i) begin
	asked_shadow <= config_re & reg_raddr[11:8] == 4'd1 + WHICH & ~rst_i;
	asked_index  <= reg_raddr[6:2] - 5'd4;
end
`FACT(SHADOW, read_back, !asked_shadow || walk_word == shadow[32*asked_index +: 32])

`define WORD(N) shadow[32*(N) +: 32]
wire [31:0] k_period = `WORD(PERIOD), k_sampler = `WORD(SAMPLER), k_seed = `WORD(SEED), k_filter = `WORD(FILTER), k_offset = `WORD(OFFSET),
	k_scale = `WORD(SCALE), k_mapping = `WORD(MAPPING), k_interval = `WORD(INTERVALS), k_base = `WORD(BASE), k_size = `WORD(SIZE);
wire [1:0]  k_source = k_sampler[1:0], k_mode = k_mapping[9:8];
wire [4:0]  k_jitter = k_sampler[8:4];
wire        k_sink = k_mapping[12];

// ---- what is legal: each rule with the word that decides it ----
localparam [39:0] BYTES = 40'd1 << ADDR_W;
`define POWER(SCALE) (((SCALE) & ((SCALE) - 17'd1)) == 17'd0)
`define CLOCK_LEGAL(PERIOD, JITTER) ((PERIOD) != 0 && (JITTER) <= 5'd16 \
	&& ((JITTER) == 5'd0 || (40'd1 << (JITTER)) < {(PERIOD), 1'b0}))
wire [WORDS-1:0] rule;
assign rule[PERIOD]    = k_period != 0 && {8'd0, k_period} < (40'd1 << PERIOD_W);
assign rule[SAMPLER]   = (k_source != 2 || EVENT != 0) && (k_source != 3 || EXT != 0);
assign rule[FILTER]    = `CLOCK_LEGAL(k_period, k_jitter);           // it falls with that word
assign rule[SCALE]     = k_scale <= 32'h10000;
assign rule[MAPPING]   = k_mapping[5:4] <= 2 && (k_mode != 1 || INTERVAL != 0) && (k_mode != 2 || SYMBOL != 0) && (k_mode != 3 || RING != 0)
	&& (k_sink ? SYSTEM != 0 : k_mode <= 1) && (MAPPER != 2 || k_mode != 0 || k_sink || `POWER(k_scale[16:0]));
assign rule[INTERVALS] = k_mode != 1 || k_interval != 0;
assign rule[BASE]      = (k_base & (k_mapping[1] || k_mode > 1 ? 3 : 1)) == 0;
assign rule[SIZE]      = k_sink || {8'd0, k_base} + {8'd0, k_size} <= BYTES;
assign {rule[SEED], rule[TAG_VALUE], rule[TAG_MASK], rule[OFFSET], rule[12], rule[13]} = 6'h3F;

// ---- the walk ----
wire walks = walk != 0 && (CHANNELS == 1 || walk_channel == WHICH);
`define READ(N) (walks && walk >= (N) + 2)       // the walk has this word,
`define HAS(N) (walks && walk >= (N) + 3)        // has stored it for the judgement,
`define JUDGED(N) (walks && walk >= (N) + 4)     // and judged it
wire [WORDS-1:0] judged, looked;
generate for (w = 0; w < WORDS; w = w + 1) begin : g_judged
	assign judged[w] = rule[w] || !`JUDGED(w);
	assign looked[w] = rule[w] || walk != w + 3;   // the last word judged before
end endgenerate
`FACT(COMMIT, walk_whose, CHANNELS > 1 || walk == 0 || walk_channel == 0)
`FACT(COMMIT, walk_busy, !walks || busy)
// why: a COMMIT begins where no sample of the other bank was in flight in the previous cycle
`FACT(COMMIT, free_is, !(busy & free) || (bank ? flying0 : flying1) == 0)
`FACT(COMMIT, verdict_is, (apply | refuse) == (walks && walk == 15) && !(apply & refuse))
`FACT(SHADOW, walk_reads, !walks || walk == 15 || walk_word == shadow[32*(walk - 4'd1) +: 32])
`FACT(WALK, walk_judges, !walks || (&judged == legal && (&judged & &looked) == (legal & was_good)))
`FACT(WALK, walk_holds, walk <= 1 ? judging == 0 : judging == {1'b0, walk} + 5'd2 && (!walks || judged_word == shadow[32*(walk - 4'd2) +: 32]))
`FACT(WALK, verdict, !(apply | refuse) || apply == &rule)
// no sample of the bank it loads is in flight
`FACT(COMMIT, walk_alone, !walks || (bank ? flying0 : flying1) == 0)
// CLEAR's sweep uses the active mapping, which must not change meanwhile
`FACT(COMMIT, commit_or_clear, !(busy & clearing))
// why: a word that has been read is held here, or in the other bank
`FACT(WALK, got_clock, (!`HAS(PERIOD) || got_period == k_period[PERIOD_W-1:0]) && (!`HAS(SAMPLER) || got_sampler == k_sampler)
	&& (!`HAS(SEED) || got_seed == k_seed[15:0]))
wire fits;                                       // probe
`FACT(WALK, got_fits, !walks || walk < 5 || fits == (k_jitter == 0 || `CLOCK_LEGAL(k_period, k_jitter)) || !judged[PERIOD])
`FACT(WALK, got_filter, (!`HAS(FILTER) || got_mask == k_filter[3:0]) && (!`HAS(TAG_VALUE) || got_tag == `WORD(TAG_VALUE))
	&& (!`HAS(TAG_MASK) || got_tag_mask == `WORD(TAG_MASK)))
`FACT(WALK, got_kinds, (!`HAS(SCALE) || got_uneven == !`POWER(k_scale[16:0]))
	&& (!`HAS(MAPPING) || got_kind == {k_mapping[1] || k_mode > 1, k_sink, k_mode == 2'd1})
	&& (!`HAS(BASE) || (got_above == ({8'd0, k_base} > BYTES) && (got_above || {{(38-ADDR_W){1'b0}}, got_left} == BYTES - {8'd0, k_base}))))
// a bank's mapping, and that of the shadows
`define BANK(B) {offset[32*(B) +: 32], scale[17*(B) +: 17], round[B], wide[B], policy[2*(B) +: 2], mode[2*(B) +: 2], \
	ring_wrap[B], sink[B], base[ADDR_W*(B) +: ADDR_W], size[(ADDR_W+1)*(B) +: ADDR_W+1]}
localparam BANK_W = 32 + 17 + 8 + 2 * ADDR_W + 1;
wire [BANK_W-1:0] bank0 = `BANK(0), bank1 = `BANK(1), loaded = bank ? bank0 : bank1, current = bank ? bank1 : bank0;
wire [BANK_W-1:0] k_bank = {k_offset, k_scale[16:0], k_mapping[0], k_mapping[1], k_mapping[5:4], k_mode, k_mapping[10], k_sink,
	k_base[ADDR_W-1:0], k_size[ADDR_W:0]};
wire [BANK_W-1:0] k_seen = {{32{`READ(OFFSET)}}, {17{`READ(SCALE)}}, {8{`READ(MAPPING)}}, {ADDR_W{`READ(BASE)}}, {(ADDR_W+1){`READ(SIZE)}}};
`FACT(WALK, loads, (loaded & k_seen) == (k_bank & k_seen))

// what the walk holds is legal when its verdict says so
`define MAP_LEGAL(SCALE, POLICY, MODE, SINK, WIDE, BASE, SIZE) ((SCALE) <= 17'h10000 && (POLICY) <= 2'd2 \
	&& ((MODE) != 1 || INTERVAL != 0) && ((MODE) != 2 || SYMBOL != 0) && ((MODE) != 3 || RING != 0) \
	&& ((SINK) ? SYSTEM != 0 : (MODE) <= 1) && ((BASE) & ((WIDE) ? 3 : 1)) == 0 \
	&& ((SINK) || {8'd0, (BASE)} + {8'd0, (SIZE)} <= BYTES) && (MAPPER != 2 || (MODE) != 0 || (SINK) || `POWER(SCALE)))
wire [31:0] base0 = {{(32-ADDR_W){1'b0}}, base[ADDR_W-1:0]},   base1 = {{(32-ADDR_W){1'b0}}, base[2*ADDR_W-1:ADDR_W]};
wire [31:0] size0 = {{(31-ADDR_W){1'b0}}, size[ADDR_W:0]},     size1 = {{(31-ADDR_W){1'b0}}, size[2*ADDR_W+1:ADDR_W+1]};
wire        legal0 = `MAP_LEGAL(scale[16:0],  policy[1:0], mode[1:0], sink[0], wide[0], base0, size0);
wire        legal1 = `MAP_LEGAL(scale[33:17], policy[3:2], mode[3:2], sink[1], wide[1], base1, size1);
`FACT(VERDICT, verdict_clock, !apply || (`CLOCK_LEGAL(got_period, got_sampler[8:4])
	&& (got_sampler[1:0] != 2 || EVENT != 0) && (got_sampler[1:0] != 3 || EXT != 0)))
`FACT(VERDICT, verdict_map, !apply || (bank ? legal0 : legal1))

// ---- what is active: the shadows in the cycle of an accepting verdict, else unchanged ----
localparam CLOCK_W = PERIOD_W + 1 + 16 + 2 + 16 + 2 + 4 + 64;
wire [CLOCK_W-1:0] clock = {period_2, seed, source, jitter_ones, last, count_idle, priv_mask, tag_value, tag_mask};
wire [PERIOD_W:0]  k_period_2 = {1'b0, k_period[PERIOD_W-1:0]} - 2'd2;
wire [CLOCK_W-1:0] k_clock = {k_period_2, k_seed[15:0], k_source, `JITTER_ONES(k_jitter), k_sampler[12], k_sampler[13], k_filter[3:0],
	TAG != 0 ? {`WORD(TAG_VALUE), `WORD(TAG_MASK)} : 64'd0};
reg  [CLOCK_W-1:0] clock_was;
reg  [BANK_W-1:0]  current_was;
always @(posedge clk_i) begin
	clock_was   <= apply ? k_clock : clock;
	current_was <= apply ? k_bank : current;
	if (rst_i) begin
		clock_was   <= {{(PERIOD_W+1){1'b1}}, 16'd1, 20'd0, 4'hF, 64'd0};
		current_was <= {49'd0, 2'b01, 6'd0, {(2*ADDR_W+1){1'b0}}};
	end
end
`FACT(WALK, clock_is, clock == clock_was)
`FACT(WALK, mapping_is, current == current_was)
// so it is legal; so is the bank that is not current, while its samples are in flight
`FACT(CONFIG, clock_legal, `CLOCK_LEGAL(period, jitter) && jitter_ones == `JITTER_ONES(jitter) && period_2 == {1'b0, period} - 2'd2
	&& (source != 2 || EVENT != 0) && (source != 3 || EXT != 0))
`FACT(CONFIG, map0_legal, (bank && flying0 == 0) || legal0)
`FACT(CONFIG, map1_legal, (!bank && flying1 == 0) || legal1)
// and a mapping is stable while its samples are in flight
reg  [BANK_W-1:0] bank0_was, bank1_was;
reg               used0, used1;
always @(posedge clk_i) begin
	{bank0_was, bank1_was} <= {bank0, bank1};
	used0 <= flying0 != 0 & ~rst_i;
	used1 <= flying1 != 0 & ~rst_i;
end
`FACT(COMMIT, stands_still, (!used0 || bank0 == bank0_was) && (!used1 || bank1 == bank1_was))
`ifdef ENGINE
// so is the engine's copy: OFFSET, INTERVAL, SIZE, LIMIT, BASE, ENTRIES * 8
wire [191:0] fields0, fields1;                   // probes
reg  [191:0] fields0_was, fields1_was, fields_was;
reg          committed;
wire [191:0] fields = bank ? fields1 : fields0, loading = bank ? fields0 : fields1;
wire [31:0]  k_entries = `WORD(13);
wire [191:0] k_fields = {k_entries >= 32'h2000_0000 ? 32'hFFFF_FFFF : k_entries << 3, k_base, `WORD(12), k_size, k_interval, k_offset};
wire [191:0] k_fields_seen = {{32{`READ(13)}}, {32{`READ(BASE)}}, {32{`READ(12)}}, {32{`READ(SIZE)}}, {32{`READ(INTERVALS)}}, {32{`READ(OFFSET)}}};
always @(posedge clk_i) begin
	{fields0_was, fields1_was} <= {fields0, fields1};
	fields_was <= apply ? k_fields : fields;
	committed  <= ~rst_i & (committed | apply);
end
`FACT(COMMIT, engine_stands_still, (!used0 || fields0 == fields0_was) && (!used1 || fields1 == fields1_was))
`FACT(WALK, engine_loads, (loading & k_fields_seen) == (k_fields & k_fields_seen))
`FACT(WALK, engine_fields, !committed || fields == fields_was)
// the sample at the engine's head counts as in flight
`FACT(COMMIT, engine_head_used, inner_empty || (inner_meta[0] ? flying1 : flying0) != 0)
`endif
// the tick clock counts down to -1 and never passes it: no COMMIT loses a period
wire [PERIOD_W+1:0] div;                         // probe
`FACT(CONFIG, clock_counts, !div[PERIOD_W+1] || &div)

reg applied;
always @(posedge clk_i)
	applied <= apply & ~rst_i;
`SEEN(WALK, jittered, applied && jitter == 5'd3 && period == 5)
`SEEN(WALK, refused_one, refuse && !rule[SIZE] && rule[BASE])
