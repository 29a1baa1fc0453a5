#include "tests/support/program.h"
#include "tests/support/props.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"

using namespace posewright;
using namespace posewright::ui;

/// What is no bone, in the inspector.
class TestPropForms : public test::InspectorTest {
    Q_OBJECT

private slots:
    void init() { start(); }

    void aLimbOnABoxComesAndGoesWithoutAJump_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("keyed");
        QTest::newRow("scale") << "inspectorScaleY"
                               << "130" << false;
        QTest::newRow("place") << "inspectorPositionX"
                               << "0,03" << false;
        QTest::newRow("turn") << "inspectorRotationY"
                              << "10" << false;
        QTest::newRow("place, keyed") << "inspectorPositionX"
                                      << "0,03" << true;
        QTest::newRow("turn, keyed") << "inspectorRotationY"
                                     << "10" << true;
    }
    void aLimbOnABoxComesAndGoesWithoutAJump()
    {
        QFETCH(QString, name);
        QFETCH(QString, typed);
        QFETCH(bool, keyed);
        Document doc = test::handOnBox();
        const NodeId box = test::nodeNamed(doc, "Box");
        if (keyed) {
            edit::SetJointKey key;
            key.joint = box;
            key.translation = (*doc.scene)[doc.scene->find("Box")].rest.translation;
            key.rotation = Quat::Identity();
            doc = *edit::apply(doc, key);
        }
        session_->startNew(doc, "box");
        session_->playhead().setFrame(0);
        session_->selection().setNodes({box});
        const NodeIndex hand = doc.scene->find("LeftHand");
        QVERIFY(test::handJumps(doc) < 1e-3);
        type(field(qPrintable(name)), typed);
        const Document& after = session_->document();
        const double by =
            (evaluate(after, 12).world[hand].position - evaluate(doc, 12).world[hand].position)
                .norm();
        QVERIFY2(by > 0.01, qPrintable(QString::number(by)));
        const double jump = test::handJumps(after);
        QVERIFY2(jump < 1e-3, qPrintable(QString::number(jump)));
        session_->undo();
        QVERIFY(session_->document() == doc);
    }

    /// A hand that carries a box.
    void aBoxHangsOnTheBoneThatIsChosen()
    {
        const Document doc = test::figureWithBox();
        session_->startNew(doc, "box");
        session_->selection().setNodes({test::nodeNamed(doc, "Box")});
        auto* parent = inspector_->findChild<QComboBox*>("inspectorParent");
        QVERIFY(parent && parent->isVisibleTo(inspector_.get()));
        choose(*parent, parent->findText("LeftHand"));
        const Document& after = session_->document();
        const NodeIndex box = after.scene->find("Box"), hand = after.scene->find("LeftHand");
        QCOMPARE((*after.scene)[box].parent, hand);
        const auto apart = [&](double frame) {
            const Evaluation shown = evaluate(after, frame);
            return Vec3(shown.world[hand].rotation.conjugate() *
                        (shown.world[box].position - shown.world[hand].position));
        };
        for (const double frame : {6.0, 12.0, 24.0})
            QVERIFY((apart(frame) - apart(0)).norm() < 1e-9);
        session_->undo();
        QVERIFY(session_->document() == doc);
    }
};

POSEWRIGHT_TEST(TestPropForms, posewright::test::runOnScreen);
#include "tst_prop_forms.moc"
