#pragma once

#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// "reach", "contact", "hold", "off" as a name, translated.
QString spanWord(SpanKind kind);

/// A frame number without needless digits.
QString frameText(double frame);

/// The name of a history step: "Move target L hand at 24". Translated, imperative, plain text.
/// `before` is the document before the edits.
QString stepText(const std::vector<edit::Edit>& edits, const Document& before);

/// The same for a step whose keys went to a layer: "Rotation of L arm at 24, on Layer 1".
/// @param made  the edits after redirecting to the layer
QString onLayerText(const QString& step, const std::vector<edit::Edit>& made);

}  // namespace posewright::ui
