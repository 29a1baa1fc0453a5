#include "core/evaluate/evaluate.h"
#include "core/operate/limit_handles.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QRandomGenerator>
#include <QTest>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

using namespace posewright;
using operate::LimitHandle;
using operate::LimitShape;
using test::edited;
using test::nodeNamed;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// The biped with one limit, and its chest turned, so that the limit's frame is not the world's.
Document limited(const char* joint, nlohmann::json limit)
{
    limit["edit"] = "setLimit";
    limit["joint"] = joint;
    return edited(test::biped(false), {limit,
                                       {{"edit", "setJointKey"},
                                        {"joint", "Hips"},
                                        {"frame", 0},
                                        {"rotation", {std::sin(0.3), 0, 0, std::cos(0.3)}}}});
}

LimitShape shapeOf(const Document& doc, const char* joint)
{
    return operate::limitShape(doc, evaluate(doc, 0), nodeNamed(doc, joint), 0.2);
}

/// The document with a joint turned from its rest pose about a world axis of its frame.
Document turned(const Document& doc, const char* joint, const Vec3& worldAxis, double angle)
{
    const Evaluation shown = evaluate(doc, 0);
    const NodeIndex row = doc.scene->find(std::string_view(joint));
    const Quat above = shown.world[(*doc.scene)[row].parent].rotation;
    const Quat rest = (*doc.scene)[row].rest.rotation;
    const Quat turn(Eigen::AngleAxisd(angle, worldAxis));
    const Quat local = (above.conjugate() * turn * above * rest).normalized();
    return edited(doc, {{{"edit", "setJointKey"},
                         {"joint", joint},
                         {"frame", 0},
                         {"rotation", {local.x(), local.y(), local.z(), local.w()}}}});
}

}  // namespace

