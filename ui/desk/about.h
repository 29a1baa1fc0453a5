#pragma once

#include <QDialog>

namespace posewright::ui {

/// Name, version, licence, and what the program is made with.
class About : public QDialog {
    Q_OBJECT

public:
    explicit About(QWidget* parent);
};

}  // namespace posewright::ui
