#pragma once

#include "core/document/document.h"
#include "tests/support/figures.h"

#include <utility>
#include <vector>

namespace posewright::test {

inline constexpr NodeId kTail{50};

/// The document with a joint "tail" below `parent`, 2 m above it, that has these keys in the first
/// clip.
inline Document withKeyedTail(Document doc, NodeIndex parent, const std::vector<RotationKey>& keys)
{
    std::vector<Node> nodes = doc.scene->nodes();
    nodes.push_back(makeNode(50, "tail", parent, Vec3(0, 2, 0), BonePart{}));
    doc.scene = *Scene::make(std::move(nodes));
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track track;
        track.node = kTail;
        track.rotation = RotationTrack::fromKeys(keys);
        setTrack(clip, track);
    });
    return doc;
}

}  // namespace posewright::test
