#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

/// The span, extended with the range's ends as far as no other span is in the way.
std::optional<edit::MoveSpan> stretched(const SpanRow& row, const Span& span,
                                        const Playback& playback, const ChangeRange& to)
{
    if (span.kind == SpanKind::Off || span.start == span.end) return {};
    double start = span.start;
    double end = span.end;
    if (end == playback.end && to.end > end) {
        end = to.end;
        for (const Span& other : row.spans)
            if (other.start >= span.end && &other != &span) end = std::min(end, other.start);
    }
    if (start == playback.start && to.start < start) {
        start = to.start;
        for (const Span& other : row.spans)
            if (other.end <= span.start && &other != &span) start = std::max(start, other.end);
    }
    if (start == span.start && end == span.end) return {};
    return edit::MoveSpan{row.constraint, span.start, start, end, {}, {}};
}

Result<Edits> changeRange(const Document& doc, const ChangeRange& arguments, const edit::Context&)
{
    Edits edits{edit::SetRange{arguments.start, arguments.end}};
    for (const SpanRow& row : doc.clip().spans)
        for (const Span& span : row.spans)
            if (const auto move = stretched(row, span, doc.playback, arguments))
                edits.emplace_back(*move);
    return edits;
}

}  // namespace

Row row(Of<ChangeRange>)
{
    using O = ChangeRange;
    return rowOf<O>("changeRange", "another range; what acts up to its ends goes along with them",
                    changeRange, edit::required("start", &O::start, edit::kFrame),
                    edit::required("end", &O::end, edit::kFrame));
}

}  // namespace posewright::operate
