// What a submission may refer to, as tables. Everything else is refused; well-known functions of the system
// are refused with an explanation.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "symbols.h"

// Names that begin so are allowed.
static const char *const allowed_prefixes[] = {
    "__simt_code", "__tsan_", "__sanitizer_cov_", "__x86_indirect_thunk_", "__x86_return_thunk", "wl_",
    "_ZN4simt", "_ZNK4simt",
    // The CUDA runtime on a GPU, and what nvcc's own start-up code calls.
    "cuda", "__cuda", "_ZN4dim3",
    // The C++ library and run-time support, but for the parts refused below.
    "_ZS", "_ZNS", "_ZNKS", "_ZTI", "_ZTS", "_ZTV", "_ZTT", "_ZNVS", "_Zn", "_Zd", "_ZGVNS", "__cxa_",
    "_Unwind_", "__gxx_personality", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "_ZN10__cxxabi", "_ZThn", "_ZTv"};

// These store through no pointer of the caller, call nothing back and keep the process as it is. Functions of
// the C library that do store have a guarded form instead (confine/guarded.txt).
static const char *const allowed_names[] = {
    // Run-time support of compiler and linker.
    "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail", "__dso_handle", "DW.ref.__gxx_personality_v0",
    "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "__gmon_start__", "__TMC_END__",
    "__assert_fail", "__errno_location", "__popcountdi2",
    // Printing.
    "perror", "stdout", "stderr", "strerror",
    // In a program of simtcc these are the engine's, which the compiler also calls by the C library's names.
    "memcpy", "memmove", "memset",
    // Characters, integers, and time.
    "isalnum", "isalpha", "isdigit", "islower", "ispunct", "isspace", "isupper", "isxdigit", "tolower",
    "toupper", "abs", "labs", "llabs", "div", "ldiv", "lldiv", "ffs", "ffsl", "ffsll", "rand", "srand",
    "random", "srandom", "clock"};

// Functions of <math.h> that only compute, for double; those for float and long double end in f and l.
static const char *const arithmetic[] = {
    "acos",      "acosh",       "asin",  "asinh",     "atan",   "atan2",    "atanh",   "cbrt",
    "ceil",      "copysign",    "cos",   "cosh",      "erf",    "erfc",     "exp",     "exp10",
    "exp2",      "expm1",       "fabs",  "fdim",      "floor",  "fma",      "fmax",    "fmin",
    "fmod",      "hypot",       "ilogb", "ldexp",     "lgamma", "llrint",   "llround", "log",
    "log10",     "log1p",       "log2",  "logb",      "lrint",  "lround",   "nan",     "nearbyint",
    "nextafter", "nexttoward",  "pow",   "remainder", "rint",   "round",    "scalbln", "scalbn",
    "sin",       "sinh",        "sqrt",  "tan",       "tanh",   "tgamma",   "trunc",   "j0",
    "j1",        "jn",          "y0",    "y1",        "yn",     "__finite", "__isinf", "__isnan",
    "__signbit", "__fpclassify"};

// What g++ makes of functions that store, with -D_FORTIFY_SOURCE, which nvcc's host code may have.
static const char *const fortified[] = {
    "__printf_chk",   "__fprintf_chk",   "__vfprintf_chk", "__vprintf_chk", "__sprintf_chk",
    "__snprintf_chk", "__vsnprintf_chk", "__vsprintf_chk", "__memcpy_chk",  "__memset_chk",
    "__memmove_chk",  "__strcpy_chk",    "__strncpy_chk",  "__strcat_chk"};

// Explanations for names that begin so.
static const struct {
    const char *prefix, *refusal;
} refusals[] = {
    {"_ZNSt6thread", "starts a thread"},
    {"_ZNSt10filesystem", "reaches for files"},
    {"_ZNSt14basic_ifstream", "reaches for files"},
    {"_ZNSt14basic_ofstream", "reaches for files"},
    {"_ZNSt13basic_fstream", "reaches for files"},
    {"_ZNSt13basic_filebuf", "reaches for files"},
    {"_ZNSt12__basic_file", "reaches for files"},
    {"_ZNSt13random_device", "reaches for files"},
    {"__cudaRegisterLinkedBinary", "was compiled as relocatable device code, which the lab does not need"},
};

