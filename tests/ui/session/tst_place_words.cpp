#include "tests/support/program.h"
#include "tests/ui/run.h"
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

    void noticesAndErrorsSayTheirPlaceSo()
    {
        QCOMPARE(diagnosticText({Diagnostic::Severity::Warning, "it is missing", "#/images/0"}),
                 QString("picture 1: it is missing"));
        QCOMPARE(errorText({.message = "there is no such node", .where = "a.gltf#/nodes/7"}),
                 QString("node 8 of a.gltf: there is no such node"));
    }
};

POSEWRIGHT_TEST(TestPlaceWords, posewright::test::runWithWidgets);
#include "tst_place_words.moc"
