#include "core/evaluate/evaluate.h"
#include "core/evaluate/figure_size.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

class TestFitTargets : public QObject {
    Q_OBJECT

private slots:
    void allTargetsFollowTheMotionWithinAHundredthOfTheFigure()
    {
        const Document moving = test::biped();
        const Document doc =
            test::edited(moving, {test::addTarget("left", "LeftHand", "LeftArm"),
                                  test::addTarget("right", "RightHand", "RightArm")});
        const Result<operate::Edits> edits = operate::edits(doc, operate::FitTargets{});
        QVERIFY(edits);
        QCOMPARE(int(edits->size()), 2);
        const double within = 0.01 * figureSize(doc).length;
        QVERIFY(within > 0.01 && within < 0.03);
        for (const edit::Edit& edit : *edits)
            QCOMPARE(std::get<edit::FitTarget>(edit).within, within);
        const Document fitted = *edit::applyEach(doc, *edits);
        double most = 0;
        for (int frame = 0; frame <= 24; ++frame)
            for (const char* joint : {"LeftForeArm", "LeftHand", "RightForeArm", "RightHand"}) {
                const NodeIndex row = doc.scene->find(joint);
                most = std::max(most, (evaluate(fitted, frame).world[row].position -
                                       evaluate(moving, frame).world[row].position)
                                          .norm());
            }
        QVERIFY(most <= within);
        QCOMPARE(int(fitted.clip().spanRow(fitted.rig->constraints[1].id)->spans.size()), 1);
    }

    void onlyThoseNamedAreFittedAsCloselyAsIsAsked()
    {
        const Document doc =
            test::edited(test::biped(), {test::addTarget("left", "LeftHand", "LeftArm"),
                                         test::addTarget("right", "RightHand", "RightArm")});
        const ConstraintId right = test::targetNamed(doc, "right");
        const Result<operate::Edits> edits =
            operate::edits(doc, operate::FitTargets{{right}, 0.003});
        QVERIFY(edits);
        QCOMPARE(int(edits->size()), 1);
        const auto& fit = std::get<edit::FitTarget>(edits->front());
        QVERIFY(fit.target == right && fit.within == 0.003);
    }

    void whatIsNoTargetIsRefused()
    {
        const Result<operate::Edits> edits =
            operate::edits(test::biped(), operate::FitTargets{{ConstraintId(4711)}, std::nullopt});
        QVERIFY(!edits);
        QCOMPARE(edits.error().where, std::string("/targets/0"));
    }
};

POSEWRIGHT_TEST(TestFitTargets, posewright::test::runWithEvents);
#include "tst_fit_targets.moc"
