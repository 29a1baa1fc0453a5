#include "core/io/journal.h"
#include "tests/support/journal_reader.h"
#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

using namespace posewright;
using test::keyAt;
using test::kHand;

namespace {

edit::SetSpan handFadeIn(double in)
{
    edit::SetSpan set;
    set.target = kHand;
    set.start = 0;
    set.end = 40;
    set.in = in;
    return set;
}

edit::SetTarget handWeight(double to)
{
    edit::SetTarget set;
    set.target = kHand;
    set.weight = to;
    return set;
}

const Span& handSpan(const Document& doc)
{
    return doc.clip().spanRow(kHand)->spans[0];
}

}  // namespace

/// What the history calls a change of a field, and that the same field is one step.
class TestFieldSteps : public QObject {
    Q_OBJECT

    static void type(ui::Session& session, const edit::Edit& edit, const QString& field)
    {
        QVERIFY(session.commit({edit}, {}, field));
    }

private slots:
    /// X, then Z of the same place is one step: along neither alone.
    void aPlaceThatChangedAlongSeveralAxesNamesNone()
    {
        ui::Session session;
        session.startNew(*edit::apply(emptyDocument(), edit::AddBox{"Box", {0.1, 0.1, 0.1}}), "b");
        edit::SetRest rest;
        rest.node = session.document().scene->nodes().front().id;
        const auto typed = [&](const Vec3& place) {
            rest.translation = place;
            type(session, rest, "place");
            return session.history().text(session.history().count() - 1);
        };
        QCOMPARE(typed({1, 0, 0}), QString("Rest place of Box along X"));
        QCOMPARE(typed({2, 0, 0}), QString("Rest place of Box along X"));
        QCOMPARE(typed({2, 0, 3}), QString("Rest place of Box"));
        QCOMPARE(typed({2, 1, 3}), QString("Rest place of Box"));
        QCOMPARE(session.history().count(), 1);
    }

