#include "core/ik/solver.h"
#include "tests/app/cli_test.h"
#include "tests/app/other_reader.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace posewright;
using nlohmann::json;
using plain::Dice;
using plain::Q;
using plain::V;
using test::call;
using test::OtherReader;
using test::Outcome;

namespace {

constexpr int kLast = 6;  // frame

json jsonOf(const V& v)
{
    return json::array({v.x, v.y, v.z});
}
V vectorOf(const json& j)
{
    return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>()};
}
Q quaternionOf(const json& j)
{
    return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>(), j[3].get<double>()};
}

/// A figure as a list of edits, with any limit on any joint, and what it is at rest.
struct Figure {
    std::vector<std::string> names;
    std::vector<int> parents;
    std::vector<plain::Limit> limits;
    json edits = json::array();
};

json limitEdit(const std::string& joint, const plain::Limit& limit)
{
    using Kind = plain::Limit::Kind;
    const auto range = [](const plain::Bounds& b) { return json::array({b.min, b.max}); };
    json edit{{"edit", "setLimit"}, {"joint", joint}};
    switch (limit.kind) {
    case Kind::Free: edit["kind"] = "free"; break;
    case Kind::Fixed: edit["kind"] = "fixed"; break;
    case Kind::Cone:
        edit["kind"] = "cone";
        edit["axis"] = jsonOf(limit.axis);
        edit["up"] = jsonOf(limit.up);
        edit["angles"] = limit.opening;
        edit["twist"] = range(limit.range);
        break;
    case Kind::Box:
        edit["kind"] = "box";
        edit["x"] = range(limit.box[0]);
        edit["y"] = range(limit.box[1]);
        edit["z"] = range(limit.box[2]);
        edit["order"] =
            std::string{"xyz"[limit.order[0]], "xyz"[limit.order[1]], "xyz"[limit.order[2]]};
        break;
    case Kind::Hinge:
    case Kind::Slide:
        edit["kind"] = limit.kind == Kind::Hinge ? "hinge" : "prismatic";
        edit["axis"] = jsonOf(limit.axis);
        edit["min"] = limit.range.min;
        edit["max"] = limit.range.max;
        break;
    }
    return edit;
}

Figure anyFigure(Dice& dice)
{
    Figure figure;
    std::vector<V> heads;
    const int joints = 3 + dice.below(4);
    for (int j = 0; j < joints; ++j) {
        figure.names.push_back("Joint" + std::to_string(j));
        figure.parents.push_back(j > 1 && dice.chance(0.2) ? dice.below(j) : j - 1);
        const V from = j == 0 ? V{} : heads[figure.parents[j]];
        heads.push_back(from + dice.uniform(0.3, 1) * dice.direction());
        json bone{{"edit", "addBone"},
                  {"name", figure.names[j]},
                  {"head", jsonOf(heads[j])},
                  {"tail", jsonOf(heads[j] + 0.3 * dice.direction())}};
        if (j > 0) bone["parent"] = figure.names[figure.parents[j]];
        figure.edits.push_back(bone);
    }
    for (int j = 0; j < joints; ++j) {
        figure.limits.push_back(plain::anyLimit(plain::Limit::Kind(dice.below(6)), dice, 0.4));
        figure.edits.push_back(limitEdit(figure.names[j], figure.limits[j]));
    }
    figure.edits.push_back({{"edit", "setFps"}, {"fps", 24}, {"retime", false}});
    figure.edits.push_back({{"edit", "setRange"}, {"start", 0}, {"end", kLast}});
    return figure;
}

}  // namespace

