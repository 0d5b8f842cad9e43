# make bench-engine: time and memory of the CPU engine, simtcc and ./grade. Not a test: times
# depend on the machine's other load.

BENCH := grader/tests/bench
BENCH_RUNS ?= 5
BENCH_N ?= 1048576
# Packages of Debian and Ubuntu; only this comparison needs them, so no target installs them.
OCLGRIND_PACKAGES := oclgrind ocl-icd-opencl-dev opencl-headers

bench = $(BUILD)/bench/bench $(BENCH_RUNS)
without_log = SIMT_CHECK=none SIMT_COUNT=none

.PHONY: bench-engine bench-reduce bench-parts same-reports bench-unchecked bench-grade bench-model
bench-engine: bench-reduce bench-parts bench-unchecked bench-grade

bench-reduce: $(BUILD)/bench/bench $(BUILD)/bench/reduce $(BUILD)/bench/unchecked/reduce
	@echo "interleaved shared-memory reduce of $(BENCH_N) ints, blocks of 512, $(BENCH_RUNS) runs in turns:"
	@if command -v oclgrind >/dev/null && pkg-config --exists OpenCL; then \
	    $(MAKE) --no-print-directory --silent $(BUILD)/bench/reduce_opencl && \
	    $(bench) \
	        "oclgrind --data-races" "oclgrind --data-races $(BUILD)/bench/reduce_opencl $(BENCH)/reduce.cl $(BENCH_N)" \
	        "simtcc, every check on" "SIMT_CHECK=all $(BUILD)/bench/reduce $(BENCH_N)"; \
	else \
	    echo "no comparison with Oclgrind: install $(OCLGRIND_PACKAGES)"; \
	fi
	@$(bench) \
	    "every check on" "SIMT_CHECK=all $(BUILD)/bench/reduce $(BENCH_N)" \
	    "SIMT_CHECK=none" "SIMT_CHECK=none $(BUILD)/bench/reduce $(BENCH_N)" \
	    "SIMT_CHECK=none SIMT_COUNT=none" "$(without_log) $(BUILD)/bench/reduce $(BENCH_N)" \
	    "compiled with --unchecked" "$(BUILD)/bench/unchecked/reduce $(BENCH_N)"

# Where the time goes: each row enables one part more than the row before it.
PARTS := reduce lab8 lab10
bench-parts: $(BUILD)/bench/bench $(foreach part,$(PARTS),$(BUILD)/bench/$(part) $(BUILD)/bench/unchecked/$(part))
	@for program in "reduce $(BENCH_N) 256" $(foreach lab,$(filter lab%,$(PARTS)),"$(lab) $(BENCH_N)"); do \
	    echo "$$program, part by part:" && \
	    $(bench) \
	        "lanes (compiled with --unchecked)" "$(BUILD)/bench/unchecked/$$program" \
	        "hooks that log nothing" "$(without_log) $(BUILD)/bench/$$program" \
	        "log, merge and bounds" "SIMT_CHECK=memory SIMT_COUNT=none $(BUILD)/bench/$$program" \
	        "initialisation" "SIMT_CHECK=memory,init SIMT_COUNT=none $(BUILD)/bench/$$program" \
	        "races and barriers" "SIMT_CHECK=all SIMT_COUNT=none $(BUILD)/bench/$$program" \
	        "counters" "SIMT_CHECK=all $(BUILD)/bench/$$program" || exit; \
	done

# OLD names the simtcc of another checkout.
SAME_EVERY ?= 6
## same-reports (maintainers): whether the engine of another checkout, OLD=.../build/bin/simtcc, reports the same to the byte
same-reports: build
	@$(MK)/same-reports.sh $(call need,OLD) build/bin/simtcc $(SAME_EVERY) $(SAME_NAMES)

bench-unchecked: $(BUILD)/bench/bench $(BUILD)/bench/touch $(BUILD)/bench/unchecked/touch
	@echo "4194304 elements touched by a thread each, without barriers, with every check on and with nothing:"
	@for kind in ints atomics bytes stencil; do \
	    $(bench) \
	        "$$kind, every check on" "SIMT_CHECK=all $(BUILD)/bench/touch $$kind 4194304" \
	        "$$kind, nothing on" "$(without_log) $(BUILD)/bench/touch $$kind 4194304" \
	        "$$kind, compiled with --unchecked" "$(BUILD)/bench/unchecked/touch $$kind 4194304" || exit; \
	done

