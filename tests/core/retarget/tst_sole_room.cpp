#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/bring_in.h"
#include "core/retarget/dips.h"
#include "core/retarget/reference_pose.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"
#include "tests/support/skin_depth.h"

#include <QTest>

#include <algorithm>
#include <numbers>

using namespace posewright;
using retarget::Role;

namespace {

constexpr double kDeepSole = 0.005;  ///< [legs], the bar for soles that stand
// Feet of captures are a little beneath their own floor, too.
constexpr double kDeepestSole = 0.013, kDeepestHeld = 0.032;  ///< [legs]
constexpr double kDeepFrames = 0.03, kDeepFramesHeld = 0.25;  ///< of all
constexpr double kAllLookedAt = 1000;  ///< frames; of longer motions dips are not seen in all
constexpr const char* kBooted = "gltf/kaykit_Knight.glb";

/// The figure with the motion, held or not.
Document booted(const Document& figure, const Document& motion, bool held)
{
    const auto applied = [](const Document& doc, const Result<operate::Edits>& edits) {
        if (!edits) qFatal("%s", edits.error().message.c_str());
        Result<Document> out = edit::applyEach(doc, *edits);
        if (!out) qFatal("%s", out.error().message.c_str());
        return *std::move(out);
    };
    Document doc = applied(figure, operate::bringIn(figure, motion, {}));
    if (held) doc = applied(doc, operate::holdBroughtIn(doc));
    return *operate::motionIn(doc, doc.clip().name);
}

/// The deepest of what the feet move, beneath height 0. [m]
struct Deepest {
    double depth = 0, frame = 0, bent = 0;  ///< bent: the most that toes are turned up [rad]
    int deep = 0;                           ///< frames over the bar
};

Deepest deepestOf(const Document& doc, double leg)
{
    const Scene& scene = *doc.scene;
    const retarget::Figure figure = retarget::figureOf(scene);
    const auto prepared = prepare(doc);
    Deepest out;
    for (double frame = doc.playback.start; frame <= doc.playback.end; ++frame) {
        const Evaluation shown = evaluate(*prepared, frame);
        double depth = 0;
        for (const Role foot : {Role::LeftFoot, Role::RightFoot})
            depth = std::max(depth, -test::lowestSkin(scene, shown.world, figure.first(foot)));
        for (const Role toes : {Role::LeftToes, Role::RightToes}) {
            const NodeIndex row = figure.first(toes);
            out.bent = std::max(
                out.bent, shown.local[row].rotation.angularDistance(scene[row].rest.rotation));
        }
        out.deep += depth > kDeepSole * leg ? 1 : 0;
        if (depth <= out.depth) continue;
        out.depth = depth;
        out.frame = frame;
    }
    return out;
}

}  // namespace

/// Boots that are longer than the bones in them stand on their skin, however they are pitched.
class TestSoleRoom : public QObject {
    Q_OBJECT

private slots:
    void bootsStayOnTheFloor_data()
    {
        QTest::addColumn<bool>("held");
        for (const char* capture :
             {"pybvh_cmu_12_01_walk", "dme_xia_neutral_01_000", "dme_xia_angry_13_000",
              "pymo_AV_8Walk_Meredith", "ad_fair1_dab", "ad_cmu1_jumping_jacks", "ad_fair1_zombie"})
            for (const bool held : {false, true})
                QTest::addRow("%s%s", capture, held ? ", held" : "") << held;
    }
    void bootsStayOnTheFloor()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(const bool, held);
        const Document figure = test::figureFrom(kBooted),
                       motion = test::sharedCapture(
                           QString::fromUtf8(QTest::currentDataTag()).section(u',', 0, 0));
        const retarget::Figure bones = retarget::figureOf(*figure.scene);
        const double leg =
            retarget::referencePoseOf(*figure.scene, bones, retarget::standingPose(figure, bones))
                .leg;
        const Document doc = booted(figure, motion, held);
        const Deepest deepest = deepestOf(doc, leg);
        const auto dips = retarget::dipsOf(doc, bones);
        QVERIFY(dips);
        qInfo("deepest %.2f %% of the leg (%.2f cm) at %.0f, in %d frames; toes bend by %.0f "
              "degrees; arms in the body by %.1f and %.1f cm in %zu and %zu frames",
              100 * deepest.depth / leg, 100 * deepest.depth, deepest.frame, deepest.deep,
              deepest.bent * 180 / std::numbers::pi, 100 * dips->arms[0].depth,
              100 * dips->arms[1].depth, dips->arms[0].frames.size(), dips->arms[1].frames.size());
        QCOMPARE_LE(deepest.depth, (held ? kDeepestHeld : kDeepestSole) * leg);
        const double frames = doc.playback.end - doc.playback.start + 1;
        QCOMPARE_LE(deepest.deep, (held ? kDeepFramesHeld : kDeepFrames) * frames);
        // What is told is what is there.
        const double told = std::max(dips->soles[0].depth, dips->soles[1].depth);
        QCOMPARE_LE(told, deepest.depth + 1e-6 * leg);
        if (frames <= kAllLookedAt) QVERIFY(std::abs(told - deepest.depth) < 1e-6 * leg);
    }
};

POSEWRIGHT_TEST(TestSoleRoom, posewright::test::runPlain);
#include "tst_sole_room.moc"
