#pragma once

class QWidget;

namespace posewright::ui {

/// The wheel scrolls the panel and never changes this field: rows pass under the pointer while the
/// panel scrolls.
void leaveWheelToPanel(QWidget& field);

}  // namespace posewright::ui
