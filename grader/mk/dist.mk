# The students' hand-out, "make dist": a tarball that builds and grades on its own, made of what is committed.
# Solutions and tests stay behind; the specs go along, for the grader is built from them, and their seeds are
# drawn anew in every run.

VERSION := 0.1
DIST := warplab-$(VERSION)
DIST_PATHS := Makefile LICENSE .gitignore labs docs/using-simtcc.md docs/engine.md docs/engine-validation.md docs/faq.md \
    docs/security.md docs/functions.md docs/components.md \
    docs/results/h200-counters.md docs/results/h200-counters.tar.xz $(wildcard docs/img/trace-*.png) \
    $(filter-out grader/tests grader/template grader/references,$(wildcard grader/*)) ':(exclude,glob)grader/course/*/fixtures/**' \
    ':(exclude,glob)grader/course/*/naive/**'

.PHONY: dist check-dist

## dist: build/warplab-VERSION.tar.gz, the hand-out for students: no solutions, no tests
dist:
	@rm -rf build/dist
	@mkdir -p build/dist
	$(Q)git archive --prefix=$(DIST)/ HEAD $(DIST_PATHS) | tar -xf - -C build/dist
	$(Q)git archive --format=tar HEAD docs/README.students.md | tar -xOf - >build/dist/$(DIST)/README.md
	@mkdir -p build/dist/$(DIST)/.devcontainer build/dist/$(DIST)/.github/workflows
	@cp grader/class/classroom/devcontainer.json build/dist/$(DIST)/.devcontainer/
	@cp grader/class/classroom/classroom.yml build/dist/$(DIST)/.github/workflows/
	@cp -R labs/.vscode build/dist/$(DIST)/
	$(Q)tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$$(git log -1 --format=%cI)" \
	    -C build/dist -czf build/$(DIST).tar.gz $(DIST)
	@rm -rf build/dist
	@echo "build/$(DIST).tar.gz"

## check-dist: make dist, then build it, and grade a starter with it, in a fresh folder
check-dist: dist
	@$(MK)/dist-check.sh build/$(DIST).tar.gz
