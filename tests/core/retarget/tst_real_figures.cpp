#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "core/retarget/retarget.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QTest>

#include <cmath>

using namespace posewright;
using retarget::Figure;
using retarget::Role;

namespace {

Document opened(const QString& relative)
{
    io::ReadOptions options;
    options.up = std::nullopt;
    const Result<io::Import> read =
        io::read(test::sharedPath(QStringLiteral("corpus/") + relative).toStdString(), options);
    if (!read) qFatal("%s", read.error().message.c_str());
    return read->document;
}

double worldAngle(const Vec3& a, const Vec3& b)
{
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace

/// Files of other programs: which bone is which, and that the limbs of a character lie as those of
/// the capture.
class TestRealFigures : public QObject {
    Q_OBJECT

private slots:
    void bonesAreKnown_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("roles");  // counted by hand in the list of bones
        QTest::newRow("CMU") << "bvh/assimp_cmu_01_03.bvh" << 22;
        QTest::newRow("CMU, other names") << "bvh/ad_cmu1_jumping_jacks.bvh" << 22;
        QTest::newRow("Mixamo") << "bvh/bvhpython_freebvh.bvh" << 30;
        QTest::newRow("by joints") << "bvh/assimp_Boxing_Toes.bvh" << 20;
        QTest::newRow("Rokoko's kind") << "bvh/ad_fair1_dab.bvh" << 22;
        QTest::newRow("two bones of a spine") << "bvh/pymo_AV_8Walk_Meredith.bvh" << 21;
        QTest::newRow("KayKit") << "gltf/kaykit_Knight.glb" << 17;
        QTest::newRow("feet beside the legs") << "gltf/raylib_robot.glb" << 26;
        QTest::newRow("no names") << "gltf/khronos/cesium_man.gltf" << 18;
    }
    void bonesAreKnown()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, file);
        QFETCH(int, roles);
        const Figure figure = retarget::figureOf(*opened(file).scene);
        QCOMPARE(figure.size(), roles);
    }

    void limbsLieAsInTheCapture_data()
    {
        QTest::addColumn<QString>("motion");
        QTest::addColumn<QString>("character");
        const QStringList motions{"bvh/assimp_cmu_01_03.bvh", "bvh/bvhpython_freebvh.bvh",
                                  "bvh/ad_fair1_dab.bvh", "bvh/assimp_Boxing_Toes.bvh"};
        const QStringList characters{"gltf/kaykit_Knight.glb", "gltf/khronos/cesium_man.gltf",
                                     "bvh/pybvh_bvh_test2.bvh"};
        for (const QString& motion : motions)
            for (const QString& character : characters)
                QTest::addRow("%s on %s", qPrintable(motion), qPrintable(character))
                    << motion << character;
    }
    /// Where a limb is free, it points where the source's does, seen from the hips at rest. Legs
    /// and arms that are placed by goals may differ as far as their two bones' shares do.
    void limbsLieAsInTheCapture()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, motion);
        QFETCH(QString, character);
        const Document from = opened(motion);
        const Document to = opened(character);
        retarget::Options options;
        options.feetByGoals = options.handsByGoals = false;
        const auto out = retarget::retarget(from, to, options);
        QVERIFY(out);
        Document shown = to;
        shown.clips.emplace_back(out->clip);
        shown.playback.clip = static_cast<int>(shown.clips.size()) - 1;
        double worst = 0;
        std::optional<Quat> turn;
        const int last = static_cast<int>(from.playback.end - from.playback.start);
        for (int i = 0; i < 20; ++i) {
            const double frame = std::floor(last * i / 20.0);
            const auto source =
                worldTransforms(*from.scene, basePose(from, from.playback.start + frame));
            const auto target = worldTransforms(*to.scene, basePose(shown, frame));
            std::vector<std::pair<Vec3, Vec3>> pairs;
            Mat3 sum = Mat3::Zero();
            for (const auto& [upper, lower] : {std::pair{Role::LeftUpperArm, Role::LeftLowerArm},
                                               {Role::LeftLowerArm, Role::LeftHand},
                                               {Role::LeftUpperLeg, Role::LeftLowerLeg},
                                               {Role::LeftLowerLeg, Role::LeftFoot}})
                for (const auto side : {retarget::BodySide::Left, retarget::BodySide::Right}) {
                    const Role a = retarget::onSide(upper, side), b = retarget::onSide(lower, side);
                    const auto way = [&](const Figure& figure, const auto& world) {
                        return Vec3(world[figure.first(b)].position -
                                    world[figure.first(a)].position)
                            .normalized();
                    };
                    pairs.emplace_back(way(out->source, source), way(out->target, target));
                    sum += pairs.back().second * pairs.back().first.transpose();
                }
            // The two worlds differ by one rotation, the same at all frames.
            if (!turn) turn = bestRotation(sum);
            for (const auto& [one, other] : pairs)
                worst = std::max(worst, worldAngle(*turn * one, other));
        }
        qInfo("%.2g degrees", worst * 180 / 3.14159265358979);
        QCOMPARE_LT(worst, 0.1 * 3.14159265358979 / 180);
    }
};

POSEWRIGHT_TEST(TestRealFigures, posewright::test::runWithEvents);
#include "tst_real_figures.moc"
