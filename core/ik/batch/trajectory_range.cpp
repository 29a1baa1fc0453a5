#include "core/ik/batch/trajectory_range.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace posewright::ik {
namespace {

constexpr int kTrajectoryRangeLockings = 4;
constexpr double kBends = 1e-4;  // of the reach: ignore the curvature of smaller errors

double heaviest(const Problem& problem)
{
    double weight = 0;
    for (const Goal& goal : problem.goals) weight = std::max(weight, goal.weight);
    return weight;
}

}  // namespace

TrajectoryRange::TrajectoryRange(std::span<const Problem> problems, std::span<const Solution> begin,
                                 const TrajectorySettings& settings) :
    problems_(problems),
    settings_(settings), frames_(problems.size())
{
    const std::size_t joints = problems.front().joints.size();
    std::vector<char> turned(joints, 0);
    bool slides = false;
    size_ = 0;
    for (std::size_t f = 0; f < problems.size(); ++f) {
        const Problem& problem = problems[f];
        Frame& frame = frames_[f];
        std::vector<int> group(problem.goals.size());
        std::iota(group.begin(), group.end(), 0);
        extractJointSpace(problem, group, begin[f], frame.space);
        frame.scale = heaviest(problem);
        frame.held = settings.heldEnds && (f == 0 || f + 1 == problems.size());
        if (!settings.times.empty() && f + 1 < problems.size())
            frame.gap = settings.times[f + 1] - settings.times[f];
        frame.base.assign(problem.start.begin(), problem.start.end());
        for (Quat& q : frame.base) q.normalize();
        frame.baseRoot =
            problem.basePosition + problem.baseRotation * problem.joints.front().offset;
        for (const auto& moved : frame.space.moved)
            if (moved.count > 0) turned[moved.joint] = 1;
        slides |= frame.space.slides;
        if (!problem.goals.empty()) size_ = std::max(size_, frame.space.size);
        if (frame.space.slides) slide_ = std::max(slide_, frame.space.slideScale);
    }
    if (!(size_ > 0)) size_ = 1;
    for (std::size_t j = 0; j < joints; ++j) {
        if (!turned[j]) continue;
        const Limit& limit = problems.front().joints[j].limit;
        const bool travels = std::holds_alternative<PrismaticLimit>(limit);
        parts_.push_back({static_cast<JointIndex>(j), width_, freedoms(limit), !travels});
        width_ += parts_.back().count;
    }
    if (slides) {
        parts_.push_back({-1, width_, 3, false});
        width_ += 3;
    }
    for (Frame& frame : frames_) {
        frame.place.assign(frame.space.columns.size(), 0);
        frame.rowOf.assign(parts_.size(), -1);
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            const Part& part = parts_[p];
            int& row = frame.rowOf[p];
            if (part.joint < 0) {
                if (frame.space.slides) row = frame.space.width() - 3;
            } else if (const int m = frame.space.rowOf[part.joint];
                       m >= 0 && frame.space.moved[m].count > 0) {
                row = frame.space.moved[m].first;
            }
            for (int k = 0; k < part.count && row >= 0; ++k) frame.place[row + k] = part.first + k;
        }
        frame.step.assign(parts_.size(), Vec3::Zero());
        frame.away.assign(parts_.size(), Vec3::Zero());
        frame.rates.assign(parts_.size(), Mat3::Zero());
    }
}

Vec3 TrajectoryRange::between(const Frame& a, const Frame& b, const Part& part) const
{
    if (part.joint < 0) return (b.space.root - a.space.root) / slide_;
    if (!part.turns)
        return Vec3((b.space.travel[part.joint] - a.space.travel[part.joint]) / size_, 0, 0);
    return rotationVector(b.space.local[part.joint] * a.space.local[part.joint].conjugate());
}

Vec3 TrajectoryRange::fromBase(const Frame& frame, const Part& part) const
{
    if (part.joint < 0) return (frame.space.root - frame.baseRoot) / slide_;
    if (!part.turns) {
        const Problem& problem = problems_[&frame - frames_.data()];
        const double base = problem.slides.empty() ? 0 : problem.slides[part.joint];
        return Vec3((frame.space.travel[part.joint] - base) / size_, 0, 0);
    }
    return rotationVector(frame.space.local[part.joint] * frame.base[part.joint].conjugate());
}

bool TrajectoryRange::bends(int f, std::size_t part) const
{
    return f > 0 && f + 1 < count() && frames_[f - 1].rowOf[part] >= 0 &&
           frames_[f].rowOf[part] >= 0 && frames_[f + 1].rowOf[part] >= 0;
}

