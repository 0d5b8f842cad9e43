// The host's share of the work.
#include "engine/model/host_work.h"

struct simt_host_work simt_host_work;
