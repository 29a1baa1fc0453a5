#pragma once

#include "core/document/document.h"

namespace posewright::test {

/// The document with its bones under a node that scales and turns them, as armatures of programs
/// that count in centimetres do: the same figure in the world, with other numbers in it. Keys of
/// bones are not carried over.
inline Document underArmature(const Document& plain, double scale, const Quat& turn)
{
    Document doc = plain;
    std::vector<Node> nodes;
    Node armature;
    armature.id = newNodeId(doc);
    armature.name = "Armature";
    armature.rest.rotation = turn;
    armature.rest.scale = Vec3::Constant(scale);
    nodes.push_back(armature);
    for (Node node : plain.scene->nodes()) {
        const bool root = node.parent == kNoNode;
        if (!root) ++node.parent;
        if (auto* bone = std::get_if<BonePart>(&node.part)) {
            bone->tip /= scale;
            node.rest.translation /= scale;
            if (root) {
                node.parent = 0;
                node.rest.translation = turn.conjugate() * node.rest.translation;
                node.rest.rotation = turn.conjugate() * node.rest.rotation;
            }
        }
        nodes.push_back(std::move(node));
    }
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

}  // namespace posewright::test