class TestLimitHandles : public QObject {
    Q_OBJECT

private slots:
    /// A joint that is turned to where a handle is drawn, less a degree, is inside; a degree
    /// more is not.
    void handlesAreAtTheLimits_data()
    {
        QTest::addColumn<QByteArray>("limit");
        QTest::addColumn<int>("rows");
        QTest::newRow("hinge")
            << QByteArray(R"({"kind": "hinge", "axis": [1,0,0], "min": -0.4, "max": 1.9})") << 2;
        QTest::newRow("cone") << QByteArray(
                                     R"({"kind": "cone", "axis": [0,1,0], "up": [0,0,1],
                       "angles": [0.9, 0.5, 0.3, 1.2], "twist": [-0.4, 0.6]})")
                              << 6;
    }

    void handlesAreAtTheLimits()
    {
        QFETCH(QByteArray, limit);
        QFETCH(int, rows);
        const Document doc = limited("LeftForeArm", nlohmann::json::parse(limit.toStdString()));
        const LimitShape shape = shapeOf(doc, "LeftForeArm");
        QCOMPARE(std::ssize(shape.handles), rows);
        QVERIFY(!shape.areas.empty() && !shape.lines.empty());
        for (const LimitHandle& handle : shape.handles) {
            const double outwards = handle.value < 0 ? -kDegree : kDegree;
            const Document inside =
                turned(doc, "LeftForeArm", handle.axis, handle.value - outwards);
            const Document outside =
                turned(doc, "LeftForeArm", handle.axis, handle.value + outwards);
            const std::string part(handle.part);
            QVERIFY2(evaluate(inside, 0).outside.empty(), part.c_str());
            const Evaluation beyond = evaluate(outside, 0);
            QVERIFY2(beyond.outside.size() == 1, part.c_str());
            QVERIFY2(std::abs(beyond.outside[0].by - kDegree) < 0.2 * kDegree, part.c_str());
        }
    }

    void aHingeIsDrawnWhereTheBoneComes()
    {
        const Document doc = limited(
            "LeftForeArm", {{"kind", "hinge"}, {"axis", {1, 0, 0}}, {"min", -0.4}, {"max", 1.9}});
        for (const LimitHandle& handle : shapeOf(doc, "LeftForeArm").handles) {
            const Document there = turned(doc, "LeftForeArm", handle.axis, handle.value);
            const Evaluation shown = evaluate(there, 0);
            const auto at = [&](const char* name) {
                return shown.world[there.scene->find(std::string_view(name))].position;
            };
            Vec3 bone = at("LeftHand") - at("LeftForeArm");
            bone -= bone.dot(handle.axis) * handle.axis;
            const Vec3 arm = handle.place() - at("LeftForeArm");
            QVERIFY(bone.normalized().dot(arm.normalized()) > 1 - 1e-9);
        }
    }

    void aSlideIsDrawnFromWhereItRests()
    {
        const Document doc =
            limited("LeftForeArm",
                    {{"kind", "prismatic"}, {"axis", {0, 1, 0}}, {"min", -0.05}, {"max", 0.1}});
        const LimitShape shape = shapeOf(doc, "LeftForeArm");
        QCOMPARE(shape.handles.size(), std::size_t{2});
        const Vec3 way = shape.handles[1].place() - shape.handles[0].place();
        QVERIFY(std::abs(way.norm() - 0.15) < 1e-9);
        QVERIFY(shape.handles[0].slides);
    }

    void freeAndFixedJointsHaveNone()
    {
        QVERIFY(shapeOf(test::biped(false), "LeftForeArm").handles.empty());
        QVERIFY(
            shapeOf(limited("LeftForeArm", {{"kind", "fixed"}}), "LeftForeArm").handles.empty());
    }

    void aDragGoesAsFarAsItsRays()
    {
        QRandomGenerator random(QRandomGenerator::global()->generate());
        const Document doc =
            limited("LeftForeArm",
                    {{"kind", "box"}, {"x", {-0.5, 0.6}}, {"y", {-0.2, 0.3}}, {"z", {-1, 1.5}}});
        const LimitShape shape = shapeOf(doc, "LeftForeArm");
        QCOMPARE(shape.handles.size(), std::size_t{6});
        for (const LimitHandle& handle : shape.handles) {
            LimitHandle moved = handle;
            moved.value += random.generateDouble() - 0.5;
            const Vec3 eye = handle.centre + 2 * handle.axis + Vec3(0.3, 0.2, -0.1);
            const auto rayTo = [&](const Vec3& point) {
                return Ray{eye, (point - eye).normalized()};
            };
            const double by =
                operate::handleMoved(handle, rayTo(handle.place()), rayTo(moved.place()));
            QVERIFY(std::abs(by - (moved.value - handle.value)) < 1e-9);
        }
    }

    void numbersStayInTheirBounds()
    {
        const Limit hinge = HingeLimit{Vec3::UnitX(), {-0.5, 0.5}};
        QCOMPARE(std::get<HingeLimit>(operate::withHandle(hinge, 0, 2)).angle.min, 0.5);
        QCOMPARE(std::get<HingeLimit>(operate::withHandle(hinge, 1, 0.9)).angle.max, 0.9);
        const double wide = std::get<HingeLimit>(operate::withHandle(hinge, 1, 20)).angle.max;
        QVERIFY(std::abs(wide - (2 * std::numbers::pi - 0.5)) < 1e-12);
        ConeLimit cone;
        cone.angles = {1, 1, 1, 1};
        const Limit open = cone;
        QVERIFY(std::get<ConeLimit>(operate::withHandle(open, 2, -3)).angles[2] > 0);
        QVERIFY(std::get<ConeLimit>(operate::withHandle(open, 2, 9)).angles[2] < std::numbers::pi);
        QCOMPARE(std::get<ConeLimit>(operate::withHandle(open, 5, 0.7)).twist.max, 0.7);
    }
};

POSEWRIGHT_TEST(TestLimitHandles, posewright::test::runPlain);
#include "tst_limit_handles.moc"
