#include "ui/timeline/commands.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui::timeline {

namespace {

constexpr double kSame = 1e-9;

bool near(double a, double b)
{
    return std::abs(a - b) <= kSame * std::max({1.0, std::abs(a), std::abs(b)});
}

int rowOf(edit::KeyShape shape)
{
    const std::vector<Easing>& all = easings();
    for (int i = 0; i < std::ssize(all); ++i)
        if (all[i].shape == shape) return i;
    return -1;
}

template <class Fits>
int easedRow(Fits fits)
{
    const std::vector<Easing>& all = easings();
    for (int i = 0; i < std::ssize(all); ++i)
        if (all[i].shape == edit::KeyShape::Eased && fits(all[i].ease)) return i;
    return -1;
}

int easingOf(const Curve& curve, double frame)
{
    const std::vector<Key>& keys = curve.keys();
    const auto key = std::lower_bound(keys.begin(), keys.end(), frame,
                                      [](const Key& k, double f) { return k.frame < f; });
    if (key->interpolation == Interpolation::Constant) return rowOf(edit::KeyShape::Constant);
    if (key->interpolation == Interpolation::Linear) return rowOf(edit::KeyShape::Linear);
    if (key->mode == HandleMode::AutoClamped) return rowOf(edit::KeyShape::Bezier);
    const auto next = std::next(key);
    if (next == keys.end()) return -1;
    const double frames = next->frame - key->frame, rise = next->value - key->value;
    return easedRow([&](const Ease& ease) {
        return near(key->right.frames, ease.x1 * frames) &&
               near(key->right.value, ease.y1 * rise) &&
               near(next->left.frames, (ease.x2 - 1) * frames) &&
               near(next->left.value, (ease.y2 - 1) * rise);
    });
}

int easingOf(const RotationTrack& track, const RotationKey& key)
{
    switch (key.interpolation) {
    case RotationInterpolation::Step: return rowOf(edit::KeyShape::Constant);
    case RotationInterpolation::Slerp: return rowOf(edit::KeyShape::Linear);
    case RotationInterpolation::Cubic: return rowOf(edit::KeyShape::Bezier);
    case RotationInterpolation::Eased: break;
    }
    const auto row = static_cast<std::size_t>(&key - track.keys().data());
    return easedRow([ease = track.shape(row).ease](const Ease& other) { return ease == other; });
}

}  // namespace

int easingOf(const Document& doc, const edit::KeyRef& ref)
{
    const auto wanted = [&](Property p) { return !ref.property || ref.property == p; };
    if (const Track* track = doc.clip().track(ref.node)) {
        if (wanted(Property::Translation))
            for (const Shared<Curve>& curve : track->translation)
                if (curve->find(ref.frame)) return easingOf(*curve, ref.frame);
        if (const RotationKey* key = track->rotation->find(ref.frame);
            key && wanted(Property::Rotation))
            return easingOf(*track->rotation, *key);
    }
    const InfluenceTrack* influence = doc.clip().influence(ref.constraint);
    if (influence && influence->curve.find(ref.frame)) return easingOf(influence->curve, ref.frame);
    return -1;
}

}  // namespace posewright::ui::timeline
