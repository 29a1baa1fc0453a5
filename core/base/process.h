#pragma once

#include <cstdint>
#include <optional>

namespace posewright {

/// When a process of this machine began [ticks since boot], which tells it from a later one with
/// the same number. Nullopt: there is none, or it is a zombie. 0: the system does not say. Finds
/// other users' processes, too.
std::optional<std::uint64_t> processBegan(int pid);

}  // namespace posewright
