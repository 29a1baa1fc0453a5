#include "tests/support/keyed_tail.h"
#include "tests/support/program.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/actions/actions.h"
#include "ui/desk/main_window.h"
#include "ui/models/status_text.h"
#include "ui/models/timeline_model.h"
#include "ui/session/seen_status.h"
#include "ui/time/canvas_tools.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/problem_walk.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QStatusBar>
#include <QtTest>

#include <numbers>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr NodeId kTarget{100};

/// Three bones, a target keyed so far from their root [m].
Document reaching(double distance)
{
    Document rest = test::chainDocument(3, 0.3, 20);
    rest.rig = rest.rig.with([](Rig& rig) { rig.constraints[0].soft = 0.03; });
    const NodeIndex root = rest.scene->find(rest.rig->constraints[0].root);
    const Vec3 at = worldTransforms(*rest.scene, restPose(*rest.scene))[root].position;
    return test::withKeys(rest, kTarget, {{0, at + Vec3(distance, 0, 0)}});
}

/// The target is close, and a joint that nothing leads is keyed at every frame, as a capture is: it
/// pops by 20 degrees on the way to frame 10.
Document withCapture(Document doc)
{
    constexpr double kDegree = std::numbers::pi / 180;
    std::vector<RotationKey> keys;
    for (int frame = 0; frame <= 20; ++frame)
        keys.push_back(
            {double(frame),
             Quat(Eigen::AngleAxisd((frame + (frame < 10 ? 0 : 20)) * kDegree, Vec3::UnitZ()))});
    return test::withKeyedTail(std::move(doc), kNoNode, keys);
}

/// Without a target.
Document captureAlone()
{
    Document doc = withCapture(reaching(0.5));
    doc.rig = Rig{};
    doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.spans.clear(); });
    return doc;
}

double reachOf(const Document& doc)
{
    const Scene& scene = *doc.scene;
    const Constraint& c = doc.rig->constraints[0];
    double length = 0;
    for (NodeIndex row = scene.find(c.effector); scene[row].id != c.root; row = scene[row].parent)
        length += scene[row].rest.translation.norm();
    return length;
}

}  // namespace

/// The strip, the rows, the status bar, the view and N tell one and the same of a frame.
class TestWordsAgree : public QObject {
    Q_OBJECT

    std::unique_ptr<Session> session_;
    std::unique_ptr<MainWindow> window_;

    QString problems() { return window_->findChild<QLabel*>("problems")->text(); }
    QString said() { return window_->statusBar()->currentMessage(); }
    void show(const Document& doc)
    {
        session_->startNew(doc, "test");
        window_->evaluator().setBudget(1e9);
    }
    void filled()
    {
        QTRY_COMPARE(window_->evaluator().strip().size(), 21U);
        QTRY_VERIFY(window_->evaluator().filled() >= 1);
    }
    void trigger(const char* id) { window_->actions()[id]->trigger(); }

private slots:
    void init()
    {
        session_ = std::make_unique<Session>();
        window_ = std::make_unique<MainWindow>(*session_);
    }
    void cleanup()
    {
        session_->history().setClean();
        window_.reset();
        session_.reset();
    }

    void easingThatCannotBeSeenIsNone()
    {
        const Document doc = reaching(0.5);
        TargetStatus status;
        status.constraint = doc.rig->constraints[0].id;
        status.status = ik::Status::Softened;
        status.positionError = 0.9e-4 * reachOf(doc);
        QCOMPARE(int(seenStatus(doc, status)), int(ik::Status::Reached));
        status.positionError = 1.1e-4 * reachOf(doc);
        QCOMPARE(int(seenStatus(doc, status)), int(ik::Status::Softened));
        Evaluation both;
        both.targets = {status, status};
        both.targets[0].positionError = 0;
        QCOMPARE(int(worstSeen(doc, both)), int(ik::Status::Softened));
        both.targets[1].positionError = 0;
        QCOMPARE(int(worstSeen(doc, both)), int(ik::Status::Reached));
        both.targets[1].status = ik::Status::Unreachable;  // by 0: no problem, but not reached
        QCOMPARE(int(worstSeen(doc, both)), int(ik::Status::Softened));
    }

