#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/models/key_words.h"
#include "ui/models/status_text.h"

using namespace posewright;
using namespace posewright::ui;

/// What the first key of a target does to its soft reach is said.
class TestFirstKeyTold : public QObject {
    Q_OBJECT

private slots:
    void aStraightLimbGetsNoEase()
    {
        const Document before =
            test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm")});
        // In its rest pose the arm has 0.7 % of its reach left.
        edit::SetTargetKey key;
        key.target = test::targetNamed(before, "hand");
        key.frame = 0;
        const Document now = *edit::apply(before, key);
        QVERIFY(findConstraint(*before.rig, key.target)->soft > 0);
        QCOMPARE(findConstraint(*now.rig, key.target)->soft, 0.0);
        QCOMPARE(exactWords(before, now, {key}),
                 QString("Soft reach of hand is off from now on: the limb is nearly straight, and "
                         "easing would bend it at once"));
        // The second key changes nothing of that.
        key.frame = 12;
        QCOMPARE(exactWords(now, *edit::apply(now, key), {key}), QString());
    }

    /// Where the figure moves, one key over the whole range holds its limb throughout.
    void aKeyForTheWholeRangeIsTold()
    {
        const auto keyed = [](const Document& before) {
            edit::SetTargetKey key;
            key.target = test::targetNamed(before, "hand");
            key.frame = 5;
            return actsWords(before, *edit::apply(before, key), {key});
        };
        const auto withHand = [](const Document& doc) {
            return test::edited(doc, {test::addTarget("hand", "LeftHand", "LeftArm")});
        };
        QCOMPARE(keyed(withHand(test::biped(true))),
                 QString("hand acts on all frames, 0 to 24, so this one key holds the limb "
                         "throughout: drag the ends of its bar in the timeline"));
        // Nothing moves that it could hold.
        QCOMPARE(keyed(withHand(test::biped(false))), QString());
        // The second key says nothing of it.
        const Document moving = withHand(test::biped(true));
        edit::SetTargetKey key;
        key.target = test::targetNamed(moving, "hand");
        key.frame = 5;
        QCOMPARE(keyed(*edit::apply(moving, key)), QString());
    }

    /// A loop of a hand that comes back to its place, but not with its elbow.
    void anotherBendAtTheSamePlaceIsTold()
    {
        Document doc =
            test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                              test::targetKey("hand", 0, {0.5, 1.2, 0.2}),
                                              test::targetKey("hand", 12, {0.4, 1.1, 0.3})});
        const ConstraintId hand = test::targetNamed(doc, "hand");
        edit::SetTargetKey key;
        key.target = hand;
        key.frame = 24;
        key.position = Vec3(0.5, 1.2, 0.2);
        key.keepMotion = true;
        QCOMPARE(againWords(*edit::apply(doc, key), {key}), QString());
        doc = *edit::apply(*edit::apply(doc, edit::SetBend{hand, 12, 1.2}), key);
        const NodeIndex elbow = doc.scene->find("LeftForeArm");
        const auto elbowAt = [&](double frame) {
            return evaluate(doc, frame).world[elbow].position;
        };
        const double apart = (elbowAt(24) - elbowAt(0)).norm();
        QCOMPARE_GT(apart, 0.05);
        QCOMPARE(againWords(doc, {key}),
                 QString("hand is where it is at 0, but LeftForeArm is %1 from there: copy that "
                         "key to bend the limb alike")
                     .arg(lengthText(apart, doc.unit)));
        // Where the body is elsewhere, the limb has to be bent otherwise.
        edit::SetJointKey step;
        step.joint = (*doc.scene)[doc.scene->find("Chest")].id;
        step.frame = 0;
        step.rotation = Quat::Identity();
        Document turned = *edit::apply(doc, step);
        step.frame = 24;
        step.rotation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()));
        turned = *edit::apply(turned, step);
        QCOMPARE(againWords(turned, {key}), QString());
        // As it says.
        edit::KeyRef first;
        first.node = findConstraint(*doc.rig, hand)->target;
        first.frame = 0;
        const Result<operate::Edits> copied =
            operate::plainEdits(doc, operate::DuplicateKeys{{first}, 24.0});
        QVERIFY(copied);
        doc = *edit::applyEach(doc, *copied);
        QCOMPARE_LT((elbowAt(24) - elbowAt(0)).norm(), 1e-6);
        QCOMPARE(againWords(doc, {key}), QString());
    }

    void theWindowSaysIt()
    {
        test::startAsNew();
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        desk.session.startNew(
            test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm")}),
            "arm");
        QTRY_VERIFY(desk.window.evaluator().current());
        edit::SetTargetKey key;
        key.target = desk.target("hand").id;
        key.frame = 0;
        QVERIFY(desk.session.commit(key));
        QTRY_VERIFY2(desk.said().startsWith("Soft reach of hand is off"), qPrintable(desk.said()));
        key.frame = 12;
        QVERIFY(desk.session.commit(key));
        QTest::qWait(20);
        QVERIFY2(!desk.said().contains("Soft reach"), qPrintable(desk.said()));
    }
};

POSEWRIGHT_TEST(TestFirstKeyTold, posewright::test::runOnScreen);
#include "tst_first_key_told.moc"
