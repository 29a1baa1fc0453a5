#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// The next step after feet were keyed at several places by these edits, as for a walk, and none is
/// held anywhere in the clip: contacts. Empty: that is not so.
QString feetWords(const Document& doc, const std::vector<edit::Edit>& edits);

}  // namespace posewright::ui
