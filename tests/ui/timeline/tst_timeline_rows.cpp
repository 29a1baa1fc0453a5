#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

namespace {

QStringList names(const TimelineHand& hand)
{
    QStringList out;
    for (const TimelineRow& row : hand.rows()) out << row.name;
    return out;
}

/// Three bones with a target, a pole with keys, an influence, and a key on a joint of the chain and
/// on one beside it.
Document mixed()
{
    Document doc = test::withKeys(test::crowdOfLimbs(1), NodeId(500), {});
    doc = *edit::apply(doc, edit::AddPole{ConstraintId(600), Vec3(0, 1, 1)});
    edit::SetJointKey pole;
    pole.joint = doc.rig->constraints[0].pole;
    pole.frame = 7;
    pole.translation = Vec3(0, 1, 1);
    doc = *edit::apply(doc, pole);
    doc = *edit::apply(doc, edit::SetInfluenceKey{ConstraintId(600), 5, 0.5});
    for (const std::uint64_t joint : {102, 122}) {
        edit::SetJointKey key;
        key.joint = NodeId(joint);
        key.frame = 3;
        doc = *edit::apply(doc, key);
    }
    return doc;
}

QString cellName(Timeline& timeline, int row, int column)
{
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&timeline);
    return table->tableInterface()->cellAt(row, column)->text(QAccessible::Name);
}

}  // namespace

/// Which rows there are, and what the keyboard and screen readers find on them.
class TestTimelineRows : public QObject {
    Q_OBJECT

private slots:
    void rowsAreATree()
    {
        TimelineHand hand(mixed(), {1000, 600});
        QCOMPARE(names(hand), (QStringList{"All keys", "Targets", "target0", "Influence",
                                           "target0 pole", "Joints"}));
        QCOMPARE(hand.rows()[3].depth, 2);
        const auto toggle = [&](const QString& name) {
            const TimelineLayout layout = hand.timeline.layoutNow();
            const TimelineRow& row = hand.rows()[hand.row(name)];
            hand.click(
                QPoint(4 + row.depth * layout.indent + layout.indent / 2, hand.at(name, 0).y()));
        };
        // A closed row stands for what hangs on it.
        toggle("target0");
        QCOMPARE(names(hand), (QStringList{"All keys", "Targets", "target0", "Joints"}));
        QVERIFY(hand.frames("target0") == (std::vector<double>{0, 5, 7, 20}));
        toggle("target0");
        toggle("Joints");
        QCOMPARE(hand.rows().size(), 6U + 64U);
        QVERIFY(hand.row("trunk1") > hand.row("trunk0"));
        QVERIFY(hand.frames("All keys") == (std::vector<double>{0, 3, 5, 7, 20}));
    }

    void theRowOfWhatIsSelectedIsWhole()
    {
        for (const int height : {150, 173, 190, 211, 250}) {
            TimelineHand hand(test::crowdOfLimbs(12), {1000, height});
            const auto isWhole = [&](const QString& name) {
                const TimelineLayout layout = hand.timeline.layoutNow();
                const QRect row = layout.rowRect(hand.row(name));
                return row.top() >= layout.rowsTop() && row.bottom() < hand.canvas()->height();
            };
            const auto lastIsWhole = [&] {
                const TimelineLayout layout = hand.timeline.layoutNow();
                return (hand.canvas()->height() - layout.rowsTop()) % layout.rowHeight == 0;
            };
            for (const int target : {11, 0, 5}) {
                hand.session.selection().pick({NodeId(500 + target)});
                QVERIFY2(isWhole(QString("target%1").arg(target)),
                         qPrintable(QString("%1 at %2").arg(target).arg(height)));
                QVERIFY2(lastIsWhole(), qPrintable(QString::number(height)));
            }
            // A bar for time takes room from the rows.
            for (int i = 0; i < 4; ++i)
                hand.wheel(hand.at("target5", 10), 120, Qt::ControlModifier);
            QTRY_VERIFY(hand.timeline.horizontalScrollBar()->isVisible());
            QVERIFY2(lastIsWhole(), qPrintable(QString::number(height)));
            hand.session.selection().pick({NodeId(511)});
            QVERIFY(isWhole("target11"));
            // One more target: its row is whole, too, and no other is cut.
            edit::AddTarget add;
            add.effector = hand.doc().rig->constraints.front().effector;
            add.root = hand.doc().rig->constraints.front().root;
            add.name = "more";
            QVERIFY(hand.session.commit(add));
            QVERIFY(isWhole("more"));
            QVERIFY(lastIsWhole());
        }
    }

