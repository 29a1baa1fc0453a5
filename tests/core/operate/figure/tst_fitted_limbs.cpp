#include "core/io/format.h"
#include "core/operate/bind_mesh.h"
#include "core/operate/insert_skeleton.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/stripped_figure.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

#include <numeric>

using namespace posewright;

namespace {

nlohmann::json biped()
{
    QFile file(QString(test::sourceDir()) + "/resources/templates/biped.json");
    if (!file.open(QIODevice::ReadOnly)) qFatal("no biped");
    const QByteArray bytes = file.readAll();
    return nlohmann::json::parse(bytes.begin(), bytes.end());
}

Vec3 jointOf(const Document& doc, std::string_view name)
{
    const NodeIndex row = doc.scene->find(name);
    if (row == kNoNode) qFatal("no node %s", std::string(name).c_str());
    return worldTransforms(*doc.scene, restPose(*doc.scene))[row].position;
}

/// Which bones of a figure stand where those of the biped do, read by hand off its hierarchy:
/// "Bone=its,Bone=its". A + stands for Left and Right, a - for what the file says there.
struct Limbed {
    const char* file;
    const char* sides;  ///< what - is on the left, and on the right
    const char* bones;
};

std::vector<std::pair<std::string, std::string>> pairsOf(const Limbed& figure)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    const QStringList sides = QString(figure.sides).split(u'|');
    for (const QString& row : QString(figure.bones).split(u',')) {
        for (int side = 0; side < 2; ++side) {
            QString one = row;
            one.replace("+", side == 0 ? "Left" : "Right").replace("~", sides[side]);
            const QStringList both = one.split(u'=');
            const std::pair pair(both[0].toStdString(), both[1].toStdString());
            if (std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(pair);
        }
    }
    return pairs;
}

}  // namespace

/// The biped's joints come to lie in the limbs of a mesh: figures of artists without their skins,
/// against the joints that they had.
class TestFittedLimbs : public QObject {
    Q_OBJECT

    static constexpr std::array kFigures{
        Limbed{"corpus/gltf/khronos/cesium_man.gltf", "|",
               "LeftUpLeg=Node 7,LeftLeg=Node 8,LeftFoot=Node 9,RightUpLeg=Node 3,RightLeg=Node 4,"
               "RightFoot=Node 5,LeftArm=Node 16,LeftForeArm=Node 17,LeftHand=Node 18,RightArm="
               "Node 13,RightForeArm=Node 14,RightHand=Node 15,Neck=Node 19,Head=Node 20,Hips="
               "Node 2"},
        Limbed{"corpus/gltf/kaykit_Knight.glb", "l|r",
               "+UpLeg=upperleg.~,+Leg=lowerleg.~,+Foot=foot.~,+Arm=upperarm.~,+ForeArm=lowerarm.~,"
               "+Hand=wrist.~,Head=head,Hips=hips"},
        Limbed{"corpus/gltf/kaykit_Barbarian.glb", "l|r",
               "+UpLeg=upperleg.~,+Leg=lowerleg.~,+Foot=foot.~,+Arm=upperarm.~,+ForeArm=lowerarm.~,"
               "+Hand=wrist.~,Head=head,Hips=hips"},
        Limbed{"corpus/fbx/genoview_Geno_bind.fbx", "Left|Right",
               "+UpLeg=~UpLeg,+Leg=~Leg,+Foot=~Foot,+Arm=~Arm,+ForeArm=~ForeArm,+Hand=~Hand,Neck="
               "Neck,Head=Head,Hips=Hips"},
        Limbed{"corpus/fbx/ozz_pab_arnaud.fbx", "Left|Right",
               "+UpLeg=~UpLeg,+Leg=~Leg,+Foot=~Foot,+Arm=~Arm,+ForeArm=~ForeArm,RightHand=RightHand"
               ",Neck=Neck,Head=Head,Hips=Hips"},
        Limbed{
            "", "left|right",
            "+UpLeg=~ thigh,+Leg=~ shin,+Foot=~ foot,+Arm=~ upper arm,+ForeArm=~ forearm,+Hand=~ "
            "hand,Neck=neck,Head=head,Hips=hips"}};

