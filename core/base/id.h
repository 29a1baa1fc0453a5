#pragma once

#include <cstdint>

namespace posewright {

/// Identity of a node, kept through renames, reordering, undo and files. Drawn from the document's
/// counter, so that replaying the same edits gives the same ids. 0 names nothing.
enum class NodeId : std::uint64_t { None = 0 };

/// Identity of a constraint, from the same counter.
enum class ConstraintId : std::uint64_t { None = 0 };

}  // namespace posewright
