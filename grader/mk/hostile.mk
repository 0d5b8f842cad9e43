# make check-hostile: submissions that cheat or attack, every one of them; make check tries a few.

ONLY ?=
TIER ?=

.PHONY: check-hostile

## check-hostile (maintainers): every submission in grader/tests/hostile; prints caught / planted and what each one cost
check-hostile: build $(BUILD)/tests/test_hostile
	@WARPLAB_HOSTILE=$(or $(ONLY),all) WARPLAB_TIER=$(TIER) $(MK)/run-suites.sh $(BUILD)/tests/test_hostile
