rtl/soc/axi_wishbone.v
+incdir+package/common/submodules/common_cells/include
package/core/include/cv32a60x_config_pkg.sv
package/core/include/riscv_pkg.sv
package/corev_apu/riscv-dbg/src/dm_pkg.sv
package/core/include/ariane_pkg.sv
package/corev_apu/axi/src/axi_pkg.sv
package/core/include/ariane_rvfi_pkg.sv
package/core/include/ariane_axi_pkg.sv
package/core/include/wt_cache_pkg.sv
package/core/include/cvxif_pkg.sv
package/core/cvxif_example/include/cvxif_instr_pkg.sv
package/common/submodules/common_cells/src/cf_math_pkg.sv
package/core/fpu/src/fpnew_pkg.sv
package/core/ariane_regfile_ff.sv
-y package/core
-y package/core/cache_subsystem
-y package/core/cvxif_example
-y package/core/frontend
-y package/core/mmu_sv32
-y package/core/pmp/src
-y package/common/local/util
-y package/common/submodules/common_cells/src
-y package/corev_apu/src/tech_cells_generic/src/rtl
