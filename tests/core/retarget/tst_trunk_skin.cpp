#include "core/retarget/trunk_skin.h"
#include "tests/support/bound_mesh.h"
#include "tests/support/carried.h"
#include "tests/support/in_trunk.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kBumpRings = 14, kBumpsAround = 20;
constexpr double kClear = 0.01;  ///< [m] nearer to the skin, either side may be said

/// A closed skin with dents and bumps about the spine, which moves it.
Document withBumpyTrunk(Document doc, const MadeBody& body, plain::Dice& dice)
{
    Mesh mesh;
    Skin skin;
    const int spine = body.row("Spine");
    skin.joints.push_back((*doc.scene)[spine].id);
    Eigen::Matrix4f inverse = Eigen::Matrix4f::Identity();
    inverse.topRightCorner<3, 1>() = -vecOf(body.joints[spine].at).cast<float>();
    skin.inverseBind.push_back(inverse);
    const Vec3 middle = vecOf(body.joints[spine].at) + Vec3(0, 0.1, 0);
    const auto add = [&](const Vec3& way) {
        mesh.positions.push_back((middle + dice.uniform(0.15, 0.35) * way).cast<float>());
        mesh.joints.push_back({0, 0, 0, 0});
        mesh.weights.emplace_back(1, 0, 0, 0);
    };
    add(Vec3::UnitY());
    for (int ring = 1; ring < kBumpRings; ++ring)
        for (int m = 0; m < kBumpsAround; ++m) {
            const double down = std::numbers::pi * ring / kBumpRings,
                         about = 2 * std::numbers::pi * m / kBumpsAround;
            add({std::sin(down) * std::sin(about), std::cos(down),
                 std::sin(down) * std::cos(about)});
        }
    add(-Vec3::UnitY());
    const auto at = [](int ring, int m) {
        return std::uint32_t(1 + (ring - 1) * kBumpsAround + m % kBumpsAround);
    };
    const std::uint32_t last = std::uint32_t(mesh.positions.size()) - 1;
    for (int m = 0; m < kBumpsAround; ++m) {
        for (const std::uint32_t i :
             {0U, at(1, m), at(1, m + 1), last, at(kBumpRings - 1, m + 1), at(kBumpRings - 1, m)})
            mesh.indices.push_back(i);
        for (int ring = 1; ring + 1 < kBumpRings; ++ring)
            for (const std::uint32_t i : {at(ring, m), at(ring + 1, m), at(ring, m + 1),
                                          at(ring, m + 1), at(ring + 1, m), at(ring + 1, m + 1)})
                mesh.indices.push_back(i);
    }
    return withBoundMesh(std::move(doc), "Bumps", std::move(mesh), std::move(skin));
}

using Triangles = std::vector<std::array<Vec3, 3>>;

Triangles trianglesOf(const Document& doc, const std::vector<WorldTransform>& world)
{
    Triangles out;
    for (const Node& node : doc.scene->nodes()) {
        const auto* drawn = std::get_if<MeshPart>(&node.part);
        if (!drawn) continue;
        const auto all = verticesOf(*doc.scene, *drawn, world,
                                    std::vector<bool>(std::size_t(doc.scene->size()), true));
        const auto& rows = drawn->mesh->indices;
        for (std::size_t i = 0; i + 2 < rows.size(); i += 3)
            out.push_back({all[rows[i]].place, all[rows[i + 1]].place, all[rows[i + 2]].place});
    }
    return out;
}

/// All distances at which a line leaves or enters the skin, ascending.
std::vector<double> hitsOf(const Triangles& skin, const Vec3& from, const Vec3& way)
{
    std::vector<double> out;
    for (const auto& triangle : skin)
        if (const double far = alongRay(from, way, triangle); std::isfinite(far))
            out.push_back(far);
    std::sort(out.begin(), out.end());
    return out;
}

