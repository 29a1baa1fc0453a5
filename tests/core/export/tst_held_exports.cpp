#include "tests/core/export/export_test.h"
#include "tests/support/biped.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"

#include <algorithm>

using namespace posewright;

namespace {

const std::vector<double> kHeld{0, 7, 13, 24};

/// A biped whose arm jumps from key to key, or goes over once; with a layer that turns the same
/// arm.
Document jumping(bool goesOverOnce, std::optional<double> layerWeight)
{
    Document doc = test::biped(false);
    doc.playback.start = 0;
    doc.playback.end = 24;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Track arm;
        arm.node = test::nodeNamed(doc, "LeftArm");
        std::vector<RotationKey> turns;
        for (const double frame : kHeld)
            turns.push_back({frame, Quat(Eigen::AngleAxisd(0.05 * frame, Vec3::UnitZ())),
                             RotationInterpolation::Step});
        if (goesOverOnce) turns[1].interpolation = RotationInterpolation::Slerp;
        arm.rotation = RotationTrack::fromKeys(turns);
        setTrack(clip, arm);
        if (!layerWeight) return;
        Layer layer;
        layer.name = "More";
        layer.evenWeight = *layerWeight;
        Track offset;
        offset.node = arm.node;
        offset.rotation = RotationTrack::fromKeys(
            {{4, Quat::Identity()}, {10, Quat(Eigen::AngleAxisd(0.2, Vec3::UnitX()))}});
        setTrack(layer, offset);
        clip.layers.emplace_back(std::move(layer));
    });
    return doc;
}

}  // namespace

/// Keys that hold their value up to the next one, in files with keys.
class TestHeldExports : public test::ExportTest {
    Q_OBJECT

    struct Written {
        std::string interpolation;
        std::size_t keys = 0;
        QStringList told;
    };

