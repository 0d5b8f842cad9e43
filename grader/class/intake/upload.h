/**
 * @file upload.h
 * @brief The student that a file belongs to, and which attempt it is, from its path: the names that learning
 * systems and people give.
 *
 * - plain: STUDENT/.../lab3.cu, STUDENT.zip
 * - Canvas: lastfirst_12345_67890_lab3-1.cu, with _LATE before the numbers if it was late; 12345 is the
 *   person, 67890 the file, and -1 counts the attempts. If grading is anonymous: anon_x4Kq2_67890_lab3.cu,
 * with LATE_ in front. Typed text: lastfirst_12345_text.html, lastfirst_12345_link.html.
 *   (instructure/canvas-lms, lib/content_zipper.rb)
 * - Moodle: Name_12345_assignsubmission_file/lab3.cu, before Moodle 4.1 with _ before the slash; without
 * folders Name_12345_assignsubmission_file_lab3.cu. 12345 is the participant's number in that assignment.
 * If grading is anonymous, the name is Participant. (moodle/moodle, mod/assign/classes/downloader.php)
 * - Gradescope: submission_123/lab3.cu, where submission_metadata.yml says who submission_123 is
 * - Blackboard: Lab 3_LOGIN_attempt_2026-11-20-23-41-05_lab3.cu, next to a .txt about the attempt
 *   (kwurst/bb-file-cleanup, README.md)
 */
#ifndef WARPLAB_UPLOAD_H
#define WARPLAB_UPLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "lab/spec.h"

enum { UPLOAD_STUDENT_SIZE = 800 };

/** The system that gave a name. */
enum upload_system { UPLOAD_PLAIN, UPLOAD_CANVAS, UPLOAD_MOODLE, UPLOAD_GRADESCOPE, UPLOAD_BLACKBOARD };

/** The contents of a path. */
struct upload {
    char student[UPLOAD_STUDENT_SIZE]; /**< "" if the path does not contain it */
    const char *rest;                  /**< the file's path as the student named it; points into the path */
    enum upload_system system;         /**< the system that gave the path its name */
    long long order;                   /**< greater for later uploads */
    time_t submitted;                  /**< the time of the hand-in, 0 if the path does not contain it */
    bool late;                         /**< the learning system marks it as late */
};

/** Parses a path. */
void upload_parse(struct upload *upload, const char *path);

/** The lab and the copy in a file's name. */
struct upload_name {
    const struct spec *lab; /**< of lab3.cu, lab3-2.cu, "Lab3 (2).cu"; NULL if it names none */
    long copy;              /**< the number after the lab, else 0 */
};

/** Reads the last part of a path; case does not matter. */
struct upload_name upload_name(const char *path);

#endif