# A submission is touched rather than changed: the work is the same, and the student's file stays.
bench-grade: $(BUILD)/bench/bench lab3
	@$(bench) \
	    "./grade lab3 --backend cpu, the reference" "./grade lab3 --backend cpu --submission solutions/lab3"
	@+$(bench) \
	    "make lab3 after a one-line change" "touch labs/lab3/lab3.cu && $(MAKE) lab3"

$(BUILD)/bench/bench: $(BENCH)/bench.c $(MK)/config.mk
	$(call begin,compile $<)
	$(Q)$(CC) $(CFLAGS) -o $@ $<

$(BUILD)/bench/reduce_opencl: $(BENCH)/reduce_opencl.c $(MK)/config.mk
	$(call begin,compile $<)
	$(Q)$(CC) $(CFLAGS) -o $@ $< $(call ask,--cflags --libs OpenCL)

$(BUILD)/bench/reduce $(BUILD)/bench/touch: $(BUILD)/bench/%: $(BENCH)/%.cu $(ENGINE)
	$(call begin,simtcc  $<)
	$(Q)$(BUILD)/bin/simtcc $< -o $@

$(BUILD)/bench/unchecked/reduce $(BUILD)/bench/unchecked/touch: $(BUILD)/bench/unchecked/%: $(BENCH)/%.cu $(ENGINE)
	$(call begin,simtcc  $<)
	$(Q)$(BUILD)/bin/simtcc --unchecked $< -o $@

lab_try = $(call LAB_INCLUDES,$*) solutions/$*/$*.cu labs/$*/try.cu

$(BUILD)/bench/lab8 $(BUILD)/bench/lab10: $(BUILD)/bench/%: $(ENGINE)
	@mkdir -p $(@D)
	@echo "  simtcc  solutions/$*/$*.cu"
	$(Q)$(BUILD)/bin/simtcc $(lab_try) -o $@

$(BUILD)/bench/unchecked/lab8 $(BUILD)/bench/unchecked/lab10: $(BUILD)/bench/unchecked/%: $(ENGINE)
	@mkdir -p $(@D)
	@echo "  simtcc  solutions/$*/$*.cu"
	$(Q)$(BUILD)/bin/simtcc --unchecked $(lab_try) -o $@

# make bench-term: a simulated term of this size, with every final score recomputed.
TERM_STUDENTS ?= 150
TERM_LABS ?= lab3 lab4 lab6 lab7 lab8 lab9
.PHONY: bench-term
## bench-term (maintainers): a term of 150 and six labs from three systems, its final scores worked out anew (half an hour)
bench-term: build $(BUILD)/tests/test_term
	@WARPLAB_TERM="$(TERM_STUDENTS) $(TERM_LABS)" $(BUILD)/tests/test_term

# make bench-batch: a class graded, compared with the time of its builds and engine runs alone.
BENCH_CLASS ?= 300
BENCH_CORES ?= 2
.PHONY: bench-batch
bench-batch: $(BUILD)/bench/batch build
	@$(BUILD)/bench/batch $(BENCH_CLASS) $(BENCH_CORES)

$(BUILD)/bench/batch: $(BENCH)/batch.c $(SPEC_OBJECTS) $(LIBGRADER)
	$(call begin,compile $<)
	$(Q)$(CC) $(CFLAGS) $(PACKAGE_CFLAGS) -o $@ $^ $(LIBS)

## bench-model (maintainers): how well modelled times agree with measured ones, as a table and a picture, with gnuplot
bench-model:
	@command -v gnuplot >/dev/null || { echo "make bench-model takes gnuplot: install gnuplot-nox"; exit 1; }
	@$(MK)/model-plot.sh docs/results/model/kernels.csv docs/results/model/kernels.svg

# make bench: every rung of every lab on this machine's GPU, against a copy, CUB and Thrust; make bench-plot:
# curves of the results. Nothing else needs the files built here.

BENCH_CSV ?= build/bench/bench.csv
BENCH_SIZES ?= 16,18,20,22,24,26,28,30
BENCH_REPETITIONS ?= 15
BENCH_FILTER ?=
BENCH_PLOTS ?= build/bench
BENCH_KEYS ?= 268435456

