# Building, testing and showing Postil. 'make' lists the targets.

PACKAGES := libqpdf-dev libgnutls28-dev libpoppler-glib-dev libpoppler-private-dev poppler-data libcairo2-dev libpango1.0-dev liblcms2-dev libjpeg-dev libxml2-dev zlib1g-dev nettle-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libzint-dev librsvg2-dev pkg-config python3 qpdf poppler-utils mupdf-tools \
  fonts-dejavu-core fonts-lohit-deva fonts-droid-fallback
# Of the example Web.
EXAMPLES_PACKAGES := libsoup-3.0-dev
EDITOR_PACKAGES := libgtk-4-dev adwaita-icon-theme librsvg2-common gettext locales xvfb xauth xdotool xclip
# A pen and fingers for the tests of the editor, as devices of an X server.
PEN_PACKAGES := xserver-xorg-core xserver-xorg-video-dummy xinput x11-apps
STRICT := -Xswiftc -warnings-as-errors
# Where the tests tell what they begin and end, if anybody asks (.ci/run).
EVENTS = $(if $(TEST_EVENTS),--event-stream-output-path "$(TEST_EVENTS)")
# How many tests run beside each other: all 3,000 at once hold hundreds of documents and renderers.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8
# The packages beside the library's build it once, in a folder that they share: not the library's own, where the next plain
# 'swift build' would find a plan of another package. Without the second option they would find each other's.
SHARED := --scratch-path .build/others --disable-build-manifest-caching $(STRICT)
FORMATTED := $(wildcard Sources Plugins Tests Examples Benchmarks/Sources Package.swift)
PYTHON := Scripts/.venv/bin/python
BATCH_PYTHON := Examples/Batch/.venv/bin/python
WEB_PYTHON := Examples/Web/.venv/bin/python

# What the user may set; quoted by the shell, not by make, so that any path will do.
FILE ?=
OUT ?= Demo
PASSWORD ?=
FOLDER ?=
SUITE ?= stable
PREFIX ?= /usr/local
PORT ?= 8080
# Of what is installed; not what the environment calls an editor of texts.
ifneq ($(origin EDITOR),command line)
EDITOR := yes
endif
export FILE OUT PASSWORD FOLDER SUITE PREFIX PORT EDITOR

# How many tests run at a time. Without a limit all of them start at once and wait for each other, and beside other work
# their waits run out. Swift Testing reads it from the environment; where it does not know the name nothing changes.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

.DEFAULT_GOAL := help
.PHONY: help demo test pdfium install deb bench bench-pages sanitize sanitize-address sanitize-thread docs reference command-line format lint deps toolchain \
  sweep kinds-sweep merge-sweep compare compare-renderers try-renderers compare-search compare-tiles compare-remedies stress stress-thread kill-test journal-test \
  fuzz fuzz-address fuzz-answers fuzz-exchange bombs signature-test signing-test signature-mixtures encrypted-test documents-test forms-test fields-test redaction-test redaction-words-test revisions-test floorplan-test coupons batch batch-test web web-test \
  hundred-saves exchange-test fuzz-journal free-text-test text-scripts-test tables-test layout-test conformity-test concurrent-saves random-pictures release-check try-debian screen-reader try-screen-reader try-dependent try-first-program try-debian-swift run-editor test-editor stress-editor bench-editor screenshots-editor deps-editor deps-pen translations deps-examples \
  clean

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
	  while IFS="$$(printf '\t')" read -r name text; do printf '  make %-16s %s\n' "$$name" "$$text"; done

demo: deps ## Edits a copy of FILE=path (or a document of its own) into OUT=folder; PASSWORD= if it needs one
	@swift build -c release --product postil-demo
	@"$$(swift build -c release --show-bin-path)/postil-demo" --out "$$OUT" \
	  $${PASSWORD:+--password "$$PASSWORD"} $${FILE:+-- "$$FILE"}

# The benchmarks are a package of their own that no test builds: without building them here, a change of the API breaks
# them unnoticed. A debug build is enough to see that, and is done again only for what changed.
test: deps deps-examples lint ## Everything that must hold: format, warnings, tests, examples, documentation
	swift build --build-tests $(STRICT)
	swift test $(STRICT) $(EVENTS)
	@work=$$(mktemp -d) && trap 'rm -rf "$$work"' EXIT && \
	  WORK="$$work" Scripts/try-dependent && WORK="$$work" Scripts/try-first-program
	@if [ -f Examples/Package.swift ]; then \
	  echo "swift test --package-path Examples $(SHARED)"; \
	  swift test --package-path Examples $(SHARED) $(EVENTS); fi
	swift build --package-path Benchmarks $(SHARED)
	@$(MAKE) --no-print-directory test-editor
	@$(MAKE) --no-print-directory docs

