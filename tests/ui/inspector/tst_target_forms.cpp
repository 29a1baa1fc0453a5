#include "core/operate/operate.h"
#include "tests/support/program.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"

#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;

/// What a target asks of its chain: chains, aims, loops, pins, stretch.
class TestTargetForms : public test::InspectorTest {
    Q_OBJECT

private slots:
    void init() { start(); }

    void theChainIsChangedByChoice()
    {
        QVERIFY(inspector_->findChild<QLabel*>("inspectorStatus")->text().startsWith("reached"));
        const NodeId root = target().root;
        choose(choice("inspectorRoot"), 0);
        QVERIFY(target().root != root);
        choose(choice("inspectorSolver"), 2);
        QCOMPARE(target().solver, std::string(ik::solvers()[1].id));
        auto* orientation = inspector_->findChild<QCheckBox*>("inspectorOrientation");
        const bool was = target().orientation;
        QTest::mouseClick(orientation, Qt::LeftButton, {}, QPoint(8, orientation->height() / 2));
        QVERIFY(target().orientation != was);
        type(field("inspectorWeight"), "2*3");
        QCOMPARE(target().weight, 6.0);
        type(field("inspectorInfluence"), "0.5");
        QVERIFY(session_->document().clip().influence(target().id));
        while (session_->history().canUndo()) session_->undo();
        QCOMPARE(quint64(target().root), quint64(root));
    }

    /// A first key may have turned it off: the number alone does not say what that means.
    void aSoftReachOfNoughtIsExplained()
    {
        auto* exact = inspector_->findChild<QLabel*>("inspectorExact");
        edit::SetTarget set;
        set.target = target().id;
        set.soft = 0.03;
        QVERIFY(session_->commit(set));
        QTRY_VERIFY(!exact->isVisible());
        set.soft = 0;
        QVERIFY(session_->commit(set));
        QTRY_VERIFY(exact->isVisible());
        QVERIFY2(exact->text().startsWith("off: exact"), qPrintable(exact->text()));
        session_->undo();
        QTRY_VERIFY(!exact->isVisible());
    }

    void aTargetGoesAlongWithABox()
    {
        const Result<Document> withBox = operate::applyAll(
            session_->document(), nlohmann::json::array({{{"operation", "newBox"}}}));
        QVERIFY(withBox);
        session_->startNew(*withBox, "arm");
        session_->selection().setNodes({target().target});
        QComboBox& space = choice("inspectorSpace");
        const int box = space.findText("Box");
        QVERIFY(box > 0);
        choose(space, box);
        const Scene& scene = *session_->document().scene;
        QCOMPARE(scene[scene.find(target().target)].parent, scene.find("Box"));
    }

    /// Rows pass under the pointer while the panel scrolls.
    void theWheelScrollsAndChangesNothing()
    {
        const Document before = session_->document();
        int turned = 0;
        for (QWidget* field : inspector_->findChildren<QWidget*>()) {
            if (!qobject_cast<QComboBox*>(field) && !qobject_cast<NumberField*>(field)) continue;
            if (!field->isVisible()) continue;
            ++turned;
            for (const int by : {-120, 120, 240}) {
                const QPointF at = field->rect().center();
                QWheelEvent event(at, field->mapToGlobal(at), {}, {0, by}, Qt::NoButton,
                                  Qt::NoModifier, Qt::NoScrollPhase, false);
                QCoreApplication::sendEvent(field, &event);
                QVERIFY2(!event.isAccepted(), qPrintable(field->objectName()));
            }
        }
        QVERIFY(turned > 4);
        QVERIFY(session_->document() == before);
        QCOMPARE(session_->history().count(), 0);
    }

    /// A list stays open while a key or a click elsewhere takes its target from the selection.
    void aListThatOutlivesItsSelectionChangesNothing()
    {
        const Document before = session_->document();
        session_->selection().clear();
        for (QComboBox* box : inspector_->findChildren<QComboBox*>())
            for (int row = 0; row < box->count(); ++row) emit box->activated(row);
        QVERIFY(session_->document() == before);
    }

    void anAimLooksAlongWhatIsChosen()
    {
        edit::AddTarget add;
        add.name = "look";
        add.effector = add.root = NodeId(3);
        add.aim = true;
        QVERIFY(session_->commit(add));
        const Scene& scene = *session_->document().scene;
        const NodeId node = scene[scene.find("look")].id;
        session_->selection().setNodes({node});
        const auto aim = [&]() -> const Constraint& {
            return *constraintOfTarget(*session_->document().rig, node);
        };
        const int steps = session_->history().count();
        QCOMPARE(choice("inspectorAlong").currentIndex(), 0);  // the bone
        QVERIFY(!choice("inspectorRoot").isHidden());
        QCOMPARE(choice("inspectorRoot").currentText(), QString("joint2 alone"));
        QVERIFY2(!inspector_->findChild<QCheckBox*>("inspectorOrientation")->isEnabled() &&
                     !field("inspectorSoft").isEnabled() && !field("inspectorStretch").isVisible(),
                 "what an aim cannot do is not offered");
        nothingIsSquashed();
        choose(choice("inspectorAlong"), 6);
        QVERIFY((*aim().axis() - Vec3(0, 0, -1)).norm() < 1e-12);
        QCOMPARE(field("inspectorAxisZ").text(), QString("-1"));
        type(field("inspectorAxisX"), "1");
        QVERIFY((*aim().axis() - Vec3(1, 0, -1).normalized()).norm() < 1e-12);
        QCOMPARE(choice("inspectorAlong").currentIndex(), -1);
        // One choice, however many keys it took, and one number.
        QCOMPARE(session_->history().index(), steps + 1 + 1);
        // A direction of no length is refused, and the field shows what is so.
        QSignalSpy failed(inspector_.get(), &Inspector::failed);
        choose(choice("inspectorAlong"), 1);
        type(field("inspectorAxisX"), "0");
        QCOMPARE(failed.count(), 1);
        QCOMPARE(field("inspectorAxisX").text(), QString("1"));
        choose(choice("inspectorRoot"), 1);
        QCOMPARE(quint64(aim().root), quint64(NodeId(2)));
        while (session_->history().index() > steps) session_->undo();
        QVERIFY((*aim().axis() - Vec3::UnitX()).norm() < 1e-12);
    }

