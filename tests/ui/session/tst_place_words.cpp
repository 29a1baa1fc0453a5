#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/files/notice_lines.h"
#include "ui/session/place_words.h"
#include "ui/session/text.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// Places in files as people say them.
class TestPlaceWords : public QObject {
    Q_OBJECT

private slots:
    void placesAreSaidInWords_data()
    {
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* where, const char* words) {
            QTest::newRow(where) << where << words;
        };
        row("", "");
        row("#/images/0", "picture 1");
        row("/home/anna/a.gltf#/images", "the pictures of a.gltf");
        row("a.gltf#/nodes/3/rotation", "rotation of node 4 of a.gltf");
        row("/nodes/3/rotation", "rotation of node 4");
        row("a.glb#/animations/0/channels/5/sampler",
            "sampler of channel 6 of animation 1 of a.glb");
        row("a.glb#/skins/1/inverseBindMatrices", "inverse bind matrices of skin 2 of a.glb");
        row("a.glb#/meshes/0/primitives/2/attributes/JOINTS_0",
            "JOINTS_0 of attributes of part 3 of mesh 1 of a.glb");
        row("a.glb#/nodes/0/extensions/POSEWRIGHT_animation",
            "POSEWRIGHT_animation of node 1 of a.glb");
        row("/keys/2", "key 3");
        row("/name", "name");
        row("walk.bvh:41", "walk.bvh:41");
        row("/home/anna/a.glb@1204", "byte 1204 of a.glb");
        row("/home/anna/walk.glb", "/home/anna/walk.glb");
        row("/home/anna", "/home/anna");
        row("Left hand", "Left hand");
        row("a.gltf", "a.gltf");
    }
    void placesAreSaidInWords()
    {
        QFETCH(QString, where);
        QFETCH(QString, words);
        QCOMPARE(placeWords(where.toStdString()), words);
    }

    /// Messages of the library begin in lower case; lines of a notice do not, but for names.
    void linesOfANoticeBeginAsSentences()
    {
        const auto line = [](const char* message, const char* where) {
            return noticeLines({{Diagnostic::Severity::Warning, message, where}},
                               "/home/anna/a.gltf")
                .value(0);
        };
        QCOMPARE(line("keys are packed", "/home/anna/a.gltf"), QString("Keys are packed"));
        QCOMPARE(line("keys are packed", ""), QString("Keys are packed"));
        QCOMPARE(line("it is missing", "/home/anna/a.gltf#/images/0"),
                 QString("Picture 1 of a.gltf: it is missing"));
        QCOMPARE(line("it has no mass", "left hand"), QString("left hand: it has no mass"));
        QCOMPARE(line("the row is short", "/home/anna/b.bvh:41"),
                 QString("b.bvh:41: the row is short"));
    }

    void noticesAndErrorsSayTheirPlaceSo()
    {
        QCOMPARE(diagnosticText({Diagnostic::Severity::Warning, "it is missing", "#/images/0"}),
                 QString("picture 1: it is missing"));
        QCOMPARE(errorText({.message = "there is no such node", .where = "a.gltf#/nodes/7"}),
                 QString("node 8 of a.gltf: there is no such node"));
        // What a file is not comes first.
        QCOMPARE(errorText({.message = "this is not a GLB file: it is empty", .where = "a.glb@0"}),
                 QString("This is not a GLB file: it is empty (byte 0 of a.glb)"));
    }
};

POSEWRIGHT_TEST(TestPlaceWords, posewright::test::runWithWidgets);
#include "tst_place_words.moc"
