#include "core/operate/copied.h"

#include "core/edit/described.h"
#include "core/operate/clips/copied_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace posewright::operate {

namespace {

using nlohmann::json;

const Error kForeign{"there are no keys to paste", {}};

}  // namespace

edit::SetSpan setSpanOf(ConstraintId target, const Span& span)
{
    edit::SetSpan set;
    edit::give(span, set);
    set.target = target;
    if (span.space == NodeId::None) set.space.reset();
    return set;
}

Copied copied(const Document& doc, const std::vector<edit::KeyRef>& keys,
              const std::vector<edit::SpanRef>& spans)
{
    Copied out;
    std::vector<double> frames;
    frames.reserve(keys.size() + spans.size());
    for (const edit::KeyRef& key : keys) frames.push_back(key.frame);
    if (!keys.empty()) {
        out.keys = edit::keyData(doc, keys);
        out.hints = edit::hintData(doc, keys);
    }
    for (const edit::SpanRef& ref : spans)
        if (const Span* span = edit::findSpan(doc, ref)) {
            frames.push_back(span->start);
            out.spans.push_back(setSpanOf(ref.target, *span));
        }
    if (!frames.empty()) out.frame = *std::min_element(frames.begin(), frames.end());
    return out;
}

json toJson(const Copied& what, const Document& doc)
{
    json edits = json::array();
    if (!what.keys.empty())
        edits.push_back(edit::toJson(edit::PutKeys{what.keys, what.hints}, &doc));
    for (const edit::SetSpan& span : what.spans) edits.push_back(edit::toJson(span, &doc));
    return {{"posewright", "keys"}, {"frame", what.frame}, {"edits", edits}};
}

Result<Copied> copiedFromJson(const json& from, const Document& doc)
{
    if (!from.is_object() || !from.contains("posewright") || from["posewright"] != "keys")
        return kForeign;
    const auto frame = from.find("frame"), edits = from.find("edits");
    if (frame == from.end() || !frame->is_number() || edits == from.end() || !edits->is_array())
        return kForeign;
    Copied out;
    out.frame = frame->get<double>();
    for (std::size_t i = 0; i < edits->size(); ++i) {
        Result<edit::Edit> read = edit::fromJson((*edits)[i], doc);
        if (!read)
            return Error{read.error().message, "/edits/" + std::to_string(i) + read.error().where,
                         read.error().kind, read.error().advice};
        if (const auto* put = std::get_if<edit::PutKeys>(&*read)) {
            out.keys.insert(out.keys.end(), put->keys.begin(), put->keys.end());
            if (!put->hints) continue;
            if (!out.hints) out.hints.emplace();
            out.hints->insert(out.hints->end(), put->hints->begin(), put->hints->end());
        } else if (const auto* set = std::get_if<edit::SetSpan>(&*read))
            out.spans.push_back(*set);
        else
            return kForeign;
    }
    return out;
}

std::string toText(const Copied& what, const Document& doc)
{
    return toJson(what, doc).dump();
}

Result<Copied> copiedFromText(std::string_view text, const Document& doc)
{
    return copiedFromJson(json::parse(text, nullptr, false), doc);
}

std::vector<edit::Edit> changedSpan(ConstraintId target, const Span& from, Span to)
{
    std::vector<edit::Edit> edits;
    const bool sameSpot = to.start == from.start && to.kind == from.kind;
    if (!sameSpot) edits.emplace_back(edit::RemoveSpan{target, from.start});
    const bool exact = to.kind == SpanKind::Contact;
    if (exact && to.inbetween == Inbetween::Trajectory) to.inbetween = Inbetween::Resolve;
    edit::SetSpan set = setSpanOf(target, to);
    set.space.reset();
    if (exact) set.space = to.space;  // also if it is the world
    edits.emplace_back(set);
    return edits;
}

}  // namespace posewright::operate

namespace posewright::edit {

std::string Codec<operate::Copied>::kind()
{
    return "what was copied";
}
Result<operate::Copied> Codec<operate::Copied>::read(const nlohmann::json& json,
                                                     const Document& doc)
{
    return operate::copiedFromJson(json, doc);
}

}  // namespace posewright::edit
