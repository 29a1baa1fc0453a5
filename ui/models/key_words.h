#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// "Body", "Body and L hand", "Body and 4 more": each once, in this order.
QString namesText(const Document& doc, const std::vector<NodeId>& nodes);

/// Where keys that were put or set at once, as by a paste, are not seen, and why: "5 keys of Body
/// and 4 more at 60 move nothing there: ...". `doc` is the document that the edits led to. Empty:
/// all of them count.
QString idleWords(const Document& doc, const std::vector<edit::Edit>& edits);

/// What was copied, and what can be done with it.
QString copiedWords(const Document& doc, const std::vector<edit::KeyRef>& keys,
                    const std::vector<edit::SpanRef>& spans);

}  // namespace posewright::ui
