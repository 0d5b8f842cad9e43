// The JSON that comes with a runner's reply, read with suspicion.
#include "reports.h"

#include <string.h>

const cJSON *reports_driver(const cJSON *reply) {
    const cJSON *driver = cJSON_GetObjectItemCaseSensitive(reply, "driver");
    return cJSON_IsObject(driver) ? driver : NULL;
}

const char *reports_string(const cJSON *object, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

double reports_number(const cJSON *object, const char *name) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

bool reports_is_engine(const cJSON *reply) {
    const cJSON *driver = reports_driver(reply);
    return reports_number(driver, "simt") == 1 &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(driver, "errors")) &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(driver, "kernels"));
}

bool reports_counters(const cJSON *reply, struct counters *sum) {
    *sum = (struct counters){0};
    if (!reports_is_engine(reply))
        return false;
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "kernels"))
        counters_add(sum, kernel);
    return true;
}

const char *reports_gpu_error(const cJSON *driver) {
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(driver, "error");
    const char *words =
        cJSON_IsObject(error) ? reports_string(error, "message") : reports_string(driver, "fatal");
    return words ? words : "unknown error";
}

enum check_id reports_check_of(const char *kind) {
    static const struct {
        const char *kind;
        enum check_id check;
    } checks[] = {
        {"race", CHECK_RACES},
        {"out_of_bounds", CHECK_MEMORY},
        {"misaligned", CHECK_MEMORY},
        {"use_after_free", CHECK_MEMORY},
        {"host_pointer", CHECK_MEMORY},
        {"uninitialized", CHECK_INIT},
        {"barrier", CHECK_SYNC},
        {"deadlock", CHECK_SYNC},
        {"leak", CHECK_API},
        {"api", CHECK_API},
        {"unsupported", CHECK_CORRECT},
    };
    for (size_t i = 0; kind && i < sizeof checks / sizeof checks[0]; i++)
        if (strcmp(kind, checks[i].kind) == 0)
            return checks[i].check;
    return CHECK_ID_COUNT;
}

const char *reports_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
