#include "tests/support/fbx_text.h"
#include "tests/support/figures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/slanted_nodes.h"
#include "tests/support/written_file.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"
#include "ui/desk/notice_bar.h"
#include "ui/desk/plurals.h"
#include "ui/files/notice_lines.h"
#include "ui/models/status_text.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"

#include <QFileInfo>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>

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
        // In the view it may be broken into lines.
        QTRY_VERIFY2(desk_->written().replace(u'|', u' ').contains(advice),
                     qPrintable(desk_->written()));
    }

    void aTargetOnWhatIsNoBoneNamesItsBone()
    {
        Document doc = test::chainDocument(3, 0.8, 20);
        doc.rig = Rig{};
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            clip.spans.clear();
            clip.tracks.clear();
        });
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(0, "cup", 1, Vec3(0, 0.1, 0)));
        nodes.back().id = newNodeId(doc);
        doc.scene = *Scene::make(std::move(nodes));
        desk_->session.startNew(doc, "arm");
        for (const bool isBone : {false, true}) {
            desk_->select({isBone ? "joint2" : "cup"});
            desk_->trigger("target.new");
            QVERIFY2(desk_->said().startsWith(
                         "\u201ccup\u201d is no bone, so the target is that of the bone above it, "
                         "\u201cjoint1\u201d. ") != isBone,
                     qPrintable(desk_->said()));
        }
    }

    /// Warnings of a file name it once, in their head.
    void aNoticeDoesNotRepeatThePlaceOfTheFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("limb.fbx");
        test::FbxText fbx;
        fbx.addModel(100, "Hip", "LimbNode");
        fbx.add(110, "Constraint", "Constraint::Aim", "Aim", "\t\tVersion: 100\n");
        test::writtenFile(path, fbx.text());
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
        desk_->session.file().open(path.toStdString());
        const QLabel* text = nullptr;
        QTRY_VERIFY([&] {
            for (const QLabel* each :
                 desk_->window.findChild<NoticeBar*>()->findChildren<QLabel*>())
                if (each->text().contains("left out")) text = each;
            return text != nullptr;
        }());
        QVERIFY2(!text->text().contains(folder.path()), qPrintable(text->text()));
        QVERIFY2(text->text().contains("Constraints are left out: \"Aim\""),
                 qPrintable(text->text()));
    }

    void weightsThatWereMendedNameTheirMesh()
    {
        const std::string path = "/home/anna/a.glb";
        const QString said = "2 vertices of \"Body\" had weights";
        const auto lines = [&](const char* place, const std::string& message) {
            return noticeLines({{Diagnostic::Severity::Warning, message, path + place}},
                               toQt(path));
        };
        QCOMPARE(lines("#/meshes/0/primitives/0/attributes/WEIGHTS_0", said.toStdString()),
                 QStringList{said});
        QCOMPARE(lines("#/images/0", "it is broken"),
                 QStringList{"Picture 1 of a.glb: it is broken"});
        QCOMPARE(lines("", "it is odd"), QStringList{"It is odd"});
        QCOMPARE(lines(":41", "it is odd"), QStringList{"a.glb:41: it is odd"});
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

    /// Keys that come with a contact are the program's own; a key that is set in it is not.
    void onlyKeysThatTheUserSetAreNamed()
    {
        openSample(desk_->window, "figure");
        edit::SetSpan contact;
        contact.target = desk_->target("Left hand").id;
        contact.start = 0;
        contact.end = 12;
        contact.kind = SpanKind::Contact;
        edit::SetTargetKey key;
        key.target = contact.target;
        key.frame = 6;
        QVERIFY(desk_->session.commit({contact, key}, "Contact"));
        QTest::qWait(20);
        QCOMPARE(desk_->said(), QString());
        key.frame = 7;
        QVERIFY(desk_->session.commit(key));
        QTRY_VERIFY2(desk_->said().startsWith("Left hand is keyed, but a contact"),
                     qPrintable(desk_->said()));
    }

    /// What was said of a document or a tool goes when these change.
    void whatIsNoLongerTrueIsNotSaid()
    {
        openSample(desk_->window, "figure");
        const auto isSaidUntil = [&](const auto& change) {
            desk_->window.tell("Drag it");
            QTest::qWait(20);
            const bool said = desk_->said() == "Drag it";
            change();
            return said && desk_->said() != "Drag it";
        };
        QVERIFY(isSaidUntil([&] { key("Left hand", 10, {0.3, 0.9, 0.1}); }));
        QVERIFY(isSaidUntil([&] { desk_->session.undo(); }));
        QVERIFY(isSaidUntil([&] { desk_->trigger("pose.draw"); }));
        // What a change says of itself stays.
        desk_->window.tell("Done");
        key("Left hand", 12, {0.3, 0.9, 0.1});
        QCOMPARE(desk_->said(), QString("Done"));
    }

    void whatMovesBelowAnotherParentIsTold()
    {
        const test::SlantedNodes nodes = test::slantedNodes();
        desk_->session.startNew(nodes.doc, "slanted");
        QVERIFY(desk_->session.commit(edit::ReparentBone{nodes.hand, nodes.tilted}));
        QTRY_VERIFY2(desk_->said().endsWith("and moves at rest: \"tip\" by 1"),
                     qPrintable(desk_->said()));
        desk_->session.undo();
        desk_->window.tell("Done");
        QVERIFY(desk_->session.commit(edit::ReparentBone{nodes.tilted, nodes.wide}));
        QCoreApplication::processEvents();
        QVERIFY(!desk_->said().contains("at rest"));
    }

    void anEmptySceneSaysHowToGetAFigure()
    {
        if (!desk_->window.viewport().draws()) QSKIP("no OpenGL");
        desk_->trigger("file.new");
        QTRY_VERIFY2(desk_->written().contains("File > New > Figure"),
                     qPrintable(desk_->written()));
        QVERIFY(desk_->written().contains("Window > Start Page"));
        QVERIFY(label("inspectorNothing").text().contains("File > New > Figure"));
        openSample(desk_->window, "figure");
        QTRY_VERIFY(!desk_->written().contains("Nothing here yet"));
    }
};

POSEWRIGHT_TEST(TestTold, posewright::test::runOnScreen);
#include "tst_told.moc"
