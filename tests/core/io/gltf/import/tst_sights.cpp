#include "core/io/format.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace posewright;
using test::Json;

namespace {

Json nodeWith(const char* name, Json more)
{
    more["name"] = name;
    return more;
}

Json lit(int light)
{
    return {{"extensions", {{"KHR_lights_punctual", {{"light", light}}}}}};
}

/// Every kind of camera and light, and one of each that cannot be understood.
Json file()
{
    return {
        {"asset", {{"version", "2.0"}}},
        {"scene", 0},
        {"scenes", {{{"nodes", {0, 1, 2, 3, 4, 5, 6}}}}},
        {"extensionsUsed", {"KHR_lights_punctual"}},
        {"cameras",
         {{{"type", "perspective"},
           {"name", "Eye"},
           {"perspective", {{"yfov", 0.75}, {"aspectRatio", 1.5}, {"znear", 0.25}}}},
          {{"type", "orthographic"},
           {"orthographic", {{"xmag", 3}, {"ymag", 2}, {"znear", 0}, {"zfar", 50}}},
           {"extras", {{"kept", true}}}}}},
        {"extensions",
         {{"KHR_lights_punctual",
           {{"lights",
             {{{"type", "directional"}, {"intensity", 3}, {"color", {1, 0.5, 0.25}}},
              {{"type", "point"}, {"intensity", 40}, {"range", 8}},
              {{"type", "spot"}, {"spot", {{"innerConeAngle", 0.1}, {"outerConeAngle", 0.5}}}},
              {{"type", "area"}}}}}}}},
        {"nodes",
         {nodeWith("Eye", {{"camera", 0}, {"translation", {1, 2, 3}}}),
          nodeWith("Plan", {{"camera", 1}}), nodeWith("Sun", lit(0)), nodeWith("Lamp", lit(1)),
          nodeWith("Spot", lit(2)), nodeWith("Odd", lit(3)), nodeWith("Plain", Json::object())}}};
}

template <class T>
const T* partOf(const Document& doc, const char* name)
{
    const NodeIndex row = doc.scene->find(std::string_view(name));
    return row == kNoNode ? nullptr : std::get_if<T>(&(*doc.scene)[row].part);
}

}  // namespace

/// Cameras and lights of foreign files are nodes of their kind, and are written as they were.
class TestSights : public QObject {
    Q_OBJECT

private slots:
    void init() { std::ofstream(place("in.gltf"), std::ios::binary) << file().dump(); }

    void theyAreReadAsTheFileHasThem_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("as it is") << 1.0;
        QTest::newRow("in centimetres") << 0.01;
    }
    void theyAreReadAsTheFileHasThem()
    {
        QFETCH(double, scale);
        io::ReadOptions options;
        options.scale = scale;
        const auto import = io::read(place("in.gltf"), options);
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Document& doc = import->document;
        const auto* eye = partOf<CameraPart>(doc, "Eye");
        QVERIFY(eye && eye->verticalFov == 0.75 && eye->nearPlane == 0.25 * scale);
        QVERIFY(eye->farPlane > 1e5);
        const auto* plan = partOf<CameraPart>(doc, "Plan");
        QVERIFY(plan && plan->verticalFov == 0 && plan->halfHeight == 2 * scale);
        QVERIFY(plan->nearPlane == 0 && plan->farPlane == 50 * scale);
        const auto* sun = partOf<LightPart>(doc, "Sun");
        QVERIFY(sun && sun->kind == LightKind::Directional && sun->intensity == 3);
        QVERIFY((sun->color == std::array<float, 3>{1, 0.5F, 0.25F}));
        const auto* lamp = partOf<LightPart>(doc, "Lamp");
        QVERIFY(lamp && lamp->kind == LightKind::Point && lamp->intensity == 40);
        const auto* spot = partOf<LightPart>(doc, "Spot");
        QVERIFY(spot && spot->kind == LightKind::Spot && spot->outerCone == 0.5F);
        QVERIFY(partOf<std::monostate>(doc, "Odd") && partOf<std::monostate>(doc, "Plain"));
    }

    void theyAreWrittenAsTheyWere()
    {
        const auto import = io::read(place("in.gltf"));
        QVERIFY(import && io::write(import->document, place("out.glb")));
        const auto out = test::partsOf(place("out.glb"));
        QVERIFY(out);
        QVERIFY(out->root["cameras"] == file()["cameras"]);
        const Json& lights = out->root["extensions"]["KHR_lights_punctual"];
        QVERIFY(lights == file()["extensions"]["KHR_lights_punctual"]);
        for (const Json& node : out->root["nodes"]) {
            QCOMPARE(node.contains("camera"), node["name"] == "Eye" || node["name"] == "Plan");
            const bool shines =
                node.value("extensions", Json::object()).contains("KHR_lights_punctual");
            const std::string name = node["name"];
            QCOMPARE(shines, name == "Sun" || name == "Lamp" || name == "Spot" || name == "Odd");
        }
        const auto back = io::read(place("out.glb"));
        QVERIFY(back && back->project && back->diagnostics.empty());
        QVERIFY(*back->document.scene == *import->document.scene);
    }

private:
    std::string place(const char* name) const { return dir_.filePath(name).toStdString(); }

    QTemporaryDir dir_;
};

POSEWRIGHT_TEST(TestSights, posewright::test::runPlain);
#include "tst_sights.moc"
