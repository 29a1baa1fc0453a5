#pragma once

#include "core/evaluate/evaluate.h"
#include "core/export/bake_report.h"

#include <map>

namespace posewright::exports {

/// Adds what joints are at an end of their limits in a pose, or keyed beyond it.
void addLimitsHit(const Scene& scene, const Evaluation& e, std::map<NodeId, LimitReport>& limits);

}  // namespace posewright::exports
