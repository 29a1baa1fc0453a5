#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace posewright;
using test::Json;

namespace {

struct Spoilt {
    const char* where;  ///< JSON pointer
    Json value;
};

const std::vector<Spoilt>& spoilt()
{
    static const std::vector<Spoilt> kAll{
        {"/extensions", "x"},
        {"/extensions", Json::array()},
        {"/extensions", nullptr},
        {"/extensions", 7},
        {"/extensions/KHR_lights_punctual", "x"},
        {"/extensions/KHR_lights_punctual/lights", ""},
        {"/extensions/KHR_lights_punctual", Json::object()},
        {"/extensions/VENDOR_a", 1},
        {"/nodes/0/extensions", Json::array()},
        {"/nodes/1/extensions", nullptr},
        {"/meshes/0/primitives/0/extensions", "x"},
        {"/materials/0/extensions/KHR_materials_unlit", true},
        {"/textures", 7},
        {"/samplers", Json::object()},
    };
    return kAll;
}

}  // namespace

/// Values of a form that glTF does not have are left out and named; the rest is read and saved.
class TestMendForm : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

private slots:
    void whatHasAnotherFormIsLeftOutWithAWord_data()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < std::ssize(spoilt()); ++row)
            QTest::addRow("%s %s", spoilt()[row].where, spoilt()[row].value.type_name()) << row;
    }
    void whatHasAnotherFormIsLeftOutWithAWord()
    {
        QFETCH(int, row);
        Json file = test::soundFile();
        file[Json::json_pointer(spoilt()[row].where)] = spoilt()[row].value;
        const Result<io::Import> import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(std::ranges::any_of(import->diagnostics, [&](const Diagnostic& told) {
            return told.where == spoilt()[row].where &&
                   told.message.find("and is left out") != std::string::npos;
        }));
        for (const bool plain : {false, true}) {
            const auto path = std::filesystem::path(dir_.filePath("out.glb").toStdString());
            io::WriteOptions options;
            options.plain = plain;
            const auto written = io::write(import->document, path, options);
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const Json root = test::partsOf(path)->root;
            QCOMPARE(root["meshes"].size(), std::size_t(1));
            QVERIFY(!root.contains(Json::json_pointer(spoilt()[row].where)) ||
                    root[Json::json_pointer(spoilt()[row].where)] != spoilt()[row].value);
        }
    }

    void ofVeryManyPlacesAFewAreNamed()
    {
        Json file = test::soundFile();
        for (int i = 0; i < 20'000; ++i)
            file["nodes"].push_back({{"name", "n" + std::to_string(i)}, {"extensions", "x"}});
        QElapsedTimer clock;
        clock.start();
        const Result<io::Import> import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(import);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(std::ranges::any_of(import->diagnostics, [](const Diagnostic& told) {
            return told.message.starts_with("19950 more places have another form");
        }));
    }

    void extrasAndExtensionsOfVendorsMayHaveAnyForm()
    {
        Json file = test::soundFile();
        file["extensionsUsed"] = {"VENDOR_a"};
        file["extensions"]["VENDOR_a"]["extensions"] = "x";
        file["extras"]["extensions"] = 7;
        const Result<io::Import> import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(import);
        QVERIFY(std::ranges::none_of(import->diagnostics, [](const Diagnostic& told) {
            return told.message.find("left out") != std::string::npos;
        }));
        const auto path = std::filesystem::path(dir_.filePath("kept.glb").toStdString());
        QVERIFY(io::write(import->document, path));
        const Json root = test::partsOf(path)->root;
        QCOMPARE(root["extensions"]["VENDOR_a"]["extensions"], Json("x"));
        QCOMPARE(root["extras"]["extensions"], Json(7));
    }

    /// Keys that point at what nobody knows, with times that are nowhere.
    void timesThatAreNowhereStopNothing()
    {
        for (const Json& input : {Json("x"), Json(99), Json(nullptr)}) {
            Json file = test::soundFile();
            file["extensionsUsed"] = {"KHR_animation_pointer"};
            file["animations"][0]["samplers"].push_back({{"input", input}, {"output", 3}});
            file["animations"][0]["channels"].push_back(
                {{"sampler", 1},
                 {"target",
                  {{"path", "pointer"},
                   {"extensions",
                    {{"KHR_animation_pointer", {{"pointer", "/materials/0/alphaCutoff"}}}}}}}});
            const Result<io::Import> import = io::gltf::readBytes(file.dump(), "made.gltf", {});
            if (!import) continue;  // refused: as good
            const auto path = std::filesystem::path(dir_.filePath("times.glb").toStdString());
            for (const double scale : {1.0, 2.0}) {
                io::WriteOptions options;
                options.scale = scale;
                const auto written = io::write(import->document, path, options);
                QVERIFY2(written, written ? "" : written.error().message.c_str());
            }
        }
    }
};

POSEWRIGHT_TEST(TestMendForm, posewright::test::runPlain);
#include "tst_mend_form.moc"
