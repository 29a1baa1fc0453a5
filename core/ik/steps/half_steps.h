#pragma once

#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/fabrik_limited.h"
#include "core/ik/steps/fabrik_points.h"

namespace posewright::ik {

/// Passes the half steps of a running solve to the caller's observer; converts to false if there is
/// none. Once the observer says stop, nothing more is passed on, and loops check `stopped` at the
/// end of their iteration.
class HalfSteps {
public:
    explicit HalfSteps(const Settings& settings) : observer_(settings.halfSteps) {}

    explicit operator bool() const { return observer_ && *observer_ && !stopped_; }
    bool stopped() const { return stopped_; }

    void chain(HalfStep::Stage stage, int iteration, const Chain&, std::span<const Vec3> points,
               JointIndex joint = -1);
    void bodies(HalfStep::Stage stage, int iteration, const Problem&, const Bodies&,
                const PointTree&);
    void tree(HalfStep::Stage stage, int iteration, const LimitedTree&,
              std::span<const LimitedPull>);
    void space(int iteration, const JointSpace&, JointIndex joint);

private:
    void show(HalfStep::Stage stage, int iteration, JointIndex joint);

    const HalfStepObserver* observer_;
    bool stopped_ = false;
    std::vector<JointIndex> joints_;
    std::vector<Vec3> points_;
};

/// reachOnBodies and reachUnderLimits with both passes observed. The latter works on the tree of
/// the workspace's LimitedDescent, places it, and returns the sum of its squared errors.
void iterateOnBodies(const Problem&, Bodies&, PointTree& scratch, int iteration, HalfSteps&);
double iterateUnderLimits(const Problem&, Workspace&, ConeForm, int iteration, HalfSteps&);

}  // namespace posewright::ik
