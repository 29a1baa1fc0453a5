#pragma once

class QWidget;

namespace posewright::ui {

/// Makes the wheel scroll the panel instead of changing this field, since fields pass under the
/// pointer while the panel scrolls.
void leaveWheelToPanel(QWidget& field);

}  // namespace posewright::ui
