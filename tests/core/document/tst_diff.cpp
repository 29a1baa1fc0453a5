#include "core/document/document.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <functional>

using namespace posewright;
using posewright::test::chainDocument;

namespace {

constexpr ConstraintId kHandTarget{200};

using Change = std::function<void(Document&)>;

Document subject()
{
    return test::withKeys(chainDocument(3, 0.1, 48), NodeId(100),
                          {{0, Vec3::Zero()}, {10, Vec3::UnitX()}});
}

Change onClip(const std::function<void(Clip&)>& edit)
{
    return [edit](Document& doc) { doc.clips[0] = doc.clips[0].with(edit); };
}

/// "scene rig tracks:2,100": what a Changes says.
QString text(const Changes& c)
{
    QStringList words;
    if (c.scene) words += "scene";
    if (c.rig) words += "rig";
    if (c.clips) words += "clips";
    if (c.playback) words += "playback";
    if (c.unseen) words += "unseen";
    QStringList ids;
    for (const NodeId id : c.tracks) ids += QString::number(std::uint64_t(id));
    if (!ids.isEmpty()) words += "tracks:" + ids.join(',');
    ids.clear();
    for (const ConstraintId id : c.constraints) ids += QString::number(std::uint64_t(id));
    if (!ids.isEmpty()) words += "constraints:" + ids.join(',');
    return words.join(' ');
}

Track keyed(std::uint64_t node, double value)
{
    Track track;
    track.node = NodeId(node);
    Curve curve;
    curve.setValue(3, value);
    track.scale[1] = curve;
    return track;
}

}  // namespace

Q_DECLARE_METATYPE(Change)

class TestDiff : public QObject {
    Q_OBJECT

private slots:
    void aChangeIsToldAndNothingElse_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* expected, const Change& change) {
            QTest::newRow(name) << change << expected;
        };
        row("nothing", "", [](Document&) {});
        row("equal parts of other addresses", "", [](Document& d) {
            d.scene = Scene(*d.scene);
            d.rig = Rig(*d.rig);
            d.carried = Carried(*d.carried);
            d.clips[0] = Clip(*d.clips[0]);
        });
        row("a renamed node", "scene", [](Document& d) {
            std::vector<Node> nodes = d.scene->nodes();
            nodes[1].name = "elbow";
            d.scene = *Scene::make(nodes);
        });
        row("a weight", "rig", [](Document& d) {
            d.rig = d.rig.with([](Rig& rig) { rig.constraints[0].weight = 2; });
        });
        row("the loop", "playback", [](Document& d) { d.playback.loop = false; });
        row("carried data", "unseen", [](Document& d) { d.carried = Carried{"{}", {}}; });
        row("a drawn id", "unseen", [](Document& d) { newNodeId(d); });
        row("a name", "clips", onClip([](Clip& c) { c.name = "Walk"; }));
        row("a rate", "clips", onClip([](Clip& c) { c.rate = 30; }));
        row("a marker", "clips", onClip([](Clip& c) { c.markers.push_back({3, "hit"}); }));
        row("a key", "tracks:100", onClip([](Clip& c) {
                Track track = *c.track(NodeId(100));
                track.translation[2] =
                    track.translation[2].with([](Curve& curve) { curve.setValue(5, 1); });
                setTrack(c, track);
            }));
        row("new tracks", "tracks:1,2,3", onClip([](Clip& c) {
                for (const int node : {3, 1, 2}) setTrack(c, keyed(node, 1));
            }));
        row("a removed track", "tracks:100", onClip([](Clip& c) { c.tracks.clear(); }));
        row("a removed and a new track", "tracks:2,100",
            onClip([](Clip& c) { c.tracks = {keyed(2, 1)}; }));
        row("a span", "constraints:200", onClip([](Clip& c) {
                Span off;
                off.start = 10;
                off.end = 20;
                off.kind = SpanKind::Off;
                setSpan(c, kHandTarget, off);
            }));
        row("an influence", "constraints:200", onClip([](Clip& c) {
                Curve curve;
                curve.setValue(0, 0.5);
                c.influences = {{kHandTarget, curve}};
            }));
        row("an added clip", "clips", [](Document& d) {
            Clip clip;
            clip.name = "Other";
            d.clips.insert(d.clips.begin(), clip);
        });
        row("everything", "scene rig unseen tracks:100 constraints:200",
            [](Document& d) { d = emptyDocument(); });
    }
    void aChangeIsToldAndNothingElse()
    {
        QFETCH(Change, change);
        QFETCH(QString, expected);
        const Document before = subject();
        Document after = before;
        change(after);
        QCOMPARE(text(diff(before, after)), expected);
        QCOMPARE(text(diff(after, before)), expected);
        QCOMPARE(diff(before, after).none(), before == after);
    }

    void aTrackThatDiffersInAnyClipIsToldOnce()
    {
        Document before = subject();
        Clip second;
        second.name = "Other";
        before.clips.push_back(second);
        Document after = before;
        for (Shared<Clip>& clip : after.clips)
            clip = clip.with([](Clip& c) { setTrack(c, keyed(2, 7)); });
        QCOMPARE(text(diff(before, after)), QString("tracks:2"));
    }

    void clipsAreMatchedByNameWhereTheirNumberDiffers()
    {
        Document before = subject();
        for (const char* name : {"A", "B"}) {
            Clip clip;
            clip.name = name;
            clip.tracks = {keyed(name[0] == 'A' ? 1 : 2, 1)};
            before.clips.push_back(clip);
        }
        Document after = before;
        after.clips.erase(after.clips.begin() + 1);
        QCOMPARE(text(diff(before, after)), QString("clips"));
    }

    void constraintsAreFoundByIdNameAndNode()
    {
        const Document doc = subject();
        QVERIFY(findConstraint(*doc.rig, kHandTarget) == &doc.rig->constraints[0]);
        QVERIFY(!findConstraint(*doc.rig, ConstraintId(1)));
        QVERIFY(findConstraint(doc, "hand") == &doc.rig->constraints[0]);
        QVERIFY(!findConstraint(doc, "joint0"));
        QVERIFY(!findConstraint(doc, "nobody"));
        QVERIFY(constraintOfTarget(*doc.rig, NodeId(100)) == &doc.rig->constraints[0]);
        QVERIFY(!constraintOfTarget(*doc.rig, NodeId(1)));
    }
};

POSEWRIGHT_TEST(TestDiff, posewright::test::runPlain);
#include "tst_diff.moc"
