#pragma once

#include "core/export/bake_report.h"
#include "core/io/format.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace posewright::ui {

class Session;

/// What is done with files: they are opened, saved and exported, and nobody's work is lost by it.
/// Asks over a window, and says how it went; reading and writing are the session's.
class Files : public QObject {
    Q_OBJECT

public:
    /// @pre both outlive it
    Files(Session& session, QWidget& window);

    /// Asks before unsaved work would be lost: true if it was saved, or may go.
    bool mayReplaceDocument(const QString& why = {});

    /// Opens without asking which file, but asks before work would be lost.
    void open(const QString& path);
    /// Saves the project in the background; asks where it has no file, or where another program
    /// changed it meanwhile.
    void save();
    /// Asks for a name, then does it in the background.
    void askOpen();
    void askSaveAs();
    /// Asks what of the document goes into which file, then does it in the background.
    void askExport();
    /// How the file that is open is read. @pre session.file().readAs()
    void askReading();
    /// Asks for a file, and which of its clips come onto the figure that is open.
    void askImport();
    /// The same of a file that was named. Reads it in the background.
    void importClips(const QString& path);
    /// Asks for a file, and how its motions come onto the figure that is open, whatever its bones
    /// are called.
    void askBringIn();
    /// The same of a file that was named. Reads it in the background.
    void bringIn(const QString& path);
    /// How the motion came in that the clip shown was made of. @pre the clip has an origin
    void askBringInAnew();

    /// Asks for a file whose figures and props come beside those that are there, in one step.
    void askAddScene();
    /// The same of a file that was named. Reads it in the background.
    void addScene(const QString& path);

signals:
    /// One line that need not be read.
    void told(const QString& text);
    /// Something was done, and what there is to warn of; often nothing.
    void done(const QString& what, const QStringList& warnings);
    /// The same of a file that its user may want to be read otherwise: it was turned to stand up,
    /// or is of an odd size.
    void openedByGuess(const QString& what, const QStringList& warnings);
    /// A motion was brought in, and is shown.
    void broughtIn();
    /// After done(): what came of an export.
    void exported(const posewright::exports::BakeReport& report);
    /// The list of recent files is another one.
    void recentChanged();

private:
    void opened(const QString& path, const Diagnostics& diagnostics);
    using Chooser = void (Files::*)(const QString& path, const io::Import& import);
    void readMotion(const QString& path, const io::ReadOptions& options, Chooser choose);
    void chooseClips(const QString& path, const io::Import& import);
    void chooseMotion(const QString& path, const io::Import& import);
    void takeScene(const QString& path, const io::Import& import);
    void saved(const QString& path);
    void wasExported(const QString& path, const exports::BakeReport& report);
    void askWhichMotion(const QString& path);
    bool waitForSave();

    Session& session_;
    QWidget& window_;
};

}  // namespace posewright::ui
