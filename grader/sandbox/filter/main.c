// Prints the system-call filters as C, for sandbox-exec to include: filters[build][gpu][landlock].
#include "sandbox/filter/rules.h"

#include <linux/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Noreturn void give_up(const char *what) {
    perror(what);
    exit(1);
}

static int print_filter(const struct filter_kind *kind) {
    struct sock_filter line;
    int count = 0;
    FILE *file = tmpfile();
    scmp_filter_ctx filter = filter_make(kind);
    if (file == NULL || filter == NULL || seccomp_export_bpf(filter, fileno(file)) != 0)
        give_up("the system-call filter");
    rewind(file);
    printf("static const struct sock_filter filter_%d%d%d[] = {\n", kind->build, kind->gpu, kind->landlock);
    for (; fread(&line, sizeof line, 1, file) == 1; count++)
        printf("{%u, %u, %u, %uu},\n", line.code, line.jt, line.jf, line.k);
    printf("};\n");
    seccomp_release(filter);
    fclose(file);
    return count;
}

int main(void) {
    int counts[8];
    for (int i = 0; i < 8; i++)
        counts[i] = print_filter(&(struct filter_kind){i & 4, i & 2, i & 1});
    printf("static const struct sock_fprog filters[2][2][2] = {\n");
    for (int i = 0; i < 8; i++)
        printf("%s{%d, (struct sock_filter *)filter_%d%d%d}%s,\n",
               i % 4 == 0   ? "{{"
               : i % 2 == 0 ? "{"
                            : "",
               counts[i], i >> 2, i >> 1 & 1, i & 1,
               i % 4 == 3   ? "}}"
               : i % 2 == 1 ? "}"
                            : "");
    printf("};\n");
    return fflush(stdout) == 0 ? 0 : 1;
}
