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

/// Which clips of a file come onto the figure that is open, on the joints of the same names. The
/// view shows at once what comes of a choice; cancelling leaves no trace of it.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    /// @param path  of the file, for its name
    /// @pre all outlive it, and no gesture is open
    ImportDialog(Session& session, const QString& path, const io::Import& import, QWidget* parent);

    void done(int result) override;

    /// What was done, in words.
    QString outcome() const;
    /// What the two figures do not share, a sentence each.
    QStringList differences() const;
    /// The user would rather have the file by itself.
    bool opensInstead() const noexcept { return opensInstead_; }

private:
    void show();
    std::vector<int> chosen() const;

    Session& session_;
    const Document& from_;
    QString title_;
    std::vector<operate::ClipMatch> matches_;  ///< one a clip
    int gesture_;
    bool opensInstead_ = false;
    QListWidget* clips_;
    QComboBox* rate_;
    QLabel* found_;
    QPushButton* add_;
};

}  // namespace posewright::ui
