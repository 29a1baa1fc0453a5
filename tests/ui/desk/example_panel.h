#pragma once

#include <QLabel>

namespace posewright::ui {
class Desk;
}

namespace posewright::test {

/// A panel as anybody might add one: two files, and a row in the table. Says how many nodes there
/// are.
class NodeCountPanel : public QLabel {
    Q_OBJECT

public:
    /// @pre desk outlives it
    explicit NodeCountPanel(ui::Desk& desk);
};

}  // namespace posewright::test
