#pragma once

#include "tests/support/honest.h"
#include "tests/support/plain_random.h"

/// Random rigs with any kind of limit on any joint, the root among them.
namespace posewright::test {

/// Owns what a Problem borrows.
struct AnyRig {
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;
    std::vector<double> slides;
    std::vector<ik::Goal> goals;
    Vec3 basePosition = Vec3::Zero();
    Quat baseRotation = Quat::Identity();
    bool rootMoves = false;

    ik::Problem problem() const
    {
        return {joints, start, basePosition, baseRotation, goals, rootMoves, slides};
    }
};

inline Vec3 vecOf(const plain::V& v)
{
    return {v[0], v[1], v[2]};
}
inline Quat quatOf(const plain::Q& q)
{
    return {q[3], q[0], q[1], q[2]};
}

/// What such a rig may ask of a solver, and all of it sometimes does. What a solver serves no
/// limits for, hangs on joints that have them.
class RigMaker {
public:
    RigMaker(const ik::Abilities& can, std::uint64_t seed) : can_(can), dice_(seed) {}

    AnyRig make()
    {
        const double sizes[] = {1, 1, 1, 1, 0.01, 100};
        size_ = sizes[dice_.below(6)];
        addJoints();
        addGoals();
        freeWhatIsNotServed();
        return rig_;
    }

private:
    plain::V vector(double most) { return dice_.uniform(0, most * size_) * dice_.direction(); }

    void addJoints()
    {
        rig_.basePosition = vecOf(vector(2));
        rig_.baseRotation = quatOf(dice_.rotation(3));
        const int above = can_.bones > 0 ? dice_.below(4) : 0;
        const int count = can_.bones > 0 ? above + can_.bones + 1 : 2 + dice_.below(7);
        for (int j = 0; j < count; ++j) {
            ik::Joint joint;
            joint.parent = j - 1;
            if (j > 1 && j < above + 1 && dice_.chance(0.2)) joint.parent = dice_.below(j);
            if (j > 1 && can_.bones == 0 && dice_.chance(0.2)) joint.parent = dice_.below(j);
            joint.offset = vecOf(dice_.uniform(0.1, 1) * size_ * dice_.direction());
            if (can_.bones == 0 && dice_.chance(0.08)) joint.offset.setZero();
            joint.rest = quatOf(dice_.rotation(3));
            const auto kind = plain::Limit::Kind(dice_.below(6));
            limits_.push_back(plain::anyLimit(kind, dice_, 0.5 * size_));
            joint.limit = limitOf(limits_.back());
            rig_.joints.push_back(joint);
            // Inside its limit, near it, or anywhere.
            const plain::Q rest = plainOf(joint.rest);
            const plain::Q in = plain::product(rest, plain::anyInside(limits_[j], dice_));
            rig_.start.push_back(dice_.chance(0.6) ? quatOf(in) : quatOf(dice_.rotation(3)));
            rig_.slides.push_back(kind == plain::Limit::Kind::Slide ? travel(j, 0.2) : 0);
        }
        if (dice_.chance(0.3)) rig_.slides.clear();
    }

    double travel(int joint, double beyond)
    {
        const plain::Bounds range = limits_[joint].range;
        return dice_.uniform(range.min - beyond * size_, range.max + beyond * size_);
    }

    /// A pose inside the limits.
    plain::Placed anyPose()
    {
        plain::Pose pose;
        pose.root = plainOf(Vec3(rig_.basePosition + rig_.baseRotation * rig_.joints[0].offset));
        if (rig_.rootMoves) pose.root = pose.root + vector(1);
        for (std::size_t j = 0; j < rig_.joints.size(); ++j) {
            const bool slides = limits_[j].kind == plain::Limit::Kind::Slide;
            pose.rotations.push_back(
                plain::product(plainOf(rig_.joints[j].rest), plain::anyInside(limits_[j], dice_)));
            pose.slides.push_back(slides ? travel(static_cast<int>(j), 0) : 0);
        }
        return plain::place(plainJoints(rig_.joints), plainOf(rig_.baseRotation), pose);
    }

