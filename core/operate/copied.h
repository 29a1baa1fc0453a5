#pragma once

#include "core/edit/edit.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a clipboard holds. As JSON it calls nodes and targets by their names, so that it can be
/// read, kept in a file, and pasted into another document that has nodes and targets of these
/// names.
namespace posewright::operate {

/// Keys and spans as they were when they were copied.
struct Copied {
    double frame = 0;  ///< of the first of them, which goes where they are pasted
    std::vector<edit::KeyData> keys;
    std::vector<edit::SetSpan> spans;
    std::optional<std::vector<edit::HintData>> hints{};

    bool empty() const noexcept { return keys.empty() && spans.empty(); }
};

/// The edit that makes a span as it is. A contact's place is left to the edit.
edit::SetSpan setSpanOf(ConstraintId target, const Span& span);

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
