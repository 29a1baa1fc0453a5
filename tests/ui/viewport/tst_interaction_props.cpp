#include "core/math/rotation.h"
#include "tests/support/program.h"
#include "tests/support/props.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/arms.h"
#include "tests/ui/viewport/view_hand.h"

#include <QSignalSpy>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;
using namespace posewright::test::arms;

namespace {

/// An arm with a box beside it.
Document armWithBox(const Vec3& size = Vec3::Constant(0.2))
{
    return *edit::apply(heldArm(), edit::AddBox{"Box", size, {-0.6, 0, 0}});
}

NodeId boxOf(const Document& doc)
{
    return (*doc.scene)[doc.scene->find("Box")].id;
}

}  // namespace

/// Boxes and other things that are no bones, taken hold of in the view.
class TestInteractionProps : public QObject {
    Q_OBJECT

private slots:
    void anArrowMovesABoxAlongItsAxisAtRest()
    {
        Desk desk(armWithBox());
        const NodeId box = boxOf(desk.session.document());
        desk.session.selection().setNodes({box});
        QVERIFY(!desk.interaction->gizmo());
        desk.take(Tool::Move);
        QVERIFY(desk.interaction->gizmo());
        const Vec3 start = desk.place(box);
        QVERIFY(desk.interaction->gizmo()->origin == start);
        const Document before = desk.session.document();
        const QPointF from = desk.handle(GizmoPart::X);
        QVERIFY(from.x() > 0);
        const QPointF along = desk.seen(start + 0.2 * Vec3::UnitX()) - desk.seen(start);
        desk.drag(from, from + along + QPointF(3, 4));
        const Vec3 by = desk.place(box) - start;
        QVERIFY(std::abs(by.x() - 0.2) < 0.05);
        QVERIFY(std::abs(by.y()) < 1e-12 && std::abs(by.z()) < 1e-12);
        QCOMPARE(desk.keysOf(box), 0);
        QCOMPARE(desk.session.history().count(), 1);
        QCOMPARE(desk.session.history().undoText(), QString("Move Box"));
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void aBoxIsDraggedWhereItIsSeenAndEscPutsItBack()
    {
        Desk desk(armWithBox());
        const NodeId box = boxOf(desk.session.document());
        const Document before = desk.session.document();
        const Vec3 start = desk.place(box);
        const QPointF from = desk.seen(start + Vec3(0, 0.1, 0)), to = from + QPointF(20, -30);
        QSignalSpy hints(desk.interaction.get(), &Interaction::hint);
        desk.press(from);
        desk.moveTo(from, to);
        QVERIFY(hints.last()[0].toString().startsWith("Box: rest place, in all clips"));
        QCOMPARE(desk.interaction->overlay().readout.last(), QString("rest place, in all clips"));
        QVERIFY((desk.place(box) - start).norm() > 0.02);
        QVERIFY(desk.interaction->key(Qt::Key_Escape));
        desk.release(to);
        QVERIFY(desk.session.document() == before);
        QCOMPARE(desk.session.history().count(), 0);
        desk.drag(from, to);
        const QPointF went = desk.seen(desk.place(box)) - desk.seen(start);
        QVERIFY(std::hypot(went.x() - 20, went.y() + 30) < 1.5);
        QVERIFY(desk.session.selection().active() == box);
    }

    void aBoxThatHasKeysIsKeyedAtThePlayhead()
    {
        Desk desk(armWithBox());
        const NodeId box = boxOf(desk.session.document());
        edit::SetJointKey key;
        key.joint = box;
        key.translation = desk.place(box);
        QVERIFY(desk.session.commit(key));
        desk.session.playhead().setFrame(7);
        const QPointF from = desk.seen(desk.place(box) + Vec3(0, 0.1, 0));
        QSignalSpy hints(desk.interaction.get(), &Interaction::hint);
        desk.press(from);
        desk.moveTo(from, from + QPointF(20, -30));
        QVERIFY(hints.last()[0].toString().startsWith("Box: key at 7"));
        desk.release(from + QPointF(20, -30));
        QCOMPARE(desk.keysOf(box), 2);
        QCOMPARE(desk.session.history().undoText(), QString("Move Box at 7"));
    }

    void aRingTurnsABox()
    {
        Desk desk(armWithBox());
        const NodeId box = boxOf(desk.session.document());
        desk.session.selection().setNodes({box});
        desk.take(Tool::Rotate);
        const QPointF from = desk.handle(GizmoPart::View);
        QVERIFY(from.x() > 0);
        const Vec3 start = desk.place(box);
        desk.drag(from, from + QPointF(25, 25));
        QVERIFY(angleBetween(desk.world(box).rotation, Quat::Identity()) > 0.1);
        QVERIFY((desk.place(box) - start).norm() < 1e-12);
        QCOMPARE(desk.keysOf(box), 0);
        QCOMPARE(desk.session.history().undoText(), QString("Turn Box"));
    }

    void aDragOnAFloorSelectsWhatItTouchesUntilTheFloorIsSelected()
    {
        Desk desk(armWithBox({9, 0.01, 9}));
        const NodeId floor = boxOf(desk.session.document());
        const Document before = desk.session.document();
        const QPointF from = desk.seen(desk.place(floor) + Vec3(0, 0, 0.8));
        QVERIFY(desk.interaction->hitsAt(from).front().node == floor);
        desk.press(from);
        desk.moveTo(from, from + QPointF(30, 30));
        QVERIFY(desk.interaction->overlay().box);
        desk.release(from + QPointF(30, 30));
        QVERIFY(desk.session.document() == before);
        desk.session.selection().pick({floor});
        desk.drag(from, from + QPointF(30, 30));
        QVERIFY(!(desk.session.document() == before));
    }

    /// Limbs in contact with a box, keyed or not, come and go without a jump while it is dragged
    /// already; one undo takes all of it back.
    void limbsGoAlongWithADraggedBox_data()
    {
        QTest::addColumn<bool>("keyed");
        QTest::newRow("at rest") << false;
        QTest::newRow("keyed") << true;
    }
    void limbsGoAlongWithADraggedBox()
    {
        QFETCH(bool, keyed);
        Document doc = test::handOnBox();
        const NodeId box = boxOf(doc);
        if (keyed) {
            edit::SetJointKey key;
            key.joint = box;
            key.translation = (*doc.scene)[doc.scene->find(box)].rest.translation;
            doc = *edit::apply(doc, key);
        }
        Desk desk(doc);
        desk.session.selection().setNodes({box});
        const Vec3 start = desk.place(box);
        const QPointF from = desk.seen(start), to = from + QPointF(8, -8);
        desk.press(from);
        desk.moveTo(from, to);
        const Document during = desk.session.document();
        QVERIFY((desk.place(box) - start).norm() > 0.01);
        QVERIFY(test::handJumps(during) < 1e-3);
        desk.release(to);
        QVERIFY(desk.session.document() == during);
        QCOMPARE(desk.session.history().count(), 1);
        desk.session.undo();
        QVERIFY(desk.session.document() == doc);
    }

    /// It is scenery of a figure; with none, it is what there is to move.
    void aLargeBoxWithoutAFigureIsDragged()
    {
        Desk desk(*edit::apply(emptyDocument(), edit::AddBox{"Box", {9, 9, 9}, {0, 0, 0}}));
        const NodeId box = boxOf(desk.session.document());
        const QPointF from = desk.seen(desk.place(box) + Vec3(0, 4, 0));
        QVERIFY(!desk.interaction->hitsAt(from).empty());
        const Vec3 start = desk.place(box);
        desk.drag(from, from + QPointF(30, 30));
        QVERIFY((desk.place(box) - start).norm() > 0.01);
    }
};

POSEWRIGHT_TEST(TestInteractionProps, posewright::test::runOnScreen);
#include "tst_interaction_props.moc"
