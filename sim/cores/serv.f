sim/cores/serv.v
rtl/soc/cores/serv.v
rtl/soc/arbiter.v
rtl/tap/tap_rvfi.v
rtl/tap/tap_handler.v
rtl/tap/causes_bus.v
-y package/rtl
package/rtl/serv_rf_top.v
