#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/places.h"

namespace posewright::ui {

namespace {

const QColor kPin(0xff, 0xb8, 0x4d);
const QColor kPinEdge(0x20, 0x22, 0x26);
constexpr double kPinHead = 5;     ///< radius [px]
constexpr double kPinNeedle = 16;  ///< [px] from the joint up to the head

/// A needle with a round head, stuck in the joint.
void paintPin(Canvas& canvas, const Pixel& at)
{
    const Pixel head = at - Pixel(0, kPinNeedle);
    canvas.line(at, head, 4, kPinEdge);
    canvas.line(at, head, 2, kPin);
    canvas.disc(head, kPinHead + 1, kPinEdge);
    canvas.disc(head, kPinHead, kPin);
}

void paintPins(Canvas& canvas, const OverlayScene& scene)
{
    if (!scene.hasPose()) return;
    for (const NodeId pin : scene.emphasis.view.pins) {
        const NodeIndex row = scene.doc.scene->find(pin);
        if (row == kNoNode) continue;
        if (const auto at = places::seen(scene, places::ofRow(scene, row))) paintPin(canvas, *at);
    }
}

}  // namespace

/// A pin at each joint that is fixed while the body is dragged.
Layer makePins(Scene3d&)
{
    Layer layer;
    layer.paint = paintPins;
    return layer;
}

}  // namespace posewright::ui
