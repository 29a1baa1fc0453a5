#include "ui/models/span_words.h"

#include "ui/session/step_text.h"

#include <QCoreApplication>

namespace posewright::ui {

QString fullText(const Span& span)
{
    if (span.kind == SpanKind::Off || !(span.in > 0 || span.out > 0)) return {};
    constexpr double kSameFrame = 1e-6;
    const double first = span.start + span.in, last = span.end - span.out;
    if (first > last + kSameFrame)
        return QCoreApplication::translate("SpanWords", "at no frame: its fades overlap");
    if (last < first + kSameFrame)
        return QCoreApplication::translate("SpanWords", "at frame %1 alone").arg(frameText(first));
    return QCoreApplication::translate("SpanWords", "from %1 to %2")
        .arg(frameText(first), frameText(last));
}

}  // namespace posewright::ui
