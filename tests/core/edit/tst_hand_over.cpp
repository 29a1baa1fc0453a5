#include "core/edit/hand_over.h"
#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/operate/operate.h"
#include "core/operate/remove_nodes.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace posewright;
using nlohmann::json;
using test::biped;
using test::edited;
using test::nodeNamed;

namespace {

constexpr const char* kJoints[] = {"Hips",        "Spine",    "Chest",     "LeftArm",
                                   "LeftForeArm", "LeftHand", "RightHand", "LeftUpLeg"};

struct Influence {
    const char* joint;
    float weight;
};

/// A mesh on the biped with one vertex for each list, bound at rest and shown by two nodes.
Document dressed(const std::vector<std::vector<Influence>>& vertices)
{
    Document doc = biped();
    Skin skin;
    const std::vector<WorldTransform> rest = worldTransforms(*doc.scene, restPose(*doc.scene));
    for (const char* name : kJoints) {
        skin.joints.push_back(nodeNamed(doc, name));
        skin.inverseBind.push_back(rest[doc.scene->find(std::string_view(name))]
                                       .matrix()
                                       .inverse()
                                       .matrix()
                                       .cast<float>());
    }
    Mesh mesh;
    mesh.moreInfluences.resize(2);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        mesh.positions.emplace_back(0.1F * float(i), 1.0F, 0.2F);
        std::array<std::array<std::uint16_t, 4>, 3> joints{};
        std::array<Eigen::Vector4f, 3> weights;
        weights.fill(Eigen::Vector4f::Zero());
        for (std::size_t k = 0; k < vertices[i].size(); ++k) {
            const auto* at = std::ranges::find(kJoints, std::string_view(vertices[i][k].joint));
            joints[k / 4][k % 4] = std::uint16_t(at - kJoints);
            weights[k / 4][int(k % 4)] = vertices[i][k].weight;
        }
        mesh.joints.push_back(joints[0]);
        mesh.weights.push_back(weights[0]);
        for (std::size_t set = 0; set < 2; ++set) {
            mesh.moreInfluences[set].joints.push_back(joints[set + 1]);
            mesh.moreInfluences[set].weights.push_back(weights[set + 1]);
        }
    }
    std::vector<Node> nodes = doc.scene->nodes();
    const Shared<Mesh> shared(std::move(mesh));
    for (const char* name : {"Shirt", "Twin"}) {
        Node node;
        node.id = NodeId(doc.nextId++);
        node.name = name;
        MeshPart part;
        part.mesh = shared;
        part.skin = 0;
        node.part = part;
        nodes.push_back(node);
    }
    doc.scene = *Scene::make(std::move(nodes), {skin});
    return doc;
}

const MeshPart& shirt(const Document& doc, const char* name = "Shirt")
{
    return std::get<MeshPart>((*doc.scene)[doc.scene->find(std::string_view(name))].part);
}

/// The weights of a vertex by the names of their joints: "Chest 0.5, Hips 0.5".
std::string weightsOf(const Document& doc, std::size_t vertex)
{
    const Mesh& mesh = *shirt(doc).mesh;
    std::string text;
    float sum = 0;
    const auto add = [&](const auto& joints, const auto& weights) {
        for (int c = 0; c < 4; ++c) {
            if (weights[vertex][c] == 0) continue;
            const NodeId joint = doc.scene->skins()[0].joints[joints[vertex][std::size_t(c)]];
            text += (text.empty() ? "" : ", ") + nodeName(*doc.scene, joint) + ' ' +
                    QByteArray::number(double(weights[vertex][c]), 'g', 4).toStdString();
            sum += weights[vertex][c];
        }
    };
    add(mesh.joints, mesh.weights);
    for (const Influences& more : mesh.moreInfluences) add(more.joints, more.weights);
    return sum == 1 ? text : text + ", which is not 1";
}

Document without(const Document& doc, const char* bone)
{
    return edited(doc, {{"edit", "removeBone"}, {"bone", bone}});
}

}  // namespace

