#include "tests/support/paths.h"

namespace posewright::test {

const char* sourceDir()
{
    return POSEWRIGHT_SOURCE_DIR;
}

const char* sharedDir()
{
    return POSEWRIGHT_SHARED_DIR;
}

const char* programPath()
{
    return POSEWRIGHT_PROGRAM;
}

}  // namespace posewright::test
