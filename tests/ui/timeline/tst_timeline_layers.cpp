#include "core/motion/layer.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"
#include "ui/timeline/commands.h"

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

namespace {

/// A chain with two layers: "low" turns the second joint, "high" the third.
Document withLayers()
{
    Document doc = test::chainDocument(4, 0.2, 40);
    doc = *edit::apply(doc, edit::AddLayer{"low", {}, {}});
    doc = *edit::apply(doc, edit::AddLayer{"high", {}, {}});
    for (const auto& [layer, joint] : {std::pair("low", 2), std::pair("high", 3)})
        for (const double frame : {4.0, 12.0, 20.0}) {
            edit::SetLayerKey key{layer, NodeId(joint), frame, {}, {}, {}};
            key.rotation = frame == 12 ? Quat(0.8, 0.6, 0, 0) : Quat::Identity();
            doc = *edit::apply(doc, key);
        }
    return doc;
}

const posewright::Layer& layer(const TimelineHand& hand, const char* name)
{
    const Clip& clip = hand.doc().clip();
    return *clip.layers[findLayer(clip, name)];
}

QPoint switchAt(const TimelineHand& hand, const QString& name, TimelineLayout::Switch which)
{
    return hand.timeline.layoutNow().switchRect(hand.row(name), which).center();
}

std::vector<double> keysOf(const TimelineHand& hand, const char* name, NodeId joint)
{
    const Track* track = layer(hand, name).track(joint);
    return track ? keyFrames(*track) : std::vector<double>{};
}

}  // namespace

/// The rows of layers, their switches, and their keys.
class TestTimelineLayers : public QObject {
    Q_OBJECT

private slots:
    void layersLieAboveTheJointsTheLastOnTop()
    {
        TimelineHand hand(withLayers(), {1000, 600});
        const int group = hand.row("Layers");
        QVERIFY(group > 0);
        QCOMPARE(hand.row("high"), group + 1);
        QCOMPARE(hand.row("low"), group + 2);
        QVERIFY(hand.row("Joints") > hand.row("low"));
        QVERIFY(hand.frames("high") == (std::vector<double>{4, 12, 20}));
    }

    void switchesAreClickedAndTheWeightIsDragged()
    {
        using Switch = TimelineLayout::Switch;
        TimelineHand hand(withLayers(), {1000, 600});
        const Document before = hand.doc();
        hand.click(switchAt(hand, "low", Switch::On));
        QVERIFY(!layer(hand, "low").on);
        QVERIFY(layer(hand, "high").on);
        hand.click(switchAt(hand, "low", Switch::On));
        hand.click(switchAt(hand, "high", Switch::Solo));
        QVERIFY(layer(hand, "high").solo);
        hand.session.undo();
        QVERIFY(!layer(hand, "high").solo);

        const QPoint weight = switchAt(hand, "high", Switch::Weight);
        hand.drag(weight, weight - QPoint(40, 0));
        QCOMPARE(weightAt(layer(hand, "high"), 7), 0.6);
        hand.session.undo();
        QCOMPARE(weightAt(layer(hand, "high"), 7), 1.0);
        hand.session.undo();
        hand.session.undo();
        QVERIFY(hand.doc().clip() == before.clip());
    }

    void keysAreMovedAndDeletedWithTheMouse()
    {
        TimelineHand hand(withLayers(), {1000, 600});
        const auto tracks = hand.doc().clip().tracks;
        hand.drag(hand.at("high", 12), hand.at("high", 15));
        QVERIFY(keysOf(hand, "high", NodeId(3)) == (std::vector<double>{4, 15, 20}));
        QVERIFY(hand.frames("high") == (std::vector<double>{4, 15, 20}));
        QVERIFY(keysOf(hand, "low", NodeId(2)) == (std::vector<double>{4, 12, 20}));
        QCOMPARE(hand.session.selection().keys().size(), 1U);
        QVERIFY(hand.session.selection().keys().front().layer == "high");
        QVERIFY(bool(timeline::remove(hand.session, false)));
        QVERIFY(keysOf(hand, "high", NodeId(3)) == (std::vector<double>{4, 20}));
        QVERIFY(hand.doc().clip().tracks == tracks);
        QVERIFY(hand.session.selection().keys().empty());
    }

