#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/operate/figure/box_place.h"
#include "core/operate/grip.h"
#include "core/operate/operate.h"
#include "core/operate/prop_ends.h"
#include "tests/support/program.h"
#include "tests/support/props.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::edited;
using test::figureWithBox;
using test::handJumps;
using test::handOnBox;

namespace {

const json kPropTurn{0, std::sqrt(0.5), 0, std::sqrt(0.5)};
const json kPropMove{
    {"operation", "moveNodes"}, {"nodes", {"Box"}}, {"frame", 12}, {"by", {0.1, 0.2, 0.3}}};

Document propDone(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    if (!out) qFatal("%s %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

Document inOtherClip(const Document& doc)
{
    return edited(doc, {{"edit", "setActiveClip"}, {"name", "Other"}});
}

WorldTransform propAt(const Document& doc, const char* node, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(node)];
}

NodeId propId(const Document& doc, const char* node)
{
    return (*doc.scene)[doc.scene->find(node)].id;
}

}  // namespace

/// What is no bone: moved and turned at rest, or by keys where it has some.
class TestProps : public QObject {
    Q_OBJECT

private slots:
    void aPropWithoutKeysIsMovedAtRestAndSoInAllClips()
    {
        const Document before = figureWithBox();
        const Document after = propDone(before, kPropMove);
        const Vec3 there(0.1, 1.2, 0.7);
        QVERIFY(!after.clip().track(propId(after, "Box")));
        QVERIFY(((*after.scene)[after.scene->find("Box")].rest.translation - there).norm() < 1e-15);
        for (const double frame : {0.0, 12.0, 24.0}) {
            QVERIFY((propAt(after, "Box", frame).position - there).norm() < 1e-15);
            QVERIFY((propAt(inOtherClip(after), "Box", frame).position - there).norm() < 1e-15);
        }
        const Changes what = diff(before, after);
        QVERIFY(what.scene && what.tracks.empty() && !what.clips && !what.rig);
    }

    void aPropWithKeysIsKeyedAtTheFrame()
    {
        const Document keyed =
            propDone(figureWithBox(), {{"operation", "keyPose"}, {"nodes", {"Box"}}, {"frame", 0}});
        const Document after = propDone(keyed, kPropMove);
        QVERIFY(after.scene.sameAs(keyed.scene));
        QVERIFY(keyFrames(*after.clip().track(propId(after, "Box"))) == (std::vector{0.0, 12.0}));
        QVERIFY((propAt(after, "Box", 0).position - Vec3(0, 1, 0.4)).norm() < 1e-12);
        QVERIFY((propAt(after, "Box", 12).position - Vec3(0.1, 1.2, 0.7)).norm() < 1e-12);
        // Nobody animated it in the other clip: there it is its rest place that is moved.
        const Document other = propDone(inOtherClip(keyed), kPropMove);
        QVERIFY(!other.scene.sameAs(keyed.scene));
        QVERIFY(!other.clip().track(propId(other, "Box")));
    }

    void aPropIsKeyedByPlaceAndTurn()
    {
        const Document keyed =
            propDone(figureWithBox(), {{"operation", "keyPose"}, {"nodes", {"Box"}}, {"frame", 5}});
        const Track* track = keyed.clip().track(propId(keyed, "Box"));
        QVERIFY(track && hasKeys(track->translation) && !track->rotation->empty());
        QVERIFY(operate::isPlaceKeyed(keyed, propId(keyed, "Box")));
        QVERIFY(!operate::isPlaceKeyed(inOtherClip(keyed), propId(keyed, "Box")));
    }

    void aLayerThatMovesAPropCountsAsKeys()
    {
        const Document laid = edited(figureWithBox(), {{{"edit", "addLayer"}, {"name", "Up"}},
                                                       {{"edit", "setLayerKey"},
                                                        {"layer", "Up"},
                                                        {"joint", "Box"},
                                                        {"frame", 0},
                                                        {"translation", {0, 1, 0}}}});
        QVERIFY(operate::isPlaceKeyed(laid, propId(laid, "Box")));
    }

