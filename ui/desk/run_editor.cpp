#include "ui/desk/run_editor.h"

#include "ui/desk/end_signals.h"
#include "ui/desk/main_window.h"
#include "ui/desk/plurals.h"
#include "ui/files/recovery.h"
#include "ui/look/theme.h"
#include "ui/session/text.h"
#include "ui/viewport/render.h"

#include <QApplication>
#include <QTimer>

namespace posewright::ui {

int runEditor(int& argc, char** argv, const std::filesystem::path& file)
{
    prepareGraphics();
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("posewright"));
    QApplication::setApplicationName(QStringLiteral("posewright"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setApplicationVersion(QStringLiteral(POSEWRIGHT_VERSION));
    applyTheme(application);
    Plurals plurals;
    QApplication::installTranslator(&plurals);

    Session session(journalRoot());
    MainWindow window(session);
    const EndSignals ends;
    QObject::connect(&ends, &EndSignals::asked, &window, [&](int signal) {
        // Do not ask anything now: the work stays in its journal, and the next start offers it.
        session.file().keepForLater();
        QApplication::exit(128 + signal);
    });
    window.restoreLayout();
    window.show();
    QTimer::singleShot(0, &window, [&] {
        const bool recovers = Recovery::offer(session, journalRoot(), &window);
        if (file.empty()) return;
        if (!recovers) {
            window.files().open(pathText(file));
            return;
        }
        QObject::connect(
            &session.file(), &DocumentFile::recovered, &window,
            [&] {
                window.tell(MainWindow::tr("%1 was not opened: the recovered work was. File > "
                                           "Open opens it.")
                                .arg(pathText(file)));
            },
            Qt::SingleShotConnection);
    });
    return QApplication::exec();
}

}  // namespace posewright::ui
