#include "core/io/format.h"
#include "core/operate/bind_mesh.h"
#include "tests/support/clients.h"
#include "tests/support/made_limb.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

using namespace posewright;
using test::MadeLimb;
using test::Random;

namespace {

constexpr std::uint64_t kBindSeed = 20261124;

Document withSkin(const Document& doc, const char* mesh = "Skin")
{
    const nlohmann::json list =
        nlohmann::json::array({{{"operation", "bindMesh"}, {"mesh", mesh}}});
    const Result<Document> out = operate::applyAll(doc, list);
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

const MeshPart& meshOf(const Document& doc, const char* name = "Skin")
{
    return std::get<MeshPart>((*doc.scene)[doc.scene->find(std::string_view(name))].part);
}

/// The share of the joint of this name.
double weight(const Document& doc, std::size_t vertex, const std::string& joint)
{
    const MeshPart& part = meshOf(doc);
    const Skin& skin = doc.scene->skins()[part.skin];
    double sum = 0;
    for (int c = 0; c < 4; ++c) {
        const NodeId id = skin.joints[part.mesh->joints[vertex][c]];
        if ((*doc.scene)[doc.scene->find(id)].name == joint) sum += part.mesh->weights[vertex][c];
    }
    return sum;
}

/// How far along a bone a place lies, as a share; what is beside the bone counts as on it.
double along(const MadeLimb& limb, int bone, const Vec3& place)
{
    const Vec3 way = limb.joints[bone + 1] - limb.joints[bone];
    return (place - limb.joints[bone]).dot(way) / way.squaredNorm();
}

double besides(const MadeLimb& limb, int bone, const Vec3& place)
{
    const Vec3 way = limb.joints[bone + 1] - limb.joints[bone];
    return (place - limb.joints[bone] - along(limb, bone, place) * way).norm();
}

/// Beside what there is: a ball of eight triangles, or a line of as many that are none.
void addBall(MadeLimb& limb, const Vec3& middle, double radius, bool flat = false)
{
    std::vector<Node> nodes = limb.doc.scene->nodes();
    Node& node = nodes.back();
    auto& part = std::get<MeshPart>(node.part);
    Mesh mesh = *part.mesh;
    const auto first = std::uint32_t(mesh.positions.size());
    for (const double sign : {1.0, -1.0})
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 out = Vec3(sign * Vec3::Unit(flat ? 0 : axis));
            const Vec3 place = middle + radius * out;
            limb.vertices.push_back(place);
            mesh.positions.push_back((node.rest.rotation.conjugate() *
                                      (place - node.rest.translation) / node.rest.scale.x())
                                         .cast<float>());
        }
    for (const std::uint32_t corner : {0, 1, 2, 0, 2, 4, 0, 4, 5, 0, 5, 1,  //
                                       3, 2, 1, 3, 4, 2, 3, 5, 4, 3, 1, 5})
        mesh.indices.push_back(first + corner);
    part.mesh = std::move(mesh);
    limb.doc.scene = *Scene::make(std::move(nodes));
}

operate::MeshBinding boundOf(const Document& doc)
{
    const NodeIndex row = doc.scene->find(std::string_view("Skin"));
    const Result<operate::MeshBinding> bound = operate::bindMesh(doc, {(*doc.scene)[row].id, {}});
    if (!bound) qFatal("%s", bound.error().message.c_str());
    return *bound;
}

}  // namespace

