#include "ui/files/recovery.h"

#include "ui/session/text.h"
#include "ui/session/time_words.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

namespace posewright::ui {

std::filesystem::path stateFolder()
{
    QString root = qEnvironmentVariable("POSEWRIGHT_STATE");
    if (root.isEmpty())
        root = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    return toPath(root);
}

std::filesystem::path journalRoot()
{
    return stateFolder() / "journal";
}

bool Recovery::offer(Session& session, const std::filesystem::path& root, QWidget* parent)
{
    io::tidyJournals(root);
    for (const io::Recoverable& work : io::findRecoverable(root)) {
        const QString name = !work.original.empty() ? pathText(work.original)
                             : work.title.empty()   ? tr("a document without a name")
                                                    : toQt(work.title);
        QMessageBox box(parent);
        box.setObjectName(QStringLiteral("recover"));
        box.setTextFormat(Qt::PlainText);
        box.setIcon(QMessageBox::Question);
        box.setWindowTitle(tr("Recover unsaved work"));
        box.setText(tr("Posewright stopped before this was saved:\n%1").arg(name));
        box.setInformativeText(words(work));
        QPushButton* recover = box.addButton(tr("Recover"), QMessageBox::AcceptRole);
        QPushButton* remove = box.addButton(tr("Remove for good"), QMessageBox::DestructiveRole);
        QPushButton* later = box.addButton(tr("Decide later"), QMessageBox::RejectRole);
        const bool older = work.file == io::FileState::Newer;
        box.setDefaultButton(older ? later : recover);
        box.setEscapeButton(later);
        box.exec();

        if (box.clickedButton() == remove) {
            QMessageBox sure(QMessageBox::Warning, tr("Remove unsaved work"),
                             tr("Remove the unsaved work on %1 for good?").arg(name),
                             QMessageBox::NoButton, parent);
            sure.setObjectName(QStringLiteral("removeForGood"));
            sure.setTextFormat(Qt::PlainText);
            sure.setInformativeText(tr("This cannot be taken back."));
            QPushButton* go = sure.addButton(tr("Remove for good"), QMessageBox::DestructiveRole);
            QPushButton* keep = sure.addButton(tr("Keep"), QMessageBox::RejectRole);
            sure.setDefaultButton(keep);
            sure.setEscapeButton(keep);
            sure.exec();
            if (sure.clickedButton() != go) continue;
            if (const Result<void> done = io::discard(work); !done)
                QMessageBox::warning(parent, tr("Recover unsaved work"), errorText(done.error()));
        } else if (box.clickedButton() == recover) {
            session.file().recover(work);
            return true;
        }
    }
    return false;
}

QString Recovery::words(const io::Recoverable& work)
{
    const auto at = [](const std::string& when) {
        return timeWords(QDateTime::fromString(toQt(when), Qt::ISODate));
    };
    QStringList lines;
    lines << (work.when.empty()
                  ? tr("%n step(s).", nullptr, work.steps)
                  : tr("%n step(s), the last one %1.", nullptr, work.steps).arg(at(work.when)));
    // ISO times of the same zone sort as text.
    if (work.file == io::FileState::Older && work.fileWhen > work.when)
        lines << tr("What is in the file has not changed since they began.");
    else if (work.file == io::FileState::Older)
        lines << tr("They are newer than the file, which was written %1.").arg(at(work.fileWhen));
    if (work.file == io::FileState::Newer)
        lines
            << tr("The file is newer than all of them: it was written %1.").arg(at(work.fileWhen));
    if (work.file == io::FileState::Gone) lines << tr("The file is no longer there.");
    if (work.damaged > 0)
        lines << tr("What was kept is damaged. Recover makes again what can be read of it, and "
                    "sets the rest aside in %1.")
                     .arg(pathText(io::setAside(work.folder)));
    return lines.join(u'\n');
}

}  // namespace posewright::ui
