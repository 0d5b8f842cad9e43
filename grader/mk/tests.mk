# Test suites: every grader/tests/test_*.c is a program of its own, build/tests/test_*, linked with
# whatever it uses of the grader and of the engine. Other .c files beside them are shared by the suites.

SUITE_SOURCES := $(wildcard grader/tests/test_*.c)
SUPPORT_SOURCES := $(filter-out $(SUITE_SOURCES),$(wildcard grader/tests/*.c))
suites = $(patsubst grader/tests/%.c,$(BUILD)/tests/%,$1)
SUITES := $(call suites,$(SUITE_SOURCES))
TEST_PARTS := $(call objects,$(SUPPORT_SOURCES) $(SPEC_SOURCES)) $(LIBGRADER) $(LIBTRANSLATE) $(LIBSIMT)

# A suite is the engine's if it includes the engine's headers, and the labs' if it is about fixtures.
suites_with = $(call suites,$(shell grep -lE '$1' $(SUITE_SOURCES) /dev/null))
ENGINE_SUITES = $(call suites_with,^.include "(simt/)?(engine|runtime|translate|include)/|simtcc)
LAB_SUITES = $(call suites_with,tests/fixtures/lab)

.PHONY: tests run-suites sanitized run-sanitized check-format
.SECONDARY: $(call objects,$(SUITE_SOURCES))

# Programs that suites start, each one file, never under the sanitizers: they run within limits on memory.
HELPERS := $(patsubst grader/tests/%.c,$(BUILD)/tests/%,$(wildcard grader/tests/helpers/*.c))

$(HELPERS): $(BUILD)/tests/%: grader/tests/%.c $(MK)/config.mk
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(filter-out $(SANITIZE),$(CFLAGS)) -o $@ $< -lpthread

tests: $(SUITES) $(HELPERS) $(BUILD)/bin/sandbox-exec

$(BUILD)/tests/%: $(BUILD)/obj/grader/tests/%.o $(TEST_PARTS)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(CHECK_LIBS) $(LIBS)

run-suites:
	@$(MK)/run-suites.sh -c $(call need,COUNTS) $(SUITES)

# The same again under the sanitizers, in a build of its own. A suite that launches kernels inside its
# own process is left out: a kernel's lanes run on stacks that the address sanitizer does not know.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
SANITIZED_SUITES = $(filter-out $(call suites_with,simt_launch|lane_scheduler),$(SUITES))
in_sanitized = $(MAKE) --no-print-directory BUILD=build/asan SANITIZE="$(SANITIZERS)"

sanitized run-sanitized:
	@$(in_sanitized) $@-suites

.PHONY: sanitized-suites run-sanitized-suites
sanitized-suites: $(SANITIZED_SUITES) $(HELPERS) $(BUILD)/bin/sandbox-exec
run-sanitized-suites:
	@$(MK)/run-suites.sh -c $(call need,COUNTS) $(SANITIZED_SUITES)

check-format:
	@$(MK)/check-format.sh $(FORMATTED)
