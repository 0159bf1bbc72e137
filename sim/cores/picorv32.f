sim/cores/picorv32.v
sim/cores/picorv32_exposed.v
rtl/soc/cores/picorv32.v
rtl/tap/tap_rvfi.v
rtl/tap/tap_retirq.v
rtl/tap/causes_picorv32.v
rtl/tap/tap_fetch.v
