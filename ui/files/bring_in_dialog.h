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
class QLabel;
class QListWidget;
class QPushButton;
class QTableWidget;

namespace posewright::ui {

class BonesChoice;
class FiguresView;
class HeldClips;
class MotionChoices;
class Session;

/// Retargets motions of another figure to the open one: which clips, which bones correspond, how it
/// travels. The view shows every choice at once; cancelling leaves no trace.
class BringInDialog : public QDialog {
    Q_OBJECT

public:
    /// @param path  of the file, for its name
    /// @pre all outlive it, and no gesture is open
    BringInDialog(Session& session, const QString& path, const io::Import& import, QWidget* parent);

    /// For the clips of the document itself, in which another of its figures moves.
    /// @pre as above
    BringInDialog(Session& session, const retarget::Figure& here, const retarget::Figure& there,
                  QWidget* parent);

    /// For changing how the active clip was retargeted.
    /// @pre the session outlives it, no gesture is open, and the clip has an origin
    BringInDialog(Session& session, QWidget* parent);

    void done(int result) override;

    /// A sentence about what was done.
    QString outcome() const;
    /// What the dialog warned of, about what was brought in: a sentence each.
    const QStringList& warnings() const noexcept { return warnings_; }

signals:
    /// The view shows the current choice.
    void shown();

private:
    enum Column { RoleColumn, HereColumn, ThereColumn };

    /// Whose motion it is, and how it was retargeted so far.
    struct Start {
        Document from;
        QString file{};       ///< empty: it is of the document, or not known
        std::string again{};  ///< clip to retarget again; empty: new clips are added
        RetargetSetup how{};
        retarget::Figure here, there;
    };
    BringInDialog(Session& session, Start start, QWidget* parent);
    static Start again(const Session& session);
    bool ofDocument() const { return start_.file.isEmpty() && start_.again.empty(); }

    void build();
    void layOut();
    void say(const QString& text);
    void showHow();
    void connectAll();
    void fillClips();
    QTableWidget* makeMap();
    BonesChoice* bonesChoice(retarget::Role role, Column column);
    void choose(retarget::Role role, Column column, const std::vector<NodeIndex>& bones);
    retarget::Figure& figure(Column column)
    {
        return column == HereColumn ? start_.here : start_.there;
    }
    const Scene& scene(Column column) const;
    void derive();
    void glance(const operate::BringInRequest& wanted);
    void showDerived(const Result<operate::BroughtIn>& derived);
    operate::BringInRequest wish() const;
    std::vector<int> chosen() const;
    QString missing() const;

    Session& session_;
    Start start_;                           ///< with the figures as they are chosen
    std::map<int, Shared<Document>> kept_;  ///< motions of its clips, by row, as they will be kept
    Document base_;                         ///< the document without the retargeted clips
    std::optional<Document> whole_;         ///< the outcome of the previous choice
    QString title_;
    int gesture_;
    double frame_;  ///< of the playhead, to go back to
    Job job_;
    bool stale_ = false;  ///< the choice changed since the work began
    QListWidget* clips_;
    QTableWidget* map_;
    MotionChoices* how_;
    QCheckBox* contacts_;
    HeldClips* heldClips_ = nullptr;  ///< null: one clip is brought in anew
    FiguresView* figures_;
    QLabel* found_;
    QStringList warnings_;
    QPushButton* bring_;
};

}  // namespace posewright::ui
