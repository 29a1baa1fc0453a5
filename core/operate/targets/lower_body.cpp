#include "core/operate/targets/lower_body.h"

#include "core/operate/targets/cure_of_body.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace posewright::operate {

namespace {

constexpr double kOtherLegs = 120;  ///< to each side of the miss, for other legs that miss [frame]
constexpr double kApart = 8;        ///< keys of one round are farther apart [frame]
constexpr int kMostLowerings = 12;
constexpr double kFullStretch = 0.998;  ///< of its length, a leg that reaches
constexpr double kWorthAKey = 1e-3;     ///< of its length, what is worth a key
constexpr double kKneels = 0.5;         ///< of its length: farther down it would kneel

/// How far a limb's root must come down to reach, by the length that it has at full stretch; 0: it
/// does not miss, or not for that reason. [m]
double lack(const Scene& scene, const Constraint& limb, const Evaluation& shown)
{
    const TargetStatus* status = targetStatusIn(shown, limb.id);
    if (!status || !isProblem(status->status) || !limb.reaches()) return 0;
    const Vec3 root = shown.world[scene.find(limb.root)].position;
    const Vec3 end = shown.world[scene.find(limb.effector)].position;
    const Vec3 way = shown.world[scene.find(limb.target)].position - root;
    const double length = kFullStretch * (end - root).norm();
    const double level = std::hypot(way.x(), way.z());
    if (way.y() >= 0 || level >= length || way.norm() <= length) return 0;
    const double down = -way.y() - std::sqrt(length * length - level * level);
    return down > kKneels * length ? 0 : std::max(down, kWorthAKey * length);
}

/// The largest lack of the limbs that the body carries. [m]
double lackOf(const CureCase& of, NodeIndex body, const Evaluation& shown)
{
    const Scene& scene = *of.doc.scene;
    double most = 0;
    for (const Constraint& limb : of.doc.rig->constraints) {
        const NodeIndex root = scene.find(limb.root);
        if (root == body || scene.isAbove(body, root))
            most = std::max(most, lack(scene, limb, shown));
    }
    return most;
}

/// The frames to be keyed now: those that lack most, some apart, and these first.
std::vector<double> toKey(const std::map<double, double>& lacks)
{
    std::vector<std::pair<double, double>> most;
    most.reserve(lacks.size());
    for (const auto& [frame, by] : lacks) most.emplace_back(by, frame);
    std::ranges::stable_sort(most, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<double> out;
    for (const auto& one : most) {
        const bool near = std::ranges::any_of(
            out, [&](double frame) { return std::abs(frame - one.second) <= kApart; });
        if (!near) out.push_back(one.second);
    }
    return out;
}

/// The bone that the body is moved by.
NodeIndex boneOf(const Document& doc, NodeId body)
{
    const Constraint* target = constraintOfTarget(*doc.rig, body);
    return target ? carriedBy(*doc.scene, *target) : doc.scene->find(body);
}

}  // namespace

std::optional<Remedy> loweredBody(const CureCase& of)
{
    const NodeId body = bodyOf(of.doc, of.target);
    if (body == NodeId::None) return std::nullopt;
    const NodeIndex bone = boneOf(of.doc, body);
    if (lackOf(of, bone, CureTrial(of.doc, of.context).at(of.miss.worst)) == 0) return std::nullopt;
    const double start = std::max(std::ceil(of.doc.playback.start), of.miss.first - kOtherLegs);
    const double end = std::min(std::floor(of.doc.playback.end), of.miss.last + kOtherLegs);
    const double first = std::min(start, of.miss.first);
    const int frames = static_cast<int>(std::max(end, of.miss.last) - first);
    CureKeys keys{CureTrial(of.doc, of.context), {}};
    for (int round = 0; round < kMostLowerings; ++round) {
        std::map<double, double> lacks;
        const CureTrial& trial = keys.trial;
        for (int i = 0; i <= frames; ++i)
            if (const double by = lackOf(of, bone, trial.at(first + i)); by > 0)
                lacks.emplace(first + i, by);
        if (lacks.empty()) break;
        if (of.context.progress && !of.context.progress(0)) return std::nullopt;
        if (round == 0 &&
            !keys.trial.take(bodyHeld(of, body, lacks.begin()->first, lacks.rbegin()->first)))
            break;
        for (const double frame : toKey(lacks)) {
            // The keys before it lower the body here, too.
            const Evaluation shown = trial.at(frame);
            const double by = lackOf(of, bone, shown);
            if (by == 0) continue;
            const Edits down = bodyMoved(trial.doc(), shown, body, frame, Vec3(0, -by, 0));
            if (down.empty() || !keys.trial.take(down)) return std::nullopt;
            keys.frames.push_back(frame);
        }
    }
    std::ranges::sort(keys.frames);
    keys.frames.erase(std::unique(keys.frames.begin(), keys.frames.end()), keys.frames.end());
    return madeRemedy(of, CureBy::LowerBody, body, keys);
}

}  // namespace posewright::operate
