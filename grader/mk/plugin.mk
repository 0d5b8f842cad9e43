# The plugin of g++ that simtcc compiles CUDA sources with (grader/confine/plugin), where the compiler's headers
# are installed. simtcc's compiler is g++, whatever CXX is here, and takes a plugin of its own version only.

PLUGIN_INCLUDE := $(wildcard $(shell g++ -print-file-name=plugin 2>/dev/null)/include)
PLUGIN_SOURCES := $(wildcard grader/confine/plugin/*.cc)
PLUGIN := $(if $(and $(PLUGIN_SOURCES),$(wildcard $(PLUGIN_INCLUDE)/gcc-plugin.h)),$(BUILD)/lib/simt_stores.so)

.PHONY: same-compiler
# Changes when g++ does.
$(BUILD)/obj/compiler: same-compiler
	@mkdir -p $(@D)
	@g++ -v 2>&1 | cmp -s - $@ || g++ -v 2>$@

$(BUILD)/lib/simt_stores.so: $(PLUGIN_SOURCES) $(wildcard grader/confine/plugin/*.h) $(BUILD)/obj/compiler $(MK)/plugin.mk
	@mkdir -p $(@D)
	@echo "  plugin  $@"
	$(Q)g++ -std=c++14 -O2 -fPIC -shared -fno-rtti -fno-exceptions -Wall -Wextra -Wshadow -Werror \
	    -isystem $(call need,PLUGIN_INCLUDE) $(PLUGIN_SOURCES) -s -o $@.new && mv $@.new $@
