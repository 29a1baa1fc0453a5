#pragma once

#include "ui/session/document_file.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;

namespace posewright::ui {

class Session;

/// How the file that is open is read: which way is up and what its unit is, where it does not say
/// so, which of its clips, and at what rate. Each choice reads it anew, so that the view shows at
/// once what comes of it; but where something was done to it since, nothing is read before whoever
/// asked has asked about that.
class ReadingDialog : public QDialog {
    Q_OBJECT

public:
    /// @pre session.file().readAs(), and the session outlives it
    ReadingDialog(Session& session, QWidget* parent);

    DocumentFile::Reading reading() const;
    /// What was chosen is not what is open.
    bool waits() const;

    void reject() override;

private:
    void fillPlace(QFormLayout& form);
    void fillClips(QFormLayout& form);
    void choose(const DocumentFile::Reading& reading);
    void readAnew();
    void refresh();

    Session& session_;
    const DocumentFile::ReadAs first_;  ///< as the dialog was opened
    const bool live_;                   ///< each choice is read at once
    QComboBox* up_;
    QComboBox* unit_;
    QComboBox* clip_;
    QComboBox* rate_;
    QLabel* upReason_;
    QLabel* unitReason_;
    QLabel* contents_;
    QDialogButtonBox* buttons_;
};

}  // namespace posewright::ui
