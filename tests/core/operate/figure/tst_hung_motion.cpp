#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/hung_motion.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <cmath>
#include <numbers>
#include <random>
#include <utility>

using namespace posewright;

namespace {

/// root > mid > hand, and root > side, anywhere, with keys of the hand.
/// @param parentsMove  mid and side have keys, too
Document keyedChain(std::mt19937& random, bool parentsMove)
{
    std::uniform_real_distribution<double> any(-1, 1);
    const auto place = [&] { return nlohmann::json{any(random), any(random), any(random)}; };
    const auto turn = [&] {
        const Quat q = Quat(any(random), any(random), any(random), any(random)).normalized();
        return nlohmann::json{q.x(), q.y(), q.z(), q.w()};
    };
    nlohmann::json edits = {
        {{"edit", "addBone"}, {"name", "root"}, {"head", place()}, {"tail", place()}}};
    const auto bone = [&](const char* name, const char* parent) {
        edits.push_back({{"edit", "addBone"},
                         {"name", name},
                         {"parent", parent},
                         {"head", place()},
                         {"tail", place()}});
    };
    bone("mid", "root");
    bone("hand", "mid");
    bone("side", "root");
    const auto key = [&](const char* name, int frame) {
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", name},
                         {"frame", frame},
                         {"rotation", turn()},
                         {"translation", place()}});
    };
    for (const int frame : {0, 5, 12}) {
        key("hand", frame);
        if (!parentsMove) continue;
        key("mid", frame);
        key("side", frame);
    }
    return test::edited(emptyDocument(), edits);
}

WorldTransform handAt(const Document& doc, double frame)
{
    const auto world = worldTransforms(*doc.scene, basePose(doc, frame));
    return world[doc.scene->find("hand")];
}

Document hung(const Document& doc, const char* parent)
{
    nlohmann::json edit = {{"edit", "reparentBone"}, {"bone", "hand"}};
    if (parent) edit["parent"] = parent;
    return test::edited(doc, edit);
}

}  // namespace

/// Motion of a node that hangs elsewhere.
class TestHungMotion : public QObject {
    Q_OBJECT

private slots:
    void keysGoAlongWithTheBone_data()
    {
        QTest::addColumn<QByteArray>("parent");
        for (const char* parent : {"side", "root", ""}) QTest::newRow(parent) << QByteArray(parent);
    }

    /// Between parents that do not move, it moves as before.
    void keysGoAlongWithTheBone()
    {
        QFETCH(const QByteArray, parent);
        std::mt19937 random(test::printedSeed(std::random_device()()));
        for (int run = 0; run < 50; ++run) {
            const Document doc = keyedChain(random, false);
            const Document now = hung(doc, parent.isEmpty() ? nullptr : parent.constData());
            for (double frame = 0; frame <= 12; frame += 0.5) {
                const WorldTransform was = handAt(doc, frame), is = handAt(now, frame);
                QVERIFY((was.position - is.position).norm() < 1e-9);
                QVERIFY(was.rotation.angularDistance(is.rotation) < 1e-7);
            }
            QCOMPARE(operate::toldOfMotion(doc, now), std::string());
        }
    }

    void whereParentsMoveItIsTold()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        const Document doc = keyedChain(random, true);
        const Document now = hung(doc, "side");
        double most = 0;
        for (int look = 0; look <= 32; ++look) {
            const double frame = std::round(12.0 * look / 32);
            most =
                std::max(most, (handAt(doc, frame).position - handAt(now, frame).position).norm());
        }
        const std::string told = operate::toldOfMotion(doc, now);
        QVERIFY2(told.starts_with("what hangs elsewhere now moves with what is above it there: "
                                  "\"hand\" is up to "),
                 told.c_str());
        QVERIFY2(std::abs(std::atof(told.c_str() + told.find("up to ") + 6) - most) < 1e-3,
                 told.c_str());
        QVERIFY(told.ends_with("from where it was in the clip \"Clip\""));
    }

    /// As below a bone that only twists.
    void whatIsTurnedInItsPlaceIsTold_data()
    {
        QTest::addColumn<QByteArray>("edit");
        QTest::newRow("removed") << QByteArray(R"({"edit":"removeBone","bone":"twist"})");
        QTest::newRow("hung elsewhere")
            << QByteArray(R"({"edit":"reparentBone","bone":"fore","parent":"root"})");
    }
    void whatIsTurnedInItsPlaceIsTold()
    {
        QFETCH(const QByteArray, edit);
        nlohmann::json edits;
        const auto bone = [&](const char* name, const char* parent, nlohmann::json head,
                              nlohmann::json tail) {
            edits.push_back({{"edit", "addBone"},
                             {"name", name},
                             {"head", std::move(head)},
                             {"tail", std::move(tail)}});
            if (parent) edits.back()["parent"] = parent;
        };
        bone("root", nullptr, {0, 0, 0}, {0, 1, 0});
        bone("twist", "root", {0, 1, 0}, {0, 2, 0});
        bone("fore", "twist", {0, 1, 0}, {1, 1, 0});
        bone("hand", "fore", {1, 1, 0}, {2, 1, 0});
        const double half = 40 * std::numbers::pi / 180;
        for (const auto& [frame, turn] : {std::pair(0, 0.0), std::pair(12, half)})
            edits.push_back({{"edit", "setJointKey"},
                             {"joint", "twist"},
                             {"frame", frame},
                             {"rotation", {0, std::sin(turn), 0, std::cos(turn)}}});
        const Document doc = test::edited(emptyDocument(), edits);
        const Document now = test::edited(doc, nlohmann::json::parse(edit.constData()));
        QVERIFY((handAt(doc, 12).position - handAt(now, 12).position).norm() > 1.2);
        QCOMPARE(operate::toldOfMotion(doc, now),
                 std::string("what hangs elsewhere now moves with what is above it there: \"fore\" "
                             "is in its place, and turned by up to 80 degrees in the clip "
                             "\"Clip\""));
    }

    void theMotionOfWhatIsRemovedIsTold()
    {
        std::mt19937 random(test::printedSeed(std::random_device()()));
        const Document doc = keyedChain(random, true);
        const Document now = test::edited(doc, {{"edit", "removeBone"}, {"bone", "mid"}});
        QVERIFY(operate::toldOfMotion(doc, now).find("\"hand\" is up to ") != std::string::npos);
    }
};

POSEWRIGHT_TEST(TestHungMotion, posewright::test::runPlain);
#include "tst_hung_motion.moc"
