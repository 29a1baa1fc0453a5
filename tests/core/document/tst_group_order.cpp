#include "core/document/document.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <ctime>

using namespace posewright;
using posewright::test::makeNode;

namespace {

/// A tree in which every node hangs on some node before it, and constraints between any two that
/// hang below each other.
struct Rigged {
    Scene scene;
    Rig rig;
};

Rigged randomRig(test::Random& random)
{
    Rigged out;
    std::vector<Node> nodes;
    const int bones = 4 + random.below(30);
    for (int i = 0; i < bones; ++i)
        nodes.push_back(makeNode(i + 1, "b" + std::to_string(i),
                                 i > 0 && random.below(6) > 0 ? random.below(i) : kNoNode,
                                 Vec3::UnitY(), BonePart{}));
    const int targets = 1 + random.below(9);
    for (int i = 0; i < targets; ++i)
        nodes.push_back(makeNode(100 + i, "t" + std::to_string(i),
                                 random.below(5) == 0 ? random.below(bones) : kNoNode,
                                 Vec3::UnitX()));
    out.scene = *Scene::make(*inTopologicalOrder(std::move(nodes)));
    for (int i = 0; i < targets; ++i) {
        Constraint c;
        c.id = ConstraintId(200 + i);
        c.target = NodeId(100 + i);
        c.effector = NodeId(1 + random.below(bones));
        c.root = c.effector;
        for (int up = 1 + random.below(4); up > 0; --up) {
            const NodeIndex parent = out.scene[out.scene.find(c.root)].parent;
            if (parent != kNoNode) c.root = out.scene[parent].id;
        }
        if (c.root == c.effector) continue;
        if (random.below(4) == 0) c.pole = NodeId(100 + random.below(targets));
        out.rig.constraints.push_back(c);
    }
    return out;
}

bool atOrAbove(const Scene& scene, NodeIndex upper, NodeIndex node)
{
    for (; node != kNoNode; node = scene[node].parent)
        if (node == upper) return true;
    return false;
}

/// By the words of docs/architecture.md, each against each; empty where they go round in a circle.
std::vector<std::vector<int>> byDefinition(const Scene& scene, const Rig& rig)
{
    const int count = static_cast<int>(rig.constraints.size());
    std::vector<std::vector<NodeIndex>> chains;
    for (const Constraint& c : rig.constraints) chains.push_back(jointsOf(scene, c));
    const auto moves = [&](int j, NodeIndex node) {
        return std::any_of(chains[j].begin(), chains[j].end(),
                           [&](NodeIndex bone) { return atOrAbove(scene, bone, node); });
    };
    std::vector<int> group(count);
    for (int i = 0; i < count; ++i) group[i] = i;
    for (bool joined = true; joined;) {
        joined = false;
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j) {
                const bool shares = std::any_of(chains[i].begin(), chains[i].end(), [&](int bone) {
                    return std::find(chains[j].begin(), chains[j].end(), bone) != chains[j].end();
                });
                if (!shares || group[i] == group[j]) continue;
                group[i] = group[j] = std::min(group[i], group[j]);
                joined = true;
            }
    }
    std::vector<std::vector<bool>> needs(count, std::vector<bool>(count, false));
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) {
            const Constraint& c = rig.constraints[i];
            const bool aims = moves(j, scene.find(c.target)) || moves(j, scene.find(c.pole));
            if (group[i] == group[j] && aims) return {};
            if (group[i] != group[j] && (aims || moves(j, chains[i].front())))
                needs[group[i]][group[j]] = true;
        }
    std::vector<std::vector<int>> order;
    std::vector<bool> done(count, false);
    for (bool more = true; more;) {
        more = false;
        for (int g = 0; g < count && !more; ++g) {
            if (group[g] != g || done[g]) continue;
            bool ready = true;
            for (int other = 0; other < count; ++other)
                ready = ready && (!needs[g][other] || done[other]);
            if (!ready) continue;
            more = done[g] = true;
            order.emplace_back();
            for (int i = 0; i < count; ++i)
                if (group[i] == g) order.back().push_back(i);
        }
    }
    for (int g = 0; g < count; ++g)
        if (group[g] == g && !done[g]) return {};
    return order;
}

