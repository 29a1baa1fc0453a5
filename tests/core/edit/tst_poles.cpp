#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "tests/core/edit/reaching.h"
#include "tests/support/biped.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using namespace posewright::test::reach;
using nlohmann::json;

/// Poles of targets.
class TestPoles : public QObject {
    Q_OBJECT

private slots:
    void addingAPoleMovesNoPose();
    void aKeyedPoleBendsTheChainItsWay();
    void aPoleLiesInTheBendPlane();
};

void TestPoles::addingAPoleMovesNoPose()
{
    const Document before = reaching();
    const Document guessed = edited(before, {{"edit", "addPole"}, {"target", "hand.L"}});
    QVERIFY(sameMotion(before, guessed));
    const Document placed =
        edited(before, {{"edit", "addPole"}, {"target", "hand.L"}, {"position", {0.4, 3, 0}}});
    QVERIFY(sameMotion(before, placed));
    QVERIFY((at(placed, "hand.L pole", 0).position - Vec3(0.4, 3, 0)).norm() < 1e-15);
}

void TestPoles::aKeyedPoleBendsTheChainItsWay()
{
    const Document doc =
        edited(reaching(), {{{"edit", "addPole"}, {"target", "hand.L"}, {"position", {0.4, 3, 0}}},
                            {{"edit", "setJointKey"},
                             {"joint", "hand.L pole"},
                             {"frame", 0},
                             {"translation", {0.4, 3, 0}}}});
    const Vec3 shoulder = at(doc, "LeftArm", 10).position;
    const Vec3 hand = at(doc, "LeftHand", 10).position;
    const Vec3 line = (hand - shoulder).normalized();
    const auto away = [&](const Vec3& p) -> Vec3 {
        const Vec3 v = p - shoulder;
        return (v - v.dot(line) * line).normalized();
    };
    const double cosine = away(at(doc, "LeftForeArm", 10).position).dot(away(Vec3(0.4, 3, 0)));
    QVERIFY2(cosine > 1 - 1e-6, QByteArray::number(cosine));
}

void TestPoles::aPoleLiesInTheBendPlane()
{
    const Document bent = edited(reaching(), {{"edit", "addPole"}, {"target", "hand.L"}});
    const Vec3 a = at(bent, "LeftArm", 0).position;
    const Vec3 b = at(bent, "LeftForeArm", 0).position;
    const Vec3 c = at(bent, "LeftHand", 0).position;
    const Vec3 pole = at(bent, "hand.L pole", 0).position;
    const Vec3 normal = (b - a).cross(c - a).normalized();
    QVERIFY(std::abs((pole - a).dot(normal)) < 1e-12);
    QVERIFY((pole - b).dot(b - (a + c) / 2) > 0);
    const double length = (b - a).norm() + (c - b).norm();
    QVERIFY(std::abs((pole - b).norm() - length) < 1e-9);

    // A straight chain has no bend plane: a fixed perpendicular then.
    Document straight =
        edited(emptyDocument(),
               {{{"edit", "addBone"}, {"name", "a"}, {"head", {0, 0, 0}}, {"tail", {1, 0, 0}}},
                {{"edit", "addBone"},
                 {"name", "b"},
                 {"parent", "a"},
                 {"head", {1, 0, 0}},
                 {"tail", {2, 0, 0}}},
                {{"edit", "addBone"},
                 {"name", "c"},
                 {"parent", "b"},
                 {"head", {2, 0, 0}},
                 {"tail", {2.1, 0, 0}}},
                addTarget("t", "c", "a"),
                {{"edit", "addPole"}, {"target", "t"}}});
    const Vec3 off = at(straight, "t pole", 0).position - Vec3(1, 0, 0);
    QVERIFY(std::abs(off.x()) < 1e-12);
    QVERIFY(std::abs(off.norm() - 2) < 1e-12);
}

POSEWRIGHT_TEST(TestPoles, posewright::test::runWithEvents);
#include "tst_poles.moc"
