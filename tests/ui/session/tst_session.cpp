#include "core/io/journal.h"
#include "tests/ui/support.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace posewright;

namespace {

constexpr ConstraintId kHand = ConstraintId(200);

Document arm()
{
    return test::chainDocument(4, 0.3, 40);
}

edit::SetTargetKey keyAt(double frame, const Vec3& position)
{
    edit::SetTargetKey key;
    key.target = kHand;
    key.frame = frame;
    key.position = position;
    return key;
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void undoRestoresTheVeryDocument()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const Document before = session.document();
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const Document after = session.document();
        QVERIFY(!(after == before));
        session.undo();
        QVERIFY(session.document() == before);
        session.redo();
        QVERIFY(session.document() == after);
    }

    void stepsSayWhatTheyDoAndToWhat()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        const auto said = [&](const edit::Edit& edit) {
            if (!session.commit(edit)) return QString("refused");
            return session.history().undoText();
        };
        edit::KeyRef key;
        key.node = NodeId(100);
        QCOMPARE(said(keyAt(24, {0.4, 0.4, 0})), QString("Move target hand at 24"));
        QCOMPARE(said(edit::MoveKeys{{key}, 3}), QString("Move key of hand from 0 to 3"));
        QCOMPARE(said(edit::MoveSpan{kHand, 3, 2, 30, {}, {}}),
                 QString("Move Reach of hand to 2\u201330"));
        key.frame = 24;
        QCOMPARE(said(edit::SetInterpolation{{key}, edit::KeyShape::Linear, {}}),
                 QString("Make key of hand at 24 linear"));
        QCOMPARE(said(edit::DeleteKeys{{key}}), QString("Delete key of hand at 24"));
        QCOMPARE(said(edit::SetRange{3, 40}), QString("Set range 3 to 40"));
        const int gesture = session.beginGesture();
        QVERIFY(session.commit(keyAt(7, {0.4, 0.3, 0}), gesture));
        session.finishGesture(gesture);
        QCOMPARE(session.history().undoText(), QString("Move target hand at 7"));
    }

    void theSelectionHoldsSpansAndMarkersThatExist()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(edit::AddMarker{5, "beat"}));
        ui::Selection& selection = session.selection();
        selection.setSpans({{kHand, 0}});
        selection.setMarkers({5});
        QVERIFY(selection.contains(ui::SpanRef{kHand, 0}));
        QCOMPARE(ui::findSpan(session.document(), {kHand, 0})->end, 40.0);
        QVERIFY(!ui::findSpan(session.document(), {kHand, 1}));
        QVERIFY(session.commit(edit::RemoveSpan{kHand, 0}));
        QVERIFY(selection.spans().empty());
        QCOMPARE(selection.markers().size(), 1U);
        QVERIFY(session.commit(edit::RemoveMarker{5}));
        QVERIFY(selection.markers().empty());
    }

    void thePreviewRangePlaysInPlaceOfTheRange()
    {
        ui::Session session;
        Document doc = arm();
        doc.playback.preview = Range{4, 9};
        session.startNew(doc, "arm");
        QCOMPARE(session.playhead().start(), 4.0);
        QVERIFY(session.commit(edit::SetPreviewRange{}));
        QCOMPARE(session.playhead().end(), 40.0);
    }

    void tellsWhatChangedAndNothingElse()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        std::vector<Changes> seen;
        connect(&session, &ui::Session::changed, this,
                [&](const Document&, const Changes& what) { seen.push_back(what); });
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        QCOMPARE(int(seen.size()), 1);
        QVERIFY(!seen[0].scene && !seen[0].rig && !seen[0].playback);
        QVERIFY(seen[0].tracks == std::vector{NodeId(100)});
    }

    void oneDragIsOneStep()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const Document before = session.document();
        QSignalSpy changed(&session, &ui::Session::changed);
        const int drag = session.beginGesture();
        for (int i = 1; i <= 30; ++i) QVERIFY(session.commit(keyAt(5, {0.01 * i, 0.5, 0}), drag));
        QCOMPARE(changed.count(), 30);
        QCOMPARE(session.history().count(), 0);
        QVERIFY(session.isModified());
        session.finishGesture(drag);
        QCOMPARE(session.history().count(), 1);
        QVERIFY(session.commit(keyAt(9, {0, 0.5, 0})));
        QCOMPARE(session.history().count(), 2);
        session.undo();
        session.undo();
        QVERIFY(session.document() == before);
        QVERIFY(!session.isModified());
    }

    void aCancelledDragLeavesNoTrace()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        QVERIFY(session.commit(keyAt(7, {0.4, 0.4, 0})));
        session.undo();
        const Document before = session.document();
        const int drag = session.beginGesture();
        QVERIFY(session.commit(keyAt(5, {0.1, 0.6, 0}), drag));
        session.cancelGesture(drag);
        QVERIFY(session.document() == before);
        QCOMPARE(session.history().index(), 1);
        QVERIFY2(session.history().canRedo(), "what was taken back can still be done again");
        QVERIFY(!session.commit(keyAt(5, {0.1, 0.6, 0}), drag));
    }

    void aGestureThatComesHomeLeavesNoTrace()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}, {9, {1, 0, 0}}}),
                         "arm");
        edit::MoveKeys move;
        edit::KeyRef ref;
        ref.node = NodeId(100);
        ref.frame = 9;
        move.keys = {ref};
        const int drag = session.beginGesture();
        for (const double by : {3.0, 5.0, 0.0}) {
            move.by = by;
            QVERIFY(session.commit(move, drag));
        }
        session.finishGesture(drag);
        QCOMPARE(session.history().count(), 0);
    }

    void whateverElseHappensFinishesTheGesture()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const int drag = session.beginGesture();
        QVERIFY(session.commit(keyAt(5, {0.1, 0.6, 0}), drag));
        session.undo();
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().index(), 0);
        QVERIFY(!session.gestureOpen());
    }

    void badEditsNeverReachTheDocument()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const Document before = session.document();
        edit::SetTargetKey stranger = keyAt(5, {0, 0, 0});
        stranger.target = ConstraintId(999);
        const Result<void> done = session.commit(stranger);
        QVERIFY(!done);
        QVERIFY(!done.error().message.empty());
        QVERIFY(!session.commit({keyAt(1, {0, 0.5, 0}), stranger}, "Two"));
        QVERIFY(session.document() == before);
        QCOMPARE(session.history().count(), 0);
    }

    void severalEditsAreOneStep()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit({keyAt(1, {0, 0.5, 0}), keyAt(2, {0, 0.6, 0})}, "Two keys"));
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().undoText(), QString("Two keys"));
    }

    void undoSelectsWhatItChanged()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0, 0.5, 0})));
        session.selection().clear();
        session.undo();
        QVERIFY(session.selection().nodes() == std::vector{NodeId(100)});
    }

    void undoSelectsEachThingOnce()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        edit::SetTarget heavier;
        heavier.target = kHand;
        heavier.weight = 2.0;
        QVERIFY(session.commit({keyAt(1, {0, 0.5, 0}), heavier}, "Both"));
        session.undo();
        QVERIFY(session.selection().nodes() == std::vector{NodeId(100)});
    }

    void aPickLetsGoOfKeysAndSpans()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0, 0.5, 0})));
        ui::Selection& selection = session.selection();
        edit::KeyRef key;
        key.node = NodeId(100);
        key.frame = 1;
        selection.setKeys({key});
        selection.setSpans({{kHand, 0}});
        selection.setNodes({NodeId(1)});
        QCOMPARE(int(selection.keys().size()), 1);
        selection.pick({NodeId(2), NodeId(1), NodeId(2)});
        QVERIFY(selection.keys().empty());
        QVERIFY(selection.spans().empty());
        QVERIFY((selection.nodes() == std::vector{NodeId(2), NodeId(1)}));
    }

    void selectionForgetsWhatIsGone()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        session.selection().setNodes({NodeId(100), NodeId(1)});
        QVERIFY(session.commit(edit::RemoveTarget{kHand, false}));
        QVERIFY(session.selection().nodes() == std::vector{NodeId(1)});
    }

    void theJournalReplaysToTheDocumentOnScreen()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        Document shown;
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            const int drag = session.beginGesture();
            for (int i = 0; i < 10; ++i)
                QVERIFY(session.commit(keyAt(8, {0.05 * i, 0.5, 0.1}), drag));
            session.finishGesture(drag);
            QVERIFY(session.commit({keyAt(12, {0, 0.5, 0}), keyAt(14, {0, 0.6, 0})}, "Two"));
            session.undo();
            session.undo();
            session.redo();
            QVERIFY(session.commit(keyAt(20, {0.3, 0.3, 0.3})));
            session.flushJournal();
            shown = session.document();
        }  // the process would have died here: nothing was discarded
        // findRecoverable leaves alone what a living process owns, and that is this one.
        const QStringList folders =
            QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        io::Recoverable work;
        work.folder = root / folders[0].toStdString();
        const Result<io::Recovered> recovered = io::recover(work);
        QVERIFY2(recovered, recovered ? "" : recovered.error().message.c_str());
        QVERIFY(diff(recovered->document, shown).none());
    }

    void longEditsAreOneStepMadeBesideTheInterface()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        const Document before = session.document();
        const ConstraintId target = before.rig->constraints.front().id;
        const edit::RemoveTarget remove{target, true};
        session.commitLong({remove}, "Remove target");
        QVERIFY(session.job().running());
        QVERIFY(session.document() == before);
        QTRY_VERIFY(!session.job().running());
        QVERIFY(session.document() == *edit::apply(before, remove));
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().undoText(), QString("Remove target"));
        session.undo();
        QVERIFY(session.document() == before);
    }

    void aLongEditThatWasOvertakenOrCancelledChangesNothing()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        QSignalSpy failed(&session, &ui::Session::failed);
        session.commitLong({edit::BakeToKeys{}}, "Bake");
        session.commitLong({edit::BakeToKeys{}}, "Bake");
        QCOMPARE(failed.count(), 1);
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const Document keyed = session.document();
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(failed.count(), 2);
        QVERIFY(failed.back()[0].toString().contains("changed meanwhile"));
        QVERIFY(session.document() == keyed);

        edit::BakeToKeys all;
        all.frames = {0, 4e6};  // minutes of work
        session.commitLong({all}, "Bake");
        QTest::qWait(50);
        session.job().cancel();
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(failed.count(), 2);
        QVERIFY(session.document() == keyed);
    }

    void recoveredWorkIsUnsavedUntilItIsSaved()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        }
        const QStringList folders =
            QDir(folder.filePath("journal")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        io::Recoverable work;
        work.folder = root / folders[0].toStdString();
        QVERIFY(std::filesystem::remove(work.folder / "lock"));  // as if its process had died
        QCOMPARE(int(io::findRecoverable(root).size()), 1);
        ui::Session session(root);
        QSignalSpy recovered(&session, &ui::Session::recovered);
        session.recover(work);
        QTRY_COMPARE(recovered.count(), 1);
        QVERIFY(session.isModified());
        QVERIFY(!session.hasProjectFile());
        QVERIFY(std::filesystem::exists(work.folder));
        QSignalSpy saved(&session, &ui::Session::saved);
        session.saveAs(folder.filePath("saved.glb").toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(!session.isModified());
        QVERIFY(session.hasProjectFile());
        session.flushJournal();
        QVERIFY(io::findRecoverable(root).empty());
    }

    void recoveredWorkKeepsItsHistoryAndItsOneJournal()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        const auto lost = [&root] {
            for (const auto& entry : std::filesystem::directory_iterator(root))
                std::filesystem::remove(entry.path() / "lock");  // as if its process had died
            return io::findRecoverable(root);
        };
        const Document start = arm();
        Document shown;
        {
            ui::Session session(root);
            session.startNew(start, "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            QVERIFY(session.commit({keyAt(2, {0.3, 0.4, 0}), keyAt(3, {0.4, 0.3, 0})}, "Two"));
            shown = session.document();
        }
        std::vector<io::Recoverable> found = lost();
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 3);
        {
            ui::Session session(root);
            QSignalSpy recovered(&session, &ui::Session::recovered);
            session.recover(found[0]);
            QTRY_COMPARE(recovered.count(), 1);
            session.flushJournal();
            QVERIFY2(io::findRecoverable(root).empty(), "the journal has an owner again");
            QVERIFY(diff(session.document(), shown).none());
            QCOMPARE(session.history().count(), 2);
            session.undo();
            session.undo();
            QVERIFY(diff(session.document(), start).none());
            QVERIFY2(session.isModified(), "nothing of it is saved");
            session.redo();
            session.redo();
            QVERIFY(session.commit(keyAt(4, {0.2, 0.2, 0})));
            shown = session.document();
        }
        found = lost();
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].edits, 3 + 3 + 3 + 1);  // edits; undone; redone; one more
        {
            ui::Session session(root);
            QSignalSpy recovered(&session, &ui::Session::recovered);
            session.recover(found[0]);
            QTRY_COMPARE(recovered.count(), 1);
            QVERIFY(diff(session.document(), shown).none());
            QCOMPARE(session.history().count(), 3);
            QSignalSpy saved(&session, &ui::Session::saved);
            session.saveAs(folder.filePath("saved.glb").toStdString());
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            session.flushJournal();
            QVERIFY2(lost().empty(), "what was saved is not offered again");
        }
        QVERIFY(QDir(folder.filePath("journal")).isEmpty());
    }

    void saveAsKeepsToTheProjectsFormat()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session;
        session.startNew(arm(), "arm");
        QSignalSpy saved(&session, &ui::Session::saved);
        session.saveAs(root / "walk.bvh");
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(!std::filesystem::exists(root / "walk.bvh"));
        QCOMPARE(session.path(), root / "walk.bvh.glb");
        QCOMPARE(ui::Session::projectPath("walk"), std::filesystem::path("walk.glb"));
        QCOMPARE(ui::Session::projectPath("walk.GLB"), std::filesystem::path("walk.GLB"));
    }

    void aSaveIsCleanOnlyForWhatItWrote()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        QSignalSpy saved(&session, &ui::Session::saved);
        session.saveAs(root / "arm.glb");
        session.undo();
        QVERIFY(session.commit(keyAt(1, {0.3, 0.5, 0})));  // the same place in the history
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(session.isModified());
        session.save();
        session.undo();  // back to where the history began clean
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 30000);
        QVERIFY(session.isModified());
        session.save();
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 3, 30000);
        QVERIFY(!session.isModified());
    }

    void aSaveThatEndsLateLeavesTheNextDocumentItsName()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session;
        session.startNew(arm(), "arm");
        QSignalSpy saved(&session, &ui::Session::saved);
        session.saveAs(root / "arm.glb");
        session.startNew(arm(), "next");
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(!session.hasProjectFile());
        QCOMPARE(session.title(), QString("next"));
    }

    void editsMadeWhileAFileOpensAreKept()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("arm.glb").toStdString();
        QVERIFY(io::write(arm(), path));
        ui::Session session;
        session.startNew(arm(), "arm");
        QSignalSpy failed(&session, &ui::Session::failed);
        QSignalSpy opened(&session, &ui::Session::opened);
        session.open(path);
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        const Document mine = session.document();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 30000);
        QCOMPARE(opened.count(), 0);
        QVERIFY(session.document() == mine);
        session.open(path);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30000);
        QVERIFY(session.hasProjectFile());
    }

    void undoBeyondTheLastSaveCanBeRecovered()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString() + "/journal";
        Document shown;
        {
            ui::Session session(root);
            session.startNew(arm(), "arm");
            QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
            QSignalSpy saved(&session, &ui::Session::saved);
            session.saveAs(folder.filePath("arm.glb").toStdString());
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            session.undo();
            session.flushJournal();
            shown = session.document();
        }
        const QStringList folders =
            QDir(folder.filePath("journal")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        const std::filesystem::path kept = root / folders[0].toStdString();
        QVERIFY(std::filesystem::remove(kept / "lock"));  // as if its process had died
        const std::vector<io::Recoverable> found = io::findRecoverable(root);
        QCOMPARE(int(found.size()), 1);
        Result<io::Recovered> recovered = io::recover(found[0]);
        QVERIFY(recovered);
        QVERIFY(recovered->document.clip() == shown.clip());
        ui::Session session;
        session.adoptRecovered(*std::move(recovered), found[0]);
        QVERIFY2(!session.hasProjectFile(), "the user names where recovered work is saved");
    }

    void whatTheUserLetsGoLeavesNoJournal()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session(root);
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        session.discardJournal();
        session.flushJournal();
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void aBrokenFileLeavesTheOpenDocumentAlone()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("broken.bvh");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n}\n");
        file.close();
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        const Document before = session.document();
        QSignalSpy failed(&session, &ui::Session::failed);
        session.open(path.toStdString());
        QTRY_COMPARE(failed.count(), 1);
        const QString text = failed[0][0].toString();
        QVERIFY2(text.contains("broken.bvh:4") && !text.contains('\n'), qPrintable(text));
        QVERIFY(session.document() == before);
        QCOMPARE(session.history().count(), 1);
    }

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

    void playingKeepsToTheRangeAndInOrder()
    {
        ui::Session session;
        Document doc = arm();
        doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.rate = 100; });
        doc.playback.start = 3;
        doc.playback.end = 12;
        session.startNew(doc, "arm");
        std::vector<double> seen;
        connect(&session.playhead(), &ui::Playhead::moved, this,
                [&](double frame) { seen.push_back(frame); });
        session.playhead().setPlaying(true);
        QTRY_VERIFY(seen.size() > 30);
        session.playhead().setPlaying(false);
        int wraps = 0;
        for (std::size_t i = 1; i < seen.size(); ++i) {
            QVERIFY(seen[i] >= 3 && seen[i] <= 12);
            wraps += seen[i] < seen[i - 1];
        }
        QVERIFY(wraps >= 1);
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
