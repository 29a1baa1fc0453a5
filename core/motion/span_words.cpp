#include "core/motion/span_words.h"

namespace posewright {

std::span<const Word<SpanKind>> words(SpanKind)
{
    static constexpr Word<SpanKind> kWords[]{{SpanKind::Reach, "reach"},
                                             {SpanKind::Contact, "contact"},
                                             {SpanKind::Hold, "hold"},
                                             {SpanKind::Off, "off"}};
    return kWords;
}

std::span<const Word<Inbetween>> words(Inbetween)
{
    static constexpr Word<Inbetween> kWords[]{{Inbetween::Resolve, "resolve"},
                                              {Inbetween::Blend, "blend"},
                                              {Inbetween::Trajectory, "trajectory"}};
    return kWords;
}

std::span<const Word<TargetPath>> words(TargetPath)
{
    static constexpr Word<TargetPath> kWords[]{
        {TargetPath::Spline, "spline"}, {TargetPath::Line, "line"}, {TargetPath::Arc, "arc"}};
    return kWords;
}

}  // namespace posewright
