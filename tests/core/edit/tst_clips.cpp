#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using nlohmann::json;

namespace {

/// Hips and a reaching hand that move; an eased and a cubic interval; a marker.
Document moving()
{
    return edited(
        biped(),
        {addTarget("hand", "LeftHand", "LeftArm"),
         targetKey("hand", 0, {0.5, 1.6, 0.2}),
         targetKey("hand", 20, {0.4, 1.2, 0.35}),
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 6}, {"end", 10}, {"kind", "contact"}},
         {{"edit", "setSpan"},
          {"target", "hand"},
          {"start", 10},
          {"end", 24},
          {"kind", "reach"},
          {"in", 2}},
         {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 12}, {"value", 0.75}},
         {{"edit", "setJointKey"},
          {"joint", "RightArm"},
          {"frame", 12},
          {"rotation", {0, 0, 0, 1}},
          {"interpolation", "eased"}},
         {{"edit", "addMarker"}, {"frame", 6}, {"name", "touch"}}});
}

}  // namespace

class TestClips : public QObject {
    Q_OBJECT

private slots:
    void theRangeLoopAndRateAreSet();
    void retimingKeepsEverySecondAsItWas();
    void clipsComeAndGo();
    void switchingClipsShowsTheirRange();
    void theClipAfterARemovedOneIsShownOverItsKeys();
    void markersAreSortedAndReplaced();
    void bakingKeepsTheMotionAndSwitchesTheTargetsOff();
    void bakingEndsWhereTheRangeDoes();
    void bakedJointsThatKeepStillAreNotKeyedEachFrame();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
};

void TestClips::theRangeLoopAndRateAreSet()
{
    const Document doc = edited(moving(), {{{"edit", "setRange"}, {"start", -3}, {"end", 30.5}},
                                           {{"edit", "setLoop"}, {"loop", false}},
                                           {{"edit", "setFps"}, {"fps", 30}}});
    QCOMPARE(doc.playback.start, -3.0);
    QCOMPARE(doc.playback.end, 30.5);
    QVERIFY(!doc.playback.loop);
    QCOMPARE(doc.clip().rate, 30.0);
    QCOMPARE(doc.clip().tracks, moving().clips[0]->tracks);
}

void TestClips::retimingKeepsEverySecondAsItWas()
{
    const Document before = moving();
    const Document doc = edited(before, {{"edit", "setFps"}, {"fps", 60}, {"retime", true}});
    QCOMPARE(doc.playback.end, 60.0);
    QCOMPARE(doc.clip().markers[0].frame, 15.0);
    const auto& row = doc.clip().spanRow(targetNamed(doc, "hand"))->spans;
    QCOMPARE(row[1].start, 15.0);
    QCOMPARE(row[2].in, 5.0);
    double most = 0;
    double turn = 0;
    for (double frame = -1; frame <= 25; frame += 0.5) {
        const Evaluation a = evaluate(before, frame);
        const Evaluation b = evaluate(doc, frame * 2.5);
        for (std::size_t i = 0; i < a.world.size(); ++i) {
            most = std::max(most, (a.world[i].position - b.world[i].position).norm());
            turn = std::max(turn, angleBetween(a.world[i].rotation, b.world[i].rotation));
        }
    }
    QVERIFY2(most < 1e-9, QByteArray::number(most));
    QVERIFY2(turn < 1e-9, QByteArray::number(turn));
    // There and back: the very document, where the factor is a power of two.
    QVERIFY(edited(before, {{{"edit", "setFps"}, {"fps", 48}, {"retime", true}},
                            {{"edit", "setFps"}, {"fps", 24}, {"retime", true}}}) == before);
}

void TestClips::clipsComeAndGo()
{
    const Document before = moving();
    Document doc = edited(
        before, {{{"edit", "setFps"}, {"fps", 30}}, {{"edit", "addClip"}, {"name", "wave"}}});
    QCOMPARE(doc.clips.size(), 2U);
    QCOMPARE(doc.playback.clip, 0);
    QCOMPARE(doc.clips[1]->rate, 30.0);
    QVERIFY(doc.clips[1]->tracks.empty());
    doc = edited(doc, {{{"edit", "setActiveClip"}, {"name", "wave"}},
                       {{"edit", "removeClip"}, {"name", "Clip"}}});
    QCOMPARE(doc.playback.clip, 0);
    QCOMPARE(doc.clip().name, std::string("wave"));
}

