#pragma once

#include "core/evaluate/bake.h"
#include "core/evaluate/motion_faults.h"

namespace posewright {

/// How an effector keeps still inside one contact span, over the frames that are neither faded nor
/// beyond the bake. [m]
struct ContactSlip {
    ConstraintId constraint = ConstraintId::None;
    double start = 0;
    double end = 0;
    double slip = 0;      ///< farthest that it moves from where it is at the first of them
    double distance = 0;  ///< farthest that it is from the place that it is to hold
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

/// Pops, recorded ones too, among consecutive evaluations of one document.
std::vector<Pop> findPops(const Document& doc, const Bake& bake);

}  // namespace posewright
