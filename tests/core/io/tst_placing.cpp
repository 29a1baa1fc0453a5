#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/reference_bvh.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace posewright;

namespace {

/// Takes +Y of a figure to an axis of the file, and what it takes +X and +Z to.
struct Turn {
    const char* name;
    int from[3];  ///< row of the figure's axis that each axis of the file is
    double sign[3];
};
constexpr Turn kTurns[] = {
    {"y", {0, 1, 2}, {1, 1, 1}},    {"z", {0, 2, 1}, {1, -1, 1}},  {"x", {1, 0, 2}, {1, -1, 1}},
    {"-y", {0, 1, 2}, {1, -1, -1}}, {"-z", {0, 2, 1}, {1, 1, -1}}, {"-x", {1, 0, 2}, {-1, 1, 1}},
};

/// A BVH file of a figure 1.7 m tall that walks on, its axes turned and its lengths in `unit`.
std::string figure(const Turn& turn, double unit, const char* head = "Head",
                   const std::string& rootAngles = "0 0 0")
{
    const auto spelled = [&](std::array<double, 3> v) {
        std::string text;
        for (int i = 0; i < 3; ++i)
            text += ' ' + std::to_string(turn.sign[i] * v[turn.from[i]] / unit);
        return text;
    };
    const auto offset = [&](std::array<double, 3> v) { return "OFFSET" + spelled(v) + "\n"; };
    const std::string turns = "CHANNELS 3 Zrotation Xrotation Yrotation\n";
    std::string out = "HIERARCHY\nROOT Hips\n{\n" + offset({0, 0, 0}) +
                      "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                      "JOINT Spine\n{\n" +
                      offset({0, 0.1, 0}) + turns + "JOINT " + head + "\n{\n" +
                      offset({0, 0.45, 0}) + turns + "End Site\n{\n" + offset({0, 0.2, 0}) +
                      "}\n}\n}\n";
    for (const double side : {1.0, -1.0}) {
        const std::string name = side > 0 ? "Left" : "Right";
        out += "JOINT " + name + "UpLeg\n{\n" + offset({0.1 * side, -0.05, 0}) + turns + "JOINT " +
               name + "Foot\n{\n" + offset({0, -0.85, 0}) + turns + "End Site\n{\n" +
               offset({0, -0.05, 0.12}) + "}\n}\n}\n";
    }
    out += "}\nMOTION\nFrames: 20\nFrame Time: 0.04\n";
    for (int frame = 0; frame < 20; ++frame) {
        out += spelled({0.01 * frame, 0.95, 0.05 * frame}) + ' ' + rootAngles;
        for (int joint = 0; joint < 6; ++joint)
            out += ' ' + std::to_string(5 * std::sin(0.3 * frame + joint)) + " 3 -2";
        out += '\n';
    }
    return out;
}

}  // namespace

/// What points up, and what a unit is, in files that do not say.
class TestPlacing : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string written(const std::string& text)
    {
        const std::string path = folder_.filePath("figure.bvh").toStdString();
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    io::Import read(const std::string& path, std::optional<io::UpAxis> up)
    {
        io::ReadOptions options;
        options.up = up;
        options.guess = true;
        Result<io::Import> import = io::read(path, options);
        if (!import) qFatal("%s", import.error().message.c_str());
        return *std::move(import);
    }

private slots:
    void aFigureStandsWhereverItsFileHasUp_data()
    {
        QTest::addColumn<int>("turn");
        for (int i = 0; i < 6; ++i) QTest::newRow(kTurns[i].name) << i;
    }
    /// Judged by a reader that shares no code with the program.
    void aFigureStandsWhereverItsFileHasUp()
    {
        QFETCH(const int, turn);
        const std::string path = written(figure(kTurns[turn], 0.01));
        const io::Import import = read(path, std::nullopt);
        QCOMPARE(std::string(io::nameOf(import.up)), std::string(kTurns[turn].name));
        QVERIFY(validate(import.document));
        const test::ReferenceBvh other(path);
        for (const int frame : {0, 7, 19}) {
            const Evaluation shown = evaluate(import.document, frame);
            const auto theirs = other.positions(frame);
            for (std::size_t j = 0; j < other.joints.size(); ++j) {
                if (other.joints[j].name.empty()) continue;
                const NodeIndex row = import.document.scene->find(other.joints[j].name);
                if (row == kNoNode) continue;
                const Vec3 ours = shown.world[row].position;
                // What points up in the file is what points up here, and no length changes.
                const int up = kTurns[turn].name[kTurns[turn].name[0] == '-' ? 1 : 0] - 'x';
                const double sign = kTurns[turn].name[0] == '-' ? -1 : 1;
                QVERIFY(std::abs(ours.y() - sign * theirs[j][up]) < 1e-9 * 200);
                const double length =
                    std::sqrt(theirs[j][0] * theirs[j][0] + theirs[j][1] * theirs[j][1] +
                              theirs[j][2] * theirs[j][2]);
                QVERIFY(std::abs(ours.norm() - length) < 1e-9 * 200);
            }
            // No mirror image: the left foot is to the left of who looks along the toes' way.
            const auto at = [&](const char* name) {
                return shown.world[import.document.scene->find(name)].position;
            };
            QVERIFY(at("Head").y() > at("LeftFoot").y() + 100);
        }
    }