/// Meshes are bound to bones.
class TestBindMesh : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kBindSeed); }

    void weightsAreWholeAndSmoothAndNear()
    {
        Random random(kBindSeed);
        double jump = 0, middle = 1;
        for (int round = 0; round < 30; ++round) {
            test::LimbOptions options;
            options.bones = 2 + random.below(4);
            options.sides = 6 + random.below(20);
            options.ring = random.uniform(0.15, 0.8);
            options.thick = random.uniform(0.04, 0.12);
            options.seam = random.below(2) == 0;
            options.insideOut = random.below(4) == 0;
            const MadeLimb limb = test::madeLimb(random, options);
            const operate::MeshBinding bound = boundOf(limb.doc);
            QCOMPARE(bound.islands, 1);
            QCOMPARE(bound.unseen, 0);
            QCOMPARE(bound.nearest, 0);
            const Document doc = withSkin(limb.doc);
            const MeshPart& part = meshOf(doc);
            const Mesh& mesh = *part.mesh;
            QCOMPARE(mesh.weights.size(), mesh.positions.size());
            for (std::size_t i = 0; i < mesh.weights.size(); ++i) {
                QCOMPARE(mesh.weights[i].sum(), 1.0F);
                QVERIFY(mesh.weights[i].minCoeff() >= 0);
                for (int bone = 0; bone < options.bones; ++bone) {
                    const double at = along(limb, bone, limb.vertices[i]);
                    if (std::abs(at - 0.5) > 0.05 ||
                        besides(limb, bone, limb.vertices[i]) > 1.01 * limb.radius)
                        continue;
                    middle = std::min(middle, weight(doc, i, "limb" + std::to_string(bone)));
                }
            }
            // Heat falls off over a radius, from a half at a joint: so steep and no steeper.
            for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
                const std::uint32_t a = mesh.indices[i];
                const std::uint32_t b = mesh.indices[i % 3 == 2 ? i - 2 : i + 1];
                const double apart = (limb.vertices[a] - limb.vertices[b]).norm() / limb.radius;
                for (int bone = 0; bone < options.bones; ++bone) {
                    const std::string name = "limb" + std::to_string(bone);
                    const double by = std::abs(weight(doc, a, name) - weight(doc, b, name));
                    jump = std::max(jump, by / (apart + 0.02));
                }
            }
        }
        qInfo("in the middle of a bone %.3f at least; over a radius %.3f at most", middle, jump);
        QVERIFY(middle > 0.9);
        QVERIFY(jump < 0.75);
    }

    void seamsStayTogether()
    {
        Random random(kBindSeed + 1);
        const MadeLimb limb = test::madeLimb(random, {});
        const Document doc = withSkin(limb.doc);
        std::map<std::array<double, 3>, std::array<double, 3>> seen;
        int twice = 0;
        for (std::size_t i = 0; i < limb.vertices.size(); ++i) {
            const Vec3& p = limb.vertices[i];
            const std::array<double, 3> shares{weight(doc, i, "limb0"), weight(doc, i, "limb1"),
                                               weight(doc, i, "limb2")};
            const auto [at, isNew] = seen.try_emplace({p.x(), p.y(), p.z()}, shares);
            QVERIFY(at->second == shares);
            twice += isNew ? 0 : 1;
        }
        QVERIFY(twice > 10);
    }

    void eachPieceIsBoundByItself()
    {
        Random random(kBindSeed + 2);
        MadeLimb limb = test::madeLimb(random, {});
        const std::size_t skin = limb.vertices.size();
        const Vec3 middle = (limb.joints[1] + limb.joints[2]) / 2;
        Vec3 beside = (limb.joints[2] - limb.joints[1]).cross(random.direction()).normalized();
        beside *= 1.2 * limb.radius;
        addBall(limb, middle + beside, 0.1 * limb.radius);
        addBall(limb, middle - beside, 0.02 * limb.radius, true);
        const operate::MeshBinding bound = boundOf(limb.doc);
        QCOMPARE(bound.islands, 3);
        QCOMPARE(bound.unseen, 1);
        QCOMPARE(bound.nearest, 1);
        QCOMPARE(operate::told(bound),
                 std::string("3 pieces, 1 of them with no bone inside, 1 of them by the nearest "
                             "bone alone"));
        const Document doc = withSkin(limb.doc);
        for (std::size_t i = skin; i < limb.vertices.size(); ++i)
            QCOMPARE(weight(doc, i, "limb1"), 1.0);
    }

    /// A second limb beside the first, as legs are: each keeps to its own bones.
    void whatIsNearIsNotWhatIsInside()
    {
        Random random(kBindSeed + 3);
        test::LimbOptions options;
        options.bend = 0.05;
        options.bones = 2;
        const MadeLimb limb = test::madeLimb(random, options);
        const Vec3 way = limb.joints[1] - limb.joints[0];
        const Vec3 aside = 2.1 * limb.radius * way.cross(Vec3(0.3, 0.5, 0.7)).normalized();
        std::vector<Node> nodes = limb.doc.scene->nodes();
        Node skin = nodes.back();
        nodes.pop_back();
        for (int i = 0; i < 2; ++i) {
            Node other = nodes[i];
            other.id = NodeId(50 + i);
            other.name += "b";
            other.parent = i == 0 ? 0 : 2;
            other.rest.translation = i == 0 ? aside : other.rest.translation;
            nodes.push_back(other);
        }
        auto& part = std::get<MeshPart>(skin.part);
        Mesh mesh = *part.mesh;
        const auto count = std::uint32_t(mesh.positions.size());
        const Vec3 moved = skin.rest.rotation.conjugate() * aside / skin.rest.scale.x();
        for (std::uint32_t i = 0; i < count; ++i)
            mesh.positions.push_back(mesh.positions[i] + moved.cast<float>());
        for (std::size_t i = 0, corners = mesh.indices.size(); i < corners; ++i)
            mesh.indices.push_back(mesh.indices[i] + count);
        part.mesh = std::move(mesh);
        nodes.push_back(std::move(skin));
        Document doc = limb.doc;
        doc.scene = *Scene::make(std::move(nodes));
        doc = withSkin(doc);
        for (std::uint32_t i = 0; i < 2 * count; ++i) {
            const std::string side = i < count ? "" : "b";
            if (along(limb, 0, limb.vertices[i % count]) < 0.6) continue;  // limb0 leads to both
            QVERIFY(weight(doc, i, "limb0" + side) + weight(doc, i, "limb1" + side) > 0.97);
        }
    }

    void othersReadItWhereItIsAndSeeItTurn()
    {
        POSEWRIGHT_NEEDS_SHARED("clients/gltf_fk.py");
        if (test::pythonWithNumpy().isEmpty()) QSKIP("needs numpy");
        Random random(kBindSeed + 4);
        for (int round = 0; round < 3; ++round) {
            const MadeLimb limb = test::madeLimb(random, {});
            Document doc = withSkin(limb.doc);
            const Vec3 axis = random.direction();
            for (const double angle : {0.0, 0.8}) {
                edit::SetJointKey key;
                key.joint = doc.scene->nodes()[1].id;
                key.frame = angle == 0 ? 0 : 24;
                key.rotation = Quat(Eigen::AngleAxisd(angle, axis));
                doc = *edit::apply(doc, key);
            }
            const QTemporaryDir folder;
            const std::string path = folder.filePath("bound.glb").toStdString();
            const auto written = io::write(doc, path);
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const Result<io::Import> back = io::read(path);
            QVERIFY(back);
            QVERIFY(back->document == doc);
            const QJsonArray verts =
                test::runClient("gltf_fk.py", {QString::fromStdString(path), "--times", "0,1",
                                               "--verts", "100000"})["verts"]
                    .toArray();
            QCOMPARE(verts.size(), 2);
            double still = 0, turned = 0;
            const Eigen::AngleAxisd turn(0.8, axis);
            for (int frame = 0; frame < 2; ++frame)
                for (const QJsonValue& one : verts[frame].toObject()["Skin_0"].toArray()) {
                    const QJsonArray row = one.toArray();
                    const std::size_t i = std::size_t(row[0].toInt());
                    const Vec3 there(row[1].toDouble(), row[2].toDouble(), row[3].toDouble());
                    const Vec3& rest = limb.vertices[i];
                    // limb2 hangs on limb1: both turn as one.
                    const double w = 1 - weight(doc, i, "limb0");
                    const Vec3 by = limb.joints[1] + turn * (rest - limb.joints[1]) - rest;
                    const double off = (there - rest - (frame == 0 ? 0 : w) * by).norm();
                    (frame == 0 ? still : turned) = std::max(frame == 0 ? still : turned, off);
                }
            qInfo("at rest %.2g m off, turned %.2g m", still, turned);
            QVERIFY(still < 1e-6);
            QVERIFY(turned < 2e-6);
        }
    }

    void whatCannotBeIsRefused()
    {
        Random random(kBindSeed + 5);
        const MadeLimb limb = test::madeLimb(random, {});
        const auto refusal = [](const Document& doc, nlohmann::json operation) {
            operation["operation"] = "bindMesh";
            const Result<Document> out = operate::applyAll(doc, nlohmann::json::array({operation}));
            return out ? std::string() : out.error().where + ": " + out.error().message;
        };
        QCOMPARE(refusal(limb.doc, {{"mesh", "limb0"}}), "#/0/mesh: \"limb0\" is no mesh");
        QCOMPARE(refusal(limb.doc, {{"mesh", "Skin"}, {"bones", {"Skin"}}}),
                 "#/0/bones: \"Skin\" is no bone");
        QCOMPARE(refusal(withSkin(limb.doc), {{"mesh", "Skin"}}),
                 "#/0/mesh: \"Skin\" is bound already");
        Document bare = limb.doc;
        std::vector<Node> alone{limb.doc.scene->nodes().back()};
        alone[0].parent = kNoNode;
        bare.scene = *Scene::make(alone);
        QCOMPARE(refusal(bare, {{"mesh", "Skin"}}), "#/0/bones: there are no bones to bind it to");
    }

    void aLargeMeshIsBoundInAMoment()
    {
        Random random(kBindSeed + 6);
        test::LimbOptions options;
        options.bones = 20;
        options.sides = 64;
        options.thick = 0.12;
        options.ring = 0.45;
        options.bend = 0.3;
        const MadeLimb limb = test::madeLimb(random, options);
        QElapsedTimer timer;
        timer.start();
        const Document doc = withSkin(limb.doc);
        qInfo("%zu vertices, 20 bones: %.2f s", limb.vertices.size(),
              double(timer.elapsed()) / 1000);
        QVERIFY(limb.vertices.size() >= 20000);
        QCOMPARE(meshOf(doc).mesh->weights.size(), limb.vertices.size());
    }
};

POSEWRIGHT_TEST(TestBindMesh, posewright::test::runPlain);
#include "tst_bind_mesh.moc"
