// ./grade LAB --asm: the PTX and SASS of each source line, a kernel's resources, and how many of its blocks
// fit on a device.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/paths.h"
#include "engine/model/profile.h"
#include "skip.h"
#include "submission/assembly.h"

enum { TEXT = 1 << 20 };
static char text[TEXT];

static int run(const char *command) {
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    text[fread(text, 1, TEXT - 1, out)] = '\0';
    return WEXITSTATUS(pclose(out));
}

static bool has_nvcc(void) {
    struct paths paths;
    char why[512];
    return paths_find(&paths, why, sizeof why) && paths.nvcc[0] != '\0';
}

// Of an H200, by the rule in the CUDA C++ Programming Guide: 65536 registers in units of 256 a warp, 64
// warps, 32 blocks, 228 KiB of shared memory of which each block costs one more.
static const struct {
    double threads, shared, registers, blocks;
} occupancies[] = {
    {256, 0, 0, 8},     {256, 0, 32, 8},     {256, 0, 33, 6},    {256, 0, 64, 4},      {1024, 0, 32, 2},
    {1024, 0, 33, 1},   {1024, 0, 65, 0},    {32, 0, 16, 32},    {33, 0, 16, 32},      {96, 0, 16, 21},
    {256, 1024, 16, 8}, {256, 49152, 16, 4}, {64, 7168, 16, 28}, {256, 232448, 16, 1}, {256, 233472, 16, 0},
};

START_TEST(as_many_blocks_fit_as_the_guide_says) {
    const double blocks = simt_occupancy(simt_profile_builtin("h200"), occupancies[_i].threads,
                                         occupancies[_i].shared, occupancies[_i].registers);
    ck_assert_msg(blocks == occupancies[_i].blocks, "%g threads, %g bytes, %g registers: %g blocks",
                  occupancies[_i].threads, occupancies[_i].shared, occupancies[_i].registers, blocks);
}
END_TEST

// A line of lab5's solution, and an instruction printed below it before the next line.
static const struct {
    const char *line, *instruction;
} beside[] = {
    {"__syncthreads();", "bar.sync"},
    {"sums[t] = mine;", "st.shared"},
    {"sum = in[first] + in[first + block];", "ld.global"},
};

START_TEST(source_stands_beside_ptx) {
    if (!has_nvcc())
        test_skip("there is no CUDA Toolkit");
    ck_assert_int_eq(run("./grade lab5 --submission solutions/lab5 --asm 2>&1"), 0);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        const char *line = strstr(text, beside[i].line);
        ck_assert_msg(line != NULL, "no line %s: %s", beside[i].line, text);
        const char *end = strstr(line, "\nlab5.cu:"), *found = strstr(line, beside[i].instruction);
        ck_assert_msg(end && found && found < end, "no %s below %s", beside[i].instruction, beside[i].line);
    }
}
END_TEST

// Each kernel has registers, and was launched in some small case.
START_TEST(kernels_have_their_needs) {
    static const char *const kernels[] = {"\nreduce_unroll2_kernel (", "\nreduce_unroll8_kernel (",
                                          "\nreduce_complete_unroll_warps8_kernel ("};
    if (!has_nvcc())
        test_skip("there is no CUDA Toolkit");
    ck_assert_int_eq(run("./grade lab5 --submission solutions/lab5 --asm 2>&1"), 0);
    ck_assert_ptr_nonnull(strstr(text, "(sm_90)"));
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        int registers = 0, shared = 0;
        double threads = 0, bytes = 0, blocks = 0;
        const char *kernel = strstr(text, kernels[i]);
        ck_assert_msg(kernel != NULL, "no %s: %s", kernels[i] + 1, text);
        const char *needs = strchr(kernel + 1, '\n');
        ck_assert_int_eq(sscanf(needs, "%d registers, %d bytes of static shared memory", &registers, &shared),
                         2);
        ck_assert(registers >= 8 && registers <= 255);
        ck_assert_int_eq(
            sscanf(strchr(needs + 1, '\n'),
                   " blocks of %lf threads and %lf bytes of shared memory: %lf on a multiprocessor", &threads,
                   &bytes, &blocks),
            3);
        // lab5's kernels have no dynamic shared memory.
        ck_assert(bytes == shared);
        ck_assert(blocks == simt_occupancy(simt_profile_builtin("h200"), threads, bytes, registers));
    }
}
END_TEST

// nvdisasm's output (CUDA 13.0) for lab3's solution on sm_90, in tests/sass: the instructions, in their
// order, and the line of each. "": the end.
static const struct {
    int line;
    const char *code;
} disassembled[] = {{16, "LDC R1, c[0x0][0x28]"},        {20, "S2R R7, SR_CTAID.X"},
                    {20, "ULDC UR5, c[0x0][0x0]"},       {24, "ULDC UR4, c[0x0][0x220]"},
                    {24, "IMAD.MOV.U32 R0, RZ, RZ, RZ"}, {19, "S2R R6, SR_TID.X"}};

START_TEST(sass_is_read_with_its_lines) {
    FILE *in = fopen("grader/tests/sass/lab3.txt", "r");
    ck_assert_ptr_nonnull(in);
    text[fread(text, 1, TEXT - 1, in)] = '\0';
    fclose(in);
    struct disassembly reader;
    int count = 0, barriers = 0;
    ck_assert(disassembly_begin(&reader, text, "_Z19reduce_block_kernelPKiPij", "lab3.cu"));
    for (; disassembly_next(&reader); count++) {
        if (count < (int)(sizeof disassembled / sizeof *disassembled)) {
            ck_assert_str_eq(reader.code, disassembled[count].code);
            ck_assert_int_eq(reader.line, disassembled[count].line);
        }
        barriers += strncmp(reader.code, "BAR.SYNC", 8) == 0;
        ck_assert_str_ne(reader.code, "NOP");
    }
    ck_assert_str_eq(reader.code, "NOP"); // padding, not shown
    // 43 instructions up to the loop behind EXIT, and 3 labels.
    ck_assert_int_eq(count, 46);
    ck_assert_int_eq(barriers, 2);
}
END_TEST

