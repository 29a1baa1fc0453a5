#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/models/key_words.h"

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
