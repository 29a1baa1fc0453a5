#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"
#include "ui/desk/plurals.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QSet>
#include <QSettings>
#include <QTimer>

#include <map>

using namespace posewright;
using namespace posewright::ui;

/// The pictures that README and docs show, taken of the window as users see it. Where the
/// environment variable POSEWRIGHT_PICTURES names a folder they are kept there.
class TestScreenshots : public QObject {
    Q_OBJECT

    QString folder_;
    Plurals plurals_;

    static qsizetype colorsIn(const QImage& picture, const QRect& part)
    {
        QSet<QRgb> colors;
        for (int y = part.top(); y < part.bottom(); y += 3)
            for (int x = part.left(); x < part.right(); x += 3) colors.insert(picture.pixel(x, y));
        return colors.size();
    }
    /// Where the 3D view is on a picture of the window.
    static QRect viewOn(test::Desktop& desk, const QImage& picture)
    {
        const QWidget& view = desk.window.viewport().widget();
        const QRect at(view.mapTo(&desk.window, QPoint()), view.size());
        const qreal ratio = desk.window.devicePixelRatio();
        return QRectF(QPointF(at.topLeft()) * ratio, QSizeF(at.size()) * ratio)
            .toRect()
            .intersected(picture.rect());
    }

    void keep(test::Desktop& desk, const QString& name)
    {
        // Qt 3D draws when it is ready, and says nothing about it: the picture is good once there
        // is something in the view and it has not changed for a while.
        const bool scene = desk.canvas()->isExposed();
        const auto settled = [&](QImage& now) {
            const QImage before = now;
            QTest::qWait(400);
            now = desk.window.screen()->grabWindow(desk.window.winId()).toImage();
            return now == before && (!scene || colorsIn(now, viewOn(desk, now)) > 40);
        };
        QImage picture;
        QTRY_VERIFY_WITH_TIMEOUT(settled(picture), 60000);
        QCOMPARE(picture.size(), desk.window.size() * desk.window.devicePixelRatio());
        QVERIFY2(colorsIn(picture, picture.rect()) > 40, "there is something on it");
        if (!folder_.isEmpty()) QVERIFY(picture.save(folder_ + '/' + name + ".png"));
    }

private slots:
    void initTestCase()
    {
        QApplication::installTranslator(&plurals_);
        QCoreApplication::setOrganizationName("posewright-test-pictures");
        QSettings().clear();
        folder_ = qEnvironmentVariable("POSEWRIGHT_PICTURES");
        if (!folder_.isEmpty()) QVERIFY(QDir().mkpath(folder_));
    }

