#pragma once

namespace posewright::test {

/// Where the programs and libraries that tests start were built.
const char* journalWorker();
const char* failingCalls();

}  // namespace posewright::test
