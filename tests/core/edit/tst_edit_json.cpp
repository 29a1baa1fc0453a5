#include "core/edit/edit.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cstring>
#include <limits>
#include <set>

using namespace posewright;
using nlohmann::json;
using test::addTarget;
using test::biped;
using test::edited;
using test::refusal;

namespace {

Document withHand()
{
    return edited(biped(),
                  {addTarget("hand", "LeftHand", "LeftArm"),
                   {{"edit", "setTargetKey"}, {"target", "hand"}, {"frame", 4}},
                   {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 4}, {"value", 1}}});
}

}  // namespace

namespace {

edit::KeyData curveKey(NodeId node)
{
    edit::KeyData data;
    data.node = node;
    data.axis = 1;
    data.key = {3, 0.5, {-1, 0.25}, {2, 0}, Interpolation::Bezier, HandleMode::Free};
    return data;
}

edit::KeyData rotationKey(NodeId node)
{
    edit::KeyData data;
    data.node = node;
    data.property = Property::Rotation;
    data.rotation = {7, Quat::Identity(), RotationInterpolation::Eased};
    data.shape.ease = {0.1, 0, 0.5, 1};
    return data;
}

}  // namespace

class TestEditJson : public QObject {
    Q_OBJECT

private slots:
    void theListingNamesEveryEditOfTheContract();
    void argumentsOfEveryKindSurvive();
    void numbersAreKeptToTheBit();
    void namesAndIdsAreBothUnderstood();
    void aListIsAppliedWholeOrNotAtAll();
    void eachEditIsReadAgainstTheOnesBeforeIt();
    void whatCannotBeReadIsRefusedWithItsPlace_data();
    void whatCannotBeReadIsRefusedWithItsPlace();
    void numbersThatAreNotFiniteAreRefusedHoweverTheyCome();
};

void TestEditJson::theListingNamesEveryEditOfTheContract()
{
    std::set<std::string> names;
    for (const edit::Kind& kind : edit::kinds()) {
        QVERIFY(names.insert(std::string(kind.name)).second);
        QVERIFY(!kind.title.empty());
        for (const edit::Argument& argument : kind.arguments) QVERIFY(!argument.kind.empty());
    }
    for (const char* name :
         {"addTarget",     "addPole",         "removeTarget",    "setTarget",  "setTargetKey",
          "setJointKey",   "moveKeys",        "scaleKeys",       "deleteKeys", "setInterpolation",
          "setHandles",    "setInfluenceKey", "setSpan",         "removeSpan", "addBone",
          "renameNode",    "reparentBone",    "removeBone",      "setRest",    "symmetrize",
          "setRange",      "setFps",          "setLoop",         "addClip",    "removeClip",
          "setActiveClip", "addMarker",       "removeMarker",    "bakeToKeys", "putKeys",
          "shiftTime",     "moveSpan",        "setPreviewRange", "fitTarget",  "setLimit",
          "setMorphKey",   "addFlesh",        "setSkin",         "addNodes",   "bringIn",
          "retarget",      "forgetOrigin",    "bendAsKeyed"})
        QVERIFY2(names.count(name) == 1, name);
    const edit::Kind& span = edit::kindOf(edit::SetSpan{});
    QCOMPARE(span.name, std::string_view("setSpan"));
    QCOMPARE(span.arguments[3].name, std::string("kind"));
    QCOMPARE(span.arguments[3].kind, std::string("one of reach|contact|hold|off"));
    QVERIFY(!span.arguments[3].optional);
    QVERIFY(span.arguments[4].optional);
}

