/**
 * @file upload.h
 * @brief The student that a file belongs to, and which attempt it is, from its path: the names that learning
 * systems and people give.
 *
 * - plain: STUDENT/.../lab3.cu, STUDENT.zip
 * - Canvas: lastfirst_12345_67890_lab3-1.cu, with _LATE before the numbers where it was late; 12345 is the
 *   person, 67890 the file, and -1 counts the tries. Where grading is anonymous: anon_x4Kq2_67890_lab3.cu,
 * with LATE_ in front. What was typed: lastfirst_12345_text.html, lastfirst_12345_link.html.
 *   (instructure/canvas-lms, lib/content_zipper.rb)
 * - Moodle: Name_12345_assignsubmission_file/lab3.cu, before Moodle 4.1 with _ before the slash; without
 * folders Name_12345_assignsubmission_file_lab3.cu. 12345 is the participant, another in each assignment.
 * Where grading is anonymous, the name is Participant. (moodle/moodle, mod/assign/classes/downloader.php)
 * - Gradescope: submission_123/lab3.cu, where submission_metadata.yml says who submission_123 is
 * - Blackboard: Lab 3_LOGIN_attempt_2026-11-20-23-41-05_lab3.cu, and beside it a .txt about the attempt
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

/** What a path says. */
struct upload {
    char student[UPLOAD_STUDENT_SIZE]; /**< "" if the path does not say */
    const char *rest;                  /**< the file's path as the student named it; inside the path parsed */
    enum upload_system system;         /**< that named it */
    long long order;                   /**< later uploads have greater ones */
    time_t submitted;                  /**< when it was handed in, 0 if the path does not say */
    bool late;                         /**< the learning system has marked it so */
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
