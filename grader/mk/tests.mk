# Test suites: every grader/tests/test_*.c is a program of its own, build/tests/test_*, linked with
# whatever it uses of the grader and of the engine. Other .c files beside them are shared by the suites.

SUITE_SOURCES := $(wildcard grader/tests/test_*.c)
SUITES := $(patsubst grader/tests/%.c,$(BUILD)/tests/%,$(SUITE_SOURCES))
SUPPORT_OBJECTS := $(call objects,$(filter-out $(SUITE_SOURCES),$(wildcard grader/tests/*.c)))

# Which suites are the engine's and which the labs' is told by what they include.
suites_including = $(patsubst grader/tests/%.c,$(BUILD)/tests/%,$(shell grep -lE '^.include "($1)' $(SUITE_SOURCES) /dev/null))
ENGINE_SUITES = $(call suites_including,(simt/)?(engine|runtime|translate)/)
LAB_SUITES = $(filter %_labs %_fixtures %_grade,$(SUITES))

.PHONY: tests check-format
tests: $(SUITES)

$(BUILD)/tests/%: $(BUILD)/obj/grader/tests/%.o $(SUPPORT_OBJECTS) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBTRANSLATE) $(LIBSIMT)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(CHECK_LIBS) $(LIBS)

.SECONDARY: $(call objects,$(SUITE_SOURCES))

check-format:
	@$(MK)/check-format.sh $(FORMATTED)
