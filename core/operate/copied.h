#pragma once

#include "core/edit/edit.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Content of the clipboard. In JSON, nodes and targets are given by name, so that it can be kept
/// in a file and pasted into other documents with the same names.
namespace posewright::operate {

/// Keys and spans as they were when they were copied.
struct Copied {
    double frame = 0;  ///< the first frame, which will be at the frame of pasting
    std::vector<edit::KeyData> keys;
    std::vector<edit::SetSpan> spans;
    std::optional<std::vector<edit::HintData>> hints{};

    bool empty() const noexcept { return keys.empty() && spans.empty(); }
};

/// The edit that makes this span again. The place of a contact is left out.
edit::SetSpan setSpanOf(ConstraintId target, const Span& span);

/// The edits that make one span of another. A contact keeps its place exactly, so that it is never
/// solved as a trajectory.
std::vector<edit::Edit> changedSpan(ConstraintId target, const Span& from, Span to);

Copied copied(const Document& doc, const std::vector<edit::KeyRef>& keys,
              const std::vector<edit::SpanRef>& spans);

/// {"posewright": "keys", "frame": 12, "edits": [putKeys, setSpan...]}
nlohmann::json toJson(const Copied& what, const Document& doc);
/// Error: the text holds no copied keys, or keys of nodes that the document does not have.
Result<Copied> copiedFromJson(const nlohmann::json& json, const Document& doc);

/// As text, for a clipboard.
std::string toText(const Copied& what, const Document& doc);
Result<Copied> copiedFromText(std::string_view text, const Document& doc);

}  // namespace posewright::operate