// Long: a case for each kind of argument.
void TestEditJson::argumentsOfEveryKindSurvive()
{
    const Document doc = withHand();
    const NodeId head = test::nodeNamed(doc, "Head");
    const ConstraintId hand = test::targetNamed(doc, "hand");
    const NodeId target = findConstraint(doc, "hand")->target;
    const std::vector<std::pair<edit::Edit, json>> cases{
        {edit::AddTarget{"x", head, test::nodeNamed(doc, "Hips"), 3.5, 0.01, true, head},
         {{"edit", "addTarget"},
          {"name", "x"},
          {"effector", "Head"},
          {"root", "Hips"},
          {"at", "pose"},
          {"frame", 3.5},
          {"fit", 0.01},
          {"aim", true},
          {"meets", "Head"},
          {"keepsDistance", false}}},
        {edit::SetTargetKey{hand, 4, Vec3(1, 2, 3), Quat(1, 0, 0, 0), edit::KeyShape::Eased},
         {{"edit", "setTargetKey"},
          {"target", "hand"},
          {"frame", 4.0},
          {"position", {1.0, 2.0, 3.0}},
          {"rotation", {0.0, 0.0, 0.0, 1.0}},
          {"interpolation", "eased"}}},
        {edit::SetBend{hand, 4, 0.5},
         {{"edit", "setBend"}, {"target", "hand"}, {"frame", 4.0}, {"turn", 0.5}}},
        {edit::AddFlesh{head, edit::Solid::Capsule, 0.5},
         {{"edit", "addFlesh"}, {"bone", "Head"}, {"shape", "capsule"}, {"thickness", 0.5}}},
        {edit::Retarget{.clip = "Clip",
                        .here = {{"hips", {test::nodeNamed(doc, "Hips")}}, {"spine", {}}},
                        .there = {{"hips", {"pelvis"}}},
                        .reference = retarget::Reference{retarget::Reference::Kind::Frame, 3},
                        .hereReference = retarget::Reference{retarget::Reference::Kind::Rest},
                        .travel = retarget::Travel::InPlace,
                        .ground = retarget::Ground::Kept,
                        .facing = retarget::Facing{retarget::Facing::Kind::Turned, -90},
                        .feet = false,
                        .hands = true},
         {{"edit", "retarget"},
          {"clip", "Clip"},
          {"here", {{"hips", json::array({"Hips"})}, {"spine", json::array()}}},
          {"there", {{"hips", json::array({"pelvis"})}}},
          {"reference", 3.0},
          {"hereReference", "rest"},
          {"travel", "inPlace"},
          {"ground", "keep"},
          {"facing", -90.0},
          {"feet", false},
          {"hands", true}}},
        {edit::SetSkin{head, {target, head}, {0, 1, 0, 0}, {65535, 1, 0, 0}},
         {{"edit", "setSkin"},
          {"mesh", "Head"},
          {"joints", {"hand", "Head"}},
          {"rows", {0, 1, 0, 0}},
          {"shares", {65535, 1, 0, 0}},
          {"again", false}}},
        {edit::RollBone{head, 0.5}, {{"edit", "rollBone"}, {"bone", "Head"}, {"by", 0.5}}},
        {edit::AddBox{"b", Vec3(1, 2, 3), Vec3(0, 1, 0)},
         {{"edit", "addBox"},
          {"name", "b"},
          {"size", {1.0, 2.0, 3.0}},
          {"position", {0.0, 1.0, 0.0}}}},
        {edit::AddNodes{"cG9zZQ=="}, {{"edit", "addNodes"}, {"content", "cG9zZQ=="}}},
        {edit::MoveKeys{{{head, {}, Property::Rotation, 2},
                         {{}, hand, Property::Influence, 4},
                         {target, hand, {}, 4}},
                        -1},
         {{"edit", "moveKeys"},
          {"keys",
           {{{"node", "Head"}, {"property", "rotation"}, {"frame", 2.0}},
            {{"target", "hand"}, {"property", "influence"}, {"frame", 4.0}},
            {{"target", "hand"}, {"frame", 4.0}}}},
          {"by", -1.0}}},
        {edit::SetInterpolation{{{head, {}, {}, 2}}, edit::KeyShape::Eased, Ease{0.1, 0, 0.5, 1}},
         {{"edit", "setInterpolation"},
          {"keys", json::array({{{"node", "Head"}, {"frame", 2.0}}})},
          {"interpolation", "eased"},
          {"ease", {0.1, 0.0, 0.5, 1.0}}}},
        {edit::SetHandles{
             {head, {}, Property::Translation, 2}, 2, Handle{-1, 0.5}, {}, HandleMode::Aligned},
         {{"edit", "setHandles"},
          {"key", {{"node", "Head"}, {"property", "translation"}, {"frame", 2.0}}},
          {"axis", 2},
          {"left", {-1.0, 0.5}},
          {"mode", "aligned"}}},
        {edit::SetSpan{hand, 1, 2, SpanKind::Contact, 0.5, 0.25, Inbetween::Blend, 0.125, "fabrik",
                       TargetPath::Arc, NodeId::None, Vec3(1, 2, 3), Quat(0, 0, 1, 0)},
         {{"edit", "setSpan"},
          {"target", "hand"},
          {"start", 1.0},
          {"end", 2.0},
          {"kind", "contact"},
          {"in", 0.5},
          {"out", 0.25},
          {"inbetween", "blend"},
          {"mix", 0.125},
          {"solver", "fabrik"},
          {"path", "arc"},
          {"space", nullptr},
          {"position", {1.0, 2.0, 3.0}},
          {"rotation", {0.0, 1.0, 0.0, 0.0}}}},
        {edit::SetSpan{
             hand, 1, 2, SpanKind::Reach, {}, {}, Inbetween::Trajectory, {}, {}, {}, {}, {}, {}},
         {{"edit", "setSpan"},
          {"target", "hand"},
          {"start", 1.0},
          {"end", 2.0},
          {"kind", "reach"},
          {"inbetween", "trajectory"}}},
        {edit::AddBone{"b", NodeId::None, Vec3(0, 0, 0), Vec3(0, 1, 0)},
         {{"edit", "addBone"},
          {"name", "b"},
          {"parent", nullptr},
          {"head", {0.0, 0.0, 0.0}},
          {"tail", {0.0, 1.0, 0.0}}}},
        {edit::Symmetrize{edit::Side::Right}, {{"edit", "symmetrize"}, {"from", "right"}}},
        {edit::BakeToKeys{std::array{1.0, 5.0}, 0.01},
         {{"edit", "bakeToKeys"}, {"frames", {1.0, 5.0}}, {"reduce", 0.01}}},
        {edit::SetLoop{true}, {{"edit", "setLoop"}, {"loop", true}}},
        {edit::PutKeys{{curveKey(target), rotationKey(head)}},
         {{"edit", "putKeys"},
          {"keys",
           {{{"node", "hand"},
             {"property", "translation"},
             {"axis", 1},
             {"frame", 3.0},
             {"value", 0.5},
             {"interpolation", "bezier"},
             {"mode", "free"},
             {"left", {-1.0, 0.25}},
             {"right", {2.0, 0.0}}},
            {{"node", "Head"},
             {"property", "rotation"},
             {"frame", 7.0},
             {"rotation", {0.0, 0.0, 0.0, 1.0}},
             {"interpolation", "eased"},
             {"ease", {0.1, 0.0, 0.5, 1.0}}}}}}},
        {edit::ShiftTime{{head}, 4, -2},
         {{"edit", "shiftTime"}, {"nodes", {"Head"}}, {"from", 4.0}, {"by", -2.0}}},
        {edit::MoveSpan{hand, 1, 2, 6, 0.5, {}},
         {{"edit", "moveSpan"},
          {"target", "hand"},
          {"start", 1.0},
          {"to", 2.0},
          {"end", 6.0},
          {"in", 0.5}}},
        {edit::SetPreviewRange{std::array{1.0, 5.0}},
         {{"edit", "setPreviewRange"}, {"frames", {1.0, 5.0}}}},
        {edit::FitTarget{hand, 0.01},
         {{"edit", "fitTarget"}, {"target", "hand"}, {"within", 0.01}}},
    };
    for (const auto& [made, written] : cases) {
        QCOMPARE(QString::fromStdString(edit::toJson(made, &doc).dump()),
                 QString::fromStdString(written.dump()));
        const Result<edit::Edit> read = edit::fromJson(written, doc);
        QVERIFY2(read, written.dump().c_str());
        QVERIFY(edit::toJson(*read) == edit::toJson(made));
    }
}

