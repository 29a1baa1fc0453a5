#include "tests/support/tools.h"

namespace posewright::test {

const char* journalWorker()
{
    return POSEWRIGHT_JOURNAL_WORKER;
}

const char* interposer()
{
    return POSEWRIGHT_INTERPOSE;
}

}  // namespace posewright::test
