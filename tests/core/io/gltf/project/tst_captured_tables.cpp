#include "core/io/format.h"
#include "core/io/save.h"
#include "core/motion/key_rows.h"
#include "tests/support/biped.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_capture.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>

using namespace posewright;

namespace {

constexpr const char* kOwn = "POSEWRIGHT_animation";

/// The numbers of a BVH's motion, each as its text has it.
std::vector<std::string> numbersOf(const std::string& bvh)
{
    std::istringstream rest(bvh.substr(bvh.find('\n', bvh.find("Frame Time:"))));
    std::vector<std::string> out;
    for (std::string word; rest >> word;) out.push_back(word);
    return out;
}

std::uint64_t cellAt(const std::string& bytes, std::size_t at)
{
    std::uint64_t cell = 0;
    std::memcpy(&cell, bytes.data() + 8 * at, sizeof cell);
    return cell;
}

bool hasNotice(const Diagnostics& told, const std::string& words)
{
    return std::ranges::any_of(
        told, [&](const auto& each) { return each.message.find(words) != std::string::npos; });
}

}  // namespace

/// A project of a capture has its numbers once, as they were spelled.
class TestCapturedTables : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string path(const char* name) const
    {
        return folder_.filePath(QString::fromUtf8(name)).toStdString();
    }
    static std::string spelled(const char* schema = nullptr)
    {
        const std::string from = std::string(test::sourceDir()) + "/tests/data/schema/";
        return schema ? from + schema + "/capture.glb" : from + "capture.bvh";
    }
    /// The project of a file, saved under a name.
    Document saved(const std::string& from, const std::string& to) const
    {
        const auto read = io::read(from);
        if (!read || !io::write(read->document, to)) qFatal("cannot save %s", to.c_str());
        return read->document;
    }
    static Document withTarget(const Document& doc)
    {
        return test::edited(
            doc, {{"edit", "addTarget"}, {"name", "t"}, {"effector", "Spine"}, {"root", "Hips"}});
    }
    static void spoil(const std::string& file, std::size_t at, char byte)
    {
        std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
        out.seekp(static_cast<std::streamoff>(at));
        out.put(byte);
    }
    /// Where the view of the table begins in the file.
    static std::size_t cellsIn(const std::string& file)
    {
        const std::string all = test::parts::whole(file);
        const test::GltfParts parts = *test::partsOf(file);
        const std::size_t view = parts.root["extensions"][kOwn]["tables"][0]["data"];
        return all.size() - parts.buffers[0].size() +
               test::parts::number(parts.root["bufferViews"][view], "byteOffset");
    }

