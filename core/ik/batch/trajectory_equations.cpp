#include "core/ik/batch/trajectory_range.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>

// The normal equations of all frames.
namespace posewright::ik {
namespace {

Mat3 trajectoryRangeCross(const Vec3& v)
{
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

// The derivative of a rotation vector when a small rotation follows: the inverse left Jacobian of
// SO(3) (Barfoot, State estimation for robotics, 2017, section 7.1.5). Its transpose is for a small
// rotation before it.
Mat3 turnRate(const Vec3& v)
{
    const double angle = v.norm();
    const double half = angle / 2;
    const double square = angle > 1e-3 ? (1 - half / std::tan(half)) / (angle * angle)
                                       : 1.0 / 12 + angle * angle / 720;
    const Mat3 by = trajectoryRangeCross(v);
    return Mat3::Identity() - 0.5 * by + square * by * by;
}

}  // namespace

// Adds a row of an error's Jacobian, times its weight, to the normal equations.
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
            // Steps are rotations too, so differentiate their rotation vectors.
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

// Rows and columns of numbers that are locked or absent become those of the identity.
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

// If the matrix is factored already, assembles the right side only.
void TrajectoryRange::assemble(double damping)
{
    // The band reaches from a joint to itself two frames later, with up to three numbers per joint.
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

}  // namespace posewright::ik
