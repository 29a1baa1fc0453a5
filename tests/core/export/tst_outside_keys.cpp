#include "tests/core/export/export_test.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"

#include <algorithm>

using namespace posewright;

namespace {

constexpr double kLast = 48;  ///< frame of the last key
const std::vector<double> kKeyed{0, 8, 16, 30, kLast};

/// A biped whose hips move so from key to key, and whose arm turns, over a range of frames that
/// ends before the keys do.
Document cutShort(Interpolation hips, RotationInterpolation arm, double start, double end)
{
    Document doc = test::biped(false);
    doc.playback.start = start;
    doc.playback.end = end;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track moved, turned;
        moved.node = test::nodeNamed(doc, "Hips");
        turned.node = test::nodeNamed(doc, "LeftArm");
        Curve curve;
        std::vector<RotationKey> turns;
        for (const double frame : kKeyed) {
            Key key = linearKey(frame, 1 + 0.01 * frame * (frame - 20));
            key.interpolation = hips;
            if (hips == Interpolation::Bezier) key.mode = HandleMode::AutoClamped;
            curve.set(key);
            const double angle = 0.001 * frame * (frame - 20);
            turns.push_back({frame, Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())), arm});
        }
        moved.translation = {Curve{}, curve, Curve{}};
        turned.rotation = RotationTrack::fromKeys(turns);
        setTrack(clip, moved);
        setTrack(clip, turned);
    });
    return doc;
}

/// The seconds of the keys of a channel.
std::vector<double> keysOfChannel(const test::GltfParts& file, const char* node, const char* path)
{
    const test::Json& animation = file.root["animations"][0];
    for (const test::Json& channel : animation["channels"]) {
        const test::Json& target = channel["target"];
        if (file.root["nodes"][target["node"].get<std::size_t>()]["name"] == node &&
            target["path"] == path)
            return test::components(
                file, animation["samplers"][channel["sampler"].get<std::size_t>()]["input"]);
    }
    return {};
}

}  // namespace

/// Keys beyond the ends of the range.
class TestOutsideKeys : public test::ExportTest {
    Q_OBJECT

    static exports::Options plain()
    {
        exports::Options options;
        options.targets = false;
        return options;
    }

private slots:
    void keysInTheRangeStay_data()
    {
        QTest::addColumn<int>("hips");
        QTest::addColumn<int>("arm");
        QTest::addColumn<double>("start");
        QTest::addColumn<double>("end");
        QTest::addColumn<bool>("sampled");  // are the arm's keys one a frame?
        const auto row = [](const char* name, Interpolation hips, RotationInterpolation arm,
                            double start, double end, bool sampled) {
            QTest::newRow(name) << int(hips) << int(arm) << start << end << sampled;
        };
        row("straight", Interpolation::Linear, RotationInterpolation::Slerp, 0, 20, false);
        row("from later on", Interpolation::Linear, RotationInterpolation::Slerp, 4, 40, false);
        row("held", Interpolation::Constant, RotationInterpolation::Step, 0, 20, false);
        row("curved", Interpolation::Bezier, RotationInterpolation::Slerp, 3, 20, false);
        row("cut at a curved key", Interpolation::Bezier, RotationInterpolation::Cubic, 0, 30,
            false);
        row("cut between curved keys", Interpolation::Bezier, RotationInterpolation::Cubic, 0, 20,
            true);
    }
    void keysInTheRangeStay()
    {
        QFETCH(int, hips);
        QFETCH(int, arm);
        QFETCH(double, start);
        QFETCH(double, end);
        QFETCH(bool, sampled);
        const Document doc = cutShort(Interpolation(hips), RotationInterpolation(arm), start, end);
        QVERIFY(exports::exportDocument(doc, plain(), path("cut.glb"), false));
        const auto file = test::partsOf(path("cut.glb"));
        QVERIFY(file);
        std::vector<double> wanted{start, end};
        for (const double frame : kKeyed)
            if (frame > start && frame < end) wanted.push_back(frame);
        std::ranges::sort(wanted);
        for (double& frame : wanted) frame = float(frame / doc.clip().rate);
        QVERIFY(keysOfChannel(*file, "Hips", "translation") == wanted);
        const std::vector<double> turns = keysOfChannel(*file, "LeftArm", "rotation");
        if (sampled)
            QCOMPARE(turns.size(), std::size_t(end - start) + 1);
        else
            QVERIFY(turns == wanted);
        const auto back = io::read(path("cut.glb"));
        QVERIFY(back);
        const NodeIndex hand = doc.scene->find("LeftHand");
        const NodeIndex there = back->document.scene->find("LeftHand");
        for (double frame = start; frame <= end; frame += sampled ? 1 : 0.25)
            QVERIFY((evaluate(doc, frame).world[hand].position -
                     evaluate(back->document, frame).world[there].position)
                        .norm() < 1e-5);
    }

    void thoseThatAreLeftOutAreNamed()
    {
        const Document doc = cutShort(Interpolation::Linear, RotationInterpolation::Slerp, 0, 24);
        const auto told = [&](const char* file, const exports::Options& options) {
            const auto done = exports::exportDocument(doc, options, path(file), false);
            if (!done) qFatal("%s", done.error().message.c_str());
            return test::linesOf(done->report.files[0].diagnostics).filter("outside");
        };
        const QStringList lines{
            " 4 keys at frames 30, 48 are outside the range 0 to 24, and left out"};
        QCOMPARE(told("out.glb", plain()), lines);
        QCOMPARE(told("out.bvh", {}), lines);
        QCOMPARE(told("project.glb", {}), QStringList{});
        exports::Options frames = plain();
        frames.frames = Range{0, 10};
        QCOMPARE(told("asked.glb", frames), QStringList{});
    }
};

POSEWRIGHT_TEST(TestOutsideKeys, posewright::test::runPlain);
#include "tst_outside_keys.moc"
