#include "core/io/bvh/bvh_reader.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/clients.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/support/reference_bvh.h"

#include <QTest>

#include <set>

using namespace posewright;
using namespace posewright::io;

namespace {

std::vector<WorldTransform> poseAt(const Document& doc, double frame)
{
    const Scene& scene = *doc.scene;
    std::vector<Transform> local;
    for (const Node& node : scene.nodes())
        local.push_back(sample(doc.clip().track(node.id), node.rest, frame));
    return worldTransforms(scene, local);
}

/// First, last and three between, as far as there are any.
std::set<std::size_t> someRows(std::size_t rows)
{
    std::set<std::size_t> some;
    for (int i = 0; rows > 0 && i < 7; ++i) some.insert((rows - 1) * i / 6);
    return some;
}

}  // namespace

class TestBvhCorpus : public QObject {
    Q_OBJECT

private slots:
    void everyFileMovesAsTheReferenceSays_data()
    {
        test::captureRows();
        // What other programs really write cannot be made here.
        if (test::sharedPath("corpus/bvh").isEmpty())
            QTest::newRow("the shared captures") << QString();
    }
    void everyFileMovesAsTheReferenceSays()
    {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("the shared reference data (corpus/bvh) is not here");
        const auto import = io::read(path.toStdString());
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const test::ReferenceBvh reference(path.toStdString());
        const Scene& scene = *import->document.scene;
        QCOMPARE(scene.size(), int(reference.joints.size()));
        QCOMPARE(import->document.playback.end, double(reference.rows.size()) - 1);
        const double size = extent(scene);
        double worst = 0;
        for (const std::size_t row : someRows(reference.rows.size())) {
            const auto world = poseAt(import->document, double(row));
            const auto expected = reference.positions(row);
            for (int j = 0; j < scene.size(); ++j) {
                const Vec3 there(expected[j][0], expected[j][1], expected[j][2]);
                worst = std::max(worst, (world[j].position - there).norm() / size);
            }
        }
        qInfo("%s: %d joints, %zu rows, %.6f frames/s, worst error %.2g of the size",
              qPrintable(QFileInfo(path).fileName()), scene.size(), reference.rows.size(),
              import->document.clip().rate, worst);
        QVERIFY2(worst <= 1e-9, qPrintable(QString::number(worst)));
        worst_ = std::max(worst_, worst);
    }

    void everyFileMovesAsTheClientSays_data()
    {
        if (!test::sharedPath("clients/bvh_fk.py").isEmpty()) return test::captureRows();
        QTest::addColumn<QString>("path");
        QTest::newRow("the client") << QString();
    }
    void everyFileMovesAsTheClientSays()
    {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("the shared reference data (clients, corpus/bvh) is not here");
        if (test::pythonWithNumpy().isEmpty()) QSKIP("no python3 with numpy here");
        const QJsonObject answer = test::runClient("bvh_fk.py", {path, "--nframes", "6"});
        const auto import = io::read(path.toStdString());
        QVERIFY(import);
        const Scene& scene = *import->document.scene;
        const QJsonArray frames = answer["frames"].toArray();
        QCOMPARE(answer["joints"].toArray().size(), scene.size());
        double worst = 0;
        for (int f = 0; f < frames.size(); ++f) {
            const auto world = poseAt(import->document, frames[f].toDouble());
            const QJsonArray row = answer["world"].toArray()[f].toArray();
            for (int j = 0; j < scene.size(); ++j) {
                const QJsonArray p = row[j].toArray();
                const Vec3 there(p[0].toDouble(), p[1].toDouble(), p[2].toDouble());
                worst = std::max(worst, (world[j].position - there).norm() / extent(scene));
            }
        }
        QVERIFY2(worst <= 1e-6, qPrintable(QString::number(worst)));
    }

    void cleanupTestCase() { qInfo("worst error over the corpus: %.3g of the size", worst_); }

private:
    double worst_ = 0;
};

POSEWRIGHT_TEST(TestBvhCorpus, posewright::test::runWithEvents);
#include "tst_bvh_corpus.moc"
