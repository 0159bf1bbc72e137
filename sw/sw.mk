# SPDX-License-Identifier: ISC
# sw.mk - the host tool build/tally; where it is installed; its pictures.
#
#   make install [PREFIX=/usr/local] [DESTDIR=]     make uninstall, with the same two
#   make demo-link                                  a session with a simulated board

SW_SRC    := $(wildcard sw/*/*.c)
SW_OBJ    := $(call objects,host,$(SW_SRC)) $(BUILD)/sw/html_page.o
SW_LDLIBS := -ldw -lelf -liberty -lserialport -lz -lm

# Styles and scripts of the HTML and SVG exports, as texts of the program: page.css is page_css.
HTML_TEXTS := $(wildcard sw/export/html/*)
$(BUILD)/sw/html_page.c: $(HTML_TEXTS) sw/sw.mk
	@mkdir -p $(@D)
	$(Q)for file in $(HTML_TEXTS); do name=$$(basename $$file | tr . _); printf 'extern const char %s[];\nconst char %s[] =\n' $$name $$name; \
		sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/\t"&\\n"/' $$file; printf ';\n'; done >$@
$(BUILD)/sw/html_page.o: $(BUILD)/sw/html_page.c
	$(call say,CC,$@)
	$(Q)$(HOST_CC) -c $< -o $@

$(eval $(call program,$(TALLY),,$(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB),$(SW_LDLIBS) $(if $(SIM_CORES),$(VERILATE_LIBS))))
.PHONY: tool
tool: $(TALLY)

# ---- manual pages and completion, where programs are kept
PREFIX  ?= /usr/local
DESTDIR ?=
SHARE   := $(BUILD)/share
DEST    := $(DESTDIR)$(PREFIX)

$(SHARE)/stamp: $(wildcard sw/man/*) $(TALLY)
	$(call say,SHARE,$(@D))
	$(Q)rm -rf $(@D) && sw/man/share.sh $(TALLY) $(@D) && touch $@

.PHONY: install uninstall
install: $(TALLY) $(SHARE)/stamp
	$(Q)install -D -m 755 $(TALLY) "$(DEST)/bin/tally"
	$(Q)cd $(SHARE) && find man bash-completion -type f -exec install -D -m 644 {} "$(DEST)/share/{}" \;
	@echo "installed: $(DEST)/bin/tally, its manual pages and completion below $(DEST)/share"

uninstall: $(SHARE)/stamp
	$(Q)rm -f "$(DEST)/bin/tally"
	$(Q)cd $(SHARE) && find man bash-completion -type f | while read -r f; do rm -f "$(DEST)/share/$$f"; done
	@echo "removed: tally below $(DEST)"

# ---- what the READMEs show
.PHONY: demo-link pictures picture-link
demo-link: $(TALLY) $(BUILD)/firmware/lua.elf
	@sw/pictures/demo_link.sh $(TALLY) vexriscv $(BUILD)/firmware/lua.elf
picture-link: $(TALLY) $(BUILD)/firmware/lua.elf
	@sw/pictures/demo_link.sh $(TALLY) vexriscv $(BUILD)/firmware/lua.elf >$(BUILD)/log/demo_link.txt
	@sw/pictures/between.sh sw/LIVE.md demo-link <$(BUILD)/log/demo_link.txt
pictures: picture-link $(TALLY) $(BUILD)/firmware/dhrystone.elf $(BUILD)/firmware/hello.elf $(BUILD)/firmware/lua.elf $(BUILD)/readers/pprof \
		$(patsubst %,$(BUILD)/readers/%.stamp,browser callgrind perf)
	@sw/pictures/readme.sh $(TALLY) $(BUILD)/firmware/dhrystone.elf | sw/pictures/between.sh README.md annotate
	@sw/pictures/readme_calls.sh $(TALLY) $(BUILD)/firmware/lua.elf | sw/pictures/between.sh sw/README.md calls
	@$(STEP) "pictures" $(BUILD)/log/pictures.log sw/pictures/pictures.sh $(TALLY) \
		$(patsubst %,$(BUILD)/firmware/%.elf,dhrystone hello lua) sw/pictures
