#pragma once

#include "core/evaluate/bake.h"
#include "core/evaluate/in_boxes.h"
#include "core/evaluate/motion_faults.h"

namespace posewright {

/// How far an effector moves within a contact span, over the baked frames that are not faded. [m]
struct ContactSlip {
    ConstraintId constraint = ConstraintId::None;
    double start = 0;
    double end = 0;
    double slip = 0;      ///< largest distance from where it is at the first of these frames
    double distance = 0;  ///< largest distance from the place that it should keep
};

/// What to check before a motion is exported.
struct MotionReport {
    Bake bake;
    std::vector<ContactSlip> contacts;
    std::vector<Pop> pops;
    std::vector<ThroughBox> through;  ///< not counted as errors
    int errors = 0;                   ///< frames with a problem status, and contacts that slip
};

/// Evaluates a range and examines it. Error: cancelled.
Result<MotionReport> report(const Prepared& prepared, const BakeOptions& options);

/// All pops in consecutive evaluations of one document, including recorded ones.
std::vector<Pop> findPops(const Document& doc, const Bake& bake);

}  // namespace posewright
