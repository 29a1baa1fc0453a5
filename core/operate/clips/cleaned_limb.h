#pragma once

#include "core/contacts/contacts.h"
#include "core/contacts/pelvis.h"
#include "core/contacts/plant.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/clips/held_sole.h"
#include "core/retarget/figure.h"

#include <optional>
#include <utility>
#include <vector>

/// Internal to this folder.
namespace posewright::operate {

/// The first target that brings an effector to a place; null: there is none.
const Constraint* reachTarget(const Document& doc, NodeId effector);

/// A limb's stances, and how the limb is shown at each frame.
struct CleanedLimb {
    CleanedLimb(const Scene& scene, const retarget::Figure& figure,
                const std::vector<contacts::Stance>& of);

    /// If it is a leg with a knee, it is led at all frames, and its bend changes like this.
    /// @param angles  of the knee, one per frame [rad]; pi: straight
    void keepBend(std::vector<double> angles);

    /// A foot stands on what is seen of it.
    void standOn(std::optional<HeldSole> foot) { sole = std::move(foot); }

    /// Adds a frame. @param doc what is shown
    void look(const Document& doc, const Evaluation& shown);

    /// The limb's ways over its stances. Keys are in the world, holds relative to what the limb
    /// stands on.
    /// @param fade [frame]
    std::vector<contacts::Planted> ways(const contacts::Samples& samples, double fade) const;

    /// What the pelvis has to reach. @pre isLeg
    contacts::Leg leg(const contacts::Samples& samples,
                      const std::vector<contacts::Planted>& ways) const;

    /// Is it a hand on the ground, or on anything? The body does not follow it.
    bool staysWithinReach() const { return other == kNoNode && !isLeg && path.size() > 1; }

    std::vector<contacts::Stance> stances;
    NodeIndex end = kNoNode;
    NodeIndex top = kNoNode;
    bool isLeg = false;
    std::vector<NodeIndex> path;  ///< from top to end
    std::vector<double> angles;   ///< see keepBend; empty: the leg is led around its stances
    NodeIndex other = kNoNode;    ///< what it stands on; kNoNode: the ground
    std::optional<HeldSole> sole;
    std::vector<WorldTransform> ends;
    std::vector<bool> led;               ///< by a target
    std::vector<WorldTransform> spaces;  ///< of `other`
    std::vector<Vec3> hips;              ///< of `top`
    double thigh = 0.5;                  ///< [m] at the last frame looked at
    double length = 1;                   ///< [m] likewise, of thigh and shin

private:
    /// The ankle is not nearer to the hip than this, so that a knee is not folded all the way.
    double leastReach() const;

    /// Where the ankle may be moved: between stances, and at the ends of a stance unless heel and
    /// ball both stand there.
    void addSwings(const contacts::Samples& samples, const std::vector<contacts::Planted>& ways,
                   contacts::Leg& leg) const;

    /// The ways of a foot, which the body follows.
    std::vector<contacts::Planted> onGround(const contacts::Samples& samples, double fade) const;

    /// The ways of a hand: the body stays, so places are within its reach, and fades are longer
    /// where it is moved far.
    std::vector<contacts::Planted> withinReach(const contacts::Samples& samples, double fade) const;

    /// The knee's angles, with the quick changes of `angles` and the slow ones of what is shown.
    std::vector<double> steadied(double rate) const;

    /// Where the ankle would be, in the direction that it is, if the knee had this angle, or the
    /// least that it may have.
    Vec3 bentAnkle(std::size_t row, double angle) const;

    /// Where the limb's target acts before or after, the way leads over from there by its keys
    /// instead of a fade, which would let go of the limb.
    void joinTo(const contacts::Samples& samples, contacts::Planted& way) const;
};

}  // namespace posewright::operate
