// Advice on each cause, and hints in three steps: a question, the place, almost the line. They apply to every
// lab: the lab's own hints are about its technique.
#include "report/report.h"

#include <stddef.h>

static const struct advice table[CAUSE_COUNT] = {
    [CAUSE_COMPILE] = {"it does not compile",
                       "fix the compiler's first error; later ones often follow from it",
                       {NULL}},
    [CAUSE_INTERFACE] = {"it does not keep to the lab's interface",
                         "bring the file back to what the lab's header declares, and to what a lab may use",
                         {NULL}},
    [CAUSE_ENDLESS] =
        {"it is not done in time",
         "find what never ends, or is done far too often",
         {"Write down the loop's variable for its first five rounds, and for the last one. Which condition "
          "ends it, and how many rounds do all threads make together?",
          "Look at the part of each loop that changes its variable. A stride that is halved becomes 0; half "
          "of 0 is 0 again, and an unsigned number is always >= 0. A loop that goes on by blockDim.x has "
          "every block take all elements.",
          "for (int s = blockDim.x / 2; s > 0; s /= 2) ends. Over the elements a thread goes on by gridDim.x "
          "* blockDim.x. A loop that waits for another thread ends only if that thread can run, and its "
          "store is seen: use atomics, or volatile with __threadfence()."}},
    [CAUSE_LIMIT] = {"it asks for too much",
                     "find what asks for so much: memory, output or processes",
                     {"How often is it called, and how much does one call ask for?",
                      "Look for cudaMalloc, new or printf in a loop, or in a kernel that many threads run.",
                      "One launcher needs no memory of its own: d_scratch has room for n + 4096 numbers."}},
    [CAUSE_UNSUPPORTED] = {"it uses what the CPU engine does not know",
                           "do without it, or grade on a machine with a GPU",
                           {NULL}},
    [CAUSE_LAUNCH] =
        {"a kernel never ran",
         "change the launch to what a device has",
         {"How many blocks, how many threads in each, and how many bytes does <<<...>>> get for this n?",
          "The numbers in <<<blocks, threads, bytes>>> come from n. Which of them is too large, or 0?",
          "A block has 1 to 1024 threads, a grid at least one block. Round up with wl_ceil_div(n, threads), "
          "and where n is 0 launch one block, or nothing if there is no result to store. Ask for the error "
          "with CUDA_CHECK(cudaGetLastError())."}},
    [CAUSE_CRASH] = {"the host's own code uses a bad address",
                     "find the pointer that the host follows, and should not",
                     {"Which pointers does the launcher itself use with * or []? Whose memory do they name?",
                      "d_in, d_out and d_scratch are addresses of the device. The host only passes them on, "
                      "and adds to them.",
                      "What the host is to see it copies first: cudaMemcpy(&sum, d_out, sizeof sum, "
                      "cudaMemcpyDeviceToHost)."}},
    [CAUSE_NULL] =
        {"a kernel uses a null pointer",
         "find where the pointer comes from, and for which n it is null",
         {"Which argument of the launch is null, and for which n?",
          "For n = 0 there is no input at all: d_in is null, and no thread may read it. Where else "
          "does the pointer come from: a cudaMalloc that failed, a variable that was never set?",
          "Every read of the input comes after its test: i < n ? d_in[i] : 0."}},
    [CAUSE_WRAPPED] = {"an index goes below 0",
                       "find the subtraction that goes below 0: an unsigned number wraps to about 4 billion",
                       {"For thread 0: which value has the index, written as a subtraction?",
                        "Look at what is subtracted in the line that is named. For which threads is it "
                        "larger than what it is taken from?",
                        "Test before the subtraction: if (t >= stride) value += data[t - stride];"}},
    [CAUSE_NEGATIVE] = {"an access lies before its array",
                        "find out why the index is negative, for the thread that is named",
                        {"Which value has the index in the named thread, and can its type be negative?",
                         "A char is signed here: bytes from 128 on are negative as an index. A difference of "
                         "two ints can be below 0, too.",
                         "Read bytes as unsigned char; test i >= stride before i - stride is used."}},
    [CAUSE_SHARED_END] =
        {"an access leaves an array in shared memory",
         "compare the index with the array's size, for the thread that is named",
         {"How many elements has the array, and which index does the named thread use?",
          "The array's size is in its brackets, or for extern __shared__ in the launch's third number, "
          "which counts bytes. The index is in the line that is named.",
          "The launch gives threads * sizeof(int) bytes, or two such parts for two buffers. A neighbour's "
          "element is read only where it is there: if (t + stride < blockDim.x)."}},
    [CAUSE_GLOBAL_END] =
        {"an access leaves its array",
         "compare the index with the number of elements, for the thread that is named",
         {"How many elements has the array, and which index does the named thread use for this n?",
          "The last block has threads for which there is no element. Look for the test of the index in the "
          "lines before the one that is named.",
          "if (i < n), not i <= n. Who reads a second element tests that one as well: i + blockDim.x < n."}},
    [CAUSE_LOCAL_END] = {"an access leaves a thread's own array",
                         "compare the index with the size of the array that the thread declares",
                         {"How many elements has the array that the thread declares for itself?",
                          "Look at the loop that fills or reads it: which index does its last round use?",
                          "A loop over int own[K] runs from 0 to K - 1: for (int k = 0; k < K; k++)."}},
    [CAUSE_MISALIGNED] =
        {"an address does not fit the size of the access",
         "find why the address is no multiple of the bytes that are read or written at once",
         {"How many bytes are read at once, and by which number must their address be divisible?",
          "d_in itself is aligned. By how many elements is it moved before it is cast, and is that a "
          "multiple of the larger type?",
          "Read single elements up to the first multiple and after the last one, or choose parts whose "
          "length is a multiple: of 4 ints for an int4."}},
    [CAUSE_FREED] = {"memory is used after it was freed",
                     "free the memory after its last use",
                     {"Which cudaFree comes before this access?",
                      "The report names both lines. Kernels and copies that were started before the free "
                      "must be over, too.",
                      "Move cudaFree after the last kernel that uses the memory, and free it once."}},
    [CAUSE_HOST_MEMORY] = {"host and device memory are taken for each other",
                           "find out which of the two each pointer names",
                           {"Was this memory made by cudaMalloc, or is it a variable of the host?",
                            "Look at the pointer in the line that is named, and at where it gets its value.",
                            "Between the two only cudaMemcpy carries: to the device before the kernel, back "
                            "to the host after it."}},
    [CAUSE_CALL] =
        {"a CUDA call failed",
         "look at that call, and at what it was given",
         {"What does each argument of the call mean: which pointer, how many bytes, which direction?",
          "Sizes are bytes, not elements; the destination comes first; the last argument of cudaMemcpy says "
          "from where to where.",
          "cudaMemcpy(to, from, n * sizeof(int), cudaMemcpyDeviceToHost)"}},
    [CAUSE_MASK] = {"the lanes of a warp do not agree on a mask",
                    "compare the lanes that the mask names with those that reach the call",
                    {"Which lanes reach this call, and which lanes does its mask name?",
                     "Look for an if or a loop around the call that some lanes of the warp leave out.",
                     "Have all 32 lanes come to the call, with 0xffffffff and 0 where a lane has nothing; or "
                     "compute the mask by __ballot_sync before they branch."}},
    [CAUSE_BARRIER] = {"not all threads of a block reach a barrier",
                       "let every thread of the block reach the same barrier",
                       {"Which threads of the block reach this __syncthreads, and which take another way?",
                        "It is in an if, in a loop that some threads leave earlier, or after a return.",
                        "Close the if before the barrier: if (t < s) { ... } __syncthreads(); and let "
                        "threads without an element go along, with the identity as their value."}},
    [CAUSE_DEADLOCK] =
        {"threads wait for each other for ever",
         "find what each of them waits for, and who is to bring it",
         {"Which thread waits here, and which thread is to end its waiting?",
          "Look for a flag that is raised after the wait, a lock that is not given back, or blocks that "
          "wait for blocks that have not begun.",
          "Take the blocks in the order in which they begin: atomicAdd on a counter gives each its number."}},
    [CAUSE_RACE_OVERLAP] =
        {"two arrays of a kernel overlap",
         "give each array a part of the memory to itself: no barrier is missing",
         {"How many elements has each of the two arrays, for this n, and where does each begin and end?",
          "Look at the launch: from where on does each of the two pointers point into the same memory, and "
          "how far does the kernel go from there, with all of its blocks?",
          "Parts follow each other: the second begins at d_scratch + the number of elements of the "
          "first, which is as many as all blocks together use."}},
    [CAUSE_RACE_UPDATE] =
        {"threads change the same number at the same time",
         "change it by an atomic, let one thread do it, or give each thread a number of its own",
         {"x = x + 1 reads, adds and writes. What is x when two threads have both read it before either has "
          "written?",
          "The line that is named changes a number that other threads change, too. Which numbers are shared, "
          "and by whom?",
          "atomicAdd(&x, 1) reads, adds and writes in one piece. Or each thread, or block, has its own "
          "number, and they are added later."}},
    [CAUSE_RACE_OF_WRITES] =
        {"two threads store to the same element",
         "find out why both store to one place: the same index, or two arrays that begin at the same address",
         {"Which index does each of the two named threads compute, and should it be the same?",
          "Look at the index in the line that is named: does it count the block as well as the thread, and "
          "does a test keep threads away that have no element?",
          "blockIdx.x * blockDim.x + threadIdx.x is another number for each thread of a grid. In two "
          "dimensions x < width is tested, too, or x meets the next row. One thread alone stores a result: "
          "if (threadIdx.x == 0)."}},
    [CAUSE_RACE_OF_STORES] =
        {"several blocks store to the same element",
         "decide whose element it is: of one block, of all blocks together, or of an earlier launch",
         {"What is left in this element when the one block stores last, and what when the other does?",
          "Does the index count the block as well as the thread, does a test keep threads away that have no "
          "element, and do two arrays in d_scratch overlap? If all blocks are meant to come here: is it a "
          "part of a sum that they store, or the value with which it begins?",
          "An element of its own: out[blockIdx.x], or blockIdx.x * blockDim.x + threadIdx.x, in two "
          "dimensions with x < width. A part of a sum: atomicAdd(). A first value: cudaMemset(), or a launch "
          "before."}},
    [CAUSE_RACE_IN_BLOCK] =
        {"nothing orders two threads of a block",
         "put a barrier between the two accesses that are named, or keep one of the threads away",
         {"Which of the two threads has to be first, and what makes the other one wait for it? Or should one "
          "of them not be there at all?",
          "Go from the line of the one access to the line of the other, in a loop also from its end back to "
          "its beginning: is there a barrier on each way? If there is, look at the index and at the test "
          "that lets a thread in.",
          "A __syncthreads() after the store, outside of any if, before another thread's element is read; "
          "and one more before that element is written again. One statement may need it in its middle: int "
          "value = s[t + 1]; __syncthreads(); s[t] += value;"}},
    [CAUSE_RACE_OF_BLOCKS] =
        {"nothing orders two blocks of a launch",
         "give each block a part of its own, or leave what needs another block's result to the next launch",
         {"Blocks run in any order, also one after the other. Which of the two blocks has to be first? Or "
          "should they not meet in this memory at all?",
          "No barrier reaches from one block to another. Which of the two accesses belongs in a later "
          "launch, or to an array of its own?",
          "Each block writes its result to d_scratch[blockIdx.x]; a second kernel, launched after the "
          "first, reads them. Nobody writes where others still read."}},
    [CAUSE_RACE_FENCE] = {"a flag is seen before its data",
                          "put the missing fence between the flag and the data",
                          {"Which two stores must be seen in the order in which they were made?",
                           "The one side writes data, then the flag; the other sees the flag, then reads the "
                           "data. Each side needs its fence between the two.",
                           "data = x; __threadfence(); flag = 1; on the one side, and on the other while "
                           "(flag == 0); __threadfence(); use(data);"}},
    [CAUSE_UNWRITTEN_SHARED] =
        {"uninitialised shared memory is read",
         "find the thread that should have written it",
         {"Which thread should have written this element, and did it?",
          "Shared memory begins with anything in it, in each block. Who stores to a place without an element "
          "(i >= n), to that of a thread that has nothing to add, to a counter before the first addition?",
          "tile[t] = i < n ? d_in[i] : 0; with the identity of the operator. Who adds nothing copies: else "
          "to[t] = from[t]. Counters are set to 0. Then __syncthreads()."}},
    [CAUSE_UNWRITTEN_GLOBAL] = {"uninitialised memory is read",
                                "find who should have written it, in this call",
                                {"Which kernel, or cudaMemset, should have written this element, and how "
                                 "many did it write? Or is the index larger than it should be?",
                                 "d_out, d_scratch and what cudaMalloc returns begin with anything in them, "
                                 "in every call. How many blocks write, and how many values are read?",
                                 "What is added to is cleared first, by cudaMemset or a kernel; and the "
                                 "second launch reads as many values as the first had blocks."}},
    [CAUSE_UNWRITTEN_LOCAL] = {"a variable is read before it has a value",
                               "give the variable a value where it is declared",
                               {"On which way to this line does the variable get no value?",
                                "Look at its declaration, and at the if around its first assignment.",
                                "int sum = 0; where it is declared."}},
    [CAUSE_UNSET_SHUFFLE] =
        {"a shuffle takes a value from a lane that has none to give",
         "use what a shuffle gives only where the lane it comes from takes part and has set it",
         {"Which lanes run the named line, and from which lane does each of them take a value?",
          "Has one of these lanes ended, is it missing in the mask, or has it not set the variable that it "
          "passes?",
          "Have all lanes of the warp run the shuffle, with 0 in those that have nothing to add; or begin "
          "with a distance below the number of lanes that take part."}},
    [CAUSE_FAR_AWAY] = {"an access lies far from any array",
                        "find out where the index comes from: it is no number that was meant",
                        {"Which values is the index in the named line computed from?",
                         "Follow it back: is it read from memory, and had somebody written there? Is n, or a "
                         "pointer, passed in the right place?",
                         "An index that is read from an array needs the barrier after its store, and for "
                         "every place a thread that stores."}},
    [CAUSE_ENDED] = {"a kernel was ended by an error",
                     "find what the kernel does there that the device does not allow",
                     {NULL}},
    [CAUSE_LEFT_OVER] = {"the first call is right, and a later one is not",
                         "find what the first call leaves over: the launcher is called many times in one run",
                         {"What does the first call change that the second one finds: a __device__ variable, "
                          "a static or global variable, memory that is kept?",
                          "Write down the value of each such variable before the first call, after it, and "
                          "before the second one. Which of them is never reset?",
                          "Set it to its first value in every call: by cudaMemsetAsync() on memory in "
                          "d_scratch, by cudaMemcpyToSymbol(), or by the last thread that needs it."}},
    [CAUSE_NOTHING_WRITTEN] =
        {"there is no answer",
         "find out who should store the result, and why it does not happen",
         {"Which thread of which kernel, or which copy, stores the result, and under which condition?",
          "Is the kernel launched for this n, does the condition hold for one thread at least, and is the "
          "output what it stores to? In a cudaMemcpy the destination comes first.",
          "if (threadIdx.x == 0) d_out[blockIdx.x] = ...; in the last launch, which has one block."}},
    [CAUSE_PARTLY_WRITTEN] =
        {"a part of the output is never written",
         "find out which thread should write the first element that is missing",
         {"How many threads are there for this n, and which of them should write the first missing element?",
          "Compare the number of blocks times their size with n, and look at the test around the store.",
          "wl_ceil_div(n, threads) blocks leave no element out, where n / threads does; a loop goes on by "
          "the number of threads in the grid while i < n."}},
    [CAUSE_WRITTEN_IN_PART] =
        {"of an element some bytes are missing",
         "look at the size of what is copied or stored: it counts bytes",
         {"How many bytes has one element, and how many does your copy or your store write?",
          "Look for cudaMemcpy and cudaMemset: do their sizes count elements? Look for pointers that were "
          "cast: what is the type behind them?",
          "cudaMemcpy(d_out, from, sizeof *d_out, cudaMemcpyDeviceToDevice) copies one element; count * "
          "sizeof *d_out copies many."}},
    [CAUSE_INPUT_CHANGED] =
        {"the input is stored to",
         "work on a copy: the input must be left as it was",
         {"Which line stores to d_in, or to a pointer that was made from it?",
          "A tree that combines in place overwrites what it reads. Where else is there room for the values?",
          "Bring the values to d_scratch or to shared memory first, and combine them there."}},
    [CAUSE_VALUES] = {"a wrong answer",
                      "follow a small case by hand, step by step, up to the first wrong number",
                      {NULL}},
    [CAUSE_BLOCKS] = {"a wrong answer with more blocks",
                      "follow this case block by block: with fewer blocks it is right",
                      {"How many blocks has each launch for this n, and which elements has each block? Write "
                       "down the first and the last element of block 0, of block 1 and of the last block.",
                       "Look at all that a block does by its number: which elements it takes, where it "
                       "leaves its result, and how many of these results the next launch takes up.",
                       "A block that handles k elements begins at blockIdx.x * k, leaves its result at an "
                       "index of its own, and is one of wl_ceil_div(n, k) blocks. What they leave is brought "
                       "together afterwards: added, scanned or merged."}},
    [CAUSE_SIZE] =
        {"a wrong answer for large n",
         "inputs of few elements are right: what is different with so many?",
         {"What happens for this n, and not for 1025 elements: a branch that only full blocks take, a second "
          "round of a loop, more results of blocks than one block takes up, a count that does not fit its "
          "type?",
          "Look at the lines that run only then. Has each of several loads an index of its own? Where does "
          "each round begin, and what has it left from the one before?",
          "Smaller blocks may show it with fewer elements: try --trace with --block 32 and a larger --n. If "
          "not, let the one thread that is concerned print: if (i == 1024) printf(...)."}},
    [CAUSE_NUMBERS] =
        {"a wrong answer for some numbers",
         "all inputs of up to 1025 small numbers are right: what is different with this one?",
         {"How large are the numbers of this case, which signs have they, and which of them are equal?",
          "Which type has each variable that an element, or a result made of several, goes through: in "
          "registers, in shared memory, in arguments? What is the largest number that it holds?",
          "A float holds 24 bits of an int, a short 16. A counter of a byte holds 255: it has to be emptied "
          "before it is full. Results have the type that the lab's header has."}},
    [CAUSE_NOT_STARTED] = {"not started yet",
                           "read the handout, and fill in the task's TODOs: it counts as started when its "
                           "launcher launches a kernel",
                           {NULL}},
    [CAUSE_HOST_WORK] =
        {"the host does the work",
         "let kernels do what the host does now",
         {"Which loop over the elements runs on the host?",
          "Look for a cudaMemcpy of the whole input to the host, and for what is done with it there.",
          "The host only launches, and may finish a few partial results: one of each block, say."}},
    [CAUSE_OTHER_KERNEL] = {"the launcher runs the kernel of another task",
                            "launch this task's own kernel there",
                            {NULL}},
    [CAUSE_TECHNIQUE] = {"not the lab's technique",
                         "compare what was counted with the picture in the handout",
                         {NULL}},
    [CAUSE_SLOW] = {"slow", "it is right; look for idle lanes and for work that is done twice", {NULL}},
    [CAUSE_SLOW_MEMORY] =
        {"slow: memory traffic",
         "let each byte be moved once, and all lanes of a warp use the bytes of a sector",
         {"How many bytes must the problem move, and how many does the kernel move?",
          "Look at the line that is named: do neighbouring lanes use neighbouring "
          "elements? Is the same element read again, or a result stored that is never used?",
          "Lane t uses element base + t, not t * stride; what is used again stays in "
          "registers or shared memory."}},
    [CAUSE_SLOW_LATENCY] = {"slow: waiting for memory",
                            "have more loads on their way at the same time",
                            {"While a thread waits for a load, who else has work on this multiprocessor?",
                             "Look at the loop in the line that is named: does each load wait for the one "
                             "before it? How many threads and blocks are there for so many elements?",
                             "Launch enough blocks for all multiprocessors, let each thread load several "
                             "elements before it uses the first, and let idle threads load as well."}},
    [CAUSE_SLOW_ISSUE] =
        {"slow: too many instructions",
         "do less for each element",
         {"How many instructions does a warp issue for each element, and how many lanes are idle in them?",
          "Look at the loop that runs most often: index arithmetic, %, /, tests and barriers cost as much as "
          "the addition.",
          "Let active lanes lie together (t < s), take several elements per thread, unroll the last steps, "
          "and replace % and / by powers of two."}},
    [CAUSE_SLOW_SHARED] =
        {"slow: shared memory",
         "let the lanes of a warp use different banks",
         {"In which of the 32 banks are the words that the lanes of a warp use at the same time?",
          "Look at the stride between lanes in the line that is named: an even stride meets the same banks "
          "again.",
          "Neighbouring lanes use neighbouring words; or a pad of one word for each 32: index + index / "
          "32."}},
    [CAUSE_SLOW_ATOMICS] =
        {"slow: atomics on the same words",
         "let fewer threads meet at one word",
         {"How many threads add to the same word, and what do they do meanwhile?",
          "Look at the atomic in the line that is named: could a thread, a warp or a block add up its own "
          "share first?",
          "Count in shared memory, or in registers, and add to global memory once for each block and bin."}},
    [CAUSE_SLOW_BARRIERS] = {"slow: barriers",
                             "let threads wait for each other less often",
                             {"How many barriers does a block pass for each element?",
                              "Look at the loop around the barrier that is named: how many rounds has it, "
                              "and how much work between two barriers?",
                              "Add several elements per thread before the tree begins, and use __syncwarp() "
                              "or shuffles where only one warp is left."}},
    [CAUSE_SLOW_LAUNCH] =
        {"slow: starting kernels and blocks",
         "start fewer kernels and fewer blocks, with more work in each",
         {"How many kernels and blocks are started for one call, and how much work has each?",
          "Look at the loop of launches, or at the number of blocks in <<<...>>>.",
          "A grid-stride loop lets a fixed number of blocks do all the work; two or three launches are "
          "enough for any n."}},
    [CAUSE_SLOW_HOST] =
        {"slow: the host's work and copies",
         "take copies and the host's own loops out of the launcher",
         {"What does the launcher do besides launching: copies, cudaMalloc, loops over elements?",
          "Look for cudaMalloc, cudaMemcpy and cudaDeviceSynchronize in the launcher; each makes the device "
          "wait.",
          "d_scratch is there for partial results: no cudaMalloc is needed, and a last small kernel finishes "
          "what the host does now."}},
    [CAUSE_SLOW_CHAIN] = {"slow: blocks wait for each other",
                          "shorten the chain of blocks that wait for each other",
                          {"How many blocks must one after the other be done before the last one can end?",
                           "Look at what a block waits for in the line that is named: the sum of all blocks "
                           "before it, or only a part of it?",
                           "Let each block publish its own sum at once; the others add up what they find, "
                           "and wait only for what is not there yet."}},
    [CAUSE_SLOW_IDLE] =
        {"slow: most blocks have nothing to do",
         "launch as many blocks as the elements need",
         {"How many elements does one block take, and how many blocks are launched for n of them?",
          "Look at the number of blocks in <<<...>>>. Is n counted in the same unit there as in the kernel: "
          "elements, bytes or words, and all that one block takes?",
          "blocks = wl_ceil_div(n, elements_per_block). Where a thread takes K elements, a block takes K * "
          "blockDim.x; where it reads words, a word holds several elements."}},
    [CAUSE_LEAK] =
        {"memory is never freed",
         "free what the launcher allocates, on every way out of it",
         {"Which cudaMalloc has no cudaFree?",
          "Follow each return of the launcher: is the memory freed before it?",
          "cudaFree(pointer) after the last kernel that uses it; or use d_scratch, which needs neither."}},
};

const struct advice *advice_on(enum cause cause) { return &table[cause]; }