pdfium: deps-python ## Gets PDFium's library (Scripts/pdfium.txt), and puts it where programs and tests built here find it
	@Scripts/get-pdfium "$$(swift build --show-bin-path)" "$$(swift build -c release --show-bin-path)"

bench: deps deps-python ## Measures against poppler, MuPDF, PDFium and pikepdf (Benchmarks/run.sh; ARGS= for its options)
	Benchmarks/run.sh $(ARGS)

bench-pages: deps deps-python ## Compares the CPU time of pages (PLACES='folder file.pdf:1,12'; Benchmarks/page_cpu.py)
	Benchmarks/run.sh --only nothing
	Benchmarks/.venv/bin/python Benchmarks/page_cpu.py $(ARGS) $(PLACES)

stress: deps ## Has 16 tasks ask a renderer for pictures at random (FILE=path; ARGS='--seconds 60 --seed 1')
	swift build -c release --package-path Benchmarks --product postil-stress
	Benchmarks/.build/release/postil-stress $(ARGS) $${FILE:+"$$FILE"}

# Everything takes ten times as long there, so how soon cancelled tasks end says nothing.
stress-thread: deps ## The same under the thread sanitizer
	swift build --package-path Benchmarks --product postil-stress --scratch-path Benchmarks/.build/tsan \
	  --sanitize=thread -Xswiftc -DTHREAD_SANITIZER
	Benchmarks/.build/tsan/debug/postil-stress --limit-ms 10000 $(ARGS) $${FILE:+"$$FILE"}

sanitize: sanitize-address sanitize-thread ## The tests under the address and the thread sanitizer

sanitize-address: deps ## The tests under the address sanitizer, leaks included
	ASAN_OPTIONS=suppressions=$(CURDIR)/.ci/address.txt LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks.txt \
	  swift test --sanitize=address --scratch-path .build/asan

# Without the search for deadlocks, which ends, and hangs, when a thread holds 64 locks: cairo locks each of the fonts that are
# painted within each other, and a test has a font within itself.
sanitize-thread: deps ## The tests under the thread sanitizer
	TSAN_OPTIONS=detect_deadlocks=0 swift test --sanitize=thread --scratch-path .build/tsan -Xswiftc -DTHREAD_SANITIZER

docs: deps ## Builds the documentation into .build/documentation; dead links and an old reference are errors
	swift build $(STRICT) --target PostilViewer
	swift build $(STRICT) --target PostilSignatures
	swift build $(STRICT) --target PostilLayoutSVG
	swift build $(STRICT) --target PDFKit
	Documentation/build.sh

reference: deps ## Writes the reference of all public declarations into Documentation/Reference
	swift build $(STRICT) --target PostilViewer
	swift build $(STRICT) --target PostilSignatures
	swift build $(STRICT) --target PostilLayoutSVG
	swift build $(STRICT) --target PDFKit
	Documentation/graphs.sh .build/documentation/graphs
	Scripts/reference.py .build/documentation/graphs

command-line: deps ## Writes the help of all commands into Documentation/CommandLine.md
	swift build $(STRICT) --product postil
	Scripts/help-pages.py markdown "$$(swift build --show-bin-path)/postil" >.build/CommandLine.md
	mv .build/CommandLine.md Documentation/CommandLine.md

lint: toolchain ## Holds the sources against .swift-format
	swift format lint --strict --parallel --recursive $(FORMATTED)

format: toolchain ## Formats the sources
	swift format --in-place --parallel --recursive $(FORMATTED)

# Installs the packages that are missing; elsewhere than on Debian, says which libraries are.
define install
if command -v dpkg >/dev/null; then \
	  missing=; \
	  for package in $(1); do \
	    dpkg -s "$$package" 2>/dev/null | grep -q '^Status: .* installed$$' || missing="$$missing $$package"; \
	  done; \
	  if [ -n "$$missing" ]; then \
	    if [ "$$(id -u)" = 0 ]; then root=; else root=sudo; fi; \
	    echo "Installing$$missing"; \
	    $$root env DEBIAN_FRONTEND=noninteractive apt-get update -qq && \
	    $$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing </dev/null; \
	  fi; \
	else \
	  for library in $(2); do \
	    pkg-config --exists "$$library" || { echo "Install the development files of $$library." >&2; exit 1; }; \
	  done; \
	fi
