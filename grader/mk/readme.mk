# The two pictures of README.md, of a submission that lacks barriers: its report, and its kernel step by step.

SHOWN := grader/course/lab3/fixtures/missing_barrier

.PHONY: readme-pictures
## readme-pictures (maintainers): draw the report and the trace that README.md shows anew
readme-pictures: build
	@./grade lab3 --submission $(SHOWN)_last_warp_unrolled --seed 2026 --backend cpu >build/report.txt || [ $$? = 1 ]
	@sed '/^CPU engine/,$$d; s/  *[0-9.]* s$$//' build/report.txt | awk -f $(MK)/report-picture.awk >docs/img/report.svg
	@./grade lab3 --submission $(SHOWN) --trace docs/img/trace.svg --n 8 >/dev/null || [ $$? = 1 ]
