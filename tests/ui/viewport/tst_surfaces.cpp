#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/picture_of.h"
#include "tests/ui/run.h"
#include "ui/viewport/render.h"
#include "ui/viewport/stage.h"

#include <QBuffer>
#include <QtTest>

#include <functional>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kSide = 200;  ///< of a picture [px]

std::vector<std::uint8_t> png(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "PNG");
    return {bytes.begin(), bytes.end()};
}

/// A square from -1 to 1 in x and y that looks along +z, on one bone, as a material and a change of
/// the mesh make it. Its texture's corner (0, 0) is at the upper left (glTF 2.0, section 3.8.2).
Document square(const Material& material, const std::function<void(Mesh&)>& change = {})
{
    std::vector<Node> nodes;
    BonePart bone;
    bone.tip = Vec3(0, 0.1, 0);
    nodes.push_back(test::makeNode(1, "bone", kNoNode, Vec3::Zero(), bone));
    nodes.push_back(test::makeNode(2, "square", kNoNode, Vec3::Zero()));
    Mesh mesh;
    for (const auto& [x, y] : {std::pair{-1.F, 1.F}, {1.F, 1.F}, {-1.F, -1.F}, {1.F, -1.F}}) {
        mesh.positions.emplace_back(x, y, 0.F);
        mesh.normals.emplace_back(0.F, 0.F, 1.F);
        mesh.uv[0].emplace_back((x + 1) / 2, (1 - y) / 2);
        mesh.joints.push_back({0, 0, 0, 0});
        mesh.weights.emplace_back(1.F, 0.F, 0.F, 0.F);
    }
    mesh.indices = {0, 2, 1, 1, 2, 3};
    mesh.pieces = {{0, 6, material}};
    if (change) change(mesh);
    nodes.back().part = MeshPart{std::move(mesh), 0};
    Document doc = emptyDocument();
    doc.scene = *Scene::make(std::move(nodes), {Skin{{NodeId(1)}, {Eigen::Matrix4f::Identity()}}});
    doc.nextId = 3;
    return doc;
}

Material unlit(std::array<float, 4> color = {1, 1, 1, 1})
{
    Material material;
    material.baseColor = color;
    material.unlit = true;
    return material;
}

/// From the front, or from behind, where x from -2 to 2 is the width of the picture.
Camera facing(bool behind = false)
{
    Camera camera;
    camera.orthographic = true;
    camera.distance = 5;
    camera.yaw = behind ? std::numbers::pi : 0;
    camera.pitch = 0;
    camera.verticalFov = 2 * std::atan(2.0 / 5.0);
    return camera;
}

/// The colour at a place of the picture, x and y from -2 to 2.
QColor at(const QImage& picture, double x, double y)
{
    return picture.pixelColor(static_cast<int>((x + 2) / 4 * kSide),
                              static_cast<int>((2 - y) / 4 * kSide));
}

bool alike(const QColor& a, const QColor& b, int most = 6)
{
    return std::abs(a.red() - b.red()) <= most && std::abs(a.green() - b.green()) <= most &&
           std::abs(a.blue() - b.blue()) <= most;
}

}  // namespace

/// Meshes as they are drawn: colours at known places.
class TestSurfaces : public QObject {
    Q_OBJECT

    static QImage drawn(const Document& doc, bool behind = false, double frame = 0)
    {
        const Result<QImage> picture = test::pictureOf(doc, frame, {kSide, kSide}, facing(behind));
        return picture ? *picture : QImage();
    }

private slots:
    void initTestCase()
    {
        if (drawn(square(unlit())).isNull()) QSKIP("needs OpenGL 3.2 (a software one will do)");
    }