double distanceToSide(const Vec3& a, const Vec3& b, const Vec3& place)
{
    const Vec3 way = (b - a).normalized();
    const double along = std::clamp(way.dot(place - a), 0.0, (b - a).norm());
    return (a + along * way - place).norm();
}

double distanceTo(const std::array<Vec3, 3>& t, const Vec3& place)
{
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
    const double above = normal.dot(place - t[0]);
    const double sides =
        std::min({distanceToSide(t[0], t[1], place), distanceToSide(t[1], t[2], place),
                  distanceToSide(t[2], t[0], place)});
    // A line through the place across the triangle's plane meets the triangle or passes it.
    const Vec3 down = above > 0 ? Vec3(-normal) : normal;
    return std::isfinite(alongRay(place, down, t)) ? std::abs(above) : sides;
}

std::vector<WorldTransform> anyTurnOf(const Scene& scene, NodeIndex row, plain::Dice& dice)
{
    std::vector<Transform> local = restPose(scene);
    local[row].translation.x() += dice.uniform(-1, 1);
    local[row].rotation = Quat(Eigen::AngleAxisd(dice.uniform(-1, 1), vecOf(dice.direction())));
    return worldTransforms(scene, local);
}

}  // namespace

/// What is beneath the skin of a trunk, how deep and how far from its other side, against plain
/// loops over all of its triangles.
class TestTrunkSkin : public QObject {
    Q_OBJECT

private slots:
    void itIsAsAllTrianglesSay()
    {
        plain::Dice dice(printedSeed(20261130));
        const MadeBody body = madeBody();
        int beneath = 0, outside = 0, near = 0;
        double differs = 0, deeper = 0;
        for (int figure = 0; figure < 4; ++figure) {
            const Document doc = withBumpyTrunk(standing(body), body, dice);
            const std::vector<WorldTransform> rests =
                worldTransforms(*doc.scene, restPose(*doc.scene));
            retarget::TrunkSkin skin(*doc.scene, retarget::figureOf(*doc.scene), rests);
            QVERIFY(!skin.empty());
            for (int pose = 0; pose < 3; ++pose) {
                const NodeIndex spine = doc.scene->find(std::string_view("Spine"));
                const std::vector<WorldTransform> world = anyTurnOf(*doc.scene, spine, dice);
                skin.pose(world);
                const Triangles all = trianglesOf(doc, world);
                for (int look = 0; look < 60; ++look) {
                    const Vec3 from(dice.uniform(-0.3, 0.3), dice.uniform(-0.3, 0.3) + 0.1,
                                    dice.uniform(-0.3, 0.3));
                    const Vec3 place = world[spine] * from, way = vecOf(dice.direction());
                    double nearest = 1e9;
                    for (const auto& triangle : all)
                        nearest = std::min(nearest, distanceTo(triangle, place));
                    if (nearest < kClear && ++near) continue;
                    const auto hits = hitsOf(all, place, way);
                    const bool isBeneath = hits.size() % 2 == 1;
                    (isBeneath ? beneath : outside) += 1;
                    const double depth = skin.depth(place);
                    QCOMPARE(skin.isBeneath(place), isBeneath);
                    QCOMPARE(depth > 0, isBeneath);
                    if (!isBeneath) continue;
                    differs = std::max(differs, std::abs(skin.wayOut(place, way) - hits.back()));
                    deeper = std::max(deeper, std::abs(depth - nearest));
                }
            }
        }
        qInfo("%d places beneath, %d outside, %d near the skin; ways differ by %.1e m, depths by "
              "%.1e m",
              beneath, outside, near, differs, deeper);
        QCOMPARE_GT(beneath, 100);
        QCOMPARE_GT(outside, 100);
        QCOMPARE_LT(near, 200);
        QCOMPARE_LT(differs, 1e-6);
        QCOMPARE_LT(deeper, 1e-6);
    }
};

POSEWRIGHT_TEST(TestTrunkSkin, posewright::test::runPlain);
#include "tst_trunk_skin.moc"
