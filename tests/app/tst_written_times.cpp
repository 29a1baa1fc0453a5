#include "tests/app/cli_test.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"

#include <cmath>

using namespace posewright;
using test::call;
using test::Outcome;
using Json = nlohmann::json;

namespace {

/// Places along x of the second of two nodes, at times.
struct WrittenMotion {
    std::vector<float> times;
    std::vector<float> x;
    std::string how = "LINEAR";

    /// As glTF 2.0 reads them.
    double at(double seconds) const
    {
        if (seconds <= times.front()) return x.front();
        if (seconds >= times.back()) return x.back();
        std::size_t i = 0;
        while (seconds >= times[i + 1]) ++i;
        if (how == "STEP") return x[i];
        const double share = (seconds - times[i]) / (double(times[i + 1]) - times[i]);
        return x[i] + share * (double(x[i + 1]) - x[i]);
    }
};

QByteArray fileOf(const std::vector<WrittenMotion>& clips)
{
    QByteArray bytes;
    Json views = Json::array(), accessors = Json::array(), animations = Json::array();
    const auto add = [&](const std::vector<float>& values, const char* type, int width) {
        const QByteArray part(reinterpret_cast<const char*>(values.data()),
                              qsizetype(values.size() * sizeof(float)));
        views.push_back({{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", part.size()}});
        bytes += part;
        accessors.push_back({{"bufferView", views.size() - 1},
                             {"componentType", 5126},
                             {"type", type},
                             {"count", values.size() / std::size_t(width)}});
        return accessors.size() - 1;
    };
    for (const WrittenMotion& clip : clips) {
        std::vector<float> places;
        for (const float x : clip.x) places.insert(places.end(), {x, 1, 0});
        const std::size_t input = add(clip.times, "SCALAR", 1);
        accessors[input]["min"] = {clip.times.front()};
        accessors[input]["max"] = {clip.times.back()};
        const std::size_t output = add(places, "VEC3", 3);
        animations.push_back(
            {{"name", std::string(1, char('A' + animations.size()))},
             {"samplers", {{{"input", input}, {"output", output}, {"interpolation", clip.how}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}}});
    }
    const std::string uri =
        "data:application/octet-stream;base64," + bytes.toBase64().toStdString();
    const Json file = {
        {"asset", {{"version", "2.0"}}},
        {"scene", 0},
        {"scenes", {{{"nodes", {0}}}}},
        {"nodes",
         {{{"name", "root"}, {"children", {1}}}, {{"name", "a"}, {"translation", {0, 1, 0}}}}},
        {"buffers", {{{"uri", uri}, {"byteLength", bytes.size()}}}},
        {"bufferViews", views},
        {"accessors", accessors},
        {"animations", animations}};
    return QByteArray::fromStdString(file.dump());
}

WrittenMotion motionIn(const std::string& path, std::size_t clip)
{
    const auto file = test::partsOf(path);
    if (!file) qFatal("cannot take %s to pieces", path.c_str());
    const Json& animation = file->root["animations"][clip];
    std::size_t row = 0;
    for (const Json& channel : animation["channels"])
        if (channel["target"]["path"] == "translation") row = channel["sampler"].get<std::size_t>();
    const Json& sampler = animation["samplers"][row];
    WrittenMotion out;
    out.how = sampler.value("interpolation", "LINEAR");
    for (const double t : test::components(*file, sampler["input"].get<std::size_t>()))
        out.times.push_back(static_cast<float>(t));
    const auto places = test::components(*file, sampler["output"].get<std::size_t>());
    for (std::size_t i = 0; i < places.size(); i += 3)
        out.x.push_back(static_cast<float>(places[i]));
    return out;
}

}  // namespace

/// What is written lasts as long as what is shown, and the report tells where the two differ.
class TestWrittenTimes : public test::CliTest {
    Q_OBJECT

    /// @return the clips of the report
    Json converted(const std::vector<WrittenMotion>& clips, std::vector<std::string> options)
    {
        const std::string from = put("from.gltf", fileOf(clips)), report = path("report.json");
        options.insert(options.begin(), {"convert", from, path("to.glb"), "--report", report});
        const Outcome done = call(options);
        if (done.exit != 0) qFatal("%s", done.err.c_str());
        return Json::parse(get(report).toStdString())["files"][0]["clips"];
    }
    WrittenMotion written(std::size_t clip = 0) const { return motionIn(path("to.glb"), clip); }

private slots:
    void aHeldKeyBeginsWithItsFrame()
    {
        // The middle key is frame 11 of 24 a second, as far as float32 tells.
        const WrittenMotion held{{0.05524F, 0.45833334F, 1.44083F}, {0, 1, 2}, "STEP"};
        const std::string from = put("held.gltf", fileOf({held})), to = path("held.glb");
        const Outcome done = call({"convert", from, to, "--rate", "24"});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const WrittenMotion out = motionIn(to, 0);
        QCOMPARE(out.how, std::string("STEP"));
        QCOMPARE(out.times.size(), std::size_t(3));
        QCOMPARE(out.times[1], static_cast<float>(11 / 24.0));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(std::abs(out.times[i] - held.times[i]) < 2e-7);
            QCOMPARE(out.x[i], held.x[i]);
        }
        // And it is shown there.
        const Json shown =
            Json::parse(call({"sample", to, "--frames", "11", "--json"}).out)["frames"][0];
        QVERIFY(std::abs(shown["positions"][1][0].get<double>() - 1) < 1e-6);
    }

    void heldKeysAnywhereAreWritten()
    {
        const std::string plain = put("plain.gltf", fileOf({{{0, 1}, {0, 0}, "LINEAR"}}));
        plain::Dice dice(5);
        for (int round = 0; round < 60; ++round) {
            // Some between frames, some on those of 24 a second.
            std::vector<float> times;
            for (int i = 0; i < 3; ++i)
                times.push_back(static_cast<float>((i + round) % 3 == 0
                                                       ? (1 + i * 19 + dice.below(18)) / 24.0
                                                       : dice.uniform(0.01, 0.75) + i * 0.8));
            const WrittenMotion held{times, {0, 1, 2}, "STEP"};
            const std::string from = put("held.gltf", fileOf({held})), to = path("any.glb");
            for (const std::vector<std::string>& arguments :
                 {std::vector<std::string>{"convert", from, to, "--rate", "24"},
                  {"convert", from, to},
                  {"convert", from, to, "--every-frame"},
                  {"convert", plain, to, "--add-scene", from}}) {
                const Outcome done = call(arguments);
                QVERIFY2(done.exit == 0, done.err.c_str());
            }
            QCOMPARE(call({"convert", from, to, "--rate", "24"}).exit, 0);
            const WrittenMotion out = motionIn(to, 0);
            for (double t = 0.0005; t < 2.6; t += 0.01) {
                const auto onKey = [t](float key) { return std::abs(t - key) < 1e-5; };
                if (!std::ranges::any_of(times, onKey)) QCOMPARE(out.at(t), held.at(t));
            }
        }
    }

    void aLowerRateReachesTheEnd()
    {
        WrittenMotion motion;
        for (int frame = 0; frame <= 23; ++frame) {
            motion.times.push_back(float(frame / 24.0));
            motion.x.push_back(float(frame));
        }
        const Json clips = converted({motion}, {"--fps", "12"});
        const WrittenMotion out = written();
        QCOMPARE(out.times.size(), std::size_t(13));  // 0, 2 ... 22, and 23
        QCOMPARE(clips[0]["frames"].get<int>(), 13);
        QCOMPARE(clips[0]["checkedFrames"].get<int>(), 24);
        QCOMPARE(out.times.back(), float(23 / 24.0));
        QCOMPARE(out.x.back(), 23.0F);
        QCOMPARE(out.times[11], float(22 / 24.0));
        QVERIFY(clips[0]["error"].get<double>() < 1e-5);
    }

    void anEndBetweenFramesLeavesTheRate()
    {
        WrittenMotion motion;
        for (int frame = 0; frame <= 23; ++frame) {
            motion.times.push_back(float(frame / 24.0));
            motion.x.push_back(float(frame));
        }
        converted({motion}, {"--frames", "0:20.27", "--every-frame", "--no-targets"});
        const WrittenMotion out = written();
        QCOMPARE(out.times.size(), std::size_t(22));  // 0, 1 ... 20, 20.27
        QVERIFY(std::abs(out.times.back() - 20.27 / 24) < 1e-6);
        QVERIFY(std::abs(out.x.back() - 20.27) < 1e-5);
        const Json info = Json::parse(call({"info", path("to.glb"), "--json"}).out);
        QCOMPARE(info["clips"][0]["fps"].get<double>(), 24.0);
    }

    void theReportTellsOfMotionBetweenWrittenFrames()
    {
        const WrittenMotion spike{{0, 0.5F, 0.51F, 0.52F, 1}, {0, 0, 5, 0, 0}};
        const Json clips = converted({spike}, {"--fps", "30"});
        QCOMPARE(clips[0]["frames"].get<int>(), 31);
        // Nothing moves at these, and two keys say how long that is.
        QCOMPARE(written().times, (std::vector<float>{0, 1}));
        QVERIFY(std::abs(clips[0]["error"].get<double>() - 5) < 1e-5);
        QVERIFY(std::abs(clips[0]["errorFrame"].get<double>() - 51) < 1e-4);  // of 100 a second
        QVERIFY(clips[0]["checkedFrames"].get<int>() > 100);
        QVERIFY(converted({spike}, {})[0]["error"].get<double>() < 1e-6);
    }

    void theToleranceHoldsAtKeysBetweenFrames()
    {
        // Few enough that the rate is not told by them: 30 frames a second.
        const WrittenMotion spike{{0, 0.3137F, 0.5219F, 0.531F, 1}, {0, 0, 5, 0, 0}};
        const std::string from = put("from.gltf", fileOf({spike})), to = path("to.glb");
        for (const char* form : {"--no-targets", "--no-ends"}) {
            const Outcome done = call({"convert", from, to, "--reduce", "0.001", form});
            QVERIFY2(done.exit == 0, done.err.c_str());
            QVERIFY2(done.err.find("off by") == std::string::npos, done.err.c_str());
            const WrittenMotion out = written();
            // The skeleton is between 1 and 1.5 in size.
            for (std::size_t i = 0; i < spike.times.size(); ++i)
                QVERIFY(std::abs(out.at(spike.times[i]) - spike.x[i]) < 0.0016);
            for (int frame = 0; frame <= 30; ++frame)
                QVERIFY(std::abs(out.at(frame / 30.0) - spike.at(frame / 30.0)) < 0.0016);
        }
        // On the frames of another rate it cannot hold, which is said with the number.
        const Outcome slow = call({"convert", from, to, "--reduce", "0.001", "--fps", "10"});
        QCOMPARE(slow.exit, 0);
        double most = 0;
        const WrittenMotion out = written();
        for (std::size_t i = 0; i < spike.times.size(); ++i)
            most = std::max(most, std::abs(out.at(spike.times[i]) - spike.x[i]));
        const std::size_t at = slow.err.find("off by up to ");
        QVERIFY2(at != std::string::npos, slow.err.c_str());
        const double said = std::stod(slow.err.substr(at + 13));
        QVERIFY(most > 1 && said > most / 1.5 - 1e-3 && said < most + 1e-3);
    }

    void aShownClipBeginsWhereTheOthersDo()
    {
        const WrittenMotion late{{0.5F, 0.75F, 1}, {0, 1, 0}};
        for (const char* option : {"--every-frame", "--preset=engine", "--fps=12"}) {
            converted({late, late}, {option});
            QCOMPARE(written(0).times.front(), 0.5F);
            QCOMPARE(written(0).times.back(), 1.0F);
            QCOMPARE(written(0).times, written(1).times);
            QCOMPARE(written(0).x, written(1).x);
            const std::vector<float> times = written(0).times;
            converted({late, late}, {option, "--clip", "B"});
            QCOMPARE(written(0).times, times);
            QCOMPARE(written(1).times, times);
        }
    }

    void aClipInWhichNothingMovesIsAsLong()
    {
        const WrittenMotion long2{{0, 2}, {1, 1}}, late{{0.5F, 3}, {0, 0}};
        for (const char* option : {"--every-frame", "--fps=30", "--preset=engine"}) {
            converted({long2, late}, {option});
            QCOMPARE(written(0).times, (std::vector<float>{0, 2}));
            QCOMPARE(written(1).times, (std::vector<float>{0.5F, 3}));
            QCOMPARE(written(0).x, (std::vector<float>{1, 1}));
        }
    }

    void eachClipIsSampledAtWholeFramesAndItsEnds()
    {
        const WrittenMotion still{{0, 1}, {0, 0}};
        const WrittenMotion spike{{float(5.84 / 30), float(20.25 / 30), float(58.05 / 30)},
                                  {0, 1, 0}};
        for (const char* option : {"--every-frame", "--preset=engine"}) {
            const Json clips = converted({still, spike}, {option});
            const WrittenMotion out = written(1);
            QCOMPARE(out.times.size(), std::size_t(55));  // 5.84, 6 ... 58, 58.05
            QCOMPARE(clips[1]["frames"].get<int>(), 55);
            QVERIFY(std::abs(out.times.front() - 5.84 / 30) < 1e-6);
            QCOMPARE(out.times[1], float(6 / 30.0));
            QCOMPARE(out.times[53], float(58 / 30.0));
            QVERIFY(std::abs(out.times.back() - 58.05 / 30) < 1e-6);
            QCOMPARE(out.x.back(), 0.0F);
            // The peak lies a quarter of the way from one written frame to the next.
            const double before = (20 - 5.84) / (20.25 - 5.84);
            const double after = 1 - (21 - 20.25) / (58.05 - 20.25);
            const double lost = 1 - (before + (after - before) / 4);
            QVERIFY(lost > 0.01);
            QVERIFY(std::abs(clips[1]["error"].get<double>() - lost) < 1e-5);
            QVERIFY(std::abs(clips[1]["errorFrame"].get<double>() - 20.25) < 1e-4);
        }
    }
};

POSEWRIGHT_TEST(TestWrittenTimes, posewright::test::runWithEvents);
#include "tst_written_times.moc"
