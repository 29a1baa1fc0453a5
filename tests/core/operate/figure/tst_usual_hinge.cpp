#include "core/evaluate/evaluate.h"
#include "core/operate/usual_hinge.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>

#include <numbers>

using namespace posewright;

/// A knee or elbow that gets a hinge bends as a person's does.
class TestUsualHinge : public QObject {
    Q_OBJECT

private slots:
    void kneesBendBackwardsAndElbowsForwards_data()
    {
        QTest::addColumn<QString>("bone");
        QTest::addColumn<double>("along");
        QTest::newRow("left knee") << "LeftLeg" << -1.0;
        QTest::newRow("right knee") << "RightLeg" << -1.0;
        QTest::newRow("left elbow") << "LeftForeArm" << 1.0;
        QTest::newRow("right elbow") << "RightForeArm" << 1.0;
    }
    void kneesBendBackwardsAndElbowsForwards()
    {
        QFETCH(QString, bone);
        QFETCH(double, along);
        const Document doc = test::biped();
        const Scene& scene = *doc.scene;
        const NodeId node = test::nodeNamed(doc, bone.toStdString().c_str());
        const NodeIndex row = scene.find(node);
        const auto hinge = operate::usualHinge(scene, node);
        QVERIFY(hinge);
        const double degree = std::numbers::pi / 180, most = along < 0 ? 140 : 145;
        QVERIFY(std::abs(hinge->angle.min + (along < 0 ? 6 : 9) * degree) < 1e-9);
        QVERIFY(std::abs(hinge->angle.max - most * degree) < 1e-9);
        const WorldTransform rest = worldTransforms(scene, restPose(scene))[row];
        const Vec3 tip = scene[row].bone()->tip;
        const Quat bent(Eigen::AngleAxisd(std::numbers::pi / 2, hinge->axis));
        const Vec3 before = rest.linear * tip, after = rest.linear * (bent * tip);
        // A quarter turn takes it from where it points backwards or forwards.
        QVERIFY2(after.normalized().z() * along > 0.98,
                 qPrintable(QString("%1 %2 %3").arg(after.x()).arg(after.y()).arg(after.z())));
        QVERIFY(std::abs(before.dot(after)) < 1e-6 * before.squaredNorm());
    }

    void otherBonesHaveNone()
    {
        const Document doc = test::biped();
        for (const char* name : {"Hips", "Spine", "LeftArm", "LeftUpLeg", "LeftFoot"})
            QVERIFY2(!operate::usualHinge(*doc.scene, test::nodeNamed(doc, name)), name);
    }
};

POSEWRIGHT_TEST(TestUsualHinge, posewright::test::runPlain);
#include "tst_usual_hinge.moc"
