#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "tests/core/edit/reaching.h"
#include "tests/support/biped.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using namespace posewright::test::reach;
using nlohmann::json;

class TestTargets : public QObject {
    Q_OBJECT

private slots:
    void addingATargetMovesNoPose_data();
    void addingATargetMovesNoPose();
    void aNewTargetIsWhereItsEffectorIsShown();
    void theFirstKeyOpensAReachOverTheRange();
    void theFirstKeyWithoutAPositionStartsFromThePoseShown();
    void keyingATargetWhereItIsShownChangesNothingThere();
    void positionsAreWorldWhateverTheTargetHangsOn();
    void keysLeaveAsTheyAreToldTo();
    void removingATargetTakesAllThatIsItsOwn();
    void removingATargetCanKeepThePose();
    void aRemovedTargetKeepsThePoseInEveryClip();
    void aRemovedTargetLeavesLayersAlone();
    void settingATargetChangesWhatIsGiven();
    void theFirstKeyOfAStraightLimbMovesNothing();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
};

void TestTargets::addingATargetMovesNoPose_data()
{
    QTest::addColumn<QString>("effector");
    QTest::addColumn<QString>("root");
    QTest::newRow("a chain apart") << "RightFoot"
                                   << "RightUpLeg";
    QTest::newRow("the same chain") << "LeftHand"
                                    << "LeftArm";
    QTest::newRow("a longer chain over it") << "LeftHand"
                                            << "Hips";
    QTest::newRow("a chain below it") << "LeftHand"
                                      << "LeftForeArm";
    QTest::newRow("a chain that ties two groups together") << "LeftForeArm"
                                                           << "Spine";
    QTest::newRow("one that its root hangs below") << "Chest"
                                                   << "Hips";
}

void TestTargets::addingATargetMovesNoPose()
{
    QFETCH(QString, effector);
    QFETCH(QString, root);
    const Document before = edited(reaching(), {addTarget("chest", "Chest", "Hips"),
                                                targetKey("chest", 0, {0.05, 1.2, 0.1}),
                                                addTarget("hand.R", "RightHand", "RightArm"),
                                                targetKey("hand.R", 4, {-0.4, 1.5, 0.2})});
    const Document after =
        edited(before, addTarget("new", effector.toUtf8().constData(), root.toUtf8().constData()));
    QVERIFY(sameMotion(before, after));
}

void TestTargets::aNewTargetIsWhereItsEffectorIsShown()
{
    json add = addTarget("foot", "LeftFoot", "LeftUpLeg");
    add["frame"] = 12;
    const Document before = reaching();
    const Document doc = edited(before, add);
    const Node& node = (*doc.scene)[doc.scene->find("foot")];
    QCOMPARE(node.parent, kNoNode);
    const WorldTransform foot = at(before, "LeftFoot", 12);
    QVERIFY(node.rest.translation == foot.position);
    QVERIFY(angleBetween(node.rest.rotation, foot.rotation) < 1e-15);
    const Constraint* constraint = findConstraint(doc, "foot");
    QVERIFY(constraint);
    QCOMPARE(constraint->root, nodeNamed(doc, "LeftUpLeg"));
    QVERIFY(!doc.clip().spanRow(constraint->id));
    QVERIFY(!doc.clip().track(node.id));
}

void TestTargets::theFirstKeyOpensAReachOverTheRange()
{
    Document doc = edited(biped(), addTarget("hand", "LeftHand", "LeftArm"));
    doc = edited(doc, targetKey("hand", 6, {0.5, 1.5, 0.3}));
    const ConstraintId hand = targetNamed(doc, "hand");
    const SpanRow* row = doc.clip().spanRow(hand);
    QVERIFY(row && row->spans.size() == 1);
    QCOMPARE(row->spans[0].start, 0.0);
    QCOMPARE(row->spans[0].end, 24.0);
    QCOMPARE(row->spans[0].kind, SpanKind::Reach);
    QVERIFY((at(doc, "LeftHand", 6).position - Vec3(0.5, 1.5, 0.3)).norm() < 1e-6);

    // Not again: neither after the span was taken away, nor where there is one already.
    doc = edited(
        doc, {{{"edit", "removeSpan"}, {"target", "hand"}, {"start", 0}}, targetKey("hand", 8)});
    QVERIFY(!doc.clip().spanRow(hand));
    Document held = edited(biped(), addTarget("hand", "LeftHand", "LeftArm"));
    held = edited(
        held,
        {{{"edit", "setSpan"}, {"target", "hand"}, {"start", 2}, {"end", 5}, {"kind", "reach"}},
         targetKey("hand", 3)});
    QCOMPARE(held.clip().spanRow(targetNamed(held, "hand"))->spans.size(), 1U);
    QCOMPARE(held.clip().spanRow(targetNamed(held, "hand"))->spans[0].end, 5.0);
}