    void addGoals()
    {
        const int joints = static_cast<int>(rig_.joints.size());
        rig_.rootMoves = can_.rootMoves && dice_.chance(0.15);
        const plain::Placed pose = anyPose();
        const int most = std::min(can_.goals, 3);
        const int count = dice_.chance(0.6) ? 1 : 1 + dice_.below(most);
        for (int g = 0; g < count; ++g) {
            ik::Goal goal;
            goal.effector = dice_.chance(0.5) ? joints - 1 : dice_.below(joints);
            if (can_.bones > 0) {
                goal.effector = joints - 1;
                goal.root = joints - 1 - can_.bones;
            } else if (dice_.chance(0.5)) {
                goal.root = goal.effector;
                for (int up = dice_.below(5); up > 0 && goal.root > 0; --up)
                    goal.root = rig_.joints[goal.root].parent;
            }
            goal.position = vecOf(pose.at[goal.effector]);
            if (dice_.chance(0.3)) goal.position += vecOf(vector(2));
            if (can_.orientation && dice_.chance(0.3))
                goal.orientation =
                    quatOf(dice_.chance(0.7) ? pose.world[goal.effector] : dice_.rotation(3));
            goal.weight = dice_.uniform(0.1, 3);
            if (can_.pole && dice_.chance(0.15)) goal.pole = vecOf(vector(3));
            if (dice_.chance(0.3)) goal.soft = dice_.uniform(0.01, 0.4);
            if (goal.soft > 0 && can_.limits && dice_.chance(0.3))
                goal.least = dice_.uniform(0, 0.3) * size_;
            const double extra = dice_.uniform(0, 1);
            if (extra < 0.08 && can_.allKinds)
                lookAt(goal);
            else if (extra < 0.16 && can_.allKinds)
                meet(goal, pose);
            else if (extra < 0.2 && can_.allKinds)
                keepAway(goal);
            else if (extra < 0.24)
                goal.stretch = dice_.uniform(0.05, 0.5);
            else if (extra < 0.3)
                goal.pinned = true;
            rig_.goals.push_back(goal);
        }
        for (ik::Goal& goal : rig_.goals) keepWhatGoesTogether(goal);
    }

    void lookAt(ik::Goal& goal)
    {
        goal.kind = Aim{vecOf(dice_.direction())};
        goal.position = vecOf(vector(3));
        goal.orientation.reset();
        goal.pole.reset();
    }

    void meet(ik::Goal& goal, const plain::Placed& pose)
    {
        goal.root = 0;
        const int meets = dice_.below(static_cast<int>(rig_.joints.size()));
        if (meets == goal.effector) return;
        goal.kind = Loop<ik::JointIndex>{meets};
        goal.pole.reset();
        goal.soft = 0;
        const plain::Q back = plain::inverse(pose.world[meets]);
        goal.position = vecOf(plain::turned(back, plainOf(goal.position) - pose.at[meets]));
    }

    void keepAway(ik::Goal& goal)
    {
        const double distance = dice_.uniform(0, 1.5) * size_;
        goal.kind = Distance{distance};
        goal.position += vecOf(distance * dice_.direction());
        goal.pole.reset();
        goal.soft = 0;
    }

    /// Stretch is for a goal that shares nothing, and slides nowhere.
    void keepWhatGoesTogether(ik::Goal& goal) const
    {
        if (!(goal.stretch > 0)) return;
        bool alone = rig_.goals.size() == 1 && !(rig_.rootMoves && goal.root == 0);
        for (int j = goal.effector; j >= goal.root; j = rig_.joints[j].parent)
            alone &= limits_[j].kind != plain::Limit::Kind::Slide;
        if (!alone) goal.stretch = 0;
    }

    void freeWhatIsNotServed()
    {
        if (can_.limits && !can_.middleHinge) return;
        for (const ik::Goal& goal : rig_.goals)
            for (int j = goal.effector; j >= 0; j = rig_.joints[j].parent) {
                const bool middle = can_.middleHinge && j != goal.effector && j != goal.root;
                if (!middle || limits_[j].kind != plain::Limit::Kind::Hinge)
                    rig_.joints[j].limit = {};
                if (j == goal.root) break;
            }
    }

    ik::Abilities can_;
    plain::Dice dice_;
    double size_ = 1;
    AnyRig rig_;
    std::vector<plain::Limit> limits_;
};

}  // namespace posewright::test
