#include "core/document/document.h"
#include "core/math/rotation.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace posewright;
using posewright::test::chainDocument;
using posewright::test::makeNode;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr ConstraintId kValidHand{200};  // of chainDocument

using DocumentDamage = std::function<void(Document&)>;

void editClip(Document& doc, const std::function<void(Clip&)>& edit)
{
    doc.clips[0] = doc.clips[0].with(edit);
}

void editRig(Document& doc, const std::function<void(Constraint&)>& edit)
{
    doc.rig = doc.rig.with([&](Rig& rig) { edit(rig.constraints[0]); });
}

void editNodes(Document& doc, const std::function<void(std::vector<Node>&)>& edit)
{
    std::vector<Node> nodes = doc.scene->nodes();
    edit(nodes);
    Result<Scene> scene = Scene::make(std::move(nodes), doc.scene->skins());
    QVERIFY(scene);
    doc.scene = *scene;
}

void editSpan(Document& doc, const std::function<void(Span&)>& edit)
{
    editClip(doc, [&](Clip& clip) { edit(clip.spans[0].spans[0]); });
}

DocumentDamage onTrack(const std::function<void(Track&)>& edit)
{
    return [edit](Document& doc) {
        editClip(doc, [&](Clip& clip) {
            Track track;
            track.node = NodeId(2);
            edit(track);
            setTrack(clip, track);
        });
    };
}

DocumentDamage onKey(const std::function<void(std::vector<Key>&)>& edit)
{
    return onTrack([edit](Track& track) {
        std::vector<Key> keys(3);
        for (int i = 0; i < 3; ++i) keys[i].frame = i;
        edit(keys);
        track.translation[1] = Curve::fromKeys(keys);
    });
}

DocumentDamage onLimit(const Limit& limit)
{
    return [limit](Document& doc) {
        editNodes(doc, [&](std::vector<Node>& nodes) {
            std::get<BonePart>(nodes[1].part).limit = limit;
        });
    };
}

DocumentDamage onMesh(const std::function<void(MeshPart&)>& edit)
{
    return [edit](Document& doc) {
        editNodes(doc, [&](std::vector<Node>& nodes) {
            Mesh mesh;
            mesh.positions.resize(3);
            mesh.indices = {0, 1, 2};
            MeshPart part;
            part.mesh = mesh;
            edit(part);
            nodes.push_back(makeNode(300, "skin", kNoNode, Vec3::Zero(), part));
        });
    };
}

/// A document with a key a frame on every joint, as motion capture has it.
Document capture(int joints, int frames)
{
    Document doc = chainDocument(joints - 1, 0.1, frames - 1);
    editClip(doc, [&](Clip& clip) {
        for (int j = 0; j < joints; ++j) {
            Track track;
            track.node = NodeId(j + 1);
            std::vector<RotationKey> keys;
            for (int f = 0; f < frames; ++f)
                keys.push_back({double(f), fromRotationVector(Vec3(0, 0, 0.001 * f))});
            track.rotation = RotationTrack::fromKeys(keys);
            setTrack(clip, track);
        }
    });
    return doc;
}

}  // namespace

class TestValidate : public QObject {
    Q_OBJECT

private slots:
    void whatIsMadeIsValid()
    {
        QVERIFY(validate(emptyDocument()));
        QVERIFY(validate(chainDocument(4, 0.2, 48)));
        Document doc = emptyDocument();
        QCOMPARE(doc.clip().name, std::string("Clip"));
        QCOMPARE(doc.clip().rate, 24.0);
        QCOMPARE(doc.playback.end, 48.0);
        QCOMPARE(newNodeId(doc), NodeId(1));
        QCOMPARE(newConstraintId(doc), ConstraintId(2));
        QCOMPARE(newNodeId(doc), NodeId(3));
    }

    // Long: a row for each rule of a document.
    void everyBreachIsNamed_data()
    {
        QTest::addColumn<DocumentDamage>("damage");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* message, const char* where, const DocumentDamage& damage) {
            QTest::newRow(message) << damage << message << where;
        };
        row("the document has no clip", "", [](Document& d) { d.clips.clear(); });
        row("the active clip is not there", "", [](Document& d) { d.playback.clip = 1; });
        row("the range does not end after its start", "", [](Document& d) { d.playback.end = -1; });
        row("the preview range does not end after its start", "", [](Document& d) {
            d.playback.preview = Range{5, kNan};
        });
        row("two clips have one name", "Clip", [](Document& d) { d.clips.push_back(d.clips[0]); });
        row("a clip has no name", "",
            [](Document& d) { editClip(d, [](Clip& c) { c.name.clear(); }); });
        row("the rate is not a positive number of frames a second", "Clip",
            [](Document& d) { editClip(d, [](Clip& c) { c.rate = 0; }); });
        row("an id is beyond the document's counter", "hand", [](Document& d) { d.nextId = 100; });

