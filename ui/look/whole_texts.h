#pragma once

class QListView;

namespace posewright::ui {

/// Cuts texts that are too long for a list in their middle, since sides and numbers are at their
/// ends, and shows them whole as tooltips, where an item has none of its own.
void showWholeTexts(QListView& list);

}  // namespace posewright::ui
