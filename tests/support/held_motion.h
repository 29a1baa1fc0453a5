#pragma once

#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

/// How smooth a motion is, measured with arithmetic of its own on the local transforms shown.
namespace posewright::test {

/// What a document shows at its whole frames, and how many targets are missed there.
struct ShownMotion {
    std::vector<std::vector<Transform>> local;  ///< one per frame
    std::vector<int> missed;                    ///< frames with a problem

    explicit ShownMotion(const Document& doc)
    {
        const auto prepared = prepare(doc);
        for (double f = doc.playback.start; f <= doc.playback.end + 1e-9; ++f) {
            Evaluation shown = evaluate(*prepared, f);
            if (isProblem(worst(shown))) missed.push_back(int(local.size()));
            local.push_back(std::move(shown.local));
        }
    }

    /// The place of a bone's head in the world, composed here.
    Vec3 place(const Scene& scene, std::size_t frame, NodeIndex row) const
    {
        Vec3 at = Vec3::Zero();
        for (; row != kNoNode; row = scene[row].parent) {
            const Transform& t = local[frame][std::size_t(row)];
            at = t.translation + t.rotation.toRotationMatrix() * t.scale.cwiseProduct(at);
        }
        return at;
    }

    std::vector<WorldTransform> world(const Scene& scene, std::size_t frame) const
    {
        std::vector<WorldTransform> out(local[frame].size());
        for (std::size_t row = 0; row < out.size(); ++row) {
            const Transform& t = local[frame][row];
            const NodeIndex above = scene[NodeIndex(row)].parent;
            const Mat3 linear = above == kNoNode ? Mat3::Identity() : out[above].linear;
            out[row].linear = linear * t.rotation.toRotationMatrix() * t.scale.asDiagonal();
            out[row].position = linear * t.translation;
            if (above != kNoNode) out[row].position += out[above].position;
        }
        return out;
    }
};

/// The bones of a limb, as rows of the scene.
struct ThreeBones {
    std::string name;
    NodeIndex upper = kNoNode, lower = kNoNode, end = kNoNode;
};

/// A value and where it is.
struct Peak {
    double value = 0;
    std::size_t frame = 0;
    std::string limb;

    void take(double other, std::size_t at, const std::string& of)
    {
        if (other > value) *this = {other, at, of};
    }
};

/// Captures often begin with a pose that is not part of the motion.
inline constexpr std::size_t kFirstMeasured = 2;

inline double bendOf(const ShownMotion& shown, const Scene& scene, const ThreeBones& limb,
                     std::size_t frame)
{
    const Vec3 knee = shown.place(scene, frame, limb.lower),
               up = shown.place(scene, frame, limb.upper) - knee,
               down = shown.place(scene, frame, limb.end) - knee;
    return std::atan2(up.cross(down).norm(), up.dot(down)) * 180 / std::numbers::pi;
}

/// The largest change of the angle of a knee or elbow from a frame to the next. [degrees]
inline Peak largestStep(const ShownMotion& shown, const Scene& scene,
                        const std::vector<ThreeBones>& limbs)
{
    Peak most;
    for (const ThreeBones& limb : limbs)
        for (std::size_t f = kFirstMeasured + 1; f < shown.local.size(); ++f)
            most.take(std::abs(bendOf(shown, scene, limb, f) - bendOf(shown, scene, limb, f - 1)),
                      f, limb.name);
    return most;
}

/// The largest second difference of a limb's end, over `step` frames to each side. [m]
inline Peak largestPush(const ShownMotion& shown, const Scene& scene,
                        const std::vector<ThreeBones>& limbs, std::size_t step)
{
    Peak most;
    for (const ThreeBones& limb : limbs)
        for (std::size_t f = kFirstMeasured + step; f + step < shown.local.size(); ++f) {
            const auto at = [&](std::size_t g) { return shown.place(scene, g, limb.end); };
            most.take((at(f + step) - 2 * at(f) + at(f - step)).norm(), f, limb.name);
        }
    return most;
}

/// How far a joint turns to each frame, after the first one. [degrees]
inline std::vector<double> turnsOf(const ShownMotion& shown, NodeIndex joint)
{
    std::vector<double> out;
    for (std::size_t f = 1; f < shown.local.size(); ++f) {
        const Quat a = shown.local[f - 1][joint].rotation, b = shown.local[f][joint].rotation;
        const double dot = std::min(1.0, std::abs(a.dot(b)));
        out.push_back(2 * std::acos(dot) * 180 / std::numbers::pi);
    }
    return out;
}

/// A joint pops where it turns by more than 5 degrees and three times the median of the three steps
/// on either side.
inline bool popsAt(const std::vector<double>& turns, std::size_t at)
{
    std::vector<double> around;
    for (std::size_t f = at > 3 ? at - 3 : 0; f <= std::min(turns.size() - 1, at + 3); ++f)
        if (f != at) around.push_back(turns[f]);
    std::nth_element(around.begin(), around.begin() + around.size() / 2, around.end());
    return turns[at] > 5 && turns[at] > 3 * around[around.size() / 2];
}

/// What joints of a motion turn to each frame, by the row of the joint that it was brought onto.
using TurnsThere = std::map<NodeIndex, std::vector<double>>;

/// Pops of joints that did not pop there before, nor turned nearly as far.
/// @param now    the scene of `is`, which may have more nodes
/// @param there  in the motion that was brought in: where the same joint turns nearly as far, the
/// pop is the motion's
inline std::vector<Peak> freshPops(const Scene& scene, const ShownMotion& was, const Scene& now,
                                   const ShownMotion& is, const TurnsThere& there = {})
{
    std::vector<Peak> out;
    for (NodeIndex joint = 0; joint < scene.size(); ++joint) {
        if (!scene[joint].bone()) continue;
        const std::vector<double> before = turnsOf(was, joint),
                                  after = turnsOf(is, now.find(scene[joint].id));
        const auto source = there.find(joint);
        for (std::size_t f = 1; f + 1 < after.size(); ++f) {
            const auto nearly = [&](const std::vector<double>& turns) {
                return f + 1 < turns.size() &&
                       after[f] <= 1.25 * std::max({turns[f - 1], turns[f], turns[f + 1]}) + 1;
            };
            const bool known = popsAt(before, f - 1) || popsAt(before, f) || popsAt(before, f + 1);
            if (!popsAt(after, f) || known || nearly(before)) continue;
            if (source == there.end() || !nearly(source->second))
                out.push_back({after[f], f + 1, scene[joint].name});
        }
    }
    return out;
}

struct Slid {
    int contacts = 0;
    double most = 0;  ///< [m] from the first frame of a contact
};

/// How far what contacts hold moves inside of them, apart from their fades.
inline Slid slidIn(const Document& doc, const ShownMotion& shown)
{
    Slid out;
    for (const Constraint& target : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(target.id);
        if (!row) continue;
        for (const Span& span : row->spans) {
            if (span.kind != SpanKind::Contact) continue;
            ++out.contacts;
            const auto at = [&](double f) {
                return shown.place(*doc.scene, std::size_t(f), doc.scene->find(target.effector));
            };
            for (double f = span.start + span.in; f <= span.end - span.out; ++f)
                out.most = std::max(out.most, (at(f) - at(span.start + span.in)).norm());
        }
    }
    return out;
}

}  // namespace posewright::test