void TestTargets::theFirstKeyWithoutAPositionStartsFromThePoseShown()
{
    const Document before = edited(biped(), addTarget("foot", "LeftFoot", "LeftUpLeg"));
    const Document doc = edited(before, targetKey("foot", 12));
    // The hips have moved since frame 0, where the target was made: the key is where the foot is.
    QVERIFY((at(before, "LeftFoot", 12).position - at(before, "LeftFoot", 0).position).norm() >
            0.05);
    QVERIFY((at(doc, "foot", 12).position - at(before, "LeftFoot", 12).position).norm() < 1e-15);
}

void TestTargets::keyingATargetWhereItIsShownChangesNothingThere()
{
    const Document before = reaching();
    for (const double frame : {0.0, 7.0, 13.5, 20.0}) {
        const Document doc = edited(before, targetKey("hand.L", frame));
        QVERIFY(at(doc, "hand.L", frame).position == at(before, "hand.L", frame).position);
    }
}

void TestTargets::positionsAreWorldWhateverTheTargetHangsOn()
{
    Document doc =
        edited(reaching(), {{"edit", "reparentBone"}, {"bone", "hand.L"}, {"parent", "Hips"}});
    const Vec3 wanted(0.3, 1.3, 0.4);
    const Quat turn(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
    json key = targetKey("hand.L", 12, {0.3, 1.3, 0.4});
    key["rotation"] = {turn.x(), turn.y(), turn.z(), turn.w()};
    doc = edited(doc, key);
    QVERIFY((at(doc, "hand.L", 12).position - wanted).norm() < 1e-15);
    QVERIFY(angleBetween(at(doc, "hand.L", 12).rotation, turn) < 1e-12);
    QVERIFY((at(doc, "Hips", 12).position - at(doc, "Hips", 0).position).norm() > 0.1);
}

void TestTargets::keysLeaveAsTheyAreToldTo()
{
    json key = targetKey("hand.L", 0, {0.5, 1.6, 0.2});
    key["rotation"] = {0, 0, 0, 1};
    for (const auto& [word, scalar, rotation] :
         {std::tuple{"constant", Interpolation::Constant, RotationInterpolation::Step},
          std::tuple{"linear", Interpolation::Linear, RotationInterpolation::Slerp},
          std::tuple{"bezier", Interpolation::Bezier, RotationInterpolation::Cubic},
          std::tuple{"eased", Interpolation::Bezier, RotationInterpolation::Eased}}) {
        key["interpolation"] = word;
        const Document doc = edited(reaching(), key);
        const Track* track = doc.clip().track(nodeNamed(doc, "hand.L"));
        QCOMPARE(track->translation[0]->keys()[0].interpolation, scalar);
        QCOMPARE(track->rotation->keys()[0].interpolation, rotation);
    }
    // An ease of a scalar is what the ease of a rotation is: a quarter of the time, less of the
    // way.
    key["interpolation"] = "eased";
    const Document doc = edited(reaching(), key);
    const Curve& x = *doc.clip().track(nodeNamed(doc, "hand.L"))->translation[0];
    QVERIFY(std::abs(x.sample(5) - (0.5 + eased({}, 0.25) * (0.4 - 0.5))) < 1e-12);
}

void TestTargets::removingATargetTakesAllThatIsItsOwn()
{
    const Document doc =
        edited(reaching(),
               {{{"edit", "addPole"}, {"target", "hand.L"}},
                {{"edit", "setJointKey"}, {"joint", "hand.L pole"}, {"frame", 3}},
                {{"edit", "setInfluenceKey"}, {"target", "hand.L"}, {"frame", 0}, {"value", 0.5}},
                {{"edit", "addClip"}, {"name", "second"}},
                {{"edit", "setActiveClip"}, {"name", "second"}},
                targetKey("hand.L", 3, {0.4, 1.4, 0.2}),
                {{"edit", "removeTarget"}, {"name", "hand.L"}}});
    QCOMPARE(doc.scene->size(), biped().scene->size());
    QVERIFY(doc.rig->constraints.empty());
    for (const Shared<Clip>& clip : doc.clips) {
        QVERIFY(clip->spans.empty());
        QVERIFY(clip->influences.empty());
    }
    QCOMPARE(doc.clips[0]->tracks, biped().clips[0]->tracks);
    QVERIFY(doc.clips[1]->tracks.empty());
}

void TestTargets::removingATargetCanKeepThePose()
{
    const Document before = reaching();
    const Document doc =
        edited(before, {{"edit", "removeTarget"}, {"name", "hand.L"}, {"keepPose", true}});
    double most = 0;
    for (int frame = 0; frame <= 24; ++frame)
        for (const char* node : {"LeftHand", "LeftForeArm", "LeftArm", "Head"})
            most = std::max(
                most, (at(doc, node, frame).position - at(before, node, frame).position).norm());
    QVERIFY2(most < 1e-12, QByteArray::number(most));
    const Document without = edited(before, {{"edit", "removeTarget"}, {"name", "hand.L"}});
    QVERIFY((at(without, "LeftHand", 0).position - at(before, "LeftHand", 0).position).norm() >
            0.1);
}

void TestTargets::aRemovedTargetLeavesLayersAlone()
{
    const auto offset = [](const char* layer, const char* joint, double turn) {
        return json{{"edit", "setLayerKey"},
                    {"layer", layer},
                    {"joint", joint},
                    {"frame", 6},
                    {"rotation", {std::sin(turn), 0, 0, std::cos(turn)}}};
    };
    const Document before =
        edited(reaching(), {{{"edit", "addLayer"}, {"name", "off"}},
                            offset("off", "LeftArm", 0.1),
                            offset("off", "Head", 0.2),
                            {{"edit", "setLayer"}, {"layer", "off"}, {"on", false}},
                            {{"edit", "addLayer"}, {"name", "on"}},
                            offset("on", "LeftArm", 0.15),
                            offset("on", "Head", 0.1)});
    const Document after =
        edited(before, {{"edit", "removeTarget"}, {"name", "hand.L"}, {"keepPose", true}});
    QCOMPARE(after.clip().layers.size(), 2U);
    QVERIFY(after.clip().layers[0] == before.clip().layers[0]);
    QVERIFY(after.clip().layers[1]->track(before.scene->nodes()[before.scene->find("Head")].id));
    double most = 0;
    for (int frame = 0; frame <= 24; ++frame)
        for (const char* node : {"LeftHand", "LeftForeArm", "LeftArm", "Head"})
            most = std::max(
                most, (at(after, node, frame).position - at(before, node, frame).position).norm());
    QVERIFY2(most < 1e-12, QByteArray::number(most));
}

void TestTargets::aRemovedTargetKeepsThePoseInEveryClip()
{
    // In another clip, and on frames that are not in its range either.
    const json second = {addTarget("hand.L", "LeftHand", "LeftArm"),
                         targetKey("hand.L", 0, {0.5, 1.6, 0.2}),
                         {{"edit", "addClip"}, {"name", "second"}},
                         {{"edit", "setActiveClip"}, {"name", "second"}},
                         targetKey("hand.L", 0, {0.45, 1.5, 0.2}),
                         targetKey("hand.L", 30, {0.4, 1.2, 0.35}),
                         {{"edit", "setActiveClip"}, {"name", "Clip"}}};
    const Document before = edited(biped(), second);
    const Document after =
        edited(before, {{"edit", "removeTarget"}, {"name", "hand.L"}, {"keepPose", true}});
    for (const char* clip : {"Clip", "second"}) {
        const Document a = edited(before, {{"edit", "setActiveClip"}, {"name", clip}});
        const Document b = edited(after, {{"edit", "setActiveClip"}, {"name", clip}});
        double most = 0;
        for (double frame = a.playback.start; frame <= a.playback.end; ++frame)
            most = std::max(
                most,
                (at(a, "LeftHand", frame).position - at(b, "LeftHand", frame).position).norm());
        QVERIFY2(most < 1e-12, QByteArray(clip) + ' ' + QByteArray::number(most));
    }
}

void TestTargets::settingATargetChangesWhatIsGiven()
{
    const Document doc = edited(reaching(), {{"edit", "setTarget"},
                                             {"name", "hand.L"},
                                             {"solver", "fabrik"},
                                             {"weight", 2.5},
                                             {"orientation", true},
                                             {"root", "Chest"}});
    const Constraint* c = findConstraint(doc, "hand.L");
    QCOMPARE(c->solver, std::string("fabrik"));
    QCOMPARE(c->weight, 2.5);
    QVERIFY(c->orientation);
    QCOMPARE(c->root, nodeNamed(doc, "Chest"));
    QCOMPARE(c->soft, findConstraint(reaching(), "hand.L")->soft);
    QVERIFY(!c->rootMoves);
    QVERIFY(edited(doc, {{"edit", "setTarget"}, {"name", "hand.L"}}) == doc);
}

void TestTargets::theFirstKeyOfAStraightLimbMovesNothing()
{
    // Arms stretched to the last millimetre, as motion capture and rest poses have them.
    const Document straight = test::biped(false);
    const Document with = edited(straight, addTarget("hand.L", "LeftHand", "LeftArm"));
    const Document keyed = edited(with, targetKey("hand.L", 0));
    QCOMPARE(findConstraint(keyed, "hand.L")->soft, 0.0);
    for (const char* joint : {"LeftArm", "LeftForeArm", "LeftHand"}) {
        const double moved =
            (at(keyed, joint, 0).position - at(straight, joint, 0).position).norm();
        QVERIFY2(moved < 1e-8, qPrintable(QString("%1 moves by %2 m").arg(joint).arg(moved)));
    }
    // A softness that was chosen stays.
    const Document chosen = edited(
        with, {{{"edit", "setTarget"}, {"name", "hand.L"}, {"soft", 0.1}}, targetKey("hand.L", 0)});
    QCOMPARE(findConstraint(chosen, "hand.L")->soft, 0.1);
}

void TestTargets::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const json& edit, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QString(said);
    };
    row("a name that is taken", addTarget("Head", "LeftHand", "LeftArm"),
        "#/0/name: the name \"Head\" is taken");
    row("no name", addTarget("", "LeftHand", "LeftArm"), "#/0/name: the name is empty");
    row("a line break", addTarget("a\nb", "LeftHand", "LeftArm"),
        "#/0/name: the name has a control character in it");
    row("root not above", addTarget("x", "LeftHand", "RightArm"),
        "#/0/root: \"RightArm\" is not above \"LeftHand\"");
    row("root is the effector", addTarget("x", "LeftHand", "LeftHand"),
        "#/0/root: \"LeftHand\" is not above \"LeftHand\"");
    row("no such effector", addTarget("x", "Tail", "LeftArm"),
        "#/0/effector: there is no node \"Tail\"");
    json fit = addTarget("x", "LeftHand", "LeftArm");
    fit["fit"] = 0;
    row("fit to nothing", fit, "#/0/fit: the tolerance is not greater than 0");
    row("no such target", {{"edit", "addPole"}, {"target", "x"}},
        "#/0/target: there is no target \"x\"");
    row("a node that is no target", {{"edit", "addPole"}, {"target", "Head"}},
        "#/0/target: there is no target \"Head\"");
    row("a weight of nothing", {{"edit", "setTarget"}, {"name", "hand.L"}, {"weight", 0}},
        "#/0/weight: the weight is not greater than 0");
    row("an unknown solver", {{"edit", "setTarget"}, {"name", "hand.L"}, {"solver", "magic"}},
        "#/0/solver: there is no solver \"magic\"");
    json key = targetKey("hand.L", 0);
    key["rotation"] = {0, 0, 0, 2};
    row("not a rotation", key, "#/0/rotation: the rotation is not a unit quaternion");
    row("a place beyond all", targetKey("hand.L", 0, {0, 1e15, 0}),
        "#/0/position: it is beyond a billion");
    row("a frame beyond all", targetKey("hand.L", 1e12), "#/0/frame: the frame is out of range");
    row("a target below its own chain",
        {{"edit", "reparentBone"}, {"bone", "hand.L"}, {"parent", "LeftForeArm"}},
        "#/0: the target \"hand.L\" hangs below \"LeftForeArm\", which it drives itself: hand.L -> "
        "LeftForeArm -> hand.L (hand.L)");
}

void TestTargets::whatCannotBeIsRefused()
{
    isRefusedAsSaid(reaching());
}

POSEWRIGHT_TEST(TestTargets, posewright::test::runWithEvents);
#include "tst_targets.moc"
