#pragma once

#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/retarget/retarget.h"
#include "ui/session/job.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QTableWidget;

namespace posewright::ui {

class Session;

/// Motions of another figure for the one that is open: which clips, which bone is which, and how it
/// travels. The view shows at once what comes of a choice; cancelling leaves no trace of it.
class BringInDialog : public QDialog {
    Q_OBJECT

public:
    /// @param path  of the file, for its name
    /// @pre all outlive it, and no gesture is open
    BringInDialog(Session& session, const QString& path, const io::Import& import, QWidget* parent);

    void done(int result) override;

    /// What was done, in words.
    QString outcome() const;

signals:
    /// The view shows what is chosen.
    void shown();

private:
    enum Column { RoleColumn, HereColumn, ThereColumn };

    void fillClips();
    QTableWidget* makeMap();
    QComboBox* bonesCombo(retarget::Role role, Column column);
    void choose(retarget::Role role, Column column, int item);
    void showChoice(retarget::Role role, Column column);
    retarget::Figure& figure(Column column) { return column == HereColumn ? here_ : there_; }
    const Scene& scene(Column column) const;
    void derive();
    void show(const Result<std::vector<edit::Edit>>& edits);
    std::vector<int> chosen() const;
    QString missing() const;

    Session& session_;
    const Document& from_;
    Document base_;  ///< as it was before anything came in
    QString title_;
    retarget::Figure here_;
    retarget::Figure there_;
    int gesture_;
    Job job_;
    bool stale_ = false;  ///< something was chosen since the work began
    QListWidget* clips_;
    QTableWidget* map_;
    QComboBox* travel_;
    QComboBox* reference_;
    QCheckBox* feet_;
    QCheckBox* hands_;
    QLabel* found_;
    QPushButton* bring_;
};

}  // namespace posewright::ui
