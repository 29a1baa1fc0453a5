#pragma once

#include "core/evaluate/bake.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/math/rotation.h"
#include "tests/core/evaluate/one_target.h"

#include <algorithm>
#include <cmath>

/// Documents with spans that are solved together, and how smooth their motion is.
namespace posewright::test::trajectory_spans {

using one_target::moving;

inline constexpr double kDegree = 3.14159265358979323846 / 180;

inline Document withSpans(Document doc, const std::function<void(Span&)>& change)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (SpanRow& row : clip.spans)
            for (Span& span : row.spans) change(span);
    });
    return doc;
}

inline Document together(Document doc)
{
    return withSpans(std::move(doc), [](Span& span) { span.inbetween = Inbetween::Trajectory; });
}

inline Document withLimits(Document doc, int bones)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (int i = 1; i < bones; ++i)
        std::get<BonePart>(nodes[i].part).limit =
            ConeLimit{Vec3::UnitX(),
                      Vec3::UnitY(),
                      {70 * kDegree, 70 * kDegree, 70 * kDegree, 70 * kDegree},
                      {-40 * kDegree, 40 * kDegree}};
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

inline double greatestTurn(const Evaluation& a, const Evaluation& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.local.size(); ++i)
        most = std::max(most, angleBetween(a.local[i].rotation, b.local[i].rotation));
    return most;
}

/// How a motion goes on from frame to frame. [degrees]
struct Motion {
    int frames = 0;
    int pops = 0;
    double largest = 0;  ///< second difference of a joint's rotation
    double squares = 0;
    int differences = 0;
    double miss = 0;  ///< [share of the reach] largest, where the target is within reach
    double missSum = 0;

    double rms() const { return std::sqrt(squares / differences); }
    void add(const Motion& other)
    {
        frames += other.frames;
        pops += other.pops;
        largest = std::max(largest, other.largest);
        squares += other.squares;
        differences += other.differences;
        miss = std::max(miss, other.miss);
        missSum += other.missSum;
    }
};

inline Motion examine(const Document& doc, int joints)
{
    const auto prepared = prepare(doc);
    BakeOptions options;
    options.jobs = 1;
    const Bake baked = *bake(*prepared, options);
    Motion out;
    out.frames = static_cast<int>(baked.frames.size());
    out.pops = static_cast<int>(findPops(doc, baked).size());
    for (std::size_t f = 0; f < baked.frames.size(); ++f) {
        const double distance = baked.frames[f].world[joints + 1].position.norm();
        if (distance < 0.97) {
            out.miss = std::max(out.miss, baked.frames[f].targets[0].positionError);
            out.missSum += baked.frames[f].targets[0].positionError;
        }
        for (int j = 0; j < joints && f > 0 && f + 1 < baked.frames.size(); ++j) {
            const auto turn = [&](std::size_t a) {
                return rotationVector(baked.frames[a + 1].local[j].rotation *
                                      baked.frames[a].local[j].rotation.conjugate());
            };
            const double bend = (turn(f) - turn(f - 1)).norm() / kDegree;
            out.largest = std::max(out.largest, bend);
            out.squares += bend * bend;
            ++out.differences;
        }
    }
    return out;
}

inline bool same(const Evaluation& a, const Evaluation& b)
{
    return a == b;
}

}  // namespace posewright::test::trajectory_spans
