#include "core/evaluate/key_solve.h"
#include "tests/support/program.h"

#include <QTest>

#include <functional>
#include <set>

using namespace posewright;

namespace {

std::string keyOf(const ik::Goal& goal)
{
    ContentKey key;
    key.add(goal);
    return key.text();
}

std::string keyOf(const ik::Joint& joint)
{
    ContentKey key;
    key.add(joint);
    return key.text();
}

}  // namespace

/// A key solve is found again by all that it was computed from: nothing of it may be left out.
class TestContentKey : public QObject {
    Q_OBJECT

private slots:
    void eachMemberOfAGoalCounts()
    {
        const std::vector<std::function<void(ik::Goal&)>> changes{
            [](ik::Goal&) {},
            [](ik::Goal& g) { g.effector = 3; },
            [](ik::Goal& g) { g.root = 1; },
            [](ik::Goal& g) { g.kind = Aim{}; },
            [](ik::Goal& g) { g.kind = Aim{Vec3::UnitX()}; },
            [](ik::Goal& g) { g.kind = Loop<ik::JointIndex>{0}; },
            [](ik::Goal& g) { g.kind = Loop<ik::JointIndex>{2}; },
            [](ik::Goal& g) { g.position.z() = -1; },
            [](ik::Goal& g) { g.orientation = Quat::Identity(); },
            [](ik::Goal& g) { g.orientation = Quat(0, 1, 0, 0); },
            [](ik::Goal& g) { g.weight = 2; },
            [](ik::Goal& g) { g.pole = Vec3(0, 0, 0); },
            [](ik::Goal& g) { g.soft = 0.03; },
            [](ik::Goal& g) { g.least = 0.1; },
            [](ik::Goal& g) { g.pinned = true; },
            [](ik::Goal& g) { g.stretch = 0.2; },
        };
        std::set<std::string> keys;
        for (const auto& change : changes) {
            ik::Goal goal;
            change(goal);
            keys.insert(keyOf(goal));
        }
        QCOMPARE(keys.size(), changes.size());
    }

    void eachNumberOfAJointCounts()
    {
        const std::vector<std::function<void(ik::Joint&)>> changes{
            [](ik::Joint&) {},
            [](ik::Joint& j) { j.parent = 2; },
            [](ik::Joint& j) { j.offset.y() = 1; },
            [](ik::Joint& j) { j.rest = Quat(0, 0, 1, 0); },
            [](ik::Joint& j) { j.limit = FixedLimit{}; },
            [](ik::Joint& j) { j.limit = HingeLimit{}; },
            [](ik::Joint& j) {
                j.limit = HingeLimit{Vec3::UnitX(), {-1, 0}};
            },
            [](ik::Joint& j) {
                j.limit = HingeLimit{Vec3::UnitX(), {0, 1}};
            },
            [](ik::Joint& j) {
                j.limit = HingeLimit{Vec3::UnitY(), {}};
            },
            [](ik::Joint& j) { j.limit = ConeLimit{}; },
            [](ik::Joint& j) {
                j.limit = ConeLimit{Vec3::UnitY(), Vec3::UnitX(), {}, {}};
            },
            [](ik::Joint& j) {
                j.limit = ConeLimit{Vec3::UnitY(), Vec3::UnitZ(), {0, 0, 0, 1}, {}};
            },
            [](ik::Joint& j) {
                j.limit = ConeLimit{Vec3::UnitY(), Vec3::UnitZ(), {}, {0, 1}};
            },
            [](ik::Joint& j) { j.limit = BoxLimit{}; },
            [](ik::Joint& j) {
                j.limit = BoxLimit{{}, {2, 0, 1}};
            },
            [](ik::Joint& j) {
                j.limit = BoxLimit{{Range{}, Range{}, Range{0, 1}}, {0, 1, 2}};
            },
            [](ik::Joint& j) { j.limit = PrismaticLimit{}; },
            [](ik::Joint& j) {
                j.limit = PrismaticLimit{Vec3::UnitY(), {0, 2}};
            },
        };
        std::set<std::string> keys;
        for (const auto& change : changes) {
            ik::Joint joint;
            change(joint);
            keys.insert(keyOf(joint));
        }
        QCOMPARE(keys.size(), changes.size());
    }
};

POSEWRIGHT_TEST(TestContentKey, posewright::test::runPlain);
#include "tst_content_key.moc"
