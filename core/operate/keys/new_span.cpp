#include "core/operate/new_span.h"

#include <algorithm>
#include <cmath>

namespace posewright::operate {

namespace {

/// The longest usual fade that fits a span of this length. [frame]
double fadeWithin(double length, double rate)
{
    return std::max(0.0, std::min(std::round(kFadeSeconds * rate), std::floor(length / 3)));
}

bool goesBefore(const Span& span, double frame)
{
    return span.kind != SpanKind::Off && span.start < frame && span.end >= frame;
}

bool goesOnFrom(const Span& span, double frame)
{
    return span.kind != SpanKind::Off && span.end > frame && span.start <= frame;
}

}  // namespace

Edits newSpan(const Document& before, const edit::SetSpan& set)
{
    const double rate = before.clip().rate;
    const SpanRow* row = before.clip().spanRow(set.target);
    const std::vector<Span> none;
    const std::vector<Span>& others = row ? row->spans : none;
    const bool replaces = std::any_of(others.begin(), others.end(), [&](const Span& old) {
        return old.start == set.start && old.kind == set.kind;
    });
    if (replaces) return {set};
    const bool first = set.start <= before.playback.start, last = set.end >= before.playback.end;
    if (set.kind == SpanKind::Off) {
        Edits edits{set};
        for (const Span& old : others) {
            if (goesBefore(old, set.start) && !first) {
                const double fade = fadeWithin(set.start - old.start, rate);
                const double out = old.end == set.start ? std::max(old.out, fade) : fade;
                edits.emplace_back(
                    edit::MoveSpan{set.target, old.start, old.start, set.start, std::nullopt, out});
            }
            if (goesOnFrom(old, set.end) && !last) {
                const double fade = fadeWithin(old.end - set.end, rate);
                const double in = old.start == set.end ? std::max(old.in, fade) : fade;
                edits.emplace_back(
                    edit::MoveSpan{set.target, set.end, set.end, old.end, in, std::nullopt});
            }
        }
        return edits;
    }
    edit::SetSpan faded = set;
    const double fade = fadeWithin(set.end - set.start, rate);
    const auto touchesBefore = [&](const Span& old) { return goesBefore(old, set.start); };
    const auto touchesAfter = [&](const Span& old) { return goesOnFrom(old, set.end); };
    if (!faded.in && !first && std::none_of(others.begin(), others.end(), touchesBefore))
        faded.in = fade;
    if (!faded.out && !last && std::none_of(others.begin(), others.end(), touchesAfter))
        faded.out = fade;
    Edits edits{faded};
    // Spans that touch have no fades there, so that the limb is not released between them.
    for (const Span& old : others) {
        if (old.kind == SpanKind::Off) continue;
        if (old.end == set.start && old.start < old.end && old.out > 0)
            edits.emplace_back(
                edit::MoveSpan{set.target, old.start, old.start, old.end, std::nullopt, 0.0});
        if (old.start == set.end && old.start < old.end && old.in > 0)
            edits.emplace_back(
                edit::MoveSpan{set.target, old.start, old.start, old.end, 0.0, std::nullopt});
    }
    return edits;
}

std::vector<edit::SpanRef> spansSet(const Edits& edits)
{
    std::vector<edit::SpanRef> out;
    for (const edit::Edit& edit : edits) {
        if (const auto* set = std::get_if<edit::SetSpan>(&edit))
            out.push_back({set->target, set->start});
        if (const auto* move = std::get_if<edit::MoveSpan>(&edit))
            std::ranges::replace(out, edit::SpanRef{move->target, move->start},
                                 edit::SpanRef{move->target, move->to});
    }
    return out;
}

}  // namespace posewright::operate
