#include "core/io/format.h"
#include "core/operate/bind_mesh.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/stripped_figure.h"

#include <QTest>

#include <map>

using namespace posewright;

/// Figures that artists have bound, bound anew: most of it comes out as they did it.
class TestBindFigures : public QObject {
    Q_OBJECT

private slots:
    void mostIsAsArtistsDidIt_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("same");
        QTest::addColumn<double>("near");
        QTest::newRow("CesiumMan") << "khronos/cesium_man.gltf" << 0.85 << 0.98;
        QTest::newRow("KayKit knight") << "kaykit_Knight.glb" << 0.58 << 0.88;
        QTest::newRow("green man") << "raylib_greenman.glb" << 0.58 << 0.8;
        QTest::newRow("robot") << "raylib_robot.glb" << 0.54 << 0.65;
    }

    void mostIsAsArtistsDidIt()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(QString, file);
        QFETCH(double, same);
        QFETCH(double, near);
        const QString path = test::sharedPath("corpus/gltf/" + file);
        if (path.isEmpty()) QSKIP("the figure is not here");
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        const test::Stripped figure = test::stripped(import->document);
        const Scene& scene = *figure.doc.scene;
        const NodeId mesh = scene.nodes()[scene.find(std::string_view("all of it"))].id;
        const Result<operate::MeshBinding> bound =
            operate::bindMesh(figure.doc, {mesh, figure.bones});
        QVERIFY2(bound, bound ? "" : bound.error().message.c_str());
        int alike = 0, next = 0;
        for (std::size_t i = 0; i < figure.artist.size(); ++i) {
            const NodeId ours = bound->edit.joints[bound->edit.rows[4 * i]];
            const auto most = std::ranges::max_element(
                figure.artist[i], {}, [](const auto& share) { return share.second; });
            const NodeIndex a = scene.find(ours), b = scene.find(most->first);
            alike += a == b ? 1 : 0;
            next += a == b || scene[a].parent == b || scene[b].parent == a ? 1 : 0;
        }
        const double all = double(figure.artist.size());
        qInfo("%d vertices, %s: the same bone first in %.3f, it or the next one in %.3f", int(all),
              operate::told(*bound).c_str(), alike / all, next / all);
        QVERIFY(alike / all > same);
        QVERIFY(next / all > near);
    }
};

POSEWRIGHT_TEST(TestBindFigures, posewright::test::runPlain);
#include "tst_bind_figures.moc"
