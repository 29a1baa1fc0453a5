#include "core/edit/biped.h"
#include "core/io/format.h"
#include "tests/support/shared.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"
#include "ui/desk/theme.h"
#include "ui/viewport/render.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QSet>
#include <QSettings>

using namespace posewright;
using namespace posewright::ui;

/// The pictures that README and docs show, taken of the window as users see it. Where the
/// environment variable POSEWRIGHT_PICTURES names a folder they are kept there.
class TestScreenshots : public QObject {
    Q_OBJECT

    QString folder_;

    void keep(test::Desktop& desk, const QString& name)
    {
        QTest::qWait(1200);  // Qt 3D draws when it is ready, and says nothing about it
        const QImage picture = desk.window.screen()->grabWindow(desk.window.winId()).toImage();
        QCOMPARE(picture.size(), desk.window.size() * desk.window.devicePixelRatio());
        QSet<QRgb> colors;
        for (int y = 0; y < picture.height(); y += 4)
            for (int x = 0; x < picture.width(); x += 4) colors.insert(picture.pixel(x, y));
        QVERIFY2(colors.size() > 40, "there is something on it");
        if (!folder_.isEmpty()) QVERIFY(picture.save(folder_ + '/' + name + ".png"));
    }

private slots:
    void initTestCase()
    {
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
        } else if (what == "capture") {
            const QString path = test::sharedPath("corpus/bvh/pybvh_cmu_12_01_walk.bvh");
            if (path.isEmpty()) QSKIP("the shared reference data is not here");
            Result<io::Import> import = io::read(path.toStdString());
            QVERIFY(import);
            desk.session.startNew(import->document, "pybvh_cmu_12_01_walk.bvh");
            QTRY_VERIFY(desk.canvas()->isExposed());
            const NodeIndex hand = desk.doc().scene->find("LeftHand");
            desk.session.playhead().setFrame(40);
            desk.session.selection().setNodes({(*desk.doc().scene)[hand].id});
            desk.window.actions()["target.new"]->trigger();
            const NodeId target = desk.session.selection().active();
            for (const auto& [frame, up] : {std::pair{20.0, 0.0}, {40.0, 0.35}, {70.0, 0.0}}) {
                desk.session.playhead().setFrame(frame);
                QTRY_COMPARE(desk.window.evaluator().current()->frame, frame);
                edit::SetTargetKey key;
                key.target = constraintOfTarget(*desk.doc().rig, target)->id;
                key.frame = frame;
                const Vec3 at = desk.window.evaluator().current()->world[hand].position;
                key.position = at + Vec3(0, up * desk.view().stage().figure * 0.5, 0);
                QVERIFY(desk.session.commit(key));
            }
            desk.session.playhead().setFrame(40);
        }
        if (what != "start") {
            desk.window.actions()["view.frameAll"]->trigger();
            QTRY_VERIFY(desk.window.evaluator().filled() >= 1);
        }
        keep(desk, QString::fromLatin1(QTest::currentDataTag()));
    }
};

int main(int argc, char** argv)
{
    test::useTheScreen();
    prepareGraphics();
    QApplication application(argc, argv);
    TestScreenshots test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_screenshots.moc"