endef

deps: toolchain ## Installs the libraries and programs that are missing (Debian and Ubuntu)
	@$(call install,$(PACKAGES),libqpdf poppler-glib cairo pangocairo lcms2 libxml-2.0 zlib nettle gnutls)

toolchain:
	@command -v swift >/dev/null || { \
	  echo "Swift is missing: install version 6.3 or later, see https://www.swift.org/install/linux/." >&2; exit 1; }

$(PYTHON): Scripts/requirements.txt | deps-python
	python3 -m venv Scripts/.venv
	Scripts/.venv/bin/pip install --quiet --disable-pip-version-check -r Scripts/requirements.txt
	@touch $@

.PHONY: tool deps-python
deps-python:
	@$(call install,python3-venv,)

tool: deps $(PYTHON)
	swift build -c release --product postil --static-swift-stdlib

install: deps ## Installs the tool and the GTK editor below PREFIX=/usr/local (DESTDIR=; EDITOR=no leaves the editor out)
	@[ "$$EDITOR" = no ] || $(MAKE) --no-print-directory deps-editor
	Scripts/install "$$PREFIX"

deb: deps ## Makes Debian packages of them in .build/deb (EDITOR=no leaves the editor out)
	@[ "$$EDITOR" = no ] || $(MAKE) --no-print-directory deps-editor
	Scripts/make-deb .build/deb

sweep: tool ## Edits every PDF under FOLDER=path and has other readers judge the results
	$(PYTHON) Scripts/sweep.py "$$FOLDER" $(ARGS)

kinds-sweep: tool ## Adds, changes and removes an annotation of each kind in every PDF under FOLDER=path, and has other readers count
	$(PYTHON) Scripts/kinds-sweep.py "$$FOLDER" $(ARGS)

merge-sweep: tool ## Merges neighbouring PDFs under FOLDER=path, deletes pages, and has other readers judge the results
	$(PYTHON) Scripts/merge-sweep.py "$$FOLDER" $(ARGS)

compare: tool ## Draws every kind of annotation and looks at it in poppler, MuPDF and PDFium
	$(PYTHON) Scripts/compare-viewers.py $(ARGS)

compare-search: tool ## Searches documents under FOLDER=path and compares with pdftotext and MuPDF
	$(PYTHON) Scripts/compare-search.py "$$FOLDER" $(ARGS)

compare-renderers: tool ## Finds pages under FOLDER=path that MuPDF and PDFium draw alike and Postil does not (ARGS='--pages all --options "…"')
	$(PYTHON) Scripts/compare-renderers.py "$$FOLDER" $(ARGS)

try-renderers: tool ## Draws small pages of one construct each, and says which of Postil, MuPDF and PDFium is wrong (ARGS='--only WORD --keep FOLDER')
	$(PYTHON) Scripts/try-renderers.py $(ARGS)

compare-tiles: deps $(PYTHON) ## Holds tiles against whole pages, for every PDF under FOLDER=path
	swift build -c release --package-path Benchmarks --product postil-tiles
	$(PYTHON) Scripts/compare-tiles.py "$$FOLDER" $(ARGS)

kill-test: tool ## Kills saves in the middle, fills disks, takes permissions away (ARGS= files to join)
	$(PYTHON) Scripts/kill-test.py $(ARGS)

journal-test: deps ## Kills a program in the middle of editing, and recovers what it did (ARGS='--kills 500 file.pdf')
	swift build -c release --package-path Benchmarks --product postil-crash
	Scripts/journal-test.py $(ARGS)

signature-test: tool ## Signs, edits, and verifies the signatures
	$(PYTHON) Scripts/signature-test.py $(ARGS)

signing-test: tool ## Signs with postil and verifies with pyHanko and pdfsig, and the other way round
	$(PYTHON) Scripts/signing-test.py $(ARGS)

signature-mixtures: tool ## Has postil, pyHanko and pdfsig judge signed documents with random mixtures of later changes (ARGS='--count 200 --seed 1')
	$(PYTHON) Scripts/signature-mixtures.py $(ARGS)

encrypted-test: tool ## Edits documents encrypted in every way, and has other readers open them with both passwords
	$(PYTHON) Scripts/encrypted-test.py $(ARGS)

forms-test: tool ## Fills in and flattens every form of FOLDER=path, and has other readers look at the results
	$(PYTHON) Scripts/forms-test.py "$$FOLDER" $(ARGS)

