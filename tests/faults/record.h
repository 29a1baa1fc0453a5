#pragma once

#include "tests/faults/folder.h"

#include <functional>
#include <string>

/// A disk that keeps no more than it promised, and what a power cut leaves on it.
namespace posewright::faults {

/// One thing that a cut may leave.
struct Cut {
    Files files;            ///< of the one folder
    bool promised = false;  ///< the mark had been passed: the work was said to be safe
    std::size_t after = 0;  ///< the call of the record that was the last
};

/// Every state that a power cut may leave of what the record (of interpose.h) tells of a folder
/// that held `before`. After each call: each number of name changes from those that a sync of the
/// folder promised to all of them, in their order (journaling file systems reorder none); and of
/// the bytes of each file that were not synced none, half, or all.
void eachCut(const std::string& record, const std::string& folder, const Files& before,
             const std::function<void(const Cut&)>& see);

}  // namespace posewright::faults
