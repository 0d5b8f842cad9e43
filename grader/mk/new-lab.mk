# A new lab out of grader/template, and the tests of one lab.

TASK ?= double_all
# Of the launcher; TASK alone is a name, for ints.
PROTOTYPE ?= $(TASK)
LAB_TESTS := $(addprefix $(BUILD)/tests/test_,spec starters handouts figures schedules fixtures)
# LAB=lab15 or NAME=lab15; neither LAB's default nor a NAME in the environment counts.
NEW_LAB = $(strip $(foreach name,LAB NAME,$(if $(findstring command line,$(origin $(name))),$($(name)))))

.PHONY: new-lab check-lab

## new-lab (authors): LAB=lab15 PROTOTYPE='void f(...)', a lab from a template that builds and grades; docs/writing-a-lab.md
new-lab: build
	@$(MK)/new-lab.sh "$(NEW_LAB)" '$(subst ','\'',$(PROTOTYPE))'
	@$(MAKE) --no-print-directory figures >/dev/null
	@$(MAKE) --no-print-directory references LAB=$(NEW_LAB) >/dev/null
	@echo "now: make $(NEW_LAB) && ./grade $(NEW_LAB), and make check-lab LAB=$(NEW_LAB)"
	@echo "to commit: git add $(wildcard docs/results/model/speeds.md) labs/$(NEW_LAB) solutions/$(NEW_LAB) grader/course/$(NEW_LAB) slides/$(NEW_LAB).md"

## check-lab (authors): the tests that tell whether LAB=labN is whole, its fixtures among them
# A spec that is refused is said once, before tests that all fail of it.
check-lab: lab-is-there build
	@./grade --help >/dev/null
	@$(MAKE) --no-print-directory $(LAB_TESTS)
	@WARPLAB_LAB=$(NEW_LAB) $(MK)/run-suites.sh $(LAB_TESTS)

.PHONY: lab-is-there
lab-is-there:
	@[ -f "grader/course/$(or $(NEW_LAB),none)/spec.c" ] || \
	    { echo "check-lab: which lab? For example: make check-lab LAB=lab15" >&2; exit 2; }

.PHONY: check-new-lab
## check-new-lab (maintainers): make a lab from the template in a copy, and try its starter, solution and fixtures
check-new-lab: build
	@$(MK)/new-lab-check.sh
