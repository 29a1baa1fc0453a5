#include "core/document/document.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;
using posewright::test::makeNode;

namespace {

/// hips - spine - chest - { armL - foreL - handL - thumbL, armR - foreR - handR }, and
/// hips - { thighL - shinL - footL, thighR - shinR - footR }; a root "world" beside it.
Scene figure(const std::vector<std::pair<std::string, std::string>>& more)
{
    const std::vector<std::pair<std::string, std::string>> bones = {
        {"hips", ""},       {"spine", "hips"},  {"chest", "spine"},  {"armL", "chest"},
        {"foreL", "armL"},  {"handL", "foreL"}, {"thumbL", "handL"}, {"armR", "chest"},
        {"foreR", "armR"},  {"handR", "foreR"}, {"thighL", "hips"},  {"shinL", "thighL"},
        {"footL", "shinL"}, {"thighR", "hips"}, {"shinR", "thighR"}, {"footR", "shinR"},
        {"world", ""}};
    std::vector<Node> nodes;
    std::uint64_t next = 1;
    const auto add = [&](const std::string& name, const std::string& parent, Part part) {
        NodeIndex row = kNoNode;
        for (NodeIndex i = 0; i < int(nodes.size()); ++i)
            if (nodes[i].name == parent) row = i;
        nodes.push_back(makeNode(next++, name, row, Vec3::UnitY(), std::move(part)));
    };
    for (const auto& [name, parent] : bones) add(name, parent, BonePart{});
    for (const auto& [name, parent] : more) add(name, parent, {});
    return *Scene::make(std::move(nodes));
}

struct Ask {
    std::string target, root, effector, pole = {};
};

/// Groups as text: "a b | c", names of targets.
QString grouped(const std::vector<std::pair<std::string, std::string>>& nodes,
                const std::vector<Ask>& asks)
{
    const Scene scene = figure(nodes);
    const auto id = [&](const std::string& name) {
        const NodeIndex row = scene.find(name);
        return row == kNoNode ? NodeId::None : scene[row].id;
    };
    Rig rig;
    for (const Ask& ask : asks) {
        Constraint c;
        c.id = ConstraintId(100 + rig.constraints.size());
        c.target = id(ask.target);
        c.root = id(ask.root);
        c.effector = id(ask.effector);
        c.pole = id(ask.pole);
        rig.constraints.push_back(c);
    }
    const auto groups = constraintGroups(scene, rig);
    if (!groups)
        return "error: " + QString::fromStdString(groups.error().message) + " @ " +
               QString::fromStdString(groups.error().where);
    QStringList words;
    for (const std::vector<int>& group : *groups) {
        QStringList members;
        for (const int row : group) members += QString::fromStdString(asks[row].target);
        words += members.join(' ');
    }
    return words.join(" | ");
}

using GroupedNodes = std::vector<std::pair<std::string, std::string>>;
using Asks = std::vector<Ask>;

}  // namespace

Q_DECLARE_METATYPE(GroupedNodes)
Q_DECLARE_METATYPE(Asks)

