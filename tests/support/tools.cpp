#include "tests/support/tools.h"

namespace posewright::test {

const char* journalWorker()
{
    return POSEWRIGHT_JOURNAL_WORKER;
}

const char* failingCalls()
{
    return POSEWRIGHT_FAILING_CALLS;
}

}  // namespace posewright::test