    void turnedPropsTurnAsOne()
    {
        const Document two = edited(figureWithBox(), {{"edit", "addBox"},
                                                      {"name", "Cup"},
                                                      {"size", {0.05, 0.1, 0.05}},
                                                      {"position", {0.1, 1.2, 0.4}}});
        const Document after = propDone(two, {{"operation", "turnNodes"},
                                              {"nodes", {"Cup", "Box"}},
                                              {"frame", 3},
                                              {"by", kPropTurn}});
        QVERIFY((propAt(after, "Box", 9).position - Vec3(0, 1, 0.4)).norm() < 1e-12);
        QVERIFY((propAt(after, "Cup", 9).position - Vec3(0, 1.2, 0.3)).norm() < 1e-12);
        for (const char* name : {"Box", "Cup"}) {
            const Quat turn = propAt(after, name, 9).rotation;
            QVERIFY(std::abs(angleBetween(turn, Quat::Identity()) - std::acos(-1.0) / 2) < 1e-12);
            const Vec3& size = (*after.scene)[after.scene->find(name)].rest.scale;
            QVERIFY(size == (*two.scene)[two.scene->find(name)].rest.scale);
        }
    }

    /// The hand moves over time: the box comes to be where it was dragged to at that frame.
    void aPropInAHandIsMovedThere()
    {
        const Document held = edited(
            figureWithBox(), {{"edit", "reparentBone"}, {"bone", "Box"}, {"parent", "RightHand"}});
        const Vec3 was = propAt(held, "Box", 12).position;
        const Document after = propDone(held, kPropMove);
        QVERIFY((propAt(after, "Box", 12).position - was - Vec3(0.1, 0.2, 0.3)).norm() < 1e-12);
        QVERIFY((propAt(after, "Box", 0).position - propAt(after, "Box", 12).position).norm() >
                0.1);
        QVERIFY(!after.clip().track(propId(after, "Box")));
    }

    void aMeshThatASkinMovesIsNoProp()
    {
        const Document doc = figureWithBox();
        std::vector<Node> nodes = doc.scene->nodes();
        const NodeIndex box = doc.scene->find("Box");
        std::get<MeshPart>(nodes[box].part).skin = 0;
        Mesh mesh = *std::get<MeshPart>(nodes[box].part).mesh;
        mesh.joints.assign(mesh.positions.size(), {0, 0, 0, 0});
        mesh.weights.assign(mesh.positions.size(), {1, 0, 0, 0});
        std::get<MeshPart>(nodes[box].part).mesh = std::move(mesh);
        Document skinned = doc;
        skinned.scene = *Scene::make(
            std::move(nodes), {Skin{{propId(doc, "Hips")}, {Eigen::Matrix4f::Identity().eval()}}});
        const Evaluation shown = evaluate(skinned, 0);
        QVERIFY(operate::gripOf(skinned, shown, propId(doc, "Box")) == operate::Grip::None);
        QVERIFY(!operate::applyAll(skinned, json::array({kPropMove})));
    }

    void aTargetThatGoesAlongWithABoxFollowsItInAllClips()
    {
        const Document doc =
            edited(figureWithBox(), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                     test::targetKey("hand", 0, {0.35, 1.2, 0.3}),
                                     {{"edit", "setActiveClip"}, {"name", "Other"}},
                                     test::targetKey("hand", 0, {0.35, 1.15, 0.3}),
                                     {{"edit", "setActiveClip"}, {"name", "Clip"}}});
        const Document along =
            propDone(doc, {{"operation", "targetSpace"}, {"targets", {"hand"}}, {"space", "Box"}});
        const Vec3 here = propAt(along, "LeftHand", 12).position;
        const Vec3 there = propAt(inOtherClip(along), "LeftHand", 12).position;
        const json lift{
            {"operation", "moveNodes"}, {"nodes", {"Box"}}, {"frame", 12}, {"by", {0, 0.1, 0}}};
        const Document after = propDone(along, lift);
        const Vec3 up(0, 0.1, 0);
        QVERIFY((propAt(after, "LeftHand", 12).position - here - up).norm() < 1e-6);
        QVERIFY((propAt(inOtherClip(after), "LeftHand", 12).position - there - up).norm() < 1e-6);
        // With the memo that an editor keeps, too.
        const auto memo = makeKeyMemo();
        evaluate(*prepare(along, memo), 12);
        QVERIFY(evaluate(*prepare(after, memo), 12).world.back().position ==
                evaluate(after, 12).world.back().position);
        const NodeIndex hand = after.scene->find("LeftHand");
        QVERIFY(evaluate(*prepare(after, memo), 12).world[hand].position ==
                evaluate(after, 12).world[hand].position);
    }