void TestEditJson::numbersAreKeptToTheBit()
{
    for (const double value : {0.1, 1.0 / 3, 1e-300, -0.0, 123456789.12345678, 5e-324}) {
        const json written = edit::toJson(edit::SetRange{value, value});
        const Result<edit::Edit> read =
            edit::fromJson(json::parse(written.dump()), emptyDocument());
        QVERIFY(read);
        const double back = std::get<edit::SetRange>(*read).start;
        QVERIFY(std::memcmp(&back, &value, sizeof value) == 0);
    }
}

void TestEditJson::namesAndIdsAreBothUnderstood()
{
    const Document doc = withHand();
    const json byName{{"edit", "setTargetKey"}, {"target", "hand"}, {"frame", 9}};
    json byId = byName;
    byId["target"] = static_cast<std::uint64_t>(test::targetNamed(doc, "hand"));
    QVERIFY(edited(doc, byName) == edited(doc, byId));
    // What is gone by now is written by its id.
    const json gone = edit::toJson(edit::RemoveBone{NodeId(9999)}, &doc);
    QVERIFY(gone["bone"] == 9999);
}

void TestEditJson::aListIsAppliedWholeOrNotAtAll()
{
    const Document doc = withHand();
    const json list{{{"edit", "setLoop"}, {"loop", false}},
                    {{"edit", "renameNode"}, {"node", "Head"}, {"name", "Skull"}},
                    {{"edit", "removeBone"}, {"bone", "Head"}}};
    const Result<Document> out = edit::applyAll(doc, list);
    QVERIFY(!out);
    QCOMPARE(out.error().where, std::string("#/2/bone"));
    QCOMPARE(out.error().message, std::string("there is no node \"Head\""));
    QVERIFY(*edit::applyAll(doc, json::array()) == doc);
}

