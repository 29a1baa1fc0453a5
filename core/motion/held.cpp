#include "core/motion/held.h"

#include <algorithm>

namespace posewright {

namespace {

bool holds(const Key& key)
{
    return key.interpolation == Interpolation::Constant;
}

bool holds(const RotationKey& key)
{
    return key.interpolation == RotationInterpolation::Step;
}

bool differ(const Key& a, const Key& b)
{
    return a.value != b.value;
}

bool differ(const RotationKey& a, const RotationKey& b)
{
    return a.value.coeffs() != b.value.coeffs();
}

bool anyJump(const auto& keys, double first, double last)
{
    const auto jump = [&](const auto& key, const auto& next) {
        return holds(key) && next.frame > first && next.frame <= last && differ(key, next);
    };
    return std::ranges::adjacent_find(keys, jump) != keys.end();
}

}  // namespace

bool onlyHolds(std::span<const Shared<Curve>> curves)
{
    bool any = false;
    for (const Shared<Curve>& curve : curves) {
        if (curve->rows()) return false;
        const std::vector<Key>& keys = curve->keys();
        if (keys.size() < 2) continue;
        if (!std::all_of(keys.begin(), keys.end() - 1, [](const Key& k) { return holds(k); }))
            return false;
        any = true;
    }
    return any;
}

bool onlyHolds(const RotationTrack& track)
{
    if (track.rows() || track.size() < 2) return false;
    const std::vector<RotationKey>& keys = track.keys();
    return std::all_of(keys.begin(), keys.end() - 1,
                       [](const RotationKey& key) { return holds(key); });
}

bool onlyHolds(const Track& track)
{
    bool any = onlyHolds(*track.rotation);
    if (!any && track.rotation->size() > 1) return false;
    for (const Property property : kCurvedProperties) {
        const std::span<const Shared<Curve>> curves = curvesOf(track, property);
        const bool held = onlyHolds(curves);
        if (!held && std::ranges::any_of(curves, [](const auto& c) { return c->size() > 1; }))
            return false;
        any = any || held;
    }
    return any;
}

bool jumps(std::span<const Shared<Curve>> curves, double first, double last)
{
    return std::ranges::any_of(curves, [&](const Shared<Curve>& curve) {
        return !curve->rows() && anyJump(curve->keys(), first, last);
    });
}

bool jumps(const RotationTrack& track, double first, double last)
{
    return !track.rows() && anyJump(track.keys(), first, last);
}

}  // namespace posewright
