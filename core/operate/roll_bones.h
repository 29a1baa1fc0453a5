#pragma once

#include "core/operate/operate.h"

#include <optional>
#include <string>
#include <vector>

namespace posewright::operate {

/// The roll that brings a bone to RollTo. Nullopt: it is not a bone with a length. [rad]
/// right-handed about its direction, in (-pi, pi]
std::optional<double> rollTo(const Scene& scene, NodeIndex bone, RollTo to);

/// What comes of RollBones, for a report.
struct Rolled {
    Edits edits;
    std::vector<std::string> left;  ///< why bones that were not listed stay as they are, one each
};

/// Error: as for RollBones. @pre everything that the arguments name exists
Result<Rolled> rolled(const Document& doc, const RollBones& arguments);

/// Which bones stay as they are: "2 bones stay as they are: the limit of ..."; empty: none.
std::string told(const Rolled& rolled);

}  // namespace posewright::operate
