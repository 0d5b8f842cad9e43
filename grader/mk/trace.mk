# make check-trace: the pages of traces in a real browser. What it needs is that of export.mk.

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
	@./grade lab7 --submission solutions/lab7 --n 8 --block 4 --trace $(TRACED)/blelloch.json >/dev/null
	@./grade lab6 --submission solutions/lab6 --n 8 --block 8 --trace $(TRACED)/compare.html --compare $(TRACED)/blelloch.json >/dev/null
	@mv $(TRACED)/scan_64.html $(TRACED)/large.html
	CHECK_TRACE="$(TRACED) build/web/screenshots-trace" CHROMIUM=$(CHROMIUM) \
	    node --test --test-reporter=spec build/web/check_trace.mjs
