#pragma once

#include "ui/look/theme.h"
#include "ui/viewport/render.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QtTest>

namespace posewright::test {

/// main() of a test with windows: settings and journals are kept apart from the user's, and dialogs
/// are our own to press.
template <class Test>
int run(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// Runs a test with widgets that keeps nothing between two starts.
template <class Test>
int runWithWidgets(int argc, char** argv)
{
    QApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// The same of a test that needs no screen: none is used unless it is asked for.
template <class Test>
int runWithoutScreen(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    return run<Test>(argc, argv);
}

/// The same of a test about the screen: the real one where there is one, though the build runs
/// tests without.
template <class Test>
int runOnScreen(int argc, char** argv)
{
    if (!qEnvironmentVariableIsEmpty("DISPLAY")) qputenv("QT_QPA_PLATFORM", "xcb");
    ui::prepareGraphics();
    return run<Test>(argc, argv);
}

/// Before the first test: settings of this program alone, of one who has never chosen anything, and
/// the dark theme.
inline void startAsNew()
{
    QCoreApplication::setOrganizationName("posewright-" + QCoreApplication::applicationName());
    QSettings().clear();
    ui::applyTheme(*qApp, ui::Theme::Dark);
}

}  // namespace posewright::test
