#include "tests/core/io/example_format.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"

#include <QTemporaryDir>
#include <QTest>

using namespace posewright;

/// A format is a source and a row: one that the program does not have reads, writes and refuses.
class TestOneMoreFormat : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    io::Format row_ = test::exampleFormat();

    std::filesystem::path file(const char* text)
    {
        return test::writtenFile(folder_.filePath("figure.bones"), text);
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
};

POSEWRIGHT_TEST(TestOneMoreFormat, posewright::test::runPlain);
#include "tst_one_more_format.moc"