/// So many chains of three bones beside each other, each with a target.
Rigged crowd(int chains)
{
    Rigged out;
    std::vector<Node> nodes;
    for (int i = 0; i < chains; ++i) {
        for (int bone = 0; bone < 3; ++bone)
            nodes.push_back(
                makeNode(4 * i + bone + 1, std::to_string(i) + "." + std::to_string(bone),
                         bone == 0 ? kNoNode : int(nodes.size()) - 1, Vec3::UnitY(), BonePart{}));
        Constraint c;
        c.id = ConstraintId(i + 1);
        c.root = nodes[nodes.size() - 3].id;
        c.effector = nodes.back().id;
        c.target = NodeId(4 * i + 4);
        nodes.push_back(makeNode(4 * i + 4, std::to_string(i) + ".t", kNoNode, Vec3::UnitX()));
        out.rig.constraints.push_back(c);
    }
    out.scene = *Scene::make(std::move(nodes));
    return out;
}

}  // namespace

class TestGroupOrder : public QObject {
    Q_OBJECT

private slots:
    void groupsAreThoseOfTheDefinition()
    {
        constexpr std::uint64_t kSeed = 20261122;
        test::Random random(kSeed);
        int rounds = 0, several = 0;
        for (int i = 0; i < 20'000; ++i) {
            const Rigged rigged = randomRig(random);
            const auto groups = constraintGroups(rigged.scene, rigged.rig);
            const auto expected = byDefinition(rigged.scene, rigged.rig);
            const bool round = expected.empty() && !rigged.rig.constraints.empty();
            rounds += round;
            several += expected.size() > 2;
            const QString what = QString("seed %1, rig %2").arg(kSeed).arg(i);
            QVERIFY2(bool(groups) == !round, qPrintable(what));
            if (groups) QVERIFY2(*groups == expected, qPrintable(what));
        }
        QVERIFY(rounds > 1000 && several > 1000);
    }

    void eachChainTakesItsOwnTime()
    {
        const auto seconds = [](const Rigged& rigged) {
            double best = 1e9;
            for (int round = 0; round < 5; ++round) {
                const std::clock_t start = std::clock();
                for (int i = 0; i < 5; ++i)
                    if (!constraintGroups(rigged.scene, rigged.rig)) return -1.0;
                best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
            }
            return best;
        };
        const double few = seconds(crowd(500)), many = seconds(crowd(4000));
        QVERIFY(few > 0 && many > 0);
        qInfo("8 times as many chains take %.1f times as long", many / few);
        QVERIFY(many < 24 * few);
    }

    void aSceneGrowsAsIfMadeAnew()
    {
        test::Random random(5);
        for (int round = 0; round < 200; ++round) {
            const Scene start = randomRig(random).scene;
            Scene grown = start;
            std::vector<Node> all = start.nodes();
            for (int i = 0; i < 6; ++i) {
                // Rows are of the scene as it is; `all` takes the same order each time.
                Node node = makeNode(1000 + i, "new" + std::to_string(random.below(1000) * 10 + i),
                                     random.below(3) == 0 ? kNoNode : random.below(grown.size()),
                                     random.direction(), BonePart{});
                all.push_back(node);
                all = *inTopologicalOrder(std::move(all));
                Result<Scene> next = std::move(grown).with(node);
                QVERIFY(next);
                grown = *std::move(next);
                QVERIFY(grown == *Scene::make(all));
                for (const Node& each : all) {
                    QCOMPARE(grown[grown.find(each.id)].name, each.name);
                    QCOMPARE(grown[grown.find(each.name)].id, each.id);
                }
            }
            Node twice = makeNode(1000, "other", kNoNode, Vec3::Zero());
            QVERIFY(!Scene(grown).with(twice));
            twice = makeNode(2000, all.front().name, kNoNode, Vec3::Zero());
            QVERIFY(!Scene(grown).with(twice));
            twice = makeNode(2000, "other", grown.size(), Vec3::Zero());
            QVERIFY(!Scene(grown).with(twice));
        }
    }
};

POSEWRIGHT_TEST(TestGroupOrder, posewright::test::runPlain);
#include "tst_group_order.moc"
