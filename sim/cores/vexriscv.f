sim/cores/vexriscv.v
sim/cores/VexRiscv_exposed.v
rtl/soc/cores/vexriscv.v
rtl/soc/arbiter.v
rtl/tap/tap_vexriscv.v
rtl/tap/tap_handler.v
rtl/tap/causes_vexriscv.v
