#include "core/evaluate/small_miss.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <limits>

using namespace posewright;

namespace {

/// A chain of three bones, 1 m long, whose first bone has a scale.
Document scaled(double by)
{
    Document doc = test::chainDocument(3, 0.3, 20);
    std::vector<Node> nodes = doc.scene->nodes();
    nodes[0].rest.scale = Vec3::Constant(by);
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

TargetStatus missOf(const Document& doc, ik::Status status, double off, double turned = 0)
{
    TargetStatus out;
    out.constraint = doc.rig->constraints[0].id;
    out.status = status;
    out.positionError = off;
    out.orientationError = turned;
    return out;
}

}  // namespace

/// Which misses cannot be seen.
class TestSmallMiss : public QObject {
    Q_OBJECT

private slots:
    /// A ten-thousandth of the chain, as it is in the world.
    void itIsAShareOfTheChain_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {0.01, 1.0, 100.0})
            QTest::newRow(qPrintable(QString::number(scale))) << scale;
    }
    void itIsAShareOfTheChain()
    {
        QFETCH(double, scale);
        const Document doc = scaled(scale);
        for (const ik::Status status :
             {ik::Status::Unreachable, ik::Status::Limited, ik::Status::Conflict}) {
            QVERIFY(isSmallMiss(doc, missOf(doc, status, 0.99e-4 * scale)));
            QVERIFY(!isSmallMiss(doc, missOf(doc, status, 1.01e-4 * scale)));
            QVERIFY(isSmallMiss(doc, missOf(doc, status, 0, 1.9e-3)));
            QVERIFY(!isSmallMiss(doc, missOf(doc, status, 0, 2.1e-3)));
        }
    }

    void whatIsNoMissIsNone()
    {
        const Document doc = scaled(1);
        for (const ik::Status status :
             {ik::Status::Reached, ik::Status::Softened, ik::Status::Stalled, ik::Status::Invalid,
              ik::Status::IterationLimit, ik::Status::Cancelled, ik::Status::Inactive})
            QVERIFY(!isSmallMiss(doc, missOf(doc, status, 0)));
        const double none = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!isSmallMiss(doc, missOf(doc, ik::Status::Unreachable, none)));
        QVERIFY(!isSmallMiss(doc, missOf(doc, ik::Status::Unreachable, 0, none)));
        TargetStatus other = missOf(doc, ik::Status::Unreachable, 0);
        other.constraint = ConstraintId(77);
        QVERIFY(!isSmallMiss(doc, other));
    }

    /// A target that only turns may have no chain, and is judged by its angle.
    void anAimIsJudgedByItsAngle()
    {
        Document doc = scaled(1);
        doc.rig = doc.rig.with([](Rig& rig) {
            Aim aim;
            aim.axis = Vec3::UnitX();
            rig.constraints[0].kind = aim;
            rig.constraints[0].root = rig.constraints[0].effector;
        });
        QVERIFY(isSmallMiss(doc, missOf(doc, ik::Status::Limited, 5, 1.9e-3)));
        QVERIFY(!isSmallMiss(doc, missOf(doc, ik::Status::Limited, 0, 2.1e-3)));
    }
};

POSEWRIGHT_TEST(TestSmallMiss, posewright::test::runPlain);
#include "tst_small_miss.moc"
