# Files that authors of labs and documentation regenerate: pictures, recorded speeds, answers of questions, a new lab.

# The handouts' pictures: grader/course/labN/figure.c draws one. Pictures of an execution use the solution.

FIGURE_OBJECTS := $(call objects,$(filter-out %/main.c,$(wildcard grader/course/*/figure.c grader/course/figures/*.c))) \
    $(addprefix $(BUILD)/obj/grader/viewer/,replay.o replay_json.o svg.o)

.PHONY: figures
## figures (authors): draw the handouts' pictures anew, those of an execution from runs of the solutions
figures: build $(BUILD)/bin/figures
	@$(BUILD)/bin/figures

$(call made_of,$(BUILD)/bin/figures,$(call objects,grader/course/figures/main.c) $(FIGURE_OBJECTS))
	$(link)

# The marks for speed: the model's times of each lab's solution and of its naive version, on every device that was
# measured. They are recorded, since a hand-out has neither.

MEASURED_PROFILES = $(shell grep -lx 'measured = yes' grader/simt/profiles/*.txt)
REFERENCE_LABS = $(if $(findstring command line,$(origin LAB)),$(LAB),$(patsubst grader/course/%/naive,%,$(wildcard grader/course/*/naive)))

MEASURED_SPEEDS := docs/results/model/measured.csv

.PHONY: references measure-references measure-fixtures
## references (authors): record anew what the model says of the solutions and naive ways (LAB=lab3: of one lab)
references: build $(BUILD)/bin/references
	@printf '%s\n' $(REFERENCE_LABS) | xargs -P $$(nproc) -I LAB sh -c 'echo "  record  LAB"; \
	    $(BUILD)/bin/references LAB $(MEASURED_SPEEDS) $(MEASURED_PROFILES) >$(BUILD)/speed-LAB.h && mv $(BUILD)/speed-LAB.h grader/course/LAB/speed.h'
	@$(MAKE) --no-print-directory build $(BUILD)/bin/references
	@mkdir -p docs/results/model && $(BUILD)/bin/references --table >$(BUILD)/speeds.md && cp $(BUILD)/speeds.md docs/results/model/

## measure-references (authors): time the solutions and naive ways on this machine's GPU, as DEVICE=h200, for measured.csv
measure-references: build $(BUILD)/bin/references
	@for lab in $(REFERENCE_LABS); do $(BUILD)/bin/references --measure $$lab $(DEVICE) || exit; done

