// Has the compiler read a file without an end.
#include "/dev/zero"
