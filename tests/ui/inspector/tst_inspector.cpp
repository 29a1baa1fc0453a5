#include "tests/ui/support.h"
#include "ui/inspector/arithmetic.h"
#include "ui/inspector/euler.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/number_field.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// The inspector by mouse and keyboard: what is typed, dragged and chosen becomes edits, one
/// gesture one step.
class TestInspector : public QObject {
    Q_OBJECT

    std::unique_ptr<Session> session_;
    std::unique_ptr<Evaluator> evaluator_;
    std::unique_ptr<Inspector> inspector_;

    NumberField& field(const char* name)
    {
        auto* found = inspector_->findChild<NumberField*>(name);
        if (!found) qFatal("no field %s", name);
        return *found;
    }
    QComboBox& choice(const char* name) { return *inspector_->findChild<QComboBox*>(name); }
    const Constraint& target() { return session_->document().rig->constraints.front(); }
    Vec3 keyed(double frame)
    {
        const Track* track = session_->document().clip().track(target().target);
        return sample(track, Transform{}, frame).translation;
    }
    void type(NumberField& into, const QString& text)
    {
        auto* edit = into.findChild<QLineEdit*>();
        QTest::mouseClick(edit, Qt::LeftButton);
        if (!into.hasFocus()) into.setFocus();  // it may be scrolled out of sight
        edit->selectAll();
        QVERIFY(into.hasFocus());
        QTest::keyClicks(&into, text);
        QTest::keyClick(&into, Qt::Key_Return);
    }
    /// Every field that is there is as high as it needs to be, and none lies on another.
    void nothingIsSquashed()
    {
        QTest::qWait(20);  // what was shown or hidden is laid out
        std::vector<std::pair<QRect, QString>> places;
        for (QWidget* widget : inspector_->findChildren<QWidget*>()) {
            const bool field = qobject_cast<NumberField*>(widget) ||
                               qobject_cast<QComboBox*>(widget) || qobject_cast<QCheckBox*>(widget);
            if (!field || !widget->isVisible()) continue;
            QVERIFY2(widget->height() >= widget->minimumSizeHint().height(),
                     qPrintable(
                         QString("%1 is %2 high").arg(widget->objectName()).arg(widget->height())));
            places.emplace_back(QRect(widget->mapTo(inspector_.get(), QPoint()), widget->size()),
                                widget->objectName());
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!places[i].first.intersects(places[j].first),
                         qPrintable(places[i].second + " and " + places[j].second));
    }
    void choose(QComboBox& box, int row)
    {
        box.setFocus();
        while (box.currentIndex() != row)
            QTest::keyClick(&box, box.currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
    }

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::German)); }

    void init()
    {
        session_ = std::make_unique<Session>();
        session_->startNew(test::chainDocument(3, 0.3, 20), "arm");
        evaluator_ = std::make_unique<Evaluator>(*session_);
        evaluator_->setBudget(1e9);
        inspector_ = std::make_unique<Inspector>(*session_, *evaluator_);
        inspector_->resize(320, 900);
        inspector_->show();
        QVERIFY(QTest::qWaitForWindowExposed(inspector_.get()));
        inspector_->activateWindow();
        session_->selection().setNodes({target().target});
        session_->playhead().setFrame(7);
    }

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
        QVERIFY2(!calculate(std::string(100000, '-') + "1", {}), "no stack is used up");
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
        QCOMPARE(session_->history().count(), steps + 2);
        session_->undo();
        session_->undo();
        QCOMPARE(session_->history().index(), steps);
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
        QVERIFY((aim().axis - Vec3(0, 0, -1)).norm() < 1e-12);
        QCOMPARE(field("inspectorAxisZ").text(), QString("-1"));
        type(field("inspectorAxisX"), "1");
        QVERIFY((aim().axis - Vec3(1, 0, -1).normalized()).norm() < 1e-12);
        QCOMPARE(choice("inspectorAlong").currentIndex(), -1);
        // Six keys down, of which the first changes nothing, and one number.
        QCOMPARE(session_->history().index(), steps + 5 + 1);
        // A direction of no length is refused, and the field shows what is so.
        QSignalSpy failed(inspector_.get(), &Inspector::failed);
        choose(choice("inspectorAlong"), 1);
        type(field("inspectorAxisX"), "0");
        QCOMPARE(failed.count(), 1);
        QCOMPARE(field("inspectorAxisX").text(), QString("1"));
        choose(choice("inspectorRoot"), 1);
        QCOMPARE(quint64(aim().root), quint64(NodeId(2)));
        while (session_->history().index() > steps) session_->undo();
        QVERIFY((aim().axis - Vec3::UnitX()).norm() < 1e-12);
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

    void aKeyThatAContactHidesSaysSo()
    {
        edit::SetSpan contact;
        contact.target = target().id;
        contact.start = 5;
        contact.end = 10;
        contact.kind = SpanKind::Contact;
        QVERIFY(session_->commit(contact));
        for (const double frame : {3.0, 7.0}) {
            edit::SetTargetKey set;
            set.target = target().id;
            set.frame = frame;
            set.position = Vec3(0.2, 0.5, 0);
            QVERIFY(session_->commit(set));
        }
        auto* idle = inspector_->findChild<QLabel*>("inspectorKeyIdle");
        edit::KeyRef key;
        key.node = target().target;
        key.frame = 7;
        session_->selection().setKeys({key});
        QVERIFY(idle->isVisible());
        QVERIFY2(idle->text().contains("contact") && idle->text().contains("from 5 to 10"),
                 qPrintable(idle->text()));
        key.frame = 3;
        session_->selection().setKeys({key});
        QVERIFY(!idle->isVisible());
    }

    void aSpanIsChangedInItsForm()
    {
        const auto span = [&] {
            const Span* at = spanAt(session_->document().clip().spanRow(target().id), 7);
            return at ? *at : Span{};
        };
        QCOMPARE(int(span().kind), int(SpanKind::Reach));
        type(field("inspectorSpanIn"), "3");
        QCOMPARE(span().in, 3.0);
        const double end = span().end;
        type(field("inspectorSpanEnd"), "10");
        QCOMPARE(span().end, 10.0);
        choose(choice("inspectorSpanKind"), 1);
        QCOMPARE(int(span().kind), int(SpanKind::Contact));
        QCOMPARE(span().start, 0.0);
        QCOMPARE(int(session_->document().clip().spanRow(target().id)->spans.size()), 1);
        while (session_->history().canUndo()) session_->undo();
        QCOMPARE(span().end, end);
    }

    void allFramesOfASpanAreSolvedTogetherInOneStep()
    {
        const auto span = [&] {
            return *spanAt(session_->document().clip().spanRow(target().id), 7);
        };
        QComboBox& inbetween = choice("inspectorInbetween");
        QCOMPARE(inbetween.count(), 3);
        QVERIFY(inbetween.itemText(2).contains("together"));
        QVERIFY(!inbetween.toolTip().isEmpty());
        const int steps = session_->history().count();
        choose(inbetween, 2);
        QCOMPARE(session_->history().count(), steps + 1);
        QCOMPARE(int(span().inbetween), int(Inbetween::Trajectory));
        QCOMPARE(inbetween.currentIndex(), 2);
        // A contact is exact: it takes every frame by itself.
        choose(choice("inspectorSpanKind"), int(SpanKind::Contact));
        QCOMPARE(int(span().kind), int(SpanKind::Contact));
        QCOMPARE(int(span().inbetween), int(Inbetween::Resolve));
        session_->undo();
        QCOMPARE(int(span().inbetween), int(Inbetween::Trajectory));
        session_->undo();
        QCOMPARE(int(span().inbetween), int(Inbetween::Resolve));
    }

    void keysAreMovedAndShaped()
    {
        for (const double frame : {0.0, 7.0, 14.0}) {
            edit::SetTargetKey set;
            set.target = target().id;
            set.frame = frame;
            set.position = Vec3(0.1 * frame / 14, 0.5, 0);
            QVERIFY(session_->commit(set));
        }
        edit::KeyRef key;
        key.node = target().target;
        key.frame = keyFrames(*session_->document().clip().track(key.node))[0];
        session_->selection().setKeys({key});
        type(field("inspectorKeyFrame"), "3");
        const Track* track = session_->document().clip().track(key.node);
        QVERIFY(track->translation[0]->find(3));
        key.frame = 3;
        session_->selection().setKeys({key});
        choose(choice("inspectorKeyShape"), 2);
        track = session_->document().clip().track(key.node);
        QCOMPARE(int(track->translation[0]->find(3)->interpolation), int(Interpolation::Constant));
        type(field("inspectorKeyValueZ"), "25 cm");
        track = session_->document().clip().track(key.node);
        QVERIFY(std::abs(track->translation[2]->find(3)->value - 0.25) < 1e-12);
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

    void theSelectedSpanIsTheOneInTheForm()
    {
        const ConstraintId id = target().id;
        edit::SetSpan contact;
        contact.target = id;
        contact.start = 12;
        contact.end = 16;
        contact.kind = SpanKind::Contact;
        QVERIFY(session_->commit(contact));
        session_->playhead().setFrame(2);
        session_->selection().setSpans({{id, 12}});
        QCOMPARE(field("inspectorSpanStart").text(), QString("12"));
        QCOMPARE(choice("inspectorSpanKind").currentIndex(), int(SpanKind::Contact));
        const int steps = session_->history().count();
        type(field("inspectorSpanStart"), "10");
        QCOMPARE(session_->history().count(), steps + 1);
        QCOMPARE(session_->selection().spans().size(), std::size_t(1));
        QCOMPARE(session_->selection().spans()[0].start, 10.0);
        QCOMPARE(field("inspectorSpanStart").text(), QString("10"));
        const Span* moved = findSpan(session_->document(), {id, 10});
        QVERIFY(moved);
        QCOMPARE(moved->end, 16.0);
        QCOMPARE(int(moved->kind), int(SpanKind::Contact));
        type(field("inspectorSpanEnd"), "15");
        moved = findSpan(session_->document(), {id, 10});
        QCOMPARE(moved->end, 15.0);
        session_->undo();
        session_->undo();
        QVERIFY(findSpan(session_->document(), {id, 12}));
    }

    void severalSpansAreChangedAtOnce()
    {
        session_->startNew(test::crowdOfLimbs(2), "two");
        const std::vector<Constraint> rig = session_->document().rig->constraints;
        session_->selection().setSpans({{rig[0].id, 0}, {rig[1].id, 0}});
        choose(choice("inspectorSpanKind"), int(SpanKind::Hold));
        type(field("inspectorSpanEnd"), "9");
        for (const Constraint& c : rig) {
            const Span* span = findSpan(session_->document(), {c.id, 0});
            QVERIFY(span);
            QCOMPARE(int(span->kind), int(SpanKind::Hold));
            QCOMPARE(span->end, 9.0);
        }
    }

    void jointsGetLimits()
    {
        const NodeId first = NodeId(1), second = NodeId(2);
        const auto limit = [&](NodeId node) {
            const Scene& scene = *session_->document().scene;
            return scene[scene.find(node)].bone()->limit;
        };
        session_->selection().setNodes({first, second});
        QComboBox& kind = choice("inspectorLimitKind");
        const int steps = session_->history().count();
        choose(kind, int(edit::LimitKind::Hinge));
        QVERIFY(std::holds_alternative<HingeLimit>(limit(first)));
        QVERIFY(std::holds_alternative<HingeLimit>(limit(second)));
        type(field("inspectorLimitMost"), "100 + 20");
        QVERIFY(std::abs(std::get<HingeLimit>(limit(second)).angle.max - 2.0943951) < 1e-6);
        QCOMPARE(field("inspectorLimitMost").text(), QString("120"));
        session_->selection().setNodes({second});
        type(field("inspectorLimitLeast"), "-5deg");
        QVERIFY(std::abs(std::get<HingeLimit>(limit(second)).angle.min + 0.0872665) < 1e-6);
        session_->selection().setNodes({first, second});
        QVERIFY2(field("inspectorLimitLeast").text().isEmpty(), "they differ");
        QCOMPARE(field("inspectorLimitMost").text(), QString("120"));
        // A range the wrong way about is refused, and the field says what is so.
        QSignalSpy failed(inspector_.get(), &Inspector::failed);
        session_->selection().setNodes({second});
        const Document before = session_->document();
        type(field("inspectorLimitLeast"), "130");
        QCOMPARE(failed.count(), 1);
        QVERIFY(session_->document() == before);
        QCOMPARE(field("inspectorLimitLeast").text(), QString("-5"));
        for (const int row : {int(edit::LimitKind::Cone), int(edit::LimitKind::Box),
                              int(edit::LimitKind::Prismatic), int(edit::LimitKind::Fixed),
                              int(edit::LimitKind::Free)}) {
            choose(kind, row);
            QCOMPARE(int(limit(second).index()), row);
        }
        while (session_->history().count() > steps && session_->history().canUndo())
            session_->undo();
        QVERIFY(std::holds_alternative<std::monostate>(limit(first)));
    }

    void aKeysRotationAndInfluenceAreChanged()
    {
        const NodeId joint = NodeId(2);
        for (const double frame : {0.0, 10.0}) {
            edit::SetJointKey set;
            set.joint = joint;
            set.frame = frame;
            set.rotation = fromAngles({0, 0, frame});
            QVERIFY(session_->commit(set));
        }
        edit::KeyRef one, two;
        one.node = two.node = joint;
        two.frame = 10;
        session_->selection().setKeys({one, two});
        QVERIFY2(field("inspectorKeyTurnZ").text().isEmpty(), "0 and 10 differ");
        type(field("inspectorKeyTurnZ"), "30");
        const Track* track = session_->document().clip().track(joint);
        for (const double frame : {0.0, 10.0})
            QVERIFY((toAngles(track->rotation->find(frame)->value) - Vec3(0, 0, 30)).norm() < 1e-9);
        // The active one goes where it is typed, the other one along with it.
        type(field("inspectorKeyFrame"), "12");
        track = session_->document().clip().track(joint);
        QVERIFY(track->rotation->find(2) && track->rotation->find(12));
        QCOMPARE(field("inspectorKeyFrame").text(), QString("12"));
        choose(choice("inspectorKeyShape"), 3);
        QCOMPARE(int(session_->document().clip().track(joint)->rotation->find(2)->interpolation),
                 int(RotationInterpolation::Eased));
        QCOMPARE(choice("inspectorKeyShape").currentIndex(), 3);

        edit::SetInfluenceKey set;
        set.target = target().id;
        set.frame = 4;
        set.value = 0.5;
        QVERIFY(session_->commit(set));
        edit::KeyRef influence;
        influence.constraint = target().id;
        influence.property = Property::Influence;
        influence.frame = 4;
        session_->selection().setKeys({influence});
        type(field("inspectorKeyInfluence"), "0.25");
        QCOMPARE(session_->document().clip().influence(target().id)->curve.find(4)->value, 0.25);
    }

    void aBonesRestAndNameAreChanged()
    {
        session_->selection().setNodes({NodeId(2)});
        type(field("inspectorLength"), "40cm");
        const Document& doc = session_->document();
        const Node& node = (*doc.scene)[doc.scene->find(NodeId(2))];
        QVERIFY(std::abs(node.bone()->tip.norm() - 0.4) < 1e-9);
        auto* name = inspector_->findChild<QLineEdit*>("inspectorName");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "elbow");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(session_->document().scene->find("elbow") != kNoNode);
        QCOMPARE(session_->history().count(), 2);
    }
};

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
