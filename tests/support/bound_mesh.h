#pragma once

#include "core/document/document.h"

#include <QtGlobal>

#include <string>
#include <utility>
#include <vector>

namespace posewright::test {

/// The document with one more mesh, which the only skin of the scene moves.
inline Document withBoundMesh(Document doc, std::string name, Mesh mesh, Skin skin)
{
    std::vector<Node> nodes = doc.scene->nodes();
    Node node;
    node.id = static_cast<NodeId>(doc.nextId++);
    node.name = std::move(name);
    MeshPart part;
    part.mesh = Shared<Mesh>(std::move(mesh));
    part.skin = 0;
    node.part = std::move(part);
    nodes.push_back(std::move(node));
    Result<Scene> scene = Scene::make(std::move(nodes), {std::move(skin)});
    if (!scene) qFatal("%s", scene.error().message.c_str());
    doc.scene = *std::move(scene);
    return doc;
}

}  // namespace posewright::test
