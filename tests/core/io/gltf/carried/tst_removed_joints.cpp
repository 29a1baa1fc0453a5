#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/operate/remove_nodes.h"
#include "tests/support/amount.h"
#include "tests/support/clients.h"
#include "tests/support/made_characters.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/support/rest_vertices.h"
#include "tests/support/seed.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace posewright;
namespace fs = std::filesystem;

namespace {

struct Removal {
    Document after;
    std::vector<NodeId> bones;  ///< that went, in their order
    int refused = 0;
};

/// Takes some of the joints of the skins, one after another.
Removal removed(const Document& before, std::mt19937& random)
{
    Removal out{before, {}};
    const auto below = [&](std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    };
    for (std::size_t left = 1 + below(4); left > 0; --left) {
        const std::vector<Skin>& skins = out.after.scene->skins();
        const Skin& skin = skins[below(skins.size())];
        const NodeId joint = skin.joints[below(skin.joints.size())];
        Result<Document> next = edit::apply(out.after, edit::RemoveBone{joint});
        if (next) {
            out.after = *std::move(next);
            out.bones.push_back(joint);
            continue;
        }
        ++out.refused;
        const std::string& why = next.error().message;
        if (why.find("last joint of a skin") == std::string::npos &&
            why.find("no common root") == std::string::npos)
            qWarning("%s", why.c_str());
    }
    return out;
}

/// -1: it is not there.
int rowOf(const test::GltfParts& file, NodeId node)
{
    static const test::Json::json_pointer kId("/extensions/POSEWRIGHT_animation/id");
    const test::Json& nodes = file.root["nodes"];
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].contains(kId) && NodeId(nodes[i][kId].get<std::uint64_t>()) == node)
            return int(i);
    return -1;
}

using Vertices = std::map<std::string, std::vector<Eigen::Vector3d>>;

/// The largest distance between vertices of the same name; -1: others are there.
double apart(const Vertices& a, const Vertices& b)
{
    if (a.size() != b.size()) return -1;
    double most = 0;
    for (const auto& [name, rows] : a) {
        const auto there = b.find(name);
        if (there == b.end() || there->second.size() != rows.size()) return -1;
        for (std::size_t i = 0; i < rows.size(); ++i)
            most = std::max(most, (rows[i] - there->second[i]).norm());
    }
    return most;
}

double sizeOf(const Vertices& all)
{
    Eigen::AlignedBox3d box;
    for (const auto& [name, rows] : all)
        for (const Eigen::Vector3d& at : rows) box.extend(at);
    return box.isEmpty() ? 1 : box.diagonal().norm();
}

int faults(const fs::path& path)
{
    const QJsonObject issues =
        test::validatorReport(QString::fromStdString(path.string()))["issues"].toObject();
    return issues["numErrors"].toInt(1000) + issues["numWarnings"].toInt(1000);
}

}  // namespace

/// Bones that move skins are removed: what they moved follows others, and nothing else changes.
class TestRemovedJoints : public QObject {
    Q_OBJECT

private slots:
    void verticesStayAndFollowOthers_data()
    {
        QTest::addColumn<QString>("path");
        const auto add = [](const fs::path& path) {
            const std::string name =
                path.parent_path().filename().string() + '/' + path.filename().string();
            QTest::newRow(name.c_str()) << QString::fromStdString(path.string());
        };
        using Rich = test::MadeRichCharacter;
        fs::create_directories(place("known"));
        add(Rich::write(place("known"), Rich::Container::Glb, true));
        add(Rich::write(place(""), Rich::Container::Glb));
        add(fs::path(test::sourceDir()) / "resources/samples/mannequin.glb");
        for (const test::MadeCharacter& character : test::madeCharacters())
            add(test::writeCharacter(character, QDir(dir_.path())).toStdString());
        for (const QFileInfo& file : test::sampled(test::foreignCharacters()))
            add(file.filePath().toStdString());
    }

