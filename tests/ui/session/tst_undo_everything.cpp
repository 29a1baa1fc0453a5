#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/random_edits.h"
#include "tests/ui/saved_bytes.h"
#include "ui/session/session.h"

#include <QTest>

using namespace posewright;

/// Undo cannot be incomplete, because it puts the old value back: two thousand edits of every kind,
/// there and back again.
class TstUndoEverything : public QObject {
    Q_OBJECT

private slots:
    void bothEndsAreTheSameBytes()
    {
        constexpr int kEdits = 2000;
        ui::Session session;
        session.startNew(test::biped(), QStringLiteral("biped"));
        const Document first = session.document();
        const std::string firstBytes = test::savedBytes(first);
        QVERIFY(!firstBytes.empty());

        test::RandomEdits random(20261121, {.wrong = 0.05, .slow = false});
        int made = 0;
        int refused = 0;
        while (made < kEdits) {
            const int steps = session.history().count();
            const Result<void> done = session.commit(random.next(session.document()));
            if (!done) {
                ++refused;
                QCOMPARE(session.history().count(), steps);
                QVERIFY2(refused < 10 * kEdits, "nothing but refusals");
            } else if (session.history().count() > steps) {
                ++made;
            }
        }
        qInfo("%d edits made, %d refused", made, refused);
        const Document last = session.document();
        const std::string lastBytes = test::savedBytes(last);
        QVERIFY(!lastBytes.empty());
        QVERIFY(firstBytes != lastBytes);

        while (session.history().canUndo()) session.undo();
        QVERIFY(session.document() == first);
        QVERIFY(test::savedBytes(session.document()) == firstBytes);
        while (session.history().canRedo()) session.redo();
        QVERIFY(session.document() == last);
        QVERIFY(test::savedBytes(session.document()) == lastBytes);
    }
};

POSEWRIGHT_TEST(TstUndoEverything, posewright::test::runWithEvents);
#include "tst_undo_everything.moc"
