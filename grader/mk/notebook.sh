#!/bin/sh
# Prints a notebook for Colab that clones the hand-out, builds a lab, and grades what is written in a cell.
# notebook.sh TOP LAB ADDRESS: TOP is the hand-out's folder, ADDRESS where git clones it from.
set -eu
top=$1 lab=$2 address=$3
cells=
count=0

# A text as JSON has it.
quoted() { sqlite3 :memory: "SELECT json_quote('$(printf %s "$1" | sed "s/'/''/g")')"; }

# cell KIND TEXT
cell() {
    count=$((count + 1))
    code=
    [ "$1" = markdown ] || code=', "outputs": [], "execution_count": null'
    cells="$cells${cells:+,}
  {\"cell_type\": \"$1\", \"id\": \"cell$count\", \"metadata\": {}, \"source\": $(quoted "$2")$code}"
}

cell markdown "# Warplab, $lab
Run the cells from top to bottom. No GPU is needed: without one, kernels run on the CPU engine.
With one (Runtime, Change runtime type, T4 GPU), the same commands use it, too.
The files are gone when the runtime ends: download what you want to keep."

cell code "ADDRESS = \"$address\"  # the repository of your course's hand-out
!git clone --depth 1 \"\$ADDRESS\" warplab
%cd warplab
!make install-deps
!make $lab"

cell markdown "The handout is labs/$lab/README.md: what to write, and how it is graded.
The next cell is your submission. Running it saves it."

cell code "%%writefile labs/$lab/$lab.cu
$(cat "$top/labs/$lab/$lab.cu")"

cell code "!./grade $lab"

cell markdown "Stuck? \`!./grade $lab --hint 2\` shows the next hint, \`!./grade $lab --full\` every check, and
\`!./grade $lab --trace trace.html\` writes a page with your kernels at work, step by step: open it from the files on the left."

cat <<END
{"nbformat": 4, "nbformat_minor": 5,
 "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
 "cells": [$cells
 ]}
END
