#pragma once

#include "ui/session/document_file.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;

namespace posewright::ui {

class Session;

/// How to read the open file: up axis and unit, if it does not state them, which of its clips, and
/// at what rate. Each choice reads it again, so that the view shows it at once; but if the document
/// was changed, nothing is read until the caller has asked about that.
class ReadingDialog : public QDialog {
    Q_OBJECT

public:
    /// @pre session.file().readAs(), and the session outlives it
    ReadingDialog(Session& session, QWidget* parent);

    DocumentFile::Reading reading() const;
    /// The choice differs from what is open.
    bool waits() const;

    void reject() override;

private:
    void fillPlace(QFormLayout& form);
    void fillClips(QFormLayout& form);
    void choose(const DocumentFile::Reading& reading);
    void readAgain();
    void refresh();

    Session& session_;
    const DocumentFile::ReadAs first_;  ///< when the dialog was opened
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
