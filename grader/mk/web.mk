# Exports looked at from outside. make check-export reads every format of a class with programs that are not ours,
# make check-html uses the page in Debian's Chromium: both need Node.js, and what they take from npm is pinned in
# grader/tests/web. make check-slurm grades through a real Slurm.

WEB := grader/tests/web
EXPORTED := build/web/exported
NODE_PARTS := build/web/node_modules/.installed
CHROMIUM ?= $(or $(firstword $(shell command -v chromium chromium-browser google-chrome)),/usr/bin/chromium)
EXPORT_REPORTS := $(BUILD)/bench/reports/.made
CLASS_FORMATS := canvas moodle blackboard junit csv json html
EACH_FORMATS := gradescope autolab prairielearn reports

.PHONY: check-export check-html check-slurm exported

# A few submissions of every lab: the reference, the starter, and some fixtures.
$(EXPORT_REPORTS): | build
	$(call begin,grade   a few submissions of every lab)
	$(Q)for lab in $(LABS); do \
	    for submission in solutions/$$lab labs/$$lab $$(ls -d grader/course/$$lab/fixtures/* | head -n 2); do \
	        ./grade $$lab --backend cpu --quiet --submission $$submission \
	            --json $(@D)/$$lab.$$(echo $$submission | tr / .).json </dev/null || [ $$? = 1 ] || exit 1; \
	    done; \
	done
	@touch $@

$(BUILD)/bench/fill_gradebook: $(BENCH)/fill_gradebook.c $(LIBGRADER)
	$(call begin,compile $<)
	$(Q)$(CC) $(CFLAGS) $(PACKAGE_CFLAGS) -o $@ $^ $(LIBS)

$(NODE_PARTS): $(WEB)/package.json $(WEB)/package-lock.json
	@command -v npm >/dev/null || { echo "this check needs Node.js and npm: install the packages nodejs and npm" >&2; exit 2; }
	@mkdir -p build/web
	@cp $^ build/web/
	@echo "  npm ci  $(WEB)/package-lock.json"
	$(Q)cd build/web && npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# A class of 60 with every lab there is a report of, and every kind of name. One report is as if it was measured on a
# GPU, and three students want to be on the leaderboard.
exported: build $(BUILD)/bench/fill_gradebook $(EXPORT_REPORTS)
	@rm -rf $(EXPORTED)
	@mkdir -p $(EXPORTED)
	@sed 's/"backend":\t"cpu"/"backend":\t"gpu"/' $(BUILD)/bench/reports/lab5.solutions.lab5.json >$(EXPORTED)/measured.json
	@$(BUILD)/bench/fill_gradebook $(EXPORTED)/class.db 60 $(BUILD)/bench/reports/*.json $(EXPORTED)/measured.json
	@printf '[leaderboard]\n%s\n' 'Ada Abara = yes' 'Grace Brandt = yes' 'Alan Castillo = </script><b>Alan' >$(EXPORTED)/board.ini
	@for format in $(CLASS_FORMATS); do \
	    ./grade export $$format --db $(EXPORTED)/class.db -o $(EXPORTED)/class.$$format || exit; done
	@./grade export html --db $(EXPORTED)/class.db --policy $(EXPORTED)/board.ini -o $(EXPORTED)/class.html
	@./grade export html --without-names --db $(EXPORTED)/class.db --policy $(EXPORTED)/board.ini -o $(EXPORTED)/nameless.html
	@for format in $(EACH_FORMATS); do \
	    ./grade export $$format --db $(EXPORTED)/class.db -o $(EXPORTED)/$$format/ || exit; done
	@cp $(WEB)/*.mjs $(WEB)/*.schema.json build/web/

## check-export (maintainers): every export of a class, read by other programs: a schema each, and a CSV reader (needs npm)
check-export: exported $(NODE_PARTS)
	xmllint --noout --schema grader/tests/export/junit.xsd $(EXPORTED)/class.junit
	node build/web/check_json.mjs build/web/json.schema.json $(EXPORTED)/class.json
	node build/web/check_json.mjs build/web/gradescope.schema.json $(EXPORTED)/gradescope/*.json
	node build/web/check_json.mjs build/web/autolab.schema.json $(EXPORTED)/autolab/*.json
	node build/web/check_json.mjs build/web/prairielearn.schema.json $(EXPORTED)/prairielearn/*.json
	$(MK)/check-csv.sh $(EXPORTED)

## check-html (maintainers): the page of ./grade export html in Chromium: clicks, sorting, dark mode, phone, print (needs npm)
check-html: exported $(NODE_PARTS)
	@[ -x "$(CHROMIUM)" ] || { echo "this check needs the package chromium" >&2; exit 2; }
	CHECK_PAGE="$(EXPORTED)/class.html $(EXPORTED)/class.json build/web/screenshots $(EXPORTED)/nameless.html" CHROMIUM=$(CHROMIUM) \
	    node --test --test-reporter=spec build/web/check_page.mjs

## check-slurm (maintainers): 60 submissions through a real Slurm on loopback, while its parts are killed (needs slurm-wlm, munge)
check-slurm: build
	@$(MK)/check-slurm.sh ./grade

# make check-trace: the pages of traces in a real browser.

TRACED := build/web/traced

# Pages of what goes wrong: a name, and the fixture.
FAULTS := race=lab3/missing_barrier race_of_two_lines=lab7/missing_barrier_up lost=lab8/naive_race \
    outside_read=lab6/loads_past_end outside_write=lab6/stores_past_end unwritten=lab7/uninitialized_tail \
    divergent=lab3/barrier_in_if order=lab10/missing_barrier_before_scan launches=lab2/missing_barrier

.PHONY: check-trace

## check-trace (maintainers): pages of traces, of every lab's solution and of nine faults, in Chromium: what is drawn, keys, phone (needs npm)
check-trace: build $(NODE_PARTS)
	@[ -x "$(CHROMIUM)" ] || { echo "this check needs the package chromium" >&2; exit 2; }
	@mkdir -p $(TRACED)
	@cp $(WEB)/*.mjs build/web/
	@for lab in $(LABS); do \
	    ./grade $$lab --submission solutions/$$lab --trace $(TRACED)/$$lab.html >/dev/null || exit; done
	@for fault in $(FAULTS); do fixture=$${fault#*=}; lab=$${fixture%/*}; \
	    ./grade $$lab --submission grader/course/$$lab/fixtures/$${fixture#*/} \
	        --trace $(TRACED)/$${fault%=*}.html >/dev/null; [ $$? = 1 ] || exit 2; done
	@./grade lab4 --submission solutions/lab4 --task reduce_neighbored_less --n 64 --trace $(TRACED)/banks.html >/dev/null
	@./grade lab5 --submission solutions/lab5 --task reduce_unroll_warps8 --trace $(TRACED)/shuffles.html >/dev/null
	@for program in blelloch names scan_64; do \
	    $(BUILD)/bin/simtcc grader/tests/trace/$$program.cu -o $(TRACED)/$$program && \
	    SIMT_TRACE=$(TRACED)/$$program.html $(TRACED)/$$program || exit; done
	@SIMT_TRACE=$(TRACED)/blelloch.svg $(TRACED)/blelloch
	@mv $(TRACED)/scan_64.html $(TRACED)/large.html
	CHECK_TRACE="$(TRACED) build/web/screenshots-trace" CHROMIUM=$(CHROMIUM) \
	    node --test --test-reporter=spec build/web/check_trace.mjs