    void pictures_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("dark");
        for (const bool dark : {true, false}) {
            const QByteArray theme = dark ? "" : "-light";
            QTest::newRow("start" + theme) << "start" << dark;
            QTest::newRow("editor-walk" + theme) << "walk" << dark;
            QTest::newRow("editor-capture" + theme) << "capture" << dark;
            QTest::newRow("editor-character" + theme) << "character" << dark;
        }
    }
    void pictures()
    {
        QFETCH(QString, what);
        QFETCH(bool, dark);
        if (QGuiApplication::platformName() != "xcb") QSKIP("needs a display");
        applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
        test::Desktop desk;
        if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        if (what == "walk") {
            openSample(desk.window, "walk");
            QTRY_VERIFY(desk.canvas()->isExposed());
            desk.session.playhead().setFrame(17);
            desk.session.selection().setNodes({findConstraint(desk.doc(), "Left foot")->target});
        } else if (what == "character") {
            openSample(desk.window, "mannequin");
            QTRY_VERIFY(desk.canvas()->isExposed());
            desk.session.playhead().setFrame(8);
            desk.session.selection().setNodes(
                {(*desk.doc().scene)[desk.doc().scene->find("left forearm")].id});
        } else if (what == "capture") {
            QString path = test::sharedPath("corpus/bvh/pybvh_cmu_12_01_walk.bvh");
            if (path.isEmpty()) {
                if (!folder_.isEmpty()) QSKIP("the docs show a capture of the shared data");
                path = test::madeWalk();
            }
            Result<io::Import> import = io::read(path.toStdString());
            QVERIFY(import);
            desk.session.startNew(import->document, QFileInfo(path).fileName());
            QTRY_VERIFY(desk.canvas()->isExposed());
            const NodeIndex hand = desk.doc().scene->find("LeftHand");
            desk.session.playhead().setFrame(40);
            desk.session.selection().setNodes({(*desk.doc().scene)[hand].id});
            desk.window.actions()["target.new"]->trigger();
            const NodeId target = desk.session.selection().active();
            for (const auto& [frame, up] : {std::pair{20.0, 0.0}, {40.0, 0.1}, {70.0, 0.0}}) {
                desk.session.playhead().setFrame(frame);
                QTRY_COMPARE(desk.window.evaluator().current()->frame, frame);
                edit::SetTargetKey key;
                key.target = constraintOfTarget(*desk.doc().rig, target)->id;
                key.frame = frame;
                const Vec3 at = desk.window.evaluator().current()->world[hand].position;
                key.position = at + Vec3(0, up * desk.view().stage().figure * 0.5, 0);
                QVERIFY(desk.session.commit(key));
            }
            edit::MoveSpan span;
            span.target = constraintOfTarget(*desk.doc().rig, target)->id;
            span.start = desk.doc().clip().spanRow(span.target)->spans.front().start;
            span.to = 10;
            span.end = std::min(100.0, desk.doc().playback.end);
            span.in = span.out = 8;
            QVERIFY(desk.session.commit(span));
            desk.session.playhead().setFrame(40);
        }
        desk.window.tell({});
        if (what != "start") {
            desk.window.actions()["view.frameAll"]->trigger();
            QTRY_VERIFY(desk.window.evaluator().filled() >= 1);
        }
        keep(desk, QString::fromLatin1(QTest::currentDataTag()));
    }

    /// For people who change the interface, where POSEWRIGHT_ALL_PICTURES is set: dialogs, and
    /// panels in states that the pictures above do not show.
    void picturesToLookAt_data()
    {
        QTest::addColumn<QString>("what");
        if (qEnvironmentVariableIsEmpty("POSEWRIGHT_ALL_PICTURES")) return;
        for (const char* what :
             {"bone", "keys", "span", "several", "loose", "palette", "controls", "insert", "about"})
            QTest::newRow(what) << what;
    }
    void picturesToLookAt()
    {
        if (!QTest::currentDataTag()) return;
        QFETCH(QString, what);
        applyTheme(*qApp, Theme::Dark);
        test::Desktop desk;
        if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        openSample(desk.window, "walk");
        QTRY_VERIFY(desk.canvas()->isExposed());
        desk.session.playhead().setFrame(8);
        const Scene& scene = *desk.doc().scene;
        const NodeId elbow = scene[scene.find("LeftForeArm")].id;
        const Constraint hand = *findConstraint(desk.doc(), "Left hand");
        if (what == "bone") {
            desk.session.selection().setNodes({elbow});
            edit::SetLimit limit = edit::limitEdit(
                elbow, ConeLimit{Vec3::UnitY(), Vec3::UnitZ(), {1, 1, 1, 1}, {-0.5, 0.5}});
            QVERIFY(desk.session.commit(limit));
        } else if (what == "keys" || what == "span") {
            desk.session.selection().setNodes({hand.target});
            std::vector<edit::KeyRef> keys(2);
            for (int i = 0; i < 2; ++i) {
                keys[i].node = hand.target;
                keys[i].frame = 12 + 3 * i;
            }
            if (what == "keys")
                desk.session.selection().setKeys(keys);
            else
                desk.session.selection().setSpans({{hand.id, 0}});
        } else if (what == "several") {
            desk.session.selection().setNodes(
                {findConstraint(desk.doc(), "Left foot")->target, hand.target});
        } else if (what == "loose") {
            desk.session.selection().setNodes({hand.target});
            desk.session.unkeyed().setAutoKey(false);
            const int gesture = desk.session.beginGesture();
            edit::SetTargetKey move;
            move.target = hand.id;
            move.frame = 8;
            move.position = Vec3(0.3, 1.1, 0.2);
            QVERIFY(desk.session.commit({move}, {}, gesture));
            desk.session.finishGesture(gesture);
        }
        const std::map<QString, const char*> dialogs{{"palette", "edit.findAction"},
                                                     {"controls", "help.controls"},
                                                     {"insert", "time.insertFrames"},
                                                     {"about", "help.about"}};
        const auto dialog = dialogs.find(what);
        if (dialog == dialogs.end()) {
            keep(desk, "look-" + what);
            return;
        }
        QTimer::singleShot(800, this, [&] {
            keep(desk, "look-" + what);
            QApplication::activeModalWidget()->close();
        });
        desk.window.actions()[dialog->second]->trigger();
    }
};

POSEWRIGHT_TEST(TestScreenshots, posewright::test::runOnScreen);

#include "tst_screenshots.moc"
