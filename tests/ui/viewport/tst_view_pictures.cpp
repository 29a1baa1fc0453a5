#include "core/io/format.h"
#include "tests/support/made_captures.h"
#include "tests/support/made_tube.h"
#include "tests/support/program.h"
#include "tests/ui/viewport/view_window.h"
#include "ui/viewport/qt3d/frame_graph.h"

#include <QScreen>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;

/// Pictures of the view in its window, to be looked at.
class TestViewPictures : public test::ViewWindow {
    Q_OBJECT

private slots:
    void initTestCase() { openLimbs(); }

    void picturesOfTheModes()
    {
        // Looked at by people; here only that something is drawn.
        for (const BoneStyle style : {BoneStyle::Line, BoneStyle::XRay, BoneStyle::Solid}) {
            ViewState state;
            state.bones = style;
            state.names = true;
            state.tool = Tool::Rotate;
            view().settings().set(state);
            session_->selection().setNodes({NodeId(500)});
            const auto colors = [this] {
                const QImage picture = onScreen(QRect(0, 0, canvas()->width(), canvas()->height()));
                QSet<QRgb> found;
                for (int y = 0; y < picture.height(); y += 3)
                    for (int x = 0; x < picture.width(); x += 3) found.insert(picture.pixel(x, y));
                return found.size();
            };
            // Software OpenGL draws when the machine has time for it.
            QTRY_VERIFY_WITH_TIMEOUT(colors() > 20, 20000);
        }
        view().settings().set({});
    }

    /// In playback, each frame is drawn once: the picture has all of it, and does not change when
    /// it is drawn again.
    void aPlayedFrameIsWholeAtOnce()
    {
        Document doc = test::madeTube(20, 2000);
        doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.rate = 1; });
        session_->startNew(doc, "tube");
        view().settings().set({});
        session_->playhead().setFrame(0);
        const FrameLoop& frames = canvas()->frames();
        QTRY_VERIFY(!frames.awake());
        const QRect all(0, 0, canvas()->width(), canvas()->height());
        int before = 0;
        connect(&session_->playhead(), &Playhead::moved, this, [&] { before = frames.drawn(); });
        session_->playhead().setPlaying(true);
        for (int frame = 1; frame <= 3; ++frame) {
            QTRY_COMPARE(session_->playhead().frame(), double(frame));
            QTRY_VERIFY(!frames.awake() && frames.drawn() > before);
            if (frame > 1) QCOMPARE(frames.drawn(), before + 1);
            const QImage first = onScreen(all);
            canvas()->draw();
            QTRY_VERIFY(!frames.awake());
            QVERIFY(onScreen(all) == first);
            QCOMPARE(session_->playhead().frame(), double(frame));
        }
        session_->playhead().disconnect(this);
        session_->playhead().setPlaying(false);
    }

    /// Where the processor draws, playback has no time for smooth edges; all else has.
    void edgesAreSmoothUnlessInPlayback()
    {
        if (!processorDraws()) QSKIP("needs OpenGL in software, as with LIBGL_ALWAYS_SOFTWARE=1");
        session_->startNew(test::crowdOfLimbs(1), "limb");
        view().settings().set({});
        session_->playhead().setFrame(0);
        const QRect all(0, 0, canvas()->width(), canvas()->height());
        // A slanted line of the grid is one colour in steps, and many where its edges are smooth.
        const auto colors = [&] {
            const QImage picture = onScreen(all);
            QSet<QRgb> found;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x) found.insert(picture.pixel(x, y));
            return found.size();
        };
        QTest::qWait(1000);
        const auto paused = colors();
        session_->playhead().setPlaying(true);
        QTest::qWait(500);
        QTRY_VERIFY_WITH_TIMEOUT(6 * colors() < 5 * paused, 20000);
        session_->playhead().setPlaying(false);
        session_->playhead().setFrame(0);
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(colors() - paused) < paused / 10, 20000);
    }

    /// Pictures for people, of the samples and of motion files in other units: written to the
    /// folder that POSEWRIGHT_PICTURES names.
    void picturesToLookAt_data()
    {
        QTest::addColumn<QString>("file");
        if (qEnvironmentVariableIsEmpty("POSEWRIGHT_PICTURES")) return;
        for (const char* sample : {"walk", "doorbell"})
            QTest::newRow(sample)
                << QString("%1/resources/samples/%2.json").arg(test::sourceDir(), sample);
        for (const QFileInfo& motion : test::someCaptures(
                 {"made_walk", "made_centimetres_crlf"},
                 {"ad_fair1_dab.bvh", "pymo_AV_8Walk_Meredith.bvh", "assimp_Boxing_Toes.bvh"}))
            QTest::newRow(qPrintable(motion.completeBaseName())) << motion.filePath();
    }
    void picturesToLookAt()
    {
        if (!QTest::currentDataTag()) return;
        const QString folder = qEnvironmentVariable("POSEWRIGHT_PICTURES");
        QFETCH(QString, file);
        QFile in(file);
        QVERIFY(in.open(QIODevice::ReadOnly));
        session_->history().setClean();
        if (file.endsWith(".json")) {
            const auto list = nlohmann::json::parse(in.readAll().toStdString());
            const Result<Document> doc = edit::applyAll(emptyDocument(), list);
            QVERIFY(doc);
            session_->startNew(*doc, QFileInfo(file).fileName());
        } else {
            const Result<io::Import> read = io::read(file.toStdString());
            QVERIFY(read);
            session_->startNew(read->document, QFileInfo(file).fileName());
        }
        const auto take = [&](const char* name) {
            QTest::qWait(700);
            const QString path = QString("%1/%2_%3.png")
                                     .arg(folder, QString(QTest::currentDataTag()), QString(name));
            QVERIFY(window_->screen()->grabWindow(window_->winId()).save(path));
        };
        take("opened");
        ViewState state;
        state.names = true;
        state.bones = BoneStyle::XRay;
        view().settings().set(state);
        key(Qt::Key_1);
        take("front");
        state.bones = BoneStyle::Line;
        state.tool = Tool::Move;
        view().settings().set(state);
        const std::vector<Constraint>& rig = session_->document().rig->constraints;
        session_->selection().setNodes(
            {rig.empty() ? session_->document().scene->nodes().front().id : rig.front().target});
        key(Qt::Key_3);
        take("side");
        view().settings().set({});
        key(Qt::Key_7);
        take("top");
        key(Qt::Key_F);
        take("selected");
        session_->history().setClean();
    }

    void cleanupTestCase() { closeUnasked(); }
};

POSEWRIGHT_TEST(TestViewPictures, posewright::test::runOnScreen);

#include "tst_view_pictures.moc"
