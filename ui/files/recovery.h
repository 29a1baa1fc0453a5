#pragma once

#include "core/io/journal.h"
#include "ui/session/session.h"

#include <QCoreApplication>

#include <filesystem>

class QWidget;

namespace posewright::ui {

/// What the program keeps for the user: $POSEWRIGHT_STATE, or a folder of the local data.
std::filesystem::path stateFolder();
/// Where the journals of unsaved work live: the user's state folder, or the folder that the
/// environment variable POSEWRIGHT_STATE names.
std::filesystem::path journalRoot();

/// Offers work that an earlier run could not save: recover, keep for later, or remove for good.
/// Work is only removed by the user's word. True: the session is about to show recovered work.
class Recovery {
    Q_DECLARE_TR_FUNCTIONS(Recovery)

public:
    static bool offer(Session& session, const std::filesystem::path& root, QWidget* parent);

    /// What there is, what is newer than what, and what is damaged, in sentences.
    static QString words(const io::Recoverable& work);
};

}  // namespace posewright::ui