    void aContactOnABoxFollowsItAndComesAndGoesWithoutAJump()
    {
        const Document doc = handOnBox();
        const Vec3 was = propAt(doc, "LeftHand", 12).position;
        const Vec3 by(-0.05, 0.05, 0);
        const Document after = propDone(doc, {{"operation", "moveNodes"},
                                              {"nodes", {"Box"}},
                                              {"frame", 12},
                                              {"by", {-0.05, 0.05, 0}}});
        for (const double frame : {8.0, 12.0, 16.0})
            QVERIFY((propAt(after, "LeftHand", frame).position - was - by).norm() < 1e-6);
        for (const double border : {8.0, 16.0})
            QVERIFY((propAt(after, "LeftHand", border - 1e-4).position -
                     propAt(after, "LeftHand", border + 1e-4).position)
                        .norm() < 1e-3);
        for (const double away : {0.0, 24.0})
            QVERIFY(
                (propAt(after, "LeftHand", away).position - propAt(doc, "LeftHand", away).position)
                    .norm() < 1e-9);
    }

    void contactsOnABoxDoNotJumpWhateverMovesIt()
    {
        const Document doc = handOnBox();
        QVERIFY(handJumps(doc) < 1e-3);
        edit::SetRest taller;
        taller.node = propId(doc, "Box");
        taller.scale = Vec3(0.2, 0.25, 0.2);
        std::vector<edit::Edit> edits{taller};
        const auto scaled = operate::applyWithEnds(doc, edits);
        QVERIFY(scaled && edits.size() == 3);
        QVERIFY((propAt(*scaled, "LeftHand", 12).position - propAt(doc, "LeftHand", 12).position)
                    .norm() > 0.01);
        QVERIFY2(handJumps(*scaled) < 1e-3, qPrintable(QString::number(handJumps(*scaled))));

        const json move{
            {"operation", "moveNodes"}, {"nodes", {"Box"}}, {"frame", 0}, {"by", {-0.05, 0.05, 0}}};
        const Document keyed = propDone(
            propDone(doc, {{"operation", "keyPose"}, {"nodes", {"Box"}}, {"frame", 0}}), move);
        QVERIFY(operate::isPlaceKeyed(keyed, propId(keyed, "Box")));
        QVERIFY2(handJumps(keyed) < 1e-3, qPrintable(QString::number(handJumps(keyed))));
    }

    /// A contact that is moved itself, and what is on a prop that is moved with it, go once.
    void whatIsOnAMovedBoxIsMovedOnce()
    {
        const Document doc = handOnBox();
        const Vec3 was = propAt(doc, "LeftHand", 12).position;
        const Document after = propDone(doc, {{"operation", "moveNodes"},
                                              {"nodes", {"hand", "Box"}},
                                              {"frame", 12},
                                              {"by", {-0.05, 0.05, 0}}});
        QVERIFY((propAt(after, "LeftHand", 12).position - was - Vec3(-0.05, 0.05, 0)).norm() <
                1e-6);
    }

    /// S keys the place of what is no bone, and the morphs that play a part.
    void aPropWithMorphsIsKeyedByItsPlaceToo()
    {
        Document doc = figureWithBox();
        std::vector<Node> nodes = doc.scene->nodes();
        auto& part = std::get<MeshPart>(nodes[doc.scene->find("Box")].part);
        Mesh mesh = *part.mesh;
        Morph morph;
        morph.name = "up";
        for (std::uint32_t i = 0; i < mesh.positions.size(); ++i) morph.vertices.push_back(i);
        morph.positions.assign(mesh.positions.size(), Eigen::Vector3f(0, 1, 0));
        mesh.morphs.push_back(morph);
        part.mesh = std::move(mesh);
        part.morphs = {0.0};
        doc.scene = *Scene::make(std::move(nodes));
        const Document keyed =
            propDone(doc, {{"operation", "keyPose"}, {"nodes", {"Box"}}, {"frame", 5}});
        const Track* track = keyed.clip().track(propId(keyed, "Box"));
        QVERIFY(track && track->translation[0]->find(5) && track->rotation->find(5));
        QVERIFY(!track->morphs.empty() && track->morphs[0]->find(5));
    }

