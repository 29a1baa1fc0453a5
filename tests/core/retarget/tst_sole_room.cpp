#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/bring_in.h"
#include "core/retarget/dips.h"
#include "core/retarget/reference_pose.h"
#include "tests/support/figure_file.h"
#include "tests/support/held_motion.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"
#include "tests/support/skin_depth.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using namespace posewright;
using retarget::Role;

namespace {

constexpr double kDeepSole = 0.005;  ///< [legs], the bar for soles that stand
// Feet of captures are a little beneath their own floor, too.
constexpr double kDeepestSole = 0.008;
constexpr double kDeepFrames = 0.02, kDeepFramesHeld = 0.06;  ///< of all
constexpr double kAllLookedAt = 1000;  ///< frames; of longer motions dips are not seen in all
constexpr const char *kBooted = "gltf/kaykit_Knight.glb", *kShod = "gltf/khronos/cesium_man.gltf";

/// How deep soles may be with contacts, how deep while those hold them, and how much higher than
/// without contacts. [% of the leg]
struct ShodRow {
    const char *capture, *figure;
    double deep, held, raised;
    double free = 100 * kDeepestSole;
};

constexpr ShodRow kShodRows[] = {
    {"pybvh_cmu_12_01_walk", kBooted, 1.95, 1.95, 2.75},
    {"dme_xia_neutral_01_000", kBooted, 0.6, 0.6, 0.75},
    {"dme_xia_angry_13_000", kBooted, 0.15, 0.1, 0.8},
    {"pymo_AV_8Walk_Meredith", kBooted, 0.75, 0.75, 1.5},
    {"ad_fair1_dab", kBooted, 0.85, 0.3, 0.6},
    {"ad_cmu1_jumping_jacks", kBooted, 0.4, 0.4, 1.9},
    {"ad_fair1_zombie", kBooted, 0.95, 0.95, 1.2},
    {"dme_example", kBooted, 0.3, 0.1, 2.05},
    {"assimp_cmu_01_01", kBooted, 1.3, 1.3, 3.4, 1.6},
    {"assimp_Boxing_Toes", kBooted, 2.9, 2.3, 3.75, 1.15},
    {"pybvh_cmu_12_01_walk", kShod, 0.85, 0.85, 1.3},
    {"dme_xia_neutral_01_000", kShod, 0.4, 0.4, 0.8},
    {"dme_xia_angry_13_000", kShod, 0.1, 0.1, 0.3},
    {"pymo_AV_8Walk_Meredith", kShod, 0.75, 0.55, 1.75},
    {"ad_fair1_dab", kShod, 0.65, 0.25, 0.75},
    {"ad_cmu1_jumping_jacks", kShod, 0.65, 0.35, 1.6},
    {"ad_fair1_zombie", kShod, 0.6, 0.3, 1.75},
    {"dme_example", kShod, 0.35, 0.3, 2},
    {"assimp_cmu_01_01", kShod, 0.9, 0.65, 1.85, 1.55},
    {"assimp_Boxing_Toes", kShod, 2.45, 2.45, 4.2},
};

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

/// How high the skin of feet is while contacts hold them, and how much higher than without. [m]
struct HeldSoles {
    int frames = 0;
    double lowest = 0, highest = 0, raised = 0;
};

HeldSoles heldSolesOf(const Document& doc, const Document& free)
{
    const Scene& scene = *doc.scene;
    const retarget::Figure figure = retarget::figureOf(scene);
    const auto prepared = prepare(doc), freely = prepare(free);
    HeldSoles out;
    for (const Constraint& target : doc.rig->constraints) {
        const SpanRow* spans = doc.clip().spanRow(target.id);
        const NodeIndex held = scene.find(target.effector);
        NodeIndex foot = kNoNode;
        for (const Role role : {Role::LeftFoot, Role::RightFoot})
            if (const NodeIndex row = figure.first(role); row == held || scene.isAbove(row, held))
                foot = row;
        if (!spans || foot == kNoNode) continue;
        const test::SkinPart skin(scene, foot), bare(*free.scene, free.scene->find(scene[foot].id));
        const auto lowOf = [](const std::vector<Vec3>& places) {
            double low = std::numeric_limits<double>::infinity();
            for (const Vec3& place : places) low = std::min(low, place.y());
            return low;
        };
        for (const Span& span : spans->spans) {
            if (span.kind != SpanKind::Contact) continue;
            for (double frame = span.start + span.in; frame <= span.end - span.out; ++frame) {
                const double low = lowOf(skin.places(evaluate(*prepared, frame).world)),
                             was = lowOf(bare.places(evaluate(*freely, frame).world));
                ++out.frames;
                out.lowest = std::min(out.lowest, low);
                out.highest = std::max(out.highest, low);
                out.raised = std::max(out.raised, low - was);
            }
        }
    }
    return out;
}

/// The deepest of what the feet move, beneath height 0. [m]
struct Deepest {
    double depth = 0, frame = 0, bent = 0;  ///< bent: the most that toes are turned up [rad]
    double first = 0;  ///< of the pose that captures begin with, which is not measured
    int deep = 0;      ///< frames over the bar
};

Deepest deepestOf(const Document& doc, double leg)
{
    const Scene& scene = *doc.scene;
    const retarget::Figure figure = retarget::figureOf(scene);
    const auto prepared = prepare(doc);
    const test::SkinPart feet[] = {{scene, figure.first(Role::LeftFoot)},
                                   {scene, figure.first(Role::RightFoot)}};
    Deepest out;
    for (double frame = doc.playback.start; frame <= doc.playback.end; ++frame) {
        const Evaluation shown = evaluate(*prepared, frame);
        double depth = 0;
        for (const test::SkinPart& foot : feet)
            for (const Vec3& place : foot.places(shown.world)) depth = std::max(depth, -place.y());
        for (const Role toes : {Role::LeftToes, Role::RightToes}) {
            const NodeIndex row = figure.first(toes);
            out.bent = std::max(
                out.bent, shown.local[row].rotation.angularDistance(scene[row].rest.rotation));
        }
        if (frame < doc.playback.start + test::kFirstMeasured) {
            out.first = std::max(out.first, depth);
            continue;
        }
        out.deep += depth > kDeepSole * leg ? 1 : 0;
        if (depth <= out.depth) continue;
        out.depth = depth;
        out.frame = frame;
    }
    return out;
}

}  // namespace

