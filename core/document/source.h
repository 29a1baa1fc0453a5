#pragma once

#include "core/base/id.h"
#include "core/base/shared.h"
#include "core/motion/spelled_rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace posewright {

/// All bytes of the motion capture file that the document was read from: head, rows and tail. Used
/// only to write unchanged parts exactly as they were. Edits do not change it; what was changed is
/// found by comparison.
struct Source {
    std::string head;              ///< text before the numbers; empty: there is no such file
    Shared<SpelledRows> rows;      ///< the numbers; shared by tracks that were not edited
    std::string tail;              ///< text after the last whole row
    std::vector<NodeId> joints{};  ///< nodes, in the order of the file's joints
    std::uint64_t checksum = 0;    ///< Checksum of all its bytes

    bool empty() const { return head.empty(); }
    bool operator==(const Source&) const = default;
};

}  // namespace posewright