    void colorsAreThoseOfTheMaterial_data()
    {
        QTest::addColumn<QColor>("color");
        for (const QColor& color :
             {QColor(255, 255, 255), QColor(128, 64, 32), QColor(10, 200, 90)})
            QTest::newRow(qPrintable(color.name())) << color;
    }
    void colorsAreThoseOfTheMaterial()
    {
        QFETCH(QColor, color);
        const auto linear = [](double c) {  // IEC 61966-2-1
            return static_cast<float>(c <= 0.04045 ? c / 12.92
                                                   : std::pow((c + 0.055) / 1.055, 2.4));
        };
        const QImage picture = drawn(square(
            unlit({linear(color.redF()), linear(color.greenF()), linear(color.blueF()), 1})));
        const int most = color == QColor(255, 255, 255) ? 0 : 2;
        QVERIFY2(alike(at(picture, 0.3, 0.4), color, most),
                 qPrintable(at(picture, 0.3, 0.4).name()));
        QVERIFY(!alike(at(picture, 1.5, 0), color));
    }

    void aTextureLiesAsItsCoordinatesSay()
    {
        QImage four(2, 2, QImage::Format_RGB888);
        four.setPixelColor(0, 0, QColor(220, 30, 30));
        four.setPixelColor(1, 0, QColor(30, 200, 30));
        four.setPixelColor(0, 1, QColor(30, 30, 210));
        four.setPixelColor(1, 1, QColor(230, 230, 40));
        Material material = unlit();
        material.baseTexture = Texture{Image{png(four)}};
        material.baseTexture->nearest = true;
        const QImage picture = drawn(square(material));
        QVERIFY2(alike(at(picture, -0.5, 0.5), four.pixelColor(0, 0)),
                 qPrintable(at(picture, -0.5, 0.5).name()));
        QVERIFY(alike(at(picture, 0.5, 0.5), four.pixelColor(1, 0)));
        QVERIFY(alike(at(picture, -0.5, -0.5), four.pixelColor(0, 1)));
        QVERIFY(alike(at(picture, 0.5, -0.5), four.pixelColor(1, 1)));

        // By half a picture to the right, as an extension may lay it.
        material.baseTexture->offset = {0.5F, 0};
        const QImage moved = drawn(square(material));
        QVERIFY(alike(at(moved, -0.5, 0.5), four.pixelColor(1, 0)));
        QVERIFY(alike(at(moved, 0.5, 0.5), four.pixelColor(0, 0)));
        material.baseTexture->wrap = {Wrap::Clamp, Wrap::Clamp};
        QVERIFY(alike(at(drawn(square(material)), 0.5, 0.5), four.pixelColor(1, 0)));

        // A quarter turn about the upper left corner (KHR_texture_transform), of a texture that
        // repeats: what was right of the corner is above it.
        material.baseTexture->wrap = {Wrap::Repeat, Wrap::Repeat};
        material.baseTexture->offset = {0, 0};
        material.baseTexture->rotation = std::numbers::pi_v<float> / 2;
        const QImage turned = drawn(square(material));
        QVERIFY(alike(at(turned, -0.5, 0.5), four.pixelColor(0, 1)));
        QVERIFY(alike(at(turned, 0.5, -0.5), four.pixelColor(1, 0)));
    }

    void colorsOfVerticesMultiply()
    {
        const QImage picture = drawn(square(unlit({1, 0.5F, 1, 1}), [](Mesh& mesh) {
            mesh.colors.assign(4, {0.25F, 1, 1, 1});
        }));
        QVERIFY2(alike(at(picture, 0.3, 0.4), QColor(137, 188, 255)),
                 qPrintable(at(picture, 0.3, 0.4).name()));
    }

    void whatIsMaskedIsNotThere()
    {
        Material material = unlit({1, 0, 0, 0.4F});
        const QColor behind = at(drawn(square(material)), 1.5, 0.9);
        material.alpha = Alpha::Mask;
        QVERIFY(alike(at(drawn(square(material)), 0.3, 0.4), behind));
        material.cutoff = 0.3F;
        QVERIFY(alike(at(drawn(square(material)), 0.3, 0.4), QColor(255, 0, 0)));
        material.alpha = Alpha::Blend;
        const QColor through = at(drawn(square(material)), 0.3, 0.4);
        QVERIFY2(alike(through, QColor(static_cast<int>(0.4 * 255 + 0.6 * behind.red()),
                                       static_cast<int>(0.6 * behind.green()),
                                       static_cast<int>(0.6 * behind.blue()))),
                 qPrintable(through.name()));
        QCOMPARE(through.alpha(), 255);
    }

