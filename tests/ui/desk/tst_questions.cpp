#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/figures.h"
#include "ui/desk/main_window.h"
#include "ui/session/recovery.h"

#include <QAbstractButton>
#include <QDir>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Presses a button of the next message boxes, in the order they come; counts those answered.
class Answers : public QObject {
public:
    struct Answer {
        QString box;
        QString button;
    };

    explicit Answers(std::vector<Answer> wanted) : wanted_(std::move(wanted))
    {
        connect(&timer_, &QTimer::timeout, this, &Answers::look);
        timer_.start(10);
    }
    int given() const { return given_; }

private:
    void look()
    {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box || given_ >= std::ssize(wanted_) || box->objectName() != wanted_[given_].box)
            return;
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove('&') == wanted_[given_].button) {
                ++given_;
                button->click();
                return;
            }
    }

    std::vector<Answer> wanted_;
    int given_ = 0;
    QTimer timer_;
};

edit::SetJointKey turned(const Document& doc)
{
    edit::SetJointKey key;
    key.joint = (*doc.scene)[doc.scene->find("joint1")].id;
    key.frame = 3;
    key.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
    return key;
}

}  // namespace

/// What the program asks when files and work are not as it left them.
class TestQuestions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path projectChangedElsewhere()
    {
        const std::filesystem::path path = folder_.filePath("shared.gltf").toStdString();
        if (!io::write(test::chainDocument(3, 0.5, 10), path)) return {};
        auto json = nlohmann::json::parse(*io::readWhole(path));
        json["animations"][0]["channels"].erase(0);
        return io::writeWhole(path, json.dump()) ? path : std::filesystem::path();
    }

    /// A journal whose process died with a step in it.
    void leaveWork(const std::filesystem::path& root)
    {
        std::filesystem::remove_all(root);
        {
            Session session(root);
            session.startNew(test::chainDocument(3, 0.5, 10), "arm");
            QVERIFY(session.commit(turned(session.document())));
        }
        for (const auto& entry : std::filesystem::directory_iterator(root))
            std::filesystem::remove(entry.path() / "lock");
        QCOMPARE(int(io::findRecoverable(root).size()), 1);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("posewright-test-questions");
        QSettings().clear();
    }

    void aProjectChangedElsewhereIsOnePersonsChoice_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("mine");
        QTest::newRow("mine") << "Keep mine" << true;
        QTest::newRow("theirs") << "Take the other" << false;
    }
    void aProjectChangedElsewhereIsOnePersonsChoice()
    {
        QFETCH(QString, answer);
        QFETCH(bool, mine);
        const std::filesystem::path path = projectChangedElsewhere();
        QVERIFY(!path.empty());
        const std::string before = *io::readWhole(path);
        Session session;
        MainWindow window(session);
        window.show();
        const Answers answers(std::vector<Answers::Answer>{{"whichMotion", answer}});
        QSignalSpy opened(&session, &Session::opened);
        window.open(QString::fromStdString(path.string()));
        QTRY_COMPARE(opened.count(), mine ? 1 : 2);
        QTRY_COMPARE(answers.given(), 1);
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(session.hasProjectFile(), mine);
        QVERIFY(*io::readWhole(path) == before);
    }

    void lostWorkIsRecovered()
    {
        const std::filesystem::path root = folder_.filePath("journal").toStdString();
        leaveWork(root);
        Session session(root);
        MainWindow window(session);
        window.show();
        const Answers answers(std::vector<Answers::Answer>{{"recover", "Recover"}});
        QSignalSpy recovered(&session, &Session::recovered);
        QVERIFY(Recovery::offer(session, root, &window));
        QTRY_COMPARE(recovered.count(), 1);
        QCOMPARE(answers.given(), 1);
        QVERIFY(session.isModified());
        const Document& doc = session.document();
        const Track* track = doc.clip().track((*doc.scene)[doc.scene->find("joint1")].id);
        QVERIFY(track && track->rotation->find(3));
        session.discardJournal();
    }

    void aFileThatAnotherSavedMeanwhileIsNotOverwrittenUnasked_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("overwritten");
        QTest::newRow("cancel") << "Cancel" << false;
        QTest::newRow("save") << "Save Anyway" << true;
    }
    void aFileThatAnotherSavedMeanwhileIsNotOverwrittenUnasked()
    {
        QFETCH(QString, answer);
        QFETCH(bool, overwritten);
        const std::filesystem::path path = folder_.filePath("both.glb").toStdString();
        QVERIFY(io::write(test::chainDocument(3, 0.5, 10), path));
        Session session;
        MainWindow window(session);
        window.show();
        QSignalSpy opened(&session, &Session::opened);
        window.open(QString::fromStdString(path.string()));
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(session.commit(turned(session.document())));
        QVERIFY(!session.changedOnDisk());
        QVERIFY(io::write(test::chainDocument(4, 0.5, 12), path));
        QVERIFY(session.changedOnDisk());
        const std::string theirs = *io::readWhole(path);
        const Answers answers(std::vector<Answers::Answer>{{"changedOnDisk", answer}});
        window.save();
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(answers.given(), 1);
        QCOMPARE(*io::readWhole(path) != theirs, overwritten);
        QCOMPARE(session.isModified(), !overwritten);
        QCOMPARE(session.changedOnDisk(), !overwritten);
        session.discardJournal();
    }

    void lostWorkIsOnlyRemovedWhenSaidTwice()
    {
        const std::filesystem::path root = folder_.filePath("journal").toStdString();
        leaveWork(root);
        Session session(root);
        {
            const Answers answers(std::vector<Answers::Answer>{{"recover", "Remove for good"},
                                                               {"removeForGood", "Keep"}});
            QVERIFY(!Recovery::offer(session, root, nullptr));
            QCOMPARE(answers.given(), 2);
            QCOMPARE(int(io::findRecoverable(root).size()), 1);
        }
        {
            const Answers answers(std::vector<Answers::Answer>{{"recover", "Decide later"}});
            QVERIFY(!Recovery::offer(session, root, nullptr));
            QCOMPARE(answers.given(), 1);
            QCOMPARE(int(io::findRecoverable(root).size()), 1);
        }
        const Answers answers(std::vector<Answers::Answer>{{"recover", "Remove for good"},
                                                           {"removeForGood", "Remove for good"}});
        QVERIFY(!Recovery::offer(session, root, nullptr));
        QCOMPARE(answers.given(), 2);
        QVERIFY(io::findRecoverable(root).empty());
    }
};

QTEST_MAIN(TestQuestions)
#include "tst_questions.moc"
