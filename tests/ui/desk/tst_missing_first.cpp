#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/files/files.h"

#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;

/// The notice of an opened file begins with what cannot be seen of it.
class TestMissingFirst : public QObject {
    Q_OBJECT

private slots:
    void picturesThatAreMissingAreTheFirstLine()
    {
        test::Desktop desk;
        QSignalSpy done(&desk.window.files(), &Files::done);
        const auto warning = [](const char* message) {
            return Diagnostic{Diagnostic::Severity::Warning, message, {}};
        };
        emit desk.session.file().opened(
            "/none/astronaut.dae",
            {warning("3 vertices had weights that do not add up to 1"),
             warning("1 texture is not beside the file, and left out: put it there: boy.tga")});
        QCOMPARE(done.count(), 1);
        const QStringList lines = done.at(0).at(1).toStringList();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines.at(0).startsWith("1 texture is not beside the file"),
                 qPrintable(lines.at(0)));
    }
};

POSEWRIGHT_TEST(TestMissingFirst, posewright::test::runWithoutScreen);
#include "tst_missing_first.moc"
