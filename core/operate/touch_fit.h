#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/drag_bone.h"
#include "core/skinning/limb_end.h"

#include <memory>
#include <optional>

namespace posewright::operate {

/// Brings the end of a limb onto a surface: finds the place of the joint that is dragged at which
/// what is beyond it touches, with the turn that the limb gives it. That turn is known only once
/// the joint is there, so it is found in steps: put it at `place()`, show that, `look()`.
class TouchFit {
public:
    /// The end of a limb, and how it is dragged.
    /// @param lead    a target; or the bone that is pulled, or anything else
    /// @param pulled  null: nothing is
    TouchFit(const Document& doc, NodeId lead, const DragBone* pulled);

    /// @param surface  world [m]
    /// @param normal   of length 1
    /// @param figure   its size [m]
    void begin(const Document& doc, const Evaluation& shown, const Vec3& surface,
               const Vec3& normal, double figure);
    /// World [m]: of what is dragged.
    const Vec3& place() const noexcept { return place_; }
    /// Looks at what is shown with `place()`. False: it touches, or is as near as can be.
    /// @pre begin
    bool look(const Document& doc, const Evaluation& shown);
    /// Has this pose been looked at?
    bool knows(const std::shared_ptr<const Evaluation>& shown) const { return seen_ == shown; }
    void remember(std::shared_ptr<const Evaluation> shown) { seen_ = std::move(shown); }

private:
    Vec3 asked(const Document& doc, const Evaluation& shown);
    bool lift(double off);

    std::optional<DragBone> pulled_;
    NodeId root_ = NodeId::None, joint_ = NodeId::None;  ///< of the limb; None: there is none
    Shared<Scene> scene_;
    skinning::LimbEnd end_;  ///< in scene_
    Vec3 surface_ = Vec3::Zero(), normal_ = Vec3::UnitY(), place_ = Vec3::Zero();
    double figure_ = 1;  ///< [m]
    // First it goes where it is asked to, by smaller and smaller shares.
    int looks_ = 0;
    double share_ = 1;            ///< of a miss along the surface that is made up for
    Vec3 beside_ = Vec3::Zero();  ///< that miss, at the last look
    double least_ = 0;            ///< smallest miss [m]
    Vec3 from_ = Vec3::Zero();    ///< the place with that
    // Then it goes along the normal from there, between a place too low and one too high.
    struct Lift {
        double by = 0;   ///< [m]
        double off = 0;  ///< how much higher it should be [m]
    };
    int lifts_ = 0;
    double lift_ = 0, lastOff_ = 0, lastStep_ = 0;
    std::optional<Lift> low_, high_;
    std::shared_ptr<const Evaluation> seen_;
};

}  // namespace posewright::operate
