#include "core/evaluate/evaluate.h"
#include "core/operate/flipped.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// A figure that has stepped out with its left foot, which is planted, at frame 0.
Document steppedOut()
{
    return edited(test::biped(false), {test::addTarget("foot.L", "LeftFoot", "LeftUpLeg"),
                                       test::addTarget("foot.R", "RightFoot", "RightUpLeg"),
                                       test::addTarget("hand.L", "LeftHand", "LeftArm"),
                                       test::addTarget("hand.R", "RightHand", "RightArm"),
                                       {{"edit", "setRange"}, {"start", 0}, {"end", 24}},
                                       {{"edit", "setJointKey"},
                                        {"joint", "Hips"},
                                        {"frame", 0},
                                        {"translation", {0.02, 0.85, 0.1}},
                                        {"rotation", {0.0, 0.05, 0.0, 0.99874922}}},
                                       test::targetKey("foot.L", 0, {0.11, 0.1, 0.3}),
                                       test::targetKey("foot.R", 0, {-0.09, 0.12, -0.2}),
                                       test::targetKey("hand.L", 0, {0.4, 1.1, -0.2}),
                                       test::targetKey("hand.R", 0, {-0.35, 1.2, 0.4}),
                                       {{"edit", "setSpan"},
                                        {"target", "foot.L"},
                                        {"start", 0},
                                        {"end", 12},
                                        {"kind", "contact"}}});
}

std::vector<edit::KeyRef> keysAt(const Document& doc, double frame)
{
    std::vector<edit::KeyRef> keys;
    for (const Shared<Track>& track : doc.clip().tracks) {
        const Constraint* target = constraintOfTarget(*doc.rig, track->node);
        const std::vector<double> frames = keyFrames(*track);
        if (std::ranges::find(frames, frame) != frames.end())
            keys.push_back({track->node, target ? target->id : ConstraintId::None, {}, frame});
    }
    return keys;
}

Document did(const Document& doc, const operate::Operation& operation)
{
    const Result<operate::Edits> edits = operate::edits(doc, operation);
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

Vec3 placeIn(const Document& doc, const char* name, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(std::string_view(name))].position;
}

/// Left for right by the names of this figure alone.
std::string otherSide(std::string name)
{
    const auto change = [&](const std::string& from, const std::string& to) {
        if (name.rfind(from, 0) != 0) return false;
        name = to + name.substr(from.size());
        return true;
    };
    if (!change("Left", "Right")) change("Right", "Left");
    return name;
}

/// How far joints of `now` at a frame are from the mirror images of `was` at another, carried by
/// `by`. [m]
double unlike(const Document& was, double then, const Document& now, double frame, const Vec3& by)
{
    double most = 0;
    for (const Node& node : was.scene->nodes()) {
        if (!node.bone()) continue;
        Vec3 place = placeIn(was, otherSide(node.name).c_str(), then);
        place.x() = -place.x();
        most = std::max(most, (placeIn(now, node.name.c_str(), frame) - place - by).norm());
    }
    return most;
}

}  // namespace

/// Poses put elsewhere in time, and part of the way to others.
class TestPosing : public QObject {
    Q_OBJECT

private slots:
    void aPoseIsPastedLeftForRightWhereNothingIsPlanted()
    {
        const Document doc = steppedOut();
        const operate::Copied what = operate::copied(doc, keysAt(doc, 0), {});
        const Document out = did(doc, operate::PasteFlipped{what, {}, 20, true, {}});
        QVERIFY2(unlike(doc, 0, out, 20, Vec3::Zero()) < 1e-6,
                 qPrintable(QString::number(unlike(doc, 0, out, 20, Vec3::Zero()))));
        QCOMPARE(operate::keptPlanted(doc, what, 20), ConstraintId::None);
    }

    void thePlantedFootStaysAndTheFigureSteps()
    {
        const Document doc = steppedOut();
        const operate::Copied what = operate::copied(doc, keysAt(doc, 0), {});
        QCOMPARE(operate::keptPlanted(doc, what, 12), test::targetNamed(doc, "foot.L"));
        const Document out = did(doc, operate::PasteFlipped{what, {}, 12, true, {}});
        const Vec3 planted = placeIn(doc, "LeftFoot", 12);
        QVERIFY((planted - Vec3(0.11, 0.1, 0.3)).norm() < 1e-6);
        QVERIFY((placeIn(out, "LeftFoot", 12) - planted).head<1>().norm() < 1e-6);
        QVERIFY(std::abs(placeIn(out, "LeftFoot", 12).z() - planted.z()) < 1e-6);
        // The left foot was 0.3 m before the origin, and is behind now: a step on of half a metre.
        const Vec3 by(0.11 - 0.09 + 0.0, 0, 0.3 + 0.2);
        const Vec3 hips = placeIn(out, "Hips", 12);
        QVERIFY((hips - Vec3(-0.02, 0.85, 0.1) - by).norm() < 1e-9);
        QVERIFY(std::abs(placeIn(out, "RightFoot", 12).z() - (0.3 + by.z())) < 1e-3);
        QVERIFY(std::abs(placeIn(out, "RightHand", 12).x() - (-0.4 + by.x())) < 1e-3);
        const Document apart = did(doc, operate::PasteFlipped{what, {}, 12, false, {}});
        QVERIFY((placeIn(apart, "Hips", 12) - Vec3(-0.02, 0.85, 0.1)).norm() < 1e-9);
    }

