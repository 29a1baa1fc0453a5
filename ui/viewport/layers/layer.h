#pragma once

#include "ui/viewport/layers/overlay.h"

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace posewright::ui {

class Scene3d;

/// A layer of the view, as functions called at different rates, for solid parts in the scene and
/// flat parts over it. Unused functions are left empty. Layers are independent of picking and the
/// session.
struct Layer {
    /// The scene or rig changed: recreates solid parts. The next two are called afterwards.
    std::function<void(const Document& doc, const Stage& stage)> documentChanged;
    /// Places solid parts. @pre evaluation is of the document last given
    std::function<void(const Evaluation& evaluation)> frameChanged;
    /// Colours or hides solid parts.
    std::function<void(const Emphasis& emphasis)> emphasisChanged;
    /// Sizes solid parts for the view: symbols scale with the figure up to a maximum in pixels.
    /// Called before each painting.
    std::function<void(const Camera& camera, const ViewSize& size)> viewChanged = {};
    /// Paints flat parts, over those of earlier layers.
    std::function<void(Canvas& canvas, const OverlayScene& scene)> paint;
};

/// A layer of solid parts that are built from a document and placed by its evaluations.
template <class Parts>
Layer layerOf(const std::shared_ptr<Parts>& parts)
{
    Layer layer;
    layer.documentChanged = [parts](const Document& doc, const Stage& stage) {
        parts->build(doc, stage);
    };
    layer.frameChanged = [parts](const Evaluation& evaluation) { parts->place(evaluation); };
    return layer;
}

/// A kind of layer: a row of the table in layers.cpp.
struct LayerKind {
    std::string_view id;  ///< stable id of the layer
    Layer (*make)(
        Scene3d& scene);  ///< what it creates in the scene may be deleted before the layer
    /// A summary of its flat parts for `posewright render --overlay`; empty: not available, as for
    /// what needs a pointer or a selection.
    std::string_view overlay = {};
    /// A summary of its solid parts for `posewright render --show`; empty: it has none of its own.
    std::string_view solid = {};
    /// Its flat parts are as strong while something is dragged; those of others are faint then.
    bool steady = false;
};

/// All layers, in the order in which flat parts are painted.
std::span<const LayerKind> layerKinds() noexcept;

}  // namespace posewright::ui
