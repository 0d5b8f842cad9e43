# Checks of exports that need more than the test suites do: make check-export reads every format of a large class
# with programs that are not ours, make check-html uses the page in Debian's Chromium. Both need Node.js; what they
# take from npm is pinned in grader/tests/web.

WEB := grader/tests/web
EXPORTED := build/web/exported
NODE_PARTS := build/web/node_modules/.installed
CHROMIUM ?= $(or $(firstword $(shell command -v chromium chromium-browser google-chrome)),/usr/bin/chromium)

.PHONY: check-export check-html exported

$(NODE_PARTS): $(WEB)/package.json $(WEB)/package-lock.json
	@command -v npm >/dev/null || { echo "this check needs Node.js and npm: install the packages nodejs and npm" >&2; exit 2; }
	@mkdir -p build/web
	@cp $^ build/web/
	@echo "  npm ci  $(WEB)/package-lock.json"
	$(Q)cd build/web && npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# A class of 60 with every lab there is a report of, and every kind of name.
exported: build $(BUILD)/bench/fill_gradebook $(EXPORT_REPORTS)
	@rm -rf $(EXPORTED)
	@mkdir -p $(EXPORTED)
	@$(BUILD)/bench/fill_gradebook $(EXPORTED)/class.db 60 $(BUILD)/bench/reports/*.json
	@for format in canvas moodle junit csv json html; do \
	    ./grade export $$format --db $(EXPORTED)/class.db -o $(EXPORTED)/class.$$format || exit; done
	@for format in gradescope autolab; do \
	    ./grade export $$format --db $(EXPORTED)/class.db -o $(EXPORTED)/$$format/ || exit; done
	@cp $(WEB)/*.mjs $(WEB)/*.schema.json build/web/

## check-export: every export of a class, read by other programs: a schema each, and a CSV reader (needs npm)
check-export: exported $(NODE_PARTS)
	xmllint --noout --schema grader/tests/export/junit.xsd $(EXPORTED)/class.junit
	node build/web/check_json.mjs build/web/json.schema.json $(EXPORTED)/class.json
	node build/web/check_json.mjs build/web/gradescope.schema.json $(EXPORTED)/gradescope/*.json
	node build/web/check_json.mjs build/web/autolab.schema.json $(EXPORTED)/autolab/*.json
	$(MK)/check-csv.sh $(EXPORTED)

## check-html: the page of ./grade export html in Chromium: clicks, sorting, dark mode, phone, print (needs npm)
check-html: exported $(NODE_PARTS)
	@[ -x "$(CHROMIUM)" ] || { echo "this check needs the package chromium" >&2; exit 2; }
	CHECK_PAGE="$(EXPORTED)/class.html $(EXPORTED)/class.json build/web/screenshots" CHROMIUM=$(CHROMIUM) \
	    node --test --test-reporter=spec build/web/check_page.mjs