    /// Targets that hang on something say where they are in its space.
    void thePlantedFootStaysWhereItsTargetHangsOnSomething()
    {
        const auto hung = [](const char* target) {
            return json{{"edit", "reparentBone"}, {"bone", target}, {"parent", "Board"}};
        };
        const auto foot = [](const char* side, const Vec3& place) {
            return test::targetKey(side, 0, {place.x(), place.y(), place.z()});
        };
        const Document doc = edited(
            test::biped(false),
            {{{"edit", "addBone"}, {"name", "Board"}, {"head", {1, 0.2, 3}}, {"tail", {1, 0.2, 4}}},
             test::addTarget("foot.L", "LeftFoot", "LeftUpLeg"),
             test::addTarget("foot.R", "RightFoot", "RightUpLeg"),
             hung("foot.L"),
             hung("foot.R"),
             {{"edit", "setJointKey"},
              {"joint", "Hips"},
              {"frame", 0},
              {"translation", {0.02, 0.85, 0.1}}},
             foot("foot.L", {0.11, 0.1, 0.3}),
             foot("foot.R", {-0.09, 0.12, -0.2}),
             {{"edit", "setSpan"},
              {"target", "foot.L"},
              {"start", 0},
              {"end", 12},
              {"kind", "contact"}}});
        const operate::Copied what = operate::copied(doc, keysAt(doc, 0), {});
        const Document out = did(doc, operate::PasteFlipped{what, {}, 12, true, {}});
        const Vec3 planted = placeIn(doc, "LeftFoot", 12), by(0.11 - 0.09, 0, 0.3 + 0.2);
        QVERIFY((placeIn(out, "foot.L", 12) - planted - Vec3(0, 0.02, 0)).norm() < 1e-6);
        QVERIFY((placeIn(out, "Hips", 12) - Vec3(-0.02, 0.85, 0.1) - by).norm() < 1e-9);
        QVERIFY((placeIn(out, "foot.R", 12) - Vec3(-0.11, 0.1, 0.3) - by).norm() < 1e-9);
    }

    /// As scripts ask for it: by frames, with no clipboard.
    void aFrameIsPastedFlippedByAList()
    {
        const Document doc = steppedOut();
        const auto done = [&](const json& operation) {
            return operate::applyAll(doc, json::array({operation}));
        };
        const Result<Document> list =
            done({{"operation", "pasteFlipped"}, {"from", 0}, {"to", 12}, {"keep", "foot.L"}});
        QVERIFY2(list, list ? "" : list.error().message.c_str());
        const operate::Copied what = operate::copied(doc, keysAt(doc, 0), {});
        const Document pasted = did(doc, operate::PasteFlipped{what, {}, 12, true, {}});
        for (const Node& node : doc.scene->nodes())
            QVERIFY((placeIn(*list, node.name.c_str(), 12) - placeIn(pasted, node.name.c_str(), 12))
                        .norm() < 1e-9);
        const Result<Document> none = done({{"operation", "pasteFlipped"}, {"to", 12}});
        QVERIFY(!none);
        QCOMPARE(none.error().where, std::string("#/0/from"));
    }

    void twiceFlippedIsAsItWas()
    {
        const Document doc = edited(test::biped(), json::array());
        const operate::Copied once = operate::copied(doc, keysAt(doc, 12), {});
        QVERIFY(!once.empty());
        const Document flipped = did(doc, operate::PasteFlipped{once, {}, 40, false, {}});
        const operate::Copied twice = operate::copied(flipped, keysAt(flipped, 40), {});
        const Document back = did(flipped, operate::PasteFlipped{twice, {}, 60, false, {}});
        for (const Shared<Track>& track : doc.clip().tracks) {
            const RotationKey* a = track->rotation->find(12);
            const RotationKey* b = back.clip().track(track->node)->rotation->find(60);
            if (a) QVERIFY(std::abs(std::abs(a->value.dot(b->value)) - 1) < 1e-12);
        }
    }

