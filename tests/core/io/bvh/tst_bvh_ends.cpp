#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "core/io/format.h"
#include "core/io/placing.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/reference_bvh.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <fstream>
#include <vector>

using namespace posewright;
using namespace posewright::io;
using test::edited;

namespace {

/// End Sites beside a joint, several of them, with names; channels in small letters; a leaf without
/// any; a Frame Time that says nothing.
const std::string kEnds =
    "HIERARCHY\n"
    "ROOT hips\n"
    "{\n"
    "\tOFFSET 0 0 0\n"
    "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "\tEnd Site tail\n"
    "\t{\n"
    "\t\tOFFSET 0 0 -3\n"
    "\t}\n"
    "\tJOINT arm\n"
    "\t{\n"
    "\t\tOFFSET 0 1 0\n"
    "\t\tCHANNELS 3 zrotation xrotation yrotation\n"
    "\t\tJOINT hand\n"
    "\t\t{\n"
    "\t\t\tOFFSET 0 1 0\n"
    "\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\t\tEnd Site thumb\n"
    "\t\t\t{\n"
    "\t\t\t\tOFFSET 0 0.5 0\n"
    "\t\t\t}\n"
    "\t\t\tEnd Site index finger\n"
    "\t\t\t{\n"
    "\t\t\t\tOFFSET 0.5 0 0\n"
    "\t\t\t}\n"
    "\t\t}\n"
    "\t\tEnd Site\n"
    "\t\t{\n"
    "\t\t\tOFFSET 0 0 3\n"
    "\t\t}\n"
    "\t\tJOINT bare\n"
    "\t\t{\n"
    "\t\t\tOFFSET 1 0 0\n"
    "\t\t\tCHANNELS 0\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "MOTION\n"
    "Frames: 2\n"
    "Frame Time: 0\n"
    "0 0 0 10 0 0 350 0 0 1 2.50 3\n"
    "0 0 0 11 0 0 360 0 0 1 2.75 3\n";

Document endsRead(const ReadOptions& options = {})
{
    auto import = bvh::readBvh(kEnds, "a.bvh", options);
    if (!import) qFatal("%s", import.error().message.c_str());
    return std::move(import->document);
}

bvh::Written endsWritten(const Document& doc, const WriteOptions& options = {})
{
    auto written = bvh::writeBvh(doc, options);
    if (!written) qFatal("%s", written.error().message.c_str());
    return *std::move(written);
}

std::string endsReplaced(std::string text, std::initializer_list<std::array<const char*, 2>> all)
{
    for (const auto& [what, by] : all) {
        const std::size_t at = text.find(what);
        if (at == std::string::npos) qFatal("no %s", what);
        text.replace(at, std::strlen(what), by);
    }
    return text;
}

/// An End Site as any program finds it: its line, and what stands two lines below.
struct EndThere {
    QString line;
    std::array<double, 3> offset{};
};

std::vector<EndThere> endsIn(const std::string& path)
{
    std::ifstream file(path);
    std::vector<EndThere> out;
    std::string line, word;
    while (std::getline(file, line)) {
        const QString trimmed = QString::fromStdString(line).trimmed();
        if (!trimmed.startsWith("End Site")) continue;
        EndThere& end = out.emplace_back();
        end.line = trimmed;
        file >> word >> word;  // { OFFSET
        for (double& number : end.offset) file >> number;
    }
    return out;
}

QString frameTimeIn(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line))
        if (line.starts_with("Frame Time: ")) return QString::fromStdString(line.substr(12));
    return {};
}

QString saidOf(const Diagnostics& all)
{
    QString out;
    for (const Diagnostic& one : all) out += QString::fromStdString(one.message) + '\n';
    return out;
}

}  // namespace

/// End Sites and spellings of a file, and what is said of what a file cannot hold.
class TestBvhEnds : public QObject {
    Q_OBJECT

private slots:
    void anEditLeavesWhatItDoesNotName()
    {
        QCOMPARE(endsWritten(endsRead()).text, kEnds);
        const Document doc = edited(
            endsRead(),
            {{"edit", "setJointKey"}, {"joint", "hips"}, {"frame", 1}, {"rotation", {0, 0, 0, 1}}});
        QCOMPARE(endsWritten(doc).text,
                 endsReplaced(kEnds, {{"0 0 0 10 0 0 ", "0 0 0 10.000000 0.000000 0.000000 "},
                                      {"0 0 0 11 0 0 ", "0 0 0 0.000000 0.000000 0.000000 "}}));
    }

    void aMovedTipMovesTheFirstEndSite()
    {
        Document doc = endsRead();
        std::vector<Node> nodes = doc.scene->nodes();
        std::get<BonePart>(nodes[2].part).tip = {0, 0.5, 0.25};  // the hand
        doc.scene = *Scene::make(std::move(nodes));
        QCOMPARE(endsWritten(doc).text,
                 endsReplaced(kEnds, {{"OFFSET 0 0.5 0", "OFFSET 0 0.5 0.25"}}));
    }

    void allOfThemAreScaled()
    {
        ReadOptions options;
        options.scale = 0.25;
        const QString read = QString::fromStdString(endsWritten(endsRead(options)).text);
        WriteOptions writing;
        writing.scale = 0.25;
        const QString written = QString::fromStdString(endsWritten(endsRead(), writing).text);
        for (const QString& text : {read, written})
            for (const char* line : {"End Site tail\n\t{\n\t\tOFFSET 0 0 -0.75\n",
                                     "End Site thumb\n\t\t\t{\n\t\t\t\tOFFSET 0 0.125 0\n",
                                     "End Site index finger\n\t\t\t{\n\t\t\t\tOFFSET 0.125 0 0\n",
                                     "End Site\n\t\t{\n\t\t\tOFFSET 0 0 0.75\n"})
                QVERIFY2(text.count(line) == 1, qPrintable(text));
    }

