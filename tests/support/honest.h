#pragma once

#include "tests/support/to_plain.h"

#include <QString>

/// What a solve answered, measured by the code of plain_figure.h, which shares nothing with core.
namespace posewright::test {

/// The largest differences between what reports said and what was measured, and how often which
/// status was met.
struct Honesty {
    double position = 0;  ///< as a share of the figure's size
    double turn = 0;      ///< [rad]
    double outside = 0;   ///< [rad], or share of the size for a travel
    int solves = 0;
    int reached = 0;
    int softened = 0;
    int invalid = 0;
};

/// An answer as it looks from outside.
class Outsider {
public:
    Outsider(const ik::Problem& problem, const ik::Solution& solution) :
        problem_(problem), solution_(solution), joints_(plainJoints(problem.joints))
    {
        base_ = plainOf(problem.baseRotation);
        root_ =
            plainOf(problem.basePosition) + plain::turned(base_, plainOf(problem.joints[0].offset));
        pose_.root = problem.rootMoves ? plainOf(solution.rootPosition) : root_;
        for (const Quat& q : solution.rotations) pose_.rotations.push_back(plainOf(q));
        pose_.slides = solution.slides;
        pose_.stretches = solution.stretches;
        placed_ = plain::place(joints_, base_, pose_);
        size_ = length(root_);
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            size_ += length(joints_[j].offset);
            if (!pose_.slides.empty()) size_ += std::abs(pose_.slides[j]);
        }
        for (const ik::Goal& goal : problem.goals) size_ = std::max(size_, goal.position.norm());
    }

    double size() const { return size_; }
    const plain::Placed& placed() const { return placed_; }

