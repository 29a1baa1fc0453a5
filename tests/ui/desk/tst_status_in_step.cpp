#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/support.h"
#include "ui/session/seen_status.h"

#include <QDockWidget>
#include <QLabel>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// An arm whose target moves out of its reach and back.
Document outAndBack()
{
    return test::withKeys(test::chainDocument(4, 0.3, 40), NodeId(100),
                          {{0, {0.5, 0.6, 0.2}}, {20, {1.4, 0.6, 0.2}}, {40, {0.5, 0.6, 0.2}}});
}

/// Notes what a label shows whenever it is painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QLabel& label) : label_(label) { label.installEventFilter(this); }
    QString painted;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &label_ && event->type() == QEvent::Paint) painted = label_.text();
        return false;
    }

private:
    QLabel& label_;
};

}  // namespace

/// The view and the inspector say the same of a target, at the same time.
class TestStatusInStep : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    QLabel& status() { return *desk_->window.findChild<QLabel*>("inspectorStatus"); }

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
    }
    void cleanup() { desk_.reset(); }

    void theInspectorIsPaintedWithEachFrame()
    {
        if (!desk_->window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk_->session.startNew(outAndBack(), "arm");
        QTRY_VERIFY(desk_->window.evaluator().current());
        desk_->session.selection().pick({NodeId(100)});
        QTRY_VERIFY(status().isVisible());
        PaintWatch watch(status());
        int frames = 0, late = 0;
        QSet<QString> said;
        const auto ends = connect(&desk_->window.evaluator(), &Evaluator::evaluated, this, [&] {
            if (!desk_->session.playhead().playing()) return;
            ++frames;
            said.insert(status().text());
            late += watch.painted == status().text() ? 0 : 1;
        });
        desk_->session.playhead().setPlaying(true);
        QTest::qWait(2000);
        desk_->session.playhead().setPlaying(false);
        disconnect(ends);
        QVERIFY(frames > 10);
        QVERIFY2(said.size() > 3, qPrintable(QStringList(said.values()).join('|')));
        QCOMPARE(late, 0);
    }

    /// What easing leaves is counted as reached in the view, where nobody sees it.
    void unseenEasingIsReachedInBoth()
    {
        Document rest = test::chainDocument(3, 0.3, 20);
        rest.rig = rest.rig.with([](Rig& rig) { rig.constraints[0].soft = 0.03; });
        const NodeIndex root = rest.scene->find(rest.rig->constraints[0].root);
        const Vec3 from = worldTransforms(*rest.scene, restPose(*rest.scene))[root].position;
        const Constraint& arm = rest.rig->constraints[0];
        double reach = 0;
        for (NodeIndex row = rest.scene->find(arm.effector); row != root;
             row = (*rest.scene)[row].parent)
            reach += (*rest.scene)[row].rest.translation.norm();
        for (double share = 0.96; share < 1; share += 0.0002) {
            const Document doc =
                test::withKeys(rest, NodeId(100), {{0, from + Vec3(share * reach, 0, 0)}});
            const Evaluation there = evaluate(doc, 0);
            const TargetStatus& found = there.targets.front();
            if (found.status != ik::Status::Softened ||
                seenStatus(doc, found) != ik::Status::Reached)
                continue;
            desk_->session.startNew(doc, "arm");
            QTRY_VERIFY(desk_->window.evaluator().current());
            desk_->session.selection().pick({NodeId(100)});
            QTRY_VERIFY2(status().text().startsWith("reached"), qPrintable(status().text()));
            if (desk_->window.viewport().draws())
                QTRY_VERIFY2(desk_->written().contains("Every target reached"),
                             qPrintable(desk_->written()));
            return;
        }
        QFAIL("no place of this arm is eased so little");
    }
};

POSEWRIGHT_TEST(TestStatusInStep, posewright::test::runOnScreen);
#include "tst_status_in_step.moc"
