#include "core/edit/edit.h"
#include "core/operate/shifts.h"
#include "tests/support/program.h"
#include "tests/support/slanted_nodes.h"

#include <QTest>

using namespace posewright;

namespace {

Document after(const Document& doc, const edit::Edit& edit)
{
    const auto out = edit::apply(doc, edit);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

}  // namespace

/// What moves at rest because a node hangs elsewhere is told.
class TestShifts : public QObject {
    Q_OBJECT

private slots:
    void whatHangsBelowMovesAndIsNamed()
    {
        const test::SlantedNodes p = test::slantedNodes();
        const Document now = after(p.doc, edit::ReparentBone{p.hand, p.tilted});
        // "tip" was at S (-sin, cos) from "hand", with S = diag(3, 1): (-3, 1) / sqrt 2. "hand" is
        // turned by 45 degrees about Z now and scaled along its own axes: what was along Y in it
        // is u = R^-1 S R y = (-1, 2), of which y keeps 2: it is 1 off.
        QCOMPARE(operate::toldOfShifts(p.doc, now),
                 std::string("what hangs elsewhere now cannot keep the slant of the uneven scales "
                             "that were above it, and moves at rest: \"tip\" by 1"));
    }

    void whatHangsBelowWhatIsRemovedIsNamed()
    {
        const test::SlantedNodes p = test::slantedNodes();
        const Document now = after(p.doc, edit::RemoveBone{p.wide});
        // "arm" hangs below "root": R^-1 S R = ((2, -1), (-1, 2)) becomes diag(2, 2). "hand" was
        // at R (-1, 2), and is at R (0, 2): 1 off; "tip" was twice as far: 2 off.
        QCOMPARE(operate::toldOfShifts(p.doc, now),
                 std::string("what hangs elsewhere now cannot keep the slant of the uneven scales "
                             "that were above it, and moves at rest: \"tip\" by 2, \"hand\" by 1"));
    }

    void nothingIsSaidWhereNothingMoves()
    {
        const test::SlantedNodes p = test::slantedNodes();
        QVERIFY(operate::toldOfShifts(p.doc, p.doc).empty());
        QVERIFY(operate::toldOfShifts(p.doc, after(p.doc, edit::ReparentBone{p.tilted, p.wide}))
                    .empty());
        // What is asked for is no shift.
        edit::SetRest moved;
        moved.node = p.hand;
        moved.translation = Vec3(0, 5, 0);
        QVERIFY(operate::toldOfShifts(p.doc, after(p.doc, moved)).empty());
        // "wide" keeps its axes, and so its scale.
        QVERIFY(operate::toldOfShifts(p.doc, after(p.doc, edit::ReparentBone{p.wide, p.tilted}))
                    .empty());
    }
};

POSEWRIGHT_TEST(TestShifts, posewright::test::runPlain);
#include "tst_shifts.moc"
