#include "core/export/estimate.h"
#include "core/io/format.h"
#include "tests/core/export/export_test.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

using namespace posewright;

/// What an export says of its size before it is written, for characters of other programs.
class TestExportSizes : public test::ExportTest {
    Q_OBJECT

private slots:
    void theSizeOfACharacterIsAboutWhatWasSaid_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : {"kaykit_Knight.glb", "kaykit_Barbarian.glb", "raylib_robot.glb",
                                 "raylib_greenman.glb"})
            QTest::newRow(file) << QString("corpus/gltf/") + file;
    }
    void theSizeOfACharacterIsAboutWhatWasSaid()
    {
        QFETCH(QString, file);
        if (test::sharedPath(file).isEmpty())
            QSKIP(qPrintable("the shared reference data (" + file + ") is not here"));
        const Result<io::Import> import = io::read(test::sharedPath(file).toStdString());
        QVERIFY(import);
        for (const char* id : {"editor", "engine"})
            for (const bool all : {false, true}) {
                exports::Options options = preset(id);
                options.allClips = all;
                exported(import->document, options, "size.glb");
                const auto is = double(std::filesystem::file_size(path("size.glb")));
                const double said = exports::estimatedBytes(import->document, options);
                qInfo("%s, %s: %.0f said, %.0f", id, all ? "all clips" : "one clip", said, is);
                QVERIFY(said < 1.5 * is && is < 1.5 * said);
            }
    }
};

POSEWRIGHT_TEST(TestExportSizes, posewright::test::runWithEvents);
#include "tst_export_sizes.moc"
