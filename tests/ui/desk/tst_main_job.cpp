// Long: one job, whose steps go on from one another.
#include "core/io/format.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/written_file.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/window_test.h"
#include "tests/ui/picture_of.h"
#include "tests/ui/viewport/placed.h"
#include "ui/look/theme.h"
#include "ui/timeline/timeline.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QTransform>
#include <QTreeView>
#include <QUndoView>
#include <QWheelEvent>
#include <Qt3DCore/QTransform>
#include <QtTest>

#include <cstring>

using namespace posewright;
using namespace posewright::ui;

/// The main job by mouse and keyboard, on the window that users see. Real clicks land on the real
/// native 3D window; nothing here calls an edit.
class TestMainJob : public test::WindowTest {
    Q_OBJECT

    Document opened_;
    QString motion_;
    NodeId hand_ = NodeId::None;
    int picture_ = 0;
    bool failed_ = false;

    const Evaluation& shown() { return *window_->evaluator().current(); }
    const Constraint& target() { return doc().rig->constraints.front(); }

    /// Beside the test, from wherever it is started.
    static QString picturePath(const QString& name)
    {
        return QCoreApplication::applicationDirPath() + "/main_job_" + name + ".png";
    }

    /// What the X server shows of our window, native 3D window included.
    void takePicture(const QString& name)
    {
        QTest::qWait(400);  // Qt 3D draws when it is ready, and says nothing about it
        const QPixmap grabbed = window_->screen()->grabWindow(window_->winId());
        const QString path =
            picturePath(QString("%1_%2").arg(++picture_, 2, 10, QChar('0')).arg(name));
        QVERIFY(grabbed.save(path));
    }

    void dragInView(const QPoint& from, const QPoint& to, const std::function<void()>& midway = {})
    {
        QTest::mouseMove(canvas(), from);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        constexpr int kSteps = 10;
        for (int i = 1; i <= kSteps; ++i) {
            QTest::mouseMove(canvas(), from + (to - from) * i / kSteps);
            QTest::qWait(5);
            if (i == kSteps / 2 && midway) midway();
        }
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        QTest::qWait(1);
    }

    void scrubTo(double frame)
    {
        Timeline& timeline = window_->timeline();
        const TimelineLayout layout = timeline.layoutNow();
        const QPoint at(static_cast<int>(std::lround(layout.frameX(frame))),
                        layout.rulerHeight / 2);
        QTest::mousePress(timeline.viewport(), Qt::LeftButton, {}, at - QPoint(30, 0));
        QTest::mouseMove(timeline.viewport(), at);
        QMouseEvent move(QEvent::MouseMove, at, timeline.viewport()->mapToGlobal(QPointF(at)),
                         Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(timeline.viewport(), &move);
        QTest::mouseRelease(timeline.viewport(), Qt::LeftButton, {}, at);
    }

    /// Types a path into the file dialog that is about to open, and presses Enter.
    void answerFileDialog(const QString& path)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(20);
        connect(timer, &QTimer::timeout, this, [timer, path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            timer->deleteLater();
            auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
            // Typing lets go of what the list proposes; setting the text does not.
            dialog->findChild<QAbstractItemView*>("listView")->clearSelection();
            name->setText(path);
            QTest::keyClick(name, Qt::Key_Return);
        });
        timer->start();
    }

    /// A shortcut, typed while the pointer is in the panels.
    void shortcut(Qt::Key key)
    {
        activate();
        QTest::keyClick(window_.get(), key, Qt::ControlModifier);
    }

    /// A key, typed into the native 3D window.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        activate();
        QTest::keyClick(canvas(), key, modifiers);
    }

