#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/biped.h"
#include "tests/support/random_edits.h"
#include "ui/session/session.h"

#include <QTemporaryDir>
#include <QTest>

using namespace posewright;

namespace {

/// What the document is on disk.
std::string savedBytes(const Document& doc, const QTemporaryDir& folder)
{
    const std::filesystem::path path = folder.filePath(QStringLiteral("saved.glb")).toStdString();
    const Result<Diagnostics> written = io::write(doc, path);
    if (!written) {
        qWarning("%s: %s", written.error().where.c_str(), written.error().message.c_str());
        return {};
    }
    const Result<std::string> bytes = io::readWhole(path);
    return bytes ? *bytes : std::string();
}

}  // namespace

/// Undo cannot be incomplete, because it puts the old value back: two thousand edits of every kind,
/// there and back again.
class TstUndoEverything : public QObject {
    Q_OBJECT

private slots:
    void bothEndsAreTheSameBytes()
    {
        constexpr int kEdits = 2000;
        const QTemporaryDir folder;
        QVERIFY(folder.isValid());
        ui::Session session;
        session.startNew(test::biped(), QStringLiteral("biped"));
        const Document first = session.document();
        const std::string firstBytes = savedBytes(first, folder);
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
        const std::string lastBytes = savedBytes(last, folder);
        QVERIFY(!lastBytes.empty());
        QVERIFY(firstBytes != lastBytes);

        while (session.history().canUndo()) session.undo();
        QVERIFY(session.document() == first);
        QVERIFY(savedBytes(session.document(), folder) == firstBytes);
        while (session.history().canRedo()) session.redo();
        QVERIFY(session.document() == last);
        QVERIFY(savedBytes(session.document(), folder) == lastBytes);
    }
};

QTEST_GUILESS_MAIN(TstUndoEverything)
#include "tst_undo_everything.moc"