COMMA := ,
GPU_BENCH := build/bench/gpu
GPU_BENCH_SOLUTIONS := $(patsubst solutions/%/,$(GPU_BENCH)/%.o,$(wildcard solutions/*/))
# Solutions that go beyond a lab define the lab's launchers again.
GPU_BENCH_SOLUTIONS += $(patsubst solutions/%/,$(GPU_BENCH)/%.o,$(wildcard solutions/*/beyond/))
GPU_BENCH_OBJECTS := $(call objects,$(wildcard grader/bench/*.c grader/bench/*.cu))
CUDA_HOME = $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))

.PHONY: bench bench-check bench-sort bench-wide bench-plot

## bench (instructors): on a GPU, every rung of every lab beside a copy, CUB and Thrust, as a table and as CSV
bench: gpu-and-toolkit
	@$(MAKE) --no-print-directory $(GPU_BENCH)/bench
	@$(GPU_BENCH)/bench $(BENCH_CSV) $(BENCH_SIZES) $(BENCH_REPETITIONS) $(BENCH_FILTER) && echo "written: $(BENCH_CSV)"

# Every rung at sizes and addresses at which mistakes are likely.
bench-check: gpu-and-toolkit
	@$(MAKE) --no-print-directory $(GPU_BENCH)/bench
	@$(GPU_BENCH)/bench --check

## bench-sort (instructors): on a GPU, the radix sort beyond lab 10 beside CUB's, BENCH_KEYS keys of 8 and of 32 bits
bench-sort: gpu-and-toolkit
	@$(MAKE) --no-print-directory $(GPU_BENCH)/sort
	@$(GPU_BENCH)/sort $(BENCH_KEYS) $(BENCH_REPETITIONS)

## bench-wide (instructors): on a GPU, the histograms beyond the challenge beside CUB's: 2^14 bins, and counters of 64 bits
bench-wide: gpu-and-toolkit
	@$(MAKE) --no-print-directory $(GPU_BENCH)/wide
	@$(GPU_BENCH)/wide $(BENCH_KEYS) $(BENCH_REPETITIONS)

BEYOND_sort := solutions/lab10/onesweep
BEYOND_wide := solutions/challenge-histogram/wide
define BEYOND_RULE
$(GPU_BENCH)/$1: $(wildcard $(BEYOND_$1)/*) solutions/race.h labs/include/warplab.h
	$$(call begin,nvcc    $(BEYOND_$1))
	$(Q)$$(call need,NVCC) -O3 -std=c++17 $$(NVCC_ARCH) -Ilabs/include $(wildcard $(BEYOND_$1)/*.cu) -o $$@
endef
$(foreach program,sort wide,$(eval $(call BEYOND_RULE,$(program))))

.PHONY: gpu-and-toolkit
gpu-and-toolkit:
	@[ -n "$(NVCC)" ] || { echo "make bench takes the CUDA Toolkit, and nvcc is not found"; exit 1; }
	@[ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || { echo "make bench takes a GPU, and there is none here"; exit 1; }

## bench-plot (instructors): curves and ladder of BENCH_CSV as SVG, with gnuplot
bench-plot:
	@command -v gnuplot >/dev/null || { echo "make bench-plot takes gnuplot: install gnuplot-nox"; exit 1; }
	@[ -r $(BENCH_CSV) ] || { echo "$(BENCH_CSV) is not there: make bench writes it, on a GPU"; exit 1; }
	@$(MK)/bench-plot.sh $(BENCH_CSV) $(BENCH_PLOTS)

$(BUILD)/obj/grader/bench/%.o: CFLAGS += -isystem $(CUDA_HOME)/include

# Solutions use the same names for their own functions: in each, only the launchers stay visible, those beyond a lab as
# LAUNCHER_beyond.
$(GPU_BENCH)/%.o: $(MK)/bench.mk
	$(call begin,nvcc    solutions/$*)
	$(Q)$(call need,NVCC) -O3 -std=c++17 $(NVCC_ARCH) $(call LAB_INCLUDES,$(firstword $(subst /, ,$*))) -MMD -MP -MF $(@:.o=.d) \
	    -c solutions/$*/$(firstword $(subst /, ,$*)).cu -o $@
	$(Q)objcopy --wildcard --localize-symbol='_Z*' $@
	$(Q)case $* in */beyond) objcopy $$(nm --defined-only --extern-only $@ | \
	    awk '$$2 == "T" { print "--redefine-sym " $$3 "=" $$3 "_beyond" }') $@ ;; esac

# The launchers are found by name among the program's own symbols.
$(GPU_BENCH)/bench: $(GPU_BENCH_OBJECTS) $(GPU_BENCH_SOLUTIONS) $(SPEC_OBJECTS) $(LIBGRADER)
	@echo "  link    $@"
	$(Q)$(call need,NVCC) $(NVCC_ARCH) -Xlinker --export-dynamic -Xlinker --as-needed -o $@ $^ $(filter-out -Wl$(COMMA)%,$(LIBS)) -ldl

-include $(GPU_BENCH_SOLUTIONS:.o=.d)
