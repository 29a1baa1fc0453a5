#pragma once

#include "core/base/words.h"
#include "core/motion/clip.h"

namespace posewright {

std::span<const Word<SpanKind>> words(SpanKind);
std::span<const Word<Inbetween>> words(Inbetween);
std::span<const Word<TargetPath>> words(TargetPath);

}  // namespace posewright
