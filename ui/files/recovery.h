#pragma once

#include "core/io/journal.h"
#include "ui/session/session.h"

#include <QCoreApplication>

#include <filesystem>

class QWidget;

namespace posewright::ui {

/// The program's state folder: $POSEWRIGHT_STATE, or a folder of the user's local data.
std::filesystem::path stateFolder();
/// The folder of journals of unsaved work: "journal" in the state folder.
std::filesystem::path journalRoot();

/// Offers to recover unsaved work of an earlier run, keep it for later, or remove it. Work is
/// removed only if the user says so. True: the session will show recovered work.
class Recovery {
    Q_DECLARE_TR_FUNCTIONS(Recovery)

public:
    static bool offer(Session& session, const std::filesystem::path& root, QWidget* parent);

    /// Sentences about the work, whether it is newer than its file, and damage.
    static QString words(const io::Recoverable& work);
};

}  // namespace posewright::ui
