#include "tests/support/cases.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/number_field.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// What the fields of the inspector say of several things at once, of units, and of what cannot be
/// worked out.
class TestFields : public QObject {
    Q_OBJECT

    std::unique_ptr<Session> session_;
    std::unique_ptr<Evaluator> evaluator_;
    std::unique_ptr<Inspector> inspector_;

    template <class T>
    T& found(const char* name)
    {
        auto* widget = inspector_->findChild<T*>(name);
        if (!widget) qFatal("no %s", name);
        return *widget;
    }
    edit::KeyRef key(double frame)
    {
        edit::KeyRef ref;
        ref.node = NodeId(100);
        ref.frame = frame;
        return ref;
    }
    QString titleOf(QWidget& field)
    {
        for (const QLabel* label : inspector_->findChildren<QLabel*>())
            if (label->buddy() == &field) return label->text();
        return {};
    }
    bool says(const QString& text)
    {
        for (const QLabel* label : inspector_->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text)) return true;
        return false;
    }

private slots:
    void init()
    {
        inspector_.reset();  // its fields tell the session when they go
        evaluator_.reset();
        session_ = std::make_unique<Session>();
        session_->startNew(
            test::withKeys(test::chainDocument(3, 0.3, 20), NodeId(100),
                           {{0, {0.5, 0.4, 0}}, {5, {0.4, 0.5, 0}}, {12, {0.4, 0.5, 0}}}),
            "arm");
        evaluator_ = std::make_unique<Evaluator>(*session_);
        evaluator_->setBudget(1e9);
        inspector_ = std::make_unique<Inspector>(*session_, *evaluator_);
        inspector_->resize(320, 900);
        inspector_->show();
        QVERIFY(QTest::qWaitForWindowExposed(inspector_.get()));
        inspector_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(inspector_.get()));
        session_->selection().setNodes({NodeId(100)});
    }

    void framesThatDifferSaySoAndWhatTypingDoes()
    {
        session_->selection().setKeys({key(0), key(5)});
        const QLabel& frames = found<QLabel>("inspectorKeyFrames");
        QVERIFY(frames.isVisible());
        QVERIFY2(frames.text().startsWith("differ, from 0 to 5") &&
                     frames.text().contains("moves all of them"),
                 qPrintable(frames.text()));
        session_->selection().setKeys({key(5)});
        QVERIFY(!frames.isVisible());
    }

    void choicesThatDifferSaySo()
    {
        edit::SetInterpolation held;
        held.keys = {key(5)};
        held.interpolation = edit::KeyShape::Constant;
        QVERIFY(session_->commit(held));
        session_->selection().setKeys({key(0), key(5)});
        QComboBox& shape = found<QComboBox>("inspectorKeyShape");
        QCOMPARE(shape.currentIndex(), -1);
        QCOMPARE(shape.placeholderText(), QString("differ"));
        session_->selection().setKeys({key(5)});
        QCOMPARE(shape.currentIndex(), 2);
        QCOMPARE(shape.placeholderText(), QString());
    }

    void kindsOfSpansThatDifferSaySo()
    {
        edit::SetSpan set;
        set.target = ConstraintId(200);
        set.start = 8;
        set.end = 12;
        set.kind = SpanKind::Off;
        QVERIFY(session_->commit(set));
        session_->selection().setSpans({{ConstraintId(200), 0}, {ConstraintId(200), 8}});
        QComboBox& kind = found<QComboBox>("inspectorSpanKind");
        QCOMPARE(kind.currentIndex(), -1);
        QCOMPARE(kind.placeholderText(), QString("differ"));
        QVERIFY(says("2 selected span") || says("selected spans of hand"));
        session_->selection().setSpans({{ConstraintId(200), 8}});
        QVERIFY2(says("Selected span of hand"), "whose it is");
    }

    void unitsStandBesideTheNumbers()
    {
        QCOMPARE(titleOf(found<NumberField>("inspectorPositionX")), QString("Position (m)"));
        QCOMPARE(titleOf(found<NumberField>("inspectorRotationX")), QString("Rotation (\u00b0)"));
        Document strange = session_->document();
        strange.unit = LengthUnit::Unknown;
        session_->startNew(strange, "strange");
        session_->selection().setNodes({NodeId(100)});
        QCOMPARE(titleOf(found<NumberField>("inspectorPositionX")), QString("Position (units)"));
    }

    void whatIsNoNumberIsSaidToBeNone_data()
    {
        test::cases<bool>("enter", {{"Enter", true}, {"another field", false}});
    }
    void whatIsNoNumberIsSaidToBeNone()
    {
        QFETCH(bool, enter);
        NumberField& x = found<NumberField>("inspectorPositionX");
        auto* edit = x.findChild<QLineEdit*>();
        const QString before = x.text();
        const int steps = session_->history().count();
        QSignalSpy failed(inspector_.get(), &Inspector::failed);
        const QColor usual = edit->palette().color(QPalette::Text);
        x.setFocus();
        edit->selectAll();
        QTest::keyClicks(&x, "1+");
        QVERIFY2(edit->palette().color(QPalette::Text) != usual, "red while it is none");
        QTest::keyClicks(&x, "2");
        QCOMPARE(edit->palette().color(QPalette::Text), usual);
        QTest::keyClicks(&x, "*(");
        if (enter)
            QTest::keyClick(&x, Qt::Key_Return);
        else
            found<NumberField>("inspectorPositionY").setFocus();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains("1+2*("));
        QCOMPARE(x.text(), before);
        QCOMPARE(edit->palette().color(QPalette::Text), usual);
        QCOMPARE(session_->history().count(), steps);
    }

    void escapeTakesTheRedAway()
    {
        NumberField& x = found<NumberField>("inspectorPositionX");
        auto* edit = x.findChild<QLineEdit*>();
        const QColor usual = edit->palette().color(QPalette::Text);
        QSignalSpy failed(inspector_.get(), &Inspector::failed);
        x.setFocus();
        edit->selectAll();
        QTest::keyClicks(&x, "(");
        QTest::keyClick(&x, Qt::Key_Escape);
        QCOMPARE(edit->palette().color(QPalette::Text), usual);
        found<NumberField>("inspectorPositionY").setFocus();
        QTest::qWait(10);
        QCOMPARE(failed.count(), 0);
    }

    void aPanelMayGoWhileNonsenseStandsInAField()
    {
        NumberField& x = found<NumberField>("inspectorPositionX");
        x.setFocus();
        x.findChild<QLineEdit*>()->selectAll();
        QTest::keyClicks(&x, "1+(");
        inspector_.reset();
        QTest::qWait(10);
    }
};

POSEWRIGHT_TEST(TestFields, posewright::test::runWithWidgets);
#include "tst_fields.moc"
