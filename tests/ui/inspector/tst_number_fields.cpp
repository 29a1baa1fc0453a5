#include "tests/support/program.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"
#include "ui/inspector/arithmetic.h"
#include "ui/session/euler.h"

using namespace posewright;
using namespace posewright::ui;

/// Numbers that are typed, dragged and stepped.
class TestNumberFields : public test::InspectorTest {
    Q_OBJECT

private slots:
    void init() { start(); }

    void sumsAndUnitsAreWorkedOut_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("sum") << "1+2/3" << 1 + 2.0 / 3;
        QTest::newRow("brackets") << "(1 + 2) * -3" << -9.0;
        QTest::newRow("unit") << "12cm" << 0.12;
        QTest::newRow("units") << "1m - 30 cm + 5mm" << 0.705;
        QTest::newRow("inches") << "2 in" << 0.0508;
        QTest::newRow("bracketed unit") << "(1+2)cm" << 0.03;
        QTest::newRow("comma") << "0,5" << 0.5;
        QTest::newRow("point") << ".5" << 0.5;
        QTest::newRow("trailing point") << "5." << 5.0;
        QTest::newRow("exponent") << "1.5e-3" << 0.0015;
        QTest::newRow("signs") << "--2" << 2.0;
    }

    void sumsAndUnitsAreWorkedOut()
    {
        QFETCH(QString, text);
        QFETCH(double, value);
        const std::optional<double> got = calculate(text.toStdString(), lengthUnits());
        QVERIFY(got);
        QVERIFY2(std::abs(*got - value) < 1e-15, qPrintable(QString::number(*got, 'g', 17)));
    }

    void whatIsNoSumIsNothing()
    {
        for (const char* text : {"", " ", "1+", "(1", "1)", "abc", "1 2", "1..2", "1/0", "2kg",
                                 "1e", "nan", "inf", "1,2,3"})
            QVERIFY2(!calculate(text, lengthUnits()), text);
        QVERIFY2(!calculate(std::string(100000, '('), {}), "no stack is used up");
        QVERIFY2(!calculate(std::string(100000, '-').append("1"), {}), "no stack is used up");
    }

    void anglesReadBack()
    {
        for (double x = -170; x <= 170; x += 34)
            for (double y = -89; y <= 89; y += 17.8)
                for (double z = -170; z <= 170; z += 34) {
                    const Vec3 back = toAngles(fromAngles({x, y, z}));
                    QVERIFY((back - Vec3(x, y, z)).norm() < 1e-6);
                }
        const Quat up = fromAngles({30, 90, 0});
        QVERIFY(fromAngles(toAngles(up)).angularDistance(up) < 1e-7);
    }

    void typingAPlaceSetsOneKey()
    {
        const int steps = session_->history().count();
        type(field("inspectorPositionX"), "1+2/3");
        QCOMPARE(session_->history().count(), steps + 1);
        QVERIFY(std::abs(keyed(7).x() - (1 + 2.0 / 3)) < 1e-9);
        QVERIFY2(!field("inspectorPositionX").text().contains(','), "a point in every locale");
        type(field("inspectorPositionY"), "12cm");
        QVERIFY(std::abs(keyed(7).y() - 0.12) < 1e-9);
        QCOMPARE(session_->history().count(), steps + 1);
        session_->undo();
        QCOMPARE(session_->history().index(), steps);
    }

    void aPlaceTypedNumberByNumberIsOneStep()
    {
        const Document before = session_->document();
        type(field("inspectorPositionX"), "0.3");
        type(field("inspectorPositionY"), "0.2");
        type(field("inspectorPositionZ"), "0.1");
        QCOMPARE(session_->history().count(), 1);
        QVERIFY((keyed(session_->playhead().frame()) - Vec3(0.3, 0.2, 0.1)).norm() < 1e-9);
        session_->undo();
        QVERIFY(session_->document() == before);
        // Elsewhere, it is another one.
        type(field("inspectorPositionX"), "0.3");
        session_->playhead().setFrame(session_->playhead().frame() + 3);
        type(field("inspectorPositionY"), "0.2");
        QCOMPARE(session_->history().count(), 2);
    }

    void nonsenseChangesNothing()
    {
        const Document before = session_->document();
        type(field("inspectorPositionX"), "12 bananas");
        QVERIFY(session_->document() == before);
        QCOMPARE(session_->history().count(), 0);
    }

    void aDragOverAFieldIsOneStepAndEscTakesItBack()
    {
        NumberField& x = field("inspectorPositionX");
        auto* line = x.findChild<QLineEdit*>();
        const double before = x.value();
        const auto drag = [&](int to, bool release) {
            QTest::mousePress(line, Qt::LeftButton, {}, QPoint(10, 5));
            for (int i = 1; i <= 10; ++i) {
                const QPoint at(10 + to * i / 10, 5);
                QMouseEvent move(QEvent::MouseMove, at, line->mapToGlobal(QPointF(at)),
                                 Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
                QCoreApplication::sendEvent(line, &move);
            }
            if (release) QTest::mouseRelease(line, Qt::LeftButton, {}, QPoint(10 + to, 5));
        };
        drag(40, true);
        QCOMPARE(session_->history().count(), 1);
        QVERIFY(std::abs(keyed(7).x() - (before + 0.1)) < 1e-6);
        QVERIFY(!x.hasFocus());
        const Document after = session_->document();
        drag(80, false);
        QVERIFY(!(session_->document() == after));
        QTest::keyClick(&x, Qt::Key_Escape);
        QVERIFY(session_->document() == after);
        QTest::mouseRelease(line, Qt::LeftButton, {}, QPoint(90, 5));
        QCOMPARE(session_->history().count(), 1);
    }

    void stepsInARowAreOneStepOfTheHistory()
    {
        NumberField& x = field("inspectorPositionX");
        x.setFocus();
        for (int i = 0; i < 5; ++i) QTest::keyClick(&x, Qt::Key_Up);
        QTRY_VERIFY(!session_->gestureOpen());
        QCOMPARE(session_->history().count(), 1);
    }

    void playingUpdatesNumbersButNotWhatIsTyped()
    {
        for (const double frame : {0.0, 20.0}) {
            edit::SetTargetKey set;
            set.target = target().id;
            set.frame = frame;
            set.position = Vec3(0.5, 0.1 + 0.01 * frame, 0);
            QVERIFY(session_->commit(set));
        }
        NumberField& x = field("inspectorPositionX");
        NumberField& y = field("inspectorPositionY");
        QTest::mouseClick(x.findChild<QLineEdit*>(), Qt::LeftButton);
        QTest::keyClicks(&x, "3/");
        const QString before = y.text();
        for (int frame = 8; frame < 18; ++frame) {
            session_->playhead().setFrame(frame);
            QTest::qWait(1);
        }
        QCOMPARE(x.text(), QString("3/"));
        QVERIFY(x.hasFocus());
        QVERIFY(y.text() != before);
    }

    void severalAreChangedAtOnce()
    {
        const NodeId first = NodeId(1), second = NodeId(2);
        session_->selection().setNodes({first, second});
        NumberField& x = field("inspectorPositionX");
        QVERIFY2(x.text().isEmpty(), qPrintable("they differ, not " + x.text()));
        type(x, "0.25");
        QCOMPARE(session_->history().count(), 1);
        for (const NodeId node : {first, second}) {
            const Document& doc = session_->document();
            const Transform at =
                sample(doc.clip().track(node), (*doc.scene)[doc.scene->find(node)].rest, 7);
            QCOMPARE(at.translation.x(), 0.25);
        }
        QCOMPARE(x.text(), QString("0.25"));
    }

    void aFieldOfSeveralThatDifferTakesAClickAndItsLeast()
    {
        Document doc = test::crowdOfLimbs(2);
        session_->startNew(doc, "two");
        std::vector<NodeId> nodes;
        for (const Constraint& c : doc.rig->constraints) nodes.push_back(c.target);
        edit::SetInfluenceKey key;
        key.target = doc.rig->constraints[0].id;
        key.frame = 0;
        key.value = 0.5;
        QVERIFY(session_->commit(key));
        session_->playhead().setFrame(0);
        session_->selection().setNodes(nodes);
        NumberField& influence = field("inspectorInfluence");
        QVERIFY2(influence.text().isEmpty(), "0.5 and 1 differ");
        auto* line = influence.findChild<QLineEdit*>();
        QTest::mouseClick(line, Qt::LeftButton);
        QVERIFY2(influence.hasFocus(), "a click is for typing");
        QTest::keyClicks(&influence, "0");
        QTest::keyClick(&influence, Qt::Key_Return);
        for (const Constraint& c : doc.rig->constraints) {
            const InfluenceTrack* track = session_->document().clip().influence(c.id);
            QVERIFY(track && track->curve.find(0));
            QCOMPARE(track->curve.find(0)->value, 0.0);
        }
        QCOMPARE(influence.text(), QString("0"));
        QCOMPARE(session_->history().count(), 2);
    }
};

POSEWRIGHT_TEST(TestNumberFields, posewright::test::runWithWidgets);
#include "tst_number_fields.moc"