    void theFilterAndSelectedOnlyShowLess()
    {
        TimelineHand hand(mixed(), {1000, 600});
        auto* filter = hand.canvas()->findChild<QLineEdit*>("timelineFilter");
        QTest::keyClicks(filter, "LIMB0.2");
        QCOMPARE(names(hand), (QStringList{"All keys", "Joints", "limb0.2"}));
        // The summary then stands for what is shown.
        QVERIFY(hand.frames("All keys") == std::vector<double>{3});
        filter->clear();
        auto* only = hand.canvas()->findChild<QToolButton*>("timelineSelectedOnly");
        hand.session.selection().setNodes({NodeId(500), NodeId(122)});
        QTest::mouseClick(only, Qt::LeftButton);
        QCOMPARE(names(hand),
                 (QStringList{"All keys", "Targets", "target0", "Influence", "Joints", "limb2.2"}));
        hand.session.selection().setNodes({});
        QCOMPARE(names(hand), QStringList{"All keys"});
        QTest::mouseClick(only, Qt::LeftButton);
        QCOMPARE(hand.rows().size(), 6U);
    }

    void jointKeysAreHollowWhereATargetDecides()
    {
        TimelineHand hand(mixed(), {1000, 2400});
        hand.timeline.model().setExpanded(hand.row("Joints"), true);
        const auto overridden = [&](const QString& name) {
            return hand.rows()[hand.row(name)].overridden;
        };
        QVERIFY(overridden("limb0.2") == (std::vector<std::pair<double, double>>{{0, 20}}));
        QVERIFY(overridden("limb2.2").empty());
        QVERIFY(hand.session.commit(test::spanOf(ConstraintId(600), 4, 10, SpanKind::Off)));
        QVERIFY(overridden("limb0.2") ==
                (std::vector<std::pair<double, double>>{{0, 4}, {10, 20}}));
        hand.move(hand.at("limb0.2", 3), Qt::NoButton);
    }

    /// What stands for others is hollow where all of them are.
    void aSummaryIsHollowWhereAllBelowItAre()
    {
        Document doc = test::crowdOfLimbs(2);
        for (const std::uint64_t target : {500, 501})
            doc = test::withKeys(doc, NodeId(target), {{30, Vec3(1, 1, 0)}});
        doc = test::withKeys(doc, NodeId(500), {{25, Vec3(1, 1, 0)}});
        doc = *edit::apply(doc, edit::SetInfluenceKey{ConstraintId(600), 30, 0.5});
        TimelineHand hand(doc, {1000, 600});
        hand.timeline.model().setExpanded(hand.row("target0"), false);
        const auto hollow = [&](const QString& name, double frame) {
            const auto& where = hand.rows()[hand.row(name)].overridden;
            return std::any_of(where.begin(), where.end(), [&](const auto& at) {
                return at.first <= frame && frame <= at.second;
            });
        };
        for (const char* name : {"All keys", "Targets", "target0"}) {
            QVERIFY2(hollow(name, 25), name);
            QVERIFY2(!hollow(name, 0) && !hollow(name, 20), name);
            QVERIFY2(!hollow(name, 30), "an influence is keyed there, and acts");
        }
        QVERIFY(hollow("target1", 30));
        // With a key of a joint that no target decides, the summary of all keys has one in sight.
        edit::SetJointKey key;
        key.joint = NodeId(162);
        key.frame = 25;
        QVERIFY(hand.session.commit(key));
        QVERIFY(!hollow("All keys", 25));
        QVERIFY(hollow("Targets", 25) && !hollow("Joints", 25));
    }

    void theModelKeepsItsPromises()
    {
        Session session;
        session.startNew(mixed(), "test");
        Evaluator evaluator(session);
        TimelineModel model(session, evaluator);
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setExpanded(model.rowCount() - 1, true);
        model.setFilter("limb");
        session.undo();
        QVERIFY(session.commit(edit::SetInfluenceKey{ConstraintId(600), 9, 0.5}));
        QVERIFY(session.commit(edit::RemoveTarget{ConstraintId(600), false}));
        model.setFilter({});
        session.undo();
        session.startNew(emptyDocument(), "nothing");
        QCOMPARE(model.rowCount(), 0);
    }

    /// Where only the rows of what is selected are shown, a press can take rows away under itself.
    void aDragGoesOnWhereThePressChangedTheRows()
    {
        TimelineHand hand(mixed(), {1000, 600});
        hand.timeline.model().setExpanded(hand.row("Joints"), true);
        hand.session.selection().setNodes({NodeId(122), NodeId(500)});
        hand.canvas()->findChild<QToolButton*>("timelineSelectedOnly")->setChecked(true);
        QCOMPARE(hand.row("limb2.2"), int(hand.rows().size()) - 1);
        hand.drag(hand.at("limb2.2", 3), hand.at("limb2.2", 9));
        QVERIFY(hand.row("target0") < 0);
        QVERIFY(hand.frames("limb2.2") == std::vector<double>{9});
        QCOMPARE(hand.steps(), 1);
    }

