#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/bring_in.h"
#include "core/retarget/dips.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"
#include "tests/support/skin_depth.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using retarget::Role;

namespace {

/// The deepest of what the feet move, beneath height 0. [m]
double deepestSkin(const Document& doc)
{
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    const auto prepared = prepare(doc);
    double depth = 0;
    for (double frame = doc.playback.start; frame <= doc.playback.end; ++frame) {
        const auto world = evaluate(*prepared, frame).world;
        for (const Role foot : {Role::LeftFoot, Role::RightFoot})
            depth = std::max(depth, -test::lowestSkin(*doc.scene, world, figure.first(foot)));
    }
    return depth;
}

}  // namespace

/// What is said of skin that is in the floor or in the body.
class TestDips : public QObject {
    Q_OBJECT

private slots:
    /// With free feet, soles do go through the floor, and that is told.
    void whatGoesThroughTheFloorIsTold()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const Document figure = test::figureFrom("gltf/kaykit_Knight.glb"),
                       motion = test::sharedCapture("pybvh_cmu_12_01_walk");
        retarget::Options free;
        free.feetByGoals = false;
        const auto edits = operate::bringIn(figure, motion, free);
        QVERIFY(edits);
        const Result<Document> made = edit::applyEach(figure, *edits);
        QVERIFY(made);
        const Document doc = *operate::motionIn(*made, made->clip().name);
        const retarget::Figure bones = retarget::figureOf(*doc.scene);
        const auto dips = retarget::dipsOf(doc, bones);
        QVERIFY(dips);
        const double deepest = deepestSkin(doc);
        const double told = std::max(dips->soles[0].depth, dips->soles[1].depth);
        QVERIFY(std::abs(told - deepest) < 1e-6);
        QCOMPARE_GT(told, 0.02);
        const Diagnostics words = retarget::warningsOf(*dips);
        QVERIFY(!words.empty());
        for (const Diagnostic& each : words) qInfo("%s", each.message.c_str());
        QVERIFY(words[0].message.find("sole goes through the floor") != std::string::npos);
        QVERIFY(words[0].message.find("at frames ") != std::string::npos);
    }
};

POSEWRIGHT_TEST(TestDips, posewright::test::runPlain);
#include "tst_dips.moc"