    void theUnitIsThatOfAPerson_data()
    {
        QTest::addColumn<double>("metres");
        QTest::addColumn<QString>("name");
        for (const io::LengthScale& unit : io::lengthScales())
            QTest::newRow(unit.name.data()) << unit.metres << QString::fromUtf8(unit.name.data());
        QTest::newRow("of nobody") << 1e-5 << QString();
    }
    void theUnitIsThatOfAPerson()
    {
        QFETCH(const double, metres);
        QFETCH(const QString, name);
        const io::Import import = read(written(figure(kTurns[0], metres)), io::UpAxis::Y);
        QCOMPARE(import.guess.unit ? QString::fromUtf8(import.guess.unit->name.data()) : QString(),
                 name);
        // A number is said in what it counts.
        const QString reason = QString::fromStdString(import.guess.unitReason);
        QVERIFY2(reason.contains(" units high, which is"), qPrintable(reason));
        Document known = import.document;
        known.unit = LengthUnit::Metre;
        const QString ofMetres = QString::fromStdString(io::guessPlacing(known).unitReason);
        QVERIFY2(ofMetres.contains(" m high, which is"), qPrintable(ofMetres));
        // It is told, and not done.
        QCOMPARE(import.document.unit, LengthUnit::Unknown);
    }

    /// Who lies down in the clip, or stands up only by the motion, is left as he is.
    void whatIsNotSureIsNotTurned()
    {
        const std::string lying = written(figure(kTurns[0], 0.01, "Head", "0 90 0"));
        QCOMPARE(int(read(lying, std::nullopt).up), int(io::UpAxis::Y));
        const std::string raised = written(figure(kTurns[1], 0.01, "Head", "0 -90 0"));
        QCOMPARE(int(read(raised, std::nullopt).up), int(io::UpAxis::Y));
        const io::Import nameless = read(written(figure(kTurns[1], 0.01, "Bone003")), std::nullopt);
        QCOMPARE(int(nameless.up), int(io::UpAxis::Y));
        QVERIFY(nameless.guess.upReason.empty() && nameless.guess.unitReason.empty());
    }

    void whatIsAskedForGoesBeforeTheGuess()
    {
        const std::string path = written(figure(kTurns[1], 0.01));
        QCOMPARE(int(read(path, io::UpAxis::Y).up), int(io::UpAxis::Y));
        QCOMPARE(int(read(path, io::UpAxis::MinusX).up), int(io::UpAxis::MinusX));
        QCOMPARE(std::string(io::nameOf(read(path, std::nullopt).up)), std::string("z"));
        // By itself a file is read as it is written.
        QCOMPARE(int(io::read(path)->up), int(io::UpAxis::Y));
        QVERIFY(io::read(path)->document.scene->find("Up axis") == kNoNode);
    }

    /// A figure that was turned is written as it stands.
    void aTurnedFigureGoesOutAsItIsShown()
    {
        const io::Import import = read(written(figure(kTurns[1], 0.01)), std::nullopt);
        const std::string path = folder_.filePath("out.bvh").toStdString();
        QVERIFY(io::write(import.document, path));
        const test::ReferenceBvh other(path);
        const auto theirs = other.positions(7);
        const Evaluation shown = evaluate(import.document, 7);
        int found = 0;
        for (std::size_t j = 0; j < other.joints.size(); ++j) {
            const NodeIndex row = import.document.scene->find(other.joints[j].name);
            if (row == kNoNode) continue;
            ++found;
            const Vec3 at(theirs[j][0], theirs[j][1], theirs[j][2]);
            QVERIFY((shown.world[row].position - at).norm() < 1e-3);
        }
        QCOMPARE(found, 7);
    }
};

POSEWRIGHT_TEST(TestPlacing, posewright::test::runWithEvents);

#include "tst_placing.moc"
