// tap_echo.vh - what core_any.vh shows of the tap while a request waits, half at a time.
// Included there and in the properties of an adapter, which must pass it on unchanged.
wire [22:0] tap_echo = irq_o ? tap_pc_i[31:9] :
	{9'd0, tap_pc_i[8:0], run_i, tap_valid_i, tap_sleep_i, tap_priv_i};
