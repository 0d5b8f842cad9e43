// How a runner ended, and what that means for the case that it was busy with.
#include "run_end.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "reports.h"
#include "base/language.h"
#include "base/utf8.h"

enum { PRINTED_BYTES = 4096 };

void run_blame_end(struct outcome *outcome, const struct sandbox_result *result) {
    switch (result->verdict) {
    case SANDBOX_EXITED:
        outcome->kind = OUTCOME_DIED;
        snprintf(
            outcome->message, sizeof outcome->message,
            language_of("the program ended itself (exit code %d) before the launcher's result was there"),
            result->exit_code);
        break;
    case SANDBOX_TIME:
    case SANDBOX_MEMORY:
    case SANDBOX_PROCESSES:
    case SANDBOX_OUTPUT:
    case SANDBOX_FILES:
        outcome->kind = OUTCOME_LIMIT;
        snprintf(outcome->message, sizeof outcome->message, "%s", result->message);
        break;
    default:
        outcome->kind = OUTCOME_DIED;
        outcome->crashed = result->signal == SIGSEGV || result->signal == SIGBUS;
        snprintf(outcome->message, sizeof outcome->message, language_of("the program crashed: %s"),
                 result->message);
        break;
    }
}

void run_name_case(struct outcome *outcome, const struct plan_case *c) {
    char words[sizeof outcome->message];
    strcpy(words, outcome->message);
    snprintf(outcome->message, sizeof outcome->message, "n = %d (%s): %.330s", c->n,
             language_of(c->spec->data), words);
}

void run_keep_printed(struct backend_run *run, const struct sandbox_result *result) {
    cost_add(&run->cost, result);
    if (run->printed || !result->output || result->output_length == 0)
        return;
    run->printed = strndup(result->output, PRINTED_BYTES);
    if (run->printed)
        utf8_clean(run->printed);
}

void run_take_messages(struct outcome *outcome, const struct sandbox_result *result) {
    outcome->report = result->output ? reports_from_messages(result->output) : NULL;
    const cJSON *errors = cJSON_GetObjectItemCaseSensitive(reports_driver(outcome->report), "errors");
    const cJSON *last = cJSON_GetArrayItem(errors, cJSON_GetArraySize(errors) - 1);
    if (!last || outcome->kind == OUTCOME_LIMIT)
        return;
    const bool tampered = reports_check_of(reports_string(last, "kind")) == CHECK_LIMITS;
    if (tampered)
        outcome->kind = OUTCOME_LIMIT;
    outcome->line = (int)reports_number(last, "line");
    snprintf(outcome->message, sizeof outcome->message, "%s%s", tampered ? "tampered: " : "",
             reports_string(last, "message"));
}
