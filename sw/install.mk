# SPDX-License-Identifier: ISC
# install.mk - the host tool, its manual pages and its completion where programs are kept.
#
#   make install [PREFIX=/usr/local] [DESTDIR=]     make uninstall, with the same two
PREFIX  ?= /usr/local
DESTDIR ?=
SHARE   := $(BUILD)/share
DEST    := $(DESTDIR)$(PREFIX)

$(SHARE)/stamp: sw/share.sh $(wildcard sw/man/*) $(TALLY)
	$(call say,SHARE,$(@D))
	$(Q)rm -rf $(@D) && sw/share.sh $(TALLY) $(@D) && touch $@
TEST_DEPS += $(SHARE)/stamp

.PHONY: install uninstall
install: $(TALLY) $(SHARE)/stamp
	$(Q)install -D -m 755 $(TALLY) $(DEST)/bin/tally
	$(Q)cd $(SHARE) && find man bash-completion -type f -exec install -D -m 644 {} $(DEST)/share/{} \;
	@echo "installed: $(DEST)/bin/tally, its manual pages and completion below $(DEST)/share"

uninstall: $(SHARE)/stamp
	$(Q)rm -f $(DEST)/bin/tally
	$(Q)cd $(SHARE) && find man bash-completion -type f | while read -r f; do rm -f "$(DEST)/share/$$f"; done
	@echo "removed: tally below $(DEST)"
