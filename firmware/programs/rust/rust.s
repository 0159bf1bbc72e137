# SPDX-License-Identifier: ISC AND (MIT OR Apache-2.0)
# rust.s - rust.rs as assembly of rustc 1.96.0, for machines without rustc; regenerate.sh writes it.
# Its code with lines of /rustc/... is from Rust's core library, which is under MIT or Apache-2.0 (at your option).
# SHA-256 of rust.rs: e42220e4165d96c30ff58330fcc2b18467933c5073d0325edd42b79c87e7b062
	.attribute	4, 16
	.attribute	5, "rv32i2p1_m2p0_zmmul1p0"
	.file	"rust.a11549e9ab429b44-cgu.0"
	.section	.text._ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE,"ax",@progbits
	.p2align	2
	.type	_ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE,@function
_ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE:
.Lfunc_begin0:
	.file	1 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/fmt/mod.rs"
	.loc	1 183 0; .cfi_sections .debug_frame; .cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	.cfi_offset ra, -4
	li	a0, 128
.Ltmp0:	.loc	1 184 43 prologue_end
	sw	zero, 8(sp)
.Ltmp1:
	.file	2 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/char/methods.rs"
	.loc	2 2042 9
	bgeu	a1, a0, .LBB0_2
.Ltmp2:	.loc	2 2114 13
	sb	a1, 8(sp)
	li	a1, 1
	.file	3 "./firmware/programs/rust/rust.rs"
	.loc	3 0 0 is_stmt 0
	j	.LBB0_7
.Ltmp3:
.LBB0_2:
	.loc	2 2043 9 is_stmt 1
	srli	a3, a1, 11
.Ltmp4:	.loc	2 2118 21
	andi	a0, a1, 63
	addi	a0, a0, -128
.Ltmp5:	.loc	2 2119 22
	srli	a2, a1, 6
.Ltmp6:	.loc	2 2123 12
	bnez	a3, .LBB0_4
	.loc	2 2124 13
	ori	a1, a2, 192
	sb	a1, 8(sp)
	.loc	2 2125 13
	sb	a0, 9(sp)
	li	a1, 2
	.loc	3 0 0 is_stmt 0
	j	.LBB0_7
.Ltmp7:
.LBB0_4:
	andi	a2, a2, 63
.Ltmp8:	.loc	2 2043 9 is_stmt 1
	srli	a4, a1, 16
.Ltmp9:	.loc	2 0 0 is_stmt 0
	addi	a2, a2, -128
	srli	a3, a1, 12
.Ltmp10:	.loc	2 2129 12 is_stmt 1
	bnez	a4, .LBB0_6
	.loc	2 2130 13
	ori	a1, a3, 224
	sb	a1, 8(sp)
	.loc	2 2131 13
	sb	a2, 9(sp)
	.loc	2 2132 13
	sb	a0, 10(sp)
	li	a1, 3
	.loc	3 0 0 is_stmt 0
	j	.LBB0_7
.Ltmp11:
.LBB0_6:
	andi	a3, a3, 63
	srli	a1, a1, 18
	addi	a3, a3, -128
	ori	a1, a1, -16
.Ltmp12:	.loc	2 2136 9 is_stmt 1
	sb	a1, 8(sp)
	.loc	2 2137 9
	sb	a3, 9(sp)
	.loc	2 2138 9
	sb	a2, 10(sp)
	.loc	2 2139 9
	sb	a0, 11(sp)
	li	a1, 4
.Ltmp13:
.LBB0_7:
	.loc	3 136 18
	addi	a0, sp, 8
	call	host_put
.Ltmp14:	.loc	1 185 6
	li	a0, 0
	.loc	1 185 6 epilogue_begin is_stmt 0
	lw	ra, 12(sp)
	.cfi_restore ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
.Ltmp15:
.Lfunc_end0:
	.size	_ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE, .Lfunc_end0-_ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE
	.cfi_endproc
	.section	.text._ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE,"ax",@progbits
	.p2align	2
	.type	_ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE,@function
_ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE:
.Lfunc_begin1:
	.cfi_startproc; .loc	1 878 12 prologue_end is_stmt 1
	andi	a3, a2, 1
	bnez	a3, .LBB1_2
.Ltmp16:	.loc	1 236 21
	tail	_RNvNtCs2DxGA1hvVcO_4core3fmt5write
.LBB1_2:
	.loc	1 0 21 is_stmt 0
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	.cfi_offset ra, -4; .Ltmp17:	.loc	1 883 21 is_stmt 1
	srli	a2, a2, 1
.Ltmp18:	.loc	3 136 18
	mv	a0, a1
	mv	a1, a2
	call	host_put
.Ltmp19:	.loc	1 242 6
	li	a0, 0
	.loc	1 242 6 epilogue_begin is_stmt 0
	lw	ra, 12(sp)
	.cfi_restore ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
.Ltmp20:
.Lfunc_end1:
	.size	_ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE, .Lfunc_end1-_ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE
	.cfi_endproc
	.section	.text._ZN4rust4pass17h0b095d0605bf8c6cE,"ax",@progbits
	.p2align	2
	.type	_ZN4rust4pass17h0b095d0605bf8c6cE,@function
_ZN4rust4pass17h0b095d0605bf8c6cE:
.Lfunc_begin2:
	.loc	3 128 0 is_stmt 1; .cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8
	mv	s0, a0
.Ltmp21:	.loc	3 129 40 prologue_end
	lw	a2, 4(a0)
	lw	a0, 0(a0)
	lw	a2, 12(a2)
	.loc	3 129 46 is_stmt 0
	jalr	a2
	.loc	3 129 40
	lw	a2, 12(s0)
	lw	a1, 8(s0)
	lw	a3, 12(a2)
	.loc	3 129 46
	mv	a2, a0
	mv	a0, a1
	mv	a1, a2
	jalr	a3
	.loc	3 129 40
	lw	a2, 20(s0)
	lw	a1, 16(s0)
	lw	a3, 12(a2)
	.loc	3 129 46
	mv	a2, a0
	mv	a0, a1
	mv	a1, a2
	jalr	a3
	.loc	3 129 40
	lw	a2, 28(s0)
	lw	a1, 24(s0)
	lw	t1, 12(a2)
	.loc	3 129 46
	mv	a2, a0
	mv	a0, a1
	mv	a1, a2
	.loc	3 129 46 epilogue_begin
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	.cfi_restore ra; .cfi_restore s0
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	jr	t1
.Ltmp22:
.Lfunc_end2:
	.size	_ZN4rust4pass17h0b095d0605bf8c6cE, .Lfunc_end2-_ZN4rust4pass17h0b095d0605bf8c6cE
	.cfi_endproc
	.file	4 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/slice/iter/macros.rs"
	.section	.text._ZN4rust5crc3217hdecf1a0edb3b89fbE,"ax",@progbits
	.p2align	2
	.type	_ZN4rust5crc3217hdecf1a0edb3b89fbE,@function
_ZN4rust5crc3217hdecf1a0edb3b89fbE:
.Lfunc_begin3:
	.cfi_startproc; .loc	3 124 17 prologue_end is_stmt 1
	xor	a0, a0, a1
	lui	a1, 973704
	lui	a2, 30428
	lui	a3, 60857
	lui	a4, 121713
	lui	a5, 243426
.Ltmp23:	.loc	3 124 49 is_stmt 0
	srli	a6, a0, 1
	.loc	3 124 63
	slli	a7, a0, 29
	addi	a2, a2, 1049
	srai	a7, a7, 31
	.loc	3 124 60
	and	a2, a7, a2
	.loc	3 124 63
	slli	a7, a0, 28
	addi	a3, a3, -1998
	srai	a7, a7, 31
	.loc	3 124 60
	and	a3, a7, a3
	.loc	3 124 63
	slli	a7, a0, 27
	addi	a4, a4, 100
	srai	a7, a7, 31
	.loc	3 124 60
	and	a4, a7, a4
	.loc	3 124 63
	slli	a7, a0, 26
	addi	a5, a5, 200
	srai	a7, a7, 31
	.loc	3 124 60
	and	a5, a7, a5
	.loc	3 124 63
	slli	a7, a0, 31
	addi	a1, a1, 800
	srai	a7, a7, 31
	.loc	3 124 60
	and	a7, a7, a1
	.loc	3 124 49
	xor	a6, a7, a6
	lui	a7, 486852
	.loc	3 124 63
	slli	a0, a0, 30
	addi	a7, a7, 400
	srai	a0, a0, 31
	.loc	3 124 60
	and	a0, a0, a1
	.loc	3 124 49
	xor	a2, a3, a2
	srli	a3, a6, 1
	xor	a2, a4, a2
	.loc	3 124 63
	slli	a6, a6, 26
	.loc	3 124 49
	xor	a0, a0, a3
	xor	a2, a5, a2
	.loc	3 124 63
	srai	a3, a6, 31
	.loc	3 124 49
	srli	a4, a0, 6
	.loc	3 124 60
	and	a3, a3, a7
	.loc	3 124 63
	slli	a0, a0, 26
	.loc	3 124 49
	xor	a2, a2, a4
	.loc	3 124 63
	srai	a0, a0, 31
	.loc	3 124 49
	xor	a2, a3, a2
	.loc	3 124 60
	and	a0, a0, a1
	.loc	3 124 49
	xor	a0, a0, a2
.Ltmp24:	.loc	3 125 2 is_stmt 1
	ret
.Ltmp25:
.Lfunc_end3:
	.size	_ZN4rust5crc3217hdecf1a0edb3b89fbE, .Lfunc_end3-_ZN4rust5crc3217hdecf1a0edb3b89fbE
	.cfi_endproc
	.file	5 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/traits/iterator.rs"
	.section	.text._ZN4rust5visit4call17h89df29cc4ac7eaaaE,"ax",@progbits
	.p2align	2
	.type	_ZN4rust5visit4call17h89df29cc4ac7eaaaE,@function
