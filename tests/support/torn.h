#pragma once

#include "core/document/document.h"
#include "tests/support/made_body.h"

#include <map>

/// Skeletons that do not hang together, and where their bones are, by arithmetic that shares
/// nothing with what it judges.
namespace posewright::test {

/// The document with a root of its own on which these hang, where they stood at rest; their keys
/// are gone.
inline Document torn(Document doc, const std::vector<std::string>& names)
{
    const std::vector<Node>& old = doc.scene->nodes();
    std::vector<plain::Q> turns;
    std::vector<plain::V> places;
    std::vector<Node> nodes(1);
    nodes[0].id = static_cast<NodeId>(doc.nextId++);
    nodes[0].name = "root";
    nodes[0].part = BonePart{};
    for (const Node& node : old) {
        const Quat& q = node.rest.rotation;
        const Vec3& t = node.rest.translation;
        const bool top = node.parent < 0;
        const plain::Q above = top ? plain::Q{0, 0, 0, 1} : turns[node.parent];
        turns.push_back(plain::product(above, {q.x(), q.y(), q.z(), q.w()}));
        places.push_back((top ? plain::V{} : places[node.parent]) +
                         plain::turned(above, {t.x(), t.y(), t.z()}));
        Node own = node;
        own.parent = node.parent + 1;
        if (std::find(names.begin(), names.end(), node.name) != names.end()) {
            own.parent = 0;
            own.rest.translation = vecOf(places.back());
            own.rest.rotation = quatOf(turns.back());
        }
        nodes.push_back(std::move(own));
    }
    const Result<Scene> scene = Scene::make(std::move(nodes));
    if (!scene) qFatal("%s", scene.error().message.c_str());
    doc.scene = *scene;
    return doc;
}

/// Where the bones are at a whole frame of a clip with a key a frame.
inline std::map<std::string, plain::V> placesIn(const Document& doc, const Clip& clip, int frame)
{
    std::vector<plain::Q> turns;
    std::vector<plain::V> places;
    std::map<std::string, plain::V> named;
    for (const Node& node : doc.scene->nodes()) {
        Quat q = node.rest.rotation;
        Vec3 t = node.rest.translation;
        if (const Track* track = clip.track(node.id)) {
            const auto at = static_cast<std::size_t>(frame);
            if (!track->rotation->empty()) q = track->rotation->keys()[at].value;
            for (int axis = 0; axis < 3; ++axis)
                if (!track->translation[axis]->keys().empty())
                    t[axis] = track->translation[axis]->keys()[at].value;
        }
        const bool top = node.parent < 0;
        const plain::Q above = top ? plain::Q{0, 0, 0, 1} : turns[node.parent];
        turns.push_back(plain::product(above, {q.x(), q.y(), q.z(), q.w()}));
        places.push_back((top ? plain::V{} : places[node.parent]) +
                         plain::turned(above, {t.x(), t.y(), t.z()}));
        named[node.name] = places.back();
    }
    return named;
}

/// Without these joints and all below them.
inline MadeBody without(const MadeBody& body, const std::vector<std::string>& names)
{
    MadeBody left;
    std::vector<int> rows(body.joints.size(), -1);
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        BodyJoint joint = body.joints[i];
        if (std::find(names.begin(), names.end(), joint.name) != names.end()) continue;
        if (joint.parent >= 0 && rows[joint.parent] < 0) continue;
        if (joint.parent >= 0) joint.parent = rows[joint.parent];
        rows[i] = static_cast<int>(left.joints.size());
        left.joints.push_back(std::move(joint));
    }
    return left;
}

}  // namespace posewright::test