void TestClips::switchingClipsShowsTheirRange()
{
    Document doc = edited(moving(), {{{"edit", "addClip"}, {"name", "wave"}},
                                     {{"edit", "setActiveClip"}, {"name", "wave"}}});
    QCOMPARE(doc.playback.end, 24.0);  // an empty clip has no range of its own
    doc = edited(doc, {{{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", 40}},
                       {{"edit", "setActiveClip"}, {"name", "Clip"}},
                       {{"edit", "setActiveClip"}, {"name", "wave"}}});
    QCOMPARE(doc.playback.start, 40.0);
    QCOMPARE(doc.playback.end, 40.0);
}

void TestClips::theClipAfterARemovedOneIsShownOverItsKeys()
{
    const auto key = [](double frame) {
        return json{{"edit", "setJointKey"}, {"joint", "Head"}, {"frame", frame}};
    };
    const auto clip = [](const char* edit, const char* name) {
        return json{{"edit", edit}, {"name", name}};
    };
    const Document before = edited(moving(), {clip("addClip", "wave"),
                                              clip("setActiveClip", "wave"),
                                              key(3.25),
                                              key(40.5),
                                              clip("addClip", "nod"),
                                              clip("setActiveClip", "nod"),
                                              key(2),
                                              key(7),
                                              {{"edit", "setPreviewRange"}, {"frames", {3, 5}}}});
    // The last one in the list goes: the one before it is shown.
    const Document last = edited(before, clip("removeClip", "nod"));
    QCOMPARE(last.clip().name, std::string("wave"));
    QCOMPARE(last.playback.start, 3.25);
    QCOMPARE(last.playback.end, 40.5);
    QVERIFY(!last.playback.preview);
    // One in the middle: the one after it, as if that had been chosen.
    const Document chosen = edited(before, clip("setActiveClip", "wave"));
    const Document middle = edited(chosen, clip("removeClip", "wave"));
    QCOMPARE(middle.clip().name, std::string("nod"));
    QCOMPARE(middle.playback.start, 2.0);
    QCOMPARE(middle.playback.end, 7.0);
    // One that is not shown leaves the range and the preview.
    const Document other = edited(before, clip("removeClip", "wave"));
    QCOMPARE(other.clip().name, std::string("nod"));
    QCOMPARE(other.playback.start, before.playback.start);
    QCOMPARE(other.playback.end, before.playback.end);
    QVERIFY(other.playback.preview == before.playback.preview);
}

void TestClips::markersAreSortedAndReplaced()
{
    Document doc = edited(moving(), {{{"edit", "addMarker"}, {"frame", 2}, {"name", "start"}},
                                     {{"edit", "addMarker"}, {"frame", 6}, {"name", "contact"}}});
    QCOMPARE(doc.clip().markers.size(), 2U);
    QCOMPARE(doc.clip().markers[0].name, std::string("start"));
    QCOMPARE(doc.clip().markers[1].name, std::string("contact"));
    doc = edited(doc, {{"edit", "removeMarker"}, {"frame", 2}});
    QCOMPARE(doc.clip().markers.size(), 1U);
}

void TestClips::bakingKeepsTheMotionAndSwitchesTheTargetsOff()
{
    const Document before = moving();
    const Document doc = edited(before, {{"edit", "bakeToKeys"}, {"frames", {4, 16}}});
    const ConstraintId hand = targetNamed(doc, "hand");
    QCOMPARE(spanAt(doc.clip().spanRow(hand), 9)->kind, SpanKind::Off);
    QCOMPARE(doc.rig->constraints.size(), before.rig->constraints.size());
    for (double frame = 0; frame <= 24; ++frame) {
        const Evaluation a = evaluate(before, frame);
        const Evaluation b = evaluate(doc, frame);
        // At its last frame the span that follows acts again, and the elbow settles anew from
        // there.
        const bool within = frame >= 4 && frame < 16;
        if (within) QCOMPARE(b.targets[0].status, ik::Status::Inactive);
        double most = 0;
        for (std::size_t i = 0; i < a.world.size(); ++i)
            most = std::max(most, (a.world[i].position - b.world[i].position).norm());
        QVERIFY2(most < (within ? 1e-9 : 0.015), QByteArray::number(most));
    }
    // Baked at 4 to 15, and the arm's own rest at 3, 16 and 17, where the hand goes on.
    QCOMPARE(doc.clip().track(nodeNamed(doc, "LeftArm"))->rotation->keys().size(), 15U);
    QVERIFY(doc.clip().track(nodeNamed(doc, "Hips"))->translation ==
            before.clip().track(nodeNamed(before, "Hips"))->translation);

    const Document reduced =
        edited(before, {{"edit", "bakeToKeys"}, {"frames", {4, 16}}, {"reduce", 0.01}});
    QVERIFY(reduced.clip().track(nodeNamed(doc, "LeftArm"))->rotation->keys().size() < 13U);
}

void TestClips::bakingEndsWhereTheRangeDoes()
{
    Document before = edited(moving(), {{"edit", "setRange"}, {"start", 0}, {"end", 16.5}});
    for (const bool whole : {true, false}) {
        json bake = {{"edit", "bakeToKeys"}};
        if (!whole) bake["frames"] = {2, 16.5};
        const Document doc = edited(before, bake);
        double most = 0;
        for (const double frame : {2.0, 9.0, 16.0, 16.5}) {
            const Evaluation a = evaluate(before, frame);
            const Evaluation b = evaluate(doc, frame);
            for (std::size_t i = 0; i < a.world.size(); ++i)
                most = std::max(most, (a.world[i].position - b.world[i].position).norm());
        }
        QVERIFY2(most < 1e-9, QByteArray::number(most));
    }
}

void TestClips::bakedJointsThatKeepStillAreNotKeyedEachFrame()
{
    const Document before =
        edited(biped(false), {addTarget("hand", "LeftHand", "LeftArm"),
                              {{"edit", "setTargetKey"}, {"target", "hand"}, {"frame", 0}}});
    const Document doc = edited(before, {{"edit", "bakeToKeys"}});
    QCOMPARE(doc.clip().track(nodeNamed(doc, "LeftArm"))->rotation->keys().size(), 2U);
    for (double frame = 0; frame <= 24; ++frame)
        QVERIFY((evaluate(doc, frame).world.back().position -
                 evaluate(before, frame).world.back().position)
                    .norm() < 1e-12);
}

void TestClips::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const json& edit, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QString(said);
    };
    row("back in time", {{"edit", "setRange"}, {"start", 5}, {"end", 4}},
        "#/0/end: the range ends before its start");
    row("no rate", {{"edit", "setFps"}, {"fps", 0}}, "#/0/fps: the rate is not greater than 0");
    row("the last clip", {{"edit", "removeClip"}, {"name", "Clip"}},
        "#/0/name: the last clip has to stay");
    row("no such clip", {{"edit", "setActiveClip"}, {"name", "x"}},
        "#/0/name: there is no clip \"x\"");
    row("a clip that is there", {{"edit", "addClip"}, {"name", "Clip"}},
        "#/0/name: the name \"Clip\" is taken");
    row("no marker", {{"edit", "removeMarker"}, {"frame", 7}},
        "#/0/frame: there is no marker at frame 7");
    row("frames back", {{"edit", "bakeToKeys"}, {"frames", {8, 7}}},
        "#/0/frames: the frames end before they start");
    row("not frames", {{"edit", "bakeToKeys"}, {"frames", {8, "x"}}},
        "#/0/frames/1: it is not a finite number");
}

void TestClips::whatCannotBeIsRefused()
{
    isRefusedAsSaid(moving());
}

POSEWRIGHT_TEST(TestClips, posewright::test::runWithEvents);
#include "tst_clips.moc"