    void whatIsEasedIsCountedAndNoProblem()
    {
        const double reach = reachOf(reaching(0.5));
        show(reaching(reach * 0.995));
        filled();
        for (const auto& [frame, status] : window_->evaluator().strip())
            QCOMPARE(int(status), int(ik::Status::Softened));
        QVERIFY2(problems().contains("21") && problems().contains("fades or eases"),
                 qPrintable(problems()));
        session_->playhead().setFrame(9);
        trigger("time.nextProblem");
        QCOMPARE(session_->playhead().frame(), 9.0);
        QVERIFY2(said().contains("No problem") && said().contains("fade, ease"),
                 qPrintable(said()));
        show(reaching(reach * 0.5));
        filled();
        QCOMPARE(problems(), QString("No problems"));
        trigger("time.nextProblem");
        QVERIFY2(said().contains("reached at every frame"), qPrintable(said()));
    }

    /// A span without a fade: every target is reached at every frame, and an arm pops.
    void aPopIsAProblemOfTheStripOfNAndOfTheStatusBar()
    {
        Document doc = reaching(0.5);
        doc = test::withKeys(doc, kTarget, {{0, Vec3(-0.3, 0.6, 0)}});
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            clip.spans[0].spans[0].start = 9;
            clip.spans[0].spans[0].end = 20;
        });
        show(doc);
        filled();
        QTRY_VERIFY2(problems().startsWith("1 problem frame"), qPrintable(problems()));
        const Evaluator& evaluator = window_->evaluator();
        QVERIFY(!isProblem(evaluator.strip().at(9)) && evaluator.isProblemFrame(9));
        trigger("time.nextProblem");
        QCOMPARE(session_->playhead().frame(), 9.0);
        QVERIFY2(said().contains("pops: it turns by") && said().contains("from frame 8 to 9"),
                 qPrintable(said()));
        QVERIFY2(session_->selection().nodes() == std::vector{kTarget}, "what is to be mended");
        // With a fade there is none.
        QVERIFY(session_->commit(
            edit::MoveSpan{doc.rig->constraints[0].id, 9, 9, 20, 4.0, std::nullopt}));
        QTRY_VERIFY2(problems().contains("eases"), qPrintable(problems()));  // the fade itself
    }

    /// A joint that no target moves pops in the motion as it was captured.
    void whatCameWithTheCaptureIsTold()
    {
        show(withCapture(reaching(0.5)));
        filled();
        QTRY_VERIFY2(window_->evaluator().faultAt(10), "it is known");
        QVERIFY2(problems().startsWith("No problems, 1 pop"), qPrintable(problems()));
        QVERIFY(!window_->evaluator().isProblemFrame(10));
        session_->playhead().setFrame(3);
        trigger("time.nextProblem");
        QCOMPARE(session_->playhead().frame(), 10.0);
        QVERIFY2(said().startsWith("No problem. In the recorded motion: tail pops: it turns by 21"),
                 qPrintable(said()));
        QVERIFY(session_->selection().nodes() == std::vector{test::kTail});
        const QString hint = stripHint(window_->timeline(), 10);
        QVERIFY2(hint.startsWith("Frame 10: reached; In the recorded motion: tail pops"),
                 qPrintable(hint));
        // What the user does to these keys is told as his own.
        edit::KeyData key;
        key.node = test::kTail;
        key.property = Property::Rotation;
        key.rotation.frame = 15;
        key.rotation.value = Quat(Eigen::AngleAxisd(2, Vec3::UnitZ()));
        QVERIFY(session_->commit(edit::PutKeys{{key}}));
        QTRY_VERIFY2(problems().startsWith("2 problem frame"), qPrintable(problems()));
        QVERIFY(!window_->evaluator().isProblemFrame(10));
        QVERIFY(window_->evaluator().isProblemFrame(15) && window_->evaluator().isProblemFrame(16));
        session_->undo();
        QTRY_VERIFY2(problems().startsWith("No problems, 1 pop"), qPrintable(problems()));
    }

    void theReachDoctorHelpsAJointThatOnlyKeysTurn()
    {
        const Document doc = captureAlone();
        show(doc);
        filled();
        QTRY_VERIFY2(problems().startsWith("1 pop"), qPrintable(problems()));
        session_->playhead().setFrame(10);
        QTRY_VERIFY(window_->actions()["target.cure"]->isEnabled());
        QString why, first;
        const test::InDialog takes(test::hasRemedies, [&](QDialog& dialog) {
            why = dialog.findChild<QLabel*>("curesWhy")->text();
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            list->setCurrentItem(list->topLevelItem(list->topLevelItemCount() - 1));
            first = list->topLevelItem(0)->text(0);
            dialog.accept();
        });
        trigger("target.cure");
        QVERIFY(takes.done());
        QVERIFY2(why.startsWith("In the recorded motion: tail pops"), qPrintable(why));
        QVERIFY2(first.startsWith("Turn over 3 frame") && first.contains("2 key"),
                 qPrintable(first));
        filled();
        QTRY_VERIFY2(problems().isEmpty(), qPrintable(problems()));
        session_->undo();
        QVERIFY(session_->document() == doc);
    }

    void aCaptureWithoutTargetsSaysWhatItHasToo()
    {
        Document doc = captureAlone();
        show(doc);
        filled();
        QTRY_VERIFY2(problems().startsWith("1 pop"), qPrintable(problems()));
        const QString hint = stripHint(window_->timeline(), 10);
        QVERIFY2(hint.startsWith("Frame 10: In the recorded motion: tail pops"), qPrintable(hint));
        QCOMPARE(stripHint(window_->timeline(), 11), QString("Frame 11: no target"));
        // The user's own pop: a key next to another one.
        const Quat far = doc.clip().track(test::kTail)->rotation->sample(10);
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            Track track = *clip.track(test::kTail);
            std::vector<RotationKey> keys;
            for (const double at : {0.0, 9.0, 20.0}) keys.push_back(*track.rotation->find(at));
            track.rotation = RotationTrack::fromKeys(keys);
            setTrack(clip, track);
        });
        show(doc);
        filled();
        QVERIFY(problems().isEmpty());
        QVERIFY(session_->commit(edit::SetJointKey{test::kTail, 10, far, {}, {}, {}}));
        filled();
        QTRY_VERIFY2(problems().startsWith("1 problem frame"), qPrintable(problems()));
    }

    void whatIsLookedAtIsSaidInWords()
    {
        Document doc = reaching(0.5);
        doc.playback.end = 200000;
        show(doc);
        QTRY_VERIFY2(problems().contains("frames"), qPrintable(problems()));
        QVERIFY2(problems().contains("other frames are still being solved"),
                 qPrintable(problems()));
    }

    void whatIsNotPlayedIsNotCounted()
    {
        const double reach = reachOf(reaching(0.5));
        show(reaching(reach * 0.995));
        filled();
        QVERIFY2(problems().startsWith("No problems, 21 frame"), qPrintable(problems()));
        QVERIFY(session_->commit(edit::SetPreviewRange{std::array{4.0, 8.0}}));
        filled();
        QTRY_VERIFY2(problems().startsWith("No problems, 5 frame"), qPrintable(problems()));
    }

    void keysOutsideEverySpanSaySo()
    {
        show(reaching(0.4));
        const ConstraintId hand = session_->document().rig->constraints[0].id;
        QVERIFY(session_->commit(edit::MoveSpan{hand, 0, 0, 6, {}, {}}));
        edit::KeyRef key;
        key.node = kTarget;
        session_->selection().setKeys({key});
        const QByteArray copied = timeline::copied(*session_);
        session_->playhead().setFrame(4);
        QVERIFY(timeline::paste(*session_, copied));
        QTest::qWait(1);
        QVERIFY2(!said().contains("no span"), qPrintable(said()));
        session_->playhead().setFrame(9);
        QVERIFY(timeline::paste(*session_, copied));
        QTRY_VERIFY2(said().startsWith("1 key of hand at 9 moves nothing there: no span"),
                     qPrintable(said()));
        edit::SetTargetKey set;
        set.target = hand;
        set.frame = 12;
        QVERIFY(session_->commit(set));
        QTRY_VERIFY2(said().startsWith("hand is keyed, but no span"), qPrintable(said()));
        // On the row they are hollow, those in the span are not.
        for (const TimelineRow& row : window_->timeline().model().rows())
            if (row.id.kind == RowId::Kind::Target) {
                const auto hollow = [&](double frame) {
                    return std::any_of(
                        row.overridden.begin(), row.overridden.end(),
                        [&](const auto& at) { return at.first <= frame && frame <= at.second; });
                };
                for (const double frame : {0.0, 3.0, 6.0}) QVERIFY(!hollow(frame));
                for (const double frame : {-1.0, 6.5, 9.0, 12.0}) QVERIFY(hollow(frame));
            }
    }

    void whatIsEasedIsPassedBy()
    {
        std::unordered_map<int, ik::Status> strip;
        for (int f = 0; f <= 9; ++f) strip[f] = ik::Status::Reached;
        strip[2] = strip[3] = strip[7] = ik::Status::Softened;
        strip[5] = ik::Status::Unreachable;
        QCOMPARE(nextProblem(strip, 0, 9, 0, 1).value_or(-1), 5);
        strip[5] = ik::Status::Softened;
        QVERIFY(!nextProblem(strip, 0, 9, 0, 1));
    }

    void aDragOutOfReachIsCountedAtOnce()
    {
        show(reaching(0.4));
        filled();
        QCOMPARE(problems(), QString("No problems"));
        edit::SetTargetKey far;
        far.target = session_->document().rig->constraints[0].id;
        far.position = Vec3(9, 9, 0);
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({far}, {}, gesture));
        QVERIFY2(problems().startsWith("1 problem"), qPrintable(problems()));
        QCOMPARE(int(window_->evaluator().strip().at(0)), int(ik::Status::Unreachable));
        session_->cancelGesture(gesture);
        QVERIFY2(problems().startsWith("No problems"), qPrintable(problems()));
    }

    void aDocumentThatOpensOnAProblemNeverSaysThereIsNone()
    {
        show(reaching(9));
        QVERIFY2(problems().startsWith("1 problem"), qPrintable(problems()));
        const Timeline& timeline = window_->timeline();
        for (const TimelineRow& row : timeline.model().rows())
            if (row.id.kind == RowId::Kind::Target)
                QCOMPARE(int(timeline.model().status(row)), int(ik::Status::Unreachable));
    }

    void whatIsMovedWithoutAKeyIsToldOfWhereItIsSeenAndNowhereElse()
    {
        show(reaching(0.4));
        filled();
        session_->unkeyed().setAutoKey(false);
        edit::SetTargetKey far;
        far.target = session_->document().rig->constraints[0].id;
        far.position = Vec3(9, 9, 0);
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit({far}, {}, gesture));
        session_->finishGesture(gesture);
        QVERIFY(!session_->unkeyed().empty());
        QVERIFY2(problems().startsWith("1 problem"), qPrintable(problems()));
        auto* unkeyed = window_->findChild<QLabel*>("loose");
        QVERIFY2(unkeyed->text().contains("moved but not keyed"), qPrintable(unkeyed->text()));
        QTest::qWait(100);  // the frames are looked at anew
        filled();
        session_->playhead().setFrame(4);
        QCOMPARE(int(window_->evaluator().strip().at(0)), int(ik::Status::Reached));
        QCOMPARE(int(window_->evaluator().strip().at(4)), int(ik::Status::Unreachable));
        trigger("time.discardUnkeyed");
        QTRY_VERIFY2(problems().startsWith("No problems"), qPrintable(problems()));
    }

    void stepsAreNamedWithWhatTheyAreAbout()
    {
        show(reaching(0.4));
        const auto last = [this] { return session_->history().undoText(); };
        session_->selection().setNodes({NodeId(3)});
        trigger("target.new");
        const QString name("joint2 target");
        QCOMPARE(last(), "New target " + name);
        trigger("target.pole");
        QCOMPARE(last(), "New pole of " + name);
        // It is selected, and in view.
        const Document& doc = session_->document();
        const Constraint& led = *findConstraint(doc, name.toStdString());
        QVERIFY(session_->selection().nodes() == std::vector<NodeId>{led.pole});
        session_->selection().setNodes({led.target});
        trigger("target.remove");
        QTRY_COMPARE(last(), "Remove target " + name);
        QVERIFY(timeline::addMarker(*session_));
        QCOMPARE(last(), QString("New marker \u201cMarker 1\u201d at 0"));
    }
};

POSEWRIGHT_TEST(TestWordsAgree, posewright::test::run);

#include "tst_words_agree.moc"