// Pieces of the same tool's output: an instruction's line of the submission, and other functions.
static const struct {
    const char *text, *code;
    int line;
} pieces[] = {
    {".text.k:\n\t//## File \"/box/lab5.cu\", line 197 inlined at \"/box/lab5.cu\", line 220\n"
     "\t//## File \"/box/lab5.cu\", line 220\n        /*0010*/                   S2R R0, SR_CTAID.X ;\n",
     "S2R R0, SR_CTAID.X", 197},
    {".text.k:\n\t//## File \"/usr/include/sm_30_intrinsics.hpp\", line 110 inlined at \"/box/lab5.cu\", "
     "line 129\n        /*01f0*/                   SHFL.DOWN PT, R5, R4, 0x10, 0x1f ;\n",
     "SHFL.DOWN PT, R5, R4, 0x10, 0x1f", 129},
    {".text.k:\n\t//## File \"/usr/include/other.h\", line 110\n        /*01f0*/    @!P0 EXIT ;\n",
     "@!P0 EXIT", 0},
    {".text.k:\n.L_x_2:\n        /*02a0*/                   BRA `(.L_x_2);\n", ".L_x_2:", 0},
    {".text.kernel:\n        /*0000*/                   EXIT ;\n", NULL, 0},
    {".text.k:\n\n\n//--------------------- SYMBOLS\n        /*0000*/                   EXIT ;\n", NULL, 0},
    {".text.k:\n        /*0000", NULL, 0},
    {".text.k:\n        /*0000*/ ;", NULL, 0},
    {".text.k:\n\t//## File \"/box/lab5.cu\", line 7", NULL, 0},
    {"", NULL, 0},
};

START_TEST(a_piece_of_sass_is_read) {
    struct disassembly reader;
    const bool found =
        disassembly_begin(&reader, pieces[_i].text, "k", "lab5.cu") && disassembly_next(&reader);
    ck_assert_int_eq(found, pieces[_i].code != NULL);
    if (!found)
        return;
    ck_assert_str_eq(reader.code, pieces[_i].code);
    ck_assert_int_eq(reader.line, pieces[_i].line);
}
END_TEST

// If the Toolkit has nvdisasm.
START_TEST(source_stands_beside_sass) {
    if (!has_nvcc())
        test_skip("there is no CUDA Toolkit");
    ck_assert_int_eq(run("./grade lab5 --submission solutions/lab5 --asm 2>&1"), 0);
    if (strstr(text, "the CUDA Toolkit needs nvdisasm"))
        test_skip("the CUDA Toolkit has no nvdisasm");
    const char *kernel = strstr(text, "\nreduce_unroll2_kernel (");
    const char *sass = kernel ? strstr(kernel, "\n  SASS\n") : NULL;
    ck_assert_msg(sass != NULL, "%s", text);
    const char *line = strstr(sass, "__syncthreads();"), *barrier = strstr(sass, "BAR.SYNC");
    ck_assert(line && barrier && line < barrier);
    ck_assert_ptr_nonnull(strstr(sass, "LDG.E"));
}
END_TEST

static const struct {
    const char *command;
    int code;
    const char *says;
} others[] = {
    {"NVCC= ./grade lab5 --submission solutions/lab5 --asm 2>&1", 2,
     "PTX is made by nvcc, and there is no CUDA Toolkit on this machine"},
    {"./grade lab3 --submission grader/course/lab3/fixtures/syntax_error --asm 2>&1", 2,
     "it does not compile: the report says why"},
};

START_TEST(what_is_missing_is_said) {
    ck_assert_int_eq(run(others[_i].command), others[_i].code);
    ck_assert_msg(strstr(text, others[_i].says) != NULL, "%s", text);
}
END_TEST

// With dynamic shared memory, from the launch; of another device.
START_TEST(a_device_can_be_named) {
    if (!has_nvcc())
        test_skip("there is no CUDA Toolkit");
    ck_assert_int_eq(
        run("SIMT_DEVICE=grader/simt/profiles/a100.txt ./grade lab3 --submission solutions/lab3 --asm 2>&1"),
        0);
    ck_assert_ptr_nonnull(strstr(text, "(sm_80)"));
    ck_assert_ptr_nonnull(strstr(text, " 0 bytes of static shared memory"));
    ck_assert_ptr_nonnull(
        strstr(text, "blocks of 256 threads and 1024 bytes of shared memory: 8 on a multiprocessor of a100"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("assembly");
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, as_many_blocks_fit_as_the_guide_says, 0,
                        (int)(sizeof occupancies / sizeof *occupancies));
    tcase_add_test(cases, source_stands_beside_ptx);
    tcase_add_test(cases, kernels_have_their_needs);
    tcase_add_test(cases, sass_is_read_with_its_lines);
    tcase_add_loop_test(cases, a_piece_of_sass_is_read, 0, (int)(sizeof pieces / sizeof *pieces));
    tcase_add_test(cases, source_stands_beside_sass);
    tcase_add_loop_test(cases, what_is_missing_is_said, 0, (int)(sizeof others / sizeof *others));
    tcase_add_test(cases, a_device_can_be_named);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
