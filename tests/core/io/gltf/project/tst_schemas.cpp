#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/everything.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;
using namespace posewright::io;
using test::everything;

namespace {

/// As a document was before there were any.
Document withoutMorphs(Document doc)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (Node& node : nodes)
        if (auto* part = std::get_if<MeshPart>(&node.part)) {
            part->mesh = part->mesh.with([](Mesh& mesh) { mesh.morphs.clear(); });
            part->morphs.clear();
        }
    doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    for (Shared<Clip>& clip : doc.clips)
        clip = clip.with([](Clip& c) {
            for (Shared<Track>& track : c.tracks)
                track = track.with([](Track& t) { t.morphs.clear(); });
            std::erase_if(c.tracks, [](const Shared<Track>& track) { return track->empty(); });
        });
    return doc;
}

/// As a document has been since there are layers.
Document withLayer(Document doc)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Layer layer;
        layer.name = "softer";
        layer.on = true;
        layer.solo = true;
        layer.weight.setValue(2, 0.25);
        layer.weight.setValue(9, 0.75);
        Track track;
        track.node = (*doc.scene)[0].id;
        RotationTrack turn;
        turn.setValue(0, Quat::Identity());
        turn.setValue(6, Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 2) / 3)));
        track.rotation = turn;
        setTrack(layer, track);
        clip.layers = {layer};
    });
    return doc;
}

/// As a document has been since keys remember how they were bent: one of the first two keys of a
/// target is set on the motion as it was, the other bends its limb.
Document withHints(Document doc)
{
    const Constraint& target = doc.rig->constraints[0];
    const Track* known = doc.clips[0]->track(target.target);
    Track track;
    if (known) track = *known;
    track.node = target.target;
    for (Shared<Curve>& curve : track.translation)
        curve = curve.with([](Curve& c) {
            c.setValue(3, 0.5);
            c.setValue(8, 0.25);
        });
    setHint(track, {3, {}, Vec3::Zero()});
    setHint(track, {8,
                    {{target.root, Quat(0.5, 0.5, -0.5, 0.5), 0},
                     {target.effector, Quat(0.8, 0, 0.6, 0), 0.125}},
                    Vec3(0.1, -0.2, 0.3)});
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) { setTrack(clip, track); });
    return doc;
}

/// As a document has been since targets may keep a distance.
Document withDistance(Document doc)
{
    Rig rig = *doc.rig;
    Constraint& constraint = rig.constraints[0];
    constraint.kind = Distance{0.25};
    constraint.pole = NodeId::None;
    constraint.stretch = 0;
    doc.rig = std::move(rig);
    return doc;
}

}  // namespace

/// What was saved once is read for ever.
class TestSchemas : public QObject {
    Q_OBJECT

private slots:
    /// Every schema that was ever saved stays readable. A new one adds a file beside this one.
    void filesOfEverySchemaAreRead()
    {
        const auto import =
            io::read(std::string(test::sourceDir()) + "/tests/data/schema/v1/everything.glb");
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(import->diagnostics.empty());
        QVERIFY(import->document == withoutMorphs(everything()));
        const auto newest =
            io::read(std::string(test::sourceDir()) + "/tests/data/schema/v4/everything.glb");
        QVERIFY2(newest, newest ? "" : newest.error().message.c_str());
        QVERIFY(newest->diagnostics.empty());
        QVERIFY(newest->document == everything());
        const std::string with = std::string(test::sourceDir()) + "/tests/data/schema/";
        const auto layered = io::read(with + "v5/everything.glb");
        QVERIFY2(layered, layered ? "" : layered.error().message.c_str());
        QVERIFY(layered->diagnostics.empty());
        QVERIFY(layered->document == withLayer(everything()));
        const auto hinted = io::read(with + "v6/everything.glb");
        QVERIFY2(hinted, hinted ? "" : hinted.error().message.c_str());
        QVERIFY(hinted->diagnostics.empty());
        QVERIFY(hinted->document == withHints(withLayer(everything())));
        const Document everyKind = withDistance(withHints(withLayer(everything())));
        const auto spaced = io::read(with + "v7/everything.glb");
        QVERIFY2(spaced, spaced ? "" : spaced.error().message.c_str());
        QVERIFY(spaced->diagnostics.empty());
        QVERIFY(spaced->document == everyKind);
        // One and the same figure of another program, which both carry.
        const std::string folder = std::string(test::sourceDir()) + "/tests/data/schema/";
        const auto whole = io::read(folder + "v2/motley.glb");
        const auto brief = io::read(folder + "v3/motley.glb");
        QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
        QVERIFY2(brief, brief ? "" : brief.error().message.c_str());
        QVERIFY(whole->diagnostics.empty() && whole->project && whole->document.carried->gltf);
        QVERIFY(brief->diagnostics.empty() && brief->project);
        QVERIFY(whole->document == brief->document);
        // They were written before morphs had keys of their own: those are the figure's.
        const Document& doc = brief->document;
        QVERIFY(hasMorphs(*doc.scene));
        std::size_t morphKeys = 0;
        for (const Shared<Track>& track : doc.clips[0]->tracks)
            for (const Shared<Curve>& curve : track->morphs) morphKeys += curve->size();
        QVERIFY(morphKeys > 0);
    }

    void aNewerSchemaIsRefused()
    {
        auto bytes = gltf::glbOf(emptyDocument());
        QVERIFY(bytes);
        const std::size_t at = bytes->find("\"version\":1");
        QVERIFY(at != std::string::npos);
        (*bytes)[at + 10] = '9';
        const auto import = gltf::readBytes(*bytes, "a.glb");
        QVERIFY(!import);
        QCOMPARE(import.error().where, "a.glb#/extensions/POSEWRIGHT_animation/version");
    }
};

POSEWRIGHT_TEST(TestSchemas, posewright::test::runPlain);
#include "tst_schemas.moc"
