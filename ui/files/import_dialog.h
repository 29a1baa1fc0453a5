#pragma once

#include "core/io/format.h"
#include "core/operate/clip_match.h"

#include <QDialog>
#include <QStringList>

#include <vector>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace posewright::ui {

class Session;

/// Adds clips of a file to the open figure, matching joints by name. The view shows every choice at
/// once; cancelling leaves no trace.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    /// @param path  of the file, for its name
    /// @pre all outlive it, and no gesture is open
    ImportDialog(Session& session, const QString& path, const io::Import& import, QWidget* parent);

    void done(int result) override;

    /// A sentence about what was done.
    QString outcome() const;
    /// The differences between the two figures, a sentence each.
    QStringList differences() const;
    /// The user chose to open the file instead.
    bool opensInstead() const noexcept { return opensInstead_; }

private:
    void showFile();
    std::vector<int> chosen() const;

    Session& session_;
    const Document& from_;
    QString title_;
    std::vector<operate::ClipMatch> matches_;  ///< one a clip
    int gesture_;
    double frame_;  ///< of the playhead, to go back to
    bool opensInstead_ = false;
    QListWidget* clips_;
    QComboBox* rate_;
    QLabel* found_;
    QPushButton* add_;
};

}  // namespace posewright::ui