    void aPlacedFileKeepsThemAndItsFrameTime_data()
    {
        QTest::addColumn<QString>("up");
        QTest::addColumn<double>("scale");
        for (const char* up : {"y", "z", "-x"})
            for (const double scale : {1.0, 0.01, 0.0254})
                QTest::addRow("%s up, %g", up, scale) << up << scale;
    }
    void aPlacedFileKeepsThemAndItsFrameTime()
    {
        QFETCH(QString, up);
        QFETCH(double, scale);
        // A tail of no length says nothing of the scale; a Frame Time as other programs print it.
        const std::string text = endsReplaced(
            kEnds, {{"OFFSET 0 0 -3", "OFFSET 0 0 0"}, {"Frame Time: 0", "Frame Time: .0333333"}});
        const QTemporaryDir dir;
        const auto file = [&](const char* name) { return dir.filePath(name).toStdString(); };
        std::ofstream(file("in.bvh")) << text;
        ReadOptions options;
        options.up = upAxisNamed(up.toStdString());
        options.scale = scale;
        const auto import = read(file("in.bvh"), options);
        QVERIFY(import);
        QVERIFY(write(import->document, file("out.bvh")));
        const std::vector<EndThere> before = endsIn(file("in.bvh")),
                                    after = endsIn(file("out.bvh"));
        QCOMPARE(before.size(), std::size_t(4));
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            QCOMPARE(after[i].line, before[i].line);
            for (int axis = 0; axis < 3; ++axis)
                QCOMPARE(after[i].offset[axis], before[i].offset[axis] * scale);
        }
        QCOMPARE(frameTimeIn(file("out.bvh")), QString(".0333333"));
        // Where the joints are, in the axes of the document.
        const test::ReferenceBvh was(file("in.bvh")), is(file("out.bvh"));
        QCOMPARE(is.rows.size(), std::size_t(2));
        for (std::size_t row = 0; row < 2; ++row) {
            const auto from = was.positions(row), to = is.positions(row);
            QCOMPARE(to.size(), std::size_t(4));
            for (std::size_t joint = 0; joint < to.size(); ++joint) {
                const auto [x, y, z] = from[joint];
                const std::array<double, 3> turned = up == "y"   ? std::array{x, y, z}
                                                     : up == "z" ? std::array{x, z, -y}
                                                                 : std::array{y, -x, z};
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY(std::abs(to[joint][axis] - turned[axis] * scale) < 1e-6 * scale);
            }
        }
    }

    void aRateThatIsAskedForIsWritten()
    {
        WriteOptions options;
        options.rate = 30;  // what is assumed where the file says 0
        const QString text = QString::fromStdString(endsWritten(endsRead(), options).text);
        const QString time = text.mid(text.indexOf("Frame Time: ") + 12).section('\n', 0, 0);
        QCOMPARE(time.toDouble(), 1.0 / 30);
        QCOMPARE(text.count("End Site"), 4);
    }

    void theFormForAllReadersSaysWhatItLeavesOut()
    {
        WriteOptions options;
        options.portable = true;
        const bvh::Written written = endsWritten(endsRead(), options);
        const QString text = QString::fromStdString(written.text);
        QCOMPARE(text.count("End Site\n"), 2);  // of the leaves: hand and bare
        QCOMPARE(text.count("End Site"), 2);
        QVERIFY2(saidOf(written.diagnostics)
                     .contains("were left out at 3 joints: \"hips\", \"arm\", \"hand\"\n"),
                 qPrintable(saidOf(written.diagnostics)));
    }

    void aRemovedJointTakesItsEndSitesAlong()
    {
        const Document doc = edited(endsRead(), {{"edit", "removeBone"}, {"bone", "hand"}});
        const QString text = QString::fromStdString(endsWritten(doc).text);
        QCOMPARE(text.count("End Site"), 2);
        QVERIFY(!text.contains("thumb"));
        QVERIFY(text.contains("\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 0 3\n\t\t}\n"));
    }

    void whatIsNoBoneIsNamed()
    {
        const Document one = edited(
            test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                 {{"edit", "renameNode"}, {"node", "Head"}, {"name", "the Head"}}});
        const QString said = saidOf(endsWritten(one).diagnostics);
        QVERIFY2(said.contains("1 object that is no bone was left out: \"hand\"\n"),
                 qPrintable(said));
        QVERIFY2(said.contains("1 name has _ in place of characters that other programs misread: "
                               "\"the Head\"\n"),
                 qPrintable(said));
        Document seven = one;
        std::vector<Node> nodes = seven.scene->nodes();
        for (int i = 1; i <= 6; ++i) {
            Node& box = nodes.emplace_back();
            box.id = newNodeId(seven);
            box.name = "t" + std::to_string(i);
        }
        seven.scene = *Scene::make(std::move(nodes));
        const QString more = saidOf(endsWritten(seven).diagnostics);
        QVERIFY2(
            more.contains("7 objects that are no bones were left out: \"hand\", \"t1\", \"t2\", "
                          "\"t3\", \"t4\", ...\n"),
            qPrintable(more));
        // What turns the figure upright is in its joints.
        const Document turned = turnedUp(test::biped(false), UpAxis::Z);
        QVERIFY(!saidOf(endsWritten(turned).diagnostics).contains("no bone"));
    }
};

POSEWRIGHT_TEST(TestBvhEnds, posewright::test::runWithEvents);
#include "tst_bvh_ends.moc"
