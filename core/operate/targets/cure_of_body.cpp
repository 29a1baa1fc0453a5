#include "core/operate/targets/cure_of_body.h"

#include "core/motion/layer.h"
#include "core/operate/dense_key.h"
#include "core/operate/hold.h"
#include "core/operate/near_key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kHipsFade = 16;     ///< of the offset that moves the hips [frame]
constexpr double kShortestFade = 4;  ///< next to an end of the range

/// How far the body moves along, as shares of the distance that its limb misses by.
struct Following {
    double level = 1;    ///< horizontal
    double upright = 1;  ///< vertical
    double drop = 0;     ///< downwards, as a share of the level distance, for legs that are
                         ///< straight
};
constexpr std::array kFollowing{Following{1.02, 1.02, 0}, Following{1.1, 0, 0},
                                Following{1.1, 0, 0.2},   Following{1.1, 0, 0.4},
                                Following{1.1, 0, 0.7},   Following{1.1, 0, 1.1},
                                Following{0.5, 0, 0.2},   Following{0.5, 0, 0.5}};

/// Keys the target where it was if the body that the edits move carries it.
void addTargetInPlace(const CureCase& of, const Document& doc, const Evaluation& shown,
                      double frame, Edits& edits)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(of.target.target), above = scene[row].parent;
    const Span* span = spanAt(doc.clip().spanRow(of.target.id), frame);
    if (above == kNoNode || !scene[above].bone() || !span || span->kind != SpanKind::Reach) return;
    const Result<Document> moved = edit::applyEach(doc, edits, of.context);
    if (!moved) return;
    const Evaluation then = evaluate(*prepare(*moved, of.context.memo), frame);
    const WorldTransform& was = shown.world[row];
    const auto turn = of.target.orientation ? std::optional(was.rotation) : std::nullopt;
    const Edits kept = placed(holdOne(*moved, then, of.target.target), frame, was.position, turn);
    edits.insert(edits.end(), kept.begin(), kept.end());
    addSpanAsItIs(of, doc, frame, edits);
}

/// Keys the body where it is at a frame.
void addKeyInPlace(const CureCase& of, NodeId body, double frame, Edits& edits)
{
    const Document& doc = of.doc;
    const Scene& scene = *doc.scene;
    const Constraint* target = constraintOfTarget(*doc.rig, body);
    if (!target) {
        if (operate::isRecorded(doc, body, Property::Translation, frame))
            return;  // a layer fades there
        const NodeIndex row = scene.find(body);
        edit::SetJointKey key;
        key.joint = body;
        key.frame = frame;
        key.translation = sampleLaid(doc.clip(), body, scene[row].rest, frame).translation;
        key.keepMotion = true;
        edits.emplace_back(key);
        return;
    }
    edit::SetTargetKey key;
    key.target = target->id;
    key.frame = frame;
    key.keepMotion = true;
    if (!doc.clip().track(body)) {
        if (limbHasMotion(doc, *target)) return;  // it will act near its key only
        const Evaluation shown = evaluate(*prepare(doc, of.context.memo), frame);
        key.position = shown.world[scene.find(target->effector)].position;
    }
    edits.emplace_back(key);
}

Edits followed(const CureCase& of, NodeId body, const Following& how, const Document& doc,
               const Evaluation& shown, double frame)
{
    const Scene& scene = *doc.scene;
    Vec3 way = shown.world[scene.find(of.target.target)].position -
               shown.world[scene.find(of.target.effector)].position;
    const double far = std::hypot(way.x(), way.z());
    way = Vec3(how.level * way.x(), how.upright * way.y() - how.drop * far, how.level * way.z());
    Edits edits =
        frame == of.miss.asked ? bodyHeld(of, body, of.miss.first, of.miss.last) : Edits();
    const Edits along = bodyMoved(doc, shown, body, frame, way);
    edits.insert(edits.end(), along.begin(), along.end());
    addTargetInPlace(of, doc, shown, frame, edits);
    return edits;
}

}  // namespace

NodeIndex carriedBy(const Scene& scene, const Constraint& target)
{
    return scene.find(target.rootMoves ? target.root : target.effector);
}

NodeId bodyOf(const Document& doc, const Constraint& target)
{
    const Scene& scene = *doc.scene;
    const NodeIndex root = scene.find(target.root);
    for (const Constraint& c : doc.rig->constraints) {
        const NodeIndex held = carriedBy(scene, c);
        if (c.id != target.id && held != kNoNode && c.arrives() &&
            (held == root || scene.isAbove(held, root)))
            return c.target;
    }
    NodeId top = NodeId::None;
    for (NodeIndex up = root; up != kNoNode; up = scene[up].parent)
        if (scene[up].bone()) top = scene[up].id;
    return top;
}

Edits bodyHeld(const CureCase& of, NodeId body, double start, double end)
{
    const Document& doc = of.doc;
    const Track* track = doc.clip().track(body);
    const std::vector<double> keys = track ? keyFrames(*track) : std::vector<double>();
    const auto keyedIn = [&](double from, double to) {
        return std::ranges::any_of(keys, [&](double key) { return key >= from && key <= to; });
    };
    const double first = std::floor(start), last = std::ceil(end);
    // Near an end of the range the fade is shorter.
    const double before = std::max(first - kHipsFade, std::ceil(doc.playback.start));
    const double after = std::min(last + kHipsFade, std::floor(doc.playback.end));
    Edits edits;
    if (before <= first - kShortestFade && !keyedIn(before, first))
        addKeyInPlace(of, body, before, edits);
    if (after >= last + kShortestFade && !keyedIn(last, after))
        addKeyInPlace(of, body, after, edits);
    return edits;
}

Edits bodyMoved(const Document& doc, const Evaluation& shown, NodeId body, double frame,
                const Vec3& by)
{
    return onLayers(doc, moved(hold(doc, shown, Handling::Move, {body}), frame, by),
                    kHipsFade / doc.clip().rate);
}

std::optional<Remedy> bodyRemedy(const CureCase& of)
{
    const NodeId body = bodyOf(of.doc, of.target);
    if (body == NodeId::None || of.miss.off == 0) return std::nullopt;
    const Evaluation before = CureTrial(of.doc, of.context).at(of.miss.asked);
    const double off = targetStatusIn(before, of.target.id)->positionError;
    std::optional<Remedy> best;
    for (const Following& how : kFollowing) {
        const auto put = [&](const Document& doc, const Evaluation& shown, double frame) {
            return followed(of, body, how, doc, shown, frame);
        };
        // If the requested frame does not improve, skip the other frames.
        CureTrial once(of.doc, of.context);
        if (!once.take(put(of.doc, before, of.miss.asked))) continue;
        const Evaluation after = once.at(of.miss.asked);
        if (problemTargetsIn(after) > problemTargetsIn(before) ||
            targetStatusIn(after, of.target.id)->positionError >= kCureHelps * off)
            continue;
        auto found = madeRemedy(of, CureBy::MoveBody, body, keyedUntilMet(of, put));
        if (!found) continue;
        const auto key = [](const Remedy& r) { return std::pair(r.left.problems, r.left.off); };
        if (!best || key(*found) < key(*best)) best = std::move(found);
        if (best->left.problems == 0) break;
    }
    return best;
}

}  // namespace posewright::operate
