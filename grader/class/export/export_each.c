// One document per submission or per student: one file, or a folder of STUDENT.LAB or STUDENT files.
#include "class/export/export_result.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/utf8.h"

struct each {
    const struct export_format *format;
    const char *path;
    bool folder;
    size_t left_out; // submissions that the format cannot represent
    bool good;
    struct error *error;
};

static bool is_folder(const char *path) {
    struct stat status;
    const size_t length = strlen(path);
    return (length > 0 && path[length - 1] == '/') || (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

void export_file_name(const char *text, char *name, size_t size) {
    size_t length = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at && length + 4 < size; at++) {
        const bool plain = isalnum(*at) || *at >= 0x80 || strchr("-_@+,", *at) || (*at == '.' && length > 0);
        length += (size_t)snprintf(name + length, size - length, plain ? "%c" : "%%%02X", *at);
    }
    name[length] = '\0';
}

// The path of a submission's document or, without a submission, of the student's.
static bool path_of(const struct each *each, const struct export_student *student,
                    const struct export_result *result, char *path, size_t size) {
    char name[1024], lab[64] = "";
    if (!each->folder)
        return snprintf(path, size, "%s", each->path) < (int)size;
    if (result && each->format->name_of) {
        each->format->name_of(result, name, sizeof name);
        return snprintf(path, size, "%s/%s", each->path, name) < (int)size;
    }
    export_file_name(student->name, name, 192);
    if (result)
        export_file_name(result->stored.lab, lab, sizeof lab);
    return snprintf(path, size, "%s/%s%s%s%s", each->path, name, lab[0] ? "." : "", lab,
                    each->format->suffix) < (int)size;
}

static void write_file(struct each *each, const char *path, const char *text, size_t length) {
    struct output_file file;
    each->good = output_file_open(&file, path, each->error);
    if (each->good) {
        file.private = true;
        fwrite(text, 1, length, file.out);
        each->good = output_file_close(&file, true, each->error);
    }
}

// The document is built before its file is opened: a submission that is left out leaves no file.
static void write_one(struct each *each, const struct export_class *class,
                      const struct export_student *student, const struct export_result *result) {
    char path[PATH_MAX], *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    const bool has_place = !memory || !result || each->format->one(memory, result, each->error);
    if (memory && !result)
        each->format->page(memory, class, student);
    if (!memory || fclose(memory) != 0) {
        each->good = error_set(each->error, "memory is used up");
    } else if (!has_place) {
        each->left_out++;
        each->good = each->folder;
    } else if (path_of(each, student, result, path, sizeof path)) {
        write_file(each, path, text, length);
    } else {
        each->good = error_set(each->error, "the name of a file is too long");
    }
    free(text);
}

static void student(void *user, const struct export_class *class, const struct export_student *student) {
    struct each *each = user;
    if (each->format->page && each->good)
        write_one(each, class, student, NULL);
    for (size_t i = 0; each->format->one && i < class->lab_count; i++)
        if (student->of_lab[i] && each->good)
            write_one(each, class, student, student->of_lab[i]);
}

bool export_each_write(const struct export_format *format, const struct export_class *class,
                       struct gradebook *book, const struct gradebook_filter *filter, const char *path,
                       struct error *error) {
    struct each each = {format, path, is_folder(path), 0, true, error};
    const size_t count = format->one ? class->result_count : class->student_count;
    if (!each.folder && count != 1)
        return error_set(
            error,
            "%s has a document for each %s, and here are %zu: name a folder (-o FOLDER/), or pick one by "
            "--student%s",
            format->name, format->one ? "submission" : "student", count, format->one ? " and --lab" : "");
    if (each.folder && mkdir(path, 0700) != 0 && errno != EEXIST)
        return error_set_system(error, "cannot make the folder %s", path);
    if (!export_class_each(class, book, filter, student, &each, error))
        return false;
    if (each.good && each.left_out > 0)
        fprintf(stderr, "grade: %zu of %zu have no document in %s; the last: %s\n", each.left_out,
                class->result_count, utf8_line(path).text, utf8_line(error->text).text);
    return each.good;
}
