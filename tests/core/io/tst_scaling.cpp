#include "core/evaluate/evaluate.h"
#include "core/io/scaling.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

/// Documents at another size.
class TestScaling : public QObject {
    Q_OBJECT

private slots:
    /// A body that was moved at a key is bent there as it was, and as far on its way.
    void keysRememberHowTheyWereBentAtAnySize_data()
    {
        QTest::addColumn<double>("factor");
        for (const double factor : {0.01, 0.3937, 2.5, 100.0})
            QTest::newRow(qPrintable(QString::number(factor))) << factor;
    }
    void keysRememberHowTheyWereBentAtAnySize()
    {
        QFETCH(double, factor);
        Document doc = test::edited(
            test::biped(), {test::addTarget("hand", "LeftHand", "Hips"),
                            {{"edit", "setTarget"}, {"target", "hand"}, {"rootMoves", true}},
                            test::targetKey("hand", 0, {0.9, 1.3, 0.6}),
                            test::targetKey("hand", 24, {0.7, 1.0, 0.5})});
        const Result<operate::Edits> moved = operate::edits(
            doc, operate::MoveNodes{{test::nodeNamed(doc, "hand")}, 10, Vec3(0.1, 0.2, 0.1)});
        QVERIFY2(moved, moved ? "" : moved.error().message.c_str());
        doc = *edit::applyEach(doc, *moved);
        const NodeId hand = test::nodeNamed(doc, "hand");
        const KeyHint* hint = hintAt(*doc.clip().track(hand), 10);
        QVERIFY(hint && hint->root.norm() > 1e-3);
        Diagnostics told;
        const Result<Document> out = io::scaled(doc, factor, told);
        QVERIFY(out);
        const KeyHint* scaled = hintAt(*out->clip().track(hand), 10);
        QVERIFY(scaled && (scaled->root - factor * hint->root).norm() < 1e-12 * factor);
        for (const double frame : {0.0, 5.0, 10.0, 17.0, 24.0}) {
            const Evaluation a = evaluate(doc, frame), b = evaluate(*out, frame);
            for (NodeIndex row = 0; row < doc.scene->size(); ++row)
                QVERIFY((factor * a.world[row].position - b.world[row].position).norm() <
                        1e-6 * factor);
        }
    }
};

POSEWRIGHT_TEST(TestScaling, posewright::test::runPlain);
#include "tst_scaling.moc"
