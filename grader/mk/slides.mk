# The decks: every slides/*.md except the README becomes build/slides/*.html, and *.pdf if there is a browser.
# Marp comes from npm, pinned in slides/package-lock.json; included files are inserted into a deck before.

SLIDES := build/slides
# Students get decks without the speaker's notes; NOTES=yes makes the lecturer's, in a separate folder.
NOTES ?=
MADE_DECKS := $(SLIDES)$(if $(filter yes,$(NOTES)),/lecturer)
DECKS := $(filter-out README,$(shell ls slides/*.md 2>/dev/null | sed "s|.*/||; s|\.md$$||" | sort -V))
MARP_PARTS := $(SLIDES)/npm/node_modules/.installed
MARP := $(SLIDES)/npm/node_modules/.bin/marp
LOOKS ?= light dark grey
SLIDES_BROWSER = $(wildcard $(CHROMIUM))
# Chromium's own sandbox does not work for root.
RUN_MARP = CHROME_NO_SANDBOX=1 CHROME_PATH=$(CHROMIUM) $(MARP) --config-file slides/marp.config.mjs --no-stdin

.PHONY: slides slides-html slides-pdf slides-deps slides-need slides-browser check-slides check-slides-text

## slides (instructors): the decks for students, build/slides/*.html, and *.pdf where Chromium is; with speaker notes, build/slides/lecturer: NOTES=yes (needs npm: make slides-deps)
slides: slides-need slides-html slides-pdf

# First of all, before a grader is built for the contents of slides.
slides-need:
	@[ -d slides ] || { echo "the slides are not part of this hand-out" >&2; exit 2; }
	@$(MK)/setup.sh check slides

slides-html: $(DECKS:%=$(MADE_DECKS)/%.html) $(MADE_DECKS)/index.html

ifneq ($(SLIDES_BROWSER),)
slides-pdf: $(DECKS:%=$(MADE_DECKS)/%.pdf)
else
slides-pdf: slides-html
	@echo "no PDF: there is no Chromium here (the package chromium)"
endif

## slides-deps (instructors): install what make slides and make check-slides need (Debian, Ubuntu)
slides-deps:
	@$(MK)/setup.sh install slides

$(MARP_PARTS): slides/package.json slides/package-lock.json
	@mkdir -p $(SLIDES)/npm
	@cp $^ $(SLIDES)/npm/
	@echo "  npm ci  slides/package-lock.json"
	$(Q)cd $(SLIDES)/npm && npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# Contents that slides take from programs, not from stored files. For a fixture, a starter or a
# solution: the report, always with the same seed (reports/lab3/neighbored.txt, .../starter.txt, .../solution.txt),
# and the trace of a kernel, with the options of --trace (traces/lab4/solution--task-reduce_neighbored--n-16.svg); and
# the output of a program beside a lab on the CPU engine (runs/lab4/branches.txt). Chinese decks show the same reports
# in Chinese (reports.zh/lab3/neighbored.txt).
lab_of = $(firstword $(subst /, ,$1))
submission_of = $(strip $(if $(filter %/starter,$1),$(SLIDES)/starters/$(call lab_of,$1),$(if $(filter %/solution,$1),\
    solutions/$(call lab_of,$1),grader/course/$(call lab_of,$1)/fixtures/$(notdir $1))))
named = $(firstword $(subst --, ,$1))
# A starter as handed out, whatever is in labs/ by now; without git, the present file.
handed_out = @mkdir -p $(SLIDES)/starters/$1; file=$1/$1.cu; { git show HEAD:labs/$$file 2>/dev/null || cat labs/$$file; } \
    >$(SLIDES)/starters/$$file
options_of = $(shell echo '$1' | sed -n 's/^[^-]*--/--/; s/--\([a-z]*\)-/ --\1 /gp')

define report_rule
$(SLIDES)/$1/%.txt: $(GRADE) $(LANGUAGES) | build
	@mkdir -p $$(@D)
	@echo "  grade   $$*, $2"
	$$(if $$(filter %/starter,$$*),$$(call handed_out,$$(call lab_of,$$*)))
	$$(Q)LC_ALL=$2 LANGUAGE= ./grade $$(call lab_of,$$*) --backend cpu --seed 2026 --full \
	    --submission $$(call submission_of,$$*) >$$@ || [ $$$$? = 1 ]
	@! grep -e "was stopped" -e "被中止" $$@
endef
$(eval $(call report_rule,reports,C.UTF-8))
$(eval $(call report_rule,reports.zh,zh_CN.UTF-8))

$(SLIDES)/traces/%.svg: $(GRADE) | build
	@mkdir -p $(@D)
	@echo "  trace   $*"
	$(Q)rm -f $@; LC_ALL=C.UTF-8 LANGUAGE= ./grade $(call lab_of,$*) --submission $(call submission_of,$(call named,$*)) \
	    --trace $@ $(call options_of,$*) >$@.log 2>&1 || [ $$? = 1 ]; test -s $@ || { cat $@.log >&2; exit 1; }

# In a Chinese deck the text of such a picture is Chinese, too.
$(SLIDES)/traces.zh/%.svg: $(SLIDES)/traces/%.svg slides/traces.zh $(BUILD)/bin/figures
	@mkdir -p $(@D)
	$(Q)$(BUILD)/bin/figures slides/traces.zh $< >$@.new && mv $@.new $@

# So is that of measured curves.
$(SLIDES)/curves.zh/%.svg: docs/results/%.svg slides/curves.zh $(BUILD)/bin/figures
	@mkdir -p $(@D)
	$(Q)$(BUILD)/bin/figures slides/curves.zh $< >$@.new && mv $@.new $@

$(SLIDES)/runs/%.txt: labs/%.cu | $(ENGINE)
	@mkdir -p $(@D)
	@echo "  run     $<"
	$(Q)$(BUILD)/bin/simtcc $(call LAB_INCLUDES,$(call lab_of,$*)) $< -o $(@:.txt=) && $(@:.txt=) >$@

# A deck depends on every file that it includes.
included = $(shell sed -n 's/^@[a-z]* *\([^ ]*\) ::.*/\1/p' slides/$1.md)

define deck_rule
$(MADE_DECKS)/md/$1.md: slides/$1.md slides/tools/expand.awk $(call included,$1)
	@mkdir -p $(SLIDES)/scratch/$1
	@mkdir -p $$(@D)
	$$(Q)awk -v notes=$(NOTES) -v scratch=$(SLIDES)/scratch/$1 -f slides/tools/expand.awk $$< >$$@
endef
$(foreach deck,$(DECKS),$(eval $(call deck_rule,$(deck))))

$(MADE_DECKS)/%.html: $(MADE_DECKS)/md/%.md $(MARP_PARTS) slides/theme/warplab.css slides/marp.config.mjs
	@echo "  marp    $@"
	$(Q)$(RUN_MARP) $< -o $@ 2>$@.log || { cat $@.log >&2; exit 1; }

$(MADE_DECKS)/%.pdf: $(MADE_DECKS)/md/%.md $(MARP_PARTS) slides/theme/warplab.css slides/marp.config.mjs
	@echo "  marp    $@"
	$(Q)$(RUN_MARP) --pdf --pdf-notes $< -o $@ 2>$@.log || { cat $@.log >&2; exit 1; }

# All slides on one page, used by the check.
$(MADE_DECKS)/look/%.html: $(MADE_DECKS)/md/%.md $(MARP_PARTS) slides/theme/warplab.css slides/marp.config.mjs
	@mkdir -p $(@D)
	$(Q)$(RUN_MARP) --template bare $< -o $@ 2>$@.log || { cat $@.log >&2; exit 1; }

$(MADE_DECKS)/index.html: slides/tools/index.awk $(DECKS:%=slides/%.md)
	@mkdir -p $(@D)
	$(Q)awk -v notes=$(NOTES) -f $^ </dev/null >$@

# Checks that need neither a browser nor npm.
check-slides-text:
	@failed=0; for deck in $(DECKS); do \
	    awk -f slides/tools/structure.awk slides/$$deck.md || failed=1; done; exit $$failed

slides-browser:
	@[ -x "$(CHROMIUM)" ] || { echo "this check needs the package chromium" >&2; exit 2; }
	@fc-list :lang=zh-cn | grep -q . || { echo "Chinese decks need a font (the package fonts-noto-cjk)" >&2; exit 2; }

## check-slides (authors): the decks' structure, and every slide measured in Chromium; pictures in build/slides/pictures (needs npm)
check-slides: slides-need slides-browser check-slides-text $(DECKS:%=$(MADE_DECKS)/look/%.html)
	@rm -rf $(SLIDES)/pictures
	@NODE_MODULES=$(SLIDES)/npm LOOKS="$(LOOKS)" node slides/tools/look.mjs $(CHROMIUM) $(SLIDES)/pictures $(DECKS:%=$(MADE_DECKS)/look/%.html)
