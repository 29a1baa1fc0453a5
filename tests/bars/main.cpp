#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/ui/run.h"

#include <cstdio>

using namespace posewright;

/// Measures every promise of speed, prints all figures, and fails if one is missed by half.
/// bars [NAME...]   only those whose class is named so: SolverBars, WindowBars..., or one of them:
///                  WindowBars::playbackShowsEveryFrame
int main(int argc, char** argv)
{
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
    std::fputs("only a release build tells: cmake --preset release\n", stderr);
    return 2;
#endif
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    if (qEnvironmentVariableIsEmpty("DISPLAY")) {
        std::fputs("bars: needs a display: run it by scripts/bars\n", stderr);
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "xcb");
    ui::prepareGraphics();
    const QApplication application(argc, argv);
    const QStringList asked = QCoreApplication::arguments().mid(1);

    int failed = 0;
    for (const auto make :
         {bars::solverBars, bars::runBars, bars::evaluationBars, bars::contactBars, bars::fileBars,
          bars::openingBars, bars::programBars, bars::readerBars, bars::retargetBars,
          bars::surfaceBars, bars::timelineBars, bars::windowBars}) {
        const std::unique_ptr<QObject> test = make();
        const QString name = QString::fromLatin1(test->metaObject()->className()).section("::", -1);
        QStringList words{"bars", "-maxwarnings", "0"};
        for (const QString& one : asked)
            if (one.startsWith(name + "::")) words += one.section("::", 1);
        if (asked.isEmpty() || asked.contains(name) || words.size() > 3)
            failed += QTest::qExec(test.get(), words);
    }
    bars::printFigures();
    return failed == 0 ? 0 : 1;
}
