#include "tests/app/cli_test.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/inches.h"
#include "tests/support/program.h"

#include <cmath>

using namespace posewright;
using test::call;
using test::Outcome;

namespace {

/// A node that moves along x, with keys at these seconds.
QByteArray moverAt(const char* name, const std::vector<float>& seconds)
{
    std::vector<float> floats = seconds;
    for (const float second : seconds) floats.insert(floats.end(), {second * second, 0, 0});
    const auto size = [](std::size_t count) { return count * sizeof(float); };
    const QByteArray bytes(reinterpret_cast<const char*>(floats.data()),
                           qsizetype(size(floats.size())));
    const std::size_t keys = seconds.size();
    test::Json file = {
        {"asset", {{"version", "2.0"}}},
        {"scenes", {{{"nodes", {0}}}}},
        {"nodes", {{{"name", name}}}},
        {"buffers",
         {{{"byteLength", bytes.size()},
           {"uri", "data:application/octet-stream;base64," + bytes.toBase64().toStdString()}}}},
        {"bufferViews",
         {{{"buffer", 0}, {"byteLength", size(keys)}},
          {{"buffer", 0}, {"byteOffset", size(keys)}, {"byteLength", size(3 * keys)}}}},
        {"accessors",
         {{{"bufferView", 0}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", keys}},
          {{"bufferView", 1}, {"componentType", 5126}, {"type", "VEC3"}, {"count", keys}}}},
        {"animations",
         {{{"samplers", {{{"input", 0}, {"output", 1}}}},
           {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}}}}}};
    file["accessors"][0]["min"] = test::Json::array({seconds.front()});
    file["accessors"][0]["max"] = test::Json::array({seconds.back()});
    return QByteArray::fromStdString(file.dump());
}

/// The seconds of the keys of the node of this name.
std::vector<double> secondsOf(const test::GltfParts& file, const std::string& name)
{
    for (const test::Json& animation : file.root["animations"])
        for (const test::Json& channel : animation["channels"])
            if (file.root["nodes"][channel["target"]["node"].get<std::size_t>()]["name"] == name)
                return test::components(
                    file, animation["samplers"][channel["sampler"].get<std::size_t>()]["input"]);
    return {};
}

}  // namespace

/// The figures and props of another file, beside those that are there.
class TestAddSceneFile : public test::CliTest {
    Q_OBJECT

private slots:
    /// All keys come along as they are, beyond the ends of the clip, too.
    void theRangeGrowsToHoldTheMotion_data()
    {
        QTest::addColumn<std::vector<float>>("here");
        QTest::addColumn<std::vector<float>>("there");
        QTest::newRow("longer") << std::vector{0.F, 0.5F, 1.F}
                                << std::vector{0.F, 0.25F, 1.5F, 2.F};
        QTest::newRow("begins earlier")
            << std::vector{1.F, 1.5F, 2.F} << std::vector{0.25F, 0.5F, 3.F};
        QTest::newRow("shorter") << std::vector{0.F, 0.5F, 1.F} << std::vector{0.25F, 0.5F};
    }
    void theRangeGrowsToHoldTheMotion()
    {
        QFETCH(std::vector<float>, here);
        QFETCH(std::vector<float>, there);
        const std::string one = put("one.gltf", moverAt("one", here));
        const std::string other = put("other.gltf", moverAt("other", there));
        const std::string both = path("both.glb"), operated = path("operated.glb");
        Outcome done = call({"convert", one, both, "--add-scene", other});
        QVERIFY2(done.exit == 0 && done.err.empty(), done.err.c_str());
        done = call({"operate", one, "import", "--set", "file=" + other, "--set", "scene=true",
                     "-o", operated});
        QVERIFY2(done.exit == 0 && done.err.empty(), done.err.c_str());
        for (const std::string& file : {both, operated}) {
            const auto parts = test::partsOf(file);
            QVERIFY(parts);
            for (const auto& [name, seconds] : {std::pair{"one", here}, {"other", there}}) {
                const std::vector<double> now = secondsOf(*parts, name);
                QCOMPARE(now.size(), seconds.size());
                for (std::size_t key = 0; key < now.size(); ++key)
                    QVERIFY(std::abs(now[key] - seconds[key]) < 1e-6);
            }
        }
    }

    /// As of the file that is opened.
    void oddSizesAreTold()
    {
        const std::string here = put("here.gltf", moverAt("here", {0, 1}));
        const std::string inches = put("inches.bvh", test::kFigureInInches);
        const std::string out = path("sized.glb");
        const auto hips = [&] {
            return test::Json::parse(call({"sample", out, "--frames", "0", "--json"})
                                         .out)["frames"][0]["positions"][0][1]
                .get<double>();
        };
        const auto firstLine = [](const Outcome& done) {
            return done.err.substr(0, done.err.find('\n'));
        };
        const std::string opened = firstLine(call({"convert", inches, out}));
        QVERIFY2(opened.find("--unit guess takes them for inches") != std::string::npos,
                 opened.c_str());
        QCOMPARE(firstLine(call({"convert", here, out, "--add-scene", inches})), opened);
        QVERIFY(std::abs(hips() - 38) < 1e-5);
        QCOMPARE(firstLine(call({"operate", here, "import", "--set", "file=" + inches, "--set",
                                 "scene=true", "-o", out})),
                 opened);
        for (const char* unit : {"inch", "guess"}) {
            Outcome done = call({"operate", here, "import", "--set", "file=" + inches, "--set",
                                 std::string("unit=") + unit, "--set", "scene=true", "-o", out});
            QVERIFY2(done.exit == 0 && done.err.find("warning") == std::string::npos,
                     done.err.c_str());
            QVERIFY(std::abs(hips() - 38 * 0.0254) < 1e-5);
            done = call({"convert", inches, out, "--unit", unit, "--add-scene", inches});
            QVERIFY2(done.exit == 0 && done.err.find("warning") == std::string::npos,
                     done.err.c_str());
            QVERIFY(std::abs(hips() - 38 * 0.0254) < 1e-5);
        }
        // Both are in the same unknown unit.
        const Outcome same = call({"convert", inches, path("two.bvh"), "--add-scene", inches});
        QVERIFY2(same.exit == 0 && same.err.find("warning") == std::string::npos, same.err.c_str());
    }
};

POSEWRIGHT_TEST(TestAddSceneFile, posewright::test::runWithEvents);
#include "tst_add_scene_file.moc"
