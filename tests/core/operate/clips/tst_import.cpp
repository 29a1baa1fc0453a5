#include "core/evaluate/evaluate.h"
#include "core/operate/clip_match.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace posewright;

namespace {

Document imported(const Document& doc, const operate::Import& what)
{
    const Result<operate::Edits> edits = operate::edits(doc, what);
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

/// The figure with other names, and longer or turned bones where asked.
Document figureLike(const std::string& prefix, double longer = 1)
{
    const Document doc = test::biped();
    std::vector<Node> nodes = doc.scene->nodes();
    for (Node& node : nodes) {
        node.name = prefix + node.name;
        if (node.name.ends_with("LeftForeArm")) node.rest.translation *= longer;
    }
    Document out = doc;
    out.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    return out;
}

double mostApart(const Document& a, double frameA, const Document& b, double frameB)
{
    const auto one = worldTransforms(*a.scene, basePose(a, frameA));
    const auto other = worldTransforms(*b.scene, basePose(b, frameB));
    double worst = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        worst = std::max(worst, (one[i].position - other[i].position).norm());
    return worst;
}

}  // namespace

/// A clip of another file on this skeleton.
class TestImport : public QObject {
    Q_OBJECT

private slots:
    void aClipMovesTheSameFigureAsItDid()
    {
        const Document from = test::biped();
        const Document to = test::biped(false);
        const operate::ClipMatch match = operate::matchClip(from, 0, to);
        QCOMPARE(match.matched, 2);
        QVERIFY(match.absent.empty() && match.otherwise.empty());
        QCOMPARE(match.still.size(), std::size_t(to.scene->size()) - 2);
        const Document out =
            imported(to, {from.clip().name, from.clip().rate, match.keys, std::nullopt});
        QCOMPARE(out.clips.size(), std::size_t(2));
        // The first clip has the name already.
        QCOMPARE(out.clip().name, from.clip().name + " 2");
        QCOMPARE(out.playback.start, 0.0);
        QCOMPARE(out.playback.end, 24.0);
        for (const double frame : {0.0, 5.5, 12.0, 24.0})
            QVERIFY(mostApart(from, frame, out, frame) < 1e-12);
    }

    void aRateKeepsTheTimes()
    {
        const Document from = test::biped();
        const operate::ClipMatch match = operate::matchClip(from, 0, from);
        const Document out = imported(from, {"Twice", 24, match.keys, 60});
        QCOMPARE(out.clip().rate, 60.0);
        QCOMPARE(out.playback.end, 60.0);
        for (const double frame : {0.0, 5.5, 12.0, 24.0})
            QVERIFY(mostApart(from, frame, out, frame * 2.5) < 1e-9);
    }

    void namesAreMatchedWithoutWhatStandsBeforeAColon()
    {
        const operate::ClipMatch match =
            operate::matchClip(test::biped(), 0, figureLike("mixamorig:"));
        QCOMPARE(match.matched, 2);
        QVERIFY(match.absent.empty());
    }

    void whatTheTwoDoNotShareIsListed()
    {
        const Document longArm = figureLike("", 1.1);
        const operate::ClipMatch match = operate::matchClip(test::biped(), 0, longArm);
        QCOMPARE(match.otherwise, std::vector<std::string>{"LeftForeArm"});
        const Document other =
            test::edited(test::biped(false),
                         {{"edit", "renameNode"}, {"node", "RightArm"}, {"name", "Oberarm"}});
        const operate::ClipMatch less = operate::matchClip(test::biped(), 0, other);
        QCOMPARE(less.matched, 1);
        QCOMPARE(less.absent, std::vector<std::string>{"RightArm"});
    }

    void aFigureInAnotherUnitMovesAlike()
    {
        const Document from = test::biped();
        Document to = test::biped(false);
        std::vector<Node> nodes = to.scene->nodes();
        for (Node& node : nodes) node.rest.translation *= 100;
        to.scene = *Scene::make(std::move(nodes), to.scene->skins());
        const operate::ClipMatch match = operate::matchClip(from, 0, to);
        QVERIFY(std::abs(match.size - 100) < 1e-9);
        QVERIFY(match.otherwise.empty());
        const Document out = imported(to, {"Walk", from.clip().rate, match.keys, {}});
        const auto one = worldTransforms(*from.scene, basePose(from, 12));
        const auto other = worldTransforms(*out.scene, basePose(out, 12));
        for (std::size_t i = 0; i < one.size(); ++i)
            QVERIFY((100 * one[i].position - other[i].position).norm() < 1e-9);
    }

    /// Writers key all that there is; a bone's own length is not theirs to give.
    void placesThatNeverChangeAreLeftOut()
    {
        Document from = test::biped();
        for (const double frame : {0.0, 24.0}) {
            edit::SetJointKey key;
            key.joint = test::nodeNamed(from, "LeftForeArm");
            key.frame = frame;
            key.rotation = Quat(Eigen::AngleAxisd(0.01 * frame, Vec3::UnitZ()));
            key.translation = (*from.scene)[from.scene->find(key.joint)].rest.translation;
            from = *edit::apply(from, key);
        }
        const Document to = figureLike("", 1.1);
        const operate::ClipMatch match = operate::matchClip(from, 0, to);
        const NodeId arm = test::nodeNamed(to, "LeftForeArm");
        QCOMPARE(std::count_if(match.keys.keys.begin(), match.keys.keys.end(),
                               [&](const edit::KeyData& key) { return key.node == arm; }),
                 2);
    }

    void nothingIsNoClip()
    {
        const auto none = operate::edits(test::biped(), operate::Import{"None", 24, {}, {}});
        QVERIFY(!none);
        QCOMPARE(none.error().where, "/copied");
        operate::Import bad{
            "Bad", -1, operate::matchClip(test::biped(), 0, test::biped()).keys, {}};
        QCOMPARE(operate::edits(test::biped(), bad).error().where, "/fps");
    }
};

POSEWRIGHT_TEST(TestImport, posewright::test::runWithEvents);
#include "tst_import.moc"
