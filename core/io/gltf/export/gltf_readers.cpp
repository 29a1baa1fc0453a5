#include "core/io/gltf/export/gltf_readers.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

/// Joints with curved keys, in any clip of a file.
struct Bent {
    int curvedTurns = 0;
    int anyBent = 0;
};

bool bends(const Curve& curve)
{
    if (curve.rows()) return false;
    return curve.size() > 1 &&
           std::any_of(curve.keys().begin(), curve.keys().end() - 1,
                       [](const Key& key) { return key.interpolation != Interpolation::Linear; });
}

Bent bentIn(const Document& doc)
{
    Bent out;
    for (const Shared<Clip>& clip : doc.clips)
        for (const Shared<Track>& track : clip->tracks) {
            const RotationTrack& turns = *track->rotation;
            bool curved = false, held = false;
            if (!turns.rows() && turns.size() > 1)
                for (const RotationKey& key : turns.keys()) {
                    curved |= key.interpolation == RotationInterpolation::Cubic;
                    held |= key.interpolation == RotationInterpolation::Step;
                }
            bool bent = curved || held;
            for (const Property property : kCurvedProperties)
                for (const Shared<Curve>& curve : curvesOf(*track, property))
                    bent = bent || bends(*curve);
            out.curvedTurns += curved ? 1 : 0;
            out.anyBent += bent ? 1 : 0;
        }
    return out;
}

}  // namespace

Diagnostics misreadings(const Document& back)
{
    Diagnostics out;
    const auto warn = [&](int count, const char* what) {
        if (count > 0)
            out.push_back(
                {Diagnostic::Severity::Warning,
                 std::to_string(count) + (count == 1 ? " track has " : " tracks have ") + what,
                 {},
                 "everyFrame",
                 "writes straight keys"});
    };
    const Bent bent = bentIn(back);
    warn(bent.curvedTurns, "rotations that curve from key to key: Blender leaves the curves out");
    warn(bent.anyBent, "keys that curve or hold: assimp 5 goes straight from key to key");
    return out;
}

}  // namespace posewright::io::gltf