/// Boots and shoes stand on their skin, however they are pitched.
class TestSoleRoom : public QObject {
    Q_OBJECT

private slots:
    void solesStayOnTheFloor_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("held");
        for (int row = 0; row < std::ssize(kShodRows); ++row)
            for (const bool held : {false, true})
                QTest::addRow("%s, %s%s", kShodRows[row].capture, kShodRows[row].figure,
                              held ? ", held" : "")
                    << row << held;
    }
    void solesStayOnTheFloor()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(const int, row);
        QFETCH(const bool, held);
        const ShodRow& of = kShodRows[row];
        const Document character = test::figureFrom(QString::fromUtf8(of.figure)),
                       motion = test::sharedCapture(QString::fromUtf8(of.capture));
        const retarget::Figure bones = retarget::figureOf(*character.scene);
        const double leg = retarget::referencePoseOf(*character.scene, bones,
                                                     retarget::standingPose(character, bones))
                               .leg;
        const Document doc = booted(character, motion, held);
        const Deepest deepest = deepestOf(doc, leg);
        const auto dips = retarget::dipsOf(doc, bones);
        QVERIFY(dips);
        qInfo("deepest %.2f %% of the leg (%.2f cm) at %.0f, in %d frames; toes bend by %.0f "
              "degrees; arms in the body by %.1f and %.1f cm in %zu and %zu frames",
              100 * deepest.depth / leg, 100 * deepest.depth, deepest.frame, deepest.deep,
              deepest.bent * 180 / std::numbers::pi, 100 * dips->arms[0].depth,
              100 * dips->arms[1].depth, dips->arms[0].frames.size(), dips->arms[1].frames.size());
        if (held) {
            const HeldSoles soles = heldSolesOf(doc, booted(character, motion, false));
            qInfo("held in %d frames: from %.2f to %.2f %% of the leg, raised by %.2f",
                  soles.frames, 100 * soles.lowest / leg, 100 * soles.highest / leg,
                  100 * soles.raised / leg);
            QVERIFY(soles.frames > 0);
            QCOMPARE_LE(-soles.lowest, of.held / 100 * leg);
            QCOMPARE_LE(soles.raised, of.raised / 100 * leg);
        }
        QCOMPARE_LE(deepest.depth, (held ? of.deep : of.free) / 100 * leg);
        const double frames = doc.playback.end - doc.playback.start + 1;
        QCOMPARE_LE(deepest.deep, (held ? kDeepFramesHeld : kDeepFrames) * frames);
        // What is told is what is there, at all frames.
        const double told = std::max(dips->soles[0].depth, dips->soles[1].depth),
                     most = std::max(deepest.depth, deepest.first);
        QCOMPARE_LE(told, most + 1e-6 * leg);
        if (frames <= kAllLookedAt) QVERIFY(std::abs(told - most) < 1e-6 * leg);
    }
};

POSEWRIGHT_TEST(TestSoleRoom, posewright::test::runPlain);
#include "tst_sole_room.moc"
