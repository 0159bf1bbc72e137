rtl/soc/axi_wishbone.v
package/generated-src/freechips.rocketchip.system.LitexConfig.behav_srams.v
package/vsrc/plusarg_reader.v
package/vsrc/AsyncResetReg.v
package/vsrc/EICG_wrapper.v