    void keysArePutWhereTheOffsetIs()
    {
        TimelineHand hand(withLayers(), {1000, 600});
        const Offset before = offsetAt(hand.doc().clip(), NodeId(3), 8);
        QTest::mouseDClick(hand.canvas(), Qt::LeftButton, {}, hand.at("high", 8));
        QVERIFY(keysOf(hand, "high", NodeId(3)) == (std::vector<double>{4, 8, 12, 20}));
        const Offset after = offsetAt(hand.doc().clip(), NodeId(3), 8);
        QVERIFY(before.rotation.angularDistance(after.rotation) < 1e-12);
    }

    void copiedKeysComeBackToTheirLayer()
    {
        TimelineHand hand(withLayers(), {1000, 600});
        hand.click(hand.at("low", 12));
        const QByteArray text = timeline::copied(hand.session);
        hand.session.playhead().setFrame(30);
        QVERIFY(bool(timeline::paste(hand.session, text)));
        QVERIFY(keysOf(hand, "low", NodeId(2)) == (std::vector<double>{4, 12, 20, 30}));
        QVERIFY(hand.session.selection().keys().front().layer == "low");
    }

    /// On recorded motion a pasted pose goes to a layer, in one step, and is selected there.
    void aPosePastedOnRecordedMotionIsOfALayer()
    {
        Document doc = test::chainDocument(4, 0.2, 40);
        for (int frame = 0; frame <= 40; ++frame) {
            edit::SetJointKey key{NodeId(2), double(frame), {}, {}, {}, {}};
            key.rotation = Quat(Eigen::AngleAxisd(0.02 * frame, Vec3::UnitX()));
            doc = *edit::apply(doc, key);
        }
        TimelineHand hand(doc, {1000, 600});
        const Document before = hand.doc();
        hand.session.selection().setKeys({{NodeId(2), ConstraintId::None, {}, 4}});
        const QByteArray text = timeline::copied(hand.session);
        hand.session.playhead().setFrame(20);
        for (const bool flipped : {false, true}) {
            QVERIFY(flipped ? bool(timeline::pasteFlipped(hand.session, text))
                            : bool(timeline::paste(hand.session, text)));
            QVERIFY(hand.doc().clip().tracks == before.clip().tracks);
            QCOMPARE(int(hand.doc().clip().layers.size()), 1);
            QCOMPARE(int(hand.session.selection().keys().size()), 1);
            QCOMPARE(hand.session.selection().keys().front().layer, std::string("Layer 1"));
            QVERIFY(hand.session.history().undoText().contains("1 key"));
            hand.session.undo();
            QVERIFY(hand.doc().clip().layers.empty());
        }
    }

    void aKeyOfTheWeightHasARowOfItsOwn()
    {
        TimelineHand hand(withLayers(), {1000, 600});
        QVERIFY(hand.session.commit(edit::SetLayerWeightKey{"low", 6, 0.5, {}}));
        const TimelineLayout layout = hand.timeline.layoutNow();
        const int low = hand.row("low");
        hand.click({4 + hand.rows()[low].depth * layout.indent + layout.indent / 2,
                    hand.at("low", 0).y()});
        const int row = hand.row("Weight");
        QVERIFY(row > low);
        hand.drag(hand.at("Weight", 6), hand.at("Weight", 9));
        QVERIFY(layer(hand, "low").weight.find(9));
        QVERIFY(!layer(hand, "low").weight.find(6));
        QTest::mouseDClick(hand.canvas(), Qt::LeftButton, {}, hand.at("Weight", 25));
        QCOMPARE(layer(hand, "low").weight.size(), 2U);
    }
};

POSEWRIGHT_TEST(TestTimelineLayers, posewright::test::runWithWidgets);
#include "tst_timeline_layers.moc"
