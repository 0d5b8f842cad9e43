/**
 * @file compile.h
 * @brief One source file from text to an object file: the stages of simtcc and their parts.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "options.h"

/** The locations of the engine's headers and library, and the compilers to use. */
struct toolchain {
    char *include;        /**< the folder of the headers; owned */
    char *library_folder; /**< the folder of libsimt.a; owned */
    char *bundled;        /**< the folder of bundled shared libraries; NULL: none; owned */
    char *precompiled;    /**< the folder of the precompiled headers; NULL: none for this compiler; owned */
    char *plugin;   /**< "-fplugin=" and the plugin of g++ (confine/plugin/plugin.cc); NULL: none for this
                       compiler; owned */
    char *language; /**< the same for the plugin that knows CUDA's rules (language/plugin.cc); owned */
    char *cccl; /**< the folder of the CUDA Toolkit's C++ headers (libcu++ and CUB, from 13 on); NULL: none;
                   owned */
    const char *cxx; /**< the compiler of C++ */
    const char *cc;  /**< the compiler of C */
};

/** The file of `plugin` in the library's folder. */
#define PLUGIN_FILE "simt_stores.so"
/** The file of `language`. */
#define LANGUAGE_FILE "simt_language.so"

/** Printed by `--version` and `-v` if that plugin is missing, or the compiler is not g++. */
#define RULES_GAP                                                                                            \
    "simtcc: note: without g++'s plugin it is not checked which code runs on the host and which on the "     \
    "device"

/** simtcc's exit codes; the last one is an error of simtcc or of this machine. */
enum outcome { OUTCOME_DONE = 0, OUTCOME_SOURCE_ERROR = 1, OUTCOME_BROKEN = 2 };

/**
 * Runs @p input through the stages up to options->stage, except linking.
 * @param output the file to write; NULL: standard output (text stages only)
 */
enum outcome compile_file(const struct options *options, const struct toolchain *tools,
                          const struct input *input, const char *output);
/** Links the objects, and everything in options->link, into @p output. */
enum outcome link_program(const struct options *options, const struct toolchain *tools,
                          const struct word_list *objects, const char *output);

/** @name The engine's headers, compiled once for all sources (precompiled.c)
 * @{ */
/** Compiles the headers for sources with these @p options, into the folder of @p tools. */
enum outcome precompiled_make(const struct options *options, const struct toolchain *tools);
/**
 * Adds the preprocessor options that use them, and the flags for code.
 * @return false if there are none for this compiler, and nothing was added
 */
bool precompiled_add(struct word_list *command, const struct options *options, const struct toolchain *tools);
/** True if an untrusted preprocessed @p text names other precompiled headers, or these twice. */
bool precompiled_is_forged(const char *text, size_t length, const struct toolchain *tools);
/** @} */

/**
 * Looks for a line marker, `# NUMBER ...`, and for the word `system_header` (markers.c).
 * @param source ends with '\0'
 * @param work   room for @p length + 1 bytes
 * @return the line of the first one, 0 if there is none
 */
int markers_line(const char *source, size_t length, char *work);
/** True if one of the files in the line markers of a preprocessed text contains the word; system headers
 * count as well. */
bool markers_find(const char *text, const char *word);

/**
 * Prints a compiler's messages (messages.c). After each error about a missing name, header or library of
 * CUDA adds one line `FILE:LINE: error: unsupported: NAME is not known to this engine`.
 * @param text NUL-terminated; NULL if there are none
 */
void messages_pass_on(const char *text, FILE *to);

/* The host compiler's options for a CUDA source, in each of its runs. */

/** Adds -std=; @p standard is room for the word, and must live as long as the command. */
void flags_add_standard(struct word_list *command, const struct options *options, char standard[static 32]);
/** Adds the macros that make it a CUDA source; @p arch is room for a word, which must live as long. */
void flags_add_macros(struct word_list *command, const struct options *options, char arch[static 2][40]);
/** Adds the code generation flags, the user's own first. */
void flags_add_code(struct word_list *command, const struct options *options, const struct toolchain *tools);
/** Adds @p count words. */
void flags_add_all(struct word_list *command, const char *const *words, size_t count);

/* Runs a compiler as a child, without a shell and with its input and output in memory; and a folder
 * for temporary files, which is removed however simtcc ends. */

/** Bytes that a child wrote; NUL-terminated. */
struct captured {
    char *text;      /**< NULL before the first byte; the caller frees it */
    size_t length;   /**< bytes, without the closing NUL */
    size_t capacity; /**< bytes there is room for */
};

/** A child to run. */
struct process {
    const char *const *argv; /**< looked up in PATH */
    const char *input;       /**< for its standard input; NULL: nothing to read */
    size_t input_length;     /**< bytes of `input` */
    struct captured *output; /**< where its standard output goes; NULL: to ours */
    struct captured *errors; /**< where its standard error goes; NULL: to ours */
};

/** Installs the handlers that pass SIGINT, SIGTERM and SIGHUP on to the running child. */
void process_init(void);

/**
 * Runs a child to its end.
 * @return its exit code; 128 + n if signal n ended it; -1 after a message if it could not be started
 */
int process_run(const struct process *process);

/** The signal that asked simtcc to stop, or 0. */
int process_stopped_by(void);

/**
 * Path of a new temporary file (not created yet) in a private folder in $TMPDIR or /tmp.
 * @param suffix for example ".o"
 * @return owned by the workspace; NULL after a message
 */
const char *workspace_file(const char *suffix);
/** Removes the folder and all files in it. */
void workspace_remove(void);
