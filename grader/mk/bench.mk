# make bench-engine: how long the CPU engine and ./grade take, and how much memory. Not a test: times
# depend on what else the machine is doing.

BENCH := grader/tests/bench
BENCH_RUNS ?= 5
BENCH_N ?= 1048576
# Packages of Debian and Ubuntu; only this comparison needs them, so nothing installs them by itself.
OCLGRIND_PACKAGES := oclgrind ocl-icd-opencl-dev opencl-headers

.PHONY: bench-engine bench-reduce bench-grade
bench-engine: bench-reduce bench-grade

bench-reduce: $(BUILD)/bench/bench $(BUILD)/bench/reduce
	@echo "interleaved shared-memory reduce of $(BENCH_N) ints, blocks of 512, every check on, $(BENCH_RUNS) runs in turns:"
	@if command -v oclgrind >/dev/null && pkg-config --exists OpenCL; then \
	    $(MAKE) --no-print-directory --silent $(BUILD)/bench/reduce_opencl && \
	    $(BUILD)/bench/bench $(BENCH_RUNS) \
	        "oclgrind --data-races" "oclgrind --data-races $(BUILD)/bench/reduce_opencl $(BENCH)/reduce.cl $(BENCH_N)" \
	        "simtcc, SIMT_CHECK=all" "SIMT_CHECK=all $(BUILD)/bench/reduce $(BENCH_N)"; \
	else \
	    echo "no comparison with Oclgrind: install $(OCLGRIND_PACKAGES)"; \
	    $(BUILD)/bench/bench $(BENCH_RUNS) "simtcc, SIMT_CHECK=all" "SIMT_CHECK=all $(BUILD)/bench/reduce $(BENCH_N)"; \
	fi

# A submission is touched rather than changed: the work is the same, and the student's file stays.
bench-grade: $(BUILD)/bench/bench lab3
	@$(BUILD)/bench/bench $(BENCH_RUNS) \
	    "./grade lab3 --backend cpu, the reference" "./grade lab3 --backend cpu --submission solutions/lab3"
	@+$(BUILD)/bench/bench $(BENCH_RUNS) \
	    "make lab3 after a one-line change" "touch labs/lab3/lab3.cu && $(MAKE) lab3"

$(BUILD)/bench/bench: $(BENCH)/bench.c $(MK)/config.mk
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(CC) $(CFLAGS) -o $@ $<

$(BUILD)/bench/reduce_opencl: $(BENCH)/reduce_opencl.c $(MK)/config.mk
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(CC) $(CFLAGS) -o $@ $< $(call ask,--cflags --libs OpenCL)

$(BUILD)/bench/reduce: $(BENCH)/reduce.cu $(BUILD)/bin/simtcc $(BUILD)/include/.copied $(LIBSIMT)
	@mkdir -p $(@D)
	@echo "  simtcc  $<"
	$(Q)$(BUILD)/bin/simtcc $< -o $@

# make bench-export: every format, of 300 students and as many labs as there are. The reports are real ones.
EXPORT_STUDENTS ?= 300
EXPORT_FORMATS := canvas moodle junit csv json html gradescope autolab
EXPORT_REPORTS := $(BUILD)/bench/reports/.made

.PHONY: bench-export
bench-export: $(BUILD)/bench/bench $(BUILD)/bench/fill_gradebook $(EXPORT_REPORTS) | build
	@rm -f $(BUILD)/bench/class.db
	@$(BUILD)/bench/fill_gradebook $(BUILD)/bench/class.db $(EXPORT_STUDENTS) $(BUILD)/bench/reports/*.json
	@echo "export of $(EXPORT_STUDENTS) students and $(words $(LABS)) labs:"
	@mkdir -p $(BUILD)/bench/exported
	@$(BUILD)/bench/bench $(BENCH_RUNS) $(foreach format,$(EXPORT_FORMATS),"$(format)" \
	    "./grade export $(format) --db $(BUILD)/bench/class.db -o $(BUILD)/bench/exported/$(if $(filter gradescope autolab,$(format)),$(format)/,class.$(format))")

# A few submissions of every lab: the reference, the starter, and some fixtures.
$(EXPORT_REPORTS): | build
	@mkdir -p $(@D)
	@echo "  grade   a few submissions of every lab"
	$(Q)for lab in $(LABS); do \
	    for submission in solutions/$$lab labs/$$lab $$(ls -d grader/tests/fixtures/$$lab/* | head -n 2); do \
	        ./grade $$lab --backend cpu --quiet --submission $$submission \
	            --json $(@D)/$$lab.$$(echo $$submission | tr / .).json </dev/null || [ $$? = 1 ] || exit 1; \
	    done; \
	done
	@touch $@

$(BUILD)/bench/fill_gradebook: $(BENCH)/fill_gradebook.c $(LIBGRADER)
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(CC) $(CFLAGS) $(PACKAGE_CFLAGS) -o $@ $^ $(LIBS)
