#pragma once

#include "ui/viewport/layers/overlay.h"

#include <functional>
#include <span>
#include <string_view>

namespace posewright::ui {

class Scene3d;

/// One thing that is drawn: what it does at each of its rates, solid in the scene or flat over
/// it. What a layer has no use for is left empty. Layers know nothing of picking or of the session.
struct Layer {
    /// The scene or the rig is another: makes what is solid anew. Both other rates follow.
    std::function<void(const Document& doc, const Stage& stage)> documentChanged;
    /// Places what is solid. @pre evaluation is of the document last given
    std::function<void(const Evaluation& evaluation)> frameChanged;
    /// Colours what is solid, or hides it.
    std::function<void(const Emphasis& emphasis)> emphasisChanged;
    /// Sizes what is solid to how it is looked at: what is only a mark grows with the figure up to
    /// so many pixels. Comes before each painting.
    std::function<void(const Camera& camera, const ViewSize& size)> viewChanged = {};
    /// Paints what is flat. What lies there already, painted by the layers before, stays below.
    std::function<void(Canvas& canvas, const OverlayScene& scene)> paint;
};

/// A kind of layer: a row of the table in layers.cpp.
struct LayerKind {
    std::string_view id;            ///< as `--overlay` calls it
    Layer (*make)(Scene3d& scene);  ///< what it makes in the scene may go before the layer does
    /// What `posewright render --overlay` paints of it; empty: nothing that a picture could show,
    /// which has no pointer and no selection.
    std::string_view overlay = {};
    /// What is solid of it, and `posewright render --show` draws; empty: nothing of its own.
    std::string_view solid = {};
};

/// All of them, in the order in which what is flat is painted.
std::span<const LayerKind> layerKinds() noexcept;

}  // namespace posewright::ui
