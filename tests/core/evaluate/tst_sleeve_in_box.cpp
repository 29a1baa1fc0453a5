#include "core/evaluate/report.h"
#include "core/operate/go_round.h"
#include "tests/support/biped.h"
#include "tests/support/bound_mesh.h"
#include "tests/support/program.h"
#include "tests/support/props.h"
#include "tests/support/skin_depth.h"

#include <QTest>

#include <algorithm>
#include <numbers>
#include <utility>

using namespace posewright;

namespace {

std::vector<ThroughBox> boxesIn(const Document& doc)
{
    return report(*prepare(doc), {})->through;
}

/// By its middle and half its sides.
struct SleeveBox {
    Vec3 middle = Vec3::Zero();
    Vec3 half = Vec3::Zero();
};

constexpr double kSleeve = 0.05;  ///< radius [m]

/// The document with a sleeve around the left forearm, which it moves.
Document withSleeve(Document doc)
{
    const Scene& scene = *doc.scene;
    const NodeIndex bone = scene.find("LeftForeArm");
    const auto rest = worldTransforms(scene, restPose(scene));
    const Vec3 elbow = rest[bone].position, wrist = rest[scene.find("LeftHand")].position;
    const Vec3 along = (wrist - elbow).normalized(), aside = along.unitOrthogonal();
    Mesh mesh;
    for (int ring = 1; ring <= 4; ++ring)
        for (int i = 0; i < 12; ++i) {
            const Quat turn(Eigen::AngleAxisd(i * std::numbers::pi / 6, along));
            const Vec3 at = elbow + 0.25 * ring * (wrist - elbow) + kSleeve * (turn * aside);
            mesh.positions.push_back(at.cast<float>());
            mesh.joints.push_back({0, 0, 0, 0});
            mesh.weights.emplace_back(1, 0, 0, 0);
        }
    Skin skin;
    skin.joints.push_back(scene[bone].id);
    skin.inverseBind.push_back(
        Eigen::Matrix4f(rest[bone].matrix().inverse().matrix().cast<float>()));
    return test::withBoundMesh(std::move(doc), "Sleeve", std::move(mesh), std::move(skin));
}

/// The greatest depth of the sleeve in a box that is not turned, over the whole frames. [m]
double sleeveInside(const Document& doc, const SleeveBox& block)
{
    const Scene& scene = *doc.scene;
    double depth = 0;
    for (double frame = 0; frame <= 24; ++frame)
        for (const Vec3& at :
             test::skinBelow(scene, evaluate(doc, frame).world, scene.find("LeftForeArm")))
            depth = std::max(depth, (block.half - (at - block.middle).cwiseAbs()).minCoeff());
    return depth;
}

}  // namespace

/// The skin of forearms counts, as that of hands does.
class TestSleeveInBox : public QObject {
    Q_OBJECT

private slots:
    /// The line of the forearm may be clear where its skin is not.
    void aSleeveIsLedClear()
    {
        const Document bare = test::handDownThroughBox(), doc = withSleeve(bare);
        const SleeveBox block{{0.3, 1.3, 0.36}, {0.05, 0.05, 0.05}};
        const ConstraintId hand = test::targetNamed(doc, "hand");
        const auto led = [&](const Document& by) {
            const std::vector<ThroughBox> through = boxesIn(by);
            const auto ways = operate::waysRound(by, hand, through.front().deepest, {});
            return ways.empty() ? doc : *edit::applyEach(doc, ways.front().edits);
        };
        const double before = sleeveInside(led(bare), block), after = sleeveInside(led(doc), block);
        qInfo("sleeve %.1f mm deep, led without regard to it %.1f, with %.1f",
              1000 * sleeveInside(doc, block), 1000 * before, 1000 * after);
        QVERIFY(sleeveInside(doc, block) > 0.008);
        QVERIFY(before > 0.01 * 0.53);
        QVERIFY(after <= 0.01 * 0.53);
    }
};

POSEWRIGHT_TEST(TestSleeveInBox, posewright::test::runPlain);
#include "tst_sleeve_in_box.moc"
