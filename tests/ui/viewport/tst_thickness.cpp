#include "core/io/format.h"
#include "tests/support/armatures.h"
#include "tests/support/made_characters.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "tests/ui/viewport/placed.h"

#include <QDir>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <QtTest>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

struct Seen3d {
    Composition picture;

    /// Every matrix in the picture, in the order in which things were made.
    QList<QMatrix4x4> matrices(const Document& doc, double frame)
    {
        picture.setDocument(doc, stageOf(doc));
        picture.setFrame(evaluate(doc, frame));
        QList<QMatrix4x4> all;
        for (const auto* transform : picture.root().findChildren<Qt3DCore::QTransform*>())
            all << transform->matrix();
        return all;
    }
};

float matricesApart(const QMatrix4x4& a, const QMatrix4x4& b)
{
    float most = 0;
    for (int i = 0; i < 16; ++i)
        most = std::max(most, std::abs(a.constData()[i] - b.constData()[i]));
    return most;
}

/// How wide a thing is at its widest, as its matrix places the unit shape.
double widthOf(const QMatrix4x4& m)
{
    return 2.0 * std::max(m.column(0).toVector3D().length(), m.column(2).toVector3D().length());
}

/// The diagonal of the box around all bones as they are seen, counted here.
double extentSeen(const Document& doc, const Evaluation& seen)
{
    Vec3 low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
    for (int row = 0; row < doc.scene->size(); ++row) {
        const BonePart* bone = (*doc.scene)[row].bone();
        if (!bone) continue;
        const WorldTransform& at = seen.world[row];
        for (const Vec3& point : {at.position, Vec3(at.position + at.linear * bone->tip)}) {
            low = low.cwiseMin(point);
            high = high.cwiseMax(point);
        }
    }
    return (high - low).norm();
}

}  // namespace

/// Figures are never hairlines: bones, joints and stars are as thick as the figure as seen in the
/// world asks, whatever scales it.
class TestThickness : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void theSameFigureLooksTheSame_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("turned");
        QTest::newRow("centimetres") << 0.01 << false;
        QTest::newRow("centimetres, Z up") << 0.01 << true;
        QTest::newRow("inches") << 0.0254 << true;
        QTest::newRow("a hundredfold") << 100.0 << true;
        QTest::newRow("a millionth") << 1e-6 << false;
    }
    void theSameFigureLooksTheSame()
    {
        QFETCH(double, scale);
        QFETCH(bool, turned);
        const Quat turn(turned ? Eigen::AngleAxisd(-1.5707963267948966, Vec3::UnitX())
                               : Eigen::AngleAxisd(0, Vec3::UnitX()));
        for (const Document& plain : {test::crowdOfLimbs(12), test::chainDocument(4, 0.3, 20)}) {
            const Document scaled = test::underArmature(plain, scale, turn);
            QVERIFY(std::abs(stageOf(scaled).figure - stageOf(plain).figure) < 1e-9);
            Seen3d a, b;
            const QList<QMatrix4x4> one = a.matrices(plain, 0), two = b.matrices(scaled, 0);
            QVERIFY(one.size() > 8);
            QCOMPARE(two.size(), one.size());
            for (qsizetype i = 0; i < one.size(); ++i)
                QVERIFY2(matricesApart(one[i], two[i]) < 2e-5,
                         qPrintable(QString("thing %1 of %2: %3 against %4 wide")
                                        .arg(i)
                                        .arg(one.size())
                                        .arg(widthOf(two[i]))
                                        .arg(widthOf(one[i]))));
        }
    }

    void aClipThatScalesTheFigureDoesSo()
    {
        // The rest pose counts in centimetres; the motion makes metres of it.
        const Document plain = test::crowdOfLimbs(0);
        Document doc = test::underArmature(plain, 0.01, Quat::Identity());
        std::vector<Node> nodes = doc.scene->nodes();
        nodes[0].rest.scale = Vec3::Ones();
        doc.scene = *Scene::make(nodes);
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            Track track;
            track.node = nodes[0].id;
            for (int axis = 0; axis < 3; ++axis) {
                Curve curve = *track.scale[axis];
                curve.setValue(0, 0.01);
                track.scale[axis] = curve;
            }
            setTrack(clip, track);
        });
        QVERIFY(std::abs(stageOf(doc).figure / stageOf(plain).figure - 1) < 1e-9);
        Seen3d a, b;
        const QList<QMatrix4x4> one = a.matrices(plain, 0), two = b.matrices(doc, 0);
        QCOMPARE(two.size(), one.size());
        for (qsizetype i = 0; i < one.size(); ++i) QVERIFY(matricesApart(one[i], two[i]) < 2e-5);
    }

    void filesOfPeopleAreNoHairlines_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path :
             {"assimp_quad_skin.glb", "kaykit_Knight.glb", "khronos/cesium_man.gltf",
              "raylib_greenman.glb", "raylib_robot.glb"})
            if (const QString file = test::sharedPath("corpus/gltf/" + QString(path));
                !file.isEmpty())
                QTest::newRow(path) << file;
        for (const test::MadeCharacter& character : test::madeCharacters())
            if (character.joints > 0)
                QTest::newRow(character.name.c_str())
                    << test::writeCharacter(character, QDir(folder_.path()));
        for (const QFileInfo& file : test::captureFiles())
            if (!file.fileName().startsWith("made_tree"))  // bones of no length are dots
                QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }
    void filesOfPeopleAreNoHairlines()
    {
        QFETCH(QString, path);
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        const Document& doc = import->document;
        Seen3d view;
        const Evaluation seen = evaluate(doc, doc.playback.start);
        const double whole = extentSeen(doc, seen);
        QVERIFY2(whole > 0, "it has no bones");
        view.picture.setDocument(doc, stageOf(doc));
        view.picture.setFrame(seen);
        int bones = 0;
        for (const Node& node : doc.scene->nodes()) {
            if (!node.bone()) continue;
            const double width = widthOf(test::placementOf(view.picture, doc, node.id)->matrix());
            // Of a figure 600 pixels high: at least two of them, and no more than a tenth of it.
            QVERIFY2(width > whole / 300 && width < whole / 8,
                     qPrintable(QString("%1 is %2 wide in a figure of %3")
                                    .arg(QString::fromStdString(node.name))
                                    .arg(width)
                                    .arg(whole)));
            ++bones;
        }
        QVERIFY(bones > 0);
    }

    void squashingABoneDoesNotMakeItPaperThin()
    {
        const Document plain = test::chainDocument(4, 0.3, 20);
        std::vector<Node> nodes = plain.scene->nodes();
        nodes[1].rest.scale = Vec3(1, 0.001, 1);
        Document doc = plain;
        doc.scene = *Scene::make(nodes);
        Seen3d view;
        view.matrices(doc, 0);
        const QMatrix4x4 m = test::placementOf(view.picture, doc, nodes[1].id)->matrix();
        const float x = m.column(0).toVector3D().length(), z = m.column(2).toVector3D().length();
        QVERIFY(std::abs(x - z) < 1e-6F);
        QVERIFY(x > 0.005F);
        const QVector3D along = m.column(1).toVector3D().normalized();
        QVERIFY(std::abs(QVector3D::dotProduct(along, m.column(0).toVector3D().normalized())) <
                1e-5F);
    }
};

POSEWRIGHT_TEST(TestThickness, posewright::test::runWithWidgets);
#include "tst_thickness.moc"