    static std::string pathOf(const Limbed& figure)
    {
        if (*figure.file) return test::sharedPath(figure.file).toStdString();
        return std::string(test::sourceDir()) + "/resources/samples/mannequin.glb";
    }

private slots:
    void jointsComeToLieInLimbs()
    {
        std::vector<double> all;
        for (const Limbed& figure : kFigures) {
            const std::string path = pathOf(figure);
            if (path.empty()) continue;
            const Result<io::Import> import = io::read(path);
            // FBX is read by a program that may not be built.
            if (!import && import.error().kind == ErrorKind::Machine) continue;
            QVERIFY2(import, import ? "" : import.error().message.c_str());
            const test::Stripped bare = test::stripped(import->document);
            const Mesh& mesh =
                *std::get<MeshPart>((*bare.doc.scene)[bare.doc.scene->find("all of it")].part).mesh;
            const auto [low, high] = std::ranges::minmax(
                mesh.positions, {}, [](const Eigen::Vector3f& p) { return p.y(); });
            const double height = high.y() - low.y();
            const NodeId id = (*bare.doc.scene)[bare.doc.scene->find("all of it")].id;
            const nlohmann::json list = biped();
            // The figure's own bones are not there for the one who fits.
            Document alone = bare.doc;
            std::vector<Node> nodes{(*bare.doc.scene)[bare.doc.scene->find("all of it")]};
            nodes.front().parent = kNoNode;
            alone.scene = *Scene::make(std::move(nodes));
            alone.rig = Rig{};
            alone.clips = emptyDocument().clips;
            alone.playback.clip = 0;
            const auto to = operate::insideOf(alone, id, list);
            QVERIFY(to);
            const auto edits = operate::insertedSkeleton(alone, list, *to, id);
            QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
            const Result<Document> fitted = edit::applyEach(alone, *edits);
            QVERIFY(fitted);
            std::vector<double> off;
            QString worst;
            for (const auto& [bone, own] : pairsOf(figure)) {
                off.push_back((jointOf(*fitted, bone) - jointOf(import->document, own)).norm() /
                              height);
                if (off.back() >= *std::ranges::max_element(off)) worst = bone.c_str();
            }
            const double mean = std::accumulate(off.begin(), off.end(), 0.0) / double(off.size());
            qInfo("%s: %.1f%% of the height in the mean, %.1f%% at most (%s), of %d joints",
                  *figure.file ? figure.file : "mannequin", 100 * mean,
                  100 * *std::ranges::max_element(off), qPrintable(worst), int(off.size()));
            QVERIFY(mean < 0.05);
            all.insert(all.end(), off.begin(), off.end());
            // And the mesh can be bound to it at once.
            const auto bound = operate::bindMesh(*fitted, {id, {}, false});
            QVERIFY2(bound, bound ? "" : bound.error().message.c_str());
        }
        qInfo("%.2f%% in the mean over %d joints",
              100 * std::accumulate(all.begin(), all.end(), 0.0) / double(all.size()),
              int(all.size()));
    }

    void whatIsNoPersonGetsABox()
    {
        const Result<Document> box =
            edit::apply(emptyDocument(), edit::AddBox{"Box", Vec3(1, 2, 1), Vec3::Zero()});
        QVERIFY(box);
        const auto to = operate::insideOf(*box, (*box->scene)[0].id, biped());
        QVERIFY(to);
        QVERIFY(to->sticks.empty());
        const auto edits = operate::insertedSkeleton(*box, biped(), *to, (*box->scene)[0].id);
        QVERIFY(edits);
        QVERIFY(edit::applyEach(*box, *edits));
    }

    /// A floor is seen in as many columns as it is wider than it is high.
    void whatIsFlatGetsABoxAtOnce()
    {
        for (const Vec3& size : {Vec3(10, 0.001, 10), Vec3(20, 1e-7, 0.1), Vec3(0.1, 1e-7, 20)}) {
            const Result<Document> floor =
                edit::apply(emptyDocument(), edit::AddBox{"Floor", size, Vec3::Zero()});
            QVERIFY(floor);
            QElapsedTimer clock;
            clock.start();
            const auto to = operate::insideOf(*floor, (*floor->scene)[0].id, biped());
            QVERIFY(to);
            QVERIFY(to->sticks.empty());
            QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
        }
    }
};

POSEWRIGHT_TEST(TestFittedLimbs, posewright::test::runPlain);
#include "tst_fitted_limbs.moc"
