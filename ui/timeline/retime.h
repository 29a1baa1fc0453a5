#pragma once

#include "ui/session/selection.h"

#include <array>
#include <span>
#include <string>
#include <vector>

/// What gestures on the timeline mean, as edits of a document. Pure; nothing is committed here.
namespace posewright::ui::retime {

using Edits = std::vector<edit::Edit>;

/// Keys moved by frames. With ripple, all that comes after the first of them on their rows moves
/// along.
Edits move(const Document& doc, const std::vector<edit::KeyRef>& keys, double by, bool ripple);
/// How far back a ripple can go before keys that stay are lost. [frame], <= 0
double farthestBack(const Document& doc, const std::vector<edit::KeyRef>& keys);
/// Copies of keys, some frames on.
Edits duplicate(const Document& doc, const std::vector<edit::KeyRef>& keys, double by);
/// With ripple, the gap that the keys leave closes, unless other keys lie in it.
Edits remove(const Document& doc, const std::vector<edit::KeyRef>& keys, bool ripple);

/// References where the keys are then.
std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by);

/// A span with other frames. Where it leaves a neighbour that it touched, the neighbour follows,
/// unless `alone`.
Edits span(const Document& doc, const SpanRef& ref, double start, double end, bool alone);
/// Its fades, in frames.
Edits fades(const Document& doc, const SpanRef& ref, double in, double out);

Edits marker(const Document& doc, double frame, double to);

/// First and last frame of the keys; 0, 0 without any.
std::array<double, 2> extent(std::span<const edit::KeyRef> keys);

/// Nodes whose rows the keys lie on; an influence lies on its target's.
std::vector<NodeId> nodesOf(const Document& doc, const std::vector<edit::KeyRef>& keys);

}  // namespace posewright::ui::retime