/// What the command line prints and writes, looked at by code that shares nothing with it.
class TestCliHonest : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

    /// Three bones of length 1 on a joint that slides: what `solve` says of its effector is where
    /// its own positions have it, and what the rotations and the slide make of it.
    void aTopJointThatSlides_data()
    {
        QTest::addColumn<QString>("solver");
        for (const ik::Solver& s : ik::solvers())
            if (s.abilities.limits && s.abilities.bones == 0)
                QTest::newRow(s.id.data()) << QString::fromUtf8(s.id.data());
    }
    void aTopJointThatSlides()
    {
        QFETCH(QString, solver);
        const std::string figure = slidingArm();
        for (const V& goal : {V{0.8, 2.2, 0.3}, V{-1.2, 1.5, 1}, V{0.1, 2.9, 0}, V{3, 1, 0}}) {
            const std::string text = "J3=" + std::to_string(goal.x) + ',' + std::to_string(goal.y) +
                                     ',' + std::to_string(goal.z);
            const Outcome outcome =
                call({"solve", figure, "--goal", text, "--solver", solver.toStdString(), "--json"});
            const json j = json::parse(outcome.out);
            std::vector<V> at;
            for (const json& p : j["positions"]) at.push_back(vectorOf(p));
            QVERIFY(std::abs(at[0].x) <= 0.5 + 1e-9);
            QVERIFY(std::hypot(at[0].y, at[0].z) < 1e-9);
            V tip = at[0];
            for (int k = 0; k < 3; ++k) {
                const Q turn = quaternionOf(j["rotations"][k]);
                tip = tip + plain::turned(turn, plain::turned(plain::inverse(rest_[k]), {0, 1, 0}));
            }
            QVERIFY(length(tip - at[3]) < 1e-9);
            const double error = length(goal - at[3]);
            QVERIFY2(std::abs(error - j["goals"][0]["positionError"].get<double>()) < 1e-9,
                     outcome.out.c_str());
            const bool reached = j["status"] == "reached";
            QCOMPARE(reached, error <= 3.5e-6);
            QCOMPARE(outcome.exit, reached ? 0 : 1);
        }
    }

    /// The same figure with targets: those out of its reach are errors, and nothing is softened.
    void itsReportSoftensNothing()
    {
        json edits = json::array({{{"edit", "addTarget"},
                                   {"name", "Hand"},
                                   {"effector", "J3"},
                                   {"root", "J0"},
                                   {"at", "pose"}},
                                  {{"edit", "setTarget"}, {"target", "Hand"}, {"soft", 0}},
                                  {{"edit", "setRange"}, {"start", 0}, {"end", 40}}});
        Dice dice(5);
        std::vector<V> goals;
        for (int f = 0; f <= 40; ++f) {
            goals.push_back(V{0.2, 1, 0} + dice.uniform(0, 3) * dice.direction());
            edits.push_back({{"edit", "setTargetKey"},
                             {"target", "Hand"},
                             {"frame", f},
                             {"position", jsonOf(goals.back())}});
        }
        const std::string list = put("goals.json", QByteArray::fromStdString(edits.dump()));
        for (const char* solver : {"", "dls", "newton", "bfgs", "ccd", "jacobian-transpose"}) {
            const std::string named = put(
                "named.json",
                QByteArray::fromStdString(
                    json::array({{{"edit", "setTarget"}, {"target", "Hand"}, {"solver", solver}}})
                        .dump()));
            QCOMPARE(call({"apply", slidingArm(), list, "-o", path("goals.glb")}).exit, 0);
            const Outcome made = call({"apply", path("goals.glb"), named, "-o", path("named.glb")});
            QVERIFY2(made.exit == 0, made.err.c_str());
            const Outcome report = call({"report", path("named.glb"), "--json"});
            const json said = json::parse(report.out);
            const json seen =
                json::parse(call({"sample", path("named.glb"), "--frames", "0:40", "--json"}).out);
            int missed = 0;
            for (int f = 0; f <= 40; ++f) {
                const json& target = said["frames"][f]["targets"][0];
                const double error = length(goals[f] - vectorOf(seen["frames"][f]["positions"][3]));
                QVERIFY(std::abs(error - target["positionError"].get<double>()) < 1e-9);
                const std::string status = target["status"];
                QVERIFY2(status != "softened", qPrintable(QString::number(f)));
                QCOMPARE(status == "reached", error <= 3.5e-6);
                missed += status != "reached";
            }
            QCOMPARE(said["errors"].get<int>(), missed);
            QCOMPARE(report.exit, missed > 0 ? 1 : 0);
            QVERIFY(missed > 0 && missed < 40);
        }
    }

    void whatIsPrintedAndWritten()
    {
        constexpr std::uint64_t kSeed = 21;
        test::printedSeed(kSeed);
        int reached = 0;
        int missed = 0;
        for (std::uint64_t i = 0; i < 40; ++i) {
            Dice dice(kSeed * 1000 + i);
            const Figure figure = anyFigure(dice);
            const QString wrong = wrongWith(figure, dice, reached, missed);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString("figure %1: ").arg(i) + wrong));
        }
        qInfo("%d reached, %d missed", reached, missed);
        QVERIFY(reached > 40 && missed > 40);
    }

