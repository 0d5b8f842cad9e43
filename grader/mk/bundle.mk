# A bundle without root: the students' hand-out with its programs built and the libraries that they need, for machines
# where only g++ and make are installed. Where it is unpacked, bundle-fit.sh does what depends on the machine's own g++.

BUNDLE = $(DIST)-$(shell uname -m)
# What a submission is linked with (grader/simt/driver/compile.c).
LINKED := dw elf capstone cjson boost_context
SYSTEMS ?= bookworm trixie
OLD_SUITE ?= bullseye

.PHONY: bundle bundle-plugins check-bundle

ifneq ($(BUNDLED),)
# The sandbox has no other compiler, so make takes no other either.
export PATH := /usr/bin:/bin:$(PATH)
# Without the library that a GPU's programs are linked with there is no backend for one.
NVCC := $(if $(wildcard build/lib/librunner_gpu.a),$(NVCC))
.PHONY: same-machine
$(BUILD)/fitted: same-machine
	@$(MK)/bundle-fit.sh
endif

## bundle (instructors): build/warplab-VERSION-x86_64.tar.gz, the hand-out built, for machines with g++ and make alone (LABS, WORK as dist)
bundle: dist build build/obj/bundle/grade
	@$(MK)/bundle.sh $(BUNDLE) build/$(DIST).tar.gz build/obj/bundle/grade $(LINKED)

## bundle-plugins (maintainers): the plugins for g++ of other systems, for make bundle to take along (SYSTEMS=trixie; root, debootstrap)
bundle-plugins:
	@for suite in $(SYSTEMS); do $(MK)/bundle-plugins.sh $$suite || exit; done

## check-bundle (maintainers): make bundle, at work in bare systems with g++ and make alone, without network (root, debootstrap)
check-bundle: bundle
	@$(MK)/bundle-check.sh build/$(BUNDLE).tar.gz "$(OLD_SUITE)" $(SYSTEMS)

# The same program, which finds its libraries in the bundle; they find theirs, too, and not by RUNPATH.
build/obj/bundle/grade: $(call objects,grader/cli/main.c) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBSIMT)
	$(call begin,link    $@)
	$(Q)$(CC) -s -o $@ $^ $(LIBS) -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib/bundled'
