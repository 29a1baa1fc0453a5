#pragma once

#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "tests/support/path_classes.h"

#include <algorithm>
#include <cmath>
#include <string>

/// How often a small move of time makes a large move of a joint, over random paths of a target,
/// through the real evaluation: docs/evaluation.md.
namespace posewright::test {

/// A turn between two frames that may be a pop or a jump. [rad]
constexpr double kSuddenStep = 5 * 3.14159265358979323846 / 180;

inline double stepOf(const Evaluation& a, const Evaluation& b, int joint)
{
    return angleBetween(a.local[joint].rotation, b.local[joint].rotation);
}

/// Does the step of a joint between two frames stay when the frame is halved again and again?
inline bool survivesBisection(const Prepared& prepared, double from, double to, int joint)
{
    Evaluation a = evaluate(prepared, from);
    Evaluation b = evaluate(prepared, to);
    const double whole = stepOf(a, b, joint);
    for (int i = 0; i < 16; ++i) {
        Evaluation middle = evaluate(prepared, (a.frame + b.frame) / 2);
        if (stepOf(a, middle, joint) > stepOf(middle, b, joint))
            b = std::move(middle);
        else
            a = std::move(middle);
        if (stepOf(a, b, joint) < whole / 4) return false;
    }
    return true;
}

struct ContinuityCount {
    int frames = 0;
    int pops = 0;
    int jumps = 0;
    int jumpsAwayFromFold = 0;
    int popsWhereReached = 0;  ///< the limits let the target be reached before and after

    double perThousand(int number) const { return 1000.0 * number / frames; }
    void add(const ContinuityCount& other)
    {
        frames += other.frames;
        pops += other.pops;
        jumps += other.jumps;
        jumpsAwayFromFold += other.jumpsAwayFromFold;
        popsWhereReached += other.popsWhereReached;
    }
};

/// What is asked of the chain beside the path.
struct ContinuitySetup {
    int bones = 4;
    double soft = 0.03;
    std::string solver;        ///< empty: the default
    bool limits = false;       ///< cones of 70 degrees, with a twist of 40
    bool orientation = false;  ///< keyed with the target, up to a radian from key to key
    bool pole = false;         ///< keyed, to the side
};

inline Document withCones(Document doc, int bones)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (int i = 0; i < bones; ++i) {
        constexpr double kCone = 70 * 3.14159265358979323846 / 180;
        constexpr double kTwist = 40 * 3.14159265358979323846 / 180;
        std::get<BonePart>(nodes[i].part).limit = ConeLimit{
            Vec3::UnitX(), Vec3::UnitY(), {kCone, kCone, kCone, kCone}, {-kTwist, kTwist}};
    }
    // The first joint may point anywhere, or most paths would be out of its cone.
    std::get<BonePart>(nodes[0].part).limit = {};
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

inline Document withTurns(Document doc, Random& random)
{
    doc.rig = doc.rig.with([](Rig& rig) { rig.constraints[0].orientation = true; });
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track track = *clip.track(NodeId(100));
        RotationTrack turns;
        Quat turn = Quat::Identity();
        for (int k = 0; k <= kPathFrames / kKeyEvery; ++k) {
            turns.setValue(k * kKeyEvery, turn);
            turn = fromRotationVector(random.direction() * random.uniform(0, 1)) * turn;
        }
        track.rotation = turns;
        setTrack(clip, std::move(track));
    });
    return doc;
}

inline Document withPole(Document doc)
{
    std::vector<Node> nodes = doc.scene->nodes();
    nodes.push_back(makeNode(101, "pole", kNoNode, Vec3(0.2, 0.3, 2)));
    doc.scene = *Scene::make(std::move(nodes));
    doc.rig = doc.rig.with([](Rig& rig) { rig.constraints[0].pole = NodeId(101); });
    return withKeys(std::move(doc), NodeId(101), {{0, Vec3(0.2, 0.3, 2)}});
}

inline ContinuityCount examinePaths(const ContinuitySetup& setup, const PathClass& path, int paths,
                                    std::uint64_t seed)
{
    const int bones = setup.bones;
    ContinuityCount count;
    for (int p = 0; p < paths; ++p) {
        Random random(seed + std::uint64_t(p));
        const std::vector<std::pair<double, Vec3>> keys = pathKeys(path, random);
        Document doc =
            withKeys(chainDocument(bones, 0.17453292519943295, kPathFrames), NodeId(100), keys);
        doc.rig = doc.rig.with([&setup](Rig& rig) {
            rig.constraints[0].soft = setup.soft;
            rig.constraints[0].solver = setup.solver;
        });
        if (setup.limits) doc = withCones(std::move(doc), bones);
        if (setup.orientation) doc = withTurns(std::move(doc), random);
        if (setup.pole) doc = withPole(std::move(doc));
        const auto prepared = prepare(doc);
        std::vector<Evaluation> frames;
        for (int f = 0; f <= kPathFrames; ++f) frames.push_back(evaluate(*prepared, f));
        for (int f = 0; f < kPathFrames; ++f) {
            bool pop = false;
            bool jump = false;
            for (int j = 0; j < bones; ++j) {
                const double s = stepOf(frames[f], frames[f + 1], j);
                if (s <= kSuddenStep) continue;
                std::vector<double> near;
                for (int k = std::max(0, f - 3); k <= std::min(kPathFrames - 1, f + 3); ++k)
                    if (k != f) near.push_back(stepOf(frames[k], frames[k + 1], j));
                std::nth_element(near.begin(), near.begin() + std::ssize(near) / 2, near.end());
                pop |= s > 3 * near[near.size() / 2];
                jump |= survivesBisection(*prepared, f, f + 1, j);
            }
            ++count.frames;
            count.pops += pop ? 1 : 0;
            const auto reached = [&](int frame) {
                const ik::Status status = frames[frame].targets[0].status;
                return status == ik::Status::Reached || status == ik::Status::Softened;
            };
            count.popsWhereReached += pop && reached(f) && reached(f + 1) ? 1 : 0;
            count.jumps += jump ? 1 : 0;
            const double distance = std::min(frames[f].world[bones + 1].position.norm(),
                                             frames[f + 1].world[bones + 1].position.norm());
            count.jumpsAwayFromFold += jump && distance > 0.1 ? 1 : 0;
        }
    }
    return count;
}

}  // namespace posewright::test
