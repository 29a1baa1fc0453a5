#include "core/operate/easings.h"

#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::operate {

namespace {

using edit::KeyShape;

constexpr std::array kEasings{
    EasingShape{Easing::Smooth, "smooth", KeyShape::Bezier, {}},
    EasingShape{Easing::Linear, "linear", KeyShape::Linear, {}},
    EasingShape{Easing::Hold, "hold", KeyShape::Constant, {}},
    EasingShape{Easing::EaseInOut, "easeInOut", KeyShape::Eased, {0.42, 0, 0.58, 1}},
    EasingShape{Easing::EaseIn, "easeIn", KeyShape::Eased, {0.42, 0, 1, 1}},
    EasingShape{Easing::EaseOut, "easeOut", KeyShape::Eased, {0, 0, 0.58, 1}},
    EasingShape{Easing::Snappy, "snappy", KeyShape::Eased, {0.85, 0, 0.15, 1}},
    EasingShape{Easing::Rush, "rush", KeyShape::Eased, {0, 0.55, 0.1, 1}},
};

static_assert([] {
    for (std::size_t i = 0; i < kEasings.size(); ++i)
        if (kEasings[i].easing != static_cast<Easing>(i)) return false;
    return true;
}());  // rows are found by their number

constexpr double kSame = 1e-9;

bool near(double a, double b)
{
    return std::abs(a - b) <= kSame * std::max({1.0, std::abs(a), std::abs(b)});
}

template <class Fits>
std::optional<Easing> firstThat(Fits fits)
{
    const auto found = std::find_if(kEasings.begin(), kEasings.end(), fits);
    return found == kEasings.end() ? std::nullopt : std::optional(found->easing);
}

std::optional<Easing> ofShape(KeyShape shape)
{
    return firstThat([shape](const EasingShape& e) { return e.shape == shape; });
}

template <class Fits>
std::optional<Easing> ofEase(Fits fits)
{
    return firstThat(
        [&](const EasingShape& e) { return e.shape == KeyShape::Eased && fits(e.ease); });
}

std::optional<Easing> easingAt(const Curve& curve, double frame)
{
    const std::vector<Key>& keys = curve.keys();
    const auto key = std::lower_bound(keys.begin(), keys.end(), frame,
                                      [](const Key& k, double f) { return k.frame < f; });
    if (key->interpolation == Interpolation::Constant) return ofShape(KeyShape::Constant);
    if (key->interpolation == Interpolation::Linear) return ofShape(KeyShape::Linear);
    if (key->mode == HandleMode::AutoClamped) return ofShape(KeyShape::Bezier);
    const auto next = std::next(key);
    if (next == keys.end()) return {};
    const double frames = next->frame - key->frame, rise = next->value - key->value;
    return ofEase([&](const Ease& ease) {
        return near(key->right.frames, ease.x1 * frames) &&
               near(key->right.value, ease.y1 * rise) &&
               near(next->left.frames, (ease.x2 - 1) * frames) &&
               near(next->left.value, (ease.y2 - 1) * rise);
    });
}

std::optional<Easing> easingAt(const RotationTrack& track, const RotationKey& key)
{
    switch (key.interpolation) {
    case RotationInterpolation::Step: return ofShape(KeyShape::Constant);
    case RotationInterpolation::Slerp: return ofShape(KeyShape::Linear);
    case RotationInterpolation::Cubic: return ofShape(KeyShape::Bezier);
    case RotationInterpolation::Eased: break;
    }
    const auto row = static_cast<std::size_t>(&key - track.keys().data());
    return ofEase([ease = track.shape(row).ease](const Ease& other) { return ease == other; });
}

/// The shape that the next click gives the key.
KeyShape nextShape(const edit::KeyData& key)
{
    if (key.property == Property::Rotation) {
        switch (key.rotation.interpolation) {
        case RotationInterpolation::Cubic: return KeyShape::Linear;
        case RotationInterpolation::Slerp: return KeyShape::Constant;
        case RotationInterpolation::Step: return KeyShape::Eased;
        case RotationInterpolation::Eased: return KeyShape::Bezier;
        }
    }
    switch (key.key.interpolation) {
    case Interpolation::Bezier:
        return key.key.mode == HandleMode::Free ? KeyShape::Bezier : KeyShape::Linear;
    case Interpolation::Linear: return KeyShape::Constant;
    case Interpolation::Constant: break;
    }
    return KeyShape::Eased;
}

Result<Edits> easeKeys(const Document&, const EaseKeys& arguments, const edit::Context&)
{
    if (arguments.keys.empty()) return Edits{};
    return Edits{easingEdit(arguments.keys, arguments.easing)};
}

Result<Edits> nextEasing(const Document& doc, const NextEasing& arguments, const edit::Context&)
{
    const std::vector<edit::KeyData> data = edit::keyData(doc, arguments.keys);
    if (data.empty()) return Edits{};
    edit::SetInterpolation set;
    set.keys = arguments.keys;
    set.interpolation = nextShape(data.front());
    return Edits{set};
}

}  // namespace

std::span<const EasingShape> easings()
{
    return kEasings;
}

const EasingShape& shapeOf(Easing easing)
{
    return kEasings[static_cast<std::size_t>(easing)];
}

std::optional<Easing> easingOf(const Document& doc, const edit::KeyRef& ref)
{
    const auto wanted = [&](Property p) { return !ref.property || ref.property == p; };
    if (const Track* track = edit::trackOf(doc.clip(), ref)) {
        if (wanted(Property::Translation))
            for (const Shared<Curve>& curve : track->translation)
                if (curve->find(ref.frame)) return easingAt(*curve, ref.frame);
        if (const RotationKey* key = track->rotation->find(ref.frame);
            key && wanted(Property::Rotation))
            return easingAt(*track->rotation, *key);
        for (const Property property : {Property::Scale, Property::Morph})
            for (const Shared<Curve>& curve : curvesOf(*track, property))
                if (wanted(property) && curve->find(ref.frame)) return easingAt(*curve, ref.frame);
    }
    const Curve* share = edit::shareOf(doc.clip(), ref);
    if (share && share->find(ref.frame)) return easingAt(*share, ref.frame);
    return {};
}

edit::SetInterpolation easingEdit(std::vector<edit::KeyRef> keys, Easing easing)
{
    const EasingShape& wanted = shapeOf(easing);
    edit::SetInterpolation set;
    set.keys = std::move(keys);
    set.interpolation = wanted.shape;
    if (wanted.shape == KeyShape::Eased) set.ease = wanted.ease;
    return set;
}

std::span<const Word<Easing>> words(Easing)
{
    static const std::vector<Word<Easing>> kWords = [] {
        std::vector<Word<Easing>> out;
        out.reserve(std::size(kEasings));
        for (const EasingShape& e : kEasings) out.push_back({e.easing, e.id});
        return out;
    }();
    return kWords;
}

Row row(Of<EaseKeys>)
{
    using O = EaseKeys;
    return rowOf<O>("easeKeys", "how the motion leaves keys", easeKeys,
                    edit::required("keys", &O::keys), edit::required("easing", &O::easing));
}

Row row(Of<NextEasing>)
{
    return rowOf<NextEasing>("nextEasing",
                             "keys are left smooth, linear, held or eased: the next of these",
                             nextEasing, edit::required("keys", &NextEasing::keys));
}

}  // namespace posewright::operate
