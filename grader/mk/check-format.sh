#!/bin/sh
# Says which of the files are not formatted as .clang-format asks; skipped where clang-format is not installed.
if ! command -v clang-format >/dev/null; then
    echo "format: skipped, clang-format is not installed"
    exit 0
fi
clang-format --dry-run -Werror "$@"
