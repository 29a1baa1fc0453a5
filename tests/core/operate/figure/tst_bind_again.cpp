#include "core/edit/change.h"
#include "core/io/format.h"
#include "core/operate/bind_mesh.h"
#include "core/skinning/surface.h"
#include "tests/support/clients.h"
#include "tests/support/made_limb.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

test::MadeLimb madeOf(std::uint64_t seed, const test::LimbOptions& options = {})
{
    test::Random random(seed);
    return test::madeLimb(random, options);
}

Document bound(const Document& doc, bool again, const char* mesh = "Skin")
{
    nlohmann::json one{{"operation", "bindMesh"}, {"mesh", mesh}};
    if (again) one["again"] = true;
    const Result<Document> out = operate::applyAll(doc, nlohmann::json::array({one}));
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

Document changedBy(const Document& doc, const edit::Edit& edit)
{
    const Result<Document> out = edit::apply(doc, edit);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

const MeshPart& boundMesh(const Document& doc, std::string_view name = "Skin")
{
    return std::get<MeshPart>((*doc.scene)[doc.scene->find(name)].part);
}

std::vector<Vec3> surfaceOf(const Document& doc)
{
    return skinning::surfacePoints(*doc.scene, edit::restWorld(*doc.scene), {}, 1000000);
}

double apart(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        most = std::max(most, (a[i] - b[i]).norm());
    return most;
}

}  // namespace

/// A mesh that is bound is bound anew, where its skeleton was changed.
class TestBindAgain : public QObject {
    Q_OBJECT

private slots:
    void twiceIsTheSame()
    {
        for (const std::uint64_t seed : {1, 2, 3}) {
            const Document once = bound(madeOf(seed).doc, false);
            const Document twice = bound(once, true);
            QVERIFY(*boundMesh(once).mesh == *boundMesh(twice).mesh);
            QVERIFY(once.scene->skins() == twice.scene->skins());
            QVERIFY(diff(once, twice).none());
        }
    }

    void aMovedJointIsWhereWeightsChange()
    {
        const test::MadeLimb limb = madeOf(7, {.bones = 4, .bend = 0.05});
        const Document once = bound(limb.doc, false);
        // The third joint goes along its bone by a third of it; the last one stays where it is.
        const NodeIndex row = once.scene->find("limb2");
        const Vec3 by = (*once.scene)[row].rest.translation / 3;
        edit::SetRest moved;
        moved.node = (*once.scene)[row].id;
        moved.translation = (*once.scene)[row].rest.translation + by;
        const Document changed = changedBy(once, moved);
        QVERIFY2(apart(surfaceOf(once), surfaceOf(changed)) > 0.01 * limb.shortest,
                 "the skin goes along with a joint that is moved");
        const Document again = bound(changed, true);
        QVERIFY2(apart(surfaceOf(once), surfaceOf(again)) < 1e-6 * extent(*once.scene),
                 "the mesh is where it was bound");
        QCOMPARE(again.scene->skins().size(), once.scene->skins().size());
        QVERIFY(boundMesh(again).mesh->positions == boundMesh(once).mesh->positions);
        // Which is as it had been bound to the changed skeleton at once.
        edit::SetRest first = moved;
        first.node = (*limb.doc.scene)[limb.doc.scene->find("limb2")].id;
        const Document direct = bound(changedBy(limb.doc, first), false);
        QVERIFY(*boundMesh(direct).mesh == *boundMesh(again).mesh);
    }

    void aNewBoneGetsItsShare()
    {
        const test::MadeLimb limb = madeOf(9, {.bones = 3, .bend = 0.05});
        const Document once = bound(limb.doc, false);
        const nlohmann::json split =
            nlohmann::json::array({{{"operation", "splitBone"}, {"bone", "limb1"}, {"parts", 2}}});
        const Result<Document> more = operate::applyAll(once, split);
        QVERIFY2(more, more ? "" : more.error().message.c_str());
        const Document again = bound(*more, true);
        const Skin& skin = again.scene->skins()[boundMesh(again).skin];
        QCOMPARE(skin.joints.size(), once.scene->skins()[boundMesh(once).skin].joints.size() + 1);
        std::vector<double> share(skin.joints.size(), 0);
        const Mesh& mesh = *boundMesh(again).mesh;
        for (std::size_t i = 0; i < mesh.positions.size(); ++i)
            for (int c = 0; c < 4; ++c) share[mesh.joints[i][c]] += mesh.weights[i][c];
        for (std::size_t i = 0; i < share.size(); ++i)
            QVERIFY2(share[i] > 0.05 * double(mesh.positions.size()),
                     (*again.scene)[again.scene->find(skin.joints[i])].name.c_str());
    }

    void whatIsBoundOrNotIsSaid()
    {
        const Document loose = madeOf(3).doc;
        const NodeId mesh = (*loose.scene)[loose.scene->find("Skin")].id;
        QVERIFY(!operate::bindMesh(loose, {mesh, {}, true}));
        const Document once = bound(loose, false);
        const auto refused = operate::bindMesh(once, {mesh, {}, false});
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("bound already") != std::string::npos);
    }

    /// A figure of others, whose mesh keeps its colours: bound anew, another program sees it where
    /// it was at rest.
    void aFigureOfOthersIsBoundAgain()
    {
        POSEWRIGHT_NEEDS_SHARED("clients/gltf_fk.py");
        const QTemporaryDir folder;
        const std::string path =
            std::string(test::sourceDir()) + "/resources/samples/mannequin.glb";
        const Result<io::Import> import = io::read(path);
        QVERIFY(import);
        const Document again = bound(import->document, true, "Mannequin");
        QVERIFY2(apart(surfaceOf(import->document), surfaceOf(again)) < 2e-6,
                 "nothing moved at rest");
        const std::string out = folder.filePath("again.glb").toStdString();
        const auto written = io::write(again, out);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const Result<io::Import> back = io::read(out);
        QVERIFY(back);
        QVERIFY(boundMesh(back->document, "Mannequin").mesh->weights ==
                boundMesh(again, "Mannequin").mesh->weights);
        QCOMPARE(boundMesh(back->document, "Mannequin").mesh->pieces.size(), std::size_t(2));
        const Document twice = bound(again, true, "Mannequin");
        QVERIFY(*boundMesh(twice, "Mannequin").mesh == *boundMesh(again, "Mannequin").mesh);
    }
};

POSEWRIGHT_TEST(TestBindAgain, posewright::test::runWithEvents);
#include "tst_bind_again.moc"
