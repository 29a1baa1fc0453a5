#include "core/ik/model/chain_frames.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr int kChainFramesRescale = 64;        // bones, each of which at most doubles a norm
constexpr double kChainFramesOpposite = 0.02;  // 2 (1 + cos) of nearly opposite directions

// A bone in two consecutive frames, in one register.
using ChainFramesPair = double __attribute__((vector_size(16)));

struct PairHamilton {
    ChainFramesPair w, x, y, z;

    PairHamilton() = default;
    PairHamilton(const Hamilton& a, const Hamilton& b) :
        w{a.w, b.w}, x{a.x, b.x}, y{a.y, b.y}, z{a.z, b.z}
    {
    }
    Hamilton lane(int i) const { return {w[i], x[i], y[i], z[i]}; }
    ChainFramesPair squaredNorm() const { return (w * w + x * x) + (y * y + z * z); }
    void unit()
    {
        const ChainFramesPair square = squaredNorm();
        const Eigen::Array2d roots = Eigen::Array2d(square[0], square[1]).sqrt();
        const ChainFramesPair by = 1 / ChainFramesPair{roots[0], roots[1]};
        w *= by;
        x *= by;
        y *= by;
        z *= by;
    }
};

PairHamilton product(const ChainFramesPair& aw, const ChainFramesPair& ax,
                     const ChainFramesPair& ay, const ChainFramesPair& az, const PairHamilton& b)
{
    PairHamilton q;
    q.w = aw * b.w - ax * b.x - (ay * b.y + az * b.z);
    q.x = (aw * b.x + ax * b.w) + (ay * b.z - az * b.y);
    q.y = (aw * b.y - ax * b.z) + (ay * b.w + az * b.x);
    q.z = (aw * b.z + ax * b.y) + (az * b.w - ay * b.x);
    return q;
}

// f rotated by the least arc from its direction `a` to `u`, up to a factor: f - u (f a), with
// quaternion products.
PairHamilton arcOnto(const PairHamilton& f, const std::array<ChainFramesPair, 3>& a,
                     const std::array<ChainFramesPair, 3>& u)
{
    const ChainFramesPair w = -(f.x * a[0] + f.y * a[1]) - f.z * a[2];
    const ChainFramesPair x = f.w * a[0] + (f.y * a[2] - f.z * a[1]);
    const ChainFramesPair y = f.w * a[1] + (f.z * a[0] - f.x * a[2]);
    const ChainFramesPair z = f.w * a[2] + (f.x * a[1] - f.y * a[0]);
    PairHamilton q;
    q.w = f.w + (u[0] * x + u[1] * y) + u[2] * z;
    q.x = (f.x - u[0] * w) - (u[1] * z - u[2] * y);
    q.y = (f.y - u[1] * w) - (u[2] * x - u[0] * z);
    q.z = (f.z - u[2] * w) - (u[0] * y - u[1] * x);
    return q;
}

}  // namespace

void ChainFrames::begin(const Problem& problem, const Chain& chain, Quat* rotations)
{
    bones_ = chain.bones();
    parent_ = Hamilton(chain.parent);
    last_ = rotations;
    waiting_ = 0;
    axes_.assign(bones_ + 2, Vec3::Zero());
    for (int i = 0; i < bones_; ++i)
        if (chain.length[i] > 0)
            axes_[i] = problem.joints[chain.joints[i + 1]].offset * (1 / chain.length[i]);
    for (Frame& frame : frames_)
        for (auto* v : {&frame.x, &frame.y, &frame.z}) v->assign(bones_ + 2, 0.0);
}

// For nearly opposite directions.
Hamilton ChainFrames::onto(const Hamilton& carried, int bone, const Frame& frame) const
{
    const Vec3& axis = axes_[bone];
    const Hamilton from = carried.unit();
    const Vec3 u(frame.x[bone], frame.y[bone], frame.z[bone]);
    return Hamilton(leastArc(from.turn(axis).normalized(), u.normalized())) * from;
}

Quat ChainFrames::add(const Chain& chain)
{
    if (waiting_ == 2) write(2);
    Frame& frame = frames_[waiting_++];
    std::copy_n(chain.x.begin(), bones_, frame.x.begin());
    std::copy_n(chain.y.begin(), bones_, frame.y.begin());
    std::copy_n(chain.z.begin(), bones_, frame.z.begin());
    // The rest is delayed, but the next frame needs this frame's root.
    const Hamilton carried(chain.root);
    const Hamilton u(0, frame.x[0], frame.y[0], frame.z[0]);
    const Hamilton turned = u * (carried * Hamilton(0, axes_[0].x(), axes_[0].y(), axes_[0].z()));
    const Hamilton root(carried.w - turned.w, carried.x - turned.x, carried.y - turned.y,
                        carried.z - turned.z);
    const bool opposite = root.squaredNorm() < kChainFramesOpposite * carried.squaredNorm();
    frame.root = (opposite ? onto(carried, 0, frame) : root).unit();
    return frame.root.quat();
}

void ChainFrames::finish()
{
    if (waiting_ > 0) write(waiting_);
}

void ChainFrames::write(int frames)
{
    constexpr int kBehind = 2;
    const Frame& a = frames_[0];
    const Frame& b = frames_[frames - 1];
    Quat* const start = last_;
    Quat* const first = last_ + bones_;
    Quat* const second = last_ + std::ptrdiff_t(bones_) * frames;
    const Hamilton up = parent_.conjugate();
    first[0] = (up * a.root).unit().quat();
    if (frames == 2) second[0] = (up * b.root).unit().quat();

    PairHamilton above(a.root, b.root);
    const int end = bones_ + (frames == 2 ? kBehind : 0);
    for (int t = 1; t < end; ++t) {
        // A lane idles before the later frame begins and after the earlier one ends.
        const int s = t > kBehind ? t - kBehind : 0;
        if (s <= 1) above = PairHamilton(above.lane(0), b.root);
        const PairHamilton hung(Hamilton(t < bones_ ? start[t] : start[0]), Hamilton(first[s]));
        const std::array<ChainFramesPair, 3> axis{ChainFramesPair{axes_[t].x(), axes_[s].x()},
                                                  ChainFramesPair{axes_[t].y(), axes_[s].y()},
                                                  ChainFramesPair{axes_[t].z(), axes_[s].z()}};
        const std::array<ChainFramesPair, 3> u{ChainFramesPair{a.x[t], b.x[s]},
                                               ChainFramesPair{a.y[t], b.y[s]},
                                               ChainFramesPair{a.z[t], b.z[s]}};
        const PairHamilton carried = product(above.w, above.x, above.y, above.z, hung);
        PairHamilton frame = arcOnto(carried, axis, u);
        const auto opposite = frame.squaredNorm() < kChainFramesOpposite * carried.squaredNorm();
        if (opposite[0] || opposite[1])
            frame = PairHamilton(opposite[0] ? onto(carried.lane(0), t, a) : frame.lane(0),
                                 opposite[1] ? onto(carried.lane(1), s, b) : frame.lane(1));
        PairHamilton local = product(above.w, -above.x, -above.y, -above.z, frame);
        local.unit();
        if (t < bones_) first[t] = local.lane(0).quat();
        if (s > 0 && frames == 2) second[s] = local.lane(1).quat();
        above = frame;
        if (t % kChainFramesRescale == 0) above.unit();
    }
    last_ = second;
    waiting_ = 0;
}

}  // namespace posewright::ik