fields-test: tool ## Adds fields of every kind to pages of each turn, and to the files of FOLDER=path; other readers look at them
	$(PYTHON) Scripts/fields-test.py $${FOLDER:+"$$FOLDER"} $(ARGS)

redaction-test: tool ## Redacts generated pages, and scrubs and redacts the files of FOLDER=path; other programs look for what is left
	$(PYTHON) Scripts/redaction-test.py $${FOLDER:+"$$FOLDER"} $(ARGS)

redaction-words-test: tool ## Redacts two words of each of the files of FOLDER=path, beside PyMuPDF, and looks for what is left and lost
	$(PYTHON) Scripts/redaction-words-test.py "$$FOLDER" $(ARGS)

revisions-test: tool ## Makes files with many revisions by four programs, and lists, extracts, restores and squashes them (FOLDER=path)
	$(PYTHON) Scripts/revisions-test.py $${FOLDER:+"$$FOLDER"} $(ARGS)

floorplan-test: deps $(PYTHON) ## Compares the ways of the example FloorPlan with those that NetworkX finds
	swift build --package-path Examples --product floorplan
	$(PYTHON) Scripts/floorplan-test.py $(ARGS)

coupons: deps deps-examples ## Makes vouchers of a template and a table, redeems some, and shows them, in OUT=folder (Examples/Sources/Coupons)
	@swift build -c release --package-path Examples --product coupons
	@"$$(swift build -c release --package-path Examples --show-bin-path)/coupons" demo "$$OUT/coupons"

deps-examples: toolchain ## Installs what the examples need besides
	@$(call install,$(EXAMPLES_PACKAGES),libsoup-3.0)

batch: tool $(BATCH_PYTHON) ## Does steps to every PDF under FOLDER=path, into OUT=folder (ARGS='render "search word"'; Examples/Batch)
	$(BATCH_PYTHON) Examples/Batch/batch.py "$${FOLDER:?names the folder of documents}" "$$OUT" $(ARGS)

batch-test: tool $(BATCH_PYTHON) ## The tests of the example Batch, with the tool
	cd Examples/Batch && POSTIL="$(CURDIR)/.build/release/postil" .venv/bin/python -m unittest

$(BATCH_PYTHON): Examples/Batch/requirements.txt | deps-python
	python3 -m venv Examples/Batch/.venv
	$@ -m pip install --quiet --disable-pip-version-check -r Examples/Batch/requirements.txt
	@touch $@

web: deps deps-examples ## Serves FILE=path to browsers, to be drawn on by several people at once (PORT=8080 ARGS='--address 0.0.0.0'; Examples/Web)
	@swift build -c release --package-path Examples --product postil-web
	@"$$(swift build -c release --package-path Examples --show-bin-path)/postil-web" --port "$$PORT" $(ARGS) \
	  -- "$${FILE:?names the document}"

web-test: deps deps-examples $(WEB_PYTHON) ## Two Chromiums draw on one document; if there is a FILE=path, 200 clients scroll through a copy (ARGS='--seconds 30')
	@$(call install,chromium,)
	swift build -c release --package-path Examples --product postil-web
	program="$$(swift build -c release --package-path Examples --show-bin-path)/postil-web"; \
	  $(WEB_PYTHON) Examples/Web/browser-test.py --program "$$program" --pictures .build/web && \
	  if [ -n "$$FILE" ]; then $(WEB_PYTHON) Examples/Web/load.py --program "$$program" $(ARGS) -- "$$FILE"; fi

$(WEB_PYTHON): Examples/Web/requirements.txt | deps-python
	python3 -m venv Examples/Web/.venv
	$@ -m pip install --quiet --disable-pip-version-check -r Examples/Web/requirements.txt
	@touch $@

documents-test: tool ## Merges and takes apart documents with outlines, names, labels, fields and more, and looks at the results with pikepdf
	$(PYTHON) Scripts/documents-test.py $(ARGS)

concurrent-saves: tool ## Has 60 processes save FILE=path, six at a time: what says it saved must be in the file
	$(PYTHON) Scripts/concurrent-saves.py "$$FILE" $(ARGS)

hundred-saves: tool ## Saves FILE=path a hundred times and has other readers judge the result
	$(PYTHON) Scripts/hundred-saves.py "$$FILE" $(ARGS)

exchange-test: tool ## Takes the annotations of every PDF under FOLDER=path out and in, and changes them a little
	$(PYTHON) Scripts/exchange-test.py "$$FOLDER" $(ARGS)