private slots:
    void theNumbersAreInTheFileAsTheyWereSpelled()
    {
        saved(spelled(), path("a.glb"));
        const test::GltfParts parts = *test::partsOf(path("a.glb"));
        const auto& own = parts.root["extensions"][kOwn];
        QCOMPARE(own["version"].get<int>(), 8);
        QCOMPARE(own["tables"].size(), std::size_t{1});
        const std::string cells =
            test::viewBytes(parts, own["tables"][0]["data"].get<std::size_t>());
        const std::vector<std::string> numbers = numbersOf(test::parts::whole(spelled()));
        QCOMPARE(cells.size(), 8 * numbers.size());
        int spelledOut = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::uint64_t cell = cellAt(cells, i);
            if (cell >> 58U == 63) continue;  // another spelling, such as 1e-3
            const double digits = double(cell & ((std::uint64_t{1} << 57U) - 1));
            const double value =
                digits / std::pow(10.0, double(cell >> 58U)) * ((cell >> 57U & 1U) != 0 ? -1 : 1);
            QCOMPARE(value, std::strtod(numbers[i].c_str(), nullptr));
            ++spelledOut;
        }
        QCOMPARE(spelledOut, 34);
    }

    void aProjectIsReadBackAsTheSameRows()
    {
        const Document doc = saved(spelled(), path("b.glb"));
        const auto back = io::read(path("b.glb"));
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QVERIFY(back->project && back->diagnostics.empty());
        QVERIFY(back->document == doc);
        for (const Shared<Track>& track : back->document.clip().tracks)
            QVERIFY(track->rotation->rows());
        // And as a BVH it is what it was, byte for byte.
        QVERIFY(io::write(back->document, path("b.bvh")));
        QCOMPARE(test::parts::whole(path("b.bvh")), test::parts::whole(spelled()));
    }

    void projectsOfOlderSchemasOpenAsBefore()
    {
        const auto now = io::read(spelled());
        for (const char* schema : {"v1", "v8"}) {
            const auto then = io::read(spelled(schema));
            QVERIFY2(then, then ? "" : then.error().message.c_str());
            QVERIFY(then->project && then->diagnostics.empty());
            QVERIFY(then->document == now->document);
            QCOMPARE(then->document.source->rows->cells.size(), std::size_t{36});
        }
    }

    /// Ten bytes of text are four of float and eight of the table.
    void aProjectIsNoMuchLargerThanTheText()
    {
        test::writeCapture(path("large.bvh"), 4'000'000);
        saved(path("large.bvh"), path("large.glb"));
        const double share = double(std::filesystem::file_size(path("large.glb"))) /
                             double(std::filesystem::file_size(path("large.bvh")));
        qInfo("%.2f of the text", share);
        QVERIFY(share < 1.7);
    }

    void onlyTheTrackThatWasEditedHasItsOwnKeys()
    {
        Document doc = saved(spelled(), path("c.glb"));
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            clip.tracks[1] = clip.tracks[1].with([](Track& track) {
                track.rotation = track.rotation.with([](RotationTrack& keys) {
                    keys.setValue(2, Quat(std::sqrt(0.5), std::sqrt(0.5), 0, 0));
                });
            });
        });
        QVERIFY(io::write(doc, path("c.glb")));
        const auto back = io::read(path("c.glb"));
        QVERIFY(back && back->diagnostics.empty());
        QVERIFY(back->document == doc);
        QVERIFY(back->document.clips[0]->tracks[0]->rotation->rows());
        QVERIFY(!back->document.clips[0]->tracks[1]->rotation->rows());
    }

    void aNumberThatChangedIsTold_data()
    {
        QTest::addColumn<int>("byte");
        QTest::addColumn<int>("value");
        QTest::newRow("digits") << 0 << 5;
        QTest::newRow("too many decimals") << 7 << 0x7C;
        QTest::newRow("another number that is not there") << 7 << 0xFD;
    }

    /// One bad byte is one wrong number of one joint: the targets stay.
    void aNumberThatChangedIsTold()
    {
        QFETCH(const int, byte);
        QFETCH(const int, value);
        const Document doc = withTarget(saved(spelled(), path("d.glb")));
        QVERIFY(io::write(doc, path("d.glb")));
        constexpr std::size_t kHipsTurn = 3;  // the fourth column of the first row
        spoil(path("d.glb"), cellsIn(path("d.glb")) + 8 * kHipsTurn + byte,
              static_cast<char>(value));
        const auto back = io::read(path("d.glb"));
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QVERIFY(back->project);
        QVERIFY(
            hasNotice(back->diagnostics, "the table of captured numbers is not as it was saved"));
        QVERIFY(hasNotice(back->diagnostics, "the text of the capture, which is left out now"));
        QVERIFY(back->document.source->empty());
        QCOMPARE(back->document.rig->constraints.size(), std::size_t{1});
        const auto turns = [](const Document& of, int track, double frame) {
            return of.clip().tracks[track]->rotation->sample(frame);
        };
        for (double frame = 0; frame < 4; ++frame) {
            QVERIFY(turns(back->document, 1, frame).coeffs() == turns(doc, 1, frame).coeffs());
            if (frame > 0)
                QVERIFY(turns(back->document, 0, frame).angularDistance(turns(doc, 0, frame)) <
                        1e-12);
        }
        // It can be saved, and is then whole.
        QVERIFY(io::write(back->document, path("d2.glb")));
        const auto again = io::read(path("d2.glb"));
        QVERIFY(again && again->diagnostics.empty());
        QVERIFY(again->document == back->document);
    }

    /// Numbers of other columns would be another motion.
    void aTableOfOtherColumnsIsNotUsed()
    {
        saved(spelled(), path("h.glb"));
        std::string all = test::parts::whole(path("h.glb"));
        const std::size_t at = all.find("\"columns\":9");
        QVERIFY(at != std::string::npos);
        all.replace(at, 11, "\"columns\":6");
        std::ofstream(path("i.glb"), std::ios::binary) << all;
        const auto back = io::read(path("i.glb"));
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QVERIFY(!back->project);
        QVERIFY(hasNotice(back->diagnostics, "is lost here"));
    }

    /// Keys of their own are no columns: such a project stays as older programs read it.
    void aProjectOfBeforeStaysAsItIs()
    {
        const auto then = io::read(spelled("v1"));
        QVERIFY(then && io::write(then->document, path("j.glb")));
        const test::GltfParts parts = *test::partsOf(path("j.glb"));
        const auto& own = parts.root["extensions"][kOwn];
        QCOMPARE(own["version"].get<int>(), 1);
        QVERIFY(!own.contains("tables"));
        QCOMPARE(own["source"]["cells"].get<int>(), 36);
        const auto back = io::read(path("j.glb"));
        QVERIFY(back && back->diagnostics.empty());
        QVERIFY(back->document == then->document);
    }

    void withoutTheTableTheMotionIsWhatOthersSee()
    {
        const Document doc = saved(spelled(), path("e.glb"));
        std::string all = test::parts::whole(path("e.glb"));
        // A table that is said to be longer than its bytes.
        const std::size_t cells = all.find("\"cells\":36");
        QVERIFY(cells != std::string::npos);
        all.replace(cells, 10, "\"cells\":45");
        std::ofstream(path("g.glb"), std::ios::binary) << all;
        const auto back = io::read(path("g.glb"));
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QVERIFY(!back->project);
        QVERIFY(hasNotice(back->diagnostics, "is lost here"));
        for (double frame = 0; frame < 4; frame += 0.5)
            QVERIFY(back->document.clip().tracks[1]->rotation->sample(frame).angularDistance(
                        doc.clip().tracks[1]->rotation->sample(frame)) < 1e-6);
    }
};

POSEWRIGHT_TEST(TestCapturedTables, posewright::test::runPlain);
#include "tst_captured_tables.moc"
