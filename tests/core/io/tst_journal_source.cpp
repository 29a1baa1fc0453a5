#include "core/io/format.h"
#include "core/io/journal.h"
#include "tests/support/journal_reader.h"
#include "tests/support/made_capture.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace posewright;
namespace fs = std::filesystem;

/// A journal of a document that a large file holds: what is on disk before the first step is safe,
/// and what happens to the file afterwards. POSEWRIGHT_CAPTURE_MB says how large (6).
class TestJournalSource : public QObject {
    Q_OBJECT

    static std::uintmax_t bytesBelow(const fs::path& folder)
    {
        std::uintmax_t sum = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file()) sum += entry.file_size();
        return sum;
    }
    edit::Edit step(double frame) const
    {
        edit::SetJointKey key;
        key.joint = (*doc_.scene)[3].id;
        key.frame = frame;
        key.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
        return key;
    }
    io::Journal begin()
    {
        auto source = io::sourceOf(file_);
        if (!source) qFatal("no source");
        return {root_, {doc_, file_, "capture", source, true}};
    }
    /// As another process would after this one died.
    static Result<io::Recovered> recovered(const fs::path& folder)
    {
        io::Recoverable work;
        work.folder = folder;
        return io::recover(work);
    }
    static void copyAll(io::Journal& journal)
    {
        while (journal.copying())
            if (!journal.copySome()) qFatal("not copied");
    }

private slots:
    void initTestCase()
    {
        bool given = false;
        const int megabytes = qEnvironmentVariableIntValue("POSEWRIGHT_CAPTURE_MB", &given);
        bytes_ = std::size_t(given ? megabytes : 6) << 20;
        folder_ = dir_.path().toStdString();
    }
    void init()
    {
        root_ = folder_ / QTest::currentTestFunction() / "journal";
        fs::create_directories(root_.parent_path());
        file_ = root_.parent_path() / "capture.bvh";
        test::writeCapture(file_, bytes_);
        auto import = io::read(file_);
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        doc_ = std::move(import->document);
    }
    void cleanup() { fs::remove_all(root_.parent_path()); }

    void theFirstStepWritesNextToNothing()
    {
        io::Journal journal = begin();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(journal.append(step(3)));
        qInfo("%.1f ms for the first step on %.0f MB", double(timer.nsecsElapsed()) / 1e6,
              double(fs::file_size(file_)) / 1e6);
        QVERIFY(bytesBelow(journal.folder()) < 16384);
        const Document now = *edit::apply(doc_, step(3));
        auto back = recovered(journal.folder());
        QVERIFY2(back && back->complete, back ? "" : back.error().message.c_str());
        QVERIFY(back->document == now);

        timer.start();
        copyAll(journal);
        qInfo("%.0f ms for the copy", double(timer.nsecsElapsed()) / 1e6);
        QVERIFY(bytesBelow(journal.folder()) >= fs::file_size(file_));
        QVERIFY(bytesBelow(journal.folder()) < fs::file_size(file_) + 16384);
        // The file is written over in place, and gone.
        test::writeCapture(file_, 1);
        back = recovered(journal.folder());
        QVERIFY(back && back->complete && back->document == now);
        fs::remove(file_);
        back = recovered(journal.folder());
        QVERIFY(back && back->complete && back->document == now);
        QVERIFY(journal.append(step(4)));
        back = recovered(journal.folder());
        QVERIFY(back && back->document == *edit::apply(now, step(4)));
    }

    void aStepDoesNotWaitForTheCopy()
    {
        io::Journal journal = begin();
        QVERIFY(journal.append(step(3)));
        QVERIFY(journal.copying());
        QVERIFY(journal.copySome());
        QVERIFY(journal.append(step(4)));
        QVERIFY(journal.copying());
        QVERIFY(!journal.pending());
        copyAll(journal);
        const auto back = recovered(journal.folder());
        QVERIFY(back && back->complete && back->steps.size() == 2);
    }

    void aFileThatChangesBeforeItIsCopiedIsReplacedByACheckpoint()
    {
        io::Journal journal = begin();
        QVERIFY(journal.append(step(3)));
        test::writeCapture(file_, 1);
        QVERIFY(journal.append(step(4)));
        const auto back = recovered(journal.folder());
        QVERIFY2(back && back->complete, back ? "" : back.error().message.c_str());
        QVERIFY(back->document == *edit::apply(*edit::apply(doc_, step(3)), step(4)));
    }

    void aFileThatIsGoneIsAskedForAndNothingIsRemoved()
    {
        io::Journal journal = begin();
        QVERIFY(journal.append(step(3)));
        fs::rename(file_, file_.string() + ".elsewhere");
        fs::remove(journal.folder() / "lock");  // as if its process had died
        io::tidyJournals(root_);
        const auto found = io::findRecoverable(root_);
        QCOMPARE(int(found.size()), 1);
        QCOMPARE(found[0].file, io::FileState::Gone);
        const auto back = io::recover(found[0]);
        QVERIFY(!back);
        QCOMPARE(fs::path(back.error().where), file_);
        QVERIFY(back.error().advice.find(journal.folder().string()) != std::string::npos);
        fs::rename(file_.string() + ".elsewhere", file_);
        QVERIFY(io::recover(found[0]));
    }

    void aSaveOverTheSourceBeginsAnew()
    {
        const fs::path project = root_.parent_path() / "project.glb";
        QVERIFY(io::write(doc_, project));
        const Document doc = io::read(project)->document;
        io::Journal journal(root_, {doc, project, "project", io::sourceOf(project), true});
        QVERIFY(journal.append(step(3)));
        const Document saved = *edit::apply(doc, step(3));
        QVERIFY(io::write(saved, project));
        QVERIFY(journal.saved(saved, project, "project"));
        QVERIFY(io::findRecoverable(root_).empty());
        QVERIFY(journal.append(step(5)));
        QVERIFY(bytesBelow(journal.folder()) < 16384);
        const auto back = recovered(journal.folder());
        QVERIFY2(back && back->complete, back ? "" : back.error().message.c_str());
        QVERIFY(back->document == *edit::apply(saved, step(5)));
    }

    void aJournalTakenOverGoesOnCopying()
    {
        io::Recoverable work;
        {
            io::Journal journal = begin();
            QVERIFY(journal.append(step(3)));
            work.folder = journal.folder();
            fs::remove(work.folder / "lock");
        }
        const auto back = io::recover(work);
        QVERIFY(back);
        auto journal = io::Journal::takeOver(work, *back);
        QVERIFY2(journal, journal ? "" : journal.error().message.c_str());
        QVERIFY(journal->copying());
        copyAll(*journal);
        fs::remove(file_);
        const auto again = recovered(work.folder);
        QVERIFY(again && again->complete && again->document == back->document);
    }

private:
    QTemporaryDir dir_;
    fs::path folder_;
    fs::path root_;
    fs::path file_;
    std::size_t bytes_ = 0;
    Document doc_;
};

POSEWRIGHT_TEST(TestJournalSource, posewright::test::runWithEvents);
#include "tst_journal_source.moc"