    void verticesStayAndFollowOthers()
    {
        QFETCH(QString, path);
        const auto import = io::read(path.toStdString());
        if (!import || import->document.scene->skins().empty()) QSKIP("it has no skin");
        const Document& before = import->document;
        QVERIFY(io::write(before, place("before.glb")));
        const std::string bytes = test::parts::whole(place("before.glb"));
        const auto was = *test::partsOf(place("before.glb"));
        const Vertices rest = test::restVertices(was);
        const double size = sizeOf(rest);
        for (unsigned seed = 1; seed <= 3; ++seed) {
            std::mt19937 random(test::printedSeed(seed));
            const Removal removal = removed(before, random);
            const auto written = io::write(removal.after, place("after.glb"));
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const auto is = *test::partsOf(place("after.glb"));
            std::vector<int> going;
            for (const NodeId bone : removal.bones) {
                QVERIFY(rowOf(was, bone) >= 0);
                QCOMPARE(rowOf(is, bone), -1);
                going.push_back(rowOf(was, bone));
            }
            std::vector<test::Heirs> heirs;
            for (std::size_t skin = 0; skin < was.root["skins"].size(); ++skin)
                heirs.push_back(test::heirsIn(was, skin, going));
            const Vertices bent = test::restVertices(was, heirs);
            const Vertices now = test::restVertices(is);
            const double off = apart(now, bent);
            QVERIFY2(off >= 0 && off <= 1e-6 * size, qPrintable(QString::number(off / size)));
            const double bound = apart(bent, rest);
            const std::string told = operate::toldOfSkins(before, removal.after);
            if (bound <= 1e-6 * size) QVERIFY(apart(now, rest) <= 2e-6 * size);
            QVERIFY(bound <= 1e-4 * size || told.find("bound in another pose") < told.size());
            qInfo("%d removed, %d refused, %.1e of the size off; at rest %.1e; %s",
                  int(removal.bones.size()), removal.refused, off / size, bound / size,
                  told.c_str());
            sameAsWritten(removal.after);
            if (seed == 1) isValid();
            if (QTest::currentTestFailed()) return;
        }
        // The document before is as it was.
        QVERIFY(io::write(before, place("before.glb")));
        QVERIFY(test::parts::whole(place("before.glb")) == bytes);
    }

    void whatIsSaidOfTheOthersIsKept()
    {
        using Rich = test::MadeRichCharacter;
        const auto import = io::read(Rich::write(place(""), Rich::Container::Glb));
        QVERIFY(import);
        const Document& before = import->document;
        const auto id = [&](const char* name) {
            return (*before.scene)[before.scene->find(std::string_view(name))].id;
        };
        // The node that the skin names as its skeleton goes.
        const auto after = edit::apply(before, edit::RemoveBone{id("Rig")});
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        const auto written = io::write(*after, place("after.glb"));
        QVERIFY(written);
        QVERIFY(std::ranges::any_of(*written, [](const Diagnostic& told) {
            return told.message.find("names \"Hips\" now") != std::string::npos;
        }));
        const auto is = *test::partsOf(place("after.glb"));
        const int skeleton = is.root["skins"][0]["skeleton"];
        QCOMPARE(is.root["nodes"][std::size_t(skeleton)]["name"].get<std::string>(),
                 std::string("Hips"));
        // A joint goes: small numbers stay small, and what is said of their accessor goes along.
        const auto less = edit::apply(before, edit::RemoveBone{id("Hand")});
        QVERIFY(less && io::write(*less, place("less.glb")));
        const auto few = *test::partsOf(place("less.glb"));
        const test::Json& primitives = few.root["meshes"][0]["primitives"];
        const test::Json& joints =
            few.root["accessors"][primitives[0]["attributes"]["JOINTS_0"].get<std::size_t>()];
        QCOMPARE(joints["componentType"].get<int>(), 5121);
        QVERIFY(joints["extras"].contains("mark"));
        QVERIFY(primitives[0]["attributes"]["JOINTS_0"] ==
                    primitives[1]["attributes"]["JOINTS_0"] ||
                joints["extras"] !=
                    few.root["accessors"]
                            [primitives[1]["attributes"]["JOINTS_0"].get<std::size_t>()]["extras"]);
    }

private:
    fs::path place(const char* name) const { return fs::path(dir_.path().toStdString()) / name; }

    void sameAsWritten(const Document& after) const
    {
        const auto back = io::read(place("after.glb"));
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QVERIFY(!back->motionChanged);
        for (const Diagnostic& told : back->diagnostics)
            QVERIFY2(told.severity == Diagnostic::Severity::Note, told.message.c_str());
        QVERIFY(back->document.scene->skins() == after.scene->skins());
        for (NodeIndex i = 0; i < after.scene->size(); ++i) {
            const auto* was = std::get_if<MeshPart>(&(*after.scene)[i].part);
            if (!was) continue;
            const auto& is = std::get<MeshPart>((*back->document.scene)[i].part);
            QVERIFY(*was->mesh == *is.mesh);
            QCOMPARE(is.skin, was->skin);
        }
    }

    void isValid() const
    {
        if (test::folderWithValidator().isEmpty()) return qInfo("not validated: no validator");
        const int were = faults(place("before.glb"));
        QVERIFY2(faults(place("after.glb")) <= were, "the validator finds more");
    }

    QTemporaryDir dir_;
};

POSEWRIGHT_TEST(TestRemovedJoints, posewright::test::runWithEvents);
#include "tst_removed_joints.moc"
