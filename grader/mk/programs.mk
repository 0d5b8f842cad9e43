# The programs and libraries: ./grade, build/bin/simtcc, build/lib/libsimt.a, build/include.
# A file named main.c or *_main.c holds a program's main(); the rest of its folder goes into a library.

objects = $(patsubst %.c,$(BUILD)/obj/%.o,$1)
mains := %/main.c %_main.c

GRADE_SOURCES := $(wildcard grader/src/*.c grader/sandbox/*.c grader/gradebook/*.c)
SPEC_SOURCES := $(wildcard grader/specs/*.c)
ENGINE_SOURCES := $(wildcard grader/simt/engine/*.c grader/simt/runtime/*.c grader/simt/profiles/*.c)
TRANSLATE_SOURCES := $(wildcard grader/simt/translate/*.c)
HEADERS_FOR_LABS := $(shell find grader/simt/include -type f)

LIBGRADER := $(BUILD)/lib/libgrader.a
LIBTRANSLATE := $(BUILD)/lib/libtranslate.a
LIBSIMT := $(BUILD)/lib/libsimt.a
SPEC_OBJECTS := $(call objects,$(SPEC_SOURCES))
GRADE := $(if $(filter build,$(BUILD)),grade,$(BUILD)/grade)

.PHONY: engine runner
engine: $(BUILD)/bin/simtcc $(LIBSIMT) $(BUILD)/include/.copied

$(BUILD)/obj/%.o: %.c $(MK)/config.mk
	@mkdir -p $(@D)
	@echo "  compile $<"
	$(Q)$(CC) $(CFLAGS) $(PACKAGE_CFLAGS) -MMD -MP -c $< -o $@

# Made anew each time, so that an object whose source is gone goes too.
define archive
@mkdir -p $(@D)
@rm -f $@
$(Q)ar rcs $@ $^
endef

$(LIBGRADER): $(call objects,$(filter-out $(mains),$(GRADE_SOURCES)))
	$(archive)
$(LIBTRANSLATE): $(call objects,$(TRANSLATE_SOURCES))
	$(archive)
$(LIBSIMT): $(call objects,$(ENGINE_SOURCES))
	$(archive)

$(GRADE): $(call objects,grader/src/main.c) $(SPEC_OBJECTS) $(LIBGRADER)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)

$(BUILD)/bin/simtcc: $(call objects,grader/simt/simtcc.c) $(LIBTRANSLATE)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)

# The headers that stand in for CUDA's, where simtcc looks for them: next to its own folder.
$(BUILD)/include/.copied: $(HEADERS_FOR_LABS)
	@rm -rf $(@D)
	@mkdir -p $(@D)
	$(Q)cp -R grader/simt/include/. $(@D)/
	@touch $@

# What runs inside the sandbox, before the program that nobody trusts.
$(BUILD)/bin/sandbox-exec: $(call objects,$(wildcard grader/sandbox/exec/*.c))
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(call ask,--libs libseccomp)

runner:

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
