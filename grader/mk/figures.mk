# The handouts' pictures: grader/figures/labN.c draws one. What it shows of an execution comes from the solution.

FIGURE_OBJECTS := $(call objects,$(filter-out %/main.c,$(wildcard grader/figures/*.c))) \
    $(addprefix $(BUILD)/obj/grader/simt/engine/record/,replay.o replay_json.o svg.o)

.PHONY: figures
## figures: draw the handouts' pictures anew, those of an execution from runs of the solutions
figures: build $(BUILD)/bin/figures
	@$(BUILD)/bin/figures

$(BUILD)/bin/figures: $(call objects,grader/figures/main.c) $(FIGURE_OBJECTS)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)
