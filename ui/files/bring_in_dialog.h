#pragma once

#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/retarget/retarget.h"
#include "ui/files/bring_in_work.h"

#include <QDialog>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QTableWidget;

namespace posewright::ui {

class FiguresView;
class Session;

/// Motions of another figure for the one that is open: which clips, which bone is which, and how it
/// travels. The view shows at once what comes of a choice; cancelling leaves no trace of it.
class BringInDialog : public QDialog {
    Q_OBJECT

public:
    /// @param path  of the file, for its name
    /// @pre all outlive it, and no gesture is open
    BringInDialog(Session& session, const QString& path, const io::Import& import, QWidget* parent);

    /// How the motion came in that the clip which is shown was made of, to be changed.
    /// @pre the session outlives it, no gesture is open, and the clip has an origin
    BringInDialog(Session& session, QWidget* parent);

    void done(int result) override;

    /// What was done, in words.
    QString outcome() const;

signals:
    /// The view shows what is chosen.
    void shown();

private:
    enum Column { RoleColumn, HereColumn, ThereColumn };

    BringInDialog(Session& session, Document from, const QString& title, const Carrying& how,
                  std::string again, QWidget* parent);

    void build(const Carrying& how);
    void layOut();
    void connectAll();
    void fillClips();
    QTableWidget* makeMap();
    QComboBox* bonesCombo(retarget::Role role, Column column);
    void choose(retarget::Role role, Column column, int item);
    void showChoice(retarget::Role role, Column column);
    retarget::Figure& figure(Column column) { return column == HereColumn ? here_ : there_; }
    const Scene& scene(Column column) const;
    void derive();
    void glance(const BringInWish& wanted);
    void show(const Result<BroughtIn>& derived);
    BringInWish wish() const;
    std::vector<int> chosen() const;
    QString missing() const;

    Session& session_;
    Document from_;
    std::string again_;                     ///< clip that is made anew; empty: clips are brought in
    std::map<int, Shared<Document>> kept_;  ///< motions of rows of its clips, as they stay
    Document base_;                         ///< as it was before anything came in
    std::optional<Document> whole_;         ///< with all of what was chosen before
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
    QDoubleSpinBox* referenceFrame_;
    QComboBox* hereReference_;
    QCheckBox* feet_;
    QCheckBox* hands_;
    QCheckBox* contacts_;
    FiguresView* figures_;
    QLabel* found_;
    QPushButton* bring_;
};

}  // namespace posewright::ui
