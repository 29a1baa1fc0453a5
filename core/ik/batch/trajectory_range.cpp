#include "core/ik/batch/trajectory_range.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace posewright::ik {
namespace {

constexpr int kTrajectoryRangeLockings = 4;
constexpr double kBends = 1e-4;  // of the reach: smaller errors bend nothing

Mat3 trajectoryRangeCross(const Vec3& v)
{
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

// How the vector of a turn changes when the turn is followed by a small one: the inverse left
// Jacobian of SO(3) (Barfoot, State estimation for robotics, 2017, section 7.1.5). Its transpose is
// for a small turn before.
Mat3 turnRate(const Vec3& v)
{
    const double angle = v.norm();
    const double half = angle / 2;
    const double square = angle > 1e-3 ? (1 - half / std::tan(half)) / (angle * angle)
                                       : 1.0 / 12 + angle * angle / 720;
    const Mat3 by = trajectoryRangeCross(v);
    return Mat3::Identity() - 0.5 * by + square * by * by;
}

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

// A row of the Jacobian of some error, times its weight, into the normal equations.
void TrajectoryRange::add(const int* columns, const double* slopes, int count, double error,
                          double weight)
{
    for (int a = 0; a < count; ++a) {
        if (slopes[a] == 0) continue;
        const double slope = weight * slopes[a];
        right_[columns[a]] -= slope * error;
        for (int b = 0; b < count && !factored_; ++b)
            if (columns[b] <= columns[a]) matrix_.at(columns[a], columns[b]) += slope * slopes[b];
    }
}

void TrajectoryRange::addErrors(int f)
{
    Frame& frame = frames_[f];
    JointSpace& space = frame.space;
    const int columns = space.width();
    std::vector<int> place(columns);
    for (int c = 0; c < columns; ++c) place[c] = f * width_ + frame.place[c];
    const double weight = frame.scale / (size_ * size_);
    for (int r = 0; r < space.rows; ++r)
        add(place.data(), space.row(r), columns, -space.error[r], weight);
    for (int a = 0; a < columns && !frame.bowl.empty() && !factored_; ++a)
        for (int b = 0; b <= a; ++b)
            matrix_.at(std::max(place[a], place[b]), std::min(place[a], place[b])) +=
                weight * frame.bowl[b * columns + a];
    auto pole = frame.poles.begin();
    for (const Goal& goal : problems_[f].goals) {
        if (!goal.pole) continue;
        add(place.data(), pole->slope.data(), columns, pole->lack, goal.weight);
        ++pole;
    }
}

void TrajectoryRange::addBase(int f)
{
    const Frame& frame = frames_[f];
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (frame.rowOf[p] < 0) continue;
        const Part& part = parts_[p];
        const Mat3 rates =
            part.turns ? Mat3(turnRate(frame.away[p]) * frame.rates[p]) : frame.rates[p];
        std::array<int, 3> place{};
        for (int k = 0; k < part.count; ++k) place[k] = f * width_ + part.first + k;
        for (int i = 0; i < 3; ++i) {
            const Vec3 row = rates.row(i).transpose();
            add(place.data(), row.data(), part.count, frame.away[p][i], settings_.closeness);
        }
    }
}

void TrajectoryRange::addBends(int f)
{
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (!bends(f, p)) continue;
        const Part& part = parts_[p];
        const Frame* frames[3] = {&frames_[f - 1], &frames_[f], &frames_[f + 1]};
        Mat3 rates[3];
        if (part.turns) {
            // The steps themselves are turns: derivatives of their vectors.
            const Mat3 first = turnRate(frames[0]->step[p] * frames[0]->gap);
            const Mat3 second = turnRate(frames[1]->step[p] * frames[1]->gap);
            rates[0] = first.transpose() * frames[0]->rates[p] / frames[0]->gap;
            rates[1] = -(second.transpose() / frames[1]->gap + first / frames[0]->gap) *
                       frames[1]->rates[p];
            rates[2] = second * frames[2]->rates[p] / frames[1]->gap;
        } else {
            rates[0] = frames[0]->rates[p] / frames[0]->gap;
            rates[1] = -frames[1]->rates[p] * (1 / frames[1]->gap + 1 / frames[0]->gap);
            rates[2] = frames[2]->rates[p] / frames[1]->gap;
        }
        const Vec3 bend = frames[1]->step[p] - frames[0]->step[p];
        std::array<int, 9> place{};
        std::array<double, 9> slopes{};
        for (int i = 0; i < 3; ++i) {
            for (int g = 0; g < 3; ++g)
                for (int k = 0; k < part.count; ++k) {
                    place[g * part.count + k] = (f - 1 + g) * width_ + part.first + k;
                    slopes[g * part.count + k] = rates[g](i, k);
                }
            add(place.data(), slopes.data(), 3 * part.count, bend[i], settings_.smoothness);
        }
    }
}

// What does not move, or is not there: its row and column are those of the unit matrix.
void TrajectoryRange::holdLocked()
{
    std::vector<char> moves(width_);
    const int reach = matrix_.width();
    for (int f = 0; f < count(); ++f) {
        const Frame& frame = frames_[f];
        std::ranges::fill(moves, 0);
        for (int c = 0; c < frame.space.width() && !frame.held; ++c)
            moves[frame.place[c]] = frame.space.locked[c] ? 0 : 1;
        for (int a = 0; a < width_; ++a) {
            if (moves[a]) continue;
            const int r = f * width_ + a;
            right_[r] = 0;
            if (factored_) continue;
            for (int c = std::max(0, r - reach); c < r; ++c) matrix_.at(r, c) = 0;
            for (int s = r + 1; s <= std::min(matrix_.size() - 1, r + reach); ++s)
                matrix_.at(s, r) = 0;
            matrix_.at(r, r) = 1;
        }
    }
}

// With the matrix factored: the right side alone.
void TrajectoryRange::assemble(double damping)
{
    // A joint with itself two frames later, three numbers at most.
    if (!factored_) matrix_.reset(width_ * count(), std::min(3 * width_ - 1, 2 * width_ + 2));
    right_.assign(static_cast<std::size_t>(width_) * count(), 0.0);
    for (int f = 0; f < count(); ++f) {
        addErrors(f);
        addBase(f);
        addBends(f);
    }
    for (int r = 0; r < matrix_.size() && !factored_; ++r) matrix_.at(r, r) += damping;
    holdLocked();
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
    // One share for all frames, or the step would no longer be a smooth one.
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
    (void)cost();  // what derivatives are taken of follows the poses
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
