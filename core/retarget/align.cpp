#include "core/retarget/align.h"

#include "core/math/rotation.h"

#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kBent = 0.26;        ///< sine of 15 degrees; limbs bent less have no usable plane
constexpr double kSteepFoot = 0.966;  ///< sine of 75 degrees; steeper feet do not show forward

/// Aligns one figure to another, limb by limb.
class Aligner {
public:
    Aligner(const Side& source, const Side& target, const Quat& toTarget) :
        source_(source), target_(target), toTarget_(toTarget),
        turns_(static_cast<std::size_t>(target.scene.size()), Quat::Identity())
    {
    }

    std::vector<Quat> turns() &&
    {
        for (const BodySide side : {BodySide::Left, BodySide::Right}) {
            arm(side);
            leg(side);
        }
        return std::move(turns_);
    }

private:
    struct Pair {
        Vec3 from;  ///< of the target, as it stands; unit
        Vec3 to;    ///< of the source, in the target's world; unit
    };

    std::optional<Pair> directions(Role role, std::size_t bone, std::size_t sourceBone) const
    {
        if (role == Role::LeftHand || role == Role::RightHand) return handDirections(role);
        const auto from = directionOf(target_.scene, target_.figure, target_.reference, role, bone);
        const auto to =
            directionOf(source_.scene, source_.figure, source_.reference, role, sourceBone);
        if (!from || !to) return {};
        return Pair{from->normalized(), (toTarget_ * *to).normalized()};
    }

    /// Towards a finger that both have; taking different fingers would be off by a knuckle's width.
    std::optional<Pair> handDirections(Role hand) const
    {
        if (!source_.figure.has(hand) || !target_.figure.has(hand)) return {};
        for (const Role left : {Role::LeftMiddle, Role::LeftIndex, Role::LeftRing}) {
            const Role finger = onSide(left, sideOf(hand));
            if (!source_.figure.has(finger) || !target_.figure.has(finger)) continue;
            const auto way = [&](const Side& side) {
                return Vec3(side.reference.world[side.figure.first(finger)].position -
                            side.reference.world[side.figure.first(hand)].position);
            };
            const Vec3 from = way(target_), to = way(source_);
            if (from.norm() > 0 && to.norm() > 0)
                return Pair{from.normalized(), (toTarget_ * to).normalized()};
        }
        return {};
    }

    /// `turn`, followed by the least arc that aligns the bone with the source's.
    Quat along(const Quat& turn, Role role, std::size_t bone = 0, std::size_t sourceBone = 0) const
    {
        const auto pair = directions(role, bone, sourceBone);
        if (!pair) return turn;
        return (leastArc((turn * pair->from).normalized(), pair->to) * turn).normalized();
    }

    /// Rotates about `axis` until the component of `from` perpendicular to it points along that of
    /// `to`.
    static Quat rolled(const Quat& turn, const Vec3& axis, const Vec3& from, const Vec3& to)
    {
        const Vec3 a = turn * from - axis * axis.dot(turn * from), b = to - axis * axis.dot(to);
        if (a.norm() < 1e-6 || b.norm() < 1e-6) return turn;
        const double angle = std::atan2(axis.dot(a.normalized().cross(b.normalized())),
                                        a.normalized().dot(b.normalized()));
        return (Quat(Eigen::AngleAxisd(angle, axis)) * turn).normalized();
    }

    /// The upper bone of a limb, aligned with the source's and, if both limbs are bent, in its
    /// plane.
    Quat upper(const Quat& turn, Role upperRole, Role lowerRole) const
    {
        Quat laid = along(turn, upperRole);
        const auto first = directions(upperRole, 0, 0), second = directions(lowerRole, 0, 0);
        if (!first || !second) return laid;
        const Vec3 from = first->from.cross(second->from), to = first->to.cross(second->to);
        if (from.norm() < kBent || to.norm() < kBent) return laid;
        return rolled(laid, first->to, from, to);
    }

    void give(Role role, const Quat& turn)
    {
        for (const NodeIndex row : target_.figure.bones(role)) turns_[row] = turn;
    }

