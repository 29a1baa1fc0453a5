#include "core/export/estimate.h"
#include "core/export/plan.h"
#include "tests/core/export/export_test.h"
#include "tests/core/io/example_format.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"

#include <QTemporaryDir>
#include <QTest>

using namespace posewright;

/// A format is a source and a row: one that the program does not have reads, writes and refuses,
/// and is planned and sized by what its row says it can hold.
class TestOneMoreFormat : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    io::Format row_ = test::exampleFormat();

    std::filesystem::path file(const char* text)
    {
        return test::writtenFile(folder_.filePath("figure.bones"), text);
    }

    static exports::Options asBones()
    {
        exports::Options options;
        options.ending = "bones";
        return options;
    }

private slots:
    void whatIsWrittenIsRead()
    {
        const auto path = file("hips - 0 0.9 0\nspine hips 0 0.1 0\nleg hips 0.1 -0.05 0\n");
        const Result<io::Import> first = row_.read(path, {});
        QVERIFY(first);
        const Scene& scene = *first->document.scene;
        QCOMPARE(scene.size(), 3);
        QVERIFY(worldTransforms(scene, restPose(scene))[scene.find("leg")].position.isApprox(
            Vec3(0.1, 0.85, 0)));
        const auto copy = std::filesystem::path(folder_.filePath("copy.bones").toStdString());
        QVERIFY(row_.write(first->document, copy, {}));
        const Result<io::Import> second = row_.read(copy, {});
        QVERIFY(second);
        QVERIFY(first->document == second->document);
    }

    void aBadLineIsRefusedWithItsPlace()
    {
        const Result<io::Import> bad = row_.read(file("hips - 0 0 0\nspine hip 0 1 0\n"), {});
        QVERIFY(!bad);
        QVERIFY2(bad.error().where.ends_with("figure.bones:2"), bad.error().where.c_str());
    }

    void anExportOfItIsNoProjectAndAsLargeAsWasSaid()
    {
        const Document doc = test::handedOn();
        const auto copy = std::filesystem::path(folder_.filePath("out.bones").toStdString());
        const exports::Options options = asBones();
        QVERIFY(!exports::isProject(options, row_));
        QVERIFY(exports::isProject(exports::Options{}));
        QVERIFY(exports::plannedPaths(doc, options, copy, row_) == std::vector{copy});
        const auto files = exports::plan(doc, options, copy, row_);
        QVERIFY(files);
        QCOMPARE(files->size(), std::size_t{1});
        const exports::PlannedFile& planned = files->front();
        QVERIFY(planned.path == copy && planned.clips.empty() && planned.writing.plain);
        QVERIFY(row_.write(planned.document, planned.path, planned.writing));
        const auto is = double(std::filesystem::file_size(copy));
        const double said = exports::estimatedBytes(doc, options, row_);
        QVERIFY2(said < 2 * is && is < 2 * said, qPrintable(QString::number(said)));
    }

    void namesForAllReadersAreMadeBeforeItIsWritten()
    {
        const Result<io::Import> import = row_.read(file("left:leg - 0 1 0\n"), {});
        QVERIFY(import);
        for (const bool safe : {false, true}) {
            exports::Options options = asBones();
            options.safeNames = safe;
            const auto files = exports::plan(import->document, options, "out.bones", row_);
            QVERIFY(files);
            QCOMPARE(files->front().document.scene->nodes().front().name,
                     std::string(safe ? "left_leg" : "left:leg"));
        }
    }

    void theWayItHoldsMotionDecidesTheFiles()
    {
        const Document doc = test::handedOn();
        exports::Options options = asBones();
        io::Format row = row_;
        row.abilities.motion = io::Motion::Frames;
        const auto each = exports::plan(doc, options, "out.bones", row);
        QVERIFY(each);
        QCOMPARE(each->size(), doc.clips.size());
        QVERIFY(exports::plannedPaths(doc, options, "out.bones", row).back() == each->back().path);
        // Keys without targets: what those move is baked, although the options would keep them.
        row.abilities.motion = io::Motion::Keys;
        const auto keyed = exports::plan(doc, options, "out.bones", row);
        QVERIFY(keyed);
        QCOMPARE(keyed->size(), std::size_t{1});
        QCOMPARE(keyed->front().clips.size(), doc.clips.size());
        QVERIFY(keyed->front().document.rig->constraints.empty());
    }
};

POSEWRIGHT_TEST(TestOneMoreFormat, posewright::test::runPlain);
#include "tst_one_more_format.moc"
