# make fuzz: the translator on mutated CUDA C, the readers of uploads, and the parsers of what comes out of a box,
# under libFuzzer and the sanitizers. All that they could reach is built once more for it, in build/fuzz. What they have
# reached is kept in build/fuzz/corpus-*, and an input that broke one as build/fuzz/crash-*, slow-* or timeout-*.

FUZZ := grader/tests/fuzz
FUZZ_SECONDS ?= 600
# Only this target needs it, so nothing installs it by itself; Debian's package libclang-rt-14-dev.
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

# The first byte of an input says which parser it is for (outside.c).
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
