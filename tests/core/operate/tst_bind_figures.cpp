#include "core/io/format.h"
#include "core/operate/bind_mesh.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QTest>

#include <map>

using namespace posewright;

namespace {

/// A figure's skinned meshes as one rigid mesh, as it stands at rest, and who moved each vertex
/// before, and how much.
struct Stripped {
    Document doc;
    std::vector<NodeId> bones;
    std::vector<std::map<NodeId, double>> artist;
};

void strip(const Scene& scene, const MeshPart& part, Stripped& out, Mesh& to)
{
    const Mesh& mesh = *part.mesh;
    const Skin& skin = scene.skins()[part.skin];
    const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
    const auto first = std::uint32_t(to.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        Vec3 place = Vec3::Zero();
        std::map<NodeId, double> shares;
        for (int c = 0; c < 4; ++c) {
            const double weight = mesh.weights[i][c];
            const int joint = mesh.joints[i][c];
            if (weight <= 0) continue;
            const Eigen::Vector4f bound = skin.inverseBind[joint] * mesh.positions[i].homogeneous();
            place += weight *
                     (world[scene.find(skin.joints[joint])] * Vec3(bound.head<3>().cast<double>()));
            shares[skin.joints[joint]] += weight;
        }
        to.positions.push_back(place.cast<float>());
        out.artist.push_back(std::move(shares));
    }
    for (const std::uint32_t corner : mesh.indices) to.indices.push_back(first + corner);
}

Stripped stripped(const Document& doc)
{
    Stripped out{doc, {}, {}};
    std::vector<Node> nodes = doc.scene->nodes();
    Mesh mesh;
    for (Node& node : nodes) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        if (!part) continue;
        if (part->skin >= 0) strip(*doc.scene, *part, out, mesh);
        node.part = {};
    }
    for (const auto& shares : out.artist)
        for (const auto& [bone, share] : shares)
            if (std::ranges::find(out.bones, bone) == out.bones.end()) out.bones.push_back(bone);
    Node skin;
    skin.id = NodeId(out.doc.nextId++);
    skin.name = "all of it";
    MeshPart part;
    part.mesh = std::move(mesh);
    skin.part = std::move(part);
    nodes.push_back(std::move(skin));
    out.doc.scene = *Scene::make(std::move(nodes));
    out.doc.carried = Carried{};
    return out;
}

}  // namespace

/// Figures that artists have bound, bound anew: most of it comes out as they did it.
class TestBindFigures : public QObject {
    Q_OBJECT

private slots:
    void mostIsAsArtistsDidIt_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("same");
        QTest::addColumn<double>("near");
        QTest::newRow("CesiumMan") << "khronos/cesium_man.gltf" << 0.85 << 0.98;
        QTest::newRow("KayKit knight") << "kaykit_Knight.glb" << 0.58 << 0.88;
        QTest::newRow("green man") << "raylib_greenman.glb" << 0.58 << 0.8;
        QTest::newRow("robot") << "raylib_robot.glb" << 0.54 << 0.65;
    }

    void mostIsAsArtistsDidIt()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(QString, file);
        QFETCH(double, same);
        QFETCH(double, near);
        const QString path = test::sharedPath("corpus/gltf/" + file);
        if (path.isEmpty()) QSKIP("the figure is not here");
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        const Stripped figure = stripped(import->document);
        const Scene& scene = *figure.doc.scene;
        const NodeId mesh = scene.nodes()[scene.find(std::string_view("all of it"))].id;
        const Result<operate::Bound> bound = operate::bindMesh(figure.doc, {mesh, figure.bones});
        QVERIFY2(bound, bound ? "" : bound.error().message.c_str());
        int alike = 0, next = 0;
        for (std::size_t i = 0; i < figure.artist.size(); ++i) {
            const NodeId ours = bound->edit.joints[bound->edit.rows[4 * i]];
            const auto most = std::ranges::max_element(
                figure.artist[i], {}, [](const auto& share) { return share.second; });
            const NodeIndex a = scene.find(ours), b = scene.find(most->first);
            alike += a == b ? 1 : 0;
            next += a == b || scene[a].parent == b || scene[b].parent == a ? 1 : 0;
        }
        const double all = double(figure.artist.size());
        qInfo("%d vertices, %s: the same bone first in %.3f, it or the next one in %.3f", int(all),
              operate::told(*bound).c_str(), alike / all, next / all);
        QVERIFY(alike / all > same);
        QVERIFY(next / all > near);
    }
};

POSEWRIGHT_TEST(TestBindFigures, posewright::test::runPlain);
#include "tst_bind_figures.moc"
