#pragma once

#include "core/document/document.h"

#include <QtGlobal>

#include <numbers>
#include <utility>
#include <vector>

namespace posewright::test {

struct SlantedNodes {
    Document doc;
    NodeId wide, tilted, arm, hand;
};

/// "wide" is three times as wide as high, and below it hang "arm", turned by 45 degrees, "hand" 1
/// along that and "tip" 1 further. "tilted" is turned as "arm" is, and beside "wide".
inline SlantedNodes slantedNodes()
{
    Document doc = emptyDocument();
    std::vector<Node> nodes;
    const auto add = [&](const char* name, NodeIndex parent, Transform rest) {
        Node node;
        node.id = newNodeId(doc);
        node.name = name;
        node.parent = parent;
        node.rest = rest;
        nodes.push_back(std::move(node));
        return nodes.back().id;
    };
    const auto at = [](const Vec3& place, double turn, const Vec3& scale) {
        return Transform{place, Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ())), scale};
    };
    const Vec3 none = Vec3::Zero(), one = Vec3::Ones(), up = Vec3::UnitY();
    add("root", kNoNode, {});
    SlantedNodes out;
    out.wide = add("wide", 0, at(none, 0, {3, 1, 1}));
    out.tilted = add("tilted", 0, at(none, std::numbers::pi / 4, one));
    out.arm = add("arm", 1, at(none, std::numbers::pi / 4, one));
    out.hand = add("hand", 3, at(up, 0, one));
    add("tip", 4, at(up, 0, one));
    doc.scene = *Scene::make(std::move(nodes), {});
    out.doc = std::move(doc);
    return out;
}

}  // namespace posewright::test