    /// From the little finger's first joint to the index finger's, or other fingers that both
    /// figures have.
    std::optional<std::pair<Vec3, Vec3>> knuckles(BodySide side) const
    {
        const auto line = [&](const Side& of, Role a, Role b) {
            return Vec3(of.reference.world[of.figure.first(a)].position -
                        of.reference.world[of.figure.first(b)].position);
        };
        const Role hand = onSide(Role::LeftHand, side);
        for (const auto& [left, other] : {std::pair{Role::LeftIndex, Role::LeftLittle},
                                          std::pair{Role::LeftIndex, Role::LeftRing},
                                          std::pair{Role::LeftThumb, Role::LeftHand}}) {
            const Role a = onSide(left, side), b = onSide(other, side);
            if (!source_.figure.has(a) || !source_.figure.has(b) || !target_.figure.has(a) ||
                !target_.figure.has(b) || !source_.figure.has(hand))
                continue;
            return std::pair{line(target_, a, b), Vec3(toTarget_ * line(source_, a, b))};
        }
        return {};
    }

    void hand(BodySide side, const Quat& forearm)
    {
        const Role role = onSide(Role::LeftHand, side);
        Quat turn = along(forearm, role);
        const auto pair = directions(role, 0, 0);
        const auto lines = knuckles(side);
        if (pair && lines) {
            turn = rolled(turn, pair->to, lines->first, lines->second);
            // Half of the roll goes to the forearm, as in a real arm.
            const auto fore = directions(onSide(Role::LeftLowerArm, side), 0, 0);
            if (fore) {
                const Quat twist =
                    swingTwist((turn * forearm.conjugate()).normalized(), fore->to).twist;
                give(onSide(Role::LeftLowerArm, side),
                     (slerp(Quat::Identity(), twist, 0.5) * forearm).normalized());
            }
        }
        give(role, turn);
        for (const Role finger :
             {Role::LeftThumb, Role::LeftIndex, Role::LeftMiddle, Role::LeftRing, Role::LeftLittle})
            alignFinger(onSide(finger, side), turn);
    }

    void alignFinger(Role role, Quat turn)
    {
        const auto& bones = target_.figure.bones(role);
        const std::size_t theirs = source_.figure.bones(role).size();
        for (std::size_t i = 0; i < bones.size(); ++i) {
            if (theirs == bones.size()) turn = along(turn, role, i, i);
            turns_[bones[i]] = turn;
        }
    }

    /// Returns the lower bone's turn.
    Quat limb(Role top, Role lower)
    {
        const Quat first = upper(Quat::Identity(), top, lower);
        give(top, first);
        Quat second = along(first, lower);
        give(lower, second);
        return second;
    }

    void arm(BodySide side)
    {
        hand(side, limb(onSide(Role::LeftUpperArm, side), onSide(Role::LeftLowerArm, side)));
    }

    void leg(BodySide side)
    {
        const Quat shin = limb(onSide(Role::LeftUpperLeg, side), onSide(Role::LeftLowerLeg, side));
        const Role foot = onSide(Role::LeftFoot, side);
        const Quat third = footTurn(foot, shin);
        give(foot, third);
        give(onSide(Role::LeftToes, side), third);
    }

    Quat footTurn(Role foot, const Quat& shin) const
    {
        const auto pair = directions(foot, 0, 0);
        if (!pair) return Quat::Identity();
        const Vec3 up = target_.reference.up();
        const auto steep = [&](const Vec3& way) { return std::abs(up.dot(way)) > kSteepFoot; };
        if (steep(pair->from) || steep(pair->to)) return along(shin, foot);
        return rolled(Quat::Identity(), up, pair->from, pair->to);
    }

    const Side& source_;
    const Side& target_;
    Quat toTarget_;
    std::vector<Quat> turns_;
};

}  // namespace

std::vector<Quat> alignment(const Side& source, const Side& target, const Quat& toTarget)
{
    return Aligner(source, target, toTarget).turns();
}

}  // namespace posewright::retarget
