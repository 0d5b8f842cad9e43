// Includes itself, twice, to the compiler's limit of depth.
#include __FILE__
#include __FILE__
