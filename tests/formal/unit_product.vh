// SPDX-License-Identifier: ISC
// unit_product.vh - stands for ecp5_multiply.v: any product, so that a sample goes to any word.

wire [35:0] any = $anyseq;
assign p_o = any;
