#include "core/io/format.h"
#include "tests/app/cli_test.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"

#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Outcome;

/// Motions that begin with a jump, onto a character by the command line.
class TestRetargetOddStart : public test::CliTest {
    Q_OBJECT

    std::string written(const char* name, const std::vector<test::BodyPose>& motion)
    {
        const std::string file = path(name);
        const auto done = io::write(test::documentOf(test::madeBody(), motion, 30), file);
        if (!done) qFatal("%s", done.error().message.c_str());
        return file;
    }

private slots:
    void initTestCase() { start(); }

    /// A capture that begins in another pose, without that frame.
    void anOddStartIsLeftOut()
    {
        plain::Dice dice(5);
        const test::MadeBody body = test::madeBody();
        const std::string hero = written("hero.glb", test::madeMotion(body, 2, dice));
        std::vector<test::BodyPose> motion = test::madeMotion(body, 14, dice);
        motion.front() = motion[1];
        motion.front().turns[body.row("LeftArm")] = test::turnAbout({0, 0, 1}, 1.5);
        const std::string dance = written("odd.bvh", motion);
        const auto startIn = [](const std::string& file) {
            const json clips = json::parse(call({"info", file, "--json"}).out)["clips"];
            return clips.size() == 2 ? clips[1]["start"].get<double>() : -1.0;
        };
        const std::string whole = path("whole.glb"), cut = path("cut.glb"), set = path("set.glb");
        QCOMPARE(call({"retarget", hero, dance, "-o", whole}).exit, 0);
        const Outcome done = call({"retarget", hero, dance, "--leave-out-start", "-o", cut});
        QCOMPARE(done.exit, 0);
        QVERIFY2(done.err.find("left out the frames before 1") != std::string::npos,
                 done.err.c_str());
        QCOMPARE(call({"operate", hero, "retarget", "--set", "motion=" + dance, "--set",
                       "leaveOutStart=true", "-o", set})
                     .exit,
                 0);
        QCOMPARE(startIn(whole), 0.0);
        QCOMPARE(startIn(cut), 1.0);
        QCOMPARE(startIn(set), 1.0);
    }
};

POSEWRIGHT_TEST(TestRetargetOddStart, posewright::test::runWithEvents);
#include "tst_retarget_odd_start.moc"
