#include "ui/desk/run_editor.h"

#include "ui/desk/main_window.h"
#include "ui/desk/theme.h"
#include "ui/session/recovery.h"
#include "ui/session/text.h"
#include "ui/viewport/render.h"

#include <QApplication>
#include <QSettings>
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

    Session session(journalRoot());
    MainWindow window(session);
    const QByteArray geometry = QSettings().value(QStringLiteral("window/geometry")).toByteArray();
    if (!geometry.isEmpty()) window.restoreGeometry(geometry);
    window.show();
    QTimer::singleShot(0, &window, [&] {
        const bool recovered = Recovery::offer(session, journalRoot(), &window);
        if (!recovered && !file.empty()) window.open(pathText(file));
    });
    const int status = QApplication::exec();
    QSettings().setValue(QStringLiteral("window/geometry"), window.saveGeometry());
    return status;
}

}  // namespace posewright::ui
