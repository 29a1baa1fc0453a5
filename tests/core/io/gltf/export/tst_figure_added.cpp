#include "core/document/document.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "core/scene/contents.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <QTest>

using namespace posewright;

/// A figure of simple bones is added where nothing else shows a skeleton, and what a scene says of
/// itself tells whether that is so.
class TestFigureAdded : public QObject {
    Q_OBJECT

private slots:
    void onlyWhereNothingIsShown_data()
    {
        QTest::addColumn<bool>("skinned");
        QTest::addColumn<bool>("meshes");
        QTest::newRow("a mesh with a skin") << true << true;
        QTest::newRow("a mesh without one, that came with the file") << false << true;
        QTest::newRow("no mesh") << false << false;
    }
    void onlyWhereNothingIsShown()
    {
        QFETCH(bool, skinned);
        QFETCH(bool, meshes);
        nlohmann::json file = test::soundFile();
        nlohmann::json& body = file["nodes"][2];
        if (!skinned) body.erase("skin");
        if (!meshes) body.erase("mesh");
        const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(import);
        const SceneContents there = contentsOf(*import->document.scene);
        QCOMPARE(there.meshes, int(meshes));
        const auto now = test::savedGltf(import->document);
        bool added = false;
        for (const auto& node : now.root["nodes"])
            added = added || node.value("name", std::string()) == "Figure";
        QCOMPARE(added, !meshes);
        QCOMPARE(there.bones > 0 && !there.shown, added);
    }
};

POSEWRIGHT_TEST(TestFigureAdded, posewright::test::runPlain);
#include "tst_figure_added.moc"