static const struct {
    const char *name, *refusal;
} refused_names[] = {
    {"_exit", "ends the program before the grader has its answer"},
    {"_Exit", "ends the program before the grader has its answer"},
    {"quick_exit", "ends the program before the grader has its answer"},
    {"raise", "ends the program before the grader has its answer"},
    {"kill", "sends signals"},
    {"signal", "handles signals"},
    {"sigaction", "handles signals"},
    {"atexit", "leaves a function behind that runs when the launcher is over"},
    {"longjmp", "jumps out of the launcher"},
    {"fork", "starts a process"},
    {"vfork", "starts a process"},
    {"system", "starts a process"},
    {"popen", "starts a process"},
    {"execve", "starts a process"},
    {"pthread_create", "starts a thread"},
    {"open", "reaches for files"},
    {"openat", "reaches for files"},
    {"fopen", "reaches for files"},
    {"freopen", "reaches for files"},
    {"read", "uses a file descriptor"},
    {"write", "uses a file descriptor"},
    {"dup2", "uses a file descriptor"},
    {"close", "uses a file descriptor"},
    {"mmap", "maps memory"},
    {"munmap", "maps memory"},
    {"mprotect", "maps memory"},
    {"ptrace", "looks into a process"},
    {"socket", "opens a connection"},
    {"syscall", "calls the system directly"},
    {"dlopen", "loads a library"},
    {"dlsym", "looks functions up by name"},
    {"getenv", "reads the environment"},
    {"setenv", "changes the environment"},
    {"putenv", "changes the environment"},
};

static bool begins(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count && names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}
#define IS_AMONG(name, names) is_among(name, names, sizeof(names) / sizeof *(names))

static bool begins_as_one_of(const char *name, const char *const *prefixes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (begins(name, prefixes[i]))
            return true;
    return false;
}
#define BEGINS_AS_ONE_OF(name, prefixes)                                                                     \
    begins_as_one_of(name, prefixes, sizeof(prefixes) / sizeof *(prefixes))

static bool is_arithmetic(const char *name) {
    char of_double[32];
    const size_t length = strlen(name);
    if (IS_AMONG(name, arithmetic))
        return true;
    if (length < 2 || length >= sizeof of_double || !strchr("fl", name[length - 1]))
        return false;
    memcpy(of_double, name, length - 1);
    of_double[length - 1] = '\0';
    return IS_AMONG(of_double, arithmetic);
}

static const char *explained(const char *name) {
    for (size_t i = 0; i < sizeof refused_names / sizeof refused_names[0]; i++)
        if (strcmp(name, refused_names[i].name) == 0)
            return refused_names[i].refusal;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        if (begins(name, refusals[i].prefix))
            return refusals[i].refusal;
    return NULL;
}

static const char not_among[] = "is not among the functions a lab may use";

const char *symbols_refusal(const char *name) {
    const char *refusal = explained(name);
    if (refusal || IS_AMONG(name, allowed_names) || is_arithmetic(name) || IS_AMONG(name, fortified) ||
        is_among(name, symbols_guarded, SIZE_MAX) || is_among(name, symbols_engine_api, SIZE_MAX) ||
        BEGINS_AS_ONE_OF(name, allowed_prefixes))
        return refusal;
    return not_among;
}

// What a confined object may use of the C++ library: functions that do not store through pointers of the
// caller, and data. Those with a guarded form are in confine/guarded.txt.
static const char *const confined_cxx[] = {"_ZN4simt",
                                           "_ZNK4simt",
                                           "_ZTI",
                                           "_ZTS",
                                           "_ZTV",
                                           "_ZTT",
                                           "_ZSt4cout",
                                           "_ZSt4cerr",
                                           "_ZSt4clog",
                                           "_ZSt7nothrow",
                                           "_ZSt21__glibcxx_assert_fail",
                                           "_ZSt9terminatev",
                                           "_Znwm",
                                           "_Znam",
                                           "_Zdl",
                                           "_Zda",
                                           "_ZNSt6chrono3_V212steady_clock3nowEv",
                                           "_ZNSt6chrono3_V212system_clock3nowEv"};

const char *symbols_confined_refusal(const char *name) {
    const char *refusal = symbols_refusal(name);
    if (refusal || is_among(name, symbols_guarded, SIZE_MAX))
        return refusal;
    if (begins(name, "simt_") || begins(name, "cuda") || begins(name, "__cuda"))
        return is_among(name, symbols_engine_api, SIZE_MAX) ? NULL : not_among;
    if (IS_AMONG(name, fortified))
        return not_among;
    // __cxa_pure_virtual only ends the program; so do the library's helpers that throw:
    // _ZSt20__throw_length_errorPKc.
    if (strcmp(name, "__cxa_pure_virtual") == 0 || (begins(name, "_ZSt") && strstr(name, "__throw_")) ||
        BEGINS_AS_ONE_OF(name, confined_cxx))
        return NULL;
    if (!begins(name, "_Z") && !begins(name, "__cxa_") && !begins(name, "_Unwind_"))
        return NULL;
    return "is a part of the C++ library that stores through pointers that it is given";
}
