#pragma once

#include "core/base/members.h"
#include "core/scene/limit.h"
#include "core/scene/scene.h"

/// What of a scene is described: see core/base/members.h.
namespace posewright {

constexpr auto describe(Of<Transform>)
{
    using T = Transform;
    return members<T>(always("translation", &T::translation), always("rotation", &T::rotation),
                      always("scale", &T::scale));
}

constexpr auto describe(Of<BonePart>)
{
    using P = BonePart;
    return members<P>(always("tip", &P::tip), since("tipGiven", &P::tipGiven),
                      ifUnusual("limit", &P::limit), always("eulerOrder", &P::eulerOrder));
}

constexpr auto describe(Of<MeshPart>)
{
    using P = MeshPart;
    return members<P>(elsewhere("mesh", &P::mesh), elsewhere("skin", &P::skin),
                      always("color", &P::color), elsewhere("source", &P::source),
                      elsewhere("morphs", &P::morphs));
}

constexpr auto describe(Of<LightPart>)
{
    using P = LightPart;
    return members<P>(always("kind", &P::kind), always("color", &P::color),
                      always("intensity", &P::intensity), always("outerCone", &P::outerCone),
                      elsewhere("source", &P::source));
}

constexpr auto describe(Of<CameraPart>)
{
    using P = CameraPart;
    return members<P>(always("verticalFov", &P::verticalFov), always("halfHeight", &P::halfHeight),
                      always("nearPlane", &P::nearPlane), always("farPlane", &P::farPlane),
                      elsewhere("source", &P::source));
}

}  // namespace posewright
