#include "core/edit/poles.h"

#include "core/edit/described.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"

namespace posewright::edit {

namespace {

/// The line from root to effector, and the joint farthest from it.
struct Bend {
    Vec3 line = Vec3::Zero();  ///< root to effector
    Vec3 away = Vec3::Zero();  ///< from the line to the farthest joint
    std::size_t joint = 0;     ///< row in the chain
    double length = 0;         ///< of the chain
};

Bend bendOf(const std::vector<Place>& chain)
{
    Bend bend;
    const Vec3 root = chain.front().world.position;
    bend.line = chain.back().world.position - root;
    const double square = bend.line.squaredNorm();
    bend.joint = chain.size() / 2;
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const Vec3 p = chain[i].world.position;
        bend.length += (p - chain[i - 1].world.position).norm();
        const Vec3 from = p - root;
        const Vec3 away = square > 0 ? Vec3(from - from.dot(bend.line) / square * bend.line) : from;
        if (away.norm() <= bend.away.norm()) continue;
        bend.away = away;
        bend.joint = i;
    }
    return bend;
}

/// A point so many chain lengths off the bent joint: in the chain's bend direction, else in that of
/// the rest pose, else in a fixed direction perpendicular to the chain.
Vec3 polePlace(const std::vector<Place>& pose, const std::vector<Place>& rest, double lengths)
{
    constexpr double kOnLine = 1e-6;
    const Bend shown = bendOf(pose);
    Vec3 direction = shown.away;
    if (direction.norm() <= kOnLine * shown.length) {
        const Bend atRest = bendOf(rest);
        const bool straight = atRest.away.norm() <= kOnLine * atRest.length;
        const Vec3 along = atRest.line.norm() > 0 ? atRest.line.normalized() : Vec3(Vec3::UnitY());
        direction = pose.front().world.rotation * rest.front().world.rotation.conjugate() *
                    (straight ? anyPerpendicular(along) : atRest.away);
        const double square = shown.line.squaredNorm();
        if (square > 0) direction -= direction.dot(shown.line) / square * shown.line;
    }
    if (!(direction.norm() > 1e-12 * shown.length))
        direction =
            anyPerpendicular(shown.line.norm() > 0 ? shown.line.normalized() : Vec3(Vec3::UnitY()));
    const double away = lengths * (shown.length > 0 ? shown.length : 1);
    return pose[shown.joint].world.position + away * direction.normalized();
}

}  // namespace

Result<Vec3> polePlaceAt(const Document& doc, const Constraint& constraint, double frame,
                         const Context& context, double lengths)
{
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> chain =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    const auto pose = placesOf(doc, chain, frame, context.memo);
    if (!pose) return refused(pose.error().message, "/target");
    return polePlace(*pose, restPlacesOf(scene, chain), lengths);
}

Result<Document> make(Document doc, const AddPole& edit, const Context& context)
{
    const Scene& scene = *doc.scene;
    const Constraint& constraint = constraintOf(doc, edit.target);
    if (constraint.pole != NodeId::None)
        return refused("the target has a pole already: \"" +
                           scene[scene.find(constraint.pole)].name + '"',
                       "/target");
    const std::vector<NodeIndex> chain =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    if (chain.size() < 3) return refused("a chain of one bone does not bend", "/target");

    Node node;
    node.id = newNodeId(doc);
    node.name = uniqueName(scene, targetName(doc, constraint) + " pole");
    if (edit.position) {
        node.rest.translation = *edit.position;
    } else {
        const Result<Vec3> place = polePlaceAt(doc, constraint, doc.playback.start, context);
        if (!place) return place.error();
        node.rest.translation = *place;
    }
    const NodeId pole = node.id;
    Result<Document> grown = withNode(std::move(doc), std::move(node), "/target");
    if (!grown) return grown;
    changeRig(*grown, [&](Rig& rig) {
        for (Constraint& c : rig.constraints)
            if (c.id == edit.target) c.pole = pole;
    });
    return grown;
}

}  // namespace posewright::edit
