# make fuzz: the translator on mutated CUDA C, and the readers of uploads on anything, under libFuzzer and the
# sanitizers. What they have reached is kept in build/fuzz/corpus and build/fuzz/uploads.corpus, and an input that broke it as build/fuzz/crash-*, slow-* or timeout-*.

FUZZ := grader/tests/fuzz
FUZZ_SECONDS ?= 600
# Only this target needs it, so nothing installs it by itself; Debian's package libclang-rt-14-dev.
FUZZ_CC ?= clang
FUZZ_FLAGS := -std=c11 -D_GNU_SOURCE $(INCLUDES) -O1 -g -fno-omit-frame-pointer
FUZZ_SEEDS = $(shell find labs solutions grader/tests/engine -name '*.cu')

.PHONY: fuzz fuzz-translate fuzz-uploads
fuzz: fuzz-translate fuzz-uploads

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
