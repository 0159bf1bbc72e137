# SPDX-License-Identifier: ISC
# prof.mk - `make elf ... PROF=1`: gcrt0 and what it stands on, linked to a bare-metal program.
#
#   PROF=1      calls are counted too (gcc's -pg); PROF=flat: the program's own code stays as it is
#   PERIOD=n    cycles a sample (1000)
# Run it with `build/tally run --no-profile --files DIR`, read DIR/gmon.out with riscv64-unknown-elf-gprof.

PROF   ?=
PROF_PERIOD = $(call given,PERIOD,1000)

ifneq ($(filter-out 1 flat,$(PROF)),)
$(error PROF=$(PROF): give 1 (with counts of calls) or flat)
endif
ifneq ($(and $(PROF),$(VIRT)),)
$(error PROF with VIRT=1: QEMU has no unit)
endif

PROF_SRC := $(addprefix firmware/lib/,frames.c gmon.c mcount.c monitor.c monitor_bare.c machine.c profil_bsd.c) \
	$(addprefix driver/,tally.c tally_bins.c tally_profil.c tally_calls.c)
PROF_HDR := $(wildcard firmware/*.h firmware/lib/*.h firmware/include/*.h firmware/include/sys/*.h driver/*.h)
PROF_INC := -I. -Ifirmware/include -Ifirmware/lib

# $(call prof_runtime,DIR,ISA): its objects, in DIR/prof
define prof_runtime
$(1)/prof/%.o: firmware/lib/%.c $$(PROF_HDR) firmware/prof.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$(Q)$$(FW_CC) -march=$(2) $$(FW_CFLAGS) -Werror $$(PROF_INC) -c $$< -o $$@
$(1)/prof/%.o: driver/%.c $$(PROF_HDR) firmware/prof.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$(Q)$$(FW_CC) -march=$(2) $$(FW_CFLAGS) -Werror -ffreestanding $$(PROF_INC) -c $$< -o $$@
# Another PERIOD may be asked for each time.
$(1)/prof/gcrt0.o: firmware/gcrt0.c $$(PROF_HDR) firmware/prof.mk FORCE
	@mkdir -p $$(@D)
	$(Q)$$(FW_CC) -march=$(2) $$(FW_CFLAGS) -Werror $$(PROF_INC) -DPROF_PERIOD=$$(PROF_PERIOD) \
		-DGCRT0_LOW=_start -DGCRT0_HIGH=__text_end -c $$< -o $$@
endef
prof_objects = $(1)/prof/gcrt0.o $(patsubst %.c,$(1)/prof/%.o,$(notdir $(PROF_SRC)))