    Written written(const Document& doc, exports::Options options) const
    {
        options.targets = false;
        const auto done = exports::exportDocument(doc, options, path("held.glb"), false);
        if (!done) qFatal("%s", done.error().message.c_str());
        const auto file = test::partsOf(path("held.glb"));
        Written out;
        out.told = test::linesOf(done->report.files[0].diagnostics).filter("held keys");
        const test::Json& animation = file->root["animations"][0];
        for (const test::Json& channel : animation["channels"]) {
            const test::Json& target = channel["target"];
            if (file->root["nodes"][target["node"].get<std::size_t>()]["name"] != "LeftArm" ||
                target["path"] != "rotation")
                continue;
            const test::Json& sampler =
                animation["samplers"][channel["sampler"].get<std::size_t>()];
            out.interpolation = sampler.value("interpolation", "LINEAR");
            out.keys = test::components(*file, sampler["input"]).size();
        }
        return out;
    }

private slots:
    void theyHoldUnlessSomethingElseMovesTheSame_data()
    {
        QTest::addColumn<bool>("goesOverOnce");
        QTest::addColumn<double>("weight");  // of a layer; negative: there is none
        QTest::addColumn<int>("keys");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char* name, bool over, double weight, exports::Keys keys,
                            bool holds) {
            QTest::newRow(name) << over << weight << int(keys) << holds;
        };
        using exports::Keys;
        row("alone", false, -1, Keys::AsKeyed, true);
        row("alone, reduced", false, -1, Keys::Reduced, true);
        row("alone, every frame", false, -1, Keys::EveryFrame, true);
        row("a layer of weight 0", false, 0, Keys::AsKeyed, true);
        row("a layer of weight 0, reduced", false, 0, Keys::Reduced, true);
        row("a layer", false, 0.5, Keys::AsKeyed, false);
        row("a layer, reduced", false, 0.5, Keys::Reduced, false);
        row("among others, reduced", true, -1, Keys::Reduced, false);
        row("among others, every frame", true, -1, Keys::EveryFrame, false);
    }
    void theyHoldUnlessSomethingElseMovesTheSame()
    {
        QFETCH(bool, goesOverOnce);
        QFETCH(double, weight);
        QFETCH(int, keys);
        QFETCH(bool, holds);
        const Document doc =
            jumping(goesOverOnce, weight < 0 ? std::nullopt : std::optional(weight));
        exports::Options options;
        options.keys = exports::Keys(keys);
        const Written file = written(doc, options);
        QCOMPARE(file.interpolation, std::string(holds ? "STEP" : "LINEAR"));
        QCOMPARE(file.told.size(), qsizetype(holds ? 0 : 1));
        if (!holds) QVERIFY2(file.told[0].contains("\"LeftArm\""), qPrintable(file.told[0]));
        if (holds)
            QCOMPARE(file.keys,
                     options.keys == exports::Keys::EveryFrame ? std::size_t(25) : kHeld.size());
        // Between frames, too, what holds is where it was.
        const auto back = io::read(path("held.glb"));
        QVERIFY(back);
        const NodeIndex hand = doc.scene->find("LeftHand");
        const NodeIndex there = back->document.scene->find("LeftHand");
        for (double frame = 0; frame <= 24; frame += holds ? 0.25 : 1)
            QVERIFY((evaluate(doc, frame).world[hand].position -
                     evaluate(back->document, frame).world[there].position)
                        .norm() < (options.keys == exports::Keys::Reduced ? 2e-3 : 1e-5));
    }

    void jumpsBetweenTheFramesOfARateAreTold_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<QString>("late");  // seconds
        QTest::newRow("all on frames") << 24.0 << QString();
        QTest::newRow("twice as many") << 48.0 << QString();
        QTest::newRow("7 and 13 of 24 on 12") << 12.0 << QString("0.0417");
        QTest::newRow("on 10") << 10.0 << QString("0.0583");
    }
    void jumpsBetweenTheFramesOfARateAreTold()
    {
        QFETCH(double, rate);
        QFETCH(QString, late);
        exports::Options options;
        options.rate = rate;
        const Written file = written(jumping(false, std::nullopt), options);
        QCOMPARE(file.interpolation, std::string("STEP"));
        QCOMPARE(file.told.size(), qsizetype(late.isEmpty() ? 0 : 1));
        if (!late.isEmpty())
            QVERIFY2(file.told[0].contains("up to " + late + " s later: \"LeftArm\""),
                     qPrintable(file.told[0]));
    }

    /// A target turns the arm, and leaves its place and size alone.
    void whatATargetDoesNotMoveKeepsItsKeys()
    {
        Document doc = test::edited(
            jumping(false, std::nullopt),
            nlohmann::json::array({test::addTarget("Left hand", "LeftHand", "LeftArm"),
                                   test::targetKey("Left hand", 0, {0.6, 1.3, 0.2}),
                                   test::targetKey("Left hand", 24, {0.4, 1.6, 0.3})}));
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            Track arm = *clip.track(test::nodeNamed(doc, "LeftArm"));
            Curve size;
            for (const double frame : kHeld) {
                Key key = linearKey(frame, 1 + 0.01 * frame);
                key.interpolation = Interpolation::Constant;
                size.set(key);
            }
            arm.scale = {size, size, size};
            setTrack(clip, arm);
        });
        exports::Options options;
        options.targets = false;
        QVERIFY(exports::exportDocument(doc, options, path("sized.glb"), false));
        const auto file = test::partsOf(path("sized.glb"));
        QVERIFY(file);
        const test::Json& animation = file->root["animations"][0];
        int found = 0;
        for (const test::Json& channel : animation["channels"]) {
            if (channel["target"]["path"] != "scale") continue;
            ++found;
            const test::Json& sampler =
                animation["samplers"][channel["sampler"].get<std::size_t>()];
            QCOMPARE(sampler.value("interpolation", "LINEAR"), std::string("STEP"));
            QCOMPARE(test::components(*file, sampler["input"]).size(), kHeld.size());
        }
        QCOMPARE(found, 1);
    }

    void oneWhoseArmReachesForATargetIsNamed()
    {
        const Document doc = test::edited(
            jumping(false, std::nullopt),
            nlohmann::json::array({test::addTarget("Left hand", "LeftHand", "LeftArm"),
                                   test::targetKey("Left hand", 0, {0.6, 1.3, 0.2}),
                                   test::targetKey("Left hand", 24, {0.4, 1.6, 0.3})}));
        const Written file = written(doc, {});
        QCOMPARE(file.interpolation, std::string("LINEAR"));
        QCOMPARE(file.told.size(), qsizetype(1));
        QVERIFY2(file.told[0].contains("1 bone with held keys") &&
                     file.told[0].contains("targets or layers"),
                 qPrintable(file.told[0]));
    }
};

POSEWRIGHT_TEST(TestHeldExports, posewright::test::runPlain);
#include "tst_held_exports.moc"