class TestGroups : public QObject {
    Q_OBJECT

private slots:
    // Long: a row for each rig and its groups.
    void constraintsAreGroupedAndOrdered_data()
    {
        QTest::addColumn<GroupedNodes>("nodes");
        QTest::addColumn<Asks>("asks");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << GroupedNodes{} << Asks{} << "";
        QTest::newRow("apart, in order of creation")
            << GroupedNodes{{"b", ""}, {"a", ""}}
            << Asks{{"b", "armL", "handL"}, {"a", "armR", "handR"}} << "b | a";
        QTest::newRow("two arms that share a spine")
            << GroupedNodes{{"L", ""}, {"R", ""}}
            << Asks{{"L", "spine", "handL"}, {"R", "spine", "handR"}} << "L R";
        QTest::newRow("three chains, joined by the middle one")
            << GroupedNodes{{"a", ""}, {"b", ""}, {"c", ""}}
            << Asks{{"a", "armL", "handL"}, {"c", "armR", "handR"}, {"b", "spine", "foreL"}}
            << "a b | c";
        QTest::newRow("joined across a group made before")
            << GroupedNodes{{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}}
            << Asks{{"a", "thighL", "footL"},
                    {"b", "thighR", "footR"},
                    {"c", "hips", "footR"},
                    {"d", "hips", "footL"}}
            << "a b c d";
        QTest::newRow("one root, the chains fork at once")
            << GroupedNodes{{"a", ""}, {"b", ""}}
            << Asks{{"a", "chest", "handL"}, {"b", "chest", "handR"}} << "a b";
        // "chest" only ends the one chain and only starts the other: they share it all the same.
        QTest::newRow("one ends where the other starts")
            << GroupedNodes{{"a", ""}, {"b", ""}}
            << Asks{{"a", "chest", "handL"}, {"b", "hips", "chest"}} << "a b";
        QTest::newRow("feet under driven hips come after the hips")
            << GroupedNodes{{"footL.t", ""}, {"footR.t", ""}, {"chest.t", ""}}
            << Asks{{"footL.t", "thighL", "footL"},
                    {"footR.t", "thighR", "footR"},
                    {"chest.t", "hips", "chest"}}
            << "chest.t | footL.t | footR.t";
        QTest::newRow("a hand whose target lies in the other hand")
            << GroupedNodes{{"L", ""}, {"R", "handL"}}
            << Asks{{"R", "armR", "handR"}, {"L", "armL", "handL"}} << "L | R";
        QTest::newRow("a target that is another chain's bone")
            << GroupedNodes{{"L", ""}} << Asks{{"foreL", "armR", "handR"}, {"L", "armL", "handL"}}
            << "L | foreL";
        QTest::newRow("a pole below another chain")
            << GroupedNodes{{"L", ""}, {"R", ""}, {"elbow", "foreL"}}
            << Asks{{"R", "armR", "handR", "elbow"}, {"L", "armL", "handL"}} << "L | R";
        QTest::newRow("a chain of dependencies, created backwards")
            << GroupedNodes{{"a", "handL"}, {"b", "footR"}, {"c", ""}}
            << Asks{{"a", "thighL", "footL"}, {"b", "armL", "handL"}, {"c", "thighR", "footR"}}
            << "c | b | a";
        QTest::newRow("a target above the chain")
            << GroupedNodes{{"a", "chest"}} << Asks{{"a", "armL", "handL"}} << "a";
        QTest::newRow("a target below its own chain")
            << GroupedNodes{{"a", "thumbL"}} << Asks{{"a", "armL", "handL"}}
            << "error: the target \"a\" hangs below \"handL\", which it drives itself: "
               "a -> handL -> a @ a";
        QTest::newRow("a target that is its own effector")
            << GroupedNodes{} << Asks{{"handL", "armL", "handL"}}
            << "error: the target \"handL\" hangs below \"handL\", which it drives itself: "
               "handL -> handL -> handL @ handL";
        QTest::newRow("a pole below its own chain")
            << GroupedNodes{{"a", ""}, {"p", "foreL"}} << Asks{{"a", "armL", "handL", "p"}}
            << "error: the pole of \"a\" hangs below \"foreL\", which it drives itself: "
               "a -> foreL -> a @ a";
        QTest::newRow("a target below its group's other chain")
            << GroupedNodes{{"L", ""}, {"R", "handL"}}
            << Asks{{"L", "spine", "handL"}, {"R", "spine", "handR"}}
            << "error: the target \"R\" hangs below \"handL\", which is solved together with it: "
               "R -> handL -> R @ R";
        QTest::newRow("two that drive each other")
            << GroupedNodes{{"L", "handR"}, {"R", "handL"}}
            << Asks{{"L", "armL", "handL"}, {"R", "armR", "handR"}}
            << "error: targets drive each other in a round: L -> R -> L @ L";
        QTest::newRow("three in a round, and one that waits for them")
            << GroupedNodes{{"z", "footR"}, {"a", "handR"}, {"b", "handL"}, {"c", "footL"}}
            << Asks{{"z", "thighR", "shinR"},
                    {"a", "armL", "handL"},
                    {"b", "thighL", "footL"},
                    {"c", "armR", "handR"}}
            << "error: the target \"z\" hangs below \"shinR\", which it drives itself: "
               "z -> shinR -> z @ z";
        QTest::newRow("three in a round, seen from outside")
            << GroupedNodes{{"z", "footL"}, {"a", "handR"}, {"b", "handL"}, {"c", "footL"}}
            << Asks{{"z", "thighR", "footR"},
                    {"a", "armL", "handL"},
                    {"b", "thighL", "footL"},
                    {"c", "armR", "handR"}}
            << "error: targets drive each other in a round: b -> a -> c -> b @ b";
        QTest::newRow("a node that is not there")
            << GroupedNodes{{"a", ""}} << Asks{{"a", "nobody", "handL"}} << "a";
    }
    void constraintsAreGroupedAndOrdered()
    {
        QFETCH(GroupedNodes, nodes);
        QFETCH(Asks, asks);
        QFETCH(QString, expected);
        QCOMPARE(grouped(nodes, asks), expected);
    }
};

POSEWRIGHT_TEST(TestGroups, posewright::test::runPlain);
#include "tst_groups.moc"
