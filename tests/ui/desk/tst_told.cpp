#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"
#include "ui/desk/plurals.h"
#include "ui/models/status_text.h"
#include "ui/timeline/commands.h"

#include <QLabel>
#include <QSettings>

using namespace posewright;
using namespace posewright::ui;

/// What the program tells of itself where users wondered: in the status bar, the view and the
/// inspector, in the same words.
class TestTold : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    QLabel& label(const char* name) { return *desk_->window.findChild<QLabel*>(name); }
    void key(const char* target, double frame, const Vec3& at)
    {
        edit::SetTargetKey key;
        key.target = desk_->target(target).id;
        key.frame = frame;
        key.position = at;
        QVERIFY(desk_->session.commit(key));
    }
    void settle()
    {
        // Until the strip is of this document, and not of the one before.
        const Evaluator& evaluator = desk_->window.evaluator();
        QTRY_VERIFY_WITH_TIMEOUT(evaluator.filled() >= 1 && evaluator.strip().size() == 49, 20000);
    }

private slots:
    void init()
    {
        QCoreApplication::setOrganizationName("posewright-test-told");
        QSettings().clear();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
    }
    void cleanup() { desk_.reset(); }

    void theNextProblemSelectsWhatIsMissed()
    {
        openSample(desk_->window, "figure");
        key("Left hand", 10, {0.3, 0.9, 0.1});
        key("Left hand", 20, {3, 1.5, 0});
        key("Left hand", 30, {0.3, 0.9, 0.1});
        key("Right hand", 18, {-0.3, 0.9, 0.1});
        key("Right hand", 20, {-6, 1.5, 0});
        settle();
        for (const char* id : {"time.nextProblem", "time.previousProblem"}) {
            desk_->select({"Left foot"});
            desk_->session.playhead().setFrame(0);
            desk_->trigger(id);
            const double frame = desk_->session.playhead().frame();
            const auto shown = desk_->window.evaluator().at(frame);
            const TargetStatus* most = nullptr;
            for (const TargetStatus& status : shown->targets)
                if (isProblem(status.status) &&
                    (!most || status.positionError > most->positionError))
                    most = &status;
            QVERIFY(most);
            const Constraint& target = *findConstraint(*desk_->doc().rig, most->constraint);
            QVERIFY(desk_->session.selection().nodes() == std::vector{target.target});
            QVERIFY2(desk_->said().startsWith(statusLine(desk_->doc(), *shown, target.id)),
                     qPrintable(desk_->said()));
            // The inspector says the same of it.
            QTRY_VERIFY(label("inspectorStatus").text().contains(statusWord(most->status)));
        }
    }

    void severalProblemsOfAFrameAreCounted()
    {
        openSample(desk_->window, "figure");
        key("Left hand", 0, {3, 1.5, 0});
        key("Right hand", 0, {-6, 1.5, 0});
        settle();
        desk_->trigger("time.nextProblem");
        QVERIFY2(desk_->session.selection().active() == desk_->node("Right hand"),
                 "the one that is missed most");
        QVERIFY2(desk_->said().contains("1 more here"), qPrintable(desk_->said()));
    }

    void viewAndStatusBarGiveOneAdvice_data()
    {
        QTest::addColumn<bool>("captured");
        QTest::addColumn<QString>("keys");
        QTest::newRow("a figure that stands") << false << "Shift+S";
        QTest::newRow("a capture") << true << "Shift+F";
    }
    void viewAndStatusBarGiveOneAdvice()
    {
        QFETCH(bool, captured);
        QFETCH(QString, keys);
        if (!desk_->window.viewport().draws()) QSKIP("no OpenGL");
        Document doc = *loadSample("figure");
        std::vector<edit::Edit> gone;
        const Shared<Rig> rig = doc.rig;
        for (const Constraint& c : rig->constraints)
            doc = *edit::apply(doc, edit::RemoveTarget{c.id, false});
        for (int frame = 0; captured && frame < 3; ++frame) {
            edit::SetJointKey turn;
            turn.joint = (*doc.scene)[doc.scene->find("LeftArm")].id;
            turn.frame = frame;
            turn.rotation = Quat(Eigen::AngleAxisd(0.1 * frame, Vec3::UnitX()));
            doc = *edit::apply(doc, turn);
        }
        desk_->session.startNew(doc, "body");
        desk_->trigger("target.biped");
        const QString advice = firstKeyAdvice(desk_->doc());
        QVERIFY2(advice.contains(keys), qPrintable(advice));
        QCOMPARE(desk_->said(), advice);
        QTRY_VERIFY2(desk_->written().contains(advice), qPrintable(desk_->written()));
    }

    void softReachThatGoesIsSaid()
    {
        // A chain that is straight where its target is keyed first.
        const auto bare = [](double bend) {
            Document doc = test::chainDocument(3, bend, 20);
            doc.clips[0] = doc.clips[0].with([](Clip& clip) {
                clip.spans.clear();
                clip.tracks.clear();
            });
            Rig rig = *doc.rig;
            rig.constraints.front().soft = Constraint{}.soft;
            doc.rig = rig;
            return doc;
        };
        desk_->session.startNew(bare(0), "arm");
        desk_->session.selection().pick({desk_->doc().rig->constraints.front().target});
        desk_->trigger("time.setKey");
        const Constraint& after = desk_->doc().rig->constraints.front();
        QCOMPARE(after.soft, 0.0);
        QVERIFY2(desk_->said().startsWith("Soft reach of "), qPrintable(desk_->said()));
        QVERIFY(desk_->said().contains("straight"));
        QVERIFY(desk_->window.findChild<QWidget*>("inspectorSoft")->toolTip().contains("straight"));
        // A bent one keeps it, and nothing is said of it.
        desk_->session.startNew(bare(0.8), "arm");
        desk_->session.selection().pick({desk_->doc().rig->constraints.front().target});
        desk_->trigger("time.setKey");
        QCOMPARE(desk_->doc().rig->constraints.front().soft, Constraint{}.soft);
        QVERIFY2(desk_->said().contains("is now followed"), qPrintable(desk_->said()));
    }

    /// All five targets of the figure have a key at 0 and at 6, and spans that end there.
    void whatIsCopiedAndPastedIsCountedAndNamed()
    {
        Plurals plurals;
        QCoreApplication::installTranslator(&plurals);
        openSample(desk_->window, "figure");
        std::vector<NodeId> targets;
        std::vector<edit::KeyRef> keys;
        const Shared<Rig> rig = desk_->doc().rig;
        for (const Constraint& c : rig->constraints) {
            targets.push_back(c.target);
            keys.emplace_back();
            keys.back().node = c.target;
        }
        QCOMPARE(int(targets.size()), 5);
        QVERIFY(timeline::setKeys(desk_->session, targets, 0));
        QVERIFY(timeline::setKeys(desk_->session, targets, 6));
        const Clip clip = desk_->doc().clip();
        for (const SpanRow& row : clip.spans)
            for (const Span& span : row.spans)
                QVERIFY(desk_->session.commit(
                    edit::MoveSpan{row.constraint, span.start, span.start, 6, {}, {}}));
        const QString first = QString::fromStdString(
            (*desk_->doc().scene)[desk_->doc().scene->find(targets[0])].name);

        desk_->session.selection().setKeys(keys);
        desk_->trigger("edit.copy");
        QCOMPARE(desk_->said(),
                 "5 keys of " + first + " and 4 more copied: Ctrl+V puts them at the playhead");
        desk_->session.playhead().setFrame(20);
        desk_->trigger("edit.paste");
        QTRY_VERIFY2(desk_->said().startsWith("5 keys of " + first +
                                              " and 4 more at 20 move nothing there: no span"),
                     qPrintable(desk_->said()));

        // Of two targets both are named; of one all its keys are counted.
        desk_->session.selection().setKeys({keys[0], keys[1]});
        desk_->trigger("edit.copy");
        const QString second = QString::fromStdString(
            (*desk_->doc().scene)[desk_->doc().scene->find(targets[1])].name);
        QVERIFY2(desk_->said().startsWith("2 keys of " + first + " and " + second + " copied"),
                 qPrintable(desk_->said()));
        edit::KeyRef later = keys[2];
        later.frame = 6;
        desk_->session.selection().pick({});
        desk_->session.selection().setKeys({keys[2], later});
        desk_->trigger("edit.copy");
        desk_->session.playhead().setFrame(30);
        desk_->trigger("edit.paste");
        const QString third = QString::fromStdString(
            (*desk_->doc().scene)[desk_->doc().scene->find(targets[2])].name);
        QTRY_VERIFY2(desk_->said().startsWith("2 keys of " + third +
                                              " from 30 to 36 move nothing there: no span"),
                     qPrintable(desk_->said()));

        // One that counts, and one that does not.
        desk_->session.playhead().setFrame(3);
        desk_->trigger("edit.paste");
        QTRY_VERIFY2(
            desk_->said().startsWith("1 key of " + third + " at 9 moves nothing there: no span"),
            qPrintable(desk_->said()));
    }

    void keysSetForSeveralTargetsAtOnceAreToldOfTogether()
    {
        openSample(desk_->window, "figure");
        std::vector<NodeId> targets;
        const Shared<Rig> rig = desk_->doc().rig;
        for (const Constraint& c : rig->constraints) targets.push_back(c.target);
        QVERIFY(timeline::setKeys(desk_->session, targets, 0));
        const Clip clip = desk_->doc().clip();
        for (const SpanRow& row : clip.spans)
            for (const Span& span : row.spans)
                QVERIFY(desk_->session.commit(
                    edit::MoveSpan{row.constraint, span.start, span.start, 6, {}, {}}));
        std::vector<edit::Edit> edits;
        for (const Constraint& c : rig->constraints) {
            edit::SetTargetKey key;
            key.target = c.id;
            key.frame = 20;
            edits.emplace_back(key);
        }
        QVERIFY(desk_->session.commit(edits, "Several"));
        QTRY_VERIFY2(desk_->said().startsWith("5 keys of "), qPrintable(desk_->said()));
        QVERIFY2(desk_->said().contains(" and 4 more at 20 move nothing there: no span"),
                 qPrintable(desk_->said()));
    }

    void anEmptySceneSaysHowToGetAFigure()
    {
        if (!desk_->window.viewport().draws()) QSKIP("no OpenGL");
        desk_->trigger("file.new");
        QTRY_VERIFY2(desk_->written().contains("New from Sample > Figure"),
                     qPrintable(desk_->written()));
        QVERIFY(desk_->written().contains("Window > Start Page"));
        QVERIFY(label("inspectorNothing").text().contains("New from Sample > Figure"));
        openSample(desk_->window, "figure");
        QTRY_VERIFY(!desk_->written().contains("Nothing here yet"));
    }
};

POSEWRIGHT_TEST(TestTold, posewright::test::runOnScreen);
#include "tst_told.moc"