/// Vertices of a removed joint follow another one.
class TestHandOver : public QObject {
    Q_OBJECT

private slots:
    void weightsGoToTheNearestJointAbove()
    {
        const Document doc =
            dressed({{{"LeftHand", 1}},
                     {{"LeftHand", 0.5F}, {"LeftForeArm", 0.25F}, {"Chest", 0.25F}},
                     {{"Chest", 0.5F}, {"RightHand", 0.5F}}});
        const Document one = without(doc, "LeftHand");
        QCOMPARE(weightsOf(one, 0), std::string("LeftForeArm 1"));
        QCOMPARE(weightsOf(one, 1), std::string("LeftForeArm 0.75, Chest 0.25"));
        QCOMPARE(weightsOf(one, 2), weightsOf(doc, 2));
        // Past bones that are in no skin.
        const Document two = without(doc, "RightHand");
        QCOMPARE(weightsOf(two, 2), std::string("Chest 1"));
        const Document three = without(without(one, "LeftForeArm"), "LeftArm");
        QCOMPARE(weightsOf(three, 0), std::string("Chest 1"));
        QCOMPARE(weightsOf(three, 1), std::string("Chest 1"));
        QVERIFY(shirt(one).mesh.sameAs(shirt(one, "Twin").mesh));
    }

