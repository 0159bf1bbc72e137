// unit_any.vh - any unit: it answers accesses to it only, holds what it asks of memory until it is done, and begins a lock
// with a request.

(* anyseq *) reg        ack, irq, req, lock, we;
(* anyseq *) reg [31:0] dat, addr, data;
(* anyseq *) reg [3:0]  sel;
assign {wb_ack_o, wb_dat_o, irq_o} = {ack, dat, irq};
assign {sys_req_o, sys_lock_o, sys_we_o, sys_sel_o, sys_addr_o, sys_data_o} = {req, lock, we, sel, addr, data};

reg        begun = 1'b0, was_reset, waits, locked;
reg [68:0] asked;
wire [68:0] asks = {we, sel, addr, data};
always @(posedge clk_i) begin
	begun     <= 1'b1;
	was_reset <= rst_i;
	waits     <= req & ~sys_done_i & ~rst_i;
	locked    <= lock & ~rst_i;
	asked     <= asks;
end
always @* begin
	assume (~ack | wb_cyc_i & wb_stb_i & ~rst_i);
	if (~begun | was_reset | rst_i) assume (~req & ~lock);
	if (waits & ~rst_i) assume (req & asks == asked & (lock | ~locked));
	assume (~lock | locked | req);
	assert (~sys_done_i | req);
end
