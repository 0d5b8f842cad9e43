/**
 * @file watch.h
 * @brief `grade LAB --watch`: grades again whenever the file is saved.
 */
#ifndef WARPLAB_WATCH_H
#define WARPLAB_WATCH_H

#include "base/paths.h"
#include "cli.h"

/** Grades now and after every save, small cases first, until a signal comes. @return the exit code */
int watch(const struct cli *cli, const struct paths *paths);

#endif
