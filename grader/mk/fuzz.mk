# make fuzz: the translator on mutated CUDA C, the readers of uploads, and the parsers of what comes out of a box,
# under libFuzzer and the sanitizers. What they have reached is kept in build/fuzz/*corpus*, and an input that broke
# one as build/fuzz/crash-*, slow-* or timeout-*.

FUZZ := grader/tests/fuzz
FUZZ_SECONDS ?= 600
# Only this target needs it, so nothing installs it by itself; Debian's package libclang-rt-14-dev.
FUZZ_CC ?= clang
FUZZ_FLAGS := -std=c11 -D_GNU_SOURCE $(INCLUDES) -O1 -g -fno-omit-frame-pointer
FUZZ_SEEDS = $(shell find labs solutions grader/tests/engine -name '*.cu')

.PHONY: fuzz fuzz-translate fuzz-uploads fuzz-outside
fuzz: fuzz-translate fuzz-uploads fuzz-outside

fuzz-translate: $(BUILD)/fuzz/translate
	@mkdir -p $(BUILD)/fuzz/corpus $(BUILD)/fuzz/seeds
	@for seed in $(FUZZ_SEEDS); do cp "$$seed" "$(BUILD)/fuzz/seeds/$$(echo "$$seed" | tr / _)"; done
	$(BUILD)/fuzz/translate -max_total_time=$(FUZZ_SECONDS) -timeout=5 -max_len=8192 -print_final_stats=1 \
	    -dict=$(FUZZ)/translate.dict -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/corpus $(BUILD)/fuzz/seeds

$(BUILD)/fuzz/translate: $(FUZZ)/translate.c $(wildcard grader/simt/translate/*.[ch]) $(MK)/fuzz.mk
	@mkdir -p $(@D)
	@echo "  fuzz    $@"
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	    -o $@ $(filter %.c,$^)

fuzz-uploads: $(BUILD)/fuzz/uploads
	@mkdir -p $(BUILD)/fuzz/uploads.corpus
	$(BUILD)/fuzz/uploads -max_total_time=$(FUZZ_SECONDS) -timeout=5 -max_len=4096 -print_final_stats=1 \
	    -dict=$(FUZZ)/uploads.dict -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/uploads.corpus

UPLOAD_READERS := $(addprefix grader/,batch/upload.c batch/people.c batch/listing.c batch/found.c unpack/escape.c unpack/wanted.c)
$(BUILD)/fuzz/uploads: $(FUZZ)/uploads.c $(UPLOAD_READERS) $(wildcard grader/batch/*.h grader/unpack/*.h) $(MK)/fuzz.mk
	@mkdir -p $(@D)
	@echo "  fuzz    $@"
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	    -o $@ $(filter %.c,$^) -lyaml

# The first byte of an input says which parser it is for (outside.c).
FUZZ_OUTSIDE := $(filter-out %/build.c,$(wildcard grader/src/submission/*.c)) $(addprefix grader/src/,run/session.c run/reports.c lab/counters.c lab/check.c \
    text/utf8.c host/stage.c host/tool.c host/stop.c) $(wildcard grader/sandbox/*.c)

fuzz-outside: $(BUILD)/fuzz/outside $(BUILD)/bin/simtcc $(BUILD)/include/.copied
	@mkdir -p $(BUILD)/fuzz/corpus-outside $(BUILD)/fuzz/seeds-outside
	$(Q)$(BUILD)/bin/simtcc --confined -c grader/tests/engine/only_allocates.cu -o $(BUILD)/fuzz/seed.o
	@objcopy --strip-debug $(BUILD)/fuzz/seed.o
	@printf '\003' | cat - $(BUILD)/fuzz/seed.o >$(BUILD)/fuzz/seeds-outside/object
	@printf '\000WLPJ\001\000\000\000\001\000\000\000\002\000\000\000{}' >$(BUILD)/fuzz/seeds-outside/reply
	@printf '\001{"failed_calls":[],"driver":{"simt":1,"errors":[{"kind":"race","line":3}],"kernels":[{"launch":0,"name":"k","grid":[1,1,1],"counters":{"steps":1}}]}}' \
	    >$(BUILD)/fuzz/seeds-outside/report
	@printf '\002lab3.cu:3: error: race: two threads\nlab3.cu(6): error: expected a ";"\n' >$(BUILD)/fuzz/seeds-outside/messages
	@printf '\004' | cat - labs/lab3/lab3.cu >$(BUILD)/fuzz/seeds-outside/submission
	$(BUILD)/fuzz/outside -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=65536 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/corpus-outside $(BUILD)/fuzz/seeds-outside

$(BUILD)/fuzz/outside: $(FUZZ)/outside.c $(FUZZ_OUTSIDE) $(MK)/fuzz.mk
	@mkdir -p $(@D)
	@echo "  fuzz    $@"
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) $(PACKAGE_CFLAGS) -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=undefined -o $@ $(filter %.c,$^) $(LIBS)
