/**
 * @file workspace.h
 * @brief The folder for temporary files, gone when simtcc ends, however it ends.
 */
#ifndef SIMT_WORKSPACE_H
#define SIMT_WORKSPACE_H

/**
 * Path of a new temporary file (not created yet) in a private folder in $TMPDIR or /tmp.
 * @param suffix for example ".o"
 * @return owned by the workspace; NULL after a message
 */
const char *workspace_file(const char *suffix);
/** Removes the folder and all the files handed out. */
void workspace_remove(void);

#endif
