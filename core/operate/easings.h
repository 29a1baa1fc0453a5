#pragma once

#include "core/base/words.h"
#include "core/edit/edit.h"

#include <optional>
#include <span>
#include <string_view>

namespace posewright::operate {

/// The interpolation after a key, by the name that animators use.
enum class Easing { Smooth, Linear, Hold, EaseInOut, EaseIn, EaseOut, Snappy, Rush };

/// The interpolation that an easing stands for.
struct EasingShape {
    Easing easing;
    std::string_view id;  ///< "easeInOut": as in JSON and in settings
    edit::KeyShape shape;
    Ease ease;  ///< with KeyShape::Eased
};
/// All of them, in the order of the enum.
std::span<const EasingShape> easings();
const EasingShape& shapeOf(Easing easing);

/// The easing of a key; nullopt: it has other handles, or there is no such key.
std::optional<Easing> easingOf(const Document& doc, const edit::KeyRef& ref);

/// The edit that applies an easing to keys.
edit::SetInterpolation easingEdit(std::vector<edit::KeyRef> keys, Easing easing);

std::span<const Word<Easing>> words(Easing);

}  // namespace posewright::operate
