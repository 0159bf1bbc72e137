package/rtl/ibex_pkg.sv
package/vendor/lowrisc_ip/ip/prim/rtl/prim_util_pkg.sv
package/vendor/lowrisc_ip/ip/prim/rtl/prim_mubi_pkg.sv
package/vendor/lowrisc_ip/ip/prim/rtl/prim_count_pkg.sv
package/vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv
package/vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv
package/vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv
package/dv/uvm/core_ibex/common/prim/prim_pkg.sv
package/rtl/ibex_tracer_pkg.sv
package/rtl/ibex_top.sv
-y package/dv/uvm/core_ibex/common/prim
-y package/rtl
-y package/vendor/lowrisc_ip/ip/prim/rtl
-y package/vendor/lowrisc_ip/ip/prim_generic/rtl
+incdir+package/vendor/lowrisc_ip/dv/sv/dv_utils
