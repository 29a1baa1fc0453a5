#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/gltf_bounds.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace posewright;
using test::Json;

namespace {

constexpr std::uint32_t kMorphSeed = 20261124;
constexpr int kMorphs = 3;
constexpr int kVertices = 7;

/// Keys of all weights, as glTF has them.
struct Weights {
    std::string way;
    std::vector<float> times;
    std::vector<float> values;  ///< three rows a key where the way is CUBICSPLINE
};

Weights randomWeights(std::mt19937& random, const std::string& way)
{
    std::uniform_real_distribution<float> u(-1, 1);
    Weights out{way, {}, {}};
    float time = 0;
    for (int i = 0; i < 6; ++i) {
        out.times.push_back(time);
        time += 0.1F + 0.25F * (u(random) + 1);
        for (int row = 0; row < (way == "CUBICSPLINE" ? 3 : 1); ++row)
            for (int m = 0; m < kMorphs; ++m) out.values.push_back(u(random));
    }
    return out;
}

/// Appendix C of glTF 2.0, in double precision.
std::vector<double> sampled(const Weights& weights, double time)
{
    const std::size_t last = weights.times.size() - 1;
    std::size_t at = 0;
    while (at < last && weights.times[at + 1] <= time) ++at;
    const bool cubic = weights.way == "CUBICSPLINE";
    const auto row = [&](std::size_t key, int part, int m) {
        const std::size_t r = cubic ? 3 * key + std::size_t(part) : key;
        return double(weights.values[r * kMorphs + std::size_t(m)]);
    };
    std::vector<double> out;
    for (int m = 0; m < kMorphs; ++m) {
        if (at == last || time <= weights.times[0] || weights.way == "STEP") {
            out.push_back(row(time < weights.times[0] ? 0 : at, 1, m));
            continue;
        }
        const double length = double(weights.times[at + 1]) - weights.times[at];
        const double t = (time - weights.times[at]) / length;
        const double a = row(at, 1, m), b = row(at + 1, 1, m);
        if (!cubic) {
            out.push_back((1 - t) * a + t * b);
            continue;
        }
        const double leaving = row(at, 2, m) * length, coming = row(at + 1, 0, m) * length;
        out.push_back((2 * t * t * t - 3 * t * t + 1) * a + (t * t * t - 2 * t * t + t) * leaving +
                      (3 * t * t - 2 * t * t * t) * b + (t * t * t - t * t) * coming);
    }
    return out;
}

class MadeFace {
public:
    explicit MadeFace(std::mt19937& random)
    {
        std::uniform_real_distribution<float> u(-1, 1);
        const auto row = [&] {
            std::vector<float> out(3 * kVertices);
            for (float& v : out) v = u(random);
            return out;
        };
        Json primitive = {{"attributes", {{"POSITION", floats(row(), 3)}}}};
        for (int m = 0; m < kMorphs; ++m)
            primitive["targets"].push_back({{"POSITION", floats(row(), 3)}});
        root_["asset"] = {{"version", "2.0"}};
        root_["nodes"] = {{{"name", "Face"}, {"mesh", 0}}};
        root_["scenes"] = {{{"nodes", {0}}}};
        root_["scene"] = 0;
        root_["meshes"] = {{{"primitives", {primitive}},
                            {"weights", {0.5, 0, 0.25}},
                            {"extras", {{"targetNames", {"smile", "blink", "blink"}}}}}};
    }

    void animate(const std::string& name, const Weights& weights)
    {
        const std::size_t input = floats(weights.times, 1);
        root_["animations"].push_back(
            {{"name", name},
             {"samplers",
              {{{"input", input},
                {"output", floats(weights.values, 1)},
                {"interpolation", weights.way}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}});
    }

    std::string save(const std::string& path)
    {
        const QByteArray text = QByteArray::fromStdString(bytes_).toBase64();
        root_["buffers"] = {
            {{"byteLength", bytes_.size()},
             {"uri", "data:application/octet-stream;base64," + text.toStdString()}}};
        std::ofstream(path, std::ios::binary) << root_.dump();
        return path;
    }

private:
    std::size_t floats(const std::vector<float>& values, std::size_t width)
    {
        root_["bufferViews"].push_back({{"buffer", 0},
                                        {"byteOffset", bytes_.size()},
                                        {"byteLength", values.size() * sizeof(float)}});
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        Json accessor = test::gltfBounds(values, width);
        accessor.update({{"bufferView", root_["bufferViews"].size() - 1},
                         {"componentType", 5126},
                         {"type", width == 3 ? "VEC3" : "SCALAR"},
                         {"count", values.size() / width}});
        root_["accessors"].push_back(accessor);
        return root_["accessors"].size() - 1;
    }

    Json root_;
    std::string bytes_;
};

/// The weights of a written animation's only channel of them.
Weights writtenWeights(const test::GltfParts& file, std::size_t animation)
{
    for (const Json& channel : file.root["animations"][animation]["channels"]) {
        if (channel["target"]["path"] != "weights") continue;
        const Json& sampler =
            file.root["animations"][animation]["samplers"][channel["sampler"].get<std::size_t>()];
        Weights out{sampler.value("interpolation", "LINEAR"), {}, {}};
        for (const double v : test::components(file, sampler["input"].get<std::size_t>()))
            out.times.push_back(static_cast<float>(v));
        for (const double v : test::components(file, sampler["output"].get<std::size_t>()))
            out.values.push_back(static_cast<float>(v));
        return out;
    }
    return {};
}

}  // namespace

/// Weights of morphs in and out of files, judged by the formulas of the specification.
class TestMorphs : public QObject {
    Q_OBJECT

private slots:
    void theyPlayAsTheFileSays_data() { ways(); }
    void theyPlayAsTheFileSays()
    {
        QFETCH(QString, way);
        std::mt19937 random(test::printedSeed(kMorphSeed));
        MadeFace face(random);
        const Weights weights = randomWeights(random, way.toStdString());
        face.animate("Talk", weights);
        const auto import = io::read(face.save(place("face.gltf")));
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Document& doc = import->document;
        QCOMPARE(mesh(doc).morphs.size(), std::size_t(kMorphs));
        QCOMPARE(morphName(mesh(doc), 0), std::string("smile"));
        QCOMPARE(morphName(mesh(doc), 2), std::string("#3"));
        const double worst = worstOf(doc, weights, random);
        QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    }

