#include "tests/support/armatures.h"
#include "tests/support/cases.h"
#include "tests/support/program.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"

#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Where a node is with these tracks, by hand: products of matrices from the top down.
Eigen::Affine3d placed(const Document& doc, NodeIndex row, double frame)
{
    Eigen::Affine3d world = Eigen::Affine3d::Identity();
    std::vector<NodeIndex> way;
    for (NodeIndex at = row; at != kNoNode; at = (*doc.scene)[at].parent) way.push_back(at);
    for (auto at = way.rbegin(); at != way.rend(); ++at) {
        const Node& node = (*doc.scene)[*at];
        const Transform local = sample(doc.clip().track(node.id), node.rest, frame);
        world = world * Eigen::Translation3d(local.translation) * local.rotation *
                Eigen::Scaling(local.scale);
    }
    return world;
}

}  // namespace

/// Lengths in the inspector are lengths in the world, in the document's unit, whatever scales the
/// figure: a shin of 46 cm under an armature that counts in centimetres is 0.46 m long.
class TestWorldLengths : public test::InspectorTest {
    Q_OBJECT

    void open(double scale)
    {
        const Document plain = test::chainDocument(4, 0.3, 20);
        const Quat turn(Eigen::AngleAxisd(-1.5707963267948966, Vec3::UnitX()));
        session_->startNew(test::underArmature(plain, scale, turn), "armature");
        session_->playhead().setFrame(7);
        pick("joint2");
    }
    void pick(const char* name)
    {
        const Scene& scene = *session_->document().scene;
        session_->selection().setNodes({scene[scene.find(name)].id});
    }
    NodeIndex row(const char* name) { return session_->document().scene->find(name); }
    /// From a joint to where it would be with nothing keyed and at rest.
    double lengthOf(const char* name)
    {
        const Document& doc = session_->document();
        const Eigen::Affine3d at = placed(doc, row(name), -1e6);
        return (at.linear() * (*doc.scene)[row(name)].bone()->tip).norm();
    }

private slots:
    void init() { start(); }

    void bonesAreAsLongAsTheyAreSeen_data()
    {
        test::cases<double>("scale",
                            {{"plain", 1.0}, {"centimetres", 0.01}, {"a hundredfold", 100.0}});
    }
    void bonesAreAsLongAsTheyAreSeen()
    {
        QFETCH(double, scale);
        open(scale);
        QCOMPARE(field("inspectorLength").text(), QString("0.25"));
        QCOMPARE(field("inspectorTipX").text(), QString("0.25"));
        QCOMPARE(field("inspectorRestX").text(), QString("0.25"));
        QCOMPARE(field("inspectorPositionX").text(), QString("0.25"));
        type(field("inspectorLength"), "0.46");
        QVERIFY(std::abs(lengthOf("joint2") - 0.46) < 1e-9);
        type(field("inspectorTipX"), "30cm");
        QVERIFY(std::abs(lengthOf("joint2") - 0.3) < 1e-9);
        QCOMPARE(field("inspectorLength").text(), QString("0.3"));
    }

    void whatIsTypedIsALengthInTheWorld_data() { bonesAreAsLongAsTheyAreSeen_data(); }
    void whatIsTypedIsALengthInTheWorld()
    {
        QFETCH(double, scale);
        open(scale);
        const Document& doc = session_->document();
        const auto away = [&](double frame) {
            return (placed(doc, row("joint2"), frame).translation() -
                    placed(doc, row("joint1"), frame).translation())
                .norm();
        };
        type(field("inspectorRestX"), "0.31");
        QVERIFY(std::abs(away(7) - 0.31) < 1e-9);
        QCOMPARE((*doc.scene)[row("joint2")].rest.translation.y(), 0.0);
        type(field("inspectorPositionX"), "0.4");
        QVERIFY(std::abs(away(7) - 0.4) < 1e-9);
        edit::KeyRef key;
        key.node = (*doc.scene)[row("joint2")].id;
        key.frame = 7;
        session_->selection().setKeys({key});
        QCOMPARE(field("inspectorKeyValueX").text(), QString("0.4"));
        type(field("inspectorKeyValueX"), "0.55");
        QVERIFY(std::abs(away(7) - 0.55) < 1e-9);
    }

    void slidesAreMeasuredInTheWorld_data() { bonesAreAsLongAsTheyAreSeen_data(); }
    void slidesAreMeasuredInTheWorld()
    {
        QFETCH(double, scale);
        open(scale);
        PrismaticLimit slide;
        slide.axis = Vec3::UnitX();
        slide.travel = {-0.05 / scale, 0.1 / scale};
        QVERIFY(session_->commit(
            edit::limitEdit((*session_->document().scene)[row("joint2")].id, slide)));
        QCOMPARE(field("inspectorLimitNearest").text(), QString("-0.05"));
        QCOMPARE(field("inspectorLimitFarthest").text(), QString("0.1"));
        type(field("inspectorLimitFarthest"), "0.2");
        const Document& doc = session_->document();
        const auto& now = std::get<PrismaticLimit>((*doc.scene)[row("joint2")].bone()->limit);
        QVERIFY(std::abs(now.travel.max * scale - 0.2) < 1e-9);
        QVERIFY(std::abs(now.travel.min * scale + 0.05) < 1e-9);
    }

    void numbersThatNothingScalesAreKeptToTheBit()
    {
        open(1);
        type(field("inspectorRestX"), "0.3");
        QCOMPARE((*session_->document().scene)[row("joint2")].rest.translation.x(), 0.3);
        type(field("inspectorTipX"), "0.7");
        QCOMPARE((*session_->document().scene)[row("joint2")].bone()->tip.x(), 0.7);
    }
};

POSEWRIGHT_TEST(TestWorldLengths, posewright::test::runWithWidgets);
#include "tst_world_lengths.moc"