free-text-test: tool $(PYTHON) ## Writes free text in seven scripts and has other readers look for it
	$(PYTHON) Scripts/free-text-test.py $(ARGS)

text-scripts-test: tool $(PYTHON) ## Has LibreOffice, TeX, Chromium and others set texts in twelve scripts, and judges what is read of them (ARGS='--only "XeTeX arabic" --details')
	$(PYTHON) Scripts/text-scripts-test.py $(ARGS)

conformity-test: tool ## Edits the files of FOLDER=path that keep PDF/A or PDF/UA in all ways; veraPDF (VERAPDF_JAR=path) judges the results
	$(PYTHON) Scripts/conformity-test.py "$${FOLDER:?names the folder of documents}" $(ARGS)

layout-test: deps $(PYTHON) ## Judges documents that are made, in three scripts: veraPDF (VERAPDF_JAR=path) and three readers (ARGS='--pages folder')
	swift build -c release --package-path Benchmarks --product postil-layout
	$(PYTHON) Scripts/layout-test.py $(ARGS)

tables-test: tool ## Judges the tables that are found in the files of ICDAR 2013 under FOLDER=path (NAME.pdf, NAME-str.xml)
	$(PYTHON) Scripts/tables-test.py "$${FOLDER:?names the folder of documents}" $(ARGS)

compare-remedies: deps $(PYTHON) ## Draws every first page under FOLDER=path without and with the renderer's remedies
	swift build -c release --product postil-remedies
	$(PYTHON) Scripts/compare-remedies.py "$$FOLDER" $(ARGS)

try-debian: toolchain ## Runs 'make demo' and 'make test' in a fresh SUITE=trixie of Debian (as root; debootstrap)
	Scripts/try-debian "$$SUITE" $(ARGS)

try-debian-swift: toolchain ## Builds the library and the tool with the Swift of Debian's own packages in a fresh SUITE=trixie, and draws (as root; debootstrap)
	Scripts/try-debian "$${SUITE:-trixie}" $(ARGS) -- sh -c 'apt-get install -y -qq swiftlang && make deps && /usr/bin/swift build --product postil && \
	  cd /tmp && tool=/root/Postil/.build/debug/postil && $$tool draw /root/Postil/Tests/PostilFileTests/Findings/size-of-older-section.pdf --page 1 --rect 50,50,200,100 -o drawn.pdf && \
	  $$tool render drawn.pdf -o drawn.png && qpdf --check drawn.pdf'

screen-reader: deps-editor ## Reads documents under FOLDER=path in the GTK editor as a screen reader does (GTK 4.14 or later; ARGS='--limit 20')
	@$(call install,at-spi2-core gir1.2-atspi-2.0 python3-gi dbus-daemon,)
	swift build --package-path Examples/Editor --product postil-editor
	LC_ALL=C.UTF-8 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory NO_AT_BRIDGE=0 dbus-run-session -- \
	  xvfb-run -a -s "-screen 0 1280x900x24" Scripts/screen-reader.py \
	  --editor "$$(swift build --package-path Examples/Editor --show-bin-path)/postil-editor" $(ARGS) \
	  "$${FOLDER:?names the folder of documents}"

try-screen-reader: toolchain ## The same in a fresh Debian, whose GTK is new enough (as root; debootstrap)
	Scripts/try-debian trixie --bind "$${FOLDER:?names the folder of documents}" -- make screen-reader FOLDER="$$FOLDER" ARGS="$(ARGS)"

release-check: tool ## Runs everything that must hold before a release, with documents of FOLDER=path (ONLY='test sweep' SECONDS_EACH=1800)
	Scripts/release-check

try-dependent: deps ## Builds a package that depends on this one from nothing, and has it draw (CONFIGURATION=release; FILE=path)
	Scripts/try-dependent $${FILE:+"$$FILE"}

try-first-program: deps ## Carries out the article "Your first program" in a folder of its own
	Scripts/try-first-program

fuzz: tool ## Damages the PDFs under FOLDER=path and edits them (SEED=1 SECONDS=60; findings in .build/fuzz)
	swift build -c release --package-path Benchmarks --product postil-fuzz
	$(PYTHON) Scripts/fuzz.py $(FUZZ) $(ARGS) $${FOLDER:+"$$FOLDER"}