    void aNewBoxIsWithinReachOfWhatIsSelected()
    {
        const Document doc = test::biped(false);
        const Evaluation shown = evaluate(doc, 0);
        const auto placed = [&](const Document& in, const char* beside) {
            return operate::boxPlace(in, evaluate(in, 0),
                                     beside ? propId(in, beside) : NodeId::None, 0.2, 1.7,
                                     {5, 0, 5});
        };
        const auto reaches = [&](const Vec3& base) {
            const Vec3 shoulder = propAt(doc, "LeftArm", 0).position;
            const double arm = 0.27 + 0.25;
            const Vec3 middle = base + Vec3(0, 0.1, 0);
            const Vec3 nearest = shoulder.cwiseMax(middle - Vec3::Constant(0.1))
                                     .cwiseMin(middle + Vec3::Constant(0.1));
            return (nearest - shoulder).norm() < arm;
        };
        const Vec3 before = placed(doc, nullptr);
        QVERIFY2(reaches(before), "before the figure");
        QVERIFY(std::abs(before.x()) < 1e-9 && before.z() > 0.3);
        const Vec3 atHand = placed(doc, "LeftHand");
        // Before the hand, moved so near that the stretched arm reaches the middle of the top.
        const double arm = std::hypot(0.27, 0.03) + std::hypot(0.25, 0.03);
        const Vec3 top = atHand + Vec3(0, 0.2, 0) - propAt(doc, "LeftArm", 0).position;
        QVERIFY(std::abs(top.norm() - 0.95 * arm) < 1e-9);
        QVERIFY(top.x() > 0.4 && top.z() > 0.05);
        const Vec3 atFoot = placed(doc, "LeftFoot");
        QCOMPARE(atFoot.y(), 0.0);
        // A figure that faces elsewhere.
        const Document turned = propDone(
            doc,
            {{"operation", "turnNodes"}, {"nodes", {"Hips"}}, {"frame", 0}, {"by", kPropTurn}});
        const Vec3 side = placed(turned, nullptr);
        QVERIFY(std::abs(side.z()) < 1e-6 && side.x() > 0.3);
        // The next one is beside it.
        const Document one = edited(doc, {{"edit", "addBox"},
                                          {"name", "Box"},
                                          {"size", {0.2, 0.2, 0.2}},
                                          {"position", {before.x(), before.y(), before.z()}}});
        QVERIFY(std::abs((placed(one, nullptr) - before).norm() - 0.24) < 1e-9);
        const Document nobody = emptyDocument();
        QVERIFY((operate::boxPlace(nobody, evaluate(nobody, 0), NodeId::None, 0.2, 1, {5, 0, 5}) -
                 Vec3(5, 0, 5))
                    .norm() < 1e-12);
    }

    /// In a T-pose a box before the hand would be beyond its reach.
    void theTopOfANewBoxIsWithinReachOfATarget()
    {
        const Document doc = edited(test::biped(false), {{"edit", "addTarget"},
                                                         {"name", "Touch"},
                                                         {"effector", "LeftHand"},
                                                         {"root", "LeftArm"},
                                                         {"at", "pose"}});
        const Vec3 base =
            operate::boxPlace(doc, evaluate(doc, 0), propId(doc, "Touch"), 0.2, 1.7, {5, 0, 5});
        const Vec3 top = base + Vec3(0, 0.2, 0);
        const Vec3 shoulder = propAt(doc, "LeftArm", 0).position;
        const double arm = std::hypot(0.27, 0.03) + std::hypot(0.25, 0.03);
        QVERIFY(std::abs((top - shoulder).norm() - 0.95 * arm) < 1e-9);
        QVERIFY(top.x() > 0.4 && top.z() > 0.05);  // on the hand's side, before the arm
    }

    /// A key set at the end of a contact is where that holds the hand, so that it leaves from
    /// there.
    void aKeyInAContactIsWhereItHolds()
    {
        // The hand is held where it was at 8; its keys, which nobody sees there, go elsewhere.
        const Document doc =
            test::edited(test::handOnBox(), {test::targetKey("hand", 16, {0.1, 1.4, 0.4}),
                                             test::targetKey("hand", 24, {0.4, 1.3, 0.25})});
        const NodeIndex hand = doc.scene->find("LeftHand");
        const auto leap = [hand](const Document& d) {
            return (evaluate(d, 16).world[hand].position - evaluate(d, 16.01).world[hand].position)
                .norm();
        };
        QVERIFY2(leap(doc) > 0.05, qPrintable(QString::number(leap(doc))));
        const Result<Document> keyed = operate::applyAll(
            doc, nlohmann::json::array(
                     {{{"operation", "keyPose"}, {"nodes", {"hand"}}, {"frame", 16}}}));
        QVERIFY(keyed);
        QVERIFY2(leap(*keyed) < 1e-3, qPrintable(QString::number(leap(*keyed))));
        for (double frame = 8; frame <= 16; ++frame)
            QVERIFY((evaluate(*keyed, frame).world[hand].position -
                     evaluate(doc, frame).world[hand].position)
                        .norm() < 1e-6);
    }
};

POSEWRIGHT_TEST(TestProps, posewright::test::runWithEvents);
#include "tst_props.moc"