_ZN4rust5visit4call17h89df29cc4ac7eaaaE:
.Lfunc_begin4:
	.loc	3 115 0; .cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	sw	s1, 4(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .Ltmp26:
	.file	6 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/ops/function.rs"
	.loc	6 298 13 prologue_end
	lw	a0, 0(a0)
.Ltmp27:	.loc	3 149 73
	lw	s1, 0(a0)
	lw	a0, 0(s1)
	mv	s0, a1
.Ltmp28:	.loc	6 166 5
	zext.b	a1, a1
	call	_ZN4rust5crc3217hdecf1a0edb3b89fbE
	slli	a1, s0, 16
	srli	a1, a1, 24
	call	_ZN4rust5crc3217hdecf1a0edb3b89fbE
	slli	a1, s0, 8
	srli	a1, a1, 24
	call	_ZN4rust5crc3217hdecf1a0edb3b89fbE
.Ltmp29:
	.file	7 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/ptr/mod.rs"
	.loc	7 1721 9
	srli	a1, s0, 24
.Ltmp30:	.loc	6 166 5
	call	_ZN4rust5crc3217hdecf1a0edb3b89fbE
.Ltmp31:	.loc	3 149 31
	sw	a0, 0(s1)
.Ltmp32:	.loc	3 118 6 epilogue_begin
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	lw	s1, 4(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
.Ltmp33:
.Lfunc_end4:
	.size	_ZN4rust5visit4call17h89df29cc4ac7eaaaE, .Lfunc_end4-_ZN4rust5visit4call17h89df29cc4ac7eaaaE
	.cfi_endproc
	.file	8 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/ops/try_trait.rs"
	.file	9 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/array/iter/iter_inner.rs"
	.file	10 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/ops/index_range.rs"
	.file	11 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/array/iter.rs"
	.file	12 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/ptr/const_ptr.rs"
	.file	13 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/mem/maybe_uninit.rs"
	.section	.text._ZN4rust6queens17h04e502e23d75861cE,"ax",@progbits
	.p2align	2
	.type	_ZN4rust6queens17h04e502e23d75861cE,@function
_ZN4rust6queens17h04e502e23d75861cE:
.Lfunc_begin5:
	.loc	3 100 0; .cfi_startproc
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
	sw	ra, 28(sp)
	sw	s0, 24(sp)
	sw	s1, 20(sp)
	sw	s2, 16(sp)
	sw	s3, 12(sp)
	sw	s4, 8(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_offset s3, -20
	.cfi_offset s4, -24; .Ltmp34:	.loc	3 101 8 prologue_end
	beqz	a0, .LBB5_3
	.loc	3 0 8 is_stmt 0
	mv	s0, a2
	mv	s1, a1
	mv	s2, a0
	.loc	3 104 18 is_stmt 1
	or	a0, a2, a1
	not	a0, a0
	and	s4, s2, a0
.Ltmp35:
	.file	14 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/num/uint_macros.rs"
	.loc	14 2548 13
	neg	a0, s4
	li	s3, 0
.Ltmp36:	.loc	3 106 19
	and	a1, s4, a0
.Ltmp37:
	.file	15 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/bool.rs"
	.loc	15 37 12
	beqz	a1, .LBB5_4
.Ltmp38:
.LBB5_2:
	.loc	3 107 9
	xor	s4, a1, s4
.Ltmp39:	.loc	3 110 48
	xor	a0, a1, s2
	.loc	3 110 60 is_stmt 0
	or	a2, a1, s1
	.loc	3 110 79
	or	a3, a1, s0
	.loc	3 110 60
	slli	a1, a2, 1
	.loc	3 110 79
	srli	a2, a3, 1
	.loc	3 110 41
	call	_ZN4rust6queens17h04e502e23d75861cE
.Ltmp40:	.loc	14 2548 13 is_stmt 1
	neg	a1, s4
.Ltmp41:	.loc	3 106 19
	and	a1, s4, a1
.Ltmp42:
	.file	16 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/traits/accum.rs"
	.loc	16 55 28
	add	s3, a0, s3
.Ltmp43:	.loc	15 37 12
	bnez	a1, .LBB5_2
	j	.LBB5_4
.Ltmp44:
.LBB5_3:
	.loc	15 0 12 is_stmt 0
	li	s3, 1
.LBB5_4:
	.loc	3 111 2 is_stmt 1
	mv	a0, s3
	.loc	3 111 2 epilogue_begin is_stmt 0
	lw	ra, 28(sp)
	lw	s0, 24(sp)
	lw	s1, 20(sp)
	lw	s2, 16(sp)
	lw	s3, 12(sp)
	lw	s4, 8(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3; .cfi_restore s4
	addi	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
.Ltmp45:
.Lfunc_end5:
	.size	_ZN4rust6queens17h04e502e23d75861cE, .Lfunc_end5-_ZN4rust6queens17h04e502e23d75861cE
	.cfi_endproc
	.file	17 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/sources/from_fn.rs"
	.file	18 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/adapters/map.rs"
	.section	.text._ZN4rust7sort_by17h13282754cda0ae8fE,"ax",@progbits
	.p2align	2
	.type	_ZN4rust7sort_by17h13282754cda0ae8fE,@function
_ZN4rust7sort_by17h13282754cda0ae8fE:
.Lfunc_begin6:
	.loc	3 79 0 is_stmt 1; .cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	sw	s1, 4(sp)
	sw	s2, 0(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_remember_state
.Ltmp46:
	.file	19 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/slice/index.rs"
	.loc	19 219 12 prologue_end
	beqz	a1, .LBB6_14
	.loc	19 0 12 is_stmt 0
	mv	s0, a1
	mv	s1, a0
.LBB6_2:
	li	a0, 0
	li	a1, 0
	.loc	19 221 27 is_stmt 1
	slli	a2, s0, 1
	andi	a2, a2, -4
	add	a2, s1, a2
.Ltmp47:	.loc	3 154 27
	lw	a2, 0(a2)
	mv	s2, s0
	j	.LBB6_4
.Ltmp48:
.LBB6_3:
	.loc	3 92 13
	addi	a0, a0, 1
	bgeu	a0, s2, .LBB6_11
.Ltmp49:
.LBB6_4:
	.loc	3 83 22
	bgeu	a0, s0, .LBB6_17
	.loc	3 83 21 is_stmt 0
	slli	a4, a0, 2
	add	a4, s1, a4
.Ltmp50:	.loc	3 154 27 is_stmt 1
	lw	a3, 0(a4)
.Ltmp51:	.loc	3 84 12
	bgeu	a3, a2, .LBB6_8
.Ltmp52:
	.file	20 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/slice/mod.rs"
	.loc	20 909 27
	bgeu	a1, s0, .LBB6_18
	.loc	20 909 18 is_stmt 0
	slli	a5, a1, 2
	add	a5, s1, a5
.Ltmp53:	.loc	7 643 9 is_stmt 1
	lw	a6, 0(a5)
.Ltmp54:	.loc	3 87 13
	addi	a0, a0, 1
.Ltmp55:	.loc	7 643 9
	sw	a6, 0(a4)
.Ltmp56:	.loc	7 552 14
	sw	a3, 0(a5)
.Ltmp57:	.loc	3 86 13
	addi	a1, a1, 1
.Ltmp58:	.loc	3 82 11
	bltu	a0, s2, .LBB6_4
	j	.LBB6_11
.LBB6_8:
.Ltmp59:	.loc	3 88 19
	bgeu	a2, a3, .LBB6_3
	.loc	3 89 13
	addi	s2, s2, -1
.Ltmp60:	.loc	20 909 27
	bgeu	s2, s0, .LBB6_19
	.loc	20 909 18 is_stmt 0
	slli	a5, s2, 2
	add	a5, s1, a5
.Ltmp61:	.loc	7 643 9 is_stmt 1
	lw	a6, 0(a5)
	sw	a6, 0(a4)
.Ltmp62:	.loc	7 552 14
	sw	a3, 0(a5)
.Ltmp63:	.loc	3 82 11
	bltu	a0, s2, .LBB6_4
.LBB6_11:
.Ltmp64:	.loc	14 977 16
	bltu	s0, a1, .LBB6_15
.Ltmp65:	.loc	3 95 5
	mv	a0, s1
	call	_ZN4rust7sort_by17h13282754cda0ae8fE
.Ltmp66:	.loc	19 580 12
	bltu	s0, s2, .LBB6_16
	.loc	19 585 27
	sub	s0, s0, s2
.Ltmp67:	.loc	19 101 24
	slli	s2, s2, 2
	add	s1, s1, s2
.Ltmp68:	.loc	19 219 12
	bnez	s0, .LBB6_2
.Ltmp69:
.LBB6_14:
	.loc	3 97 2 epilogue_begin
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	lw	s1, 4(sp)
	lw	s2, 0(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
.LBB6_15:
	.cfi_restore_state; .Ltmp70:	.loc	19 456 13
	li	a0, 0
	mv	a2, s0
	call	_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail
.Ltmp71:
.LBB6_16:
	.loc	19 581 13
	mv	a0, s2
	mv	a1, s0
	mv	a2, s0
	call	_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail
.Ltmp72:
.LBB6_17:
	.loc	3 83 22
	mv	a1, s0
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
.LBB6_18:
.Ltmp73:	.loc	20 909 27
	mv	a0, a1
	mv	a1, s0
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
.Ltmp74:
.LBB6_19:
	.loc	20 909 27 is_stmt 0
	mv	a0, s2
	mv	a1, s0
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
.Ltmp75:
.Lfunc_end6:
	.size	_ZN4rust7sort_by17h13282754cda0ae8fE, .Lfunc_end6-_ZN4rust7sort_by17h13282754cda0ae8fE
	.cfi_endproc
	.file	21 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/option.rs"
	.section	.text._ZN4rust7sort_by17h93eb3140da3ad125E,"ax",@progbits
	.p2align	2
	.type	_ZN4rust7sort_by17h93eb3140da3ad125E,@function
_ZN4rust7sort_by17h93eb3140da3ad125E:
.Lfunc_begin7:
	.loc	3 79 0 is_stmt 1; .cfi_startproc
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
	sw	ra, 28(sp)
	sw	s0, 24(sp)
	sw	s1, 20(sp)
	sw	s2, 16(sp)
	sw	s3, 12(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_offset s3, -20
	.cfi_remember_state; .Ltmp76:	.loc	19 219 12 prologue_end
	beqz	a1, .LBB7_14
	.loc	19 0 12 is_stmt 0
	mv	s0, a1
	mv	s1, a0
	lui	s3, 16
	addi	s3, s3, -256
.LBB7_2:
	li	a0, 0
	li	a1, 0
	.loc	19 221 27 is_stmt 1
	slli	a2, s0, 1
	andi	a2, a2, -4
	add	a2, s1, a2
.Ltmp77:	.loc	3 156 29
	lw	a2, 0(a2)
.Ltmp78:	.loc	14 614 13
	srli	a3, a2, 8
	srli	a4, a2, 24
	and	a3, a3, s3
	or	a3, a3, a4
	slli	a4, a2, 24
	and	a2, a2, s3
	slli	a2, a2, 8
	or	a2, a4, a2
	or	a2, a2, a3
	mv	s2, s0
	j	.LBB7_4
.Ltmp79:
.LBB7_3:
	.loc	3 92 13
	addi	a0, a0, 1
	bgeu	a0, s2, .LBB7_11
.Ltmp80:
.LBB7_4:
	.loc	3 83 22
	bgeu	a0, s0, .LBB7_17
	.loc	3 83 21 is_stmt 0
	slli	a4, a0, 2
	add	a4, s1, a4
.Ltmp81:	.loc	3 156 29 is_stmt 1
	lw	a3, 0(a4)
.Ltmp82:	.loc	14 614 13
	srli	a5, a3, 8
	srli	a6, a3, 24
	slli	a7, a3, 24
	and	a5, a5, s3
	or	a5, a5, a6
	and	a6, a3, s3
	slli	a6, a6, 8
	or	a6, a7, a6
	or	a5, a6, a5
.Ltmp83:	.loc	3 84 12
	bgeu	a5, a2, .LBB7_8
.Ltmp84:	.loc	20 909 27
	bgeu	a1, s0, .LBB7_18
	.loc	20 909 18 is_stmt 0
	slli	a5, a1, 2
	add	a5, s1, a5
.Ltmp85:	.loc	7 643 9 is_stmt 1
	lw	a6, 0(a5)
.Ltmp86:	.loc	3 87 13
	addi	a0, a0, 1
.Ltmp87:	.loc	7 643 9
	sw	a6, 0(a4)
.Ltmp88:	.loc	7 552 14
	sw	a3, 0(a5)
.Ltmp89:	.loc	3 86 13
	addi	a1, a1, 1
.Ltmp90:	.loc	3 82 11
	bltu	a0, s2, .LBB7_4
	j	.LBB7_11
.LBB7_8:
.Ltmp91:	.loc	3 88 19
	bgeu	a2, a5, .LBB7_3
	.loc	3 89 13
	addi	s2, s2, -1
.Ltmp92:	.loc	20 909 27
	bgeu	s2, s0, .LBB7_19
	.loc	20 909 18 is_stmt 0
	slli	a5, s2, 2
	add	a5, s1, a5
.Ltmp93:	.loc	7 643 9 is_stmt 1
	lw	a6, 0(a5)
	sw	a6, 0(a4)
.Ltmp94:	.loc	7 552 14
	sw	a3, 0(a5)
.Ltmp95:	.loc	3 82 11
	bltu	a0, s2, .LBB7_4
.LBB7_11:
.Ltmp96:	.loc	14 977 16
	bltu	s0, a1, .LBB7_15
.Ltmp97:	.loc	3 95 5
	mv	a0, s1
	call	_ZN4rust7sort_by17h93eb3140da3ad125E
.Ltmp98:	.loc	19 580 12
	bltu	s0, s2, .LBB7_16
	.loc	19 585 27
	sub	s0, s0, s2
.Ltmp99:	.loc	19 101 24
	slli	s2, s2, 2
	add	s1, s1, s2
.Ltmp100:	.loc	19 219 12
	bnez	s0, .LBB7_2
.Ltmp101:
.LBB7_14:
	.loc	3 97 2 epilogue_begin
	lw	ra, 28(sp)
	lw	s0, 24(sp)
	lw	s1, 20(sp)
	lw	s2, 16(sp)
	lw	s3, 12(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3
	addi	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
.LBB7_15:
	.cfi_restore_state; .Ltmp102:	.loc	19 456 13
	li	a0, 0
	mv	a2, s0
	call	_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail
.Ltmp103:
.LBB7_16:
	.loc	19 581 13
	mv	a0, s2
	mv	a1, s0
	mv	a2, s0
	call	_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail
.Ltmp104:
.LBB7_17:
	.loc	3 83 22
	mv	a1, s0
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
.LBB7_18:
.Ltmp105:	.loc	20 909 27
	mv	a0, a1
	mv	a1, s0
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
.Ltmp106:
.LBB7_19:
	.loc	20 909 27 is_stmt 0
	mv	a0, s2
	mv	a1, s0
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
.Ltmp107:
.Lfunc_end7:
	.size	_ZN4rust7sort_by17h93eb3140da3ad125E, .Lfunc_end7-_ZN4rust7sort_by17h93eb3140da3ad125E
	.cfi_endproc
	.section	".text._ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE","ax",@progbits
	.p2align	2
	.type	_ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE,@function
_ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE:
.Lfunc_begin8:
	.loc	3 135 0 is_stmt 1; .cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	.cfi_offset ra, -4
	mv	a0, a1
.Ltmp108:	.loc	3 136 18 prologue_end
	mv	a1, a2
	call	host_put
	.loc	3 138 6
	li	a0, 0
	.loc	3 138 6 epilogue_begin is_stmt 0
	lw	ra, 12(sp)
	.cfi_restore ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
.Ltmp109:
.Lfunc_end8:
	.size	_ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE, .Lfunc_end8-_ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE
	.cfi_endproc
	.section	".text._ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE","ax",@progbits
	.p2align	2
	.type	_ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE,@function
_ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE:
.Lfunc_begin9:
	.cfi_startproc; .loc	3 28 21 prologue_end is_stmt 1
	lw	a2, 16(a0)
	andi	a3, a2, 7
	.loc	3 28 13 is_stmt 0
	slli	a3, a3, 1
	add	a3, a0, a3
	sh	a1, 0(a3)
.Ltmp110:	.loc	3 33 34 is_stmt 1
	lhu	a3, 0(a0)
	lhu	a4, 2(a0)
	lhu	a5, 4(a0)
	lhu	a6, 6(a0)
	lhu	a7, 8(a0)
	lhu	t0, 10(a0)
.Ltmp111:	.loc	14 2511 13
	add	a3, a3, a4
	add	a5, a5, a6
.Ltmp112:	.loc	3 33 34
	lhu	a4, 12(a0)
	lhu	a6, 14(a0)
.Ltmp113:	.loc	14 2511 13
	add	a7, a7, t0
	add	a3, a3, a5
	add	a4, a7, a4
	add	a3, a3, a4
.Ltmp114:	.loc	3 29 13
	addi	a2, a2, 1
.Ltmp115:	.loc	14 2511 13
	add	a3, a3, a6
.Ltmp116:	.loc	3 48 13
	xor	a1, a3, a1
.Ltmp117:	.loc	3 29 13
	sw	a2, 16(a0)
.Ltmp118:	.loc	3 49 10
	mv	a0, a1
	ret
.Ltmp119:
.Lfunc_end9:
	.size	_ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE, .Lfunc_end9-_ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE
	.cfi_endproc
	.section	".text._ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE","ax",@progbits
	.p2align	2
	.type	_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE,@function
_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE:
.Lfunc_begin10:
	.cfi_startproc; .loc	3 54 28 prologue_end
	lw	a0, 0(a0)
.Ltmp120:	.loc	14 2587 13
	mul	a0, a0, a1
.Ltmp121:
	.file	22 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/intrinsics/mod.rs"
	.loc	22 2030 14
	srli	a1, a0, 25
	slli	a0, a0, 7
	or	a0, a0, a1
.Ltmp122:	.loc	3 55 10
	ret
.Ltmp123:
.Lfunc_end10:
	.size	_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE, .Lfunc_end10-_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE
	.cfi_endproc
	.section	".text._ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE","ax",@progbits
	.p2align	2
	.type	_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE,@function
_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE:
.Lfunc_begin11:
	.cfi_startproc; .loc	3 54 28 prologue_end
	lhu	a0, 0(a0)
.Ltmp124:	.loc	14 2587 13
	mul	a0, a1, a0
.Ltmp125:	.loc	22 2030 14
	srli	a1, a0, 25
	slli	a0, a0, 7
	or	a0, a0, a1
.Ltmp126:	.loc	3 55 10
	ret
.Ltmp127:
.Lfunc_end11:
	.size	_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE, .Lfunc_end11-_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE
	.cfi_endproc
	.section	".text._ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E","ax",@progbits
	.p2align	2
	.type	_ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E,@function
_ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E:
.Lfunc_begin12:
	.cfi_startproc; .loc	3 28 21 prologue_end
	lw	a2, 12(a0)
	lui	a3, 699051
	addi	a3, a3, -1365
	mulhu	a3, a2, a3
	srli	a4, a3, 1
	andi	a3, a3, -2
	add	a3, a3, a4
	sub	a3, a2, a3
	.loc	3 28 13 is_stmt 0
	slli	a3, a3, 2
	add	a3, a0, a3
	sw	a1, 0(a3)
.Ltmp128:	.loc	3 33 34 is_stmt 1
	lw	a1, 0(a0)
	lw	a3, 4(a0)
	lw	a4, 8(a0)
.Ltmp129:	.loc	3 29 13
	addi	a2, a2, 1
.Ltmp130:	.loc	14 2511 13
	add	a1, a3, a1
	add	a1, a4, a1
.Ltmp131:	.loc	3 29 13
	sw	a2, 12(a0)
.Ltmp132:	.loc	3 62 10
	mv	a0, a1
	ret
.Ltmp133:
.Lfunc_end12:
	.size	_ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E, .Lfunc_end12-_ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E
	.cfi_endproc
	.section	.text.rust_main,"ax",@progbits
	.globl	rust_main
	.p2align	2
	.type	rust_main,@function
rust_main:
.Lfunc_begin13:
	.loc	3 142 0; .cfi_startproc
	addi	sp, sp, -944
	.cfi_def_cfa_offset 944
	sw	ra, 940(sp)
	sw	s0, 936(sp)
	sw	s1, 932(sp)
	sw	s2, 928(sp)
	sw	s3, 924(sp)
	sw	s4, 920(sp)
	sw	s5, 916(sp)
	sw	s6, 912(sp)
	sw	s7, 908(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_offset s3, -20
	.cfi_offset s4, -24; .cfi_offset s5, -28; .cfi_offset s6, -32; .cfi_offset s7, -36; .Ltmp134:
	.loc	3 144 10 prologue_end
	sw	zero, 24(sp)
	sw	zero, 8(sp)
	sw	zero, 12(sp)
	sw	zero, 16(sp)
	sw	zero, 20(sp)
	lui	a0, 10
	lui	a1, 648056
.Ltmp135:	.loc	3 24 24
	sw	zero, 36(sp)
	sw	zero, 40(sp)
	sw	zero, 44(sp)
.Ltmp136:	.loc	3 145 20
	sw	zero, 48(sp)
	addi	a2, sp, 8
.Ltmp137:	.loc	3 146 41
	lui	a3, %hi(.Lanon.ba0e806f43144ee40e3641f2b26925b9.7)
	addi	a3, a3, %lo(.Lanon.ba0e806f43144ee40e3641f2b26925b9.7)
	addi	a4, sp, 30
	lui	a5, %hi(.Lanon.ba0e806f43144ee40e3641f2b26925b9.8)
	addi	a5, a5, %lo(.Lanon.ba0e806f43144ee40e3641f2b26925b9.8)
	addi	a6, sp, 32
	sw	a2, 52(sp)
	sw	a3, 56(sp)
	sw	a4, 60(sp)
	sw	a5, 64(sp)
	lui	a2, %hi(.Lanon.ba0e806f43144ee40e3641f2b26925b9.9)
	addi	a2, a2, %lo(.Lanon.ba0e806f43144ee40e3641f2b26925b9.9)
	addi	a0, a0, -457
.Ltmp138:	.loc	3 144 22
	sh	a0, 30(sp)
	addi	a0, sp, 36
	addi	a1, a1, -1607
.Ltmp139:	.loc	3 145 10
	sw	a1, 32(sp)
.Ltmp140:	.loc	3 146 41
	lui	a1, %hi(.Lanon.ba0e806f43144ee40e3641f2b26925b9.10)
	addi	a1, a1, %lo(.Lanon.ba0e806f43144ee40e3641f2b26925b9.10)
	sw	a6, 68(sp)
	sw	a2, 72(sp)
	sw	a0, 76(sp)
	sw	a1, 80(sp)
.Ltmp141:	.loc	3 147 21
	addi	a0, sp, 84
	li	a2, 800
	addi	s2, sp, 84
	li	a1, 0
	call	memset
	li	s0, 0
	li	a0, -1
	addi	a1, sp, 884
	li	s3, 2024
.Ltmp142:	.loc	4 180 28
	addi	s1, sp, 884
	lui	a2, 361759
	lui	a3, 313688
.Ltmp143:	.loc	3 148 19
	sw	a0, 884(sp)
	lui	a0, 1013368
.Ltmp144:	.loc	3 149 19
	sw	a1, 888(sp)
	lui	a1, 82008
	addi	s4, a2, 1069
	addi	s5, a3, -211
	addi	s6, a0, 335
	addi	s7, a1, -1154
.LBB13_1:
.Ltmp145:	.loc	14 2587 13
	mul	a0, s3, s4
	mulhu	a1, s3, s5
	mul	a2, s0, s5
	mul	a3, s3, s5
	add	a0, a1, a0
.Ltmp146:	.loc	14 2511 13
	add	s3, a3, s6
.Ltmp147:	.loc	14 2587 13
	add	a0, a0, a2
.Ltmp148:	.loc	14 2511 13
	sltu	a1, s3, a3
	add	a0, a0, a1
	add	s0, a0, s7
.Ltmp149:	.loc	3 152 17
	addi	a0, sp, 52
	mv	a1, s0
	call	_ZN4rust4pass17h0b095d0605bf8c6cE
	.loc	3 152 9 is_stmt 0
	sw	a0, 0(s2)
.Ltmp150:
	.file	23 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/ptr/non_null.rs"
	.loc	23 1717 9 is_stmt 1
	addi	s2, s2, 4
.Ltmp151:	.loc	4 180 28
	bne	s2, s1, .LBB13_1
.Ltmp152:	.loc	3 154 5
	addi	a0, sp, 84
	li	a1, 200
	call	_ZN4rust7sort_by17h13282754cda0ae8fE
	addi	a0, sp, 888
	.loc	3 155 19
	sw	a0, 896(sp)
.Ltmp153:	.loc	3 119 14
	lui	a2, %hi(_ZN4rust5visit4call17h89df29cc4ac7eaaaE)
	addi	a2, a2, %lo(_ZN4rust5visit4call17h89df29cc4ac7eaaaE)
	addi	a0, sp, 84
	li	a1, 200
	addi	a3, sp, 896
	call	host_visit
.Ltmp154:	.loc	3 156 5
	addi	a0, sp, 84
	li	a1, 200
	call	_ZN4rust7sort_by17h93eb3140da3ad125E
	li	s2, 0
.Ltmp155:	.loc	3 157 49
	lw	a1, 84(sp)
.Ltmp156:
	.file	24 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/slice/iter.rs"
	.loc	24 1357 12
	addi	a0, sp, 88
.Ltmp157:
.LBB13_3:
	.loc	3 157 59
	lw	a2, 0(a0)
.Ltmp158:	.loc	24 1357 12
	addi	a0, a0, 4
.Ltmp159:	.loc	3 157 49
	sltu	a1, a1, a2
.Ltmp160:	.loc	16 55 28
	add	s2, s2, a1
	mv	a1, a2
.Ltmp161:	.loc	24 1357 12
	bne	a0, s1, .LBB13_3
.Ltmp162:	.loc	3 158 16
	li	a0, 127
	li	a1, 0
	li	a2, 0
	call	_ZN4rust6queens17h04e502e23d75861cE
	mv	s0, a0
.Ltmp163:	.loc	3 159 12
	sw	s2, 896(sp)
	sw	a0, 900(sp)
	addi	a0, sp, 888
	.loc	3 159 35 is_stmt 0
	sw	a0, 892(sp)
.Ltmp164:	.loc	3 119 14 is_stmt 1
	lui	a2, %hi(_ZN4rust5visit4call17h89df29cc4ac7eaaaE)
	addi	a2, a2, %lo(_ZN4rust5visit4call17h89df29cc4ac7eaaaE)
	addi	a0, sp, 896
	li	a1, 2
	addi	a3, sp, 892
	addi	s1, sp, 892
	call	host_visit
.Ltmp165:	.loc	3 160 54
	lw	a0, 884(sp)
	.loc	3 160 53 is_stmt 0
	not	a0, a0
	sw	a0, 892(sp)
.Ltmp166:	.loc	3 160 13
	lui	a0, %hi(_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt)
	addi	a0, a0, %lo(_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt)
	sw	s1, 896(sp)
	sw	a0, 900(sp)
.Ltmp167:	.loc	1 236 21 is_stmt 1
	lui	a1, %hi(.Lanon.ba0e806f43144ee40e3641f2b26925b9.11)
	addi	a1, a1, %lo(.Lanon.ba0e806f43144ee40e3641f2b26925b9.11)
	addi	a0, sp, 907
	addi	a2, sp, 896
	call	_RNvNtCs2DxGA1hvVcO_4core3fmt5write
.Ltmp168:	.loc	3 161 5
	addi	a0, s0, -40
	snez	a0, a0
.Ltmp169:	.loc	3 162 2 epilogue_begin
	lw	ra, 940(sp)
	lw	s0, 936(sp)
	lw	s1, 932(sp)
	lw	s2, 928(sp)
	lw	s3, 924(sp)
	lw	s4, 920(sp)
	lw	s5, 916(sp)
	lw	s6, 912(sp)
	lw	s7, 908(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3; .cfi_restore s4
	.cfi_restore s5; .cfi_restore s6; .cfi_restore s7
	addi	sp, sp, 944
	.cfi_def_cfa_offset 0
	ret
.Ltmp170:
.Lfunc_end13:
	.size	rust_main, .Lfunc_end13-rust_main
	.cfi_endproc
	.file	25 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/adapters/zip.rs"
	.file	26 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/adapters/filter.rs"
	.section	.text.unlikely._RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt,"ax",@progbits
	.p2align	2
	.type	_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt,@function
_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt:
.Lfunc_begin14:
	.cfi_startproc
.LBB14_1:
	.loc	3 166 5 prologue_end
	j	.LBB14_1
.Ltmp171:
.Lfunc_end14:
	.size	_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt, .Lfunc_end14-_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt
	.cfi_endproc
	.file	27 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/panicking.rs"
	.section	.text._RNvNtCs2DxGA1hvVcO_4core3fmt5write,"ax",@progbits
	.p2align	2
	.type	_RNvNtCs2DxGA1hvVcO_4core3fmt5write,@function
_RNvNtCs2DxGA1hvVcO_4core3fmt5write:
.Lfunc_begin15:
	.loc	1 1631 0; .cfi_startproc
	addi	sp, sp, -64
	.cfi_def_cfa_offset 64
	sw	ra, 60(sp)
	sw	s0, 56(sp)
	sw	s1, 52(sp)
	sw	s2, 48(sp)
	sw	s3, 44(sp)
	sw	s4, 40(sp)
	sw	s5, 36(sp)
	sw	s6, 32(sp)
	sw	s7, 28(sp)
	sw	s8, 24(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_offset s3, -20
	.cfi_offset s4, -24; .cfi_offset s5, -28; .cfi_offset s6, -32; .cfi_offset s7, -36; .cfi_offset s8, -40
	.cfi_remember_state
	mv	s0, a2
	mv	a2, a1
.Ltmp172:	.loc	1 878 12 prologue_end
	andi	a1, s0, 1
	bnez	a1, .LBB15_24
.Ltmp173:	.loc	7 1721 9
	lbu	a1, 0(a2)
.Ltmp174:	.loc	1 1653 12
	beqz	a1, .LBB15_25
	.loc	1 0 12 is_stmt 0
	mv	s1, a0
	li	s5, 0
	li	s3, 128
	li	s4, 192
	lui	s6, 393216
	addi	s6, s6, 32
	lui	s7, %hi(.Lanon.ba0e806f43144ee40e3641f2b26925b9.6)
	addi	s7, s7, %lo(.Lanon.ba0e806f43144ee40e3641f2b26925b9.6)
	j	.LBB15_5
.LBB15_3:
.Ltmp175:	.loc	23 659 28 is_stmt 1
	add	s8, s2, a1
.Ltmp176:	.loc	3 136 18
	mv	a0, s2
	call	host_put
	mv	s2, s8
.Ltmp177:
.LBB15_4:
	.loc	7 1721 9
	lbu	a1, 0(s2)
	mv	a2, s2
.Ltmp178:	.loc	1 1653 12
	beqz	a1, .LBB15_25
.Ltmp179:
.LBB15_5:
	.loc	1 0 12 is_stmt 0
	slli	a0, a1, 24
.Ltmp180:	.loc	23 659 28 is_stmt 1
	addi	s2, a2, 1
	bgez	a0, .LBB15_3
.Ltmp181:	.loc	23 0 28 is_stmt 0
	beq	a1, s3, .LBB15_9
	bne	a1, s4, .LBB15_10
.Ltmp182:	.loc	23 659 28 is_stmt 1
	slli	a0, s5, 3
	add	a1, s0, a0
.Ltmp183:
	.file	28 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/fmt/rt.rs"
	.loc	28 144 15
	lw	a0, 0(a1)
	.loc	28 152 41
	lw	a2, 4(a1)
.Ltmp184:	.loc	1 577 9
	sw	s1, 8(sp)
	sw	s7, 12(sp)
	sw	s6, 16(sp)
	sw	zero, 20(sp)
.Ltmp185:	.loc	28 152 76
	addi	a1, sp, 8
	jalr	a2
.Ltmp186:
	.file	29 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/result.rs"
	.loc	29 2173 9
	beqz	a0, .LBB15_22
	j	.LBB15_27
.Ltmp187:
.LBB15_9:
	.loc	7 1721 9
	lbu	a0, 2(a2)
	lbu	a1, 1(a2)
	slli	a0, a0, 8
	or	a1, a0, a1
.Ltmp188:	.loc	23 659 28
	addi	a0, a2, 3
.Ltmp189:	.loc	23 659 28 is_stmt 0
	add	s2, a0, a1
.Ltmp190:	.loc	3 136 18 is_stmt 1
	call	host_put
.Ltmp191:	.loc	29 2173 9
	j	.LBB15_4
.Ltmp192:
.LBB15_10:
	.loc	1 1700 20
	andi	a0, a1, 1
	mv	a3, s6
	beqz	a0, .LBB15_12
.Ltmp193:	.loc	7 1721 9
	lbu	a0, 2(a2)
	lbu	a3, 1(a2)
	lbu	a4, 3(a2)
	lbu	a5, 4(a2)
	slli	a0, a0, 8
	or	a0, a0, a3
	slli	a4, a4, 16
	slli	a5, a5, 24
	or	a3, a5, a4
	or	a3, a3, a0
.Ltmp194:	.loc	23 659 28
	addi	s2, a2, 5
.Ltmp195:
.LBB15_12:
	.loc	1 1704 20
	andi	a0, a1, 2
	bnez	a0, .LBB15_15
	.loc	1 0 20 is_stmt 0
	li	a2, 0
	.loc	1 1708 20 is_stmt 1
	andi	a0, a1, 4
	beqz	a0, .LBB15_16
.LBB15_14:
.Ltmp196:	.loc	7 1721 9
	lbu	a0, 1(s2)
	lbu	a4, 0(s2)
	slli	a0, a0, 8
	or	a4, a0, a4
.Ltmp197:	.loc	23 659 28
	addi	s2, s2, 2
.Ltmp198:	.loc	1 1712 20
	andi	a0, a1, 8
	bnez	a0, .LBB15_17
	j	.LBB15_18
.LBB15_15:
.Ltmp199:	.loc	7 1721 9
	lbu	a0, 1(s2)
	lbu	a2, 0(s2)
	slli	a0, a0, 8
	or	a2, a0, a2
.Ltmp200:	.loc	23 659 28
	addi	s2, s2, 2
.Ltmp201:	.loc	1 1708 20
	andi	a0, a1, 4
	bnez	a0, .LBB15_14
.LBB15_16:
	.loc	1 0 20 is_stmt 0
	li	a4, 0
	.loc	1 1712 20 is_stmt 1
	andi	a0, a1, 8
	beqz	a0, .LBB15_18
.LBB15_17:
.Ltmp202:	.loc	7 1721 9
	lbu	a0, 1(s2)
	lbu	a5, 0(s2)
	slli	a0, a0, 8
	or	s5, a0, a5
.Ltmp203:	.loc	23 659 28
	addi	s2, s2, 2
.Ltmp204:
.LBB15_18:
	.loc	1 1717 16
	andi	a0, a1, 16
	bnez	a0, .LBB15_23
	.loc	1 1724 16
	andi	a0, a1, 32
	beqz	a0, .LBB15_21
.LBB15_20:
.Ltmp205:	.loc	23 659 28
	slli	a4, a4, 3
	add	a4, s0, a4
.Ltmp206:	.loc	28 161 33
	lhu	a4, 4(a4)
.Ltmp207:
.LBB15_21:
	.loc	23 659 28
	slli	a0, s5, 3
	add	a1, s0, a0
.Ltmp208:	.loc	28 144 15
	lw	a0, 0(a1)
	.loc	28 152 41
	lw	a5, 4(a1)
.Ltmp209:	.loc	1 577 9
	sw	s1, 8(sp)
	sw	s7, 12(sp)
	sw	a3, 16(sp)
	sh	a2, 20(sp)
	sh	a4, 22(sp)
.Ltmp210:	.loc	28 152 76
	addi	a1, sp, 8
	jalr	a5
.Ltmp211:	.loc	29 2173 9
	bnez	a0, .LBB15_27
.Ltmp212:
.LBB15_22:
	.loc	1 0 0 is_stmt 0
	addi	s5, s5, 1
	j	.LBB15_4
.LBB15_23:
.Ltmp213:	.loc	23 659 28 is_stmt 1
	slli	a2, a2, 3
	add	a2, s0, a2
.Ltmp214:	.loc	28 161 33
	lhu	a2, 4(a2)
.Ltmp215:	.loc	1 1724 16
	andi	a0, a1, 32
	bnez	a0, .LBB15_20
	j	.LBB15_21
.Ltmp216:
.LBB15_24:
	.loc	1 883 21
	srli	a1, s0, 1
.Ltmp217:	.loc	3 136 18
	mv	a0, a2
	call	host_put
.Ltmp218:
.LBB15_25:
	.loc	3 0 18 is_stmt 0
	li	a0, 0
.LBB15_26:
	.loc	1 1740 2 epilogue_begin is_stmt 1
	lw	ra, 60(sp)
	lw	s0, 56(sp)
	lw	s1, 52(sp)
	lw	s2, 48(sp)
	lw	s3, 44(sp)
	lw	s4, 40(sp)
	lw	s5, 36(sp)
	lw	s6, 32(sp)
	lw	s7, 28(sp)
	lw	s8, 24(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3; .cfi_restore s4
	.cfi_restore s5; .cfi_restore s6; .cfi_restore s7; .cfi_restore s8
	addi	sp, sp, 64
	.cfi_def_cfa_offset 0
	ret
.LBB15_27:
	.cfi_restore_state; .loc	1 0 2 is_stmt 0
	li	a0, 1
.Ltmp219:	.loc	29 2173 9 is_stmt 1
	j	.LBB15_26
.Ltmp220:
.Lfunc_end15:
	.size	_RNvNtCs2DxGA1hvVcO_4core3fmt5write, .Lfunc_end15-_RNvNtCs2DxGA1hvVcO_4core3fmt5write
	.cfi_endproc
	.section	.text._RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral,"ax",@progbits
	.p2align	2
	.type	_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral,@function
_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral:
.Lfunc_begin16:
	.loc	1 1826 0; .cfi_startproc
	addi	sp, sp, -64
	.cfi_def_cfa_offset 64
	sw	ra, 60(sp)
	sw	s0, 56(sp)
	sw	s1, 52(sp)
	sw	s2, 48(sp)
	sw	s3, 44(sp)
	sw	s4, 40(sp)
	sw	s5, 36(sp)
	sw	s6, 32(sp)
	sw	s7, 28(sp)
	sw	s8, 24(sp)
	sw	s9, 20(sp)
	sw	s10, 16(sp)
	sw	s11, 12(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_offset s3, -20
	.cfi_offset s4, -24; .cfi_offset s5, -28; .cfi_offset s6, -32; .cfi_offset s7, -36; .cfi_offset s8, -40
	.cfi_offset s9, -44; .cfi_offset s10, -48; .cfi_offset s11, -52; .cfi_remember_state
	mv	s0, a4
	mv	s1, a3
	mv	s2, a2
	mv	s3, a1
.Ltmp221:	.loc	1 0 0 is_stmt 0
	lw	a1, 8(a0)
	lui	a2, 512
	.loc	1 1830 13 prologue_end is_stmt 1
	and	a2, a1, a2
	lui	s4, 272
	beqz	a2, .LBB16_2
	.loc	1 0 13 is_stmt 0
	li	s4, 43
.LBB16_2:
	.loc	1 1830 13 is_stmt 1
	srli	a2, a2, 21
	.loc	1 1838 25
	slli	a3, a1, 8
	.loc	1 0 0 is_stmt 0
	add	s7, a2, s0
	.loc	1 1838 25
	bltz	a3, .LBB16_6
	.loc	1 0 25
	li	s3, 0
.Ltmp222:	.loc	1 1855 19 is_stmt 1
	lhu	s11, 12(a0)
.Ltmp223:	.loc	1 1856 12
	bltu	s7, s11, .LBB16_10
.LBB16_4:
	.loc	1 1858 13
	lw	s5, 0(a0)
	lw	s6, 4(a0)
	mv	a0, s5
	mv	a1, s6
	mv	a2, s4
	mv	a3, s3
	mv	a4, s2
	call	_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix
.Ltmp224:	.loc	29 2173 9
	bnez	a0, .LBB16_31
.Ltmp225:	.loc	1 1859 13
	lw	t1, 12(s6)
	.loc	1 1859 22 is_stmt 0
	mv	a0, s5
	mv	a1, s1
	mv	a2, s0
	.loc	1 1859 22 epilogue_begin
	lw	ra, 60(sp)
	lw	s0, 56(sp)
	lw	s1, 52(sp)
	lw	s2, 48(sp)
	lw	s3, 44(sp)
	lw	s4, 40(sp)
	lw	s5, 36(sp)
	lw	s6, 32(sp)
	lw	s7, 28(sp)
	lw	s8, 24(sp)
	lw	s9, 20(sp)
	lw	s10, 16(sp)
	lw	s11, 12(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3; .cfi_restore s4
	.cfi_restore s5; .cfi_restore s6; .cfi_restore s7; .cfi_restore s8; .cfi_restore s9; .cfi_restore s10
	.cfi_restore s11
	addi	sp, sp, 64
	.cfi_def_cfa_offset 0
	jr	t1
.Ltmp226:
.LBB16_6:
	.cfi_restore_state; .cfi_remember_state; .loc	1 0 22
	li	a2, 0
.Ltmp227:	.loc	4 25 86 is_stmt 1
	beqz	s2, .LBB16_9
.Ltmp228:	.loc	4 284 24
	add	a3, s3, s2
	mv	a4, s3
.LBB16_8:
.Ltmp229:
	.file	30 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/str/count.rs"
	.loc	30 136 24
	lb	a5, 0(a4)
.Ltmp230:	.loc	4 284 24
	addi	a4, a4, 1
.Ltmp231:
	.file	31 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/str/validations.rs"
	.loc	31 24 5
	slti	a5, a5, -64
	xori	a5, a5, 1
.Ltmp232:	.loc	16 55 28
	add	a2, a2, a5
.Ltmp233:	.loc	4 284 24
	bne	a4, a3, .LBB16_8
.Ltmp234:
.LBB16_9:
	.loc	1 1839 13
	add	s7, a2, s7
.Ltmp235:	.loc	1 1855 19
	lhu	s11, 12(a0)
.Ltmp236:	.loc	1 1856 12
	bgeu	s7, s11, .LBB16_4
.LBB16_10:
	.loc	1 1860 19
	slli	a2, a1, 7
	bltz	a2, .LBB16_14
	.loc	1 1873 45
	sub	a4, s11, s7
.Ltmp237:	.loc	1 502 9
	slli	a2, a1, 1
	srli	a2, a2, 30
	li	a3, 1
.Ltmp238:	.loc	1 497 43
	slli	a1, a1, 11
.Ltmp239:	.loc	1 502 9
	blt	a3, a2, .LBB16_18
	bnez	a2, .LBB16_22
	.loc	1 0 9 is_stmt 0
	li	s9, 0
	.loc	1 502 9
	j	.LBB16_23
.Ltmp240:
.LBB16_14:
	.loc	1 1865 13 is_stmt 1
	lw	s5, 0(a0)
	lw	s6, 4(a0)
.Ltmp241:	.loc	1 1863 31
	lw	s8, 8(a0)
	lw	s9, 12(a0)
	lui	a1, 654848
	lui	a2, 131072
.Ltmp242:	.loc	1 403 22
	and	a1, s8, a1
	addi	a2, a2, 48
.Ltmp243:	.loc	1 418 9
	or	a1, a1, a2
	mv	s10, a0
	sw	a1, 8(a0)
.Ltmp244:	.loc	1 1865 13
	mv	a0, s5
	mv	a1, s6
	mv	a2, s4
	mv	a3, s3
	mv	a4, s2
	call	_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix
	mv	a1, a0
	li	a0, 1
	bnez	a1, .LBB16_32
	.loc	1 0 13 is_stmt 0
	li	s2, 0
	.loc	1 1866 45 is_stmt 1
	sub	a0, s11, s7
	lui	s3, 16
	addi	s3, s3, -1
	and	s4, a0, s3
.LBB16_16:
.Ltmp245:
	.file	32 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/cmp.rs"
	.loc	32 1915 50
	and	a0, s2, s3
	bgeu	a0, s4, .LBB16_20
.Ltmp246:	.loc	1 1967 13
	lw	a2, 16(s6)
.Ltmp247:	.loc	14 898 17
	addi	s2, s2, 1
.Ltmp248:	.loc	1 1967 22
	li	a1, 48
	mv	a0, s5
	jalr	a2
	beqz	a0, .LBB16_16
	j	.LBB16_31
.Ltmp249:
.LBB16_18:
	.loc	1 0 22 is_stmt 0
	li	a3, 2
	mv	s9, a4
.Ltmp250:	.loc	1 502 9 is_stmt 1
	bne	a2, a3, .LBB16_23
.Ltmp251:	.loc	1 1963 34
	slli	a2, a4, 16
	srli	s9, a2, 17
	j	.LBB16_23
.Ltmp252:
.LBB16_20:
	.loc	1 1867 13
	lw	a3, 12(s6)
	.loc	1 1867 22 is_stmt 0
	mv	a0, s5
	mv	a1, s1
	mv	a2, s0
	jalr	a3
	mv	a1, a0
	li	a0, 1
.Ltmp253:	.loc	29 2173 9 is_stmt 1
	bnez	a1, .LBB16_32
.Ltmp254:	.loc	29 0 9 is_stmt 0
	li	a0, 0
	.loc	1 1869 13 is_stmt 1
	sw	s8, 8(s10)
	sw	s9, 12(s10)
	j	.LBB16_32
.Ltmp255:
.LBB16_22:
	.loc	1 0 13 is_stmt 0
	mv	s9, a4
.LBB16_23:
	sw	a4, 8(sp)
	li	s10, 0
	srli	s5, a1, 11
	lw	s6, 0(a0)
	lw	s7, 4(a0)
	lui	s11, 16
	addi	s11, s11, -1
	and	s8, s9, s11
.LBB16_24:
.Ltmp256:	.loc	32 1915 50 is_stmt 1
	and	a0, s10, s11
.Ltmp257:
	.file	33 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/iter/range.rs"
	.loc	33 900 12
	bgeu	a0, s8, .LBB16_26
.Ltmp258:	.loc	1 1967 13
	lw	a2, 16(s7)
.Ltmp259:	.loc	14 898 17
	addi	s10, s10, 1
.Ltmp260:	.loc	1 1967 22
	mv	a0, s6
	mv	a1, s5
	jalr	a2
.Ltmp261:	.loc	29 2173 9
	beqz	a0, .LBB16_24
	j	.LBB16_31
.Ltmp262:
.LBB16_26:
	.loc	1 1874 13
	mv	a0, s6
	mv	a1, s7
	mv	a2, s4
	mv	a3, s3
	mv	a4, s2
	call	_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix
	mv	a1, a0
	li	a0, 1
.Ltmp263:	.loc	29 2173 9
	bnez	a1, .LBB16_32
.Ltmp264:	.loc	1 1875 13
	lw	a3, 12(s7)
	.loc	1 1875 22 is_stmt 0
	mv	a0, s6
	mv	a1, s1
	mv	a2, s0
	jalr	a3
.Ltmp265:	.loc	29 2173 9 is_stmt 1
	bnez	a0, .LBB16_31
.Ltmp266:	.loc	29 0 9 is_stmt 0
	li	s0, 0
	lw	a0, 8(sp)
	sub	a0, a0, s9
	lui	s1, 16
	addi	s1, s1, -1
	and	s2, a0, s1
.LBB16_29:
.Ltmp267:	.loc	32 1915 50 is_stmt 1
	and	a0, s0, s1
.Ltmp268:	.loc	33 900 12
	bgeu	a0, s2, .LBB16_33
.Ltmp269:	.loc	1 1757 13
	lw	a2, 16(s7)
.Ltmp270:	.loc	14 898 17
	addi	s0, s0, 1
.Ltmp271:	.loc	1 1757 19
	mv	a0, s6
	mv	a1, s5
	jalr	a2
.Ltmp272:	.loc	29 2173 9
	beqz	a0, .LBB16_29
.Ltmp273:
.LBB16_31:
	.loc	29 0 9 is_stmt 0
	li	a0, 1
.LBB16_32:
	.loc	1 1878 6 epilogue_begin is_stmt 1
	lw	ra, 60(sp)
	lw	s0, 56(sp)
	lw	s1, 52(sp)
	lw	s2, 48(sp)
	lw	s3, 44(sp)
	lw	s4, 40(sp)
	lw	s5, 36(sp)
	lw	s6, 32(sp)
	lw	s7, 28(sp)
	lw	s8, 24(sp)
	lw	s9, 20(sp)
	lw	s10, 16(sp)
	lw	s11, 12(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3; .cfi_restore s4
	.cfi_restore s5; .cfi_restore s6; .cfi_restore s7; .cfi_restore s8; .cfi_restore s9; .cfi_restore s10
	.cfi_restore s11
	addi	sp, sp, 64
	.cfi_def_cfa_offset 0
	ret
.Ltmp274:
.LBB16_33:
	.cfi_restore_state; .loc	1 0 6 is_stmt 0
	li	a0, 0
	j	.LBB16_32
.Lfunc_end16:
	.size	_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral, .Lfunc_end16-_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral
	.cfi_endproc
	.file	34 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/str/iter.rs"
	.section	.text._RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix,"ax",@progbits
	.p2align	2
	.type	_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix,@function
_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix:
.Lfunc_begin17:
	.loc	1 1847 0 is_stmt 1; .cfi_startproc
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
	sw	ra, 28(sp)
	sw	s0, 24(sp)
	sw	s1, 20(sp)
	sw	s2, 16(sp)
	sw	s3, 12(sp)
	.cfi_offset ra, -4; .cfi_offset s0, -8; .cfi_offset s1, -12; .cfi_offset s2, -16; .cfi_offset s3, -20
	.cfi_remember_state
	mv	s0, a4
	mv	s1, a3
	mv	s2, a1
	lui	a1, 272
.Ltmp275:	.loc	1 1848 20 prologue_end
	beq	a2, a1, .LBB17_3
	.loc	1 1849 17
	lw	a3, 16(s2)
	mv	s3, a0
	.loc	1 1849 23 is_stmt 0
	mv	a1, a2
	jalr	a3
	mv	a1, a0
	mv	a0, s3
.Ltmp276:	.loc	29 2173 9 is_stmt 1
	beqz	a1, .LBB17_3
	.loc	29 0 9 is_stmt 0
	li	a0, 1
	.loc	29 2173 9
	j	.LBB17_6
.Ltmp277:
.LBB17_3:
	.loc	1 1851 20 is_stmt 1
	beqz	s1, .LBB17_5
	.loc	1 1851 44 is_stmt 0
	lw	t1, 12(s2)
	.loc	1 1851 50
	mv	a1, s1
	mv	a2, s0
	.loc	1 1851 50 epilogue_begin
	lw	ra, 28(sp)
	lw	s0, 24(sp)
	lw	s1, 20(sp)
	lw	s2, 16(sp)
	lw	s3, 12(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3
	addi	sp, sp, 32
	.cfi_def_cfa_offset 0
	jr	t1
.Ltmp278:
.LBB17_5:
	.cfi_restore_state; .loc	1 0 50
	li	a0, 0
.LBB17_6:
	.loc	1 1852 10 epilogue_begin is_stmt 1
	lw	ra, 28(sp)
	lw	s0, 24(sp)
	lw	s1, 20(sp)
	lw	s2, 16(sp)
	lw	s3, 12(sp)
	.cfi_restore ra; .cfi_restore s0; .cfi_restore s1; .cfi_restore s2; .cfi_restore s3
	addi	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
.Ltmp279:
.Lfunc_end17:
	.size	_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix, .Lfunc_end17-_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix
	.cfi_endproc
	.section	.text.unlikely._RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail,"ax",@progbits
	.p2align	2
	.type	_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail,@function
_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail:
.Lfunc_begin18:
	.cfi_startproc
	.file	35 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/panic.rs"
	.loc	35 177 9 prologue_end
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt
.Ltmp280:
.Lfunc_end18:
	.size	_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail, .Lfunc_end18-_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail
	.cfi_endproc
	.section	.text.unlikely._RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check,"ax",@progbits
	.p2align	2
	.type	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check,@function
_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check:
.Lfunc_begin19:
	.cfi_startproc; .loc	27 271 5 prologue_end
	call	_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt
.Ltmp281:
.Lfunc_end19:
	.size	_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check, .Lfunc_end19-_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check
	.cfi_endproc
	.section	.text._RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt,"ax",@progbits
	.p2align	2
	.type	_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt,@function
_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt:
.Lfunc_begin20:
	.file	36 "/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/fmt/num.rs"
	.loc	36 14 0; .cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	ra, 12(sp)
	.cfi_offset ra, -4
	mv	a5, a1
	li	a1, 0
.Ltmp282:	.loc	36 33 34 prologue_end
	lw	a0, 0(a0)
.Ltmp283:	.loc	36 34 17
	addi	a3, sp, 12
	addi	a2, sp, 11
	lui	a4, %hi(.Lanon.a8249d0a56867d1e8aeffbd932c1e864.1)
	addi	a4, a4, %lo(.Lanon.a8249d0a56867d1e8aeffbd932c1e864.1)
.LBB20_1:
	.loc	36 35 33
	andi	a6, a0, 15
.Ltmp284:	.loc	36 41 39
	add	a6, a4, a6
	lbu	a7, 0(a6)
.Ltmp285:	.loc	36 0 0 is_stmt 0
	mv	a6, a1
.Ltmp286:	.loc	36 36 21 is_stmt 1
	srli	a0, a0, 4
	.loc	36 41 39
	add	a1, a2, a1
.Ltmp287:	.loc	13 574 9
	sb	a7, 0(a1)
.Ltmp288:	.loc	36 42 24
	addi	a1, a6, -1
	bnez	a0, .LBB20_1
.Ltmp289:	.loc	36 0 24 is_stmt 0
	addi	a6, a6, 8
	add	a3, a3, a1
	li	a0, 9
.Ltmp290:	.loc	19 410 27 is_stmt 1
	sub	a4, a0, a6
.Ltmp291:	.loc	36 49 19
	lui	a1, %hi(.Lanon.a8249d0a56867d1e8aeffbd932c1e864.346)
	addi	a1, a1, %lo(.Lanon.a8249d0a56867d1e8aeffbd932c1e864.346)
	li	a2, 2
	mv	a0, a5
	call	_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral
.Ltmp292:	.loc	36 50 14 epilogue_begin
	lw	ra, 12(sp)
	.cfi_restore ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
.Ltmp293:
.Lfunc_end20:
	.size	_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt, .Lfunc_end20-_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt
	.cfi_endproc
	.type	.Lanon.ba0e806f43144ee40e3641f2b26925b9.6,@object
	.section	.rodata..Lanon.ba0e806f43144ee40e3641f2b26925b9.6,"a",@progbits
	.p2align	2, 0x0
.Lanon.ba0e806f43144ee40e3641f2b26925b9.6:
	.asciz	"\000\000\000\000\000\000\000\000\001\000\000"
	.word	_ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE
	.word	_ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE
	.word	_ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE
	.size	.Lanon.ba0e806f43144ee40e3641f2b26925b9.6, 24
	.type	.Lanon.ba0e806f43144ee40e3641f2b26925b9.7,@object
	.section	.rodata..Lanon.ba0e806f43144ee40e3641f2b26925b9.7,"a",@progbits
	.p2align	2, 0x0
.Lanon.ba0e806f43144ee40e3641f2b26925b9.7:
	.asciz	"\000\000\000\000\024\000\000\000\004\000\000"
	.word	_ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE
	.size	.Lanon.ba0e806f43144ee40e3641f2b26925b9.7, 16
	.type	.Lanon.ba0e806f43144ee40e3641f2b26925b9.8,@object
	.section	.rodata..Lanon.ba0e806f43144ee40e3641f2b26925b9.8,"a",@progbits
	.p2align	2, 0x0
.Lanon.ba0e806f43144ee40e3641f2b26925b9.8:
	.asciz	"\000\000\000\000\002\000\000\000\002\000\000"
	.word	_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE
	.size	.Lanon.ba0e806f43144ee40e3641f2b26925b9.8, 16
	.type	.Lanon.ba0e806f43144ee40e3641f2b26925b9.9,@object
	.section	.rodata..Lanon.ba0e806f43144ee40e3641f2b26925b9.9,"a",@progbits
	.p2align	2, 0x0
.Lanon.ba0e806f43144ee40e3641f2b26925b9.9:
	.asciz	"\000\000\000\000\004\000\000\000\004\000\000"
	.word	_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE
	.size	.Lanon.ba0e806f43144ee40e3641f2b26925b9.9, 16
	.type	.Lanon.ba0e806f43144ee40e3641f2b26925b9.10,@object
	.section	.rodata..Lanon.ba0e806f43144ee40e3641f2b26925b9.10,"a",@progbits
	.p2align	2, 0x0
.Lanon.ba0e806f43144ee40e3641f2b26925b9.10:
	.asciz	"\000\000\000\000\020\000\000\000\004\000\000"
	.word	_ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E
	.size	.Lanon.ba0e806f43144ee40e3641f2b26925b9.10, 16
	.type	.Lanon.ba0e806f43144ee40e3641f2b26925b9.11,@object
	.section	.rodata..Lanon.ba0e806f43144ee40e3641f2b26925b9.11,"a",@progbits
.Lanon.ba0e806f43144ee40e3641f2b26925b9.11:
	.asciz	"\frust: crc32 \303 \000\000i\b\000\001\n"
	.size	.Lanon.ba0e806f43144ee40e3641f2b26925b9.11, 23
	.type	.Lanon.a8249d0a56867d1e8aeffbd932c1e864.1,@object
	.section	.rodata.cst16,"aM",@progbits,16
.Lanon.a8249d0a56867d1e8aeffbd932c1e864.1:
	.ascii	"0123456789abcdef"
	.size	.Lanon.a8249d0a56867d1e8aeffbd932c1e864.1, 16
	.type	.Lanon.a8249d0a56867d1e8aeffbd932c1e864.346,@object
	.section	.rodata..Lanon.a8249d0a56867d1e8aeffbd932c1e864.346,"a",@progbits
.Lanon.a8249d0a56867d1e8aeffbd932c1e864.346:
	.ascii	"0x"
	.size	.Lanon.a8249d0a56867d1e8aeffbd932c1e864.346, 2
	.section	.debug_abbrev,"",@progbits
	.byte	1; .byte	17; .byte	1; .byte	37; .byte	14; .byte	19; .byte	5; .byte	3; .byte	14; .byte	16; .byte	23
	.byte	27; .byte	14; .byte	17; .byte	1; .byte	85; .byte	23; .byte	0; .byte	0; .byte	2; .byte	57; .byte	1
	.byte	3; .byte	14; .byte	0; .byte	0; .byte	3; .byte	46; .byte	0; .byte	110; .byte	14; .byte	3; .byte	14
	.byte	58; .byte	11; .byte	59; .byte	5; .byte	32; .byte	11; .byte	0; .byte	0; .byte	4; .byte	46; .byte	1
	.byte	17; .byte	1; .byte	18; .byte	6; .byte	64; .byte	24; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58
	.byte	11; .byte	59; .byte	11; .byte	0; .byte	0; .byte	5; .byte	29; .byte	1; .byte	49; .byte	19; .byte	17
	.byte	1; .byte	18; .byte	6; .byte	88; .byte	11; .byte	89; .byte	11; .byte	87; .byte	11; .byte	0; .byte	0
	.byte	6; .byte	29; .byte	1; .byte	49; .byte	19; .byte	17; .byte	1; .byte	18; .byte	6; .byte	88; .byte	11
	.byte	89; .byte	5; .byte	87; .byte	11; .byte	0; .byte	0; .byte	7; .byte	29; .byte	0; .byte	49; .byte	19
	.byte	85; .byte	23; .byte	88; .byte	11; .byte	89; .byte	5; .byte	87; .byte	11; .byte	0; .byte	0; .byte	8
	.byte	29; .byte	0; .byte	49; .byte	19; .byte	17; .byte	1; .byte	18; .byte	6; .byte	88; .byte	11; .byte	89
	.byte	11; .byte	87; .byte	11; .byte	0; .byte	0; .byte	9; .byte	46; .byte	0; .byte	110; .byte	14; .byte	3
	.byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .byte	32; .byte	11; .byte	0; .byte	0; .byte	10; .byte	29
	.byte	1; .byte	49; .byte	19; .byte	85; .byte	23; .byte	88; .byte	11; .byte	89; .byte	11; .byte	87; .byte	11
	.byte	0; .byte	0; .byte	11; .byte	46; .byte	0; .byte	17; .byte	1; .byte	18; .byte	6; .byte	64; .byte	24
	.byte	49; .byte	19; .byte	0; .byte	0; .byte	12; .byte	46; .byte	1; .byte	17; .byte	1; .byte	18; .byte	6
	.byte	64; .byte	24; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .byte	54
	.byte	11; .byte	0; .byte	0; .byte	13; .byte	29; .byte	0; .byte	49; .byte	19; .byte	17; .byte	1; .byte	18
	.byte	6; .byte	88; .byte	11; .byte	89; .byte	5; .byte	87; .byte	11; .byte	0; .byte	0; .byte	14; .byte	29
	.byte	1; .byte	49; .byte	19; .byte	85; .byte	23; .byte	88; .byte	11; .byte	89; .byte	5; .byte	87; .byte	11
	.byte	0; .byte	0; .byte	15; .byte	29; .byte	0; .byte	49; .byte	19; .byte	85; .byte	23; .byte	88; .byte	11
	.byte	89; .byte	11; .byte	87; .byte	11; .byte	0; .byte	0; .byte	16; .byte	29; .byte	1; .byte	49; .byte	19
	.byte	85; .byte	23; .byte	88; .byte	11; .byte	89; .byte	11; .byte	87; .byte	11; .ascii	"\266B"; .byte	11
	.byte	0; .byte	0; .byte	17; .byte	46; .byte	1; .byte	17; .byte	1; .byte	18; .byte	6; .byte	64; .byte	24
	.byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .byte	63; .byte	25; .byte	0; .byte	0; .byte	18
	.byte	29; .byte	1; .byte	49; .byte	19; .byte	17; .byte	1; .byte	18; .byte	6; .byte	88; .byte	11; .byte	89
	.byte	11; .byte	87; .byte	11; .ascii	"\266B"; .byte	11; .byte	0; .byte	0; .byte	19; .byte	46; .byte	0
	.byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .ascii	"\207\001"; .byte	25
	.byte	32; .byte	11; .byte	0; .byte	0; .byte	20; .byte	46; .byte	1; .byte	17; .byte	1; .byte	18; .byte	6
	.byte	64; .byte	24; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .byte	54
	.byte	11; .byte	63; .byte	25; .ascii	"\207\001"; .byte	25; .byte	0; .byte	0; .byte	21; .byte	29; .byte	0
	.byte	49; .byte	16; .byte	17; .byte	1; .byte	18; .byte	6; .byte	88; .byte	11; .byte	89; .byte	11; .byte	87
	.byte	11; .byte	0; .byte	0; .byte	22; .byte	46; .byte	0; .byte	17; .byte	1; .byte	18; .byte	6; .byte	64
	.byte	24; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	5; .byte	54; .byte	11
	.byte	63; .byte	25; .ascii	"\207\001"; .byte	25; .byte	0; .byte	0; .byte	23; .byte	46; .byte	1; .byte	17
	.byte	1; .byte	18; .byte	6; .byte	64; .byte	24; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11
	.byte	59; .byte	5; .byte	54; .byte	11; .byte	63; .byte	25; .byte	0; .byte	0; .byte	24; .byte	29; .byte	1
	.byte	49; .byte	19; .byte	85; .byte	23; .byte	88; .byte	11; .byte	89; .byte	5; .byte	87; .byte	11
	.ascii	"\266B"; .byte	11; .byte	0; .byte	0; .byte	25; .byte	29; .byte	0; .byte	49; .byte	16; .byte	17; .byte	1
	.byte	18; .byte	6; .byte	88; .byte	11; .byte	89; .byte	5; .byte	87; .byte	11; .byte	0; .byte	0; .byte	26
	.byte	29; .byte	0; .byte	49; .byte	19; .byte	17; .byte	1; .byte	18; .byte	6; .byte	88; .byte	11; .byte	89
	.byte	5; .byte	87; .byte	11; .ascii	"\266B"; .byte	11; .byte	0; .byte	0; .byte	27; .byte	46; .byte	0
	.byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	5; .byte	63; .byte	25; .byte	32
	.byte	11; .byte	0; .byte	0; .byte	28; .byte	46; .byte	1; .byte	17; .byte	1; .byte	18; .byte	6; .byte	64
	.byte	24; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	5; .byte	0; .byte	0
	.byte	29; .byte	46; .byte	1; .byte	17; .byte	1; .byte	18; .byte	6; .byte	64; .byte	24; .byte	110; .byte	14
	.byte	3; .byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .byte	63; .byte	25; .byte	0; .byte	0; .byte	30
	.byte	46; .byte	0; .byte	17; .byte	1; .byte	18; .byte	6; .byte	64; .byte	24; .byte	110; .byte	14; .byte	3
	.byte	14; .byte	58; .byte	11; .byte	59; .byte	11; .byte	54; .byte	11; .byte	63; .byte	25; .ascii	"\207\001"
	.byte	25; .byte	0; .byte	0; .byte	31; .byte	46; .byte	0; .byte	110; .byte	14; .byte	3; .byte	14; .byte	58
	.byte	11; .byte	59; .byte	11; .byte	63; .byte	25; .byte	32; .byte	11; .byte	0; .byte	0; .byte	0
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.word	.Ldebug_info_end0-.Ldebug_info_start0
.Ldebug_info_start0:
	.half	4; .word	.debug_abbrev; .byte	4; .byte	1; .word	.Linfo_string0; .half	28; .word	.Linfo_string1
	.word	.Lline_table_start0; .word	.Linfo_string2; .word	0; .word	.Ldebug_ranges47; .byte	2
	.word	.Linfo_string3; .byte	2; .word	.Linfo_string4; .byte	2; .word	.Linfo_string5; .byte	3
	.word	.Linfo_string6; .word	.Linfo_string7; .byte	2; .half	2040; .byte	1; .byte	3; .word	.Linfo_string8
	.word	.Linfo_string9; .byte	2; .half	2071; .byte	1; .byte	2; .word	.Linfo_string10; .byte	3
	.word	.Linfo_string11; .word	.Linfo_string12; .byte	2; .half	714; .byte	1; .byte	0; .byte	3
	.word	.Linfo_string13; .word	.Linfo_string14; .byte	2; .half	2108; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string19; .byte	2; .word	.Linfo_string20; .byte	4; .word	.Lfunc_begin0
	.word	.Lfunc_end0-.Lfunc_begin0; .byte	1; .byte	82; .word	.Linfo_string343; .word	.Linfo_string344; .byte	1
	.byte	183; .byte	5; .word	84; .word	.Ltmp1; .word	.Ltmp13-.Ltmp1; .byte	1; .byte	184; .byte	26; .byte	6
	.word	66; .word	.Ltmp1; .word	.Ltmp13-.Ltmp1; .byte	2; .half	716; .byte	42; .byte	7; .word	53
	.word	.Ldebug_ranges0; .byte	2; .half	2072; .byte	15; .byte	7; .word	98; .word	.Ldebug_ranges1; .byte	2
	.half	2084; .byte	14; .byte	0; .byte	0; .byte	8; .word	1782; .word	.Ltmp13; .word	.Ltmp14-.Ltmp13; .byte	1
	.byte	184; .byte	14; .byte	0; .byte	2; .word	.Linfo_string26; .byte	2; .word	.Linfo_string16; .byte	9
	.word	.Linfo_string27; .word	.Linfo_string28; .byte	1; .byte	232; .byte	1; .byte	0; .byte	0; .byte	4
	.word	.Lfunc_begin1; .word	.Lfunc_end1-.Lfunc_begin1; .byte	1; .byte	82; .word	.Linfo_string246
	.word	.Linfo_string247; .byte	1; .byte	212; .byte	5; .word	232; .word	.Lfunc_begin1
	.word	.Ltmp19-.Lfunc_begin1; .byte	1; .byte	241; .byte	14; .byte	10; .word	358; .word	.Ldebug_ranges2; .byte	1
	.byte	233; .byte	39; .byte	7; .word	345; .word	.Ldebug_ranges2; .byte	1; .half	897; .byte	22; .byte	0; .byte	8
	.word	1782; .word	.Ltmp18; .word	.Ltmp19-.Ltmp18; .byte	1; .byte	234; .byte	26; .byte	0; .byte	0; .byte	9
	.word	.Linfo_string246; .word	.Linfo_string247; .byte	1; .byte	212; .byte	1; .byte	0; .byte	2
	.word	.Linfo_string21; .byte	3; .word	.Linfo_string22; .word	.Linfo_string23; .byte	1; .half	871; .byte	1
	.byte	3; .word	.Linfo_string24; .word	.Linfo_string25; .byte	1; .half	896; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string32; .byte	2; .word	.Linfo_string33; .byte	2; .word	.Linfo_string34; .byte	3
	.word	.Linfo_string35; .word	.Linfo_string36; .byte	4; .half	259; .byte	1; .byte	9; .word	.Linfo_string205
	.word	.Linfo_string206; .byte	4; .byte	157; .byte	1; .byte	0; .byte	2; .word	.Linfo_string173; .byte	3
	.word	.Linfo_string174; .word	.Linfo_string175; .byte	4; .half	259; .byte	1; .byte	3; .word	.Linfo_string197
	.word	.Linfo_string198; .byte	4; .half	259; .byte	1; .byte	0; .byte	2; .word	.Linfo_string242; .byte	3
	.word	.Linfo_string243; .word	.Linfo_string206; .byte	24; .half	1356; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string122; .byte	2; .word	.Linfo_string56; .byte	9; .word	.Linfo_string123
	.word	.Linfo_string124; .byte	19; .byte	218; .byte	1; .byte	9; .word	.Linfo_string123; .word	.Linfo_string124
	.byte	19; .byte	218; .byte	1; .byte	0; .byte	2; .word	.Linfo_string74; .byte	3; .word	.Linfo_string145
	.word	.Linfo_string146; .byte	19; .half	448; .byte	1; .byte	3; .word	.Linfo_string145; .word	.Linfo_string146
	.byte	19; .half	448; .byte	1; .byte	0; .byte	2; .word	.Linfo_string147; .byte	3; .word	.Linfo_string148
	.word	.Linfo_string146; .byte	19; .half	533; .byte	1; .byte	3; .word	.Linfo_string148; .word	.Linfo_string146
	.byte	19; .half	533; .byte	1; .byte	0; .byte	2; .word	.Linfo_string16; .byte	9; .word	.Linfo_string149
	.word	.Linfo_string150; .byte	19; .byte	30; .byte	1; .byte	9; .word	.Linfo_string153; .word	.Linfo_string154
	.byte	19; .byte	30; .byte	1; .byte	9; .word	.Linfo_string149; .word	.Linfo_string150; .byte	19; .byte	30
	.byte	1; .byte	9; .word	.Linfo_string153; .word	.Linfo_string154; .byte	19; .byte	30; .byte	1; .byte	0
	.byte	2; .word	.Linfo_string151; .byte	3; .word	.Linfo_string152; .word	.Linfo_string146; .byte	19; .half	579
	.byte	1; .byte	3; .word	.Linfo_string152; .word	.Linfo_string146; .byte	19; .half	579; .byte	1; .byte	0
	.byte	9; .word	.Linfo_string155; .word	.Linfo_string156; .byte	19; .byte	94; .byte	1; .byte	9
	.word	.Linfo_string155; .word	.Linfo_string156; .byte	19; .byte	94; .byte	1; .byte	0; .byte	2
	.word	.Linfo_string10; .byte	3; .word	.Linfo_string125; .word	.Linfo_string126; .byte	20; .half	572; .byte	1
	.byte	3; .word	.Linfo_string135; .word	.Linfo_string136; .byte	20; .half	905; .byte	1; .byte	3
	.word	.Linfo_string125; .word	.Linfo_string126; .byte	20; .half	572; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string33; .byte	2; .word	.Linfo_string39; .byte	2; .word	.Linfo_string40; .byte	2
	.word	.Linfo_string41; .byte	3; .word	.Linfo_string42; .word	.Linfo_string43; .byte	5; .half	2666; .byte	1
	.byte	3; .word	.Linfo_string99; .word	.Linfo_string100; .byte	5; .half	2666; .byte	1; .byte	3
	.word	.Linfo_string109; .word	.Linfo_string110; .byte	5; .half	3671; .byte	1; .byte	3; .word	.Linfo_string231
	.word	.Linfo_string232; .byte	5; .half	2666; .byte	1; .byte	3; .word	.Linfo_string238; .word	.Linfo_string239
	.byte	5; .half	3671; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string105; .byte	2
	.word	.Linfo_string106; .byte	9; .word	.Linfo_string107; .word	.Linfo_string108; .byte	16; .byte	51; .byte	1
	.byte	2; .word	.Linfo_string119; .byte	9; .word	.Linfo_string120; .word	.Linfo_string121; .byte	16; .byte	55
	.byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string235; .byte	9; .word	.Linfo_string236
	.word	.Linfo_string237; .byte	16; .byte	51; .byte	1; .byte	2; .word	.Linfo_string119; .byte	9
	.word	.Linfo_string244; .word	.Linfo_string245; .byte	16; .byte	55; .byte	1; .byte	0; .byte	0; .byte	0
	.byte	0; .byte	2; .word	.Linfo_string95; .byte	2; .word	.Linfo_string96; .byte	2; .word	.Linfo_string10
	.byte	9; .word	.Linfo_string97; .word	.Linfo_string98; .byte	17; .byte	70; .byte	1; .byte	0; .byte	0; .byte	0
	.byte	2; .word	.Linfo_string101; .byte	2; .word	.Linfo_string102; .byte	2; .word	.Linfo_string56; .byte	9
	.word	.Linfo_string103; .word	.Linfo_string104; .byte	18; .byte	124; .byte	1; .byte	9; .word	.Linfo_string176
	.word	.Linfo_string177; .byte	18; .byte	124; .byte	1; .byte	9; .word	.Linfo_string199; .word	.Linfo_string200
	.byte	18; .byte	124; .byte	1; .byte	9; .word	.Linfo_string233; .word	.Linfo_string234; .byte	18; .byte	124
	.byte	1; .byte	0; .byte	2; .word	.Linfo_string116; .byte	9; .word	.Linfo_string117; .word	.Linfo_string118
	.byte	18; .byte	88; .byte	1; .byte	9; .word	.Linfo_string171; .word	.Linfo_string172; .byte	18; .byte	88
	.byte	1; .byte	9; .word	.Linfo_string195; .word	.Linfo_string196; .byte	18; .byte	88; .byte	1; .byte	9
	.word	.Linfo_string229; .word	.Linfo_string230; .byte	18; .byte	88; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string207; .byte	2; .word	.Linfo_string47; .byte	9; .word	.Linfo_string208
	.word	.Linfo_string209; .byte	25; .byte	164; .byte	1; .byte	0; .byte	2; .word	.Linfo_string16; .byte	9
	.word	.Linfo_string210; .word	.Linfo_string209; .byte	25; .byte	84; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string224; .byte	2; .word	.Linfo_string47; .byte	2; .word	.Linfo_string225; .byte	2
	.word	.Linfo_string226; .byte	9; .word	.Linfo_string227; .word	.Linfo_string228; .byte	26; .byte	138; .byte	1
	.byte	0; .byte	0; .byte	9; .word	.Linfo_string240; .word	.Linfo_string241; .byte	26; .byte	135; .byte	1
	.byte	0; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string44; .byte	2; .word	.Linfo_string45; .byte	2
	.word	.Linfo_string46; .byte	2; .word	.Linfo_string47; .byte	3; .word	.Linfo_string48; .word	.Linfo_string49
	.byte	6; .half	297; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string52; .byte	9; .word	.Linfo_string53
	.word	.Linfo_string54; .byte	6; .byte	166; .byte	1; .byte	9; .word	.Linfo_string182; .word	.Linfo_string183
	.byte	6; .byte	166; .byte	1; .byte	0; .byte	2; .word	.Linfo_string128; .byte	9; .word	.Linfo_string129
	.word	.Linfo_string130; .byte	6; .byte	250; .byte	1; .byte	9; .word	.Linfo_string159; .word	.Linfo_string160
	.byte	6; .byte	250; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string55; .byte	2; .word	.Linfo_string56
	.byte	2; .word	.Linfo_string57; .byte	3; .word	.Linfo_string58; .word	.Linfo_string59; .byte	8; .half	436
	.byte	1; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string66; .byte	2; .word	.Linfo_string16; .byte	9
	.word	.Linfo_string67; .word	.Linfo_string68; .byte	10; .byte	157; .byte	1; .byte	0; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string60; .byte	2; .word	.Linfo_string33; .byte	2; .word	.Linfo_string61; .byte	2
	.word	.Linfo_string62; .byte	2; .word	.Linfo_string63; .byte	9; .word	.Linfo_string64; .word	.Linfo_string65
	.byte	9; .byte	215; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string69; .byte	9; .word	.Linfo_string70
	.word	.Linfo_string71; .byte	9; .byte	206; .byte	1; .byte	9; .word	.Linfo_string72; .word	.Linfo_string73
	.byte	9; .byte	201; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string74; .byte	9; .word	.Linfo_string75
	.word	.Linfo_string76; .byte	11; .byte	249; .byte	1; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string77
	.byte	3; .word	.Linfo_string78; .word	.Linfo_string79; .byte	7; .half	1682; .byte	1; .byte	2
	.word	.Linfo_string80; .byte	2; .word	.Linfo_string10; .byte	3; .word	.Linfo_string81; .word	.Linfo_string79
	.byte	12; .half	1166; .byte	1; .byte	0; .byte	0; .byte	3; .word	.Linfo_string137; .word	.Linfo_string138
	.byte	7; .half	628; .byte	1; .byte	3; .word	.Linfo_string139; .word	.Linfo_string136; .byte	7; .half	1304
	.byte	1; .byte	3; .word	.Linfo_string140; .word	.Linfo_string141; .byte	7; .half	531; .byte	1; .byte	2
	.word	.Linfo_string216; .byte	2; .word	.Linfo_string217; .byte	3; .word	.Linfo_string218
	.word	.Linfo_string219; .byte	23; .half	1716; .byte	1; .byte	0; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string82; .byte	2; .word	.Linfo_string83; .byte	2; .word	.Linfo_string84; .byte	3
	.word	.Linfo_string85; .word	.Linfo_string86; .byte	13; .half	793; .byte	1; .byte	0; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string88; .byte	2; .word	.Linfo_string62; .byte	3; .word	.Linfo_string89; .word	.Linfo_string90
	.byte	14; .half	2547; .byte	1; .byte	3; .word	.Linfo_string91; .word	.Linfo_string92; .byte	14; .half	2719
	.byte	1; .byte	3; .word	.Linfo_string163; .word	.Linfo_string164; .byte	14; .half	613; .byte	1; .byte	3
	.word	.Linfo_string180; .word	.Linfo_string181; .byte	14; .half	2510; .byte	1; .byte	3; .word	.Linfo_string184
	.word	.Linfo_string185; .byte	14; .half	2586; .byte	1; .byte	3; .word	.Linfo_string189; .word	.Linfo_string190
	.byte	14; .half	385; .byte	1; .byte	3; .word	.Linfo_string184; .word	.Linfo_string185; .byte	14; .half	2586
	.byte	1; .byte	3; .word	.Linfo_string189; .word	.Linfo_string190; .byte	14; .half	385; .byte	1; .byte	0
	.byte	2; .word	.Linfo_string142; .byte	3; .word	.Linfo_string143; .word	.Linfo_string144; .byte	14; .half	971
	.byte	1; .byte	3; .word	.Linfo_string143; .word	.Linfo_string144; .byte	14; .half	971; .byte	1; .byte	0
	.byte	2; .word	.Linfo_string211; .byte	3; .word	.Linfo_string212; .word	.Linfo_string185; .byte	14; .half	2586
	.byte	1; .byte	3; .word	.Linfo_string215; .word	.Linfo_string181; .byte	14; .half	2510; .byte	1; .byte	0
	.byte	0; .byte	2; .word	.Linfo_string111; .byte	2; .word	.Linfo_string10; .byte	9; .word	.Linfo_string112
	.word	.Linfo_string113; .byte	15; .byte	36; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string131
	.byte	2; .word	.Linfo_string132; .byte	3; .word	.Linfo_string133; .word	.Linfo_string134; .byte	21; .half	1160
	.byte	1; .byte	3; .word	.Linfo_string161; .word	.Linfo_string162; .byte	21; .half	1160; .byte	1; .byte	0
	.byte	0; .byte	2; .word	.Linfo_string186; .byte	3; .word	.Linfo_string187; .word	.Linfo_string188; .byte	22
	.half	2026; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string15; .byte	2; .word	.Linfo_string16; .byte	9
	.word	.Linfo_string17; .word	.Linfo_string18; .byte	3; .byte	135; .byte	1; .byte	11; .word	.Lfunc_begin8
	.word	.Lfunc_end8-.Lfunc_begin8; .byte	1; .byte	82; .word	1782; .byte	0; .byte	2; .word	.Linfo_string29
	.byte	9; .word	.Linfo_string30; .word	.Linfo_string31; .byte	3; .byte	129; .byte	1; .byte	0; .byte	12
	.word	.Lfunc_begin2; .word	.Lfunc_end2-.Lfunc_begin2; .byte	1; .byte	82; .word	.Linfo_string345
	.word	.Linfo_string29; .byte	3; .byte	128; .byte	3; .byte	5; .word	388; .word	.Ltmp21; .word	.Ltmp22-.Ltmp21
	.byte	3; .byte	129; .byte	21; .byte	13; .word	1815; .word	.Ltmp21; .word	.Ltmp22-.Ltmp21; .byte	4; .half	279
	.byte	27; .byte	0; .byte	0; .byte	2; .word	.Linfo_string37; .byte	9; .word	.Linfo_string38
	.word	.Linfo_string31; .byte	3; .byte	124; .byte	1; .byte	0; .byte	4; .word	.Lfunc_begin3
	.word	.Lfunc_end3-.Lfunc_begin3; .byte	1; .byte	82; .word	.Linfo_string346; .word	.Linfo_string37; .byte	3
	.byte	123; .byte	5; .word	742; .word	.Ltmp23; .word	.Ltmp24-.Ltmp23; .byte	3; .byte	124; .byte	12; .byte	13
	.word	1890; .word	.Ltmp23; .word	.Ltmp24-.Ltmp23; .byte	5; .half	2673; .byte	21; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string50; .byte	9; .word	.Linfo_string51; .word	.Linfo_string31; .byte	3; .byte	149; .byte	1
	.byte	9; .word	.Linfo_string127; .word	.Linfo_string115; .byte	3; .byte	154; .byte	1; .byte	9
	.word	.Linfo_string157; .word	.Linfo_string158; .byte	3; .byte	156; .byte	1; .byte	9; .word	.Linfo_string222
	.word	.Linfo_string223; .byte	3; .byte	157; .byte	1; .byte	0; .byte	2; .word	.Linfo_string87; .byte	4
	.word	.Lfunc_begin4; .word	.Lfunc_end4-.Lfunc_begin4; .byte	1; .byte	82; .word	.Linfo_string347
	.word	.Linfo_string348; .byte	3; .byte	115; .byte	5; .word	1149; .word	.Ltmp26; .word	.Ltmp32-.Ltmp26; .byte	3
	.byte	117; .byte	9; .byte	6; .word	1964; .word	.Ltmp27; .word	.Ltmp32-.Ltmp27; .byte	6; .half	298; .byte	21
	.byte	5; .word	1356; .word	.Ltmp28; .word	.Ltmp31-.Ltmp28; .byte	3; .byte	149; .byte	68; .byte	5; .word	1337
	.word	.Ltmp28; .word	.Ltmp31-.Ltmp28; .byte	11; .byte	253; .byte	27; .byte	5; .word	1325; .word	.Ltmp28
	.word	.Ltmp31-.Ltmp28; .byte	9; .byte	202; .byte	14; .byte	5; .word	1266; .word	.Ltmp28; .word	.Ltmp31-.Ltmp28
	.byte	9; .byte	215; .byte	20; .byte	5; .word	1306; .word	.Ltmp28; .word	.Ltmp31-.Ltmp28; .byte	10; .byte	170
	.byte	21; .byte	10; .word	1240; .word	.Ldebug_ranges3; .byte	9; .byte	220; .byte	13; .byte	7; .word	1169
	.word	.Ldebug_ranges3; .byte	8; .half	436; .byte	39; .byte	0; .byte	5; .word	1494; .word	.Ltmp29
	.word	.Ltmp30-.Ltmp29; .byte	9; .byte	219; .byte	57; .byte	6; .word	1399; .word	.Ltmp29; .word	.Ltmp30-.Ltmp29
	.byte	13; .half	798; .byte	27; .byte	13; .word	1376; .word	.Ltmp29; .word	.Ltmp30-.Ltmp29; .byte	12
	.half	1171; .byte	18; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0
	.byte	0; .byte	2; .word	.Linfo_string93; .byte	9; .word	.Linfo_string94; .word	.Linfo_string31; .byte	3
	.byte	105; .byte	1; .byte	9; .word	.Linfo_string114; .word	.Linfo_string115; .byte	3; .byte	110; .byte	1
	.byte	0; .byte	4; .word	.Lfunc_begin5; .word	.Lfunc_end5-.Lfunc_begin5; .byte	1; .byte	82
	.word	.Linfo_string349; .word	.Linfo_string93; .byte	3; .byte	100; .byte	5; .word	768; .word	.Ltmp35
	.word	.Ltmp44-.Ltmp35; .byte	3; .byte	110; .byte	100; .byte	6; .word	819; .word	.Ltmp35; .word	.Ltmp44-.Ltmp35
	.byte	5; .half	3676; .byte	9; .byte	5; .word	933; .word	.Ltmp35; .word	.Ltmp44-.Ltmp35; .byte	16; .byte	52
	.byte	22; .byte	5; .word	755; .word	.Ltmp35; .word	.Ltmp44-.Ltmp35; .byte	18; .byte	128; .byte	19; .byte	14
	.word	903; .word	.Ldebug_ranges4; .byte	5; .half	2672; .byte	34; .byte	10; .word	2244; .word	.Ldebug_ranges4
	.byte	17; .byte	71; .byte	9; .byte	10; .word	1533; .word	.Ldebug_ranges5; .byte	3; .byte	106; .byte	27
	.byte	7; .word	1520; .word	.Ldebug_ranges5; .byte	14; .half	2720; .byte	27; .byte	0; .byte	15; .word	1700
	.word	.Ldebug_ranges6; .byte	3; .byte	108; .byte	20; .byte	0; .byte	0; .byte	14; .word	987
	.word	.Ldebug_ranges7; .byte	5; .half	2673; .byte	21; .byte	8; .word	2256; .word	.Ltmp39
	.word	.Ltmp40-.Ltmp39; .byte	18; .byte	88; .byte	28; .byte	8; .word	836; .word	.Ltmp42; .word	.Ltmp43-.Ltmp42
	.byte	18; .byte	88; .byte	21; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	4
	.word	.Lfunc_begin6; .word	.Lfunc_end6-.Lfunc_begin6; .byte	1; .byte	82; .word	.Linfo_string350
	.word	.Linfo_string351; .byte	3; .byte	79; .byte	10; .word	681; .word	.Ldebug_ranges8; .byte	3; .byte	80
	.byte	27; .byte	7; .word	476; .word	.Ldebug_ranges8; .byte	20; .half	576; .byte	15; .byte	0; .byte	5
	.word	1724; .word	.Ltmp47; .word	.Ltmp48-.Ltmp47; .byte	3; .byte	80; .byte	46; .byte	6; .word	1199
	.word	.Ltmp47; .word	.Ltmp48-.Ltmp47; .byte	21; .half	1165; .byte	29; .byte	8; .word	1976; .word	.Ltmp47
	.word	.Ltmp48-.Ltmp47; .byte	6; .byte	250; .byte	5; .byte	0; .byte	0; .byte	10; .word	694
	.word	.Ldebug_ranges9; .byte	3; .byte	85; .byte	17; .byte	14; .word	1427; .word	.Ldebug_ranges10; .byte	20
	.half	915; .byte	13; .byte	7; .word	1414; .word	.Ldebug_ranges11; .byte	7; .half	1316; .byte	9; .byte	13
	.word	1440; .word	.Ltmp56; .word	.Ltmp57-.Ltmp56; .byte	7; .half	1317; .byte	9; .byte	0; .byte	0; .byte	10
	.word	694; .word	.Ldebug_ranges12; .byte	3; .byte	90; .byte	17; .byte	6; .word	1427; .word	.Ltmp61
	.word	.Ltmp63-.Ltmp61; .byte	20; .half	915; .byte	13; .byte	13; .word	1414; .word	.Ltmp61
	.word	.Ltmp62-.Ltmp61; .byte	7; .half	1316; .byte	9; .byte	13; .word	1440; .word	.Ltmp62
	.word	.Ltmp63-.Ltmp62; .byte	7; .half	1317; .byte	9; .byte	0; .byte	0; .byte	8; .word	1976; .word	.Ltmp50
	.word	.Ltmp51-.Ltmp50; .byte	3; .byte	83; .byte	17; .byte	10; .word	570; .word	.Ldebug_ranges13; .byte	3
	.byte	95; .byte	21; .byte	10; .word	538; .word	.Ldebug_ranges13; .byte	19; .byte	31; .byte	15; .byte	14
	.word	506; .word	.Ldebug_ranges13; .byte	19; .half	534; .byte	23; .byte	13; .word	1630; .word	.Ltmp64
	.word	.Ltmp65-.Ltmp64; .byte	19; .half	450; .byte	32; .byte	0; .byte	0; .byte	0; .byte	10; .word	582
	.word	.Ldebug_ranges14; .byte	3; .byte	96; .byte	21; .byte	16; .word	624; .word	.Ldebug_ranges14; .byte	19
	.byte	31; .byte	15; .byte	2; .byte	13; .word	651; .word	.Ltmp67; .word	.Ltmp68-.Ltmp67; .byte	19; .half	586
	.byte	19; .byte	0; .byte	0; .byte	0; .byte	4; .word	.Lfunc_begin7; .word	.Lfunc_end7-.Lfunc_begin7; .byte	1
	.byte	82; .word	.Linfo_string352; .word	.Linfo_string353; .byte	3; .byte	79; .byte	10; .word	707
	.word	.Ldebug_ranges15; .byte	3; .byte	80; .byte	27; .byte	7; .word	488; .word	.Ldebug_ranges15; .byte	20
	.half	576; .byte	15; .byte	0; .byte	5; .word	1737; .word	.Ltmp77; .word	.Ltmp79-.Ltmp77; .byte	3; .byte	80
	.byte	46; .byte	6; .word	1211; .word	.Ltmp77; .word	.Ltmp79-.Ltmp77; .byte	21; .half	1165; .byte	29; .byte	5
	.word	1988; .word	.Ltmp77; .word	.Ltmp79-.Ltmp77; .byte	6; .byte	250; .byte	5; .byte	8; .word	1546
	.word	.Ltmp78; .word	.Ltmp79-.Ltmp78; .byte	3; .byte	156; .byte	31; .byte	0; .byte	0; .byte	0; .byte	10
	.word	694; .word	.Ldebug_ranges16; .byte	3; .byte	85; .byte	17; .byte	14; .word	1427; .word	.Ldebug_ranges17
	.byte	20; .half	915; .byte	13; .byte	7; .word	1414; .word	.Ldebug_ranges18; .byte	7; .half	1316; .byte	9
	.byte	13; .word	1440; .word	.Ltmp88; .word	.Ltmp89-.Ltmp88; .byte	7; .half	1317; .byte	9; .byte	0; .byte	0
	.byte	10; .word	694; .word	.Ldebug_ranges19; .byte	3; .byte	90; .byte	17; .byte	6; .word	1427; .word	.Ltmp93
	.word	.Ltmp95-.Ltmp93; .byte	20; .half	915; .byte	13; .byte	13; .word	1414; .word	.Ltmp93
	.word	.Ltmp94-.Ltmp93; .byte	7; .half	1316; .byte	9; .byte	13; .word	1440; .word	.Ltmp94
	.word	.Ltmp95-.Ltmp94; .byte	7; .half	1317; .byte	9; .byte	0; .byte	0; .byte	5; .word	1988; .word	.Ltmp81
	.word	.Ltmp83-.Ltmp81; .byte	3; .byte	83; .byte	17; .byte	8; .word	1546; .word	.Ltmp82; .word	.Ltmp83-.Ltmp82
	.byte	3; .byte	156; .byte	31; .byte	0; .byte	10; .word	594; .word	.Ldebug_ranges20; .byte	3; .byte	95
	.byte	21; .byte	10; .word	551; .word	.Ldebug_ranges20; .byte	19; .byte	31; .byte	15; .byte	14; .word	519
	.word	.Ldebug_ranges20; .byte	19; .half	534; .byte	23; .byte	13; .word	1643; .word	.Ltmp96
	.word	.Ltmp97-.Ltmp96; .byte	19; .half	450; .byte	32; .byte	0; .byte	0; .byte	0; .byte	10; .word	606
	.word	.Ldebug_ranges21; .byte	3; .byte	96; .byte	21; .byte	16; .word	637; .word	.Ldebug_ranges21; .byte	19
	.byte	31; .byte	15; .byte	2; .byte	13; .word	663; .word	.Ltmp99; .word	.Ltmp100-.Ltmp99; .byte	19; .half	586
	.byte	19; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string165; .byte	2; .word	.Linfo_string166; .byte	9
	.word	.Linfo_string167; .word	.Linfo_string168; .byte	3; .byte	27; .byte	1; .byte	9; .word	.Linfo_string178
	.word	.Linfo_string179; .byte	3; .byte	32; .byte	1; .byte	9; .word	.Linfo_string191; .word	.Linfo_string192
	.byte	3; .byte	27; .byte	1; .byte	9; .word	.Linfo_string201; .word	.Linfo_string202; .byte	3; .byte	32
	.byte	1; .byte	9; .word	.Linfo_string203; .word	.Linfo_string204; .byte	3; .byte	23; .byte	1; .byte	0; .byte	2
	.word	.Linfo_string10; .byte	2; .word	.Linfo_string119; .byte	9; .word	.Linfo_string169
	.word	.Linfo_string170; .byte	3; .byte	33; .byte	1; .byte	9; .word	.Linfo_string193; .word	.Linfo_string194
	.byte	3; .byte	33; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string16; .byte	4; .word	.Lfunc_begin9
	.word	.Lfunc_end9-.Lfunc_begin9; .byte	1; .byte	82; .word	.Linfo_string354; .word	.Linfo_string355; .byte	3
	.byte	46; .byte	15; .word	3191; .word	.Ldebug_ranges22; .byte	3; .byte	47; .byte	20; .byte	10; .word	3203
	.word	.Ldebug_ranges23; .byte	3; .byte	48; .byte	24; .byte	10; .word	945; .word	.Ldebug_ranges23; .byte	3
	.byte	33; .byte	47; .byte	10; .word	419; .word	.Ldebug_ranges23; .byte	18; .byte	128; .byte	19; .byte	14
	.word	999; .word	.Ldebug_ranges23; .byte	4; .half	279; .byte	27; .byte	15; .word	3262; .word	.Ldebug_ranges24
	.byte	18; .byte	88; .byte	28; .byte	10; .word	1181; .word	.Ldebug_ranges25; .byte	18; .byte	88; .byte	21
	.byte	15; .word	1559; .word	.Ldebug_ranges25; .byte	6; .byte	166; .byte	5; .byte	0; .byte	0; .byte	0; .byte	0
	.byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string56; .byte	4; .word	.Lfunc_begin10
	.word	.Lfunc_end10-.Lfunc_begin10; .byte	1; .byte	82; .word	.Linfo_string356; .word	.Linfo_string357; .byte	3
	.byte	53; .byte	8; .word	1572; .word	.Ltmp120; .word	.Ltmp121-.Ltmp120; .byte	3; .byte	54; .byte	15; .byte	5
	.word	1585; .word	.Ltmp121; .word	.Ltmp122-.Ltmp121; .byte	3; .byte	54; .byte	43; .byte	13; .word	1757
	.word	.Ltmp121; .word	.Ltmp122-.Ltmp121; .byte	14; .half	386; .byte	20; .byte	0; .byte	0; .byte	4
	.word	.Lfunc_begin11; .word	.Lfunc_end11-.Lfunc_begin11; .byte	1; .byte	82; .word	.Linfo_string358
	.word	.Linfo_string359; .byte	3; .byte	53; .byte	8; .word	1598; .word	.Ltmp124; .word	.Ltmp125-.Ltmp124
	.byte	3; .byte	54; .byte	15; .byte	5; .word	1611; .word	.Ltmp125; .word	.Ltmp126-.Ltmp125; .byte	3; .byte	54
	.byte	43; .byte	13; .word	1757; .word	.Ltmp125; .word	.Ltmp126-.Ltmp125; .byte	14; .half	386; .byte	20
	.byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string47; .byte	4; .word	.Lfunc_begin12
	.word	.Lfunc_end12-.Lfunc_begin12; .byte	1; .byte	82; .word	.Linfo_string360; .word	.Linfo_string361; .byte	3
	.byte	59; .byte	15; .word	3215; .word	.Ldebug_ranges26; .byte	3; .byte	60; .byte	20; .byte	10; .word	3227
	.word	.Ldebug_ranges27; .byte	3; .byte	61; .byte	20; .byte	10; .word	957; .word	.Ldebug_ranges27; .byte	3
	.byte	33; .byte	47; .byte	10; .word	432; .word	.Ldebug_ranges27; .byte	18; .byte	128; .byte	19; .byte	14
	.word	1011; .word	.Ldebug_ranges27; .byte	4; .half	279; .byte	27; .byte	8; .word	3274; .word	.Ltmp128
	.word	.Ltmp129-.Ltmp128; .byte	18; .byte	88; .byte	28; .byte	5; .word	1181; .word	.Ltmp130
	.word	.Ltmp131-.Ltmp130; .byte	18; .byte	88; .byte	21; .byte	8; .word	1559; .word	.Ltmp130
	.word	.Ltmp131-.Ltmp130; .byte	6; .byte	166; .byte	5; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0
	.byte	0; .byte	0; .byte	2; .word	.Linfo_string10; .byte	9; .word	.Linfo_string213; .word	.Linfo_string214
	.byte	3; .byte	72; .byte	1; .byte	0; .byte	9; .word	.Linfo_string220; .word	.Linfo_string221; .byte	3
	.byte	114; .byte	1; .byte	17; .word	.Lfunc_begin13; .word	.Lfunc_end13-.Lfunc_begin13; .byte	1; .byte	82
	.word	.Linfo_string50; .byte	3; .byte	142; .byte	8; .word	3239; .word	.Ltmp135; .word	.Ltmp136-.Ltmp135
	.byte	3; .byte	145; .byte	60; .byte	16; .word	1065; .word	.Ldebug_ranges28; .byte	3; .byte	151; .byte	22
	.byte	2; .byte	10; .word	1047; .word	.Ldebug_ranges28; .byte	25; .byte	85; .byte	9; .byte	10; .word	401
	.word	.Ldebug_ranges29; .byte	25; .byte	165; .byte	28; .byte	8; .word	1463; .word	.Ltmp150
	.word	.Ltmp151-.Ltmp150; .byte	4; .byte	180; .byte	28; .byte	0; .byte	5; .word	3716; .word	.Ltmp145
	.word	.Ltmp149-.Ltmp145; .byte	25; .byte	166; .byte	28; .byte	15; .word	1662; .word	.Ldebug_ranges30; .byte	3
	.byte	73; .byte	25; .byte	15; .word	1675; .word	.Ldebug_ranges31; .byte	3; .byte	73; .byte	59; .byte	0
	.byte	0; .byte	0; .byte	8; .word	3729; .word	.Ltmp153; .word	.Ltmp154-.Ltmp153; .byte	3; .byte	155; .byte	5
	.byte	5; .word	1113; .word	.Ltmp155; .word	.Ltmp162-.Ltmp155; .byte	3; .byte	157; .byte	68; .byte	5; .word	794
	.word	.Ltmp155; .word	.Ltmp162-.Ltmp155; .byte	26; .byte	142; .byte	61; .byte	6; .word	855; .word	.Ltmp155
	.word	.Ltmp162-.Ltmp155; .byte	5; .half	3676; .byte	9; .byte	5; .word	969; .word	.Ltmp155
	.word	.Ltmp162-.Ltmp155; .byte	16; .byte	52; .byte	22; .byte	5; .word	781; .word	.Ltmp155
	.word	.Ltmp162-.Ltmp155; .byte	18; .byte	128; .byte	19; .byte	14; .word	1023; .word	.Ldebug_ranges32; .byte	5
	.half	2673; .byte	21; .byte	10; .word	1099; .word	.Ldebug_ranges33; .byte	18; .byte	88; .byte	28; .byte	15
	.word	2000; .word	.Ldebug_ranges33; .byte	26; .byte	138; .byte	22; .byte	0; .byte	8; .word	872; .word	.Ltmp160
	.word	.Ltmp161-.Ltmp160; .byte	18; .byte	88; .byte	21; .byte	0; .byte	7; .word	451; .word	.Ldebug_ranges34
	.byte	5; .half	2672; .byte	34; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	8; .word	3729
	.word	.Ltmp164; .word	.Ltmp165-.Ltmp164; .byte	3; .byte	159; .byte	5; .byte	18; .word	327; .word	.Ltmp167
	.word	.Ltmp168-.Ltmp167; .byte	3; .byte	160; .byte	13; .byte	4; .byte	8; .word	232; .word	.Ltmp167
	.word	.Ltmp168-.Ltmp167; .byte	1; .byte	241; .byte	14; .byte	0; .byte	0; .byte	19; .word	.Linfo_string249
	.word	.Linfo_string250; .byte	3; .byte	165; .byte	1; .byte	0; .byte	0
.Ldebug_info_end0:
.Lcu_begin1:
	.word	.Ldebug_info_end1-.Ldebug_info_start1
.Ldebug_info_start1:
	.half	4; .word	.debug_abbrev; .byte	4; .byte	1; .word	.Linfo_string0; .half	28; .word	.Linfo_string248
	.word	.Lline_table_start0; .word	.Linfo_string2; .word	0; .word	.Ldebug_ranges48; .byte	2
	.word	.Linfo_string3; .byte	2; .word	.Linfo_string251; .byte	20; .word	.Lfunc_begin14
	.word	.Lfunc_end14-.Lfunc_begin14; .byte	1; .byte	82; .word	.Linfo_string362; .word	.Linfo_string363; .byte	27
	.byte	60; .byte	3; .byte	21; .word	.debug_info+4092; .word	.Lfunc_begin14; .word	.Ltmp171-.Lfunc_begin14
	.byte	27; .byte	80; .byte	14; .byte	0; .byte	22; .word	.Lfunc_begin19; .word	.Lfunc_end19-.Lfunc_begin19
	.byte	1; .byte	82; .word	.Linfo_string370; .word	.Linfo_string371; .byte	27; .half	266; .byte	3; .byte	0
	.byte	2; .word	.Linfo_string19; .byte	2; .word	.Linfo_string21; .byte	3; .word	.Linfo_string22
	.word	.Linfo_string23; .byte	1; .half	871; .byte	1; .byte	0; .byte	2; .word	.Linfo_string259; .byte	2
	.word	.Linfo_string260; .byte	9; .word	.Linfo_string261; .word	.Linfo_string19; .byte	28; .byte	143; .byte	1
	.byte	9; .word	.Linfo_string275; .word	.Linfo_string276; .byte	28; .byte	159; .byte	1; .byte	0; .byte	0
	.byte	2; .word	.Linfo_string262; .byte	3; .word	.Linfo_string263; .word	.Linfo_string264; .byte	1; .half	576
	.byte	1; .byte	3; .word	.Linfo_string306; .word	.Linfo_string307; .byte	1; .half	1952; .byte	1; .byte	23
	.word	.Lfunc_begin16; .word	.Lfunc_end16-.Lfunc_begin16; .byte	1; .byte	82; .word	.Linfo_string365
	.word	.Linfo_string332; .byte	1; .half	1826; .byte	3; .byte	13; .word	1922; .word	.Ltmp224
	.word	.Ltmp225-.Ltmp224; .byte	1; .half	1858; .byte	13; .byte	14; .word	189; .word	.Ldebug_ranges40; .byte	1
	.half	1873; .byte	37; .byte	7; .word	1521; .word	.Ldebug_ranges41; .byte	1; .half	1957; .byte	34; .byte	13
	.word	1534; .word	.Ltmp238; .word	.Ltmp239-.Ltmp238; .byte	1; .half	1958; .byte	33; .byte	24; .word	2308
	.word	.Ldebug_ranges42; .byte	1; .half	1966; .byte	18; .byte	2; .byte	14; .word	2276; .word	.Ldebug_ranges42
	.byte	33; .half	985; .byte	14; .byte	13; .word	2478; .word	.Ltmp256; .word	.Ltmp257-.Ltmp256; .byte	33
	.half	900; .byte	12; .byte	6; .word	2340; .word	.Ltmp259; .word	.Ltmp260-.Ltmp259; .byte	33; .half	903
	.byte	35; .byte	8; .word	2517; .word	.Ltmp259; .word	.Ltmp260-.Ltmp259; .byte	33; .byte	215; .byte	28; .byte	0
	.byte	0; .byte	0; .byte	13; .word	1935; .word	.Ltmp261; .word	.Ltmp262-.Ltmp261; .byte	1; .half	1967; .byte	13
	.byte	0; .byte	13; .word	1547; .word	.Ltmp242; .word	.Ltmp243-.Ltmp242; .byte	1; .half	1864; .byte	26
	.byte	13; .word	1560; .word	.Ltmp243; .word	.Ltmp244-.Ltmp243; .byte	1; .half	1864; .byte	36; .byte	6
	.word	189; .word	.Ltmp245; .word	.Ltmp249-.Ltmp245; .byte	1; .half	1866; .byte	37; .byte	24; .word	2308
	.word	.Ldebug_ranges43; .byte	1; .half	1966; .byte	18; .byte	2; .byte	14; .word	2276; .word	.Ldebug_ranges43
	.byte	33; .half	985; .byte	14; .byte	13; .word	2478; .word	.Ltmp245; .word	.Ltmp246-.Ltmp245; .byte	33
	.half	900; .byte	12; .byte	6; .word	2340; .word	.Ltmp247; .word	.Ltmp248-.Ltmp247; .byte	33; .half	903
	.byte	35; .byte	8; .word	2517; .word	.Ltmp247; .word	.Ltmp248-.Ltmp247; .byte	33; .byte	215; .byte	28; .byte	0
	.byte	0; .byte	0; .byte	0; .byte	13; .word	1922; .word	.Ltmp253; .word	.Ltmp254-.Ltmp253; .byte	1; .half	1867
	.byte	13; .byte	13; .word	1922; .word	.Ltmp263; .word	.Ltmp264-.Ltmp263; .byte	1; .half	1874; .byte	13
	.byte	13; .word	1922; .word	.Ltmp265; .word	.Ltmp266-.Ltmp265; .byte	1; .half	1875; .byte	13; .byte	6
	.word	1579; .word	.Ltmp267; .word	.Ltmp273-.Ltmp267; .byte	1; .half	1876; .byte	26; .byte	24; .word	2321
	.word	.Ldebug_ranges44; .byte	1; .half	1756; .byte	18; .byte	2; .byte	14; .word	2289; .word	.Ldebug_ranges44
	.byte	33; .half	985; .byte	14; .byte	13; .word	2491; .word	.Ltmp267; .word	.Ltmp268-.Ltmp267; .byte	33
	.half	900; .byte	12; .byte	6; .word	2352; .word	.Ltmp270; .word	.Ltmp271-.Ltmp270; .byte	33; .half	903
	.byte	35; .byte	8; .word	2530; .word	.Ltmp270; .word	.Ltmp271-.Ltmp270; .byte	33; .byte	215; .byte	28; .byte	0
	.byte	0; .byte	0; .byte	13; .word	1948; .word	.Ltmp272; .word	.Ltmp273-.Ltmp272; .byte	1; .half	1757; .byte	13
	.byte	0; .byte	6; .word	2430; .word	.Ltmp227; .word	.Ltmp234-.Ltmp227; .byte	1; .half	1839; .byte	37; .byte	5
	.word	2389; .word	.Ltmp227; .word	.Ltmp234-.Ltmp227; .byte	34; .byte	47; .byte	9; .byte	5; .word	2377
	.word	.Ltmp227; .word	.Ltmp234-.Ltmp227; .byte	30; .byte	33; .byte	9; .byte	5; .word	2154; .word	.Ltmp227
	.word	.Ltmp234-.Ltmp227; .byte	30; .byte	136; .byte	76; .byte	5; .word	2250; .word	.Ltmp227
	.word	.Ltmp234-.Ltmp227; .byte	26; .byte	142; .byte	61; .byte	6; .word	2208; .word	.Ltmp227
	.word	.Ltmp234-.Ltmp227; .byte	5; .half	3676; .byte	9; .byte	5; .word	2112; .word	.Ltmp227
	.word	.Ltmp234-.Ltmp227; .byte	16; .byte	52; .byte	22; .byte	5; .word	1991; .word	.Ltmp227
	.word	.Ltmp234-.Ltmp227; .byte	18; .byte	128; .byte	19; .byte	14; .word	2130; .word	.Ldebug_ranges45; .byte	4
	.half	279; .byte	27; .byte	10; .word	2176; .word	.Ldebug_ranges46; .byte	18; .byte	88; .byte	28; .byte	10
	.word	2406; .word	.Ldebug_ranges46; .byte	26; .byte	138; .byte	22; .byte	8; .word	2449; .word	.Ltmp231
	.word	.Ltmp232-.Ltmp231; .byte	30; .byte	136; .byte	31; .byte	0; .byte	0; .byte	8; .word	2225; .word	.Ltmp232
	.word	.Ltmp233-.Ltmp232; .byte	18; .byte	88; .byte	21; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0
	.byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	23; .word	.Lfunc_begin15; .word	.Lfunc_end15-.Lfunc_begin15
	.byte	1; .byte	82; .word	.Linfo_string364; .word	.Linfo_string330; .byte	1; .half	1631; .byte	3; .byte	7
	.word	121; .word	.Ldebug_ranges35; .byte	1; .half	1632; .byte	26; .byte	25; .word	.debug_info+1782
	.word	.Ltmp217; .word	.Ltmp218-.Ltmp217; .byte	1; .half	1633; .byte	23; .byte	14; .word	1805
	.word	.Ldebug_ranges36; .byte	1; .half	1648; .byte	30; .byte	7; .word	1782; .word	.Ldebug_ranges36; .byte	23
	.half	990; .byte	18; .byte	0; .byte	13; .word	1818; .word	.Ltmp175; .word	.Ltmp176-.Ltmp175; .byte	1
	.half	1662; .byte	37; .byte	25; .word	.debug_info+1782; .word	.Ltmp176; .word	.Ltmp177-.Ltmp176; .byte	1
	.half	1665; .byte	20; .byte	13; .word	1831; .word	.Ltmp182; .word	.Ltmp183-.Ltmp182; .byte	1; .half	1685
	.byte	22; .byte	7; .word	145; .word	.Ldebug_ranges37; .byte	1; .half	1687; .byte	22; .byte	13; .word	176
	.word	.Ltmp184; .word	.Ltmp185-.Ltmp184; .byte	1; .half	1687; .byte	31; .byte	7; .word	1909
	.word	.Ldebug_ranges38; .byte	1; .half	1735; .byte	17; .byte	6; .word	1857; .word	.Ltmp193
	.word	.Ltmp194-.Ltmp193; .byte	1; .half	1701; .byte	74; .byte	26; .word	1885; .word	.Ltmp193
	.word	.Ltmp194-.Ltmp193; .byte	23; .half	990; .byte	18; .byte	4; .byte	0; .byte	13; .word	1818; .word	.Ltmp194
	.word	.Ltmp195-.Ltmp194; .byte	1; .half	1702; .byte	41; .byte	6; .word	1844; .word	.Ltmp196
	.word	.Ltmp197-.Ltmp196; .byte	1; .half	1709; .byte	78; .byte	26; .word	1872; .word	.Ltmp196
	.word	.Ltmp197-.Ltmp196; .byte	23; .half	990; .byte	18; .byte	8; .byte	0; .byte	13; .word	1818; .word	.Ltmp197
	.word	.Ltmp198-.Ltmp197; .byte	1; .half	1710; .byte	41; .byte	6; .word	1844; .word	.Ltmp199
	.word	.Ltmp200-.Ltmp199; .byte	1; .half	1705; .byte	74; .byte	26; .word	1872; .word	.Ltmp199
	.word	.Ltmp200-.Ltmp199; .byte	23; .half	990; .byte	18; .byte	6; .byte	0; .byte	13; .word	1818; .word	.Ltmp200
	.word	.Ltmp201-.Ltmp200; .byte	1; .half	1706; .byte	41; .byte	6; .word	1844; .word	.Ltmp202
	.word	.Ltmp203-.Ltmp202; .byte	1; .half	1713; .byte	86; .byte	26; .word	1872; .word	.Ltmp202
	.word	.Ltmp203-.Ltmp202; .byte	23; .half	990; .byte	18; .byte	10; .byte	0; .byte	13; .word	1818
	.word	.Ltmp203; .word	.Ltmp204-.Ltmp203; .byte	1; .half	1714; .byte	41; .byte	13; .word	1831; .word	.Ltmp205
	.word	.Ltmp206-.Ltmp205; .byte	1; .half	1729; .byte	30; .byte	13; .word	157; .word	.Ltmp206
	.word	.Ltmp207-.Ltmp206; .byte	1; .half	1729; .byte	67; .byte	13; .word	1831; .word	.Ltmp207
	.word	.Ltmp208-.Ltmp207; .byte	1; .half	1735; .byte	22; .byte	7; .word	145; .word	.Ldebug_ranges39; .byte	1
	.half	1735; .byte	46; .byte	13; .word	176; .word	.Ltmp209; .word	.Ltmp210-.Ltmp209; .byte	1; .half	1735
	.byte	55; .byte	13; .word	1831; .word	.Ltmp213; .word	.Ltmp214-.Ltmp213; .byte	1; .half	1721; .byte	38
	.byte	13; .word	157; .word	.Ltmp214; .word	.Ltmp215-.Ltmp214; .byte	1; .half	1721; .byte	71; .byte	6
	.word	1844; .word	.Ltmp187; .word	.Ltmp188-.Ltmp187; .byte	1; .half	1671; .byte	80; .byte	26; .word	1872
	.word	.Ltmp187; .word	.Ltmp188-.Ltmp187; .byte	23; .half	990; .byte	18; .byte	2; .byte	0; .byte	13; .word	1818
	.word	.Ltmp188; .word	.Ltmp189-.Ltmp188; .byte	1; .half	1672; .byte	37; .byte	13; .word	1818; .word	.Ltmp189
	.word	.Ltmp190-.Ltmp189; .byte	1; .half	1674; .byte	37; .byte	25; .word	.debug_info+1782; .word	.Ltmp190
	.word	.Ltmp191-.Ltmp190; .byte	1; .half	1677; .byte	20; .byte	13; .word	1909; .word	.Ltmp191
	.word	.Ltmp192-.Ltmp191; .byte	1; .half	1677; .byte	13; .byte	13; .word	1818; .word	.Ltmp180
	.word	.Ltmp181-.Ltmp180; .byte	1; .half	1649; .byte	33; .byte	0; .byte	2; .word	.Linfo_string303; .byte	3
	.word	.Linfo_string304; .word	.Linfo_string305; .byte	1; .half	501; .byte	1; .byte	27; .word	.Linfo_string308
	.word	.Linfo_string309; .byte	1; .half	495; .byte	1; .byte	3; .word	.Linfo_string310; .word	.Linfo_string311
	.byte	1; .half	402; .byte	1; .byte	3; .word	.Linfo_string312; .word	.Linfo_string313; .byte	1; .half	411
	.byte	1; .byte	0; .byte	2; .word	.Linfo_string328; .byte	3; .word	.Linfo_string329; .word	.Linfo_string330
	.byte	1; .half	1755; .byte	1; .byte	0; .byte	2; .word	.Linfo_string331; .byte	2; .word	.Linfo_string332
	.byte	28; .word	.Lfunc_begin17; .word	.Lfunc_end17-.Lfunc_begin17; .byte	1; .byte	82; .word	.Linfo_string366
	.word	.Linfo_string367; .byte	1; .half	1847; .byte	13; .word	1961; .word	.Ltmp276; .word	.Ltmp277-.Ltmp276
	.byte	1; .half	1849; .byte	17; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string88; .byte	9
	.word	.Linfo_string340; .word	.Linfo_string341; .byte	36; .byte	113; .byte	1; .byte	2; .word	.Linfo_string342
	.byte	29; .word	.Lfunc_begin20; .word	.Lfunc_end20-.Lfunc_begin20; .byte	1; .byte	82; .word	.Linfo_string372
	.word	.Linfo_string19; .byte	36; .byte	14; .byte	8; .word	2560; .word	.Ltmp287; .word	.Ltmp288-.Ltmp287
	.byte	36; .byte	41; .byte	33; .byte	5; .word	1650; .word	.Ltmp290; .word	.Ltmp291-.Ltmp290; .byte	36; .byte	48
	.byte	39; .byte	5; .word	2077; .word	.Ltmp290; .word	.Ltmp291-.Ltmp290; .byte	36; .byte	115; .byte	32; .byte	6
	.word	2057; .word	.Ltmp290; .word	.Ltmp291-.Ltmp290; .byte	20; .half	646; .byte	26; .byte	13; .word	2038
	.word	.Ltmp290; .word	.Ltmp291-.Ltmp290; .byte	19; .half	557; .byte	44; .byte	0; .byte	0; .byte	0; .byte	0
	.byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string77; .byte	3; .word	.Linfo_string252
	.word	.Linfo_string79; .byte	7; .half	1682; .byte	1; .byte	2; .word	.Linfo_string216; .byte	2
	.word	.Linfo_string253; .byte	3; .word	.Linfo_string254; .word	.Linfo_string79; .byte	23; .half	985; .byte	1
	.byte	3; .word	.Linfo_string255; .word	.Linfo_string256; .byte	23; .half	651; .byte	1; .byte	3
	.word	.Linfo_string257; .word	.Linfo_string258; .byte	23; .half	651; .byte	1; .byte	3; .word	.Linfo_string271
	.word	.Linfo_string270; .byte	23; .half	985; .byte	1; .byte	3; .word	.Linfo_string274; .word	.Linfo_string273
	.byte	23; .half	985; .byte	1; .byte	0; .byte	0; .byte	3; .word	.Linfo_string269; .word	.Linfo_string270
	.byte	7; .half	1682; .byte	1; .byte	3; .word	.Linfo_string272; .word	.Linfo_string273; .byte	7; .half	1682
	.byte	1; .byte	0; .byte	2; .word	.Linfo_string265; .byte	2; .word	.Linfo_string266; .byte	3
	.word	.Linfo_string267; .word	.Linfo_string268; .byte	29; .half	2172; .byte	1; .byte	3; .word	.Linfo_string267
	.word	.Linfo_string268; .byte	29; .half	2172; .byte	1; .byte	3; .word	.Linfo_string267; .word	.Linfo_string268
	.byte	29; .half	2172; .byte	1; .byte	3; .word	.Linfo_string267; .word	.Linfo_string268; .byte	29; .half	2172
	.byte	1; .byte	3; .word	.Linfo_string267; .word	.Linfo_string268; .byte	29; .half	2172; .byte	1; .byte	0
	.byte	0; .byte	2; .word	.Linfo_string32; .byte	2; .word	.Linfo_string33; .byte	2; .word	.Linfo_string173
	.byte	3; .word	.Linfo_string277; .word	.Linfo_string278; .byte	4; .half	259; .byte	1; .byte	0; .byte	0
	.byte	2; .word	.Linfo_string122; .byte	30; .word	.Lfunc_begin18; .word	.Lfunc_end18-.Lfunc_begin18; .byte	1
	.byte	82; .word	.Linfo_string368; .word	.Linfo_string369; .byte	19; .byte	38; .byte	3; .byte	2
	.word	.Linfo_string74; .byte	3; .word	.Linfo_string335; .word	.Linfo_string336; .byte	19; .half	392; .byte	1
	.byte	0; .byte	2; .word	.Linfo_string151; .byte	3; .word	.Linfo_string337; .word	.Linfo_string336; .byte	19
	.half	555; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string10; .byte	3; .word	.Linfo_string338
	.word	.Linfo_string339; .byte	20; .half	639; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string33
	.byte	2; .word	.Linfo_string101; .byte	2; .word	.Linfo_string102; .byte	2; .word	.Linfo_string56; .byte	9
	.word	.Linfo_string279; .word	.Linfo_string280; .byte	18; .byte	124; .byte	1; .byte	0; .byte	2
	.word	.Linfo_string116; .byte	9; .word	.Linfo_string296; .word	.Linfo_string297; .byte	18; .byte	88; .byte	1
	.byte	0; .byte	0; .byte	2; .word	.Linfo_string224; .byte	2; .word	.Linfo_string47; .byte	9
	.word	.Linfo_string285; .word	.Linfo_string286; .byte	26; .byte	135; .byte	1; .byte	2; .word	.Linfo_string225
	.byte	2; .word	.Linfo_string226; .byte	9; .word	.Linfo_string294; .word	.Linfo_string295; .byte	26; .byte	138
	.byte	1; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string39; .byte	2
	.word	.Linfo_string105; .byte	2; .word	.Linfo_string235; .byte	9; .word	.Linfo_string281
	.word	.Linfo_string282; .byte	16; .byte	51; .byte	1; .byte	2; .word	.Linfo_string119; .byte	9
	.word	.Linfo_string301; .word	.Linfo_string302; .byte	16; .byte	55; .byte	1; .byte	0; .byte	0; .byte	0
	.byte	2; .word	.Linfo_string40; .byte	2; .word	.Linfo_string41; .byte	3; .word	.Linfo_string283
	.word	.Linfo_string284; .byte	5; .half	3671; .byte	1; .byte	0; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string317; .byte	2; .word	.Linfo_string318; .byte	3; .word	.Linfo_string319
	.word	.Linfo_string320; .byte	33; .half	899; .byte	1; .byte	3; .word	.Linfo_string319; .word	.Linfo_string320
	.byte	33; .half	899; .byte	1; .byte	0; .byte	2; .word	.Linfo_string147; .byte	3; .word	.Linfo_string321
	.word	.Linfo_string322; .byte	33; .half	984; .byte	1; .byte	3; .word	.Linfo_string321; .word	.Linfo_string322
	.byte	33; .half	984; .byte	1; .byte	0; .byte	2; .word	.Linfo_string325; .byte	9; .word	.Linfo_string326
	.word	.Linfo_string327; .byte	33; .byte	213; .byte	1; .byte	9; .word	.Linfo_string326; .word	.Linfo_string327
	.byte	33; .byte	213; .byte	1; .byte	0; .byte	0; .byte	0; .byte	2; .word	.Linfo_string287; .byte	2
	.word	.Linfo_string225; .byte	31; .word	.Linfo_string288; .word	.Linfo_string289; .byte	30; .byte	135; .byte	1
	.byte	9; .word	.Linfo_string290; .word	.Linfo_string291; .byte	30; .byte	27; .byte	1; .byte	2
	.word	.Linfo_string289; .byte	9; .word	.Linfo_string293; .word	.Linfo_string31; .byte	30; .byte	136; .byte	1
	.byte	0; .byte	0; .byte	2; .word	.Linfo_string33; .byte	2; .word	.Linfo_string10; .byte	9
	.word	.Linfo_string292; .word	.Linfo_string225; .byte	34; .byte	46; .byte	1; .byte	0; .byte	0; .byte	2
	.word	.Linfo_string298; .byte	9; .word	.Linfo_string299; .word	.Linfo_string300; .byte	31; .byte	23; .byte	1
	.byte	0; .byte	0; .byte	2; .word	.Linfo_string314; .byte	2; .word	.Linfo_string46; .byte	2
	.word	.Linfo_string242; .byte	3; .word	.Linfo_string315; .word	.Linfo_string316; .byte	32; .half	1915; .byte	1
	.byte	3; .word	.Linfo_string315; .word	.Linfo_string316; .byte	32; .half	1915; .byte	1; .byte	0; .byte	0
	.byte	0; .byte	2; .word	.Linfo_string88; .byte	2; .word	.Linfo_string151; .byte	3; .word	.Linfo_string323
	.word	.Linfo_string324; .byte	14; .half	886; .byte	1; .byte	3; .word	.Linfo_string323; .word	.Linfo_string324
	.byte	14; .half	886; .byte	1; .byte	0; .byte	0; .byte	2; .word	.Linfo_string82; .byte	2; .word	.Linfo_string83
	.byte	2; .word	.Linfo_string84; .byte	3; .word	.Linfo_string333; .word	.Linfo_string334; .byte	13; .half	573
	.byte	1; .byte	0; .byte	0; .byte	0; .byte	0; .byte	0
.Ldebug_info_end1:
	.section	.text._ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE,"ax",@progbits
.Lsec_end0:
	.section	.text._ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE,"ax",@progbits
.Lsec_end1:
	.section	.text._ZN4rust4pass17h0b095d0605bf8c6cE,"ax",@progbits
.Lsec_end2:
	.section	.text._ZN4rust5crc3217hdecf1a0edb3b89fbE,"ax",@progbits
.Lsec_end3:
	.section	.text._ZN4rust5visit4call17h89df29cc4ac7eaaaE,"ax",@progbits
.Lsec_end4:
	.section	.text._ZN4rust6queens17h04e502e23d75861cE,"ax",@progbits
.Lsec_end5:
	.section	.text._ZN4rust7sort_by17h13282754cda0ae8fE,"ax",@progbits
.Lsec_end6:
	.section	.text._ZN4rust7sort_by17h93eb3140da3ad125E,"ax",@progbits
.Lsec_end7:
	.section	".text._ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE","ax",@progbits
.Lsec_end8:
	.section	".text._ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE","ax",@progbits
.Lsec_end9:
	.section	".text._ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE","ax",@progbits
.Lsec_end10:
	.section	".text._ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE","ax",@progbits
.Lsec_end11:
	.section	".text._ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E","ax",@progbits
.Lsec_end12:
	.section	.text.rust_main,"ax",@progbits
.Lsec_end13:
	.section	.text.unlikely._RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt,"ax",@progbits
.Lsec_end14:
	.section	.text._RNvNtCs2DxGA1hvVcO_4core3fmt5write,"ax",@progbits
.Lsec_end15:
	.section	.text._RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral,"ax",@progbits
.Lsec_end16:
	.section	.text._RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix,"ax",@progbits
.Lsec_end17:
	.section	.text.unlikely._RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail,"ax",@progbits
.Lsec_end18:
	.section	.text.unlikely._RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check,"ax",@progbits
.Lsec_end19:
	.section	.text._RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt,"ax",@progbits
.Lsec_end20:
	.section	.debug_aranges,"",@progbits
	.word	132; .half	2; .word	.Lcu_begin0; .byte	4; .byte	0
	.zero	4,255
	.word	.Lfunc_begin0; .word	.Lsec_end0-.Lfunc_begin0; .word	.Lfunc_begin1; .word	.Lsec_end1-.Lfunc_begin1
	.word	.Lfunc_begin2; .word	.Lsec_end2-.Lfunc_begin2; .word	.Lfunc_begin3; .word	.Lsec_end3-.Lfunc_begin3
	.word	.Lfunc_begin4; .word	.Lsec_end4-.Lfunc_begin4; .word	.Lfunc_begin5; .word	.Lsec_end5-.Lfunc_begin5
	.word	.Lfunc_begin6; .word	.Lsec_end6-.Lfunc_begin6; .word	.Lfunc_begin7; .word	.Lsec_end7-.Lfunc_begin7
	.word	.Lfunc_begin8; .word	.Lsec_end8-.Lfunc_begin8; .word	.Lfunc_begin9; .word	.Lsec_end9-.Lfunc_begin9
	.word	.Lfunc_begin10; .word	.Lsec_end10-.Lfunc_begin10; .word	.Lfunc_begin11; .word	.Lsec_end11-.Lfunc_begin11
	.word	.Lfunc_begin12; .word	.Lsec_end12-.Lfunc_begin12; .word	.Lfunc_begin13; .word	.Lsec_end13-.Lfunc_begin13
	.word	0; .word	0; .word	76; .half	2; .word	.Lcu_begin1; .byte	4; .byte	0
	.zero	4,255
	.word	.Lfunc_begin14; .word	.Lsec_end14-.Lfunc_begin14; .word	.Lfunc_begin15; .word	.Lsec_end15-.Lfunc_begin15
	.word	.Lfunc_begin16; .word	.Lsec_end16-.Lfunc_begin16; .word	.Lfunc_begin17; .word	.Lsec_end17-.Lfunc_begin17
	.word	.Lfunc_begin18; .word	.Lsec_end18-.Lfunc_begin18; .word	.Lfunc_begin19; .word	.Lsec_end19-.Lfunc_begin19
	.word	.Lfunc_begin20; .word	.Lsec_end20-.Lfunc_begin20; .word	0; .word	0
	.section	.debug_ranges,"",@progbits
.Ldebug_ranges0:
	.word	.Ltmp1; .word	.Ltmp2; .word	.Ltmp3; .word	.Ltmp4; .word	.Ltmp8; .word	.Ltmp9; .word	0; .word	0
.Ldebug_ranges1:
	.word	.Ltmp2; .word	.Ltmp3; .word	.Ltmp4; .word	.Ltmp7; .word	.Ltmp10; .word	.Ltmp11; .word	.Ltmp12
	.word	.Ltmp13; .word	0; .word	0
.Ldebug_ranges2:
	.word	.Lfunc_begin1; .word	.Ltmp16; .word	.Ltmp17; .word	.Ltmp18; .word	0; .word	0
.Ldebug_ranges3:
	.word	.Ltmp28; .word	.Ltmp29; .word	.Ltmp30; .word	.Ltmp31; .word	0; .word	0
.Ldebug_ranges4:
	.word	.Ltmp35; .word	.Ltmp39; .word	.Ltmp40; .word	.Ltmp42; .word	.Ltmp43; .word	.Ltmp44; .word	0; .word	0
.Ldebug_ranges5:
	.word	.Ltmp35; .word	.Ltmp36; .word	.Ltmp40; .word	.Ltmp41; .word	0; .word	0
.Ldebug_ranges6:
	.word	.Ltmp37; .word	.Ltmp38; .word	.Ltmp43; .word	.Ltmp44; .word	0; .word	0
.Ldebug_ranges7:
	.word	.Ltmp39; .word	.Ltmp40; .word	.Ltmp42; .word	.Ltmp43; .word	0; .word	0
.Ldebug_ranges8:
	.word	.Ltmp46; .word	.Ltmp47; .word	.Ltmp68; .word	.Ltmp69; .word	0; .word	0
.Ldebug_ranges9:
	.word	.Ltmp52; .word	.Ltmp54; .word	.Ltmp55; .word	.Ltmp57; .word	.Ltmp73; .word	.Ltmp74; .word	0; .word	0
.Ldebug_ranges10:
	.word	.Ltmp53; .word	.Ltmp54; .word	.Ltmp55; .word	.Ltmp57; .word	0; .word	0
.Ldebug_ranges11:
	.word	.Ltmp53; .word	.Ltmp54; .word	.Ltmp55; .word	.Ltmp56; .word	0; .word	0
.Ldebug_ranges12:
	.word	.Ltmp60; .word	.Ltmp63; .word	.Ltmp74; .word	.Ltmp75; .word	0; .word	0
.Ldebug_ranges13:
	.word	.Ltmp64; .word	.Ltmp65; .word	.Ltmp70; .word	.Ltmp71; .word	0; .word	0
.Ldebug_ranges14:
	.word	.Ltmp66; .word	.Ltmp68; .word	.Ltmp71; .word	.Ltmp72; .word	0; .word	0
.Ldebug_ranges15:
	.word	.Ltmp76; .word	.Ltmp77; .word	.Ltmp100; .word	.Ltmp101; .word	0; .word	0
.Ldebug_ranges16:
	.word	.Ltmp84; .word	.Ltmp86; .word	.Ltmp87; .word	.Ltmp89; .word	.Ltmp105; .word	.Ltmp106; .word	0; .word	0
.Ldebug_ranges17:
	.word	.Ltmp85; .word	.Ltmp86; .word	.Ltmp87; .word	.Ltmp89; .word	0; .word	0
.Ldebug_ranges18:
	.word	.Ltmp85; .word	.Ltmp86; .word	.Ltmp87; .word	.Ltmp88; .word	0; .word	0
.Ldebug_ranges19:
	.word	.Ltmp92; .word	.Ltmp95; .word	.Ltmp106; .word	.Ltmp107; .word	0; .word	0
.Ldebug_ranges20:
	.word	.Ltmp96; .word	.Ltmp97; .word	.Ltmp102; .word	.Ltmp103; .word	0; .word	0
.Ldebug_ranges21:
	.word	.Ltmp98; .word	.Ltmp100; .word	.Ltmp103; .word	.Ltmp104; .word	0; .word	0
.Ldebug_ranges22:
	.word	.Lfunc_begin9; .word	.Ltmp110; .word	.Ltmp114; .word	.Ltmp115; .word	.Ltmp117; .word	.Ltmp118; .word	0
	.word	0
.Ldebug_ranges23:
	.word	.Ltmp110; .word	.Ltmp114; .word	.Ltmp115; .word	.Ltmp116; .word	0; .word	0
.Ldebug_ranges24:
	.word	.Ltmp110; .word	.Ltmp111; .word	.Ltmp112; .word	.Ltmp113; .word	0; .word	0
.Ldebug_ranges25:
	.word	.Ltmp111; .word	.Ltmp112; .word	.Ltmp113; .word	.Ltmp114; .word	.Ltmp115; .word	.Ltmp116; .word	0
	.word	0
.Ldebug_ranges26:
	.word	.Lfunc_begin12; .word	.Ltmp128; .word	.Ltmp129; .word	.Ltmp130; .word	.Ltmp131; .word	.Ltmp132; .word	0
	.word	0
.Ldebug_ranges27:
	.word	.Ltmp128; .word	.Ltmp129; .word	.Ltmp130; .word	.Ltmp131; .word	0; .word	0
.Ldebug_ranges28:
	.word	.Ltmp142; .word	.Ltmp143; .word	.Ltmp145; .word	.Ltmp149; .word	.Ltmp150; .word	.Ltmp152; .word	0
	.word	0
.Ldebug_ranges29:
	.word	.Ltmp142; .word	.Ltmp143; .word	.Ltmp150; .word	.Ltmp152; .word	0; .word	0
.Ldebug_ranges30:
	.word	.Ltmp145; .word	.Ltmp146; .word	.Ltmp147; .word	.Ltmp148; .word	0; .word	0
.Ldebug_ranges31:
	.word	.Ltmp146; .word	.Ltmp147; .word	.Ltmp148; .word	.Ltmp149; .word	0; .word	0
.Ldebug_ranges32:
	.word	.Ltmp155; .word	.Ltmp156; .word	.Ltmp157; .word	.Ltmp158; .word	.Ltmp159; .word	.Ltmp161; .word	0
	.word	0
.Ldebug_ranges33:
	.word	.Ltmp155; .word	.Ltmp156; .word	.Ltmp157; .word	.Ltmp158; .word	.Ltmp159; .word	.Ltmp160; .word	0
	.word	0
.Ldebug_ranges34:
	.word	.Ltmp156; .word	.Ltmp157; .word	.Ltmp158; .word	.Ltmp159; .word	.Ltmp161; .word	.Ltmp162; .word	0
	.word	0
.Ldebug_ranges35:
	.word	.Ltmp172; .word	.Ltmp173; .word	.Ltmp216; .word	.Ltmp217; .word	0; .word	0
.Ldebug_ranges36:
	.word	.Ltmp173; .word	.Ltmp174; .word	.Ltmp177; .word	.Ltmp178; .word	0; .word	0
.Ldebug_ranges37:
	.word	.Ltmp183; .word	.Ltmp184; .word	.Ltmp185; .word	.Ltmp186; .word	0; .word	0
.Ldebug_ranges38:
	.word	.Ltmp186; .word	.Ltmp187; .word	.Ltmp211; .word	.Ltmp212; .word	.Ltmp219; .word	.Ltmp220; .word	0
	.word	0
.Ldebug_ranges39:
	.word	.Ltmp208; .word	.Ltmp209; .word	.Ltmp210; .word	.Ltmp211; .word	0; .word	0
.Ldebug_ranges40:
	.word	.Ltmp237; .word	.Ltmp240; .word	.Ltmp250; .word	.Ltmp252; .word	.Ltmp256; .word	.Ltmp262; .word	0
	.word	0
.Ldebug_ranges41:
	.word	.Ltmp237; .word	.Ltmp238; .word	.Ltmp239; .word	.Ltmp240; .word	.Ltmp250; .word	.Ltmp251; .word	0
	.word	0
.Ldebug_ranges42:
	.word	.Ltmp256; .word	.Ltmp258; .word	.Ltmp259; .word	.Ltmp260; .word	0; .word	0
.Ldebug_ranges43:
	.word	.Ltmp245; .word	.Ltmp246; .word	.Ltmp247; .word	.Ltmp248; .word	0; .word	0
.Ldebug_ranges44:
	.word	.Ltmp267; .word	.Ltmp269; .word	.Ltmp270; .word	.Ltmp271; .word	0; .word	0
.Ldebug_ranges45:
	.word	.Ltmp229; .word	.Ltmp230; .word	.Ltmp231; .word	.Ltmp233; .word	0; .word	0
.Ldebug_ranges46:
	.word	.Ltmp229; .word	.Ltmp230; .word	.Ltmp231; .word	.Ltmp232; .word	0; .word	0
.Ldebug_ranges47:
	.word	.Lfunc_begin0; .word	.Lfunc_end0; .word	.Lfunc_begin1; .word	.Lfunc_end1; .word	.Lfunc_begin2
	.word	.Lfunc_end2; .word	.Lfunc_begin3; .word	.Lfunc_end3; .word	.Lfunc_begin4; .word	.Lfunc_end4
	.word	.Lfunc_begin5; .word	.Lfunc_end5; .word	.Lfunc_begin6; .word	.Lfunc_end6; .word	.Lfunc_begin7
	.word	.Lfunc_end7; .word	.Lfunc_begin8; .word	.Lfunc_end8; .word	.Lfunc_begin9; .word	.Lfunc_end9
	.word	.Lfunc_begin10; .word	.Lfunc_end10; .word	.Lfunc_begin11; .word	.Lfunc_end11; .word	.Lfunc_begin12
	.word	.Lfunc_end12; .word	.Lfunc_begin13; .word	.Lfunc_end13; .word	0; .word	0
.Ldebug_ranges48:
	.word	.Lfunc_begin14; .word	.Lfunc_end14; .word	.Lfunc_begin15; .word	.Lfunc_end15; .word	.Lfunc_begin16
	.word	.Lfunc_end16; .word	.Lfunc_begin17; .word	.Lfunc_end17; .word	.Lfunc_begin18; .word	.Lfunc_end18
	.word	.Lfunc_begin19; .word	.Lfunc_end19; .word	.Lfunc_begin20; .word	.Lfunc_end20; .word	0; .word	0
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:	.asciz	"clang LLVM (rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball))"
.Linfo_string1:	.asciz	"firmware/programs/rust/rust.rs/@/rust.a11549e9ab429b44-cgu.0"; .Linfo_string2:
	.asciz	"."; .Linfo_string3:	.asciz	"core"; .Linfo_string4:	.asciz	"char"; .Linfo_string5:	.asciz	"methods"
.Linfo_string6:	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core4char7methods8len_utf8"; .Linfo_string7:	.asciz	"len_utf8"
.Linfo_string8:	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core4char7methods15encode_utf8_raw"; .Linfo_string9:
	.asciz	"encode_utf8_raw"; .Linfo_string10:	.asciz	"{impl#0}"; .Linfo_string11:
	.asciz	"_RNvMNtNtCs2DxGA1hvVcO_4core4char7methodsc11encode_utf8"; .Linfo_string12:	.asciz	"encode_utf8"
.Linfo_string13:	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core4char7methods25encode_utf8_raw_unchecked"; .Linfo_string14:
	.asciz	"encode_utf8_raw_unchecked"; .Linfo_string15:	.asciz	"rust"; .Linfo_string16:	.asciz	"{impl#1}"
.Linfo_string17:	.asciz	"_ZN50_$LT$rust..Console$u20$as$u20$core..fmt..Write$GT$9write_str17h166832d432eb9e7bE"
.Linfo_string18:	.asciz	"write_str"; .Linfo_string19:	.asciz	"fmt"; .Linfo_string20:	.asciz	"Write"
.Linfo_string21:	.asciz	"Arguments"; .Linfo_string22:
	.asciz	"_RNvMs4_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Arguments6as_str"; .Linfo_string23:	.asciz	"as_str"
.Linfo_string24:	.asciz	"_RNvMs4_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Arguments23as_statically_known_str"
.Linfo_string25:	.asciz	"as_statically_known_str"; .Linfo_string26:	.asciz	"write_fmt"; .Linfo_string27:
	.asciz	"_ZN75_$LT$$RF$mut$u20$W$u20$as$u20$core..fmt..Write..write_fmt..SpecWriteFmt$GT$14spec_write_fmt17h2af47e637e76c864E"
.Linfo_string28:	.asciz	"spec_write_fmt<rust::Console>"; .Linfo_string29:	.asciz	"pass"; .Linfo_string30:
	.asciz	"_ZN4rust4pass28_$u7b$$u7b$closure$u7d$$u7d$17h6ed136236bacc369E"; .Linfo_string31:
	.asciz	"{closure#0}"; .Linfo_string32:	.asciz	"slice"; .Linfo_string33:	.asciz	"iter"; .Linfo_string34:
	.asciz	"{impl#179}"; .Linfo_string35:
	.asciz	"_ZN94_$LT$core..slice..iter..IterMut$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h450e50f058031c21E"
.Linfo_string36:	.asciz	"fold<&mut dyn rust::stages::Stage, u32, rust::pass::{closure_env#0}>"
.Linfo_string37:	.asciz	"crc32"; .Linfo_string38:
	.asciz	"_ZN4rust5crc3228_$u7b$$u7b$closure$u7d$$u7d$17hfb065726c325ec8fE"; .Linfo_string39:	.asciz	"traits"
.Linfo_string40:	.asciz	"iterator"; .Linfo_string41:	.asciz	"Iterator"; .Linfo_string42:
	.asciz	"_ZN4core4iter6traits8iterator8Iterator4fold17hd2b8027433dcddf0E"; .Linfo_string43:
	.asciz	"fold<core::ops::range::Range<i32>, u32, rust::crc32::{closure_env#0}>"; .Linfo_string44:	.asciz	"ops"
.Linfo_string45:	.asciz	"function"; .Linfo_string46:	.asciz	"impls"; .Linfo_string47:	.asciz	"{impl#3}"
.Linfo_string48:
	.asciz	"_ZN4core3ops8function5impls79_$LT$impl$u20$core..ops..function..FnMut$LT$A$GT$$u20$for$u20$$RF$mut$u20$F$GT$8call_mut17hc66cd349d5c0f3a2E"
.Linfo_string49:	.asciz	"call_mut<(u32), rust::rust_main::{closure_env#0}>"; .Linfo_string50:
	.asciz	"rust_main"; .Linfo_string51:
	.asciz	"_ZN4rust9rust_main28_$u7b$$u7b$closure$u7d$$u7d$17he207daeefb018e55E"; .Linfo_string52:	.asciz	"FnMut"
.Linfo_string53:	.asciz	"_ZN4core3ops8function5FnMut8call_mut17h2163d0cd2e46d94aE"; .Linfo_string54:
	.asciz	"call_mut<fn(u32, u8) -> u32, (u32, u8)>"; .Linfo_string55:	.asciz	"try_trait"; .Linfo_string56:
	.asciz	"{impl#2}"; .Linfo_string57:	.asciz	"wrap_mut_2"; .Linfo_string58:
	.asciz	"_ZN4core3ops9try_trait26NeverShortCircuit$LT$T$GT$10wrap_mut_228_$u7b$$u7b$closure$u7d$$u7d$17h76928c6f4391e8f0E"
.Linfo_string59:	.asciz	"{closure#0}<u32, u32, u8, fn(u32, u8) -> u32>"; .Linfo_string60:	.asciz	"array"
.Linfo_string61:	.asciz	"iter_inner"; .Linfo_string62:	.asciz	"{impl#8}"; .Linfo_string63:	.asciz	"try_fold"
.Linfo_string64:
	.asciz	"_ZN4core5array4iter10iter_inner78PolymorphicIter$LT$$u5b$core..mem..maybe_uninit..MaybeUninit$LT$T$GT$$u5d$$GT$8try_fold28_$u7b$$u7b$closure$u7d$$u7d$17h24f5c735c2d3ae21E"
.Linfo_string65:
	.asciz	"{closure#0}<u8, u32, core::ops::try_trait::{impl#2}::wrap_mut_2::{closure_env#0}<u32, u32, u8, fn(u32, u8) -> u32>, core::ops::try_trait::NeverShortCircuit<u32>>"
.Linfo_string66:	.asciz	"index_range"; .Linfo_string67:
	.asciz	"_ZN93_$LT$core..ops..index_range..IndexRange$u20$as$u20$core..iter..traits..iterator..Iterator$GT$8try_fold17h1cd63e638fc743f4E"
.Linfo_string68:
	.asciz	"try_fold<u32, core::array::iter::iter_inner::{impl#8}::try_fold::{closure_env#0}<u8, u32, core::ops::try_trait::{impl#2}::wrap_mut_2::{closure_env#0}<u32, u32, u8, fn(u32, u8) -> u32>, core::ops::try_trait::NeverShortCircuit<u32>>, core::ops::try_trait::NeverShortCircuit<u32>>"
.Linfo_string69:	.asciz	"PolymorphicIter"; .Linfo_string70:
	.asciz	"_ZN4core5array4iter10iter_inner78PolymorphicIter$LT$$u5b$core..mem..maybe_uninit..MaybeUninit$LT$T$GT$$u5d$$GT$8try_fold17hc664890ad7f88e3aE"
.Linfo_string71:
	.asciz	"try_fold<u8, u32, core::ops::try_trait::{impl#2}::wrap_mut_2::{closure_env#0}<u32, u32, u8, fn(u32, u8) -> u32>, core::ops::try_trait::NeverShortCircuit<u32>>"
.Linfo_string72:
	.asciz	"_ZN4core5array4iter10iter_inner78PolymorphicIter$LT$$u5b$core..mem..maybe_uninit..MaybeUninit$LT$T$GT$$u5d$$GT$4fold17h06958839889a3786E"
.Linfo_string73:	.asciz	"fold<u8, u32, fn(u32, u8) -> u32>"; .Linfo_string74:	.asciz	"{impl#4}"
.Linfo_string75:
	.asciz	"_ZN99_$LT$core..array..iter..IntoIter$LT$T$C$_$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h2bbc262e2cc15fa2E"
.Linfo_string76:	.asciz	"fold<u8, 4, u32, fn(u32, u8) -> u32>"; .Linfo_string77:	.asciz	"ptr"; .Linfo_string78:
	.asciz	"_ZN4core3ptr4read17h89726a6cfd32a909E"; .Linfo_string79:	.asciz	"read<u8>"; .Linfo_string80:
	.asciz	"const_ptr"; .Linfo_string81:
	.asciz	"_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4read17hb40d4748ae7c0bc7E"; .Linfo_string82:
	.asciz	"mem"; .Linfo_string83:	.asciz	"maybe_uninit"; .Linfo_string84:	.asciz	"MaybeUninit"; .Linfo_string85:
	.asciz	"_ZN4core3mem12maybe_uninit20MaybeUninit$LT$T$GT$16assume_init_read17h5d76eadf312c6b68E"
.Linfo_string86:	.asciz	"assume_init_read<u8>"; .Linfo_string87:	.asciz	"visit"; .Linfo_string88:	.asciz	"num"
.Linfo_string89:	.asciz	"_RNvMs6_NtCs2DxGA1hvVcO_4core3numm12wrapping_sub"; .Linfo_string90:
	.asciz	"wrapping_sub"; .Linfo_string91:	.asciz	"_RNvMs6_NtCs2DxGA1hvVcO_4core3numm12wrapping_neg"
.Linfo_string92:	.asciz	"wrapping_neg"; .Linfo_string93:	.asciz	"queens"; .Linfo_string94:
	.asciz	"_ZN4rust6queens28_$u7b$$u7b$closure$u7d$$u7d$17h8d8acc0ea04e9bd6E"; .Linfo_string95:	.asciz	"sources"
.Linfo_string96:	.asciz	"from_fn"; .Linfo_string97:
	.asciz	"_ZN104_$LT$core..iter..sources..from_fn..FromFn$LT$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17hddb3f30821c0a0edE"
.Linfo_string98:	.asciz	"next<u32, rust::queens::{closure_env#0}>"; .Linfo_string99:
	.asciz	"_ZN4core4iter6traits8iterator8Iterator4fold17h6d93dbc4b2681661E"; .Linfo_string100:
	.asciz	"fold<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, u32, core::iter::adapters::map::map_fold::{closure_env#0}<u32, u32, u32, rust::queens::{closure_env#1}, core::iter::traits::accum::{impl#36}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}>>>>"
.Linfo_string101:	.asciz	"adapters"; .Linfo_string102:	.asciz	"map"; .Linfo_string103:
	.asciz	"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h7320a18529e3bda0E"
.Linfo_string104:
	.asciz	"fold<u32, core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}, u32, core::iter::traits::accum::{impl#36}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}>>>"
.Linfo_string105:	.asciz	"accum"; .Linfo_string106:	.asciz	"{impl#36}"; .Linfo_string107:
	.asciz	"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h7c7bb3177129797aE"
.Linfo_string108:
	.asciz	"sum<core::iter::adapters::map::Map<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}>>"
.Linfo_string109:	.asciz	"_ZN4core4iter6traits8iterator8Iterator3sum17h9c3c0f15f7a021fcE"; .Linfo_string110:
	.asciz	"sum<core::iter::adapters::map::Map<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}>, u32>"
.Linfo_string111:	.asciz	"bool"; .Linfo_string112:
	.asciz	"_ZN4core4bool22_$LT$impl$u20$bool$GT$9then_some17h38cea2280c951169E"; .Linfo_string113:
	.asciz	"then_some<u32>"; .Linfo_string114:
	.asciz	"_ZN4rust6queens28_$u7b$$u7b$closure$u7d$$u7d$17h0c74ff2208efd3e0E"; .Linfo_string115:
	.asciz	"{closure#1}"; .Linfo_string116:	.asciz	"map_fold"; .Linfo_string117:
	.asciz	"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hac7c3d72a414f50dE"
.Linfo_string118:
	.asciz	"{closure#0}<u32, u32, u32, rust::queens::{closure_env#1}, core::iter::traits::accum::{impl#36}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}>>>"
.Linfo_string119:	.asciz	"sum"; .Linfo_string120:
	.asciz	"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h2b402afe53621220E"
.Linfo_string121:
	.asciz	"{closure#0}<core::iter::adapters::map::Map<core::iter::sources::from_fn::FromFn<rust::queens::{closure_env#0}>, rust::queens::{closure_env#1}>>"
.Linfo_string122:	.asciz	"index"; .Linfo_string123:
	.asciz	"_ZN75_$LT$usize$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$3get17h03da40efe90dec52E"
.Linfo_string124:	.asciz	"get<u32>"; .Linfo_string125:
	.asciz	"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$3get17had19eba2bd6f16a9E"; .Linfo_string126:
	.asciz	"get<u32, usize>"; .Linfo_string127:
	.asciz	"_ZN4rust9rust_main28_$u7b$$u7b$closure$u7d$$u7d$17hcf7c9876fb79e770E"; .Linfo_string128:
	.asciz	"FnOnce"; .Linfo_string129:	.asciz	"_ZN4core3ops8function6FnOnce9call_once17h5959eb21c64da053E"
.Linfo_string130:	.asciz	"call_once<rust::rust_main::{closure_env#1}, (&u32)>"; .Linfo_string131:
	.asciz	"option"; .Linfo_string132:	.asciz	"Option"; .Linfo_string133:
	.asciz	"_ZN4core6option15Option$LT$T$GT$3map17h18498d8369e3b8f8E"; .Linfo_string134:
	.asciz	"map<&u32, u32, rust::rust_main::{closure_env#1}>"; .Linfo_string135:
	.asciz	"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4swap17h110c44020911c40fE"; .Linfo_string136:
	.asciz	"swap<u32>"; .Linfo_string137:	.asciz	"_ZN4core3ptr4copy17h588e1fba20ff5b3fE"; .Linfo_string138:
	.asciz	"copy<u32>"; .Linfo_string139:	.asciz	"_ZN4core3ptr4swap17he076dadf3d81b4ebE"; .Linfo_string140:
	.asciz	"_ZN4core3ptr19copy_nonoverlapping17h10b4622a72b08767E"; .Linfo_string141:
	.asciz	"copy_nonoverlapping<u32>"; .Linfo_string142:	.asciz	"{impl#11}"; .Linfo_string143:
	.asciz	"_RNvMs9_NtCs2DxGA1hvVcO_4core3numj11checked_sub"; .Linfo_string144:	.asciz	"checked_sub"
.Linfo_string145:
	.asciz	"_ZN106_$LT$core..ops..range..Range$LT$usize$GT$$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$9index_mut17hdd0ea92f8842bbc7E"
.Linfo_string146:	.asciz	"index_mut<u32>"; .Linfo_string147:	.asciz	"{impl#6}"; .Linfo_string148:
	.asciz	"_ZN108_$LT$core..ops..range..RangeTo$LT$usize$GT$$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$9index_mut17h0ca025fdcedf58b6E"
.Linfo_string149:
	.asciz	"_ZN4core5slice5index77_$LT$impl$u20$core..ops..index..IndexMut$LT$I$GT$$u20$for$u20$$u5b$T$u5d$$GT$9index_mut17h4fc83b8fc4e4433bE"
.Linfo_string150:	.asciz	"index_mut<u32, core::ops::range::RangeTo<usize>>"; .Linfo_string151:
	.asciz	"{impl#7}"; .Linfo_string152:
	.asciz	"_ZN110_$LT$core..ops..range..RangeFrom$LT$usize$GT$$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$9index_mut17ha8ba45831db779b5E"
.Linfo_string153:
	.asciz	"_ZN4core5slice5index77_$LT$impl$u20$core..ops..index..IndexMut$LT$I$GT$$u20$for$u20$$u5b$T$u5d$$GT$9index_mut17hcd9a2d7b953fc216E"
.Linfo_string154:	.asciz	"index_mut<u32, core::ops::range::RangeFrom<usize>>"; .Linfo_string155:
	.asciz	"_ZN4core5slice5index28get_offset_len_mut_noubcheck17h7b9a53710fcbdd01E"; .Linfo_string156:
	.asciz	"get_offset_len_mut_noubcheck<u32>"; .Linfo_string157:
	.asciz	"_ZN4rust9rust_main28_$u7b$$u7b$closure$u7d$$u7d$17h59b3a9f1baef2e16E"; .Linfo_string158:
	.asciz	"{closure#2}"; .Linfo_string159:	.asciz	"_ZN4core3ops8function6FnOnce9call_once17h9f11ce269eb890fcE"
.Linfo_string160:	.asciz	"call_once<rust::rust_main::{closure_env#2}, (&u32)>"; .Linfo_string161:
	.asciz	"_ZN4core6option15Option$LT$T$GT$3map17hf6c2177bd7303bc7E"; .Linfo_string162:
	.asciz	"map<&u32, u32, rust::rust_main::{closure_env#2}>"; .Linfo_string163:
	.asciz	"_RNvMs6_NtCs2DxGA1hvVcO_4core3numm10swap_bytes"; .Linfo_string164:	.asciz	"swap_bytes"
.Linfo_string165:	.asciz	"stages"; .Linfo_string166:	.asciz	"Ring"; .Linfo_string167:
	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3put17he5ce64c74a95c1ccE"; .Linfo_string168:	.asciz	"put<u16, 8>"
.Linfo_string169:
	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h8fb43332cca715ffE"
.Linfo_string170:	.asciz	"{closure#0}<u16, 8>"; .Linfo_string171:
	.asciz	"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hed398f0e0aa8281bE"
.Linfo_string172:
	.asciz	"{closure#0}<&u16, u32, u32, rust::stages::{impl#0}::sum::{closure_env#0}<u16, 8>, fn(u32, u32) -> u32>"
.Linfo_string173:	.asciz	"{impl#171}"; .Linfo_string174:
	.asciz	"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h380720a7e7de4074E"
.Linfo_string175:
	.asciz	"fold<u16, u32, core::iter::adapters::map::map_fold::{closure_env#0}<&u16, u32, u32, rust::stages::{impl#0}::sum::{closure_env#0}<u16, 8>, fn(u32, u32) -> u32>>"
.Linfo_string176:
	.asciz	"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h902a148407e85b75E"
.Linfo_string177:
	.asciz	"fold<u32, core::slice::iter::Iter<u16>, rust::stages::{impl#0}::sum::{closure_env#0}<u16, 8>, u32, fn(u32, u32) -> u32>"
.Linfo_string178:	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3sum17h43edc8cadf1b7677E"; .Linfo_string179:
	.asciz	"sum<u16, 8>"; .Linfo_string180:	.asciz	"_RNvMs6_NtCs2DxGA1hvVcO_4core3numm12wrapping_add"
.Linfo_string181:	.asciz	"wrapping_add"; .Linfo_string182:
	.asciz	"_ZN4core3ops8function5FnMut8call_mut17h72cb41b6ef0bb670E"; .Linfo_string183:
	.asciz	"call_mut<fn(u32, u32) -> u32, (u32, u32)>"; .Linfo_string184:
	.asciz	"_RNvMs6_NtCs2DxGA1hvVcO_4core3numm12wrapping_mul"; .Linfo_string185:	.asciz	"wrapping_mul"
.Linfo_string186:	.asciz	"intrinsics"; .Linfo_string187:
	.asciz	"_ZN4core10intrinsics11rotate_left17h96818b44bfadd988E"; .Linfo_string188:	.asciz	"rotate_left<u32>"
.Linfo_string189:	.asciz	"_RNvMs6_NtCs2DxGA1hvVcO_4core3numm11rotate_left"; .Linfo_string190:
	.asciz	"rotate_left"; .Linfo_string191:	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3put17h9ca4ba2ef63bba66E"
.Linfo_string192:	.asciz	"put<u32, 3>"; .Linfo_string193:
	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h8cda4804b78cb84cE"
.Linfo_string194:	.asciz	"{closure#0}<u32, 3>"; .Linfo_string195:
	.asciz	"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcc9369a5a9079268E"
.Linfo_string196:
	.asciz	"{closure#0}<&u32, u32, u32, rust::stages::{impl#0}::sum::{closure_env#0}<u32, 3>, fn(u32, u32) -> u32>"
.Linfo_string197:
	.asciz	"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h0a4283e4e0e93917E"
.Linfo_string198:
	.asciz	"fold<u32, u32, core::iter::adapters::map::map_fold::{closure_env#0}<&u32, u32, u32, rust::stages::{impl#0}::sum::{closure_env#0}<u32, 3>, fn(u32, u32) -> u32>>"
.Linfo_string199:
	.asciz	"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h75a2982d1ae8a7a6E"
.Linfo_string200:
	.asciz	"fold<u32, core::slice::iter::Iter<u32>, rust::stages::{impl#0}::sum::{closure_env#0}<u32, 3>, u32, fn(u32, u32) -> u32>"
.Linfo_string201:	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3sum17h24680bca929e7b2bE"; .Linfo_string202:
	.asciz	"sum<u32, 3>"; .Linfo_string203:	.asciz	"_ZN4rust6stages17Ring$LT$T$C$_$GT$3new17ha837f1a5430bd606E"
.Linfo_string204:	.asciz	"new<u32, 3>"; .Linfo_string205:
	.asciz	"_ZN94_$LT$core..slice..iter..IterMut$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h832f1e69945af4b9E"
.Linfo_string206:	.asciz	"next<u32>"; .Linfo_string207:	.asciz	"zip"; .Linfo_string208:
	.asciz	"_ZN111_$LT$core..iter..adapters..zip..Zip$LT$A$C$B$GT$$u20$as$u20$core..iter..adapters..zip..ZipImpl$LT$A$C$B$GT$$GT$4next17hfe5722cdc5e6d00cE"
.Linfo_string209:	.asciz	"next<core::slice::iter::IterMut<u32>, rust::Random>"; .Linfo_string210:
	.asciz	"_ZN102_$LT$core..iter..adapters..zip..Zip$LT$A$C$B$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h116a68d9a80225edE"
.Linfo_string211:	.asciz	"{impl#9}"; .Linfo_string212:
	.asciz	"_RNvMs7_NtCs2DxGA1hvVcO_4core3numy12wrapping_mul"; .Linfo_string213:
	.asciz	"_ZN71_$LT$rust..Random$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17hf5fec0ab658d9716E"
.Linfo_string214:	.asciz	"next"; .Linfo_string215:	.asciz	"_RNvMs7_NtCs2DxGA1hvVcO_4core3numy12wrapping_add"
.Linfo_string216:	.asciz	"non_null"; .Linfo_string217:	.asciz	"{impl#15}"; .Linfo_string218:
	.asciz	"_ZN78_$LT$core..ptr..non_null..NonNull$LT$T$GT$$u20$as$u20$core..cmp..PartialEq$GT$2eq17h66a3250ce9f26f68E"
.Linfo_string219:	.asciz	"eq<u32>"; .Linfo_string220:	.asciz	"_ZN4rust5visit17hd96b5a2409ebd68bE"
.Linfo_string221:	.asciz	"visit<&mut rust::rust_main::{closure_env#0}>"; .Linfo_string222:
	.asciz	"_ZN4rust9rust_main28_$u7b$$u7b$closure$u7d$$u7d$17h77dd0708c4e4784aE"; .Linfo_string223:
	.asciz	"{closure#3}"; .Linfo_string224:	.asciz	"filter"; .Linfo_string225:	.asciz	"count"; .Linfo_string226:
	.asciz	"to_usize"; .Linfo_string227:
	.asciz	"_ZN108_$LT$core..iter..adapters..filter..Filter$LT$I$C$P$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$5count8to_usize28_$u7b$$u7b$closure$u7d$$u7d$17h20201a7de3ab906fE"
.Linfo_string228:	.asciz	"{closure#0}<&[u32], rust::rust_main::{closure_env#3}>"; .Linfo_string229:
	.asciz	"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he3deaec34a865a3eE"
.Linfo_string230:
	.asciz	"{closure#0}<&[u32], usize, usize, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>, core::iter::traits::accum::{impl#48}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>>>>"
.Linfo_string231:	.asciz	"_ZN4core4iter6traits8iterator8Iterator4fold17h6df027ecec19c00cE"; .Linfo_string232:
	.asciz	"fold<core::slice::iter::Windows<u32>, usize, core::iter::adapters::map::map_fold::{closure_env#0}<&[u32], usize, usize, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>, core::iter::traits::accum::{impl#48}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>>>>>"
.Linfo_string233:
	.asciz	"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17haee0da689a632c25E"
.Linfo_string234:
	.asciz	"fold<usize, core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>, usize, core::iter::traits::accum::{impl#48}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>>>>"
.Linfo_string235:	.asciz	"{impl#48}"; .Linfo_string236:
	.asciz	"_ZN56_$LT$usize$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h13bc576c06762373E"
.Linfo_string237:
	.asciz	"sum<core::iter::adapters::map::Map<core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>>>"
.Linfo_string238:	.asciz	"_ZN4core4iter6traits8iterator8Iterator3sum17h03a77cf77dbda1c0E"; .Linfo_string239:
	.asciz	"sum<core::iter::adapters::map::Map<core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>>, usize>"
.Linfo_string240:
	.asciz	"_ZN108_$LT$core..iter..adapters..filter..Filter$LT$I$C$P$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$5count17hbe87526dd8b380dbE"
.Linfo_string241:	.asciz	"count<core::slice::iter::Windows<u32>, rust::rust_main::{closure_env#3}>"
.Linfo_string242:	.asciz	"{impl#62}"; .Linfo_string243:
	.asciz	"_ZN94_$LT$core..slice..iter..Windows$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h94fb86109afb7306E"
.Linfo_string244:
	.asciz	"_ZN56_$LT$usize$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17hbaa1182973cfd984E"
.Linfo_string245:
	.asciz	"{closure#0}<core::iter::adapters::map::Map<core::slice::iter::Windows<u32>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&[u32], rust::rust_main::{closure_env#3}>>>"
.Linfo_string246:	.asciz	"_ZN4core3fmt5Write9write_fmt17h4520ad5d4e5ba91eE"; .Linfo_string247:
	.asciz	"write_fmt<rust::Console>"; .Linfo_string248:
	.asciz	"/rustc/ac68faa20c58cbccd01ee7208bf3b6e93a7d7f96/library/core/src/lib.rs/@/core.1eb95a942f2852f8-cgu.0"
.Linfo_string249:	.asciz	"_RNvCsfgHYwM92fyn_7___rustc17rust_begin_unwind"; .Linfo_string250:	.asciz	"panic"
.Linfo_string251:	.asciz	"panicking"; .Linfo_string252:	.asciz	"_RINvNtCs2DxGA1hvVcO_4core3ptr4readhEB4_"
.Linfo_string253:	.asciz	"NonNull"; .Linfo_string254:
	.asciz	"_RNvMs1_NtNtCs2DxGA1hvVcO_4core3ptr8non_nullINtB5_7NonNullhE4readB9_"; .Linfo_string255:
	.asciz	"_RNvMs1_NtNtCs2DxGA1hvVcO_4core3ptr8non_nullINtB5_7NonNullhE3addB9_"; .Linfo_string256:
	.asciz	"add<u8>"; .Linfo_string257:
	.asciz	"_RNvMs1_NtNtCs2DxGA1hvVcO_4core3ptr8non_nullINtB5_7NonNullNtNtNtB9_3fmt2rt8ArgumentE3addB9_"
.Linfo_string258:	.asciz	"add<core::fmt::rt::Argument>"; .Linfo_string259:	.asciz	"rt"; .Linfo_string260:
	.asciz	"Argument"; .Linfo_string261:	.asciz	"_RNvMNtNtCs2DxGA1hvVcO_4core3fmt2rtNtB2_8Argument3fmt"
.Linfo_string262:	.asciz	"Formatter"; .Linfo_string263:
	.asciz	"_RNvMs1_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter3new"; .Linfo_string264:	.asciz	"new"
.Linfo_string265:	.asciz	"result"; .Linfo_string266:	.asciz	"{impl#27}"; .Linfo_string267:
	.asciz	"_RNvXsp_NtCs2DxGA1hvVcO_4core6resultINtB5_6ResultuNtNtB7_3fmt5ErrorENtNtNtB7_3ops9try_trait3Try6branchB7_"
.Linfo_string268:	.asciz	"branch<(), core::fmt::Error>"; .Linfo_string269:
	.asciz	"_RINvNtCs2DxGA1hvVcO_4core3ptr4readAhj2_EB4_"; .Linfo_string270:	.asciz	"read<[u8; 2]>"
.Linfo_string271:	.asciz	"_RNvMs1_NtNtCs2DxGA1hvVcO_4core3ptr8non_nullINtB5_7NonNullAhj2_E4readB9_"
.Linfo_string272:	.asciz	"_RINvNtCs2DxGA1hvVcO_4core3ptr4readAhj4_EB4_"; .Linfo_string273:
	.asciz	"read<[u8; 4]>"; .Linfo_string274:
	.asciz	"_RNvMs1_NtNtCs2DxGA1hvVcO_4core3ptr8non_nullINtB5_7NonNullAhj4_E4readB9_"; .Linfo_string275:
	.asciz	"_RNvMNtNtCs2DxGA1hvVcO_4core3fmt2rtNtB2_8Argument6as_u16"; .Linfo_string276:	.asciz	"as_u16"
.Linfo_string277:
	.asciz	"_RINvXs2J_NtNtCs2DxGA1hvVcO_4core5slice4iterINtB7_4IterhENtNtNtNtBb_4iter6traits8iterator8Iterator4foldjNCINvNtNtBY_8adapters3map8map_foldRhjjNCINvNvXs1_NtB1K_6filterINtB2q_6FilterppEBS_5count8to_usizeB2b_NCNvNtNtBb_3str5count23char_count_general_case0E0NCINvXsK_NtBW_5accumjNtB4c_3Sum3sumINtB1I_3MapBF_B2f_EE0E0EBb_"
.Linfo_string278:
	.asciz	"fold<u8, usize, core::iter::adapters::map::map_fold::{closure_env#0}<&u8, usize, usize, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>, core::iter::traits::accum::{impl#48}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>>>>>"
.Linfo_string279:
	.asciz	"_RINvXs0_NtNtNtCs2DxGA1hvVcO_4core4iter8adapters3mapINtB6_3MapINtNtNtBc_5slice4iter4IterhENCINvNvXs1_NtB8_6filterINtB1A_6FilterppENtNtNtBa_6traits8iterator8Iterator5count8to_usizeRhNCNvNtNtBc_3str5count23char_count_general_case0E0EB23_4foldjNCINvXsK_NtB27_5accumjNtB3Z_3Sum3sumBN_E0EBc_"
.Linfo_string280:
	.asciz	"fold<usize, core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>, usize, core::iter::traits::accum::{impl#48}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>>>>"
.Linfo_string281:
	.asciz	"_RINvXsK_NtNtNtCs2DxGA1hvVcO_4core4iter6traits5accumjNtB6_3Sum3sumINtNtNtBa_8adapters3map3MapINtNtNtBc_5slice4iter4IterhENCINvNvXs1_NtB16_6filterINtB25_6FilterppENtNtB8_8iterator8Iterator5count8to_usizeRhNCNvNtNtBc_3str5count23char_count_general_case0E0EEBc_"
.Linfo_string282:
	.asciz	"sum<core::iter::adapters::map::Map<core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>>>"
.Linfo_string283:
	.asciz	"_RINvYINtNtNtNtCs2DxGA1hvVcO_4core4iter8adapters3map3MapINtNtNtBc_5slice4iter4IterhENCINvNvXs1_NtB8_6filterINtB1u_6FilterppENtNtNtBa_6traits8iterator8Iterator5count8to_usizeRhNCNvNtNtBc_3str5count23char_count_general_case0E0EB1X_3sumjEBc_"
.Linfo_string284:
	.asciz	"sum<core::iter::adapters::map::Map<core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>>, usize>"
.Linfo_string285:
	.asciz	"_RNvXs1_NtNtNtCs2DxGA1hvVcO_4core4iter8adapters6filterINtB5_6FilterINtNtNtBb_5slice4iter4IterhENCNvNtNtBb_3str5count23char_count_general_case0ENtNtNtB9_6traits8iterator8Iterator5countBb_"
.Linfo_string286:
	.asciz	"count<core::slice::iter::Iter<u8>, core::str::count::char_count_general_case::{closure_env#0}>"
.Linfo_string287:	.asciz	"str"; .Linfo_string288:
	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core3str5count23char_count_general_case"; .Linfo_string289:
	.asciz	"char_count_general_case"; .Linfo_string290:
	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core3str5count11count_chars"; .Linfo_string291:	.asciz	"count_chars"
.Linfo_string292:
	.asciz	"_RNvXNtNtCs2DxGA1hvVcO_4core3str4iterNtB2_5CharsNtNtNtNtB6_4iter6traits8iterator8Iterator5count"
.Linfo_string293:	.asciz	"_RNCNvNtNtCs2DxGA1hvVcO_4core3str5count23char_count_general_case0B7_"
.Linfo_string294:
	.asciz	"_RNCINvNvXs1_NtNtNtCs2DxGA1hvVcO_4core4iter8adapters6filterINtBa_6FilterppENtNtNtBe_6traits8iterator8Iterator5count8to_usizeRhNCNvNtNtBg_3str5count23char_count_general_case0E0Bg_"
.Linfo_string295:	.asciz	"{closure#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>"
.Linfo_string296:
	.asciz	"_RNCINvNtNtNtCs2DxGA1hvVcO_4core4iter8adapters3map8map_foldRhjjNCINvNvXs1_NtB6_6filterINtB19_6FilterppENtNtNtB8_6traits8iterator8Iterator5count8to_usizeBU_NCNvNtNtBa_3str5count23char_count_general_case0E0NCINvXsK_NtB1G_5accumjNtB3o_3Sum3sumINtB4_3MapINtNtNtBa_5slice4iter4IterhEBY_EE0E0Ba_"
.Linfo_string297:
	.asciz	"{closure#0}<&u8, usize, usize, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>, core::iter::traits::accum::{impl#48}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>>>>"
.Linfo_string298:	.asciz	"validations"; .Linfo_string299:
	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core3str11validations17utf8_is_cont_byte"; .Linfo_string300:
	.asciz	"utf8_is_cont_byte"; .Linfo_string301:
	.asciz	"_RNCINvXsK_NtNtNtCs2DxGA1hvVcO_4core4iter6traits5accumjNtB8_3Sum3sumINtNtNtBc_8adapters3map3MapINtNtNtBe_5slice4iter4IterhENCINvNvXs1_NtB18_6filterINtB27_6FilterppENtNtBa_8iterator8Iterator5count8to_usizeRhNCNvNtNtBe_3str5count23char_count_general_case0E0EE0Be_"
.Linfo_string302:
	.asciz	"{closure#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<u8>, core::iter::adapters::filter::{impl#3}::count::to_usize::{closure_env#0}<&u8, core::str::count::char_count_general_case::{closure_env#0}>>>"
.Linfo_string303:	.asciz	"FormattingOptions"; .Linfo_string304:
	.asciz	"_RNvMs_NtCs2DxGA1hvVcO_4core3fmtNtB4_17FormattingOptions9get_align"; .Linfo_string305:
	.asciz	"get_align"; .Linfo_string306:	.asciz	"_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter7padding"
.Linfo_string307:	.asciz	"padding"; .Linfo_string308:
	.asciz	"_RNvMs_NtCs2DxGA1hvVcO_4core3fmtNtB4_17FormattingOptions8get_fill"; .Linfo_string309:
	.asciz	"get_fill"; .Linfo_string310:	.asciz	"_RNvMs_NtCs2DxGA1hvVcO_4core3fmtNtB4_17FormattingOptions4fill"
.Linfo_string311:	.asciz	"fill"; .Linfo_string312:
	.asciz	"_RNvMs_NtCs2DxGA1hvVcO_4core3fmtNtB4_17FormattingOptions5align"; .Linfo_string313:	.asciz	"align"
.Linfo_string314:	.asciz	"cmp"; .Linfo_string315:
	.asciz	"_RNvXsY_NtNtCs2DxGA1hvVcO_4core3cmp5implstNtB7_10PartialOrd2lt"; .Linfo_string316:	.asciz	"lt"
.Linfo_string317:	.asciz	"range"; .Linfo_string318:	.asciz	"{impl#5}"; .Linfo_string319:
	.asciz	"_RNvXs3_NtNtCs2DxGA1hvVcO_4core4iter5rangeINtNtNtB9_3ops5range5RangetENtB5_17RangeIteratorImpl9spec_nextB9_"
.Linfo_string320:	.asciz	"spec_next<u16>"; .Linfo_string321:
	.asciz	"_RNvXs4_NtNtCs2DxGA1hvVcO_4core4iter5rangeINtNtNtB9_3ops5range5RangetENtNtNtB7_6traits8iterator8Iterator4nextB9_"
.Linfo_string322:	.asciz	"next<u16>"; .Linfo_string323:
	.asciz	"_RNvMs5_NtCs2DxGA1hvVcO_4core3numt13unchecked_add"; .Linfo_string324:	.asciz	"unchecked_add"
.Linfo_string325:	.asciz	"{impl#43}"; .Linfo_string326:
	.asciz	"_RNvXsF_NtNtCs2DxGA1hvVcO_4core4iter5rangetNtB5_4Step17forward_unchecked"; .Linfo_string327:
	.asciz	"forward_unchecked"; .Linfo_string328:	.asciz	"PostPadding"; .Linfo_string329:
	.asciz	"_RNvMs9_NtCs2DxGA1hvVcO_4core3fmtNtB5_11PostPadding5write"; .Linfo_string330:	.asciz	"write"
.Linfo_string331:	.asciz	"{impl#12}"; .Linfo_string332:	.asciz	"pad_integral"; .Linfo_string333:
	.asciz	"_RNvMs1_NtNtCs2DxGA1hvVcO_4core3mem12maybe_uninitINtB5_11MaybeUninithE5writeB9_"; .Linfo_string334:
	.asciz	"write<u8>"; .Linfo_string335:
	.asciz	"_RNvXs2_NtNtCs2DxGA1hvVcO_4core5slice5indexINtNtNtB9_3ops5range5RangejEINtB5_10SliceIndexSINtNtNtB9_3mem12maybe_uninit11MaybeUninithEE13get_uncheckedB9_"
.Linfo_string336:	.asciz	"get_unchecked<core::mem::maybe_uninit::MaybeUninit<u8>>"; .Linfo_string337:
	.asciz	"_RNvXs5_NtNtCs2DxGA1hvVcO_4core5slice5indexINtNtNtB9_3ops5range9RangeFromjEINtB5_10SliceIndexSINtNtNtB9_3mem12maybe_uninit11MaybeUninithEE13get_uncheckedB9_"
.Linfo_string338:
	.asciz	"_RINvMNtCs2DxGA1hvVcO_4core5sliceSINtNtNtB5_3mem12maybe_uninit11MaybeUninithE13get_uncheckedINtNtNtB5_3ops5range9RangeFromjEEB5_"
.Linfo_string339:
	.asciz	"get_unchecked<core::mem::maybe_uninit::MaybeUninit<u8>, core::ops::range::RangeFrom<usize>>"
.Linfo_string340:	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core3fmt3num19slice_buffer_to_str"; .Linfo_string341:
	.asciz	"slice_buffer_to_str"; .Linfo_string342:	.asciz	"{impl#32}"; .Linfo_string343:
	.asciz	"_ZN4core3fmt5Write10write_char17h8a1cde81977cb42dE"; .Linfo_string344:
	.asciz	"write_char<rust::Console>"; .Linfo_string345:	.asciz	"_ZN4rust4pass17h0b095d0605bf8c6cE"
.Linfo_string346:	.asciz	"_ZN4rust5crc3217hdecf1a0edb3b89fbE"; .Linfo_string347:
	.asciz	"_ZN4rust5visit4call17h89df29cc4ac7eaaaE"; .Linfo_string348:
	.asciz	"call<&mut rust::rust_main::{closure_env#0}>"; .Linfo_string349:
	.asciz	"_ZN4rust6queens17h04e502e23d75861cE"; .Linfo_string350:	.asciz	"_ZN4rust7sort_by17h13282754cda0ae8fE"
.Linfo_string351:	.asciz	"sort_by<u32, u32, rust::rust_main::{closure_env#1}>"; .Linfo_string352:
	.asciz	"_ZN4rust7sort_by17h93eb3140da3ad125E"; .Linfo_string353:
	.asciz	"sort_by<u32, u32, rust::rust_main::{closure_env#2}>"; .Linfo_string354:
	.asciz	"_ZN60_$LT$rust..stages..Smooth$u20$as$u20$rust..stages..Stage$GT$4feed17hbe4ca50d8a000fabE"
.Linfo_string355:	.asciz	"feed"; .Linfo_string356:
	.asciz	"_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hcd67ae0fbffd5edcE"
.Linfo_string357:	.asciz	"feed<u32>"; .Linfo_string358:
	.asciz	"_ZN68_$LT$rust..stages..Scale$LT$T$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17hf75c1273b27188eeE"
.Linfo_string359:	.asciz	"feed<u16>"; .Linfo_string360:
	.asciz	"_ZN73_$LT$rust..stages..Echo$LT$u32$C$_$GT$$u20$as$u20$rust..stages..Stage$GT$4feed17h8370eeb22903aef0E"
.Linfo_string361:	.asciz	"feed<3>"; .Linfo_string362:	.asciz	"_RNvNtCs2DxGA1hvVcO_4core9panicking9panic_fmt"
.Linfo_string363:	.asciz	"panic_fmt"; .Linfo_string364:	.asciz	"_RNvNtCs2DxGA1hvVcO_4core3fmt5write"
.Linfo_string365:	.asciz	"_RNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB5_9Formatter12pad_integral"; .Linfo_string366:
	.asciz	"_RNvNvMsa_NtCs2DxGA1hvVcO_4core3fmtNtB7_9Formatter12pad_integral12write_prefix"; .Linfo_string367:
	.asciz	"write_prefix"; .Linfo_string368:	.asciz	"_RNvNtNtCs2DxGA1hvVcO_4core5slice5index16slice_index_fail"
.Linfo_string369:	.asciz	"slice_index_fail"; .Linfo_string370:
	.asciz	"_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check"; .Linfo_string371:
	.asciz	"panic_bounds_check"; .Linfo_string372:
	.asciz	"_RNvXsu_NtNtCs2DxGA1hvVcO_4core3fmt3nummNtB7_8LowerHex3fmt"
	.section	".note.GNU-stack","",@progbits
	.section	.debug_line,"",@progbits
.Lline_table_start0:
