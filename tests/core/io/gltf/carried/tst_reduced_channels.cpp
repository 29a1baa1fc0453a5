#include "core/io/format.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_gltf.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace posewright;
using test::MadeChannel;

namespace {

constexpr int kWalkKeys = 40;
constexpr double kWalkSeconds = 2;
constexpr double kReducedShare = 1e-3;
constexpr int kFilm = 30;  // frames/s that a file without a rate is read at

std::vector<float> walkTimes()
{
    std::vector<float> times;
    times.reserve(kWalkKeys);
    for (int k = 0; k < kWalkKeys; ++k) times.push_back(float(kWalkSeconds * k / (kWalkKeys - 1)));
    return times;
}

/// Turns about one axis, by a random walk.
MadeChannel turns(int node, plain::Dice& dice)
{
    MadeChannel out{node, MadeChannel::Path::Rotation, MadeChannel::Between::Linear, walkTimes()};
    const plain::V axis = dice.direction();
    double angle = 0;
    for (int k = 0; k < kWalkKeys; ++k) {
        angle += dice.uniform(-0.5, 0.5);
        for (int i = 0; i < 3; ++i) out.values.push_back(float(axis[i] * std::sin(angle / 2)));
        out.values.push_back(float(std::cos(angle / 2)));
    }
    return out;
}

/// Three numbers around a place, by a random walk.
MadeChannel walks(int node, MadeChannel::Path path, double around, plain::Dice& dice)
{
    MadeChannel out{node, path, MadeChannel::Between::Linear, walkTimes()};
    test::MadePlace at{0, around, 0};
    if (path == MadeChannel::Path::Scale) at = {around, around, around};
    for (int k = 0; k < kWalkKeys; ++k) {
        const double step = dice.uniform(-0.05, 0.05);
        for (double& x : at) out.values.push_back(float(x += step));
    }
    return out;
}

/// A row of nodes, one metre after the other. Those of `matrices` are written as matrices.
test::MadeCharacter chain(int count, const std::set<int>& matrices)
{
    test::MadeCharacter out;
    out.name = "chain";
    for (int i = 0; i < count; ++i) {
        test::MadeNode node;
        node.name = "Node " + std::to_string(i);
        node.parent = i - 1;
        if (i > 0) node.at = {0, 1, 0};
        node.asMatrix = matrices.contains(i);
        out.nodes.push_back(std::move(node));
    }
    return out;
}

/// The same nodes, moved as a file moves them.
test::MadeCharacter movedBy(const test::MadeCharacter& made, const test::GltfParts& file)
{
    test::MadeCharacter out = made;
    out.clips = {{}};
    for (const test::Json& channel : file.root["animations"][0]["channels"]) {
        const test::Json& sampler =
            file.root["animations"][0]["samplers"][channel["sampler"].get<std::size_t>()];
        const std::string path = channel["target"]["path"];
        const std::string between = sampler.value("interpolation", "LINEAR");
        const std::string name =
            file.root["nodes"][channel["target"]["node"].get<std::size_t>()]["name"];
        MadeChannel one;
        one.node = std::stoi(name.substr(5));
        one.path = path == "translation" ? MadeChannel::Path::Translation
                   : path == "scale"     ? MadeChannel::Path::Scale
                                         : MadeChannel::Path::Rotation;
        one.between = between == "STEP"     ? MadeChannel::Between::Step
                      : between == "LINEAR" ? MadeChannel::Between::Linear
                                            : MadeChannel::Between::Cubic;
        for (const double t : test::components(file, sampler["input"]))
            one.times.push_back(float(t));
        for (const double v : test::components(file, sampler["output"]))
            one.values.push_back(float(v));
        out.clips[0].push_back(std::move(one));
    }
    return out;
}

/// "0 rotation, 3 scale", sorted; a node that is a matrix has a mark, as glTF forbids that.
QString channelsOf(const test::GltfParts& file)
{
    std::set<std::string> all;
    for (const test::Json& channel : file.root["animations"][0]["channels"]) {
        const test::Json& node = file.root["nodes"][channel["target"]["node"].get<std::size_t>()];
        all.insert(node["name"].get<std::string>().substr(5) + ' ' +
                   channel["target"]["path"].get<std::string>() +
                   (node.contains("matrix") ? " of a matrix" : ""));
    }
    QStringList out;
    for (const std::string& one : all) out << QString::fromStdString(one);
    return out.join(QStringLiteral(", "));
}

/// Largest distance of a node at the keys and the frames [m].
double apart(const test::MadeCharacter& a, const test::MadeCharacter& b)
{
    const std::vector<float> keys = walkTimes();
    std::vector<double> times(keys.begin(), keys.end());
    for (int f = 0; f <= kFilm * kWalkSeconds; ++f) times.push_back(double(f) / kFilm);
    double worst = 0;
    for (const double t : times) {
        const auto was = test::madePlaces(a, 0, t), is = test::madePlaces(b, 0, t);
        for (std::size_t n = 0; n < was.size(); ++n)
            worst = std::max(worst, std::hypot(was[n][0] - is[n][0], was[n][1] - is[n][1],
                                               was[n][2] - is[n][2]));
    }
    return worst;
}

}  // namespace

