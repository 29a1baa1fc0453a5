#pragma once

#include "core/motion/clip.h"

#include <QString>

namespace posewright::ui {

/// The frames between the fades of a span: "from 10 to 48". Empty: it has no fades, or is Off, so
/// that they do nothing.
QString fullText(const Span& span);

}  // namespace posewright::ui
