#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/support/random_edits.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace posewright;
using namespace posewright::io;

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

/// Two joints with names, channels and numbers as few programs write them.
const std::string kOdd =
    "HIERARCHY\n"
    "ROOT char:Hips\n"
    "{\n"
    "\tOFFSET 1.50 90.0 0\n"
    "\tCHANNELS 6 Yrotation Xposition Yposition Zposition Xrotation Zrotation\n"
    "\tJOINT Upper Leg\n"
    "\t{\n"
    "\t\tOFFSET 0 -40 0\n"
    "\t\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "\t\tJOINT Foot\n"
    "\t\t{\n"
    "\t\t\tOFFSET 0 -40 0\n"
    "\t\t\tCHANNELS 1 Xrotation\n"
    "\t\t\tEnd Site\n"
    "\t\t\t{\n"
    "\t\t\t\tOFFSET 0 0 15\n"
    "\t\t\t}\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "MOTION\n"
    "Frames: 3\n"
    "Frame Time: .0083333\n"
    "10.50 1 2.0 3 20 30.125 0 -40 0 5 6.0 7 8.25\n"
    "-11.5 1 2.5 3 21 31.125 0 -40 0 5 6.5 7 8.50\n"
    "12.50 1 3.0 3 22 32.125 0 -40 0 5 7.0 7 8.75\n";

struct Dialect {
    const char* name;
    std::string text;
};

std::vector<Dialect> dialects()
{
    const std::string rows = kOdd.substr(0, kOdd.find("10.50 1"));
    const std::string usual = kOdd.substr(rows.size());
    return {
        {"as it is", kOdd},
        {"CR LF", replaced(kOdd, "\n", "\r\n")},
        {"CR", replaced(kOdd, "\n", "\r")},
        {"no last line end", kOdd.substr(0, kOdd.size() - 1)},
        {"blank lines at the end", kOdd + "\n \n\t\n"},
        {"blanks at the ends of lines", replaced(kOdd, "\n", " \n")},
        {"tabs between numbers", rows + replaced(usual, " ", "\t")},
        {"columns of one width", rows + replaced(usual, " ", "     ")},
        {"a mark of its order of bytes", "\xEF\xBB\xBF" + kOdd},
        {"exponents", replaced(kOdd, "6.5 7", "6.5e0 -7e-05")},
        {"plus signs", replaced(kOdd, " 8.", " +8.")},
        {"no zero before the point", replaced(kOdd, "30.125", ".125")},
        {"nothing behind the point", replaced(kOdd, "2.0", "2.")},
        {"zeros before", replaced(kOdd, "6.0", "006.0")},
        {"minus zero", replaced(kOdd, " 0 ", " -0.0 ")},
        {"many digits", replaced(kOdd, "30.125", "0.12345678901234567")},
        {"more digits", replaced(kOdd, "30.125", "30.12345678901234567890123")},
        {"a row over two lines", replaced(kOdd, "-40 0 5", "-40\n0 5")},
        {"rows on one line", rows + replaced(usual, "\n", " ")},
        {"a row that is cut short", replaced(kOdd, " 7 8.75\n", "")},
        {"a row more than it says", replaced(kOdd, "Frames: 3", "Frames: 2")},
        {"two joints of one name", replaced(kOdd, "Foot", "Upper Leg")},
        {"a name in Latin-1", replaced(kOdd, "Foot", "F\xF6\xDF")},
        {"a root without channels",
         replaced(replaced(kOdd,
                           "CHANNELS 6 Yrotation Xposition Yposition Zposition Xrotation "
                           "Zrotation",
                           "CHANNELS 0"),
                  usual, "0 -40 0 5 6.0 7 8.25\n0 -40 0 5 6.5 7 8.50\n0 -40 0 5 7.0 7 8.75\n")},
        {"no channels at all", "HIERARCHY\nROOT A\n{\nOFFSET 0 1 0\nCHANNELS 0\n}\nMOTION\n"
                               "Frames: 0\nFrame Time: 0.1\n\n"},
        {"a frame time of nothing", replaced(kOdd, ".0083333", "0.0")},
        {"no frame time", replaced(kOdd, "Frame Time: .0083333\n", "")},
    };
}

Document readText(const std::string& text)
{
    auto import = bvh::readBvh(text, "a.bvh");
    if (!import) qFatal("%s", import.error().message.c_str());
    return std::move(import->document);
}

std::string textOf(const Document& doc, const WriteOptions& options = {})
{
    auto written = bvh::writeBvh(doc, options);
    return written ? written->text : "not written: " + written.error().message;
}

/// The greatest distance between joints of two documents in file order, over frames of the first.
double apart(const Document& a, const Document& b, int above = 0)
{
    double worst = 0;
    for (int row = 0; row <= a.playback.end - a.playback.start; ++row) {
        const Evaluation here = evaluate(a, a.playback.start + row);
        const Evaluation there = evaluate(b, row);
        std::vector<Vec3> places;
        std::vector<NodeIndex> open;
        const Scene& scene = *a.scene;
        // Files have a joint's children right behind it.
        const auto visit = [&](auto&& self, NodeIndex parent) -> void {
            for (NodeIndex i = 0; i < scene.size(); ++i) {
                if (!scene[i].bone()) continue;
                NodeIndex up = scene[i].parent;
                while (up != kNoNode && !scene[up].bone()) up = scene[up].parent;
                if (up != parent) continue;
                places.push_back(here.world[i].position);
                self(self, i);
            }
        };
        visit(visit, kNoNode);
        if (b.scene->size() != int(places.size()) + above) return 1e9;
        for (std::size_t j = 0; j < places.size(); ++j)
            worst = std::max(worst, (places[j] - there.world[int(j) + above].position).norm());
    }
    return worst;
}

bool says(const Diagnostics& diagnostics, const char* what)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) {
        return d.message.find(what) != std::string::npos;
    });
}

}  // namespace

class TestBvhFaithful : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path in(const char* name) const { return dir_.filePath(name).toStdString(); }