    /// A right click selects, and where only rows of what is selected are shown, that takes rows
    /// away: also the one that was hit.
    void aRightClickGoesOnWhereItChangedTheRows()
    {
        Document doc = test::crowdOfLimbs(2);
        std::vector<NodeId> poles;
        for (std::size_t i = 0; i < 2; ++i) {
            doc = *edit::apply(doc, edit::AddPole{doc.rig->constraints[i].id, Vec3(0, 1, 1)});
            poles.push_back(doc.rig->constraints[i].pole);
            edit::SetJointKey key;
            key.joint = poles.back();
            key.frame = 7;
            key.translation = Vec3(0, 1, 1);
            doc = *edit::apply(doc, key);
        }
        TimelineHand hand(doc, {1000, 600});
        hand.session.selection().setNodes(poles);
        hand.canvas()->findChild<QToolButton*>("timelineSelectedOnly")->setChecked(true);
        const int hit = hand.row("target1");
        QVERIFY(hit > 0);
        QMenu menu;
        hand.timeline.fillMenu(menu, QPointF(100, hand.at(hit, 0).y()));
        QVERIFY(hit >= int(hand.rows().size()));
        QVERIFY(hand.row("target1") > 0);
    }

    void theArrowsWalkFromKeyToKey()
    {
        TimelineHand hand(mixed(), {1000, 600});
        hand.timeline.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&hand.timeline));
        hand.timeline.setFocus(Qt::TabFocusReason);
        QVERIFY(hand.timeline.focusCell());
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(&hand.timeline, key, modifiers);
        };
        const auto on = [&] {
            const TimeCell cell = *hand.timeline.focusCell();
            return QString("%1 %2").arg(hand.rows()[cell.row].name).arg(cell.frame.value_or(-1));
        };
        QCOMPARE(on(), QString("All keys -1"));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_Right);
        QCOMPARE(on(), QString("target0 0"));
        press(Qt::Key_Right);
        QCOMPARE(on(), QString("target0 20"));
        press(Qt::Key_Return);
        QCOMPARE(int(hand.session.selection().keys().size()), 1);
        QCOMPARE(hand.session.selection().keys()[0].frame, 20.0);
        press(Qt::Key_Home);
        press(Qt::Key_Left);
        QVERIFY(!hand.rows()[hand.row("target0")].expanded);
        press(Qt::Key_Right);
        QVERIFY(hand.rows()[hand.row("target0")].expanded);
        // On the start of a span: first the key, then the span.
        press(Qt::Key_Right);
        press(Qt::Key_Return);
        press(Qt::Key_Return);
        QVERIFY(hand.session.selection().spans() == (std::vector<SpanRef>{{ConstraintId(600), 0}}));
        QCOMPARE(hand.session.playhead().frame(), 0.0);
        press(Qt::Key_Escape);
        QVERIFY(!hand.timeline.focusCell());
        // Without the cursor the arrows are left to the window.
        QKeyEvent left(QEvent::ShortcutOverride, Qt::Key_Left, Qt::NoModifier);
        left.ignore();
        QCoreApplication::sendEvent(&hand.timeline, &left);
        QVERIFY(!left.isAccepted());
    }

    void screenReadersFindATable()
    {
        QAccessible::setActive(true);
        TimelineHand hand(mixed(), {1000, 600});
        QVERIFY(hand.session.commit(test::spanOf(ConstraintId(600), 7, 12, SpanKind::Contact)));
        QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&hand.timeline);
        QVERIFY(access);
        QCOMPARE(access->role(), QAccessible::Table);
        QCOMPARE(access->text(QAccessible::Name), QString("Timeline"));
        QAccessibleTableInterface* table = access->tableInterface();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), 6);
        QCOMPARE(table->columnCount(), 5);  // frames 0, 3, 5, 7 and 20
        QCOMPARE(table->columnDescription(1), QString("frame 3"));
        QVERIFY(table->rowDescription(2).startsWith("target0"));
        QVERIFY(table->rowDescription(2).contains("Contact from 7 to 12"));
        QCOMPARE(cellName(hand.timeline, 2, 0), QString("target0, frame 0, Bezier, Reach starts"));
        QCOMPARE(cellName(hand.timeline, 2, 1), QString("target0, frame 3, no key"));
        QVERIFY(cellName(hand.timeline, 2, 3).contains("Contact starts"));

        QAccessibleInterface* cell = table->cellAt(2, 4);
        QCOMPARE(cell->role(), QAccessible::Cell);
        QAccessibleTableCellInterface* place = cell->tableCellInterface();
        QVERIFY(place);
        QCOMPARE(place->rowIndex(), 2);
        QCOMPARE(place->columnIndex(), 4);
        QVERIFY(!place->isSelected());
        hand.session.selection().setKeys(hand.timeline.model().refs(2, 20));
        QVERIFY(place->isSelected());
        QCOMPARE(table->selectedCellCount(), 3);  // on the row, its group and the summary
        QCOMPARE(place->rowHeaderCells()[0]->text(QAccessible::Name), table->rowDescription(2));
        QCOMPARE(place->columnHeaderCells()[0]->text(QAccessible::Name), QString("frame 20"));
        // Where it is on the screen, there it is found.
        const QPoint middle = cell->rect().center();
        QCOMPARE(access->childAt(middle.x(), middle.y()), cell);
        QCOMPARE(access->child(access->indexOfChild(cell)), cell);
        QVERIFY(table->selectRow(2));
        QVERIFY(table->isRowSelected(2));
    }
};

POSEWRIGHT_TEST(TestTimelineRows, posewright::test::runWithWidgets);
#include "tst_timeline_rows.moc"