    void whatIsWrittenPlaysTheSame_data() { ways(); }
    void whatIsWrittenPlaysTheSame()
    {
        QFETCH(QString, way);
        std::mt19937 random(test::printedSeed(kMorphSeed + 1));
        MadeFace face(random);
        const Weights weights = randomWeights(random, way.toStdString());
        face.animate("Talk", weights);
        const auto import = io::read(face.save(place("face.gltf")));
        QVERIFY(import);
        // A key of one morph: from here on, none of the channel's bytes are the file's.
        const auto edited = edit::apply(
            import->document,
            edit::SetMorphKey{NodeId(import->document.scene->nodes()[0].id), "blink", 3, 0.5, {}});
        QVERIFY2(!edited, "the name is of two");
        const auto keyed = edit::apply(
            import->document,
            edit::SetMorphKey{import->document.scene->nodes()[0].id, "smile", 4.5, 0.75, {}});
        QVERIFY2(keyed, keyed ? "" : keyed.error().message.c_str());
        for (const double rate : {0.0, 240.0}) {
            io::WriteOptions options;
            if (rate > 0) options.rate = rate;
            const auto written = io::write(*keyed, place("out.glb"), options);
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const auto file = test::partsOf(place("out.glb"));
            QVERIFY(file);
            const Weights out = writtenWeights(*file, 0);
            QVERIFY(!out.times.empty());
            double worst = 0;
            for (std::size_t i = 0; i < out.times.size(); ++i) {
                const double frame = double(out.times[i]) * keyed->clip().rate;
                // Both steps of a constant key are right where it is.
                const std::vector<double> shown = evaluate(*keyed, frame).morphs.at(0).weights;
                const std::vector<double> here = sampled(out, double(out.times[i]));
                for (int m = 0; m < kMorphs; ++m)
                    if (way != "STEP") worst = std::max(worst, std::abs(shown[m] - here[m]));
                // The morphs without the new key are what the file said.
                const std::vector<double> before = sampled(weights, double(out.times[i]));
                for (int m = 1; m < kMorphs && way != "STEP"; ++m)
                    worst = std::max(worst, std::abs(before[m] - here[m]));
            }
            qInfo("%zu keys, %.2g off", out.times.size(), worst);
            QVERIFY2(worst < 2e-6, qPrintable(QString::number(worst)));
        }
    }

    void anUneditedFileKeepsItsChannel()
    {
        std::mt19937 random(kMorphSeed + 2);
        MadeFace face(random);
        const Weights weights = randomWeights(random, "CUBICSPLINE");
        face.animate("Talk", weights);
        const auto import = io::read(face.save(place("face.gltf")));
        QVERIFY(import && io::write(import->document, place("same.glb")));
        const auto file = test::partsOf(place("same.glb"));
        QVERIFY(file);
        QCOMPARE(file->root["animations"][0]["channels"].size(), std::size_t(1));
        const Weights out = writtenWeights(*file, 0);
        QVERIFY(out.way == "CUBICSPLINE" && out.times == weights.times);
        QVERIFY(out.values == weights.values);
        const auto back = io::read(place("same.glb"));
        QVERIFY(back && back->project && !back->motionChanged);
        QVERIFY(*back->document.clips[0] == *import->document.clips[0]);
    }

    void weightsWithoutKeysAreThoseOfTheMesh()
    {
        std::mt19937 random(kMorphSeed + 3);
        MadeFace face(random);
        const auto import = io::read(face.save(place("still.gltf")));
        QVERIFY(import);
        const std::vector<double> shown = evaluate(import->document, 3).morphs.at(0).weights;
        QVERIFY((shown == std::vector<double>{0.5, 0, 0.25}));
    }

private:
    static void ways()
    {
        QTest::addColumn<QString>("way");
        for (const char* way : {"LINEAR", "STEP", "CUBICSPLINE"}) QTest::newRow(way) << way;
    }

    static const Mesh& mesh(const Document& doc)
    {
        return *std::get<MeshPart>(doc.scene->nodes()[0].part).mesh;
    }

    static double worstOf(const Document& doc, const Weights& weights, std::mt19937& random)
    {
        std::uniform_real_distribution<double> when(-0.1, double(weights.times.back()) + 0.1);
        double worst = 0;
        for (int i = 0; i < 300; ++i) {
            const double time = when(random);
            const std::vector<double> shown =
                evaluate(doc, time * doc.clip().rate).morphs.at(0).weights;
            const std::vector<double> wanted = sampled(weights, time);
            for (int m = 0; m < kMorphs; ++m)
                worst = std::max(worst, std::abs(shown[m] - wanted[m]));
        }
        return worst;
    }

    std::string place(const char* name) const { return dir_.filePath(name).toStdString(); }

    QTemporaryDir dir_;
};

POSEWRIGHT_TEST(TestMorphs, posewright::test::runPlain);
#include "tst_morphs.moc"