    void otherJointsKeepTheirBindMatrices()
    {
        const Document doc = dressed({{{"LeftHand", 1}}});
        const Skin& before = doc.scene->skins()[0];
        const Document after = without(doc, "LeftForeArm");
        const Skin& skin = after.scene->skins()[0];
        QCOMPARE(skin.joints.size(), before.joints.size() - 1);
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            const auto at =
                std::ranges::find(before.joints, skin.joints[i]) - before.joints.begin();
            QVERIFY(skin.inverseBind[i] == before.inverseBind[std::size_t(at)]);
        }
        // Nothing was handed over, so no weight is another one.
        QVERIFY(shirt(after).mesh->weights == shirt(doc).mesh->weights);
        QCOMPARE(weightsOf(after, 0), std::string("LeftHand 1"));
    }

    void twelveJointsBecomeFewer()
    {
        const Document doc = dressed({{{"Hips", 0.1F},
                                       {"Spine", 0.1F},
                                       {"Chest", 0.1F},
                                       {"LeftArm", 0.1F},
                                       {"LeftForeArm", 0.1F},
                                       {"LeftHand", 0.2F},
                                       {"RightHand", 0.1F},
                                       {"LeftUpLeg", 0.1F},
                                       {"LeftHand", 0.1F}}});
        QCOMPARE(shirt(doc).mesh->moreInfluences.size(), std::size_t(2));
        const Document one = without(doc, "LeftHand");
        QCOMPARE(weightsOf(one, 0),
                 std::string("Hips 0.1, Spine 0.1, Chest 0.1, LeftArm 0.1, LeftForeArm 0.4, "
                             "RightHand 0.1, LeftUpLeg 0.1"));
        QCOMPARE(shirt(one).mesh->moreInfluences.size(), std::size_t(1));
        const Document two =
            without(without(without(one, "LeftForeArm"), "RightHand"), "LeftUpLeg");
        QCOMPARE(weightsOf(two, 0), std::string("Hips 0.2, Spine 0.1, Chest 0.2, LeftArm 0.5"));
        QVERIFY(shirt(two).mesh->moreInfluences.empty());
    }

    void withoutAJointAboveTheNearestOneFollows()
    {
        json ask{{"edit", "reparentBone"}, {"bone", "LeftUpLeg"}, {"parent", "Spine"}};
        Document doc = edited(dressed({{{"Hips", 1}}}), ask);
        ask["bone"] = "RightUpLeg";
        doc = without(edited(doc, ask), "Hips");
        // The spine begins 10 cm above the hips, the leg a little more to the side.
        QCOMPARE(weightsOf(doc, 0), std::string("Spine 1"));
    }

    void aSkinKeepsAJointAndARoot()
    {
        Document doc = dressed({{{"Hips", 1}}});
        QCOMPARE(test::refusal(doc, {{"edit", "removeBone"}, {"bone", "Hips"}}),
                 QString("#/0/bone: the joints of a skin would have no common root without "
                         "\"Hips\""));
        for (const char* name : kJoints)
            if (name != std::string_view("Hips")) doc = without(doc, name);
        QCOMPARE(weightsOf(doc, 0), std::string("Hips 1"));
        QCOMPARE(test::refusal(doc, {{"edit", "removeBone"}, {"bone", "Hips"}}),
                 QString("#/0/bone: \"Hips\" is the last joint of a skin"));
    }

    void aJointStaysBelowTheRootOfItsSkin()
    {
        const Document doc = dressed({{{"Hips", 1}}});
        const json out{{"edit", "reparentBone"}, {"bone", "LeftArm"}};
        QCOMPARE(test::refusal(doc, out),
                 QString("#/0/parent: the joints of the skin of \"Shirt\", \"Twin\" would have no "
                         "common root"));
        const Result<Document> refused =
            edit::apply(doc, edit::ReparentBone{nodeNamed(doc, "LeftArm"), NodeId::None});
        QVERIFY(!refused);
        QCOMPARE(refused.error().advice,
                 std::string("choose a parent for \"LeftArm\" in the same tree of bones, or bind "
                             "the mesh without it first"));
        // Within its tree it may hang anywhere, and what is no joint may leave it.
        json within = out;
        within["parent"] = "Hips";
        QCOMPARE(test::refusal(doc, within), QString());
        QCOMPARE(test::refusal(doc, {{"edit", "reparentBone"}, {"bone", "RightUpLeg"}}), QString());
    }

    /// As after its meshes were bound to another skeleton.
    void aSkinThatMovesNothingIsInNobodysWay()
    {
        Document doc = dressed({{{"Hips", 1}}});
        std::vector<Node> nodes = doc.scene->nodes();
        for (Node& node : nodes)
            if (auto* part = std::get_if<MeshPart>(&node.part)) part->skin = -1;
        doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
        for (const char* name : kJoints)
            if (name != std::string_view("Hips")) doc = without(doc, name);
        const Document after = without(doc, "Hips");
        QVERIFY(validate(after));
        QCOMPARE(after.scene->skins()[0].joints.size(), std::size_t(1));
        QCOMPARE(after.scene->find("Hips"), kNoNode);
    }

    void severalGoFromTheTipsToTheRoot()
    {
        const Document doc = dressed({{{"LeftHand", 1}}, {{"LeftForeArm", 0.5F}, {"Hips", 0.5F}}});
        const json all{"LeftArm", "LeftForeArm", "LeftHand"};
        const Result<Document> after =
            operate::applyAll(doc, json::array({{{"operation", "removeNodes"}, {"nodes", all}}}));
        QVERIFY(after);
        QCOMPARE(weightsOf(*after, 0), std::string("Chest 1"));
        QCOMPARE(weightsOf(*after, 1), std::string("Chest 0.5, Hips 0.5"));
        QCOMPARE(operate::toldOfSkins(doc, *after),
                 std::string("1 vertex of \"LeftForeArm\" follows \"Chest\" now; 1 vertex of "
                             "\"LeftHand\" follows \"Chest\" now"));
        QCOMPARE(operate::toldOfSkins(doc, doc), std::string());
    }

    void aMeshBoundInAnotherPoseIsToldToMove()
    {
        const Document doc =
            edited(dressed({{{"LeftHand", 1}}}),
                   {{"edit", "setRest"}, {"node", "LeftHand"}, {"rotation", {0, 0, 0.6, 0.8}}});
        const std::string told = operate::toldOfSkins(doc, without(doc, "LeftHand"));
        QVERIFY2(told.find("because the mesh was bound in another pose") != std::string::npos,
                 told.c_str());
    }

    void childrenMoveAsIfTheBoneWereAtRest()
    {
        // The forearm has keys of its own; so has the hand, of all kinds.
        const auto key = [](const char* joint, int frame, json values) {
            values.update({{"edit", "setJointKey"}, {"joint", joint}, {"frame", frame}});
            return values;
        };
        const Document doc =
            edited(edited(biped(), {{"edit", "setRest"},
                                    {"node", "LeftForeArm"},
                                    {"rotation", {0, 0.6, 0, 0.8}},
                                    {"scale", {2, 2, 2}}}),
                   {key("LeftHand", 0, {{"rotation", {0, 0, 0, 1}}, {"translation", {0, 0.25, 0}}}),
                    key("LeftHand", 24,
                        {{"rotation", {0.6, 0, 0, 0.8}},
                         {"translation", {0.1, 0.3, -0.1}},
                         {"scale", {1.5, 1.5, 1.5}}}),
                    key("LeftArm", 0, {{"rotation", {0, 0, 0, 1}}}),
                    key("LeftArm", 24, {{"rotation", {0, 0.28, 0, 0.96}}})});
        const Document after = without(doc, "LeftForeArm");
        for (const double frame : {0.0, 7.5, 12.0, 24.0}) {
            const Evaluation was = evaluate(*prepare(doc), frame);
            const Evaluation is = evaluate(*prepare(after), frame);
            const WorldTransform& a = was.world[doc.scene->find("LeftHand")];
            const WorldTransform& b = is.world[after.scene->find("LeftHand")];
            QVERIFY2((a.position - b.position).norm() < 1e-12,
                     QByteArray::number((a.position - b.position).norm()));
            QVERIFY(angleBetween(a.rotation, b.rotation) < 1e-7);
            QVERIFY((a.linear - b.linear).norm() < 1e-12);
        }
    }
};

POSEWRIGHT_TEST(TestHandOver, posewright::test::runPlain);
#include "tst_hand_over.moc"
