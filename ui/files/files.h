#pragma once

#include "core/export/bake_report.h"
#include "core/io/format.h"
#include "ui/files/export_memory.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace posewright::ui {

class Session;

/// Opening, saving and exporting files without losing work: dialogs over a window and messages
/// about the outcome. The session does the reading and writing.
class Files : public QObject {
    Q_OBJECT

public:
    /// @pre both outlive it
    Files(Session& session, QWidget& window);

    /// Asks if there is unsaved work. True: it was saved, or may be discarded.
    bool mayReplaceDocument(const QString& why = {});

    /// Opens a file, after asking if work would be lost.
    void open(const QString& path);
    /// Saves the project in the background; asks if it has no file, or if another program has
    /// changed the file.
    void save();
    /// Asks for a path, then opens or saves in the background.
    void askOpen();
    void askSaveAs();
    /// Shows the export dialog, then exports in the background.
    void askExport(const ExportView& view = {});
    /// Shows the ReadingDialog for the open file. @pre session.file().readAs()
    void askReading();
    /// Asks for a file and which of its clips to add to the open figure.
    void askImport();
    /// The same of a file that was named. Reads it in the background.
    void importClips(const QString& path);
    /// Asks for a file and how to retarget its motions to the open figure.
    void askBringIn();
    /// The same of a file that was named. Reads it in the background.
    void bringIn(const QString& path);
    /// The same for clips of the document in which another figure moves, for the figure with the
    /// selected bone, else for one that does not move in the active clip.
    void askBringInHere();
    /// Shows the dialog for retargeting the active clip again. @pre the clip has an origin
    void askBringInAnew();

    /// Asks for a file whose figures and props are to be added to the document, in one step.
    void askAddScene();
    /// The same of a file that was named. Reads it in the background.
    void addScene(const QString& path);

signals:
    /// A message of minor importance, on one line.
    void told(const QString& text);
    /// Something was done; `warnings` may be empty.
    void done(const QString& what, const QStringList& warnings);
    /// An export was written; `notes`, on what is different in the file, may be empty.
    void wrote(const QString& what, const QStringList& notes);
    /// The same for a file that the user may want to read differently: it was turned upright, or
    /// has an unusual size.
    void openedByGuess(const QString& what, const QStringList& warnings);
    /// A motion was retargeted and is active: as done().
    void broughtIn(const QString& what, const QStringList& warnings);
    /// After done(): what is told is the last step of the history.
    void sceneCame();
    /// The same, or after openedByGuess(): motion of a file is open that was not.
    void motionCame();
    /// After done(): the report of an export.
    void exported(const posewright::exports::BakeReport& report);
    /// The list of recent files changed.
    void recentChanged();

private:
    void opened(const QString& path, const Diagnostics& diagnostics);
    using Chooser = void (Files::*)(const QString& path, const io::Import& import);
    using Reader = std::function<Result<io::Import>(const std::filesystem::path& path,
                                                    const io::ReadOptions& options)>;
    void readMotion(const QString& path, const io::ReadOptions& options, Chooser choose,
                    const Reader& reader = io::read);
    void chooseClips(const QString& path, const io::Import& import);
    void chooseMotion(const QString& path, const io::Import& import);
    void takeScene(const QString& path, const io::Import& import);
    void saved(const QString& path);
    void wasExported(const QString& path, const exports::BakeReport& report);
    void askWhichMotion(const QString& path);
    bool waitForSave();

    Session& session_;
    QWidget& window_;
    std::optional<bool> exportsAllClips_;  ///< as chosen by hand for this document
    bool toldOfBackup_ = false;            ///< that a save keeps the version before; once is enough
};

}  // namespace posewright::ui