    void stepsSayWhatChanged_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<std::vector<edit::Edit>>("edits");
        const auto row = [](const char* said, const std::vector<edit::Edit>& edits) {
            QTest::newRow(said) << QString(said) << edits;
        };
        row("Fade in of hand", {handFadeIn(3)});
        edit::SetSpan set = handFadeIn(0);
        set.out = 2;
        row("Fade out of hand", {set});
        set.in = 2;
        row("Fades of hand", {set});
        set = handFadeIn(0);
        set.mix = 0.5;
        row("Mix of hand", {set});
        set = handFadeIn(0);
        set.inbetween = Inbetween::Blend;
        row("In-between of hand", {set});
        set = handFadeIn(0);
        set.path = TargetPath::Arc;
        row("Path of hand", {set});
        set = handFadeIn(0);
        set.solver = "lm";
        row("Solver of a span of hand", {set});
        set = handFadeIn(0);
        set.kind = SpanKind::Hold;
        row("Make Reach of hand a Hold", {edit::RemoveSpan{kHand, 0}, set});
        row("Move Reach of hand to 0\u201320", {edit::MoveSpan{kHand, 0, 0, 20, {}, {}}});
        row("Fade in of hand\u200b", {edit::MoveSpan{kHand, 0, 0, 40, 3.0, 0.0}});
        row("Weight of hand", {handWeight(2)});
        edit::SetTarget target;
        target.target = kHand;
        target.soft = 0.1;
        row("Soft reach of hand", {target});
        target.weight = 2;
        row("Change target hand", {target});
        row("Influence of hand at 7", {edit::SetInfluenceKey{kHand, 7, 0.5}});
        edit::SetRest tip;
        tip.node = NodeId(2);
        tip.tip = Vec3(0.3, 0, 0);
        row("Tip of joint1 along X", {tip});
    }
    void stepsSayWhatChanged()
    {
        QFETCH(QString, said);
        QFETCH(std::vector<edit::Edit>, edits);
        ui::Session session;
        session.startNew(test::withKeys(test::arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        const Result<void> done = session.commit(edits, {});
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        QCOMPARE(session.history().undoText(), said.remove(QChar(0x200b)));
    }

    void aFieldThatIsTurnedAgainIsOneStep()
    {
        ui::Session session;
        session.startNew(test::arm(), "arm");
        const Document before = session.document();
        for (const double in : {3.0, 5.0, 2.0}) type(session, handFadeIn(in), "in");
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(handSpan(session.document()).in, 2.0);
        session.undo();
        QVERIFY(session.document() == before);
        session.redo();
        QCOMPARE(handSpan(session.document()).in, 2.0);
        // Another field, or something in between, makes another step.
        type(session, handWeight(2), "weight");
        type(session, handWeight(3), "weight");
        QCOMPARE(session.history().count(), 2);
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        type(session, handWeight(4), "weight");
        QCOMPARE(session.history().count(), 4);
        // And so does what is typed after an undo, or without a field.
        session.undo();
        type(session, handWeight(5), "weight");
        QVERIFY(session.commit(handWeight(6)));
        QCOMPARE(session.history().count(), 5);
    }

    void theSameFieldElsewhereIsAnotherStep()
    {
        ui::Session session;
        session.startNew(test::arm(), "arm");
        type(session, edit::SetInfluenceKey{kHand, 3, 0.5}, "influence");
        type(session, edit::SetInfluenceKey{kHand, 3, 0.6}, "influence");
        type(session, edit::SetInfluenceKey{kHand, 9, 0.6}, "influence");
        QCOMPARE(session.history().count(), 2);
        // A span is called by where it starts, and goes on being the same one.
        type(session, edit::MoveSpan{kHand, 0, 2, 40, {}, {}}, "start");
        type(session, edit::MoveSpan{kHand, 2, 5, 40, {}, {}}, "start");
        QCOMPARE(session.history().count(), 3);
        QCOMPARE(handSpan(session.document()).start, 5.0);
        session.undo();
        QCOMPARE(handSpan(session.document()).start, 0.0);
    }

    /// On a captured limb the first key opens a span, and those after it open none.
    void aTargetOfACapturedLimbIsPlacedInOneStep()
    {
        Document doc = test::arm();
        Clip clip = doc.clip();
        clip.tracks.clear();
        clip.spans.clear();
        doc.clips[0] = clip;
        const Vec3 place = (*doc.scene)[1].rest.translation;
        doc = test::withKeys(doc, (*doc.scene)[1].id, {{0, place}, {20, place}, {40, place}});
        ui::Session session;
        session.startNew(doc, "capture");
        type(session, keyAt(20, {0.4, 0.4, 0}), "x");
        QCOMPARE(session.history().undoText(), QString("Move target hand at 20"));
        type(session, keyAt(20, {0.5, 0.4, 0}), "x");
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(handSpan(session.document()).start, 10.0);
        QCOMPARE(handSpan(session.document()).end, 30.0);
        session.undo();
        QVERIFY(session.document() == doc);
    }

    void backToWhereItWasIsNoStep()
    {
        ui::Session session;
        session.startNew(test::arm(), "arm");
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const double was = session.document().rig->constraints[0].weight;
        type(session, handWeight(was + 1), "weight");
        type(session, handWeight(was), "weight");
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().undoText(), QString("Move target hand at 5"));
    }

    void aSavedStepStaysOneOfItsOwn()
    {
        ui::Session session;
        session.startNew(test::arm(), "arm");
        type(session, handWeight(2), "weight");
        session.history().setClean();
        type(session, handWeight(3), "weight");
        QCOMPARE(session.history().count(), 2);
    }

    void gesturesOfAFieldAreOneStep()
    {
        ui::Session session;
        session.startNew(test::arm(), "arm");
        for (const double in : {3.0, 5.0}) {
            const int gesture = session.beginGesture("in");
            QVERIFY(session.commit({handFadeIn(in - 1)}, {}, gesture));
            QVERIFY(session.commit({handFadeIn(in)}, {}, gesture));
            session.finishGesture(gesture);
        }
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(handSpan(session.document()).in, 5.0);
    }

    /// The journal holds what the document is at every moment, whatever became one step.
    void theJournalKeepsUp()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.filePath("journal").toStdString();
        ui::Session session(root);
        session.startNew(test::arm(), "arm");
        const auto kept = [&](int line) {
            session.file().flushJournal();
            const QStringList folders =
                QDir(folder.filePath("journal")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            if (folders.size() != 1) return QTest::qFail("no journal", __FILE__, line);
            io::Recoverable work;
            work.folder = root / folders[0].toStdString();
            const Result<io::Recovered> found = io::recover(work);
            if (!found) return QTest::qFail(found.error().message.c_str(), __FILE__, line);
            if (!diff(found->document, session.document()).none())
                QTest::qFail("the journal holds another document", __FILE__, line);
        };
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const double was = session.document().rig->constraints[0].weight;
        for (const double in : {3.0, 5.0, 2.0}) type(session, handFadeIn(in), "in");
        kept(__LINE__);
        session.undo();
        kept(__LINE__);
        session.redo();
        kept(__LINE__);
        type(session, handWeight(was + 1), "weight");
        type(session, handWeight(was), "weight");
        kept(__LINE__);
        session.undo();
        kept(__LINE__);
        session.undo();
        kept(__LINE__);
        QVERIFY(session.commit(keyAt(9, {0.4, 0.4, 0})));
        kept(__LINE__);
    }

    /// Whatever a step became one of, to undo it is one gesture.
    void whatWasMergedIsUndoneByOneRecord()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.filePath("journal").toStdString();
        ui::Session session(root);
        session.startNew(test::arm(), "arm");
        const auto records = [&] {
            session.file().flushJournal();
            const std::vector<std::filesystem::path> folders = test::entriesOf(root);
            return folders.size() == 1
                       ? test::seeLog(test::bytesOf(test::newestLog(folders[0]))).records
                       : std::vector<nlohmann::json>();
        };
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const double was = session.document().rig->constraints[0].weight;
        for (const double in : {3.0, 5.0, 2.0}) type(session, handFadeIn(in), "in");
        QCOMPARE(int(records().size()), 4);
        session.undo();
        QCOMPARE(int(records().size()), 5);
        QCOMPARE(records()[4].at("undo").get<int>(), 2);
        QCOMPARE(records()[4].at("on").get<int>(), 1);
        session.redo();
        QCOMPARE(int(records().size()), 6);
        QCOMPARE(int(records()[5].at("do").size()), 3);
        session.undo();
        QCOMPARE(int(records().size()), 7);
        QCOMPARE(records()[6].at("undo").get<int>(), records()[5].at("step").get<int>());
        // A field that comes back to what it was takes its step back.
        type(session, handWeight(was + 1), "weight");
        QCOMPARE(int(records().size()), 8);
        type(session, handWeight(was), "weight");
        QCOMPARE(int(records().size()), 9);
        QCOMPARE(records()[8].at("undo").get<int>(), records()[7].at("step").get<int>());
        session.undo();
        QCOMPARE(int(records().size()), 10);
        QCOMPARE(records()[9].at("on").get<int>(), 0);
    }
};

POSEWRIGHT_TEST(TestFieldSteps, posewright::test::runWithEvents);
#include "tst_field_steps.moc"