    void aSurfaceOfOneSideIsNotSeenFromBehind()
    {
        Material material = unlit({0, 1, 0, 1});
        QVERIFY(!alike(at(drawn(square(material), true), 0.3, 0.4), QColor(0, 255, 0)));
        material.twoSided = true;
        QVERIFY(alike(at(drawn(square(material), true), 0.3, 0.4), QColor(0, 255, 0)));
    }

    void itGoesWithItsBone()
    {
        const Document doc = test::withKeys(square(unlit({1, 0, 0, 1})), NodeId(1),
                                            {{0, {0, 0, 0}}, {10, {0.8, 0, 0}}});
        QVERIFY(alike(at(drawn(doc), -0.9, 0.4), QColor(255, 0, 0)));
        const QImage moved = drawn(doc, false, 10);
        QVERIFY(!alike(at(moved, -0.9, 0.4), QColor(255, 0, 0)));
        QVERIFY(alike(at(moved, 1.6, 0.4), QColor(255, 0, 0)));
    }

    /// A surface that faces the light is brighter than one that does not, and one without normals
    /// has those of its triangles.
    void whatFacesTheLightIsBrighter()
    {
        Material material;
        material.metallic = 0;
        const auto brightness = [&](const Eigen::Vector3f& normal) {
            const QImage picture =
                drawn(square(material, [&](Mesh& mesh) { mesh.normals.assign(4, normal); }));
            return at(picture, 0.3, 0.4).lightness();
        };
        const int towards = brightness(Eigen::Vector3f(-0.35F, 0.55F, 0.75F).normalized());
        const int front = brightness({0, 0, 1});
        const int away = brightness(Eigen::Vector3f(-0.3F, -0.9F, 0.1F).normalized());
        QVERIFY2(towards > front && front > away + 40,
                 qPrintable(QString("%1 %2 %3").arg(towards).arg(front).arg(away)));
        const QImage own = drawn(square(material, [](Mesh& mesh) { mesh.normals.clear(); }));
        QVERIFY(std::abs(at(own, 0.3, 0.4).lightness() - front) <= 3);
    }

