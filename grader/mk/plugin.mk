# The compiler that simtcc runs, and its plugins for CUDA sources, where the compiler's headers are installed: one shows
# the engine every store (grader/confine/plugin), one knows CUDA's rules (grader/simt/language). A plugin is for the very
# compiler that it was built by.

GXX := $(shell $(MK)/compiler.sh)
PLUGIN_INCLUDE := $(wildcard $(shell $(GXX) -print-file-name=plugin 2>/dev/null)/include)
STORES_SOURCES := $(if $(CONFINED),$(wildcard grader/confine/plugin/*.cc))
LANGUAGE_SOURCES := $(wildcard grader/simt/language/*.cc)
PLUGIN_SOURCES := $(STORES_SOURCES) $(LANGUAGE_SOURCES)
# The second one walks loops, and asks for ranges of values, in ways that g++ has since version 12.
TAKES_LANGUAGE := $(filter-out 1 2 3 4 5 6 7 8 9 10 11,$(shell $(GXX) -dumpversion 2>/dev/null | cut -d. -f1))
PLUGIN := $(if $(wildcard $(PLUGIN_INCLUDE)/gcc-plugin.h),$(if $(STORES_SOURCES),$(BUILD)/lib/simt_stores.so) \
    $(if $(TAKES_LANGUAGE),$(if $(LANGUAGE_SOURCES),$(BUILD)/lib/simt_language.so)))

.PHONY: plugins
plugins: $(PLUGIN)
# Its name, for simtcc and the build. Changes when the compiler does, and then no plugin of another one may stay.
COMPILER := $(BUILD)/lib/compiler
$(COMPILER): $(call unless_of,$(COMPILER),$(GXX) $(shell $(GXX) -v 2>&1 | cksum))
	@mkdir -p $(@D)
	@rm -f $(filter-out $(PLUGIN),$(BUILD)/lib/simt_stores.so $(BUILD)/lib/simt_language.so)
	@echo "$(GXX)" >$@
	$(note_parts)

PLUGIN_FLAGS :=
define compile_plugin
$(call begin,plugin  $@)
$(Q)$(GXX) -std=c++14 -O2 -fPIC -shared -fno-rtti -fno-exceptions -Wall -Wextra -Wshadow $(WERROR) $(PLUGIN_FLAGS) \
    -isystem $(call need,PLUGIN_INCLUDE) -Igrader/simt/include $(filter %.cc,$^) -s -o $@.new && mv $@.new $@
$(note_parts)
endef

$(call made_of,$(BUILD)/lib/simt_stores.so,$(STORES_SOURCES) $(wildcard grader/confine/plugin/*.h) $(COMPILER) $(MK)/plugin.mk)
	$(compile_plugin)

# Its messages have nvcc's words, not those that g++ wants of its own.
$(BUILD)/lib/simt_language.so: PLUGIN_FLAGS := -Wno-format-diag
$(call made_of,$(BUILD)/lib/simt_language.so,$(LANGUAGE_SOURCES) grader/simt/include/simt/code_info.h $(wildcard grader/simt/language/*.h) \
    $(COMPILER) $(MK)/plugin.mk)
	$(compile_plugin)
