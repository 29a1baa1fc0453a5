#pragma once

#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// "reach", "contact", "hold", "off" as a name, translated.
QString spanWord(SpanKind kind);

/// A frame as people write it: no more digits than it has.
QString frameText(double frame);

/// What a step of the history does and to what: "Move target L hand at 24". Translated, imperative,
/// plain text. `before` is the document that the edits are made on.
QString stepText(const std::vector<edit::Edit>& edits, const Document& before);

/// The same of a step whose keys went to a layer: "Rotation of L arm at 24, on Layer 1".
/// @param made  the edits that were made of those of the step
QString onLayerText(const QString& step, const std::vector<edit::Edit>& made);

}  // namespace posewright::ui
