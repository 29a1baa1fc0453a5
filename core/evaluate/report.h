#pragma once

#include "core/evaluate/bake.h"

namespace posewright {

/// How far an effector strays inside one contact span. [m]
struct ContactSlip {
    ConstraintId constraint = ConstraintId::None;
    double start = 0;
    double end = 0;
    double slip = 0;  ///< greatest distance from the anchor
};

/// A joint that turns by more than 3 times the median of its neighbouring steps and more than 5
/// degrees from one frame to the next.
struct Pop {
    double frame = 0;  ///< the later of the two frames
    NodeId joint = NodeId::None;
    double angle = 0;  ///< [rad]
};

/// What a person should know before handing a motion over.
struct MotionReport {
    Bake bake;
    std::vector<ContactSlip> contacts;
    std::vector<Pop> pops;
    int errors = 0;  ///< frames with a problem status, and contacts that slip
};

/// Evaluates a range and examines it. Error: cancelled.
Result<MotionReport> report(const Prepared& prepared, const BakeOptions& options);

/// Pops among consecutive evaluations of one document.
std::vector<Pop> findPops(const Document& doc, const Bake& bake);

}  // namespace posewright