private slots:
    void everyCaptureComesBackByteForByte_data() { test::captureRows(); }
    void everyCaptureComesBackByteForByte()
    {
        QFETCH(QString, path);
        const auto import = io::read(path.toStdString());
        QVERIFY(import);
        const auto written = io::write(import->document, in("out.bvh"));
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QVERIFY(*readWhole(in("out.bvh")) == *readWhole(path.toStdString()));
    }

    void everyDialectComesBackByteForByte_data()
    {
        QTest::addColumn<int>("row");
        const auto all = dialects();
        for (int i = 0; i < std::ssize(all); ++i) QTest::newRow(all[i].name) << i;
    }
    void everyDialectComesBackByteForByte()
    {
        QFETCH(int, row);
        const Dialect dialect = dialects()[row];
        const Document doc = readText(dialect.text);
        QCOMPARE(QByteArray::fromStdString(textOf(doc)), QByteArray::fromStdString(dialect.text));
        // Read in pieces, it is the same document.
        QVERIFY(writeWhole(in("a.bvh"), dialect.text));
        const auto pieces = bvh::readBvhFile(in("a.bvh"));
        QVERIFY(pieces);
        QVERIFY(pieces->document == doc);
        // The source is a part of the document: it survives a save.
        QVERIFY(io::write(doc, in("a.glb")));
        const auto saved = io::read(in("a.glb"));
        QVERIFY2(saved, saved ? "" : saved.error().message.c_str());
        QVERIFY(saved->document == doc);
        QCOMPARE(QByteArray::fromStdString(textOf(saved->document)),
                 QByteArray::fromStdString(dialect.text));
    }

    /// Numbers, names and line ends fall on every border between two pieces.
    void piecesMayEndAnywhere()
    {
        test::MadeCapture capture{
            .name = "long", .joints = test::madeFigure("ZYX"), .frames = 1500, .lineEnd = "\r\n"};
        const std::string text = test::bvhOf(capture);
        QVERIFY(text.size() > 3 * 262'144);
        for (int shift = 0; shift < 40; ++shift) {
            const std::string shifted =
                replaced(text, "ROOT Hips", "ROOT Hips" + std::string(std::size_t(shift), 'x'));
            QVERIFY(writeWhole(in("long.bvh"), shifted));
            const auto import = bvh::readBvhFile(in("long.bvh"));
            QVERIFY(import);
            QVERIFY(textOf(import->document) == shifted);
        }
    }

    void anUndoGivesTheBytesBack()
    {
        const Document doc = readText(kOdd);
        const NodeId foot = doc.source->joints[2];
        edit::SetJointKey turn;
        turn.joint = foot;
        turn.frame = 1;
        turn.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
        const auto edited = edit::apply(doc, turn);
        QVERIFY(edited);
        QVERIFY(textOf(*edited) != kOdd);
        QVERIFY(textOf(doc) == kOdd);
        // What is put back by hand is as good as what was undone.
        turn.rotation = doc.clip().track(foot)->rotation->sample(1);
        const auto back = edit::apply(*edited, turn);
        QVERIFY(back);
        QVERIFY(textOf(*back) == kOdd);
    }

    void whatAnEditDidNotTouchStaysAsItWas()
    {
        Document doc = readText(kOdd);
        edit::SetJointKey turn;
        turn.joint = doc.source->joints[2];
        turn.frame = 1;
        turn.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3(1, 1, 0).normalized()));
        const auto edited = edit::apply(doc, turn);
        QVERIFY(edited);
        const auto written = bvh::writeBvh(*edited);
        QVERIFY(written);
        const QString text = QString::fromStdString(written->text);
        QVERIFY2(text.contains("ROOT char:Hips\n"), qPrintable(text));
        QVERIFY(text.contains("JOINT Upper Leg\n"));
        QStringList told;
        for (const Diagnostic& d : written->diagnostics) told << d.message.c_str();
        QVERIFY2(told.join('|').contains("1 name has blanks") &&
                     told.join('|').contains("2 joints have both an OFFSET"),
                 qPrintable(told.join('|')));
        QVERIFY(text.contains("Frame Time: .0083333\n"));
        QVERIFY(text.contains("CHANNELS 6 Yrotation Xposition Yposition Zposition Xrotation "
                              "Zrotation\n"));
        QVERIFY(text.contains("OFFSET 1.5 90 0\n"));
        QVERIFY(text.contains("CHANNELS 3 Xrotation "));  // one angle does not say it any more
        QVERIFY(text.contains("\n10.50 1 2.0 3 20 30.125 0 -40 0 5 6.0 7 8.25"));
        QVERIFY(text.contains("\n-11.5 1 2.5 3 21 31.125 0 -40 0 5 6.5 7 "));
        QVERIFY(apart(*edited, readText(written->text)) < 1e-6 * 100);
        QVERIFY(says(written->diagnostics, "three.js adds the two"));
        QVERIFY(says(written->diagnostics, "three.js does not move such joints"));
        QVERIFY(says(written->diagnostics, "assimp refuses the file"));
    }

    void aRootWithoutChannelsStaysOne()
    {
        const std::string blank =
            "HIERARCHY\nROOT __0\n{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n\tJOINT A\n\t{\n\t\tOFFSET 0 1 "
            "0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 "
            "1 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n1 2 3\n4 5 6\n";
        Document doc = readText(blank);
        const auto edited = edit::apply(doc, edit::RenameNode{doc.source->joints[1], "B"});
        QVERIFY(edited);
        QCOMPARE(textOf(*edited), replaced(blank, "JOINT A", "JOINT B"));
        edit::SetJointKey move;
        move.joint = doc.source->joints[0];
        move.frame = 0;
        move.translation = Vec3(1, 0, 0);
        const auto moved = edit::apply(doc, move);
        QVERIFY(moved);
        QVERIFY(textOf(*moved).find("CHANNELS 3 Xposition Yposition Zposition\n") !=
                std::string::npos);
        QVERIFY(apart(*moved, readText(textOf(*moved))) < 1e-7);
    }

    void namesAreMadeSafeWhereThatIsAsked()
    {
        const Document doc = readText(kOdd);
        WriteOptions options;
        options.safeNames = true;
        const std::string text = textOf(doc, options);
        QVERIFY(text.find("ROOT char_Hips\n") != std::string::npos);
        QVERIFY(text.find("JOINT Upper_Leg\n") != std::string::npos);
        QVERIFY(text.find("\n10.50 1 2.0 3 20 30.125 0 -40") != std::string::npos);
        QVERIFY(text.find("OFFSET 1.5 90 0\n") != std::string::npos);
        // Where there is nothing to be replaced, the bytes stay.
        const std::string plain = replaced(replaced(kOdd, "char:", ""), "Upper Leg", "Leg");
        QCOMPARE(textOf(readText(plain), options), plain);
    }

    void whatIsPortableHasNoTraps()
    {
        const Document doc = readText(replaced(kOdd, "\n", "\r\n"));
        WriteOptions options;
        options.portable = true;
        const auto written = bvh::writeBvh(doc, options);
        QVERIFY(written);
        const QString text = QString::fromStdString(written->text);
        QVERIFY(!text.contains('\r'));
        QVERIFY(text.contains("ROOT char_Hips\n"));
        QCOMPARE(text.count(QRegularExpression("OFFSET 0 0 0\n")), 1);
        QVERIFY(apart(doc, readText(written->text)) < 1e-6 * 100);
        QVERIFY(!says(written->diagnostics, "three.js"));
    }

    /// Whatever was edited: the file shows the document, and has the old bytes only where the
    /// document shows what they say.
    void anEditedDocumentNeverComesBackAsItWas()
    {
        const std::vector<std::string> sources = {
            kOdd, test::bvhOf({.name = "a", .joints = test::madeFigure(), .frames = 12}),
            test::bvhOf(test::madeTree(4)), test::bvhOf(test::madeTree(9))};
        int changed = 0;
        for (std::uint64_t seed = 1; seed <= 160; ++seed) {
            const std::string& text = sources[seed % sources.size()];
            const Document doc = readText(text);
            const Document before = readText(text);
            test::RandomEdits edits(seed, {.wrong = 0, .slow = false});
            Document now = doc;
            for (int i = 0; i < 1 + int(seed % 6); ++i)
                if (auto next = edit::apply(now, edits.next(now))) now = *std::move(next);
            const auto written = bvh::writeBvh(now);
            if (!written) continue;  // no bone is left
            const Document back = readText(written->text);
            const double size = std::max(extent(*now.scene), 1e-3);
            const double off = apart(now, back, written->above);
            QVERIFY2(off <= 1e-6 * size,
                     qPrintable(QString("seed %1: %2 of %3").arg(seed).arg(off).arg(size)));
            QCOMPARE(back.playback.end, std::floor(now.playback.end - now.playback.start + 1e-9));
            const bool same = written->text == text;
            QCOMPARE(same, written->asRead);
            changed += same ? 0 : 1;
            if (!same) continue;
            QVERIFY2(now.playback.start == before.playback.start &&
                         now.playback.end == before.playback.end && apart(now, before) == 0,
                     qPrintable(QString("seed %1").arg(seed)));
        }
        qInfo("%d of 160 documents were changed", changed);
        QVERIFY(changed > 60);
    }
};

POSEWRIGHT_TEST(TestBvhFaithful, posewright::test::runPlain);
#include "tst_bvh_faithful.moc"
