# Test suites: every grader/tests/test_*.c is a program of its own, build/tests/test_*, linked with
# the parts of the grader and of the engine that it uses; every grader/tests/helpers/*.c is a program that
# suites run. Other .c files beside the suites are shared by them.

# Without grader/confine its tests are skipped.
CONFINE_SUITES := $(if $(CONFINED),,$(addprefix grader/tests/test_,confined.c gate.c guard_gap.c hostile.c readers.c symbols.c))
SUITE_SOURCES := $(filter-out $(CONFINE_SUITES),$(wildcard grader/tests/test_*.c))
SUPPORT_SOURCES := $(filter-out $(SUITE_SOURCES) $(CONFINE_SUITES),$(wildcard grader/tests/*.c)) \
    $(filter-out %/main.c,$(wildcard grader/tests/fuzz/*.c))
HELPERS := $(patsubst grader/tests/%.c,build/tests/%,$(wildcard grader/tests/helpers/*.c))
suites = $(patsubst grader/tests/%.c,$(BUILD)/tests/%,$1)
SUITES := $(call suites,$(SUITE_SOURCES))
TEST_PARTS := $(call objects,$(SUPPORT_SOURCES) $(SPEC_SOURCES) grader/references/table.c) $(FIGURE_OBJECTS) $(LIBGRADER) $(LIBTRANSLATE) $(LIBSIMT) $(LIBCONFINE)

# The suites of the engine, and those that grade submissions, are found by the names in their source.
suites_with = $(call suites,$(shell grep -lE '$1' $(SUITE_SOURCES) /dev/null))
ENGINE_SUITES = $(call suites_with,^.include "(simt/)?(engine|runtime|translate)/|bin/simtcc)
LAB_SUITES = $(call suites_with,fixtures/)

.PHONY: tests plain-suites run-suites sanitized sanitized-suites record-check check-format count-spelling
.SECONDARY: $(call objects,$(SUITE_SOURCES) $(SUPPORT_SOURCES))

tests: $(SUITES) $(HELPERS)

$(BUILD)/tests/test_%: $(BUILD)/obj/grader/tests/test_%.o $(TEST_PARTS)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(CHECK_LIBS) $(LIBS)

# Judges read untrusted output, and check-lab tests them under the sanitizers: with as few objects as possible.
JUDGED_PARTS := $(call objects,grader/tests/test_judged.c grader/tests/judged_fuzz.c $(SPEC_SOURCES) grader/run/compare.c grader/run/answers.c \
    $(wildcard grader/lab/*.c grader/base/*.c)) $(BUILD)/obj/versions.o
$(BUILD)/tests/test_judged: $(JUDGED_PARTS)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(CHECK_LIBS) $(LIBS)

# Calls of every function that a submission may call, from the table.
$(BUILD)/obj/tests/function_calls.h: $(FUNCTIONS_MADE)
	@mkdir -p $(@D)
	$(Q)$(MK)/functions.sh calls $(FUNCTIONS) >$@.new && mv $@.new $@
$(BUILD)/obj/grader/tests/test_gate.o: $(BUILD)/obj/tests/function_calls.h
$(BUILD)/obj/grader/tests/test_gate.o: CFLAGS += -I$(BUILD)/obj/tests
$(BUILD)/tests/test_gate: LIBS += -lstdc++

build/tests/helpers/%: grader/tests/helpers/%.c grader/runner/job.h grader/runner/call.h $(MK)/config.mk
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(CC) $(filter-out $(SANITIZE),$(CFLAGS)) -o $@ $< -lpthread

# Suites that link with our code (and not only skip.h), or run ./grade, find more under the sanitizers, so `make check`
# runs them only in that build. Suites that partly need the other build are marked to run in both; those that
# check the engine's counts, or texts, find the same in either, and are marked for the plain one. Suites that use
# none of our code run in the plain build. ALL=yes, for check-all: every suite in every build in which it can run.
ALL ?=
OF_OURS = $(call suites_with,^.include "([a-z_]+/|verdict)|"\./grade")
IN_BOTH = $(if $(ALL),$(SUITES),$(call suites_with,^// `make check` runs this suite in both builds))
PLAIN_ALONE = $(if $(ALL),,$(call suites_with,^// `make check` runs this suite in the plain build alone))
PLAIN_SUITES = $(filter $(PLAIN_ALONE) $(IN_BOTH),$(SUITES)) $(filter-out $(OF_OURS) $(IN_BOTH),$(SUITES))
SANITIZED_SUITES = $(filter-out $(PLAIN_ALONE),$(OF_OURS))

plain-suites: $(PLAIN_SUITES) $(HELPERS)

run-suites:
	@$(MK)/run-suites.sh -c $(call need,COUNTS) $(PLAIN_SUITES) $(SANITIZED_SUITES:build/%=build/asan/%)

# Programs that run inside the sandbox are from the plain build, and so is the archive reader there. With little
# optimization gcc warns of truncated texts where there are none.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -Wno-format-truncation
SANITIZED_TOP := build/asan/top
in_sanitized = $(MAKE) --no-print-directory BUILD=build/asan SANITIZE="$(SANITIZERS)" OPTIMIZE="-O1 -g1" OPTIMIZE_MOST=

sanitized: build/bin/sandbox-exec build/bin/unpack $(HELPERS)
	@mkdir -p build/asan/bin build/asan/tests
	@ln -sfn ../../bin/sandbox-exec build/asan/bin/sandbox-exec
	@ln -sfn ../../bin/unpack build/asan/bin/unpack
	@ln -sfn ../../tests/helpers build/asan/tests/helpers
	@mkdir -p $(SANITIZED_TOP)
	@ln -sfn $(addprefix ../../../,labs solutions grader docs slides build) ../grade $(SANITIZED_TOP)
	@+$(in_sanitized) sanitized-suites
sanitized-suites: $(SANITIZED_SUITES) $(GRADE) $(LANGUAGES)

## record-check (maintainers): write down what the last make check found: suites to skip while their inputs stay the same, and times
record-check:
	@$(MK)/record-check.sh

check-format:
	@$(MK)/check-format.sh $(call need,COUNTS) $(FORMATTED)

count-spelling:
	@$(MK)/check-spelling.sh $(call need,COUNTS)

# The one test that is worth more the longer it runs.
KILL_CLASS ?= 50
KILLS ?= 100
.PHONY: check-kill
check-kill: build $(BUILD)/tests/test_batch
	@CK_RUN_CASE=kill WARPLAB_CLASS=$(KILL_CLASS) WARPLAB_KILLS=$(KILLS) $(BUILD)/tests/test_batch

.PHONY: check-nvcc-table
## check-nvcc-table (maintainers): with NVCC=..., ask nvcc again what it says to the programs of grader/tests/language
check-nvcc-table:
	$(Q)$(MK)/nvcc-table.sh $(call need,NVCC) $(wildcard grader/tests/language/*.cu)

# make fuzz: the translator on mutated CUDA C, the readers of uploads, and the parsers of what comes out of a box,
# under libFuzzer and the sanitizers. All code that they can reach is built once more for it, in build/fuzz. Inputs that
# reached new code are kept in build/fuzz/corpus-*, an input that broke one as build/fuzz/crash-*, slow-* or timeout-*.

FUZZ := grader/tests/fuzz
FUZZ_SECONDS ?= 600
# Only this target needs it, so no target installs it; Debian's package libclang-rt-14-dev.
FUZZ_CC ?= clang
FUZZERS := translate uploads outside
FUZZ_SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
in_fuzz = $(MAKE) --no-print-directory BUILD=build/fuzz CC="$(FUZZ_CC)" OPTIMIZE="-O1 -g" SANITIZE="-fsanitize=fuzzer-no-link $(FUZZ_SANITIZERS)"

.PHONY: fuzz $(FUZZERS:%=fuzz-%) fuzzers $(FUZZERS:%=seeds-%)
fuzz: $(FUZZERS:%=fuzz-%)

fuzz-translate: FUZZ_OPTIONS := -timeout=5 -max_len=8192 -dict=$(FUZZ)/translate.dict
fuzz-uploads: FUZZ_OPTIONS := -timeout=5 -max_len=4096 -dict=$(FUZZ)/uploads.dict
fuzz-outside: FUZZ_OPTIONS := -timeout=10 -max_len=65536
$(FUZZERS:%=fuzz-%): fuzz-%: fuzzers seeds-%
	@mkdir -p build/fuzz/corpus-$*
	build/fuzz/$* -max_total_time=$(FUZZ_SECONDS) $(FUZZ_OPTIONS) -print_final_stats=1 -artifact_prefix=build/fuzz/ \
	    build/fuzz/corpus-$* build/fuzz/seeds-$*

fuzzers:
	@+$(in_fuzz) $(FUZZERS:%=build/fuzz/%)

$(FUZZERS:%=build/fuzz/%): build/fuzz/%: $(FUZZ)/main.c build/fuzz/obj/$(FUZZ)/%.o build/fuzz/obj/$(FUZZ)/require.o \
    $(call objects,$(SPEC_SOURCES)) $(LIBGRADER) $(LIBTRANSLATE)
	@echo "  link    $@"
	$(Q)$(CC) $(CFLAGS) -DFUZZ=fuzz_$* -fsanitize=fuzzer -o $@ $^ $(LIBS)

seeds-translate:
	@mkdir -p build/fuzz/$@
	@for seed in $$(find labs solutions grader/tests/engine -name '*.cu'); do cp "$$seed" "build/fuzz/$@/$$(echo "$$seed" | tr / _)"; done

seeds-uploads:
	@mkdir -p build/fuzz/$@

# The first byte of an input selects the parser (outside.c).
seeds-outside: build/bin/simtcc build/include/.copied
	@mkdir -p build/fuzz/$@
	$(Q)build/bin/simtcc --confined -c grader/tests/engine/only_allocates.cu -o build/fuzz/seed.o
	@objcopy --strip-debug build/fuzz/seed.o
	@printf '\003' | cat - build/fuzz/seed.o >build/fuzz/$@/object
	@printf '\000WLPJ\001\000\000\000\001\000\000\000\002\000\000\000{}' >build/fuzz/$@/reply
	@printf '\001{"failed_calls":[],"driver":{"simt":1,"errors":[{"kind":"race","line":3}],"kernels":[{"launch":0,"name":"k","grid":[1,1,1],"counters":{"steps":1}}]}}' \
	    >build/fuzz/$@/report
	@printf '\002lab3.cu:3: error: race: two threads\nlab3.cu(6): error: expected a ";"\n' >build/fuzz/$@/messages
	@printf '\004' | cat - labs/lab3/lab3.cu >build/fuzz/$@/submission
	@printf '\005' | cat - solutions/lab4/lab4.cu >build/fuzz/$@/compared

# make check-hostile: submissions that cheat or attack, every one of them; make check tries a few.

ONLY ?=
TIER ?=

.PHONY: check-hostile

## check-hostile (maintainers): every submission in grader/tests/hostile; prints caught / planted and what each one cost
check-hostile: build $(BUILD)/tests/test_hostile
	@WARPLAB_HOSTILE=$(or $(ONLY),all) WARPLAB_TIER=$(TIER) $(MK)/run-suites.sh $(BUILD)/tests/test_hostile
