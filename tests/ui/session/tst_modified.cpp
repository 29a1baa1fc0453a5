#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"

#include <QSignalSpy>
#include <QtTest>

using namespace posewright;
using test::arm;
using test::keyAt;

/// Whether there is work to save, and who hears of that.
class TestModified : public QObject {
    Q_OBJECT

private slots:
    /// To look at another clip is a step, but nothing to save.
    void whoOnlyLooksAtAnotherClipHasNothingToSave()
    {
        ui::Session session;
        Document doc = arm();
        Clip other;
        other.name = "other";
        doc.clips.emplace_back(other);
        session.startNew(doc, "arm");
        const std::string first = doc.clip().name;
        QVERIFY(session.commit(edit::SetActiveClip{"other"}));
        QCOMPARE(session.document().playback.clip, 1);
        QVERIFY(!session.isModified());
        session.undo();
        QCOMPARE(session.document().playback.clip, 0);
        QVERIFY(!session.isModified());
        session.redo();
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        QVERIFY(session.isModified());
        QVERIFY(session.commit(edit::SetActiveClip{first}));
        QVERIFY(session.isModified());
        // Whoever shows a star hears of each change, also where the step beside it is no work.
        QSignalSpy heard(&session, &ui::Session::modifiedChanged);
        while (session.history().canUndo()) session.undo();
        QCOMPARE(heard.count(), 1);
        QCOMPARE(heard[0][0].toBool(), session.isModified());
        while (session.history().canRedo()) session.redo();
        QCOMPARE(heard.count(), 2);
        QCOMPARE(heard[1][0].toBool(), session.isModified());
    }
};

POSEWRIGHT_TEST(TestModified, posewright::test::runWithEvents);
#include "tst_modified.moc"
