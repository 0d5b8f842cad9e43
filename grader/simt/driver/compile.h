/**
 * @file compile.h
 * @brief One source file on its way to an object file.
 */
#ifndef SIMT_COMPILE_H
#define SIMT_COMPILE_H

#include "options.h"

/** Where the headers and the library of the engine are, and which compilers to use. */
struct toolchain {
    char *include;        /**< the folder of the headers; owned */
    char *library_folder; /**< the folder of libsimt.a; owned */
    char *precompiled; /**< the folder of the headers compiled in advance (precompiled.h); NULL: none for this
                            compiler; owned */
    char *plugin;    /**< "-fplugin=" and the plugin of g++ (plugin/plugin.cc); NULL: none for this compiler;
                        owned */
    const char *cxx; /**< the compiler of C++ */
    const char *cc;  /**< the compiler of C */
};

/** The plugin's file in the library's folder. */
#define PLUGIN_FILE "simt_stores.so"

/** simtcc's exit codes; the last one is a fault of ours or of this machine. */
enum outcome { OUTCOME_DONE = 0, OUTCOME_SOURCE_ERROR = 1, OUTCOME_BROKEN = 2 };

/**
 * Runs @p input through the stages up to options->stage, linking excepted.
 * @param output the file to write; NULL: standard output, for the stages that make text
 */
enum outcome compile_file(const struct options *options, const struct toolchain *tools,
                          const struct input *input, const char *output);
/** Links the objects, and everything in options->link, into @p output. */
enum outcome link_program(const struct options *options, const struct toolchain *tools,
                          const struct word_list *objects, const char *output);

#endif