## measure-fixtures (authors): grade solutions and timed fixtures on the engine and this machine's GPU, reports into FOLDER
measure-fixtures: build
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/modelled-size SANITIZE=-DTIMED_AT_MODELLED_SIZE=1 $(BUILD)/modelled-size/grade
	@{ printf '%s solution solutions/%s\n' $(foreach lab,$(REFERENCE_LABS),$(lab) $(lab)); \
	    { cut -d, -f1,2 docs/results/model/fixtures.csv | tr , /; ls -d grader/course/lab*/fixtures/correct_*; \
	        grep -l '^speed' grader/course/lab*/fixtures/*/expect; } | sed -E 's,grader/course/|fixtures/|/expect,,g; s,/, ,' | \
	        while read -r lab name; do \
	            [ ! -d grader/course/$$lab/fixtures/$$name ] || echo $$lab $$name grader/course/$$lab/fixtures/$$name; done; } | \
	    sort -uV >$(BUILD)/fixtures.list
	@$(MK)/measure-fixtures.sh $(BUILD)/fixtures.list $(FOLDER)

# The right answers of all questions of ./grade labN --predict, compared with Nsight Compute.

PREDICTION_SEEDS ?= 1 2 3

.PHONY: check-predictions
## check-predictions (maintainers): with a GPU and ncu, the keys of all questions beside the profiler's counts (PREDICTION_SEEDS="1 2")
check-predictions: build $(BUILD)/bin/profiled
	@$(BUILD)/bin/profiled $(PREDICTION_SEEDS)

$(call made_of,$(BUILD)/bin/profiled,$(call objects,$(wildcard grader/profiled/*.c)) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBSIMT))
	$(link)

# The picture of README.md: the kernel of a submission that lacks a barrier, step by step.

.PHONY: readme-picture
## readme-picture (maintainers): draw the trace that README.md shows
readme-picture: build
	@./grade lab3 --submission grader/course/lab3/fixtures/missing_barrier --trace docs/img/trace.svg --n 8 >/dev/null || [ $$? = 1 ]

# A new lab from grader/template, and the tests of one lab.

TASK ?= double_all
# Of the launcher; TASK alone is a name, for ints.
PROTOTYPE ?= $(TASK)
LAB_TESTS := $(addprefix $(BUILD)/tests/test_,spec starters handouts figures slides schedules fixtures)
# Judges read untrusted output, so they are tested under the sanitizers.
JUDGE_TEST = $(if $(shell grep -l '\.judge = ' grader/course/$(NEW_LAB)/spec.c),build/asan/tests/test_judged)
# LAB=lab16 or NAME=lab16; neither LAB's default nor a NAME in the environment counts.
NEW_LAB = $(strip $(foreach name,LAB NAME,$(if $(findstring command line,$(origin $(name))),$($(name)))))

.PHONY: new-lab check-lab

## new-lab (authors): LAB=lab16 PROTOTYPE='void f(...)', a lab from a template that builds and grades; docs/writing-a-lab.md
new-lab: build
	@$(MK)/new-lab.sh "$(NEW_LAB)" '$(subst ','\'',$(PROTOTYPE))'
	@$(MAKE) --no-print-directory figures >/dev/null
	@$(MAKE) --no-print-directory references LAB=$(NEW_LAB) >/dev/null
	@echo "now: make $(NEW_LAB) && ./grade $(NEW_LAB), and make check-lab LAB=$(NEW_LAB)"
	@echo "to commit: git add $(wildcard docs/results/model/speeds.md) labs/$(NEW_LAB) solutions/$(NEW_LAB) grader/course/$(NEW_LAB) slides/$(NEW_LAB).md"

## check-lab (authors): the tests that tell whether LAB=labN is whole, its fixtures among them
# An error in the spec is reported once, before tests that would all fail because of it.
check-lab: lab-is-there build
	@./grade --help >/dev/null
	@$(MAKE) --no-print-directory $(if $(V),,-s) $(LAB_TESTS)
	@$(if $(JUDGE_TEST),mkdir -p $(SANITIZED_TOP) && $(in_sanitized) $(JUDGE_TEST))
	@WARPLAB_LAB=$(NEW_LAB) $(MK)/run-suites.sh $(LAB_TESTS) $(JUDGE_TEST)
	@$(MK)/check-template.sh $(NEW_LAB)

.PHONY: lab-is-there
lab-is-there:
	@[ -f "grader/course/$(or $(NEW_LAB),none)/spec.c" ] || \
	    { echo "check-lab: which lab? For example: make check-lab LAB=lab16" >&2; exit 2; }

.PHONY: check-new-lab
## check-new-lab (maintainers): make a lab from the template in a copy, and try its starter, solution and fixtures
check-new-lab: build
	@$(MK)/new-lab-check.sh

# The documentation: a site of everything, one for students, man pages and completions.

SITE := build/docs
SHARE := build/share

.PHONY: docs docs-deps manuals check-docs check-spelling check-prose

## docs-deps (instructors): install what make docs and make check-docs need (Debian, Ubuntu)
docs-deps:
	@$(MK)/setup.sh install docs

## docs (instructors): the documentation as a site, build/docs, with a part for students (make docs-deps)
docs: grade build/bin/simtcc
	@$(MK)/setup.sh check docs
	@$(MK)/docs.sh $(SITE)

## manuals (instructors): man pages and completions for bash and zsh in build/share
MANUALS := $(SHARE)/man/man1
BASH_COMPLETIONS := $(SHARE)/bash-completion/completions
ZSH_COMPLETION := $(SHARE)/zsh/site-functions/_grade
manuals:
	@mkdir -p $(MANUALS) $(BASH_COMPLETIONS) $(dir $(ZSH_COMPLETION))
	$(Q)cp grader/cli/grade.1 grader/simt/driver/simtcc.1 $(MANUALS)
	$(Q)cp grader/cli/completion.bash $(BASH_COMPLETIONS)/grade
	$(Q)cp grader/cli/completion.bash $(BASH_COMPLETIONS)/simtcc
	$(Q){ printf '%s\n' '#compdef grade simtcc' 'autoload -U +X bashcompinit && bashcompinit' && \
	    cat grader/cli/completion.bash && echo '_bash_complete -o filenames -F _warplab'; } >$(ZSH_COMPLETION)
	@echo "$(SHARE): man -M $(SHARE)/man grade; . $(BASH_COMPLETIONS)/grade"

## check-spelling (maintainers): find misspelt words in texts and comments (codespell)
check-spelling:
	@$(MK)/check-spelling.sh

## check-prose (maintainers): print wordings that read oddly in texts, messages and comments; never fails
check-prose:
	@$(MK)/check-prose.sh

## check-docs (maintainers): make docs without a warning, then spelling, links, and the man pages
check-docs: check-spelling docs manuals
	@$(MK)/check-docs.sh $(SITE) $(SHARE)
