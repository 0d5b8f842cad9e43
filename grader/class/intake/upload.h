/**
 * @file upload.h
 * @brief The student that a file belongs to, and which attempt it is, from its path: the names that learning
 * systems and people give.
 *
 * - plain: STUDENT/.../lab3.cu, STUDENT.zip
 * - Canvas: lastfirst_12345_67890_lab3-1.cu, with _LATE before the numbers where it was late; 12345 is the
 *   person, 67890 the upload, and -1 counts the tries
 * - Moodle: Name_12345_assignsubmission_file_/lab3.cu
 * - Gradescope: submission_123/lab3.cu, where submission_metadata.yml says who submission_123 is
 */
#ifndef WARPLAB_UPLOAD_H
#define WARPLAB_UPLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "lab/spec.h"

enum { UPLOAD_STUDENT_SIZE = 256 };

/** What a path says. */
struct upload {
    char student[UPLOAD_STUDENT_SIZE]; /**< "" if the path does not say */
    const char *rest;                  /**< the file's path as the student named it; inside the path parsed */
    long long order;                   /**< later uploads have greater ones */
    bool late;                         /**< the learning system has marked it so */
    bool gradescope;                   /**< the student is a number, to be looked up */
};

/** Takes a path apart. */
void upload_parse(struct upload *upload, const char *path);

/** What a file's name says of the lab. */
struct upload_name {
    const struct spec *lab; /**< of lab3.cu, lab3-2.cu, "Lab3 (2).cu"; NULL if it names none */
    long copy;              /**< the number behind it, else 0 */
};

/** By the last part of a path; capitals do not matter. */
struct upload_name upload_name(const char *path);

#endif
