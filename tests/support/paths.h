#pragma once

namespace posewright::test {

/// Where this checkout and the shared reference data lie. Known to one small library only, so that
/// what a test is compiled from does not depend on where it is: checkouts share a compiler cache.
const char* sourceDir();
const char* sharedDir();

/// The program that was built beside the tests.
const char* programPath();

}  // namespace posewright::test