fuzz-address: deps $(PYTHON) ## The same in one process under the address sanitizer
	swift build --package-path Benchmarks --product postil-fuzz --scratch-path Benchmarks/.build/asan --sanitize=address
	$(PYTHON) Scripts/fuzz.py --address --limit 120 --fuzz Benchmarks/.build/asan/debug/postil-fuzz $(FUZZ) $(ARGS) \
	  $${FOLDER:+"$$FOLDER"}

bombs: tool ## Has every command read small files that become huge, or claim to be (ARGS='--only NAME --command NAME')
	$(PYTHON) Scripts/bombs.py $(ARGS)

fuzz-exchange: tool $(PYTHON) ## Damages files of annotations, values and edits, and has a document take them in
	swift build -c release --package-path Benchmarks --product postil-fuzz
	$(PYTHON) Scripts/fuzz-exchange.py $(FUZZ) $(ARGS) $${FOLDER:+"$$FOLDER"}

fuzz-journal: tool $(PYTHON) ## Damages journals of unsaved edits, and recovers them (ARGS='--seconds 60 --seed 1')
	swift build -c release --package-path Benchmarks --product postil-crash
	$(PYTHON) Scripts/fuzz-journal.py $(ARGS)

fuzz-answers: deps ## Has a program ask servers and workers that lie (SEED=1 SECONDS=60)
	swift build -c release --product postil-answers
	"$$(swift build -c release --show-bin-path)/postil-answers" $(FUZZ)

random-pictures: deps ## Compares what SEEDS=60 random sessions show with what a save would write, after every step
	POSTIL_PICTURE_SEEDS=$${SEEDS:-60} swift test --filter RandomPictureTests

# Not from the environment: bash has a variable SECONDS of its own.
FUZZ = --seed "$${SEED:-1}" --seconds $(or $(SECONDS),60)

run-editor: deps-editor ## Opens FILE=path in the GTK editor (ARGS='--dark')
	@swift build -c release --package-path Examples/Editor --product postil-editor
	@"$$(swift build -c release --package-path Examples/Editor --show-bin-path)/postil-editor" $(ARGS) $${FILE:+"$$FILE"}

# Without the last variable a crash would end with status 0. The tests that drive the editor from outside start
# screens of their own; POSTIL_PICTURES=folder keeps what is on them when one fails.
test-editor: deps-editor deps-pen ## The tests of the GTK editor, some of which use it with mouse and keyboard
	GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no \
	  xvfb-run -a -s "-screen 0 1280x900x24" swift test --package-path Examples/Editor $(SHARED) $(EVENTS)

# With ARGS='--editor …' any other build of it, such as one with a sanitizer.
stress-editor: deps-editor ## Uses the GTK editor at random (FILE=path or a folder; ARGS='--seconds 60 --seed 1')
	swift build --package-path Examples/Editor --product postil-editor
	Scripts/stress-editor.py $(ARGS) $${FILE:+"$$FILE"}

# What is compiled is committed too, so that the editor is built without gettext; a test holds the two together.
translations: ## Compiles the translations of the GTK editor (Resources/po)
	@cd Examples/Editor/Sources/EditorUI/Resources && for texts in po/*.po; do \
	  language="$$(basename "$$texts" .po)"; mkdir -p "locale/$$language/LC_MESSAGES"; \
	  msgfmt --check --statistics --no-hash -o "locale/$$language/LC_MESSAGES/postil-editor.mo" "$$texts"; done

bench-editor: deps-editor ## Measures the GTK editor in use (FILE=path; ARGS='--runs 5')
	@$(call tour,bench $(ARGS) $${FILE:+"$$FILE"})

screenshots-editor: deps-editor ## Makes the pictures of the GTK editor in Documentation/Images
	@$(MAKE) --no-print-directory demo OUT=.build/screenshots >/dev/null
	@$(call tour,screenshots Documentation/Images .build/screenshots/handbook.pdf)

# Builds the editor and the program that uses it as a person does, and runs that.
tour = for product in postil-editor editor-tour; do \
	    swift build -c release --package-path Examples/Editor --product $$product || exit; \
	  done; \
	  "$$(swift build -c release --package-path Examples/Editor --show-bin-path)/editor-tour" $(1)

deps-pen: deps ## Installs an X server with a pen and fingers, which the tests of the editor use where it can be started
	@$(call install,$(PEN_PACKAGES))

deps-editor: deps ## Installs what the GTK editor needs besides
	@$(call install,$(EDITOR_PACKAGES),gtk4)

clean: ## Removes what was built
	rm -rf .build Examples/.build Examples/Editor/.build Benchmarks/.build Demo
