-y package/rtl
package/rtl/serv_rf_top.v
