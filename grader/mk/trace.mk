# make check-trace: the pages of traces in a real browser. What it needs is that of export.mk.

TRACED := build/web/traced

.PHONY: check-trace

## check-trace: pages of traces, of every lab's solution and of a race, in Chromium: stepping, keys, phone (needs npm)
check-trace: build $(NODE_PARTS)
	@[ -x "$(CHROMIUM)" ] || { echo "this check needs the package chromium" >&2; exit 2; }
	@mkdir -p $(TRACED)
	@cp $(WEB)/*.mjs build/web/
	@for lab in $(LABS); do \
	    ./grade $$lab --submission solutions/$$lab --trace $(TRACED)/$$lab.html >/dev/null || exit; done
	@./grade lab3 --submission grader/course/lab3/fixtures/missing_barrier --trace $(TRACED)/race.html >/dev/null; [ $$? = 1 ]
	@./grade lab7 --submission grader/course/lab7/fixtures/missing_barrier_up --trace $(TRACED)/race_of_two_lines.html >/dev/null; [ $$? = 1 ]
	@for program in blelloch names scan_64; do \
	    $(BUILD)/bin/simtcc grader/tests/trace/$$program.cu -o $(TRACED)/$$program && \
	    SIMT_TRACE=$(TRACED)/$$program.html $(TRACED)/$$program || exit; done
	@SIMT_TRACE=$(TRACED)/blelloch.svg $(TRACED)/blelloch
	@./grade lab7 --submission solutions/lab7 --n 8 --block 4 --trace $(TRACED)/blelloch.json >/dev/null
	@./grade lab6 --submission solutions/lab6 --n 8 --block 8 --trace $(TRACED)/compare.html --compare $(TRACED)/blelloch.json >/dev/null
	@mv $(TRACED)/scan_64.html $(TRACED)/large.html
	CHECK_TRACE="$(TRACED) build/web/screenshots-trace" CHROMIUM=$(CHROMIUM) \
	    node --test --test-reporter=spec build/web/check_trace.mjs
