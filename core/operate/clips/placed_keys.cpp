#include "core/operate/clips/placed_keys.h"

#include "core/edit/change.h"
#include "core/edit/track_keys.h"

namespace posewright::operate {

void addKeys(NodeId node, const contacts::EndPlace& place, std::vector<edit::KeyData>& keys)
{
    edit::KeyData data;
    data.node = node;
    data.property = Property::Translation;
    for (int axis = 0; axis < 3; ++axis) {
        data.axis = axis;
        data.key = linearKey(place.frame, place.position[axis]);
        keys.push_back(data);
    }
    data = {};
    data.node = node;
    data.property = Property::Rotation;
    data.rotation = {place.frame, place.rotation, RotationInterpolation::Slerp};
    keys.push_back(data);
}

InSpace::InSpace(const Document& doc, NodeId node, const edit::Context& context) :
    doc_(doc), node_(node), above_((*doc.scene)[doc.scene->find(node)].parent)
{
    if (above_ != kNoNode) prepared_ = prepare(doc, context.memo);
}

Result<contacts::EndPlace> InSpace::of(contacts::EndPlace place) const
{
    if (above_ != kNoNode) {
        const WorldTransform space = evaluate(*prepared_, place.frame).world[above_];
        const Result<Transform> local = edit::relativeTo(
            space, {place.position, place.rotation, place.rotation.toRotationMatrix()});
        if (!local) return local.error();
        place.position = local->translation;
        place.rotation = local->rotation;
    }
    std::optional<Quat> rotation = place.rotation;
    edit::takeOffLayers(doc_.clip(), node_, place.frame, rotation, &place.position);
    place.rotation = *rotation;
    return place;
}

}  // namespace posewright::operate
