#pragma once

#include "ui/session/document_file.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace posewright::ui {

class Session;

/// How the file that is open is read, where it does not say which way is up and what its unit is.
/// Each choice reads it anew, so that the view shows at once what comes of it; but where something
/// was done to it since, nothing is read before whoever asked has asked about that.
class PlacingDialog : public QDialog {
    Q_OBJECT

public:
    /// @pre session.file().readAs(), and the session outlives it
    PlacingDialog(Session& session, QWidget* parent);

    DocumentFile::Placing placing() const;
    /// What was chosen is not what is open.
    bool waits() const;

    void reject() override;

private:
    bool isChanged() const;
    void readAnew();
    void refresh();

    Session& session_;
    bool live_;  ///< each choice is read at once
    QComboBox* up_;
    QComboBox* unit_;
    QLabel* upReason_;
    QLabel* unitReason_;
    QLabel* contents_;
    int firstUp_ = 0;  ///< rows as the dialog was opened
    int firstUnit_ = 0;
};

}  // namespace posewright::ui