private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != "xcb")
            QSKIP("needs a display: run under xvfb-run -s '-screen 0 1600x1000x24 +extension GLX'");
        applyTheme(*qApp);
        // The export dialog begins with what was exported last, also by a run before this one.
        QCoreApplication::setOrganizationName("posewright-main-job");
        QSettings().clear();
        motion_ = test::sharedPath("corpus/bvh/pybvh_cmu_12_01_walk.bvh");
        if (motion_.isEmpty()) {
            motion_ = folder_.filePath("arm.bvh");
            QVERIFY(io::write(test::chainDocument(6, 0.4, 60), motion_.toStdString()));
        }
        make(folder_.filePath("journal").toStdString());
        connect(session_.get(), &Session::failed, this,
                [](const QString& text) { qWarning("failed: %s", qPrintable(text)); });
        window_->evaluator().setBudget(1e9);  // other programs may be busy
        if (!window_->viewport().draws()) QSKIP("needs OpenGL 3.2 (Mesa's software one will do)");
        show();
        takePicture("start");
        QVERIFY2(!canvas()->isExposed(), "the start page stands in place of the view");
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isExposed(), 30000);
        takePicture("empty");
    }

    // Each step stands on the one before.
    void init()
    {
        if (failed_) QSKIP("an earlier step failed");
    }
    void cleanup() { failed_ = failed_ || QTest::currentTestFailed(); }

    void openAMotion()
    {
        QSignalSpy opened(&session_->file(), &DocumentFile::opened);
        answerFileDialog(motion_);
        shortcut(Qt::Key_O);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(doc().scene->size() > 5);
        QVERIFY(!session_->isModified());
        QVERIFY(window_->windowTitle().startsWith(QFileInfo(motion_).fileName()));
        opened_ = doc();
        takePicture("opened");
    }

    void selectAHandByClickingIt()
    {
        scrubTo(doc().playback.start + 40);
        const double there = session_->playhead().frame();
        QVERIFY(std::abs(there - (doc().playback.start + 40)) <= 1);
        NodeIndex hand = doc().scene->find("LeftHand");
        if (hand == kNoNode) hand = doc().scene->find("joint5");
        QVERIFY(hand != kNoNode);
        hand_ = (*doc().scene)[hand].id;
        // Through the tree first, to bring it into view with F; then by a click on the bone.
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        const QModelIndexList found =
            tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole,
                                 QString::fromStdString((*doc().scene)[hand].name), 1,
                                 Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {},
                          tree->visualRect(found[0]).center());
        QCOMPARE(quint64(session_->selection().active()), quint64(hand_));
        press(Qt::Key_F);
        QVERIFY(QRect(0, 0, canvas()->width(), canvas()->height()).contains(seen(world(hand_))));
        for (int i = 0; i < 5; ++i) {
            QWheelEvent wheel(QPointF(seen(world(hand_))),
                              canvas()->mapToGlobal(QPointF(seen(world(hand_)))), {}, {0, -120},
                              Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(canvas(), &wheel);
        }
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(session_->selection().nodes().empty());
        const BonePart* bone = (*doc().scene)[hand].bone();
        const Vec3 middle = shown().world[hand] * Vec3(bone->tip * 0.5);
        // A finger may lie before it; clicking again takes what is behind.
        for (int i = 0; i < 4 && session_->selection().active() != hand_; ++i)
            QTest::mouseClick(canvas(), Qt::LeftButton, {}, seen(middle));
        QCOMPARE(quint64(session_->selection().active()), quint64(hand_));
        takePicture("hand_selected");
    }

    void putATargetOnIt()
    {
        const double frame = session_->playhead().frame();
        const Evaluation before = shown();
        press(Qt::Key_T);
        QCOMPARE(int(doc().rig->constraints.size()), 1);
        QCOMPARE(session_->history().count(), 1);
        QCOMPARE(quint64(target().effector), quint64(hand_));
        QCOMPARE(quint64(session_->selection().active()), quint64(target().target));
        QCOMPARE(shown().frame, frame);
        for (std::size_t i = 0; i < before.world.size(); ++i)
            QVERIFY2((before.world[i].position - world((*opened_.scene)[int(i)].id)).norm() == 0,
                     "a new target moves nothing");
        takePicture("target");
    }

    void dragItAtTwoFrames()
    {
        for (const int at : {40, 90}) {
            scrubTo(std::min(doc().playback.start + at, doc().playback.end - 5));
            const double frame = session_->playhead().frame();
            const int steps = session_->history().count();
            const Vec3 start = world(target().target);
            const Vec3 rest = world(hand_);
            const QPoint from = seen(start);
            // Nearer to the shoulder and swung about it: within reach, whatever the figure.
            const QPointF shoulder = seen(world(target().root));
            const QPointF arm = QTransform().rotate(at == 40 ? 35 : -35).map(from - shoulder);
            const QPoint to = (shoulder + 0.8 * arm).toPoint();
            bool followed = false;
            dragInView(from, to, [&] {
                // Midway, button down: the limb follows live, and Qt 3D's entities with it.
                const Vec3 now = world(target().target);
                const QMatrix4x4 placed =
                    test::placementOf(view().picture(), doc(), hand_)->matrix();
                const Vec3 hand = world(hand_);
                const double drawn = (Vec3(placed(0, 3), placed(1, 3), placed(2, 3)) - hand).norm();
                followed = (now - start).norm() > 1e-3 * view().stage().figure &&
                           (hand - rest).norm() > 1e-3 * view().stage().figure &&
                           drawn < 1e-5 * view().stage().figure;
            });
            QVERIFY(followed);
            QCOMPARE(session_->history().count(), steps + 1);
            const Track* track = doc().clip().track(target().target);
            QVERIFY(track);
            const std::vector<double> keys = keyFrames(*track);
            QVERIFY(std::find(keys.begin(), keys.end(), frame) != keys.end());
            const TargetStatus status = shown().targets.front();
            const double apart = (world(hand_) - world(target().target)).norm();
            QCOMPARE(apart, status.positionError);
            QCOMPARE(ik::name(status.status), ik::name(ik::Status::Reached));
            QVERIFY(apart < 1e-5 * view().stage().figure);
            qInfo("frame %g: %s, hand off by %.2e of the figure", frame,
                  std::string(ik::name(status.status)).c_str(), apart / view().stage().figure);
            takePicture(QString("dragged_%1").arg(at));
        }
        QCOMPARE(session_->history().count(), 3);
    }

    void escapeEndsADragWithoutATrace()
    {
        const Document before = doc();
        const QPoint from = seen(world(target().target));
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 5; ++i) QTest::mouseMove(canvas(), from + QPoint(8 * i, 4 * i));
        QTest::qWait(20);
        QVERIFY(!(doc() == before));
        press(Qt::Key_Escape);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, from + QPoint(40, 20));
        QVERIFY(doc() == before);
        QCOMPARE(session_->history().count(), 3);
    }

    void scrubbingShowsWhatEvaluateSays()
    {
        for (const int at : {60, 20, 110, 45, 90}) {
            scrubTo(doc().playback.start + at);
            const double frame = session_->playhead().frame();
            QCOMPARE(shown().frame, frame);
            QVERIFY(shown() == evaluate(doc(), frame));
        }
        takePicture("scrubbed");
    }

    void playingShowsFramesInOrder()
    {
        press(Qt::Key_Home);
        QCOMPARE(session_->playhead().frame(), session_->playhead().start());
        std::vector<double> frames;
        const QMetaObject::Connection listening = connect(
            &window_->evaluator(), &Evaluator::evaluated, this,
            [&](const std::shared_ptr<const Evaluation>& e) { frames.push_back(e->frame); });
        press(Qt::Key_Space);
        QVERIFY(session_->playhead().playing());
        QTest::qWait(1500);
        press(Qt::Key_Space);
        QVERIFY(!session_->playhead().playing());
        disconnect(listening);
        QVERIFY(frames.size() > 10);
        QVERIFY(std::is_sorted(frames.begin(), frames.end()));
        const double reached = frames.back() - session_->playhead().start();
        qInfo("played %zu frames drawn in 1.5 s, %g frames of time at %g frames/s", frames.size(),
              reached, doc().clip().rate);
        QVERIFY2(std::abs(reached / doc().clip().rate - 1.5) < 0.5, "real time");
    }

    void undoAllAndRedoAll()
    {
        const std::string before = test::savedBytes(opened_);
        const std::string after = test::savedBytes(doc());
        const Document last = doc();
        for (int i = 0; i < 3; ++i) press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!session_->history().canUndo());
        QVERIFY(doc() == opened_);
        QVERIFY(test::savedBytes(doc()) == before);
        QVERIFY(!session_->isModified());
        for (int i = 0; i < 3; ++i) press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(doc() == last);
        QVERIFY(test::savedBytes(doc()) == after);
        QCOMPARE(window_->findChild<QUndoView*>("historyView")->model()->rowCount(), 4);
    }

    void saveAndReopen()
    {
        const QString path = folder_.filePath("walk.glb");
        scrubTo(doc().playback.start + 40);
        const double frame = session_->playhead().frame();
        const Vec3 hand = world(hand_);
        QSignalSpy saved(&session_->file(), &DocumentFile::saved);
        answerFileDialog(path);
        shortcut(Qt::Key_S);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60000);
        QVERIFY(!session_->isModified());
        QVERIFY(window_->windowTitle().startsWith("walk.glb"));

        QSignalSpy opened(&session_->file(), &DocumentFile::opened);
        answerFileDialog(path);
        shortcut(Qt::Key_O);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
        QCOMPARE(int(doc().rig->constraints.size()), 1);
        QCOMPARE(int(keyFrames(*doc().clip().track(target().target)).size()), 2);
        scrubTo(frame);
        QCOMPARE(session_->playhead().frame(), frame);
        const NodeIndex row = doc().scene->find("LeftHand") != kNoNode
                                  ? doc().scene->find("LeftHand")
                                  : doc().scene->find("joint5");
        QVERIFY((shown().world[row].position - hand).norm() < 1e-5 * view().stage().figure);
        takePicture("reopened");
    }

    void exportForOtherPrograms_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("magic");
        QTest::newRow("glTF") << "out.glb" << QByteArray("glTF");
        QTest::newRow("BVH") << "out.bvh" << QByteArray("HIER");
    }
    void exportForOtherPrograms()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, magic);
        const QString path = folder_.filePath(name);
        QSignalSpy exported(&session_->file(), &DocumentFile::exported);
        const test::ExportAnswer answer(path, [](QDialog& dialog) {
            dialog.findChild<QComboBox*>("exportUnit")->setCurrentIndex(0);  // as they are
        });
        shortcut(Qt::Key_E);
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 120000);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.read(4), magic);
        const Result<io::Import> back = io::read(path.toStdString());
        QVERIFY(back);
        // What is in the file is what was on the screen.
        const double frame = session_->playhead().frame();
        const Evaluation there =
            evaluate(back->document, frame - doc().playback.start + back->document.playback.start);
        for (int i = 0; i < back->document.scene->size(); ++i) {
            const Node& node = (*back->document.scene)[i];
            const NodeIndex ours = doc().scene->find(node.name);
            if (ours == kNoNode || !node.bone()) continue;
            QVERIFY2((there.world[i].position - shown().world[ours].position).norm() <
                         1e-5 * view().stage().figure,
                     node.name.c_str());
        }
    }

    void aBrokenFileIsOneLineAndChangesNothing()
    {
        const QString path = folder_.filePath("broken.bvh");
        test::writtenBrokenBvh(path);
        const Document before = doc();
        QString said;
        QTimer answer;
        answer.setInterval(20);
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            said = box->text();
            QCOMPARE(box->textFormat(), Qt::PlainText);
            QTest::keyClick(box, Qt::Key_Return);
        });
        answer.start();
        answerFileDialog(path);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("^failed: .*broken.bvh:4.*"));
        shortcut(Qt::Key_O);
        QTRY_VERIFY(!said.isEmpty());
        QVERIFY2(said.contains("broken.bvh:4"), qPrintable(said));
        QVERIFY(doc() == before);
    }

    void unsavedWorkIsAskedAbout()
    {
        scrubTo(doc().playback.start + 20);
        session_->selection().setNodes({target().target});
        press(Qt::Key_S);
        QVERIFY(session_->isModified());
        QVERIFY(window_->isWindowModified());
        const Document before = doc();
        bool asked = false;
        QTimer answer;
        answer.setInterval(20);
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            asked = box->objectName() == "unsaved";
            QTest::keyClick(box, Qt::Key_Escape);
        });
        answer.start();
        shortcut(Qt::Key_N);
        QTRY_VERIFY(asked);
        QVERIFY(doc() == before);
        press(Qt::Key_Delete);  // the selected target goes...
        QCOMPARE(int(doc().rig->constraints.size()), 0);
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(doc() == before);
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!session_->isModified());
    }

    void theOffscreenRendererShowsTheSame()
    {
        const Result<QImage> picture =
            test::pictureOf(doc(), session_->playhead().frame(), {960, 540});
        QVERIFY2(picture, picture ? "" : picture.error().message.c_str());
        QCOMPARE(picture->size(), QSize(960, 540));
        QVERIFY(picture->save(picturePath("render")));
        // The effector is drawn where the camera says that it is.
        QSet<QRgb> colors;
        for (int y = 0; y < 540; y += 3)
            for (int x = 0; x < 960; x += 3) colors.insert(picture->pixel(x, y));
        QVERIFY(colors.size() > 10);
    }

    void cleanupTestCase()
    {
        window_.reset();
        session_.reset();
    }
};

POSEWRIGHT_TEST(TestMainJob, posewright::test::runOnScreen);

#include "tst_main_job.moc"
