#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"
#include "ui/session/evaluator.h"

#include <QtTest>

#include <algorithm>

using namespace posewright;
using test::arm;
using test::keyAt;
using test::kHand;

/// The pose that is shown, and the strip, follow what a session does.
class TestEvaluator : public QObject {
    Q_OBJECT

private slots:
    void theEvaluatorShowsEachChangeBeforeCommitReturns()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        ui::Evaluator evaluator(session);
        evaluator.setBudget(1e9);  // other programs may be busy
        QVERIFY(evaluator.current());
        QVERIFY(session.commit(keyAt(0, {0.4, 0.5, 0.1})));
        const Evaluation expected = evaluate(session.document(), 0);
        QVERIFY(*evaluator.current() == expected);
        session.playhead().setFrame(17);
        QVERIFY(*evaluator.current() == evaluate(session.document(), 17));
    }

    /// Keys inside a contact do not move the limb: what is drawn stays with the limb.
    void aTargetIsShownWhereItsContactKeepsIt()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}, {20, {0, 1, 0}}}),
                         "arm");
        edit::SetSpan contact;
        contact.target = session.document().rig->constraints[0].id;
        contact.end = 20;
        contact.kind = SpanKind::Contact;
        ui::Evaluator evaluator(session);
        evaluator.setBudget(1e9);
        QVERIFY(session.commit(contact));
        const Scene& scene = *session.document().scene;
        const NodeIndex star = scene.find(NodeId(100));
        for (const double frame : {0.0, 7.0, 20.0}) {
            session.playhead().setFrame(frame);
            const Evaluation& shown = *evaluator.current();
            QVERIFY((shown.world[star].position - Vec3(0.5, 0.5, 0)).norm() < 1e-9);
        }
        session.playhead().setFrame(30);
        QVERIFY(*evaluator.current() == evaluate(session.document(), 30));
    }

    void aSlowEvaluatorAnswersInOrderAndAlwaysTheLast()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}, {40, {0, 1, 0}}}),
                         "arm");
        ui::Evaluator evaluator(session);
        evaluator.setBudget(-1);  // everything goes through the worker
        std::vector<double> seen;
        connect(&evaluator, &ui::Evaluator::evaluated, this,
                [&](const std::shared_ptr<const Evaluation>& e) { seen.push_back(e->frame); });
        for (int frame = 1; frame <= 40; ++frame) {
            session.playhead().setFrame(frame);
            QTest::qWait(1);
        }
        QTRY_COMPARE(seen.empty() ? -1 : seen.back(), 40.0);
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        QVERIFY(*evaluator.current() == evaluate(session.document(), 40));
    }

    void noAnswerIsOfAnotherScene()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        ui::Evaluator evaluator(session);
        evaluator.setBudget(-1);  // everything goes through the worker
        connect(&evaluator, &ui::Evaluator::evaluated, this,
                [&](const std::shared_ptr<const Evaluation>& e) {
                    QCOMPARE(e->world.size(), std::size_t(session.document().scene->size()));
                });
        QVERIFY(evaluator.current());
        QVERIFY(session.commit(edit::RemoveTarget{kHand, false}));
        QVERIFY2(!evaluator.current(), "rows of the scene before must not be shown");
        QTRY_VERIFY(evaluator.current() && evaluator.current()->frame == 0);
        QVERIFY(*evaluator.current() == evaluate(session.document(), 0));
        session.playhead().setFrame(7);  // its answer comes when the document is another
        session.startNew(test::chainDocument(6, 0.3, 40), "longer");
        QVERIFY(!evaluator.current());
        QTRY_VERIFY(evaluator.current() && evaluator.current()->frame == 0);
        QVERIFY(*evaluator.current() == evaluate(session.document(), 0));
    }

    void theStripFillsInTheBackground()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}, {40, {0, 3, 0}}}),
                         "arm");
        ui::Evaluator evaluator(session);
        QTRY_COMPARE(int(evaluator.strip().size()), 41);
        for (const auto& [frame, status] : evaluator.strip())
            QCOMPARE(int(status), int(worst(evaluate(session.document(), frame))));
    }
};

POSEWRIGHT_TEST(TestEvaluator, posewright::test::runWithEvents);
#include "tst_evaluator.moc"
