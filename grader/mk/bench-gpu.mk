# make bench: every rung of every lab on this machine's GPU, beside a copy, CUB and Thrust; make bench-plot:
# curves of it. Nothing else needs what is built here.

BENCH_CSV ?= build/bench/bench.csv
BENCH_SIZES ?= 16,18,20,22,24,26,28,30
BENCH_REPETITIONS ?= 15
BENCH_FILTER ?=
BENCH_PLOTS ?= build/bench
BENCH_KEYS ?= 268435456

COMMA := ,
GPU_BENCH := build/bench/gpu
GPU_BENCH_SOLUTIONS := $(patsubst solutions/%/,$(GPU_BENCH)/%.o,$(wildcard solutions/*/))
# What goes beyond a lab has the lab's launchers again.
GPU_BENCH_SOLUTIONS += $(patsubst solutions/%/,$(GPU_BENCH)/%.o,$(wildcard solutions/*/beyond/))
GPU_BENCH_OBJECTS := $(call objects,$(wildcard grader/bench/*.c grader/bench/*.cu))
CUDA_HOME = $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))

.PHONY: bench bench-check bench-sort bench-wide bench-plot

## bench (instructors): on a GPU, every rung of every lab beside a copy, CUB and Thrust, as a table and as CSV
bench: gpu-and-toolkit
	@$(MAKE) --no-print-directory $(GPU_BENCH)/bench
	@$(GPU_BENCH)/bench $(BENCH_CSV) $(BENCH_SIZES) $(BENCH_REPETITIONS) $(BENCH_FILTER) && echo "written: $(BENCH_CSV)"

# Every rung at sizes and addresses that are easily got wrong.
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
	@mkdir -p $$(@D)
	@echo "  nvcc    $(BEYOND_$1)"
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

# Solutions name their own functions alike: in each, only the launchers stay visible, those beyond a lab as
# LAUNCHER_beyond.
$(GPU_BENCH)/%.o: $(MK)/bench-gpu.mk
	@mkdir -p $(@D)
	@echo "  nvcc    solutions/$*"
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
