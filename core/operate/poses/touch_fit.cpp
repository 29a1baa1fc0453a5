#include "core/operate/touch_fit.h"

#include "core/operate/limbs.h"
#include "core/retarget/figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::operate {

namespace {

constexpr int kFreeLooks = 20;  ///< then it only goes along the normal
constexpr int kMostLifts = 14;
constexpr int kMostRaises = 4;  ///< beyond these, if it is inside
constexpr double kLeastShare = 1.0 / 64;
constexpr double kTouches = 2e-5;      ///< of the figure, along the normal
constexpr double kTouchBeside = 1e-3;  ///< of the figure, along the surface

}  // namespace

TouchFit::TouchFit(const Document& doc, NodeId lead, const DragBone* pulled)
{
    const Scene& scene = *doc.scene;
    if (pulled) pulled_ = *pulled;
    if (const Constraint* target = constraintOfTarget(*doc.rig, lead);
        target && target->reaches() && (!pulled || pulled->bone == target->effector)) {
        root_ = target->root;
        joint_ = target->effector;
    } else if (pulled) {
        const NodeIndex bone = scene.find(pulled->bone);
        const NodeIndex root = limbRoot(scene, retarget::figureOf(scene), bone);
        if (root == kNoNode) return;
        root_ = scene[root].id;
        joint_ = pulled->bone;
    }
}

Vec3 TouchFit::asked(const Document& doc, const Evaluation& shown)
{
    if (joint_ == NodeId::None) return surface_;
    const NodeIndex joint = doc.scene->find(joint_);
    if (!scene_.sameAs(doc.scene)) {
        scene_ = doc.scene;
        end_ =
            skinning::LimbEnd(*scene_, scene_->find(root_), joint, skinning::LimbEnd::Detail::All);
    }
    const std::optional<Vec3> touches = end_.farthest(shown.world, -normal_);
    if (!touches) return surface_;
    const Vec3 held =
        pulled_ ? draggedPoint(doc, shown, joint_, pulled_->tip) : shown.world[joint].position;
    return surface_ + held - *touches;
}

void TouchFit::begin(const Document& doc, const Evaluation& shown, const Vec3& surface,
                     const Vec3& normal, double figure)
{
    surface_ = surface;
    normal_ = normal;
    figure_ = figure;
    share_ = 1;
    looks_ = lifts_ = 0;
    lift_ = 0;
    low_ = high_ = std::nullopt;
    beside_ = Vec3::Zero();
    seen_ = nullptr;
    place_ = asked(doc, shown);
}

bool TouchFit::look(const Document& doc, const Evaluation& shown)
{
    const Vec3 miss = asked(doc, shown) - place_;
    const double off = normal_.dot(miss);
    if (looks_ >= kFreeLooks) return lift(off);
    const Vec3 beside = miss - off * normal_;
    if (beside.norm() < kTouchBeside * figure_) {
        looks_ = kFreeLooks;
        from_ = place_;
        return lift(off);
    }
    if (looks_ == 0 || miss.norm() < least_) {
        least_ = miss.norm();
        from_ = place_;
    }
    // Another part of the hand may come to touch, and then the first again.
    if (beside.dot(beside_) < 0) share_ = std::max(share_ / 2, kLeastShare);
    beside_ = beside;
    if (++looks_ == kFreeLooks)
        place_ = from_;
    else
        place_ += share_ * beside + std::min(1.0, 2 * share_) * off * normal_;
    return true;
}

bool TouchFit::lift(double off)
{
    if (std::abs(off) < kTouches * figure_) return false;
    // Fingers sink while the wrist is lifted, so that a step may bring little.
    const double gained = lifts_ > 0 ? (lastOff_ - off) / lastStep_ : 1;
    const double farther = std::clamp(gained > 0 ? 1 / gained : 2.0, 1.0, 8.0) * off;
    const double from = lift_;
    if (lifts_ >= kMostLifts) {
        // A pose that jumps, as at a limit, may have no place in between: it stays outside.
        if (off < 0 || lifts_ >= kMostLifts + kMostRaises) return false;
        lift_ = high_ && high_->by > lift_ ? high_->by : lift_ + farther;
    } else {
        // The Illinois form of the false position (Dowell and Jarratt, BIT 11, 1971).
        if (low_ && high_) (off > 0 ? *high_ : *low_).off /= 2;
        (off > 0 ? low_ : high_) = Lift{lift_, off};
        lift_ = low_ && high_
                    ? low_->by + (high_->by - low_->by) * low_->off / (low_->off - high_->off)
                    : lift_ + farther;
    }
    ++lifts_;
    lastOff_ = off;
    lastStep_ = lift_ - from;
    place_ = from_ + lift_ * normal_;
    return lastStep_ != 0;
}

}  // namespace posewright::operate
