#include "ui/viewport/layers/handles.h"
#include "ui/viewport/layers/hud.h"
#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/limits.h"
#include "ui/viewport/layers/outlines.h"

#include <array>

namespace posewright::ui {

// Each is defined, and explained, in the source of its name.
using MakeLayer = Layer(Scene3d&);
MakeLayer makeShadow, makeMeshes, makeBones, makeLinks, makeTargets, makeGround, makeSights,
    makeReach, makePins, makeNames;

namespace {

constexpr std::array kLayers{
    LayerKind{"shadow", &makeShadow, {}, "the dark ground below a figure"},
    LayerKind{"meshes", &makeMeshes, {}, "the surfaces of figures"},
    LayerKind{"bones", &makeBones, {}, "bones"},
    LayerKind{
        "links", &makeLinks, {}, "lines from bones to children that do not begin at their tip"},
    LayerKind{"targets", &makeTargets,
              "from each target to what misses it, a line in the colour of its status",
              "targets and poles"},
    // Qt 3D draws in order of creation; transparent bones must not hide lines.
    LayerKind{"ground", &makeGround, {}, "the grid"},
    LayerKind{"sights", &makeSights, "cameras and lights of the scene"},
    LayerKind{"outlines", &makeOutlines},
    LayerKind{"reach", &makeReach},
    LayerKind{"limits", &makeLimits},
    LayerKind{"pins", &makePins},
    LayerKind{
        "hud", &makeHud, "frame and time, how the targets fare, the axes and a scale", {}, true},
    LayerKind{"names", &makeNames, "the names of bones, targets and poles"},
    LayerKind{"handles", &makeHandles, {}, {}, true},
};

}  // namespace

std::span<const LayerKind> layerKinds() noexcept
{
    return kLayers;
}

}  // namespace posewright::ui
