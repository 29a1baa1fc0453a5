#include "core/evaluate/places.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/prepared.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// The constraints that move one of the rows, or what those depend on, and so on.
Rig moversOf(const Document& doc, std::span<const NodeIndex> rows)
{
    const Scene& scene = *doc.scene;
    const std::vector<Constraint>& all = doc.rig->constraints;
    // Closed under parents. Few nodes, looked for once for each constraint: a list is quickest.
    std::vector<NodeId> asked;
    const auto isAsked = [&](NodeId node) { return std::ranges::find(asked, node) != asked.end(); };
    const auto ask = [&](NodeIndex row) {
        for (; row != kNoNode && !isAsked(scene[row].id); row = scene[row].parent)
            asked.push_back(scene[row].id);
    };
    for (const NodeIndex row : rows) ask(row);
    std::vector<char> seen(all.size(), 0);
    std::vector<char> taken(all.size(), 0);
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            // `asked` contains all ancestors, so whoever needs a joint of the chain has its root in
            // the set.
            if (seen[i] || !isAsked(all[i].root)) continue;
            seen[i] = 1;
            const SpanRow* spans = doc.clip().spanRow(all[i].id);
            if (!spans || spans->spans.empty()) continue;
            taken[i] = 1;
            more = true;
            for (const NodeIndex joint : jointsOf(scene, all[i])) ask(joint);
            ask(scene.find(all[i].target));
            ask(scene.find(all[i].pole));
            for (const Span& span : spans->spans) ask(scene.find(span.space));
        }
    }
    Rig rig;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (taken[i]) rig.constraints.push_back(all[i]);
    return rig;
}

/// Computes places from each row's ancestors only, with the same arithmetic as worldTransforms.
template <class Local>
std::vector<Place> placesBelow(const Scene& scene, std::span<const NodeIndex> rows,
                               const Local& local)
{
    std::vector<Place> places;
    std::vector<NodeIndex> way;
    for (const NodeIndex row : rows) {
        for (NodeIndex up = row; up != kNoNode; up = scene[up].parent) way.push_back(up);
        Place place;
        for (; !way.empty(); way.pop_back()) {
            place.local = local(scene[way.back()]);
            place.world = place.world * place.local;
        }
        places.push_back(place);
    }
    return places;
}

}  // namespace

std::vector<Place> basePlacesOf(const Document& doc, std::span<const NodeIndex> rows, double frame)
{
    if (!std::isfinite(frame)) frame = doc.playback.start;
    return placesBelow(*doc.scene, rows, [&](const Node& node) {
        return sampleLaid(doc.clip(), node.id, node.rest, frame);
    });
}

std::vector<Place> restPlacesOf(const Scene& scene, std::span<const NodeIndex> rows)
{
    return placesBelow(scene, rows, [](const Node& node) { return node.rest; });
}

Result<std::vector<Place>> placesOf(const Document& doc, std::span<const NodeIndex> rows,
                                    double frame, std::shared_ptr<KeyMemo> memo)
{
    Rig movers = moversOf(doc, rows);
    if (movers.constraints.empty()) return basePlacesOf(doc, rows, frame);
    Document moved = doc;
    moved.rig = std::move(movers);
    const std::shared_ptr<const Prepared> prepared = prepare(moved, std::move(memo));
    if (!prepared->breach.empty()) return Error{prepared->breach, {}};
    const Evaluation pose = evaluate(*prepared, frame);
    std::vector<Place> places;
    for (const NodeIndex row : rows) places.push_back({pose.local[row], pose.world[row]});
    return places;
}

WorldTransform anchorPlace(const Scene& scene, const Span& contact,
                           std::span<const WorldTransform> world)
{
    const NodeIndex space = contact.space == NodeId::None ? kNoNode : scene.find(contact.space);
    return (space == kNoNode ? WorldTransform{} : world[space]) * contact.anchor;
}

std::optional<WorldTransform> keptPlace(const Document& doc, const Constraint& constraint,
                                        const Evaluation& shown)
{
    const Span* span = spanAt(doc.clip().spanRow(constraint.id), shown.frame);
    if (!span || span->kind != SpanKind::Contact || constraint.meets() != NodeId::None)
        return std::nullopt;
    return anchorPlace(*doc.scene, *span, shown.world);
}

std::optional<WorldTransform> waitingPlace(const Document& doc, const Constraint& constraint,
                                           const Evaluation& shown)
{
    const NodeIndex row = doc.scene->find(constraint.target);
    const NodeIndex led = doc.scene->find(constraint.effector);
    if (row == kNoNode || led == kNoNode || !constraint.reaches() ||
        !awaitsKey(doc, constraint.id) || doc.clip().track(constraint.target))
        return std::nullopt;
    const auto status = std::ranges::find(shown.targets, constraint.id, &TargetStatus::constraint);
    // A move that is not keyed yet acts, and is seen where it went.
    if (status != shown.targets.end() && status->status != ik::Status::Inactive)
        return std::nullopt;
    WorldTransform place = shown.world[row];
    place.position = shown.world[led].position;
    if (constraint.orientation) place.rotation = shown.world[led].rotation;
    return place;
}

std::vector<Transform> basePose(const Document& doc, double frame)
{
    const Scene& scene = *doc.scene;
    std::vector<Transform> pose;
    pose.reserve(scene.size());
    for (const Node& node : scene.nodes())
        pose.push_back(sampleLaid(doc.clip(), node.id, node.rest, frame));
    return pose;
}

}  // namespace posewright
