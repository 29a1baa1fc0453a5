#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <QTest>

using namespace posewright;

/// Extensions that a file requires of whoever reads it.
class TestRequired : public QObject {
    Q_OBJECT

private slots:
    void whatOnlyLooksDoesNotShutAFileOut_data()
    {
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, bool shown) {
            QTest::newRow(name) << (shown
                                        ? QString()
                                        : QString("/extensionsRequired/0 the file requires \"%1\", "
                                                  "which comes along and is not shown here")
                                              .arg(name));
        };
        for (const char* name : {"KHR_materials_clearcoat", "KHR_texture_transform",
                                 "EXT_texture_webp", "KHR_animation_pointer", "KHR_xmp_json_ld"})
            row(name, true);
        for (const char* name :
             {"KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds", "KHR_node_visibility",
              "KHR_node_hoverability", "KHR_node_selectability", "EXT_mesh_gpu_instancing"})
            row(name, false);
    }
    void whatOnlyLooksDoesNotShutAFileOut()
    {
        QFETCH(QString, told);
        nlohmann::json file = test::soundFile();
        file["extensionsUsed"] = file["extensionsRequired"] = {QTest::currentDataTag()};
        const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QCOMPARE(test::linesOf(import->diagnostics),
                 told.isEmpty() ? QStringList{} : QStringList{told});
        const auto plain = io::gltf::readBytes(test::soundFile().dump(), "made.gltf", {});
        QVERIFY(plain);
        QVERIFY(import->document.scene == plain->document.scene);
        QVERIFY(import->document.clips == plain->document.clips);
    }

    void whatIsNotKnownDoes()
    {
        nlohmann::json file = test::soundFile();
        file["extensionsUsed"] = file["extensionsRequired"] = {"EVIL_quantum"};
        const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(!import);
        QCOMPARE(import.error().message,
                 std::string("the file requires the extension \"EVIL_quantum\", which is not "
                             "supported"));
    }
};

POSEWRIGHT_TEST(TestRequired, posewright::test::runPlain);
#include "tst_required.moc"