private:
    std::vector<Q> rest_;  ///< of the sliding arm, world

    std::string slidingArm()
    {
        json edits = json::array();
        for (int k = 0; k < 4; ++k) {
            json bone{{"edit", "addBone"},
                      {"name", "J" + std::to_string(k)},
                      {"head", {0, k, 0}},
                      {"tail", {0, k + (k < 3 ? 1 : 0.1), 0}}};
            if (k > 0) bone["parent"] = "J" + std::to_string(k - 1);
            edits.push_back(bone);
        }
        const std::string list = put("arm.json", QByteArray::fromStdString(edits.dump()));
        const std::string arm = path("still.glb");
        if (call({"apply", "--new", list, "-o", arm}).exit != 0) qFatal("no arm");
        rest_.clear();
        const json still = json::parse(call({"sample", arm, "--frames", "0", "--json"}).out);
        for (const json& r : still["frames"][0]["rotations"]) rest_.push_back(quaternionOf(r));
        // The axis is said in the joint's own rest frame.
        const V axis = plain::turned(plain::inverse(rest_[0]), {1, 0, 0});
        plain::Limit limit;
        limit.kind = plain::Limit::Kind::Slide;
        limit.axis = axis;
        limit.range = {-0.5, 0.5};
        const std::string slide = put(
            "slide.json", QByteArray::fromStdString(json::array({limitEdit("J0", limit)}).dump()));
        const Outcome made = call({"apply", arm, slide, "-o", path("sliding.glb")});
        if (made.exit != 0) qFatal("%s", made.err.c_str());
        return path("sliding.glb");
    }

    // Long: one figure, from its edits to the file that is written, by one command after the other.
    QString wrongWith(const Figure& figure, Dice& dice, int& reached, int& missed)
    {
        const std::string list = put("figure.json", QByteArray::fromStdString(figure.edits.dump()));
        const std::string still = path("figure.glb");
        const Outcome made = call({"apply", "--new", list, "-o", still});
        if (made.exit != 0) return QString::fromStdString(made.err);
        const json rest =
            json::parse(call({"sample", still, "--frames", "0", "--json"}).out)["frames"][0];

        const int effector = static_cast<int>(figure.names.size()) - 1;
        int root = figure.parents[effector];
        while (root > 0 && dice.chance(0.8)) root = figure.parents[root];
        const bool moves = root == 0 && dice.chance(0.15);
        const bool stretches = !moves && !anySlide(figure, root, effector) && dice.chance(0.3);
        json edits = json::array({{{"edit", "addTarget"},
                                   {"name", "Hand"},
                                   {"effector", figure.names[effector]},
                                   {"root", figure.names[root]},
                                   {"at", "pose"}}});
        json set{{"edit", "setTarget"}, {"target", "Hand"}, {"soft", 0}};
        if (stretches) set["stretch"] = 0.3;
        if (moves) set["rootMoves"] = true;
        if (dice.chance(0.5)) set["solver"] = dice.chance(0.5) ? "dls" : "bfgs";
        edits.push_back(set);
        const V from = vectorOf(rest["positions"][root]);
        const double reach = length(vectorOf(rest["positions"][effector]) - from);
        std::vector<V> goals;
        for (int f = 0; f <= kLast; ++f) {
            goals.push_back(from + dice.uniform(0.2, 1.6) * reach * dice.direction());
            edits.push_back({{"edit", "setTargetKey"},
                             {"target", "Hand"},
                             {"frame", f},
                             {"position", jsonOf(goals.back())}});
        }
        const std::string aims = put("aims.json", QByteArray::fromStdString(edits.dump()));
        const std::string moving = path("moving.glb");
        const Outcome applied = call({"apply", still, aims, "-o", moving});
        if (applied.exit != 0) return QString::fromStdString(applied.err);

        const json seen =
            json::parse(call({"sample", moving, "--frames", "0:6", "--json"}).out)["frames"];
        const json said = json::parse(call({"report", moving, "--json"}).out)["frames"];
        const std::string baked = path("baked.gltf");
        const Outcome bake = call({"bake", moving, "-o", baked});
        if (bake.exit != 0) return QString::fromStdString(bake.err);
        const OtherReader other(baked, [this](const std::string& name) { return get(name); });
        for (int f = 0; f <= kLast; ++f) {
            const json& pose = seen[f];
            if (const QString text = wrongPose(figure, rest, pose, root, moves, stretches);
                !text.isEmpty())
                return text;
            const V at = vectorOf(pose["positions"][effector]);
            const json& target = said[f]["targets"][0];
            const double error = length(goals[f] - at);
            if (std::abs(error - target["positionError"].get<double>()) > 1e-9)
                return QString("frame %1: off by %2").arg(f).arg(error);
            const std::string status = target["status"];
            const bool there = error <= 1.5e-6 * chainOf(figure, rest, root, effector, stretches);
            if ((status == "reached") != there || status == "softened")
                return QString("frame %1: off by %2, and ").arg(f).arg(error) + status.c_str();
            ++(there ? reached : missed);
            for (std::size_t j = 0; j < figure.names.size(); ++j) {
                const auto [position, rotation] = other.at(figure.names[j], f / 24.0);
                if (length(position - vectorOf(pose["positions"][j])) > 4e-6 ||
                    plain::angle(rotation, quaternionOf(pose["rotations"][j])) > 4e-6)
                    return QString("frame %1: the file has joint %2 elsewhere").arg(f).arg(j);
            }
        }
        return {};
    }

    static bool anySlide(const Figure& figure, int root, int effector)
    {
        for (int j = effector; j >= root; j = figure.parents[j])
            if (figure.limits[j].kind == plain::Limit::Kind::Slide) return true;
        return false;
    }

    static double chainOf(const Figure& figure, const json& rest, int root, int effector,
                          bool stretches)
    {
        double sum = 0;
        for (int j = effector;; j = figure.parents[j]) {
            if (figure.limits[j].kind == plain::Limit::Kind::Slide) sum += 0.4;
            if (j == root) return sum * (stretches ? 1.3 : 1);
            sum += length(vectorOf(rest["positions"][j]) -
                          vectorOf(rest["positions"][figure.parents[j]]));
        }
    }

    /// Bones keep their lengths, but for what slides, stretches or moves, and joints their limits.
    QString wrongPose(const Figure& figure, const json& rest, const json& pose, int root,
                      bool moves, bool stretches) const
    {
        const auto local = [&](const json& frame, std::size_t j) {
            const int parent = figure.parents[j];
            const Q above = parent < 0 ? Q{0, 0, 0, 1} : quaternionOf(frame["rotations"][parent]);
            const V from = parent < 0 ? V{} : vectorOf(frame["positions"][parent]);
            const Q back = plain::inverse(above);
            return std::pair(plain::turned(back, vectorOf(frame["positions"][j]) - from),
                             plain::product(back, quaternionOf(frame["rotations"][j])));
        };
        // What no target turns shows what is keyed, outside its limit or not.
        std::vector<int> driven;
        const int effector = static_cast<int>(figure.names.size()) - 1;
        for (int j = effector; j >= root; j = figure.parents[j])
            if (j != effector || figure.limits[j].kind == plain::Limit::Kind::Slide)
                driven.push_back(j);
        for (std::size_t j = 0; j < figure.names.size(); ++j) {
            const auto [offset, turn] = local(rest, j);
            const auto [to, now] = local(pose, j);
            const plain::Joint joint{figure.parents[j], offset, turn, figure.limits[j]};
            double travel = 0;
            V moved = to - offset;
            if (joint.limit.kind == plain::Limit::Kind::Slide) {
                const V along = plain::turned(turn, plain::unit(joint.limit.axis));
                travel = dot(moved, along);
                moved = moved - travel * along;
            }
            const bool below = static_cast<int>(j) > root;
            if (stretches && below) {
                const double factor = length(to) / length(offset);
                if (factor < 1 - 1e-9 || factor > 1.3 + 1e-9) return "a bone is stretched too far";
                moved = to - factor * offset;
            }
            if (moves && static_cast<int>(j) == root) moved = {};
            if (length(moved) > 1e-9) return QString("joint %1 is off its bone").arg(j);
            const bool turns = std::ranges::find(driven, static_cast<int>(j)) != driven.end();
            const double by = plain::outside(joint, now, travel);
            if (turns && by > 1e-9) return QString("joint %1 is %2 outside").arg(j).arg(by);
            if (!turns && (plain::angle(turn, now) > 1e-9 || std::abs(travel) > 1e-9))
                return QString("joint %1 turned, and no target turns it").arg(j);
        }
        return {};
    }
};

POSEWRIGHT_TEST(TestCliHonest, posewright::test::runWithEvents);
#include "tst_cli_honest.moc"
