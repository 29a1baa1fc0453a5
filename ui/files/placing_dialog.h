#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace posewright::ui {

class Session;

/// How the file that is open is read, where it does not say which way is up and what its unit is.
/// Each choice reads it anew, so that the view shows at once what comes of it.
class PlacingDialog : public QDialog {
    Q_OBJECT

public:
    /// @pre session.file().readAs(), nothing is unsaved, and the session outlives it
    PlacingDialog(Session& session, QWidget* parent);

    void reject() override;

private:
    void readAnew();
    void refresh();

    Session& session_;
    QComboBox* up_;
    QComboBox* unit_;
    QLabel* upReason_;
    QLabel* unitReason_;
    QLabel* contents_;
    int firstUp_ = 0;  ///< rows as the dialog was opened
    int firstUnit_ = 0;
};

}  // namespace posewright::ui
