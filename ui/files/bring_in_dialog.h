#pragma once

#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/operate/bring_in_clips.h"
#include "core/retarget/retarget.h"
#include "ui/session/job.h"

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

/// Retargets motions of another figure to the open one: which clips, which bones correspond, how it
/// travels. The view shows every choice at once; cancelling leaves no trace.
class BringInDialog : public QDialog {
    Q_OBJECT

public:
    /// @param path  of the file, for its name
    /// @pre all outlive it, and no gesture is open
    BringInDialog(Session& session, const QString& path, const io::Import& import, QWidget* parent);

    /// For changing how the active clip was retargeted.
    /// @pre the session outlives it, no gesture is open, and the clip has an origin
    BringInDialog(Session& session, QWidget* parent);

    void done(int result) override;

    /// A sentence about what was done.
    QString outcome() const;

signals:
    /// The view shows the current choice.
    void shown();

private:
    enum Column { RoleColumn, HereColumn, ThereColumn };

    BringInDialog(Session& session, Document from, const QString& title, const RetargetSetup& how,
                  std::string again, QWidget* parent);

    void build(const RetargetSetup& how);
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
    void glance(const operate::BringInRequest& wanted);
    void showDerived(const Result<operate::BroughtIn>& derived);
    operate::BringInRequest wish() const;
    std::vector<int> chosen() const;
    QString missing() const;

    Session& session_;
    Document from_;
    std::string again_;                     ///< clip to retarget again; empty: new clips are added
    std::map<int, Shared<Document>> kept_;  ///< motions of its clips, by row, as they will be kept
    Document base_;                         ///< the document without the retargeted clips
    std::optional<Document> whole_;         ///< the outcome of the previous choice
    RetargetSetup how_;                     ///< as given; for what the dialog does not ask
    QString title_;
    retarget::Figure here_;
    retarget::Figure there_;
    int gesture_;
    Job job_;
    bool stale_ = false;  ///< the choice changed since the work began
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