double TrajectoryRange::cost()
{
    double sum = 0;
    for (int f = 0; f < count(); ++f) {
        Frame& frame = frames_[f];
        double errors = 0;
        for (const double e : frame.space.error) errors += e * e;
        sum += frame.scale * errors / (size_ * size_);
        for (const Goal& goal : problems_[f].goals) {
            if (!goal.pole) continue;
            const double lack = poleRow(problems_[f], frame.space, goal, size_, false).lack;
            sum += goal.weight * lack * lack;
        }
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            if (frame.rowOf[p] < 0) continue;
            frame.away[p] = fromBase(frame, parts_[p]);
            sum += settings_.closeness * frame.away[p].squaredNorm();
            if (f + 1 < count() && frames_[f + 1].rowOf[p] >= 0)
                frame.step[p] = between(frame, frames_[f + 1], parts_[p]) / frame.gap;
            if (bends(f, p))
                sum +=
                    settings_.smoothness * (frame.step[p] - frames_[f - 1].step[p]).squaredNorm();
        }
    }
    return sum;
}

void TrajectoryRange::begin()
{
    for (int f = 0; f < count(); ++f) {
        Frame& frame = frames_[f];
        std::ranges::fill(frame.space.locked, 0);
        frame.space.keep(frame.before);
        frame.space.differentiate(problems_[f]);
        findBowl(frame);
        frame.poles.clear();
        for (const Goal& goal : problems_[f].goals)
            if (goal.pole)
                frame.poles.push_back(poleRow(problems_[f], frame.space, goal, size_, true));
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            if (frame.rowOf[p] < 0) continue;
            const Part& part = parts_[p];
            Mat3& rates = frame.rates[p];
            rates.setIdentity();
            if (part.joint < 0) {
                rates *= frame.space.slideScale / slide_;
            } else if (!part.turns) {
                rates *= 1 / size_;
            } else if (const auto& moved = frame.space.moved[frame.space.rowOf[part.joint]];
                       !moved.free) {
                const Joint& joint = problems_[f].joints[part.joint];
                rates = joint.rest.toRotationMatrix() * turnRates(joint.limit, moved.angles);
            }
        }
    }
}

void TrajectoryRange::findBowl(Frame& frame)
{
    const std::size_t columns = frame.space.columns.size();
    frame.bowl.clear();
    for (const auto& demand : frame.space.demands) {
        if (!(Vec3::Map(&frame.space.error[demand.row]).norm() > kBends * size_)) continue;
        frame.bowl.resize(columns * columns, 0.0);
        bowl_.add(frame.space, demand, frame.bowl);
    }
}

bool TrajectoryRange::findStep(double damping, const std::function<bool()>& goOn)
{
    for (Frame& frame : frames_) std::ranges::fill(frame.space.locked, 0);
    for (int round = 0; round <= kTrajectoryRangeLockings; ++round) {
        factored_ = false;
        assemble(damping);
        ++systems_;
        if (!matrix_.factor(goOn)) return false;
        factored_ = true;
        step_ = right_;
        matrix_.solve(step_);
        bool more = false;
        for (int f = 0; f < count(); ++f) {
            Frame& frame = frames_[f];
            for (int c = 0; c < frame.space.width(); ++c)
                frame.space.step[c] = step_[f * width_ + frame.place[c]];
            more |=
                round < kTrajectoryRangeLockings && !frame.held && frame.space.lock(problems_[f]);
        }
        if (!more) break;
    }
    return true;
}

void TrajectoryRange::moveBy(double share, double mostTurn)
{
    double largest = 0;
    for (int f = 0; f < count(); ++f)
        for (const Part& part : parts_) {
            if (!part.turns) continue;
            double square = 0;
            for (int k = 0; k < part.count; ++k)
                square += std::pow(share * step_[f * width_ + part.first + k], 2);
            largest = std::max(largest, square);
        }
    // Scale all frames alike, to keep the step smooth.
    if (largest > mostTurn * mostTurn) share *= mostTurn / std::sqrt(largest);
    for (int f = 0; f < count(); ++f) {
        Frame& frame = frames_[f];
        if (frame.held) continue;
        for (int c = 0; c < frame.space.width(); ++c)
            frame.space.step[c] = share * step_[f * width_ + frame.place[c]];
        frame.space.move(problems_[f], 1e9, true);
        frame.space.place(problems_[f]);
    }
}

void TrajectoryRange::takeStep(double share, double mostTurn)
{
    for (Frame& frame : frames_) frame.space.restore(frame.before);
    moveBy(share, mostTurn);
}

void TrajectoryRange::correctStep(double mostTurn)
{
    const std::vector<double> found = step_;
    assemble(0);
    step_ = right_;
    matrix_.solve(step_);
    moveBy(1, mostTurn);
    step_ = found;
}

void TrajectoryRange::goBack()
{
    for (int f = 0; f < count(); ++f) {
        frames_[f].space.restore(frames_[f].before);
        frames_[f].space.place(problems_[f]);
    }
    (void)cost();  // updates the cost's terms to the poses, for the derivatives
}

double TrajectoryRange::largestBend() const
{
    double most = 0;
    for (int f = 1; f + 1 < count(); ++f)
        for (std::size_t p = 0; p < parts_.size(); ++p)
            if (parts_[p].turns && bends(f, p))
                most = std::max(most, (frames_[f].step[p] - frames_[f - 1].step[p]).norm());
    return most;
}

void TrajectoryRange::write(int frame, Solution& out) const
{
    writePose(frames_[frame].space, out);
}

}  // namespace posewright::ik