    /// What is wrong with the answer; empty: nothing is.
    QString wrong(const ik::Settings& settings, Honesty& most) const
    {
        const ik::Report& report = solution_.report;
        if (solution_.rotations.size() != joints_.size()) return "not one rotation per joint";
        if (report.goals.size() != problem_.goals.size()) return "not one report per goal";
        ++most.solves;
        if (report.status == ik::Status::Invalid) {
            ++most.invalid;
            return report.message.empty() ? "invalid without a sentence" : "";
        }
        if (!problem_.rootMoves && length(plainOf(solution_.rootPosition) - root_) > 1e-12 * size_)
            return "the root has moved";
        if (QString limits = wrongLimits(most); !limits.isEmpty()) return limits;
        ik::Status worst = ik::Status::Inactive;
        for (std::size_t g = 0; g < problem_.goals.size(); ++g) {
            const QString text = wrongGoal(problem_.goals[g], report.goals[g], settings, most);
            if (!text.isEmpty()) return QString("goal %1: ").arg(g) + text;
            worst = std::max(worst, report.goals[g].status);
        }
        if (report.status != worst && report.status != ik::Status::Cancelled)
            return "the status is not the worst of the goals'";
        return {};
    }

private:
    QString wrongLimits(Honesty& most) const
    {
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const double travel = pose_.slides.empty() ? 0 : pose_.slides[j];
            const double before = problem_.slides.empty() ? 0 : problem_.slides[j];
            const bool touched =
                plain::angle(pose_.rotations[j], plainOf(problem_.start[j])) > 1e-9 ||
                (joints_[j].limit.kind == plain::Limit::Kind::Slide && travel != before);
            if (!touched) continue;
            if (!mayTurn(static_cast<int>(j)))
                return QString("joint %1 turned, and no goal may turn it").arg(j);
            const double by = plain::outside(joints_[j], pose_.rotations[j], travel);
            most.outside = std::max(most.outside, by);
            if (!(by <= 1e-9)) return QString("joint %1 is %2 outside its limit").arg(j).arg(by);
        }
        if (!(solution_.report.limitViolation <= 1e-9)) return "it says that a limit is broken";
        return {};
    }

    bool mayTurn(int joint) const
    {
        for (const ik::Goal& goal : problem_.goals)
            for (const int end : {goal.effector, goal.meets()})
                for (int j = end; j >= goal.root; j = joints_[j].parent) {
                    const bool own = j != goal.effector || end == goal.meets() ||
                                     goal.orientation || goal.turnOnly() ||
                                     joints_[j].limit.kind == plain::Limit::Kind::Slide;
                    if (j == joint && own) return true;
                    if (j == goal.root) break;
                }
        return false;
    }

    /// Of a chain: the lengths of its bones and the travels of its slides.
    double reach(const ik::Goal& goal, int end) const
    {
        double sum = 0;
        for (int j = end;; j = joints_[j].parent) {
            const plain::Limit& limit = joints_[j].limit;
            if (limit.kind == plain::Limit::Kind::Slide)
                sum += std::max(std::abs(limit.range.min), std::abs(limit.range.max));
            if (j == goal.root) return sum;
            sum += length(joints_[j].offset);
        }
    }

    QString wrongGoal(const ik::Goal& goal, const ik::GoalReport& said,
                      const ik::Settings& settings, Honesty& most) const
    {
        using namespace plain;
        const V at = placed_.at[goal.effector];
        const Q world = placed_.world[goal.effector];
        V asked = plainOf(goal.position);
        if (goal.meets() >= 0)
            asked = placed_.at[goal.meets()] + turned(placed_.world[goal.meets()], asked);
        double position = length(at - asked);
        double turn = 0;
        double slack = 1e-12;
        if (const Aim* aim = std::get_if<Aim>(&goal.kind)) {
            const V way = plainOf(goal.position) - at;
            position = 0;
            if (length(way) > 0) turn = angle(turned(world, plainOf(aim->axis)), way);
            slack += 1e-13 * size_ / std::max(length(way), 1e-300);
        }
        double apart = 0;
        if (const Distance* kept = std::get_if<Distance>(&goal.kind)) {
            apart = kept->distance;
            position = std::abs(position - apart);
        }
        if (goal.orientation) {
            const Q to = plainOf(*goal.orientation);
            turn = angle(world, goal.meets() >= 0 ? product(placed_.world[goal.meets()], to) : to);
        }
        const double offBy = std::abs(position - said.positionError);
        const double turnedBy = std::abs(turn - said.orientationError);
        most.position = std::max(most.position, offBy / size_);
        if (slack < 1e-10) most.turn = std::max(most.turn, turnedBy);
        if (!(offBy <= 1e-9 * size_))
            return QString("it is off by %1 and says %2").arg(position).arg(said.positionError);
        if (!(turnedBy <= 1e-9 + slack))
            return QString("it is turned by %1 and says %2").arg(turn).arg(said.orientationError);

        double chain = reach(goal, goal.effector);
        if (goal.meets() >= 0) chain = std::max(chain, reach(goal, goal.meets()));
        const double tolerance = settings.tolerance * chain;
        const double rounding = 1e-12 * size_;
        const bool there =
            position <= tolerance + rounding && turn <= settings.orientationTolerance + slack;
        const bool plainlyThere =
            position < tolerance - rounding && turn < settings.orientationTolerance - slack;
        switch (said.status) {
        case ik::Status::Reached:
            ++most.reached;
            return there ? "" : QString("reached, and off by %1").arg(position);
        case ik::Status::Softened:
            ++most.softened;
            return wrongEase(goal, at, asked, chain, tolerance, there);
        case ik::Status::Unreachable:
            if (goal.meets() < 0 && !goal.turnOnly())
                return wrongUnreachable(goal, asked, apart, chain, tolerance);
            break;
        case ik::Status::Inactive:
        case ik::Status::Invalid: return "a goal without a status";
        default: break;
        }
        // A pinned goal's chain is shorter than it looks, and its tolerance with it.
        const bool pinned = std::ranges::any_of(problem_.goals, &ik::Goal::pinned);
        return plainlyThere && !pinned ? "missed, and there it is" : "";
    }

    /// A softened goal is where the ease sends it: a + b tanh((d - a) / b) beyond a of the reach,
    /// and the same from the other end; or nearer, if bones stretch.
    QString wrongEase(const ik::Goal& goal, const plain::V& at, const plain::V& asked, double chain,
                      double tolerance, bool there) const
    {
        using namespace plain;
        if (there) return "softened, and there it is";
        if (!(goal.soft > 0)) return "softened without an ease";
        const V root = placed_.at[goal.root];
        const double d = length(asked - root);
        const double zone = goal.soft * chain;
        double to = d;
        if (d > chain - zone) to = chain - zone + zone * std::tanh((d - (chain - zone)) / zone);
        const double room = chain - goal.least;
        if (goal.least > 0 && zone < room && to < goal.least + zone)
            to = goal.least + zone - zone * std::tanh((goal.least + zone - to) / zone);
        const V way = (1 / d) * (asked - root);
        const double along = std::clamp(dot(at - root, way), std::min(to, d), std::max(to, d));
        const double left = length(at - root - along * way);
        if (left <= std::max(tolerance, 1e-6 * chain) + 1e-12 * size_) return {};
        return QString("softened, and %1 of it is no ease").arg(left);
    }

    /// @param apart  how far from `asked` the effector is to be [m]
    QString wrongUnreachable(const ik::Goal& goal, const plain::V& asked, double apart,
                             double chain, double tolerance) const
    {
        const double away = length(asked - placed_.at[goal.root]);
        double longest = 0;
        for (int j = goal.effector; j != goal.root; j = joints_[j].parent)
            longest = std::max(longest, length(joints_[j].offset));
        const double whole = chain * (1 + goal.stretch);
        const bool pinned = std::ranges::any_of(problem_.goals, &ik::Goal::pinned);
        const double least = 2 * longest - whole;
        if (pinned || std::abs(away - apart) > whole + 0.9 * tolerance ||
            away + apart < least - 0.9 * tolerance)
            return {};
        return "unreachable, and near enough";
    }

    const ik::Problem& problem_;
    const ik::Solution& solution_;
    std::vector<plain::Joint> joints_;
    plain::Q base_{};
    plain::V root_{};
    plain::Pose pose_;
    plain::Placed placed_;
    double size_ = 0;
};

/// Whether nothing is wrong with the answer.
inline bool isHonest(const ik::Problem& problem, const ik::Solution& solution,
                     const ik::Settings& settings)
{
    Honesty most;
    const QString wrong = Outsider(problem, solution).wrong(settings, most);
    if (!wrong.isEmpty()) qWarning("%s", qPrintable(wrong));
    return wrong.isEmpty();
}

}  // namespace posewright::test
