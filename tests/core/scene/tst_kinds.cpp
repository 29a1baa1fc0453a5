#include "core/math/rotation.h"
#include "core/scene/kind.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

namespace {

using Kind = KindOf<int>;

/// One of each alternative, with its numbers filled in.
std::vector<Kind> eachOne()
{
    std::vector<Kind> all;
    eachKind<int>([&]<class K>(Of<K>) {
        K kind{};
        complete(kind, Vec3(2, -1, 3).normalized());
        all.emplace_back(kind);
    });
    return all;
}

const Stand kStand{Vec3(0.3, 1.2, -0.4), fromRotationVector(Vec3(0.5, -0.8, 1.1)),
                   Vec3(1, 2, -2) / 3, 0.7};
const Vec3 kPoint(1.3, 0.4, 0.9);

QString nameOf(const Kind& kind)
{
    return QString::fromStdString(std::string(rulesOf(kind).name));
}

}  // namespace

/// What each kind of constraint says of itself, whichever there are.
class TestKinds : public QObject {
    Q_OBJECT
private slots:
    void aKindThatIsCompleteIsNotBroken()
    {
        for (const Kind& kind : eachOne())
            QVERIFY2(brokenBy(kind).empty(), qPrintable(nameOf(kind)));
    }

    void whatIsAskedForByNothingIsTheFirst()
    {
        QCOMPARE(Kind{}.index(), std::size_t(0));
        QVERIFY(std::holds_alternative<Reach>(Kind{}));
        for (const Kind& kind : eachOne()) {
            const bool told = !rulesOf(kind).flag.empty() || otherJoint(kind);
            QCOMPARE(told, kind.index() != 0);
            QCOMPARE(rulesOf(kind).unserved.empty(), kind.index() == 0);
            QCOMPARE(rulesOf(kind).served.empty(), kind.index() == 0);
        }
    }

    /// The rate is that of the lack, by differences over a small turn and a small way.
    void theRateIsHowTheLackFalls()
    {
        constexpr double kStep = 1e-6;
        for (const Kind& kind : eachOne()) {
            const Lack lack = lackOf(kind, kPoint, kStand.position, kStand.rotation);
            for (int axis = 0; axis < 6; ++axis) {
                const Vec3 turn = axis < 3 ? Vec3(Vec3::Unit(axis)) : Vec3(Vec3::Zero());
                const Vec3 moved = axis < 3 ? Vec3(Vec3::Zero()) : Vec3(Vec3::Unit(axis - 3));
                const auto lackAt = [&](double by) {
                    return lackOf(kind, kPoint, kStand.position + by * moved,
                                  fromRotationVector(by * turn) * kStand.rotation);
                };
                // Along what is lacked: across it, turns do not add up.
                const double fell =
                    (lackAt(-kStep).by.norm() - lackAt(kStep).by.norm()) / (2 * kStep);
                const double said = lack.by.normalized().dot(rateOf(kind, lack, turn, moved));
                QVERIFY2(std::abs(fell - said) < 1e-6, qPrintable(QString("%1, %2: %3 for %4")
                                                                      .arg(nameOf(kind))
                                                                      .arg(axis)
                                                                      .arg(said)
                                                                      .arg(fell)));
            }
        }
    }

    void thePointForAnEffectorIsServed()
    {
        for (const Kind& kind : eachOne()) {
            const Vec3 point = pointFor(kind, kStand);
            const Lack lack = lackOf(kind, point, kStand.position, kStand.rotation);
            QVERIFY2(lack.by.norm() < 1e-12, qPrintable(nameOf(kind)));
        }
    }

    /// Where the lack leads to lies in the range of places that serve, seen from anywhere.
    void theNearestPlaceIsInTheRangeServed()
    {
        for (const Kind& kind : eachOne()) {
            if (rulesOf(kind).turnOnly) continue;
            for (const Vec3& root : {Vec3(0, 0, 0), Vec3(3, -1, 2), kPoint}) {
                const Lack lack = lackOf(kind, kPoint, kStand.position, kStand.rotation);
                const double away = (kStand.position + lack.by - root).norm();
                const Range range = servedFrom(kind, (kPoint - root).norm());
                QVERIFY2(away > range.min - 1e-12 && away < range.max + 1e-12,
                         qPrintable(nameOf(kind)));
            }
        }
    }

    void axesThatAreTurnedSayTheSame()
    {
        const Quat by = fromRotationVector(Vec3(0.4, 0.9, -0.3));
        for (const Kind& kind : eachOne()) {
            Kind turned = kind;
            std::visit([&](auto& k) { turnAxes(k, by); }, turned);
            const Lack before = lackOf(kind, kPoint, kStand.position, kStand.rotation);
            const Lack after =
                lackOf(turned, kPoint, kStand.position, kStand.rotation * by.conjugate());
            QVERIFY2((before.by - after.by).norm() < 1e-12, qPrintable(nameOf(kind)));
        }
    }

    void theJointThatIsNamedIsRenamed()
    {
        for (const Kind& kind : eachOne()) {
            const auto renamed = withJoint<std::string>(kind, [](int) { return std::string("x"); });
            QCOMPARE(renamed.index(), kind.index());
            QCOMPARE(otherJoint(renamed) != nullptr, otherJoint(kind) != nullptr);
            if (const std::string* other = otherJoint(renamed)) QCOMPARE(*other, std::string("x"));
        }
        const auto aim = withJoint<std::string>(Kind(Aim{Vec3::UnitX()}), [](int) { return ""; });
        QVERIFY(std::get<Aim>(aim).axis == Vec3::UnitX());
    }

    void whatHasOtherNumbersIsTold()
    {
        QVERIFY(numbersOf(Kind(Aim{Vec3::UnitX()})) != numbersOf(Kind(Aim{Vec3::UnitY()})));
        QCOMPARE(numbersOf(Kind(Aim{Vec3(1, 2, 3)})), (std::array<double, 4>{1, 2, 3, 0}));
        QCOMPARE(numbersOf(Kind(Loop<int>{4})), (std::array<double, 4>{}));
    }
};

POSEWRIGHT_TEST(TestKinds, posewright::test::runPlain);
#include "tst_kinds.moc"