    void aPoseIsKeyedPartOfTheWay_data()
    {
        QTest::addColumn<int>("towards");
        QTest::addColumn<double>("amount");
        QTest::addColumn<double>("x");  // keys at 4, 10, 24 have 0.2, 0.5, 0.3
        using operate::Towards;
        const auto row = [](const char* name, Towards towards, double amount, double x) {
            QTest::newRow(name) << int(towards) << amount << x;
        };
        row("to the key before", Towards::Previous, 1, 0.2);
        row("half way there", Towards::Previous, 0.5, 0.35);
        row("to the key behind", Towards::Next, 1, 0.3);
        row("beyond", Towards::Next, 1.5, 0.2);
        row("relaxed", Towards::Between, 1, 0.2 + 0.1 * 6 / 20);
        row("pushed", Towards::Between, -0.5, 0.5 + 0.5 * (0.5 - (0.2 + 0.1 * 6 / 20)));
        row("nothing", Towards::Between, 0, 0.5);
    }
    void aPoseIsKeyedPartOfTheWay()
    {
        QFETCH(int, towards);
        QFETCH(double, amount);
        QFETCH(double, x);
        const Document doc =
            edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                        test::targetKey("hand", 4, {0.2, 1.3, 0.3}),
                                        test::targetKey("hand", 10, {0.5, 1.3, 0.3}),
                                        test::targetKey("hand", 24, {0.3, 1.3, 0.3})});
        const NodeId hand = test::nodeNamed(doc, "hand");
        const Document out =
            did(doc, operate::BlendPose{{hand}, 10, operate::Towards(towards), amount});
        QVERIFY(std::abs(out.clip().track(hand)->translation[0]->find(10)->value - x) < 1e-12);
        QCOMPARE(keyFrames(*out.clip().track(hand)), (std::vector{4.0, 10.0, 24.0}));
    }

    void jointsAndLimbsGoToRest()
    {
        const Document doc =
            edited(test::biped(), {test::addTarget("hand", "RightHand", "RightArm"),
                                   test::targetKey("hand", 12, {-0.2, 1.5, 0.4})});
        std::vector<NodeId> nodes{test::nodeNamed(doc, "hand"), test::nodeNamed(doc, "LeftArm")};
        const Document out = did(doc, operate::BlendPose{nodes, 12, operate::Towards::Rest, 1});
        const Node& arm = (*doc.scene)[doc.scene->find("LeftArm")];
        const Evaluation pose = evaluate(out, 12);
        QVERIFY(pose.local[doc.scene->find("LeftArm")].rotation.angularDistance(arm.rest.rotation) <
                1e-9);
        const NodeIndex hand = doc.scene->find("RightHand");
        const NodeIndex root = doc.scene->find("RightArm");
        WorldTransform world = pose.world[(*doc.scene)[root].parent];
        for (const NodeIndex joint : doc.scene->path(root, hand))
            world = world * (*doc.scene)[joint].rest;
        QVERIFY((pose.world[hand].position - world.position).norm() < 1e-4);
    }

    void whatHasNoKeysToGoByIsRefused()
    {
        const Document doc =
            edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                        test::targetKey("hand", 4, {0.2, 1.3, 0.3})});
        const operate::BlendPose blend{
            {test::nodeNamed(doc, "hand")}, 10, operate::Towards::Between, 0.5};
        const Result<operate::Edits> edits = operate::edits(doc, blend);
        QVERIFY(!edits);
        QCOMPARE(edits.error().where, std::string("/nodes"));
    }

    /// Keys are where they are shown, with what layers lay on them.
    void aBlendTowardsAKeySeesLayers()
    {
        const json key{{"edit", "setJointKey"}, {"joint", "LeftArm"}};
        const auto at = [&](double frame, double half) {
            json out = key;
            out["frame"] = frame;
            out["rotation"] = {std::sin(half), 0, 0, std::cos(half)};
            return out;
        };
        const Document doc = edited(test::biped(false), {at(0, 0), at(20, 0.5)});
        const NodeId arm = test::nodeNamed(doc, "LeftArm");
        Document laid = *edit::apply(doc, edit::AddLayer{"turned", {}, {}});
        edit::SetLayerKey offset;
        offset.layer = "turned";
        offset.joint = arm;
        offset.rotation = Quat(Eigen::AngleAxisd(0.8, Vec3::UnitZ()));
        for (const double frame : {0.0, 24.0}) {
            offset.frame = frame;
            laid = *edit::apply(laid, offset);
        }
        operate::BlendPose blend;
        blend.nodes = {arm};
        blend.frame = 10;
        blend.towards = operate::Towards::Previous;
        blend.amount = 1;
        const Document after = did(laid, blend);
        const NodeIndex row = doc.scene->find(arm);
        const Quat first = evaluate(laid, 0).local[row].rotation;
        QVERIFY(first.angularDistance(evaluate(doc, 0).local[row].rotation) > 0.7);
        QVERIFY(evaluate(after, 10).local[row].rotation.angularDistance(first) < 1e-9);
    }
};

POSEWRIGHT_TEST(TestPosing, posewright::test::runWithEvents);
#include "tst_posing.moc"