        row("a constraint has no target node", "a constraint",
            [](Document& d) { editRig(d, [](Constraint& c) { c.target = NodeId(77); }); });
        row("a constraint has no id", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.id = ConstraintId::None; }); });
        row("two constraints have one id", "hand", [](Document& d) {
            d.rig = d.rig.with([](Rig& rig) { rig.constraints.push_back(rig.constraints[0]); });
        });
        row("two constraints have one target node", "hand", [](Document& d) {
            d.rig = d.rig.with([](Rig& rig) {
                rig.constraints.push_back(rig.constraints[0]);
                rig.constraints[1].id = ConstraintId(201);
            });
        });
        row("the effector is not there", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.effector = NodeId(77); }); });
        row("the root of the chain is not there", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.root = NodeId::None; }); });
        row("the root of the chain, \"joint4\", is not above its effector, \"joint4\"", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.root = c.effector; }); });
        row("the pole is not there", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.pole = NodeId(77); }); });
        row("the weight is not a positive number", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.weight = 0; }); });
        row("the soft share of the reach is not in [0, 1)", "hand",
            [](Document& d) { editRig(d, [](Constraint& c) { c.soft = kNan; }); });
        row("the target \"joint2\" hangs below \"joint2\", which it drives itself: "
            "joint2 -> joint2 -> joint2",
            "joint2", [](Document& d) { editRig(d, [](Constraint& c) { c.target = NodeId(3); }); });

        row("the axis of a limit is not a unit vector", "joint1",
            onLimit(HingeLimit{Vec3(2, 0, 0), {}}));
        row("the range of a limit is not in order", "joint1",
            onLimit(HingeLimit{Vec3::UnitX(), {1, 0}}));
        row("an opening angle of a cone is not between 0 and half a turn", "joint1",
            onLimit(ConeLimit{}));
        row("the order of a box limit does not name each axis once", "joint1",
            onLimit(BoxLimit{{}, {0, 1, 1}}));
        row("the Euler order does not name each axis once", "joint1", [](Document& d) {
            editNodes(d, [](std::vector<Node>& nodes) {
                std::get<BonePart>(nodes[1].part).eulerOrder = {0, 0, 5};
            });
        });
        row("an attribute of the mesh is not as long as its positions", "skin",
            onMesh([](MeshPart& part) {
                part.mesh = part.mesh.with([](Mesh& mesh) { mesh.normals.resize(2); });
            }));
        row("the mesh does not end in a triangle", "skin", onMesh([](MeshPart& part) {
                part.mesh = part.mesh.with([](Mesh& mesh) { mesh.indices.pop_back(); });
            }));
        row("the mesh has an index beyond its vertices", "skin", onMesh([](MeshPart& part) {
                part.mesh = part.mesh.with([](Mesh& mesh) { mesh.indices[1] = 3; });
            }));
        row("the mesh names a skin that is not there", "skin",
            onMesh([](MeshPart& part) { part.skin = 0; }));

        row("a track belongs to no node", "Clip", onTrack([](Track& t) {
                t.node = NodeId(77);
                Curve curve;
                curve.setValue(0, 1);
                t.scale[0] = curve;
            }));
        row("tracks are not sorted by node", "Clip", [](Document& d) {
            editClip(d, [](Clip& c) {
                Track a;
                a.node = NodeId(2);
                Track b;
                b.node = NodeId(1);
                c.tracks = {a, b};
            });
        });
        row("a key of the translation at frame 1 is not finite", "joint1",
            onKey([](std::vector<Key>& keys) { keys[1].value = kNan; }));
        row("a handle of the translation at frame 2 is on the wrong side", "joint1",
            onKey([](std::vector<Key>& keys) { keys[2].left.frames = 0.5; }));
        row("the rotation at frame 1 is not a unit quaternion", "joint1", onTrack([](Track& t) {
                t.rotation =
                    RotationTrack::fromKeys({{0, Quat::Identity()}, {1, Quat(1, 0.1, 0, 0)}});
            }));
        row("the tangent of the rotation at frame 0 is not finite", "joint1", onTrack([](Track& t) {
                RotationShape shape;
                shape.automatic = false;
                shape.in[2] = kNan;
                t.rotation = RotationTrack::fromKeys({{0, Quat::Identity()}}, {shape});
            }));
        row("the ease of the rotation at frame 0 is out of range", "joint1", onTrack([](Track& t) {
                RotationShape shape;
                shape.ease.x2 = 2;
                t.rotation = RotationTrack::fromKeys({{0, Quat::Identity()}}, {shape});
            }));
        row("an influence belongs to no constraint", "Clip", [](Document& d) {
            editClip(d, [](Clip& c) { c.influences.push_back({ConstraintId(5), {}}); });
        });
        row("influences are not sorted by constraint", "Clip", [](Document& d) {
            editClip(d, [](Clip& c) { c.influences = {{kValidHand, {}}, {kValidHand, {}}}; });
        });
        row("the influence at frame 3 is not in [0, 1]", "hand", [](Document& d) {
            editClip(d, [](Clip& c) {
                Curve curve;
                curve.setValue(3, 1.5);
                c.influences = {{kValidHand, curve}};
            });
        });
        row("spans belong to no constraint", "Clip", [](Document& d) {
            editClip(d, [](Clip& c) { c.spans[0].constraint = ConstraintId(5); });
        });
        row("a span at frame 0 does not end after its start", "hand",
            [](Document& d) { editSpan(d, [](Span& s) { s.end = -1; }); });
        row("a fade of the span at frame 0 is not a length", "hand",
            [](Document& d) { editSpan(d, [](Span& s) { s.in = -1; }); });
        row("the mix of the span at frame 0 is not in [0, 1]", "hand",
            [](Document& d) { editSpan(d, [](Span& s) { s.mix = 1.01; }); });
        row("the anchor of the span at frame 0 is not a placement", "hand", [](Document& d) {
            editSpan(d, [](Span& s) { s.anchor.rotation = Quat(0, 0, 0, 0); });
        });
        row("what the span at frame 0 holds is not a joint's rotation", "hand", [](Document& d) {
            editSpan(d, [](Span& s) { s.held = {{NodeId(77), Quat::Identity()}}; });
        });
        row("the space of the span at frame 0 is not there", "hand",
            [](Document& d) { editSpan(d, [](Span& s) { s.space = NodeId(77); }); });
        row("the span at frame 0 sticks to \"joint2\", which its own chain moves", "hand",
            [](Document& d) { editSpan(d, [](Span& s) { s.space = NodeId(3); }); });
        row("two spans overlap at frame 30", "hand", [](Document& d) {
            editClip(d, [](Clip& c) {
                c.spans[0].spans.push_back(c.spans[0].spans[0]);
                c.spans[0].spans[1].start = 30;
            });
        });
        row("the spans are not in order at frame -5", "hand", [](Document& d) {
            editClip(d, [](Clip& c) {
                c.spans[0].spans.push_back(c.spans[0].spans[0]);
                c.spans[0].spans[1].start = -5;
            });
        });
        row("the markers are not in order at frame 2", "Clip", [](Document& d) {
            editClip(d, [](Clip& c) { c.markers = {{3, "a"}, {2, "b"}}; });
        });
        row("the marker \"a\" has no finite frame", "Clip", [](Document& d) {
            editClip(d, [](Clip& c) { c.markers = {{kNan, "a"}}; });
        });
    }
    void everyBreachIsNamed()
    {
        QFETCH(DocumentDamage, damage);
        QFETCH(QString, message);
        QFETCH(QString, where);
        const Document before = chainDocument(4, 0.2, 48);
        Document after = before;
        damage(after);
        for (const Result<void>& checked : {validate(after), validateChange(before, after)}) {
            QVERIFY(!checked);
            QCOMPARE(QString::fromStdString(checked.error().message), message);
            QCOMPARE(QString::fromStdString(checked.error().where), where);
        }
    }

    void aRemovedNodeIsMissedByWhatNamesIt()
    {
        const Document before = test::withKeys(chainDocument(4, 0.2, 48), NodeId(100),
                                               {{0, Vec3::Zero()}, {10, Vec3::UnitX()}});
        QVERIFY(validate(before));
        Document after = before;
        editNodes(after, [](std::vector<Node>& nodes) { nodes.pop_back(); });
        after.rig = Rig{};
        for (const Result<void>& checked : {validate(after), validateChange(before, after)}) {
            QVERIFY(!checked);
            QCOMPARE(checked.error().message, std::string("a track belongs to no node"));
        }
    }

    void aRemovedConstraintIsMissedByItsSpans()
    {
        const Document before = chainDocument(4, 0.2, 48);
        Document after = before;
        after.rig = Rig{};
        const Result<void> checked = validateChange(before, after);
        QVERIFY(!checked);
        QCOMPARE(checked.error().message, std::string("spans belong to no constraint"));
    }

    void aSpaceThatComesUnderTheChainIsSeenInAnUntouchedSpan()
    {
        Document before = chainDocument(4, 0.2, 48);
        editNodes(before, [](std::vector<Node>& nodes) {
            nodes.push_back(makeNode(300, "door", kNoNode, Vec3::Zero()));
        });
        editSpan(before, [](Span& s) { s.space = NodeId(300); });
        QVERIFY(validate(before));
        Document after = before;
        editNodes(after, [](std::vector<Node>& nodes) { nodes.back().parent = 2; });
        QVERIFY(!validateChange(before, after));
    }

    void aChangeCostsWhatItChanged()
    {
        const Document before = capture(31, 4500);
        QVERIFY(validate(before));
        Document after = before;
        editClip(after, [](Clip& clip) {
            Track track = *clip.track(NodeId(100 - 95));
            Curve curve;
            curve.setValue(3, 1);
            track.translation[0] = curve;
            setTrack(clip, track);
        });
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 5; ++i) QVERIFY(validate(after));
        const double whole = double(timer.nsecsElapsed()) / 5;
        timer.start();
        for (int i = 0; i < 100; ++i) QVERIFY(validateChange(before, after));
        const double change = double(timer.nsecsElapsed()) / 100;
        qInfo("31 x 4500 keys: validate %.2f ms, validateChange %.4f ms", whole / 1e6,
              change / 1e6);
        QVERIFY(change < whole / 20);
    }
};

POSEWRIGHT_TEST(TestValidate, posewright::test::runPlain);
#include "tst_validate.moc"