    void aLoopSaysWhatItMeets()
    {
        session_->startNew(test::crowdOfLimbs(0), "crowd");
        const Scene& scene = *session_->document().scene;
        edit::AddTarget add;
        add.name = "hold hands";
        add.effector = NodeId(104);
        add.meets = NodeId(114);
        add.root = NodeId(1);
        QVERIFY(session_->commit(add));
        session_->selection().setNodes({session_->document().rig->constraints.front().target});
        auto* meets = inspector_->findChild<QLabel*>("inspectorMeets");
        QVERIFY(meets->isVisible());
        QVERIFY(
            meets->text().startsWith(QString::fromStdString(scene[scene.find(NodeId(114))].name)));
        QVERIFY2(!field("inspectorStretch").isVisible() && !field("inspectorSoft").isEnabled() &&
                     !choice("inspectorAlong").isVisible(),
                 "what a loop cannot do is not offered");
        QVERIFY(inspector_->findChild<QLabel*>("inspectorReason")->isVisible());
        nothingIsSquashed();
        edit::SetTargetKey key;
        key.target = session_->document().rig->constraints.front().id;
        key.frame = 7;
        QVERIFY(session_->commit(key));
        QTRY_VERIFY(!inspector_->findChild<QLabel*>("inspectorReason")->isVisible());
        nothingIsSquashed();
    }

    void jointsAreHeldStillAndLetGo()
    {
        const int steps = session_->history().count();
        QComboBox& add = choice("inspectorPin");
        QCOMPARE(add.count(), 2);  // below the root, without the effector
        QCOMPARE(add.itemText(0), QString("joint1"));
        add.setFocus();
        QTest::keyClick(&add, Qt::Key_Down);
        QCOMPARE(session_->history().count(), steps + 1);
        QVERIFY(target().pins == std::vector{NodeId(2)});
        QVERIFY2(add.currentIndex() == -1 && add.count() == 1, "what is held is not offered again");
        auto* free = inspector_->findChild<QToolButton*>("inspectorUnpin");
        QVERIFY(free);
        QTRY_VERIFY(free->isVisible());
        QVERIFY(free->accessibleName().contains("joint1"));
        QTest::mouseClick(free, Qt::LeftButton);
        QVERIFY(target().pins.empty());
        QCOMPARE(session_->history().count(), steps + 2);
        QTRY_VERIFY(!inspector_->findChild<QToolButton*>("inspectorUnpin"));
        session_->undo();
        QVERIFY(target().pins == std::vector{NodeId(2)});
        session_->undo();
        QVERIFY(target().pins.empty());
    }

    void pinsAndStretchOfSeveralChangeAtOnce()
    {
        session_->startNew(test::crowdOfLimbs(2), "two");
        const auto rig = [&] { return session_->document().rig->constraints; };
        // Both chains from the trunk, so that they have joints in common.
        for (const Constraint& c : rig()) {
            edit::SetTarget set;
            set.target = c.id;
            set.root = NodeId(1);
            QVERIFY(session_->commit(set));
        }
        edit::SetTarget one;
        one.target = rig()[0].id;
        one.pins = {NodeId(2)};
        one.stretch = 0.1;
        QVERIFY(session_->commit(one));
        session_->selection().setNodes({rig()[0].target, rig()[1].target});
        const int steps = session_->history().count();
        QVERIFY2(field("inspectorStretch").text().isEmpty(), "0.1 and 0 differ");
        type(field("inspectorStretch"), "1/4");
        for (const Constraint& c : rig()) QCOMPARE(c.stretch, 0.25);
        QCOMPARE(session_->history().count(), steps + 1);
        auto* free = inspector_->findChild<QToolButton*>("inspectorUnpin");
        QVERIFY(free && free->accessibleName().contains("for some"));
        QComboBox& add = choice("inspectorPin");
        const int row = add.findText("trunk1");
        QVERIFY2(row >= 0, "one of the two does not hold it yet");
        add.setCurrentIndex(row);
        emit add.activated(row);
        for (const Constraint& c : rig()) QVERIFY(c.pins == std::vector{NodeId(2)});
        QCOMPARE(session_->history().count(), steps + 2);
        QTest::mouseClick(inspector_->findChildren<QToolButton*>("inspectorUnpin").back(),
                          Qt::LeftButton);
        for (const Constraint& c : rig()) QVERIFY(c.pins.empty());
        QCOMPARE(session_->history().count(), steps + 3);
        for (int i = 0; i < 3; ++i) session_->undo();
        QVERIFY(rig()[0].pins == std::vector{NodeId(2)} && rig()[1].pins.empty());
        QCOMPARE(rig()[0].stretch, 0.1);
        QCOMPARE(rig()[1].stretch, 0.0);
    }
};

POSEWRIGHT_TEST(TestTargetForms, posewright::test::runWithWidgets);
#include "tst_target_forms.moc"
