#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/plurals_test.h"
#include "ui/actions/actions.h"
#include "ui/files/files.h"
#include "ui/files/import_dialog.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>

using namespace posewright;
using namespace posewright::ui;

/// Clips of another file come onto the figure that is open.
class TestImportDialog : public test::PluralsTest {
    Q_OBJECT

    /// A file of two clips of the same figure.
    QString twoClips()
    {
        Document made = test::edited(test::biped(), {{{"edit", "addClip"}, {"name", "Nod"}},
                                                     {{"edit", "setActiveClip"}, {"name", "Nod"}}});
        edit::SetJointKey key;
        key.joint = test::nodeNamed(made, "Head");
        key.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
        for (key.frame = 0; key.frame <= 12; key.frame += 12) made = *edit::apply(made, key);
        const QString path = folder_.filePath("clips.glb");
        if (!io::write(made, path.toStdString())) qFatal("cannot write a test file");
        return path;
    }
    /// What is done while the dialog is open.
    void inDialog(const QString& path, const std::function<void(ImportDialog&)>& act)
    {
        test::whileOpen<ImportDialog>([&] { window_->files().importClips(path); }, act);
    }
    static QListWidget& clipsIn(QDialog& dialog)
    {
        return *dialog.findChild<QListWidget*>("importedClips");
    }

private slots:
    void init()
    {
        open();
        session_->startNew(test::biped(false), "figure");
    }
    void cleanup() { close(); }

    void bothClipsAreAddedAsOneStep()
    {
        const Document before = doc();
        inDialog(twoClips(), [&](ImportDialog& dialog) {
            QCOMPARE(clipsIn(dialog).count(), 2);
            // Shown at once.
            QCOMPARE(int(doc().clips.size()), 3);
            QCOMPARE(doc().clip().name, std::string("Nod"));
            dialog.accept();
        });
        QCOMPARE(int(doc().clips.size()), 3);
        QVERIFY(session_->isModified());
        const NodeIndex head = doc().scene->find("Head");
        QVERIFY(std::abs(basePose(doc(), 6)[head].rotation.angularDistance(
                             (*doc().scene)[head].rest.rotation) -
                         0.5) < 1e-6);
        session_->undo();
        QVERIFY(doc() == before);
    }

    void afterwardsTheKeysAreTheViews()
    {
        auto* close = window_->findChild<QToolButton*>("noticeClose");
        close->parentWidget()->show();
        close->setFocus();
        QCOMPARE(window_->focusWidget(), static_cast<QWidget*>(close));
        inDialog(twoClips(), [&](ImportDialog& dialog) { dialog.accept(); });
        QVERIFY(window_->viewport().widget().isAncestorOf(window_->focusWidget()));
    }

    void whatIsChosenIsShownAndCancelTakesItBack()
    {
        const Document before = doc();
        const double frame = session_->playhead().end();
        QVERIFY(frame > 12);  // the clip that is shown ends there
        session_->playhead().setFrame(frame);
        inDialog(twoClips(), [&](ImportDialog& dialog) {
            clipsIn(dialog).item(0)->setCheckState(Qt::Unchecked);
            QCOMPARE(int(doc().clips.size()), 2);
            auto* rate = dialog.findChild<QComboBox*>("importedRate");
            rate->setCurrentIndex(rate->findData(60.0));
            QCOMPARE(doc().clip().rate, 60.0);
            QCOMPARE(doc().playback.end, 30.0);
            clipsIn(dialog).item(1)->setCheckState(Qt::Unchecked);
            QVERIFY(doc() == before);
            clipsIn(dialog).item(1)->setCheckState(Qt::Checked);
            QVERIFY(session_->playhead().frame() < frame);
            dialog.reject();
        });
        QVERIFY(doc() == before);
        QCOMPARE(session_->playhead().frame(), frame);
        QVERIFY(!session_->isModified());
    }

    void whatTheFiguresDoNotShareIsListed()
    {
        session_->startNew(
            test::edited(test::biped(false),
                         {{"edit", "renameNode"}, {"node", "RightArm"}, {"name", "Oberarm"}}),
            "other");
        inDialog(twoClips(), [&](ImportDialog& dialog) {
            QCOMPARE(dialog.findChild<QLabel*>("importedJoints")->text(),
                     QString("Not here, and left out: RightArm."));
            QCOMPARE(dialog.findChild<QLabel*>("importedContents")->text(),
                     QString("16 bones, 1 mesh, 2 clips, 25 frames, 24 a second"));
        });
    }
};

POSEWRIGHT_TEST(TestImportDialog, posewright::test::runWithoutScreen);
#include "tst_import_dialog.moc"