void TestEditJson::eachEditIsReadAgainstTheOnesBeforeIt()
{
    const Document doc =
        edited(biped(), {addTarget("a", "LeftHand", "Chest"),
                         {{"edit", "renameNode"}, {"node", "a"}, {"name", "b"}},
                         {{"edit", "setTargetKey"}, {"target", "b"}, {"frame", 0}}});
    QVERIFY(findConstraint(doc, "b"));
}

void TestEditJson::whatCannotBeReadIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* text, const char* said) {
        QTest::newRow(name) << QByteArray(text) << QString(said);
    };
    row("not an object", "3", "#/0: an edit is an object with the member \"edit\"");
    row("no name", "{}", "#/0/edit: it is not the name of an edit");
    row("an unknown edit", R"({"edit": "explode"})", "#/0/edit: there is no edit \"explode\"");
    row("an unknown argument", R"({"edit": "setLoop", "loop": true, "speed/~": 2})",
        "#/0/speed~1~0: setLoop has no such argument");
    row("a missing argument", R"({"edit": "setRange", "start": 1})", "#/0/end: it is missing");
    row("a text for a number", R"({"edit": "setRange", "start": "1", "end": 2})",
        "#/0/start: it is not a finite number");
    row("a number for a truth", R"({"edit": "setLoop", "loop": 1})",
        "#/0/loop: it is neither true nor false");
    row("null for a number", R"({"edit": "setRange", "start": null, "end": 2})",
        "#/0/start: it is not a finite number");
    row("another place than the pose",
        R"({"edit": "addTarget", "name": "x", "effector": "LeftHand", "root": "Chest", "at": "rest"})",
        "#/0/at: it can only be \"pose\"");
    row("two numbers for a point",
        R"({"edit": "setTargetKey", "target": "hand", "frame": 0, "position": [1, 2]})",
        "#/0/position: it is not a list of 3 numbers");
    row("a point with a hole",
        R"({"edit": "setTargetKey", "target": "hand", "frame": 0, "position": [1, null, 2]})",
        "#/0/position/1: it is not a finite number");
    row("a negative id", R"({"edit": "removeBone", "bone": -1})",
        "#/0/bone: it is neither a name nor an id");
    row("a broken id", R"({"edit": "removeBone", "bone": 1.5})",
        "#/0/bone: it is neither a name nor an id");
    row("an id of nothing", R"({"edit": "removeBone", "bone": 12345})",
        "#/0/bone: there is no such node");
    row("nothing", R"({"edit": "removeBone", "bone": null})", "#/0/bone: there is no such node");
    row("a target's id of nothing", R"({"edit": "removeTarget", "target": 12345})",
        "#/0/target: there is no such target");
    row("a key of nobody", R"({"edit": "deleteKeys", "keys": [{"frame": 1}]})",
        "#/0/keys/0: it names neither a node nor a target");
    row("a key of two",
        R"({"edit": "deleteKeys", "keys": [{"node": "Head", "target": "hand", "frame": 1}]})",
        "#/0/keys/0: it names neither a node nor a target");
    row("a key without a frame", R"({"edit": "deleteKeys", "keys": [{"node": "Head"}]})",
        "#/0/keys/0/frame: it is missing");
    row("a key of an unknown property",
        R"({"edit": "deleteKeys", "keys": [{"node": "Head", "frame": 1, "property": "colour"}]})",
        "#/0/keys/0/property: it is not one of translation|rotation|scale|influence|morph");
    row("a key with more",
        R"({"edit": "deleteKeys", "keys": [{"node": "Head", "frame": 1, "to": 2}]})",
        "#/0/keys/0/to: a key has no such argument");
    row("keys that are none", R"({"edit": "deleteKeys", "keys": {"node": "Head", "frame": 1}})",
        "#/0/keys: it is not a list");
}

void TestEditJson::whatCannotBeReadIsRefusedWithItsPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    QCOMPARE(refusal(withHand(), json::parse(text.toStdString())), said);
}

void TestEditJson::numbersThatAreNotFiniteAreRefusedHoweverTheyCome()
{
    const Document doc = withHand();
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        QCOMPARE(refusal(doc, {{"edit", "setRange"}, {"start", bad}, {"end", 2}}),
                 QString("#/0/start: it is not a finite number"));
        const Result<Document> out = edit::apply(doc, edit::SetRange{bad, 2});
        QVERIFY(!out);
        QCOMPARE(out.error().where, std::string("/start"));
        QVERIFY(!edit::apply(
            doc, edit::SetTargetKey{test::targetNamed(doc, "hand"), 0, Vec3(0, bad, 0), {}, {}}));
        QVERIFY(!edit::apply(doc, edit::SetFps{bad, true}));
    }
}

POSEWRIGHT_TEST(TestEditJson, posewright::test::runWithEvents);
#include "tst_edit_json.moc"
