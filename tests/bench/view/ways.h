#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/scene/scene.h"

#include <Qt3DCore/QEntity>

#include <functional>
#include <span>
#include <vector>

namespace posewright::bench {

/// The one skinned mesh of a document, and its frames.
struct Figure {
    Document doc;
    NodeIndex row = kNoNode;
    const MeshPart* part = nullptr;
    std::vector<Evaluation> shown;  ///< by frame

    Figure(Document of, int frames);
};

/// Moves the drawn surface to a frame of its figure.
using Move = std::function<void(int frame)>;

/// A way to draw a figure.
struct Way {
    const char* name;
    Move (*make)(Qt3DCore::QEntity& root, const Figure& figure);
};
std::span<const Way> ways();

}  // namespace posewright::bench
