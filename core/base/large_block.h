#pragma once

#include <cstddef>

namespace posewright {

/// Asks the system for large pages in a block that is reserved but not yet written to. The first
/// writes to a hundred megabytes take less than half the time then, since they cause fewer page
/// faults. Has no effect on blocks below 4 MB or where the system has no such pages.
void preferLargePages(void* block, std::size_t bytes) noexcept;

}  // namespace posewright
