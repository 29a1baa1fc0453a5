#include "core/io/format.h"
#include "tests/support/clients.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/files/bring_in_dialog.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kDanceGestures = 10;

QPushButton* bringInButton(QDialog& dialog)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
        if (button->text() == "&Bring In") return button;
    return nullptr;
}

}  // namespace

/// A captured dance on a character that knows nothing of it, from two files to a third.
class TestDanceOnCharacter : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }

    void aDanceIsBroughtInAndExportedInFewGestures_data()
    {
        QTest::addColumn<QString>("character");
        QTest::addColumn<QString>("motion");
        QTest::newRow("dab on KayKit") << "kaykit_Barbarian.glb"
                                       << "ad_fair1_dab.bvh";
        QTest::newRow("jumping jacks on Quaternius") << "raylib_robot.glb"
                                                     << "ad_cmu1_jumping_jacks.bvh";
    }
    // Long: one job from two files to a third.
    void aDanceIsBroughtInAndExportedInFewGestures()
    {
        QFETCH(QString, character);
        QFETCH(QString, motion);
        if (test::sharedPath("corpus").isEmpty()) QSKIP("needs ../shared");
        const QTemporaryDir folder;
        const QString figure = folder.filePath(character), dance = folder.filePath(motion);
        QVERIFY(QFile::copy(test::sharedPath("corpus/gltf/" + character), figure));
        QVERIFY(QFile::copy(test::sharedPath("corpus/bvh/" + motion), dance));
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        desk.activate();
        int gestures = 0;

        const test::FileAnswer opens(figure);
        QSignalSpy opened(&desk.session.file(), &DocumentFile::opened);
        desk.trigger("file.open");
        ++gestures;
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
        gestures += opens.gestures();
        const std::size_t clips = desk.doc().clips.size();

        {
            const test::FileAnswer brings(dance);
            const test::InDialog takes(
                [](QDialog& dialog) {
                    return qobject_cast<BringInDialog*>(&dialog) &&
                           bringInButton(dialog)->isEnabled();
                },
                [&](QDialog& dialog) {
                    QTest::keyClick(&dialog, Qt::Key_Return);
                    ++gestures;
                });
            desk.trigger("file.bringIn");
            gestures += 2;  // the menu and its entry
            QTRY_VERIFY_WITH_TIMEOUT(takes.done(), 60000);
            gestures += brings.gestures();
        }
        QTRY_COMPARE_WITH_TIMEOUT(desk.doc().clips.size(), clips + 1, 60000);
        QTRY_VERIFY_WITH_TIMEOUT(!QApplication::activeModalWidget(), 60000);
        desk.activate();

        const test::ExportAnswer answer(QString{});
        QSignalSpy exported(&desk.session.file(), &DocumentFile::exported);
        desk.trigger("file.export");
        ++gestures;
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 120000);
        gestures += answer.gestures();
        qInfo("%d gestures from a character and a dance to a file (bar %d)", gestures,
              kDanceGestures);
        QVERIFY(gestures <= kDanceGestures);

        // It moves: what the file holds is the dance, as other programs read it.
        QFileInfo newest;
        for (const QFileInfo& file : QDir(folder.path()).entryInfoList({"*.glb"}, QDir::Files))
            if (file.fileName() != character &&
                (!newest.exists() || file.lastModified() > newest.lastModified()))
                newest = file;
        if (!newest.exists()) newest = QFileInfo(figure);
        if (test::pythonWithNumpy().isEmpty()) QSKIP("needs numpy");
        const QString clip = QString::fromStdString(desk.doc().clip().name);
        const QJsonObject read = test::runClient(
            "gltf_fk.py", {newest.filePath(), "--anim", clip, "--times", "0,0.5,1,1.5"});
        const QJsonArray world = read["world"].toArray();
        QVERIFY(world.size() == 4);
        double way = 0;
        for (int j = 0; j < world[0].toArray().size(); ++j)
            for (int axis = 0; axis < 3; ++axis)
                way = std::max(way, std::abs(world[3].toArray()[j].toArray()[axis].toDouble() -
                                             world[0].toArray()[j].toArray()[axis].toDouble()));
        QVERIFY(way > 0.05 * extent(*desk.doc().scene));
    }
};

POSEWRIGHT_TEST(TestDanceOnCharacter, posewright::test::runOnScreen);
#include "tst_dance_on_character.moc"
