#pragma once

#include "core/base/id.h"
#include "core/base/shared.h"
#include "core/motion/spelled_rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace posewright {

/// How a motion capture file that the document was read from was written: all of its bytes, which
/// are head, rows and tail. It moves nothing; it is there so that what nobody changed can be
/// written as it was. Edits leave it alone: what was changed is seen by comparing.
struct Source {
    std::string head;              ///< what stands before the numbers; empty: there is no such file
    Shared<SpelledRows> rows;      ///< the numbers; tracks that nobody edited look into them
    std::string tail;              ///< what stands behind the last whole row
    std::vector<NodeId> joints{};  ///< nodes, in the order of the file's joints
    std::uint64_t checksum = 0;    ///< Checksum of all its bytes

    bool empty() const { return head.empty(); }
    bool operator==(const Source&) const = default;
};

}  // namespace posewright