/// Which properties get keys where a motion is sampled or reduced.
class TstReducedChannels : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    test::GltfParts written(const test::MadeCharacter& made, const io::WriteOptions& options)
    {
        const auto read = io::read(test::writeCharacter(made, QDir(folder_.path())).toStdString());
        if (!read) qFatal("%s", read.error().message.c_str());
        const std::filesystem::path to = folder_.filePath("out.glb").toStdString();
        const auto done = io::write(read->document, to, options);
        if (!done) qFatal("%s", done.error().message.c_str());
        return *test::partsOf(to);
    }

private slots:
    /// Nodes that stand in a chain that moves, and are matrices: glTF 2.0 has no keys for these.
    void matricesThatStandGetNoKeys()
    {
        for (int seed = 1; seed <= 30; ++seed) {
            plain::Dice dice(std::uint64_t(seed) * 1000);
            test::MadeCharacter made = chain(6, {2, 4});
            made.clips = {{turns(1, dice), turns(3, dice)}};
            for (const double share : {kReducedShare, 10 * kReducedShare}) {
                io::WriteOptions options;
                options.reduce = share;
                const test::GltfParts file = written(made, options);
                QCOMPARE(channelsOf(file), QString("1 rotation, 3 rotation"));
                const double worst = apart(made, movedBy(made, file));
                // The figure is 5 m long; times and values are float32.
                QVERIFY2(worst <= 5 * share + 1e-5,
                         qPrintable(QString("seed %1: %2 m").arg(seed).arg(worst)));
            }
        }
    }

    /// Only what moved before has keys after, though what hangs on it strays with it.
    void onlyWhatMovedGetsKeys()
    {
        double most = 0;
        for (int seed = 1; seed <= 30; ++seed) {
            plain::Dice dice(std::uint64_t(seed) * 77);
            test::MadeCharacter made = chain(8, {});
            made.clips = {{turns(1, dice), walks(3, MadeChannel::Path::Translation, 1, dice),
                           walks(5, MadeChannel::Path::Scale, 1, dice),
                           walks(6, MadeChannel::Path::Translation, 1, dice)}};
            io::WriteOptions options;
            options.reduce = kReducedShare;
            const test::GltfParts file = written(made, options);
            QCOMPARE(channelsOf(file),
                     QString("1 rotation, 3 translation, 5 scale, 6 translation"));
            const double worst = apart(made, movedBy(made, file));
            most = std::max(most, worst);
            QVERIFY2(worst <= 7 * kReducedShare + 1e-5,
                     qPrintable(QString("seed %1: %2 m").arg(seed).arg(worst)));
        }
        qInfo("off by up to %.2g m of 0.007", most);
    }

    /// Keys that hold go on holding, at frames of another rate and at every frame.
    void stepsStaySteps_data()
    {
        QTest::addColumn<double>("rate");
        QTest::newRow("15 frames/s") << 15.0;
        QTest::newRow("100 frames/s") << 100.0;
        QTest::newRow("every frame") << 0.0;
    }
    void stepsStaySteps()
    {
        QFETCH(double, rate);
        plain::Dice dice(5);
        test::MadeCharacter made = chain(5, {});
        made.clips = {{turns(1, dice), walks(2, MadeChannel::Path::Translation, 1, dice),
                       walks(3, MadeChannel::Path::Scale, 1, dice), turns(4, dice)}};
        for (int row = 0; row < 3; ++row) made.clips[0][row].between = MadeChannel::Between::Step;
        io::WriteOptions options;
        if (rate > 0)
            options.rate = rate;
        else
            options.everyFrame = true;
        const test::MadeCharacter moved = movedBy(made, written(made, options));
        QCOMPARE(moved.clips[0].size(), made.clips[0].size());
        for (const MadeChannel& channel : moved.clips[0]) {
            const MadeChannel& was = made.clips[0][channel.node - 1];
            QCOMPARE(int(channel.between), int(was.between));
            for (std::size_t k = 0; k < channel.times.size(); ++k) {
                // A key of the file may be a rounding away from the frame.
                const double t = channel.times[k];
                const std::vector<double> now = test::madeValue(channel, t);
                double off = 1e300;
                for (const double near : {t - 1e-5, t, t + 1e-5}) {
                    double here = 0, there = 0;
                    const std::vector<double> then = test::madeValue(was, near);
                    for (std::size_t i = 0; i < now.size(); ++i) {
                        here = std::max(here, std::abs(now[i] - then[i]));
                        there = std::max(there, std::abs(now[i] + then[i]));
                    }
                    const bool turns = channel.path == MadeChannel::Path::Rotation;
                    off = std::min(off, turns ? std::min(here, there) : here);
                }
                QVERIFY2(
                    off < 1e-4,
                    qPrintable(QString("node %1 at %2 s: %3").arg(channel.node).arg(t).arg(off)));
            }
        }
    }
};

POSEWRIGHT_TEST(TstReducedChannels, posewright::test::runPlain);
#include "tst_reduced_channels.moc"
