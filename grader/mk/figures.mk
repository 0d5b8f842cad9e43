# The handouts' pictures, drawn from the examples' own numbers: grader/figures/labN.c draws one.

FIGURE_OBJECTS := $(call objects,$(filter-out %/main.c,$(wildcard grader/figures/*.c))) \
    $(addprefix $(BUILD)/obj/grader/simt/engine/record/,picture.o replay.o svg.o)

.PHONY: figures
## figures: draw the handouts' pictures anew
figures: $(BUILD)/bin/figures
	@$<

$(BUILD)/bin/figures: $(call objects,grader/figures/main.c) $(FIGURE_OBJECTS)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)
