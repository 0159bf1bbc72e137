# SPDX-License-Identifier: ISC
# sw.mk - the host tool; where it is installed.

SW_SRC    := $(wildcard sw/*/*.c)
SW_OBJ    := $(call objects,host,$(SW_SRC)) $(BUILD)/sw/html_page.o
SW_LDLIBS := -ldw -lelf -liberty -lserialport -lz -lm

# Styles and scripts of the HTML and SVG exports, as texts of the program: page.css is page_css.
HTML_TEXTS := $(wildcard sw/export/html/*)
$(BUILD)/sw/html_page.o: $(HTML_TEXTS) sw/sw.mk
	$(call say,CC)
	$(Q)for file in $(HTML_TEXTS); do name=$$(basename $$file | tr . _); \
		printf 'extern const char %s[];\nconst char %s[] =\n' $$name $$name; \
		sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/\t"&\\n"/' $$file; printf ';\n'; done >$(@:.o=.c)
	$(Q)$(HOST_CC) -c $(@:.o=.c) -o $@

TALLY_PARTS := $(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB) $(SIM_CONTEXT)
$(TALLY): $(TALLY_PARTS)
	$(link_host)
tool: $(TALLY)

PREFIX  ?= /usr/local
SHARE   := $(BUILD)/share
DEST    := $(DESTDIR)$(PREFIX)
$(SHARE)/stamp: $(wildcard sw/man/*) $(TALLY)
	$(call say,SHARE,$(@D))
	$(Q)rm -rf $(@D) && sw/man/share.sh $(TALLY) $(@D) && touch $@

install: $(TALLY) $(SHARE)/stamp
	$(Q)install -D -m 755 $(TALLY) "$(DEST)/bin/tally"
	$(Q)cd $(SHARE) && find man bash-completion -type f \
		-exec install -D -m 644 {} "$(DEST)/share/{}" \;
	@echo "installed: $(DEST)/bin/tally, its manual pages and completion below $(DEST)/share"
uninstall: $(SHARE)/stamp
	$(Q)rm -f "$(DEST)/bin/tally"
	$(Q)cd $(SHARE) && find man bash-completion -type f | \
		while read -r f; do rm -f "$(DEST)/share/$$f"; done
	@echo "removed: tally below $(DEST)"

# ---- without a clone: the tool with all libraries but the C library's linked in, packed. What
# no code reaches goes, with what it would take from a newer C library.
PACK      := $(BUILD)/package
PACK_LIBS := $(patsubst -l%,lib%.a,$(filter-out -lm -lpthread,$(LIBS)))
$(PACK)/tally: private LIBS := -s -Xlinker --gc-sections $(PACK_LIBS:%=-l:%) -lm
$(PACK)/tally: $(TALLY_PARTS)
	$(link_host)
$(PACK)/copyright: sw/package/copyright.sh LICENSE sw/sw.mk $(BUILD)/setup.stamp
	@mkdir -p $(@D)
	$(Q)sw/package/copyright.sh $(VENV) $(PACK_LIBS) >$@
WHEEL_FILES := $(wildcard pyproject.toml LICENSE sw/python/*.py rtl/litex/*.py \
	rtl/litex/*/Makefile rtl/tally* rtl/*/*.v rtl/*/*.vh \
	rtl/*/*.f rtl/*/*.md driver/*.[ch])
$(BUILD)/wheel/stamp: sw/package/wheel.py $(PACK)/tally $(SHARE)/stamp $(PACK)/copyright \
		$(WHEEL_FILES)
	$(call say,WHEEL,$(@D))
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)$(PY) -B $< $(@D) $(PACK)/tally $(SHARE) $(PACK)/copyright \
		$(addprefix /usr/share/common-licenses/,LGPL-3 GPL-3)
	@touch $@
wheel: $(BUILD)/wheel/stamp
	@ls $(BUILD)/wheel/*.whl

# ---- all pages as one site
docs: $(VENV)/docs.stamp $(SHARE)/stamp
	@$(STEP) "mkdocs: $(BUILD)/site/index.html" $(BUILD)/log/docs.log \
		$(PY) -B sw/package/docs.py $(SHARE)/man $(BUILD)/docs $(BUILD)/site

# ---- all that a release consists of
release: ; @sw/package/release.sh

demo-link: $(TALLY) $(BUILD)/firmware/lua.elf
	@sw/pictures/demo_link.sh $(TALLY) vexriscv $(BUILD)/firmware/lua.elf
pictures: $(TALLY) $(patsubst %,$(BUILD)/firmware/%.elf,dhrystone fir fir-mended lua) \
		$(BUILD)/venv/browser.stamp
	@$(STEP) "chromium: sw/pictures, blocks of pages" $(BUILD)/log/pictures.log \
		sw/pictures/pictures.sh