    /// Blinn, Models of Light Reflection, 1977, with Schlick's fraction for the power, under the
    /// lights of the camera: computed for single pixels, across triangles as large as the picture.
    void theHighlightIsWhatTheFormulaSays()
    {
        Material material;
        material.baseColor = {0.5F, 0.4F, 0.3F, 1};
        material.metallic = 0.25F;
        material.roughness = 0.4F;
        Camera camera = facing();
        camera.orthographic = false;
        const Vec3 normal = Vec3(-0.1, 0.25, 0.96).normalized();
        const Document doc =
            square(material, [&](Mesh& mesh) { mesh.normals.assign(4, normal.cast<float>()); });
        const Result<QImage> picture = test::pictureOf(doc, 0, {kSide, kSide}, camera);
        QVERIFY(picture);
        const Vec3 key(-0.3523, 0.5536, 0.7549), fill(0.8522, 0.1504, 0.5013);
        const Vec3 albedo(0.5, 0.4, 0.3);
        const double alpha = 0.4 * 0.4, power = 2 / (alpha * alpha) - 2;
        const Vec3 mirror = (0.04 * 0.75 * Vec3::Ones() + 0.25 * albedo) * (1 - 0.8 * 0.4) * 4;
        for (const auto& [x, y] : {std::pair{-0.9, 0.9},
                                   {-0.5, 0.2},
                                   {0.3, -0.3},
                                   {0.9, -0.9},
                                   {0.6, 0.7},
                                   {-0.8, -0.6}}) {
            const Vec3 toEye = Vec3(-x, -y, 5).normalized();
            const double off = std::max(normal.dot((key + toEye).normalized()), 0.0);
            const double spot = off / (power * (1 - off) + off);
            const double facingKey = std::max(normal.dot(key), 0.0);
            Vec3 sum = (0.28 + 0.08 * normal.y()) * albedo;
            sum += Vec3(0.22, 0.24, 0.28).cwiseProduct(albedo) * std::max(normal.dot(fill), 0.0);
            sum += Vec3(0.78, 0.76, 0.72).cwiseProduct(albedo + spot * mirror) * facingKey;
            const auto drawnAs = [](double c) {  // IEC 61966-2-1
                c = std::clamp(c, 0.0, 1.0);
                return static_cast<int>(std::round(
                    255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055)));
            };
            const QColor wanted(drawnAs(sum.x()), drawnAs(sum.y()), drawnAs(sum.z()));
            QVERIFY2(alike(at(*picture, x, y), wanted, 3),
                     qPrintable(QString("%1 %2: %3, not %4")
                                    .arg(x)
                                    .arg(y)
                                    .arg(at(*picture, x, y).name(), wanted.name())));
        }
    }

    /// A stop is twice the light; what is drawn is sRGB of it.
    void aStopIsTwiceTheLight()
    {
        const auto linear = [](double c) {  // IEC 61966-2-1
            return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        const auto drawnAt = [&](double stops) {
            QImage picture;
            RenderJob job;
            job.document = square(unlit({0.1F, 0.2F, 0.3F, 1}));
            job.frames = {0};
            job.size = {kSide, kSide};
            job.view = facing();
            job.exposure = stops;
            job.take = [&](int, const QImage& taken) -> Result<void> {
                picture = taken;
                return {};
            };
            return renderImages(job) ? at(picture, 0.3, 0.4) : QColor();
        };
        for (const double stops : {-2.0, -0.5, 1.0}) {
            const QColor color = drawnAt(stops);
            const double times = std::exp2(stops);
            QVERIFY2(std::abs(linear(color.redF()) / (0.1 * times) - 1) < 0.06 &&
                         std::abs(linear(color.blueF()) / (0.3 * times) - 1) < 0.06,
                     qPrintable(color.name()));
        }
    }

    /// Controls of other programs are no part of the figure.
    void bonesThatMoveNothingAreHelpers()
    {
        Document doc = square(unlit());
        std::vector<Node> nodes = doc.scene->nodes();
        BonePart bone;
        bone.tip = Vec3(0, 30, 0);
        nodes.push_back(test::makeNode(3, "control", kNoNode, Vec3(20, 0, 0), bone));
        doc.scene = *Scene::make(nodes, doc.scene->skins());
        doc.nextId = 4;
        const Stage stage = stageOf(doc);
        const NodeIndex control = doc.scene->find("control");
        QVERIFY(isHelper(stage, control) && !isHelper(stage, doc.scene->find("bone")));
        QVERIFY(stage.motion.highest.y() < 2 && stage.motion.highest.x() < 2);
        const Evaluation shown = evaluate(doc, 0);
        const auto named = [&](bool helpers) {
            std::vector<NodeId> ids;
            for (const Pickable& thing : pickables(doc, stage, shown, helpers))
                ids.push_back(thing.node);
            return ids;
        };
        QCOMPARE(named(false), std::vector<NodeId>{NodeId(1)});
        QCOMPARE(named(true), (std::vector<NodeId>{NodeId(1), NodeId(3)}));
        for (const Vec3& point : figurePoints(doc, shown)) QVERIFY(point.norm() < 2);
    }
};

POSEWRIGHT_TEST(TestSurfaces, posewright::test::run);
#include "tst_surfaces.moc"
