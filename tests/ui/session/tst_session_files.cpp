#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/slow_reader.h"
#include "tests/support/written_file.h"
#include "tests/ui/session/session_test.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace posewright;
using test::arm;
using test::keyAt;

/// Opening and saving while work goes on.
class TestSessionFiles : public QObject {
    Q_OBJECT

private slots:
    void saveAsKeepsToTheProjectsFormat()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session;
        session.startNew(arm(), "arm");
        QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
        session.file().saveAs(root / "walk.bvh");
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(!std::filesystem::exists(root / "walk.bvh"));
        QCOMPARE(session.file().path(), root / "walk.bvh.glb");
        QCOMPARE(ui::projectPath("walk"), std::filesystem::path("walk.glb"));
        QCOMPARE(ui::projectPath("walk.GLB"), std::filesystem::path("walk.GLB"));
    }

    void aSaveIsCleanOnlyForWhatItWrote()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
        session.file().saveAs(root / "arm.glb");
        session.undo();
        QVERIFY(session.commit(keyAt(1, {0.3, 0.5, 0})));  // the same place in the history
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(session.isModified());
        session.file().save();
        session.undo();  // back to where the history began clean
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 30000);
        QVERIFY(session.isModified());
        session.file().save();
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 3, 30000);
        QVERIFY(!session.isModified());
    }

    void aSaveThatEndsLateLeavesTheNextDocumentItsName()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ui::Session session;
        session.startNew(arm(), "arm");
        QSignalSpy saved(&session.file(), &ui::DocumentFile::saved);
        session.file().saveAs(root / "arm.glb");
        session.startNew(arm(), "next");
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
        QVERIFY(!session.file().isProject());
        QCOMPARE(session.file().title(), QString("next"));
    }

    void editsMadeWhileAFileOpensAreKept()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("arm.glb").toStdString();
        QVERIFY(io::write(arm(), path));
        ui::Session session;
        session.startNew(arm(), "arm");
        QSignalSpy failed(&session, &ui::Session::failed);
        QSignalSpy opened(&session.file(), &ui::DocumentFile::opened);
        session.file().open(path);
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        const Document mine = session.document();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 30000);
        QCOMPARE(opened.count(), 0);
        QVERIFY(session.document() == mine);
        session.file().open(path);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30000);
        QVERIFY(session.file().isProject());
    }

    void cancellingOrClosingEndsTheReaderOfAForeignFileAtOnce()
    {
        const test::SlowReader slow;
        QTemporaryDir folder;
        const auto path = test::writtenFile(folder.filePath("figure.fbx"), "of no matter");
        constexpr qint64 kSoon = 500;  // [ms]
        QElapsedTimer timer;
        {
            ui::Session session;
            session.startNew(arm(), "arm");
            const Document before = session.document();
            QSignalSpy failed(&session, &ui::Session::failed);
            session.file().open(path);
            QTest::qWait(200);
            QVERIFY(session.job().running());
            timer.start();
            session.job().cancel();
            QTRY_VERIFY(!session.job().running());
            QVERIFY2(timer.elapsed() < kSoon, qPrintable(QString::number(timer.elapsed())));
            QCOMPARE(failed.count(), 0);
            QVERIFY(session.document() == before);
            session.file().open(path);
            QTest::qWait(200);
            QVERIFY(session.job().running());
            timer.start();
        }
        QVERIFY2(timer.elapsed() < kSoon, qPrintable(QString::number(timer.elapsed())));
    }

    void aBrokenFileLeavesTheOpenDocumentAlone()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("broken.bvh");
        test::writtenBrokenBvh(path);
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0.2, 0.5, 0})));
        const Document before = session.document();
        QSignalSpy failed(&session, &ui::Session::failed);
        session.file().open(path.toStdString());
        QTRY_COMPARE(failed.count(), 1);
        const QString text = failed[0][0].toString();
        QVERIFY2(text.contains("broken.bvh:4") && !text.contains('\n'), qPrintable(text));
        QVERIFY(session.document() == before);
        QCOMPARE(session.history().count(), 1);
    }
};

POSEWRIGHT_TEST(TestSessionFiles, posewright::test::runWithEvents);
#include "tst_session_files.moc"
