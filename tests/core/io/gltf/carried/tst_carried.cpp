// Long: all that one judge of what is carried is asked.
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/amount.h"
#include "tests/support/clients.h"
#include "tests/support/gltf_compare.h"
#include "tests/support/made_characters.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/support/random_edits.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace posewright;
namespace fs = std::filesystem;

namespace {

/// Does a diagnostic name what a sentence of the comparison is about?
bool isNamed(const std::string& missing, const Diagnostics& told, const test::Json& in)
{
    const std::string place = missing.substr(0, missing.find(':'));
    for (const Diagnostic& d : told) {
        // What numbers come of it is asked elsewhere (tst_packed).
        if (d.message.find("are packed") != std::string::npos)
            for (const char* what :
                 {"accessors/", "bufferViews/", "extensionsUsed", "meshes/", "extensionsRequired"})
                if (place.starts_with(what)) return true;
        // A clip whose times have no bytes goes with its placeholders.
        if (d.message.ends_with("their keys are left out") &&
            (missing == "accessors: rows are missing" || d.where.starts_with('/' + place + '/')))
            return true;
        if (missing.ends_with("stands at the root") &&
            (d.message.find("stand at the root") != std::string::npos ||
             d.message.find("have no place of their own") != std::string::npos))
            return true;
        // The place is the first of the nodes that were split.
        if (place.starts_with("nodes/") &&
            d.message.find("nodes of its own now") != std::string::npos &&
            d.message.find(" of node " + std::to_string(std::stoul(place.substr(6)))) !=
                std::string::npos)
            return true;
        // Places in what is written have the new numbers of clips.
        if (place.starts_with("animations/") && d.where.starts_with("#/animations/")) {
            const test::Json& clip = in["animations"][std::stoul(place.substr(11))];
            if (clip.contains("name") &&
                d.message.find('"' + clip["name"].get<std::string>() + '"') != std::string::npos)
                return true;
        }
        const std::size_t hash = d.where.find('#');
        const std::string where = d.where.substr(hash == std::string::npos ? 0 : hash + 1);
        if (where.size() < 2 || where[0] != '/') continue;
        if (place.rfind(where.substr(1), 0) == 0) return true;
        const test::Json::json_pointer pointer(where);
        if (!in.contains(pointer) || !in[pointer].is_number_unsigned()) continue;
        const std::string row = in[pointer].dump();
        if (place == "accessors/" + row || place.rfind("accessors/" + row + '/', 0) == 0)
            return true;
        const test::Json& accessor = in["accessors"][in[pointer].get<std::size_t>()];
        if (accessor.contains("bufferView") &&
            place == "bufferViews/" + accessor["bufferView"].dump())
            return true;
    }
    return false;
}

std::string unexplained(const test::GltfParts& in, const fs::path& out, const Diagnostics& told,
                        const test::AskedFor& asked)
{
    const auto written = test::partsOf(out);
    if (!written) return "it is no glTF file";
    std::string all;
    for (const std::string& missing : test::GltfComparison(in, *written, asked).missing())
        if (!isNamed(missing, told, in.root)) all += missing + '\n';
    return all;
}

std::string sentence(const Error& error)
{
    return error.where + ": " + error.message;
}

/// The number that a project gives the node of a row; 0: none.
std::uint64_t idOfRow(const test::GltfParts& file, std::size_t row)
{
    const test::Json::json_pointer where("/extensions/POSEWRIGHT_animation/id");
    const test::Json& node = file.root["nodes"][row];
    return node.contains(where) ? node[where].get<std::uint64_t>() : 0;
}

/// The bone whose end a row is; 0: none.
std::uint64_t endOfRow(const test::GltfParts& file, std::size_t row)
{
    const test::Json::json_pointer where("/extensions/POSEWRIGHT_animation/carried/end");
    const test::Json& node = file.root["nodes"][row];
    return node.contains(where) ? node[where].get<std::uint64_t>() : 0;
}

const Node* nodeOf(const Document& doc, std::uint64_t id)
{
    const NodeIndex at = doc.scene->find(NodeId(id));
    return at == kNoNode ? nullptr : &(*doc.scene)[at];
}

NodeId parentOf(const Document& doc, const Node& node)
{
    return node.parent == kNoNode ? NodeId::None : (*doc.scene)[node.parent].id;
}

/// What edits asked for, from the documents before and after them and what both are written as.
test::AskedFor askedBetween(const Document& before, const test::GltfParts& unedited,
                            const Document& after, const test::GltfParts& edited,
                            std::size_t sourceRows)
{
    test::AskedFor out;
    for (std::size_t i = 0; i < sourceRows; ++i) {
        const int row = static_cast<int>(i);
        const std::uint64_t id = idOfRow(unedited, i);
        const std::uint64_t end = endOfRow(unedited, i);
        int now = -1;
        for (std::size_t k = 0; k < edited.root["nodes"].size(); ++k)
            if (id != 0 ? idOfRow(edited, k) == id : endOfRow(edited, k) == end)
                now = static_cast<int>(k);
        out.row.push_back(now);
        const Node* a = nodeOf(before, id != 0 ? id : end);
        const Node* b = nodeOf(after, id != 0 ? id : end);
        if (!a || !b) continue;
        if (id == 0) {
            if (!(a->bone()->tip == b->bone()->tip)) out.placed.insert(row);
            continue;
        }
        if (a->name != b->name) out.renamed.insert(row);
        if (a->rest != b->rest) out.placed.insert(row);
        if (parentOf(before, *a) != parentOf(after, *b)) out.hung.insert(row);
    }
    // Bones that roll, and meshes that are bound again.
    const std::vector<Skin>& was = before.scene->skins();
    const std::vector<Skin>& now = after.scene->skins();
    for (std::size_t i = 0; i < std::min(was.size(), now.size()); ++i)
        if (was[i].inverseBind != now[i].inverseBind) out.bound.insert(static_cast<int>(i));
    for (const Node& node : before.scene->nodes())
        if (const auto* mesh = std::get_if<MeshPart>(&node.part);
            mesh && mesh->source >= 0 && mesh->skin >= 0 &&
            was[mesh->skin].joints != now[mesh->skin].joints)
            out.bent.insert(mesh->source);
    return out;
}

bool hasSame(const Track* a, const Track* b, const std::string& path)
{
    static const Track kNone;
    if (!a) a = &kNone;
    if (!b) b = &kNone;
    if (path == "rotation") return a->rotation == b->rotation;
    if (path == "weights") return a->morphs == b->morphs;
    return path == "scale" ? a->scale == b->scale : a->translation == b->translation;
}

const Clip* clipFrom(const Document& doc, int source)
{
    for (const Shared<Clip>& clip : doc.clips)
        if (clip->source == source) return &*clip;
    return nullptr;
}

/// Adds what edits asked of the clips.
void addMotion(test::AskedFor& asked, const Document& before, const test::GltfParts& unedited,
               const Document& after)
{
    for (int i = 0; i < std::ssize(before.clips); ++i) {
        const Clip* now = clipFrom(after, i);
        if (!now || now->name != before.clips[i]->name) asked.clips.insert(i);
    }
    asked.keyed = [&](int animation, int node, const std::string& path) {
        const bool placed = path == "rotation" || path == "translation" || path == "scale";
        if (!placed && path != "weights") return false;
        const Clip& was = *clipFrom(before, animation);
        const Clip& now = *clipFrom(after, animation);
        const bool active = &after.clip() == &now;
        // Keys outside the range, and before frame 0, cannot be as they were.
        const auto range = keyedRange(now);
        const double start = active ? after.playback.start : range ? range->first : 0;
        const double end = active ? after.playback.end : range ? range->second : 0;
        const auto first = keyedRange(was);
        if (was.rate != now.rate || start < 0 || start > first->first || end < first->second)
            return true;
        const NodeId id = NodeId(idOfRow(unedited, std::size_t(node)));
        for (const Constraint& c : after.rig->constraints)
            for (const NodeIndex joint : jointsOf(*after.scene, c))
                if (placed && (*after.scene)[joint].id == id) return true;
        for (const Shared<Layer>& layer : now.layers)
            if (placed && layer->track(id)) return true;
        return !hasSame(was.track(id), now.track(id), path);
    };
}

}  // namespace

/// What a glTF file holds beyond the model comes through, whatever is done with the rest of it.
class TestCarried : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        using Rich = test::MadeRichCharacter;
        QVERIFY(dir_.isValid());
        fs::create_directories(place("known"));
        rich_ = Rich::write(place(""), Rich::Container::Glb);
        Rich::write(place(""), Rich::Container::Separate);
        Rich::write(place("known"), Rich::Container::Glb, true);
        Rich::write(place("known"), Rich::Container::Separate, true);
    }

    void aFileThatNobodyEditedComesBackWhole_data() { characters(); }
    void aFileThatNobodyEditedComesBackWhole()
    {
        QFETCH(QString, path);
        const fs::path source = path.toStdString();
        const auto import = io::read(source);
        QVERIFY2(import, import ? "" : sentence(import.error()).c_str());
        const auto in = test::partsOf(source);
        for (const char* name : {"back.glb", "back.gltf"}) {
            const fs::path out = place(name);
            const auto written = io::write(import->document, out);
            QVERIFY2(written, written ? "" : sentence(written.error()).c_str());
            Diagnostics told = import->diagnostics;
            told.insert(told.end(), written->begin(), written->end());
            // Without the numbers of the source there is nothing to compare with.
            const std::string missing =
                path.contains("meshopt")
                    ? ""
                    : unexplained(*in, out, told, test::AskedFor::nothing(*in));
            QVERIFY2(missing.empty(), missing.c_str());
            const auto back = io::read(out);
            QVERIFY2(back, back ? "" : sentence(back.error()).c_str());
            QVERIFY2(back->diagnostics.empty(),
                     back->diagnostics.empty() ? "" : back->diagnostics[0].message.c_str());
            QVERIFY(back->document == import->document);
            QVERIFY(!back->motionChanged);
        }
        const double before = double(fs::file_size(source));
        const double after = double(fs::file_size(place("back.glb")));
        qInfo("%.0f bytes, %.0f written", before, after);
        if (source.extension() != ".glb" || before < 100'000) return;
        if (path.contains("draco") || path.contains("meshopt")) return;  // and the reader is told
        QVERIFY(after < 1.02 * before);
    }

    void whatIsSavedTwiceIsTheSame()
    {
        const auto import = io::read(rich_);
        QVERIFY(import && io::write(import->document, place("one.glb")));
        const auto back = io::read(place("one.glb"));
        QVERIFY(back && io::write(back->document, place("two.glb")));
        QVERIFY(test::parts::whole(place("one.glb")) == test::parts::whole(place("two.glb")));
    }

    void validFilesOfTheValidatorComeBackWhole()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf/validator");
        int compared = 0;
        std::string missing;
        for (const QFileInfo& file : test::validatorsFiles()) {
            const QString path = file.filePath();
            const auto report = test::Json::parse(
                test::parts::whole((path + ".report.json").toStdString()), nullptr, false);
            if (!report.is_object() || report["issues"]["numErrors"] != 0) continue;
            const auto import = io::read(path.toStdString());
            if (!import) continue;
            const auto written = io::write(import->document, place("mini.glb"));
            QVERIFY2(written, qPrintable(path));
            Diagnostics told = import->diagnostics;
            told.insert(told.end(), written->begin(), written->end());
            const auto in = test::partsOf(path.toStdString());
            const std::string all =
                unexplained(*in, place("mini.glb"), told, test::AskedFor::nothing(*in));
            if (!all.empty()) missing += file.fileName().toStdString() + ":\n" + all;
            ++compared;
        }
        qInfo("%d files compared", compared);
        QVERIFY2(missing.empty(), missing.c_str());
        QVERIFY(compared > 20);
    }

    void theValidatorFindsNoFault_data() { characters(true); }
    void theValidatorFindsNoFault()
    {
        QFETCH(QString, path);
        if (test::folderWithValidator().isEmpty())
            QSKIP("npm or node is not here, or the registry cannot be reached");
        if (path.contains("interpolation_test")) QSKIP("its picture is not in the corpus");
        const auto import = io::read(path.toStdString());
        if (!import) QSKIP("it is not read yet");
        QVERIFY(io::write(import->document, place("valid.glb")));
        const QJsonObject issues =
            test::validatorReport(QString::fromStdString(place("valid.glb").string()))["issues"]
                .toObject();
        const QByteArray words =
            QJsonDocument(issues["messages"].toArray()).toJson(QJsonDocument::Compact);
        QVERIFY2(issues["numErrors"].toInt() == 0, words.left(2000).constData());
        QVERIFY2(issues["numWarnings"].toInt() == 0, words.left(2000).constData());
    }

    void anotherProgramSeesTheSame_data() { characters(true); }
    void anotherProgramSeesTheSame()
    {
        QFETCH(QString, path);
        if (test::pythonWithNumpy().isEmpty()) QSKIP("no python3 with numpy here");
        POSEWRIGHT_NEEDS_SHARED("clients/gltf_fk.py");
        if (path.contains("meshopt")) QSKIP("it cannot unpack that: tst_packed has the original");
        const auto import = io::read(path.toStdString());
        if (!import) QSKIP("it is not read yet");
        QVERIFY(io::write(import->document, place("seen.glb")));
        const QString out = QString::fromStdString(place("seen.glb").string());
        for (const char* clip : {"0", "1"}) {
            if (clip[0] == '1' && import->document.clips.size() < 2) continue;
            const QJsonObject a =
                test::runClient("gltf_fk.py", {path, "--nframes", "7", "--anim", clip});
            const QJsonObject b =
                test::runClient("gltf_fk.py", {out, "--nframes", "7", "--anim", clip});
            QCOMPARE(a["world"].toArray().size(), b["world"].toArray().size());
            double worst = 0;
            for (int t = 0; t < a["world"].toArray().size(); ++t)
                for (int j = 0; j < a["joints"].toArray().size(); ++j) {
                    // Where the node of a skinned mesh stands means nothing.
                    const QJsonArray there = b["world"][t][j].toArray();
                    const NodeIndex node = import->document.scene->find(
                        std::string_view(a["joints"][j]["name"].toString().toStdString()));
                    if (node != kNoNode &&
                        std::holds_alternative<MeshPart>((*import->document.scene)[node].part))
                        continue;
                    for (int c = 0; c < 3; ++c)
                        worst = std::max(
                            worst, std::abs(a["world"][t][j][c].toDouble() - there[c].toDouble()));
                }
            QVERIFY2(worst / extent(*import->document.scene) <= 1e-6,
                     qPrintable(QString::number(worst)));
        }
    }

    void anEditLeavesTheRest_data()
    {
        QTest::addColumn<int>("which");
        int row = 0;
        for (const char* name : {"rename", "reparent", "remove a bone", "add a target", "key",
                                 "bake", "remove a joint of a skin", "remove joints amid others"})
            QTest::newRow(name) << row++;
    }
    void anEditLeavesTheRest()
    {
        QFETCH(int, which);
        const auto import = io::read(rich_);
        QVERIFY(import);
        const Document& before = import->document;
        const auto id = [&](std::string_view name) {
            return (*before.scene)[before.scene->find(name)].id;
        };
        edit::AddTarget target;
        target.name = "Goal";
        target.effector = id("Hand");
        target.root = id("Hips");
        edit::AddBone bone;
        bone.parent = id("Node 5");
        bone.name = "Toe";
        bone.tail = Vec3(0, 0.1, 0);
        edit::SetJointKey key;
        key.joint = id("Spine");
        key.frame = 5;
        key.rotation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
        edit::BakeToKeys bake;
        std::vector<std::vector<edit::Edit>> cases{
            {edit::RenameNode{id("Spine"), "Chest"}, edit::RenameNode{id("Hat.2"), "Cap"}},
            {edit::ReparentBone{id("Leg"), id("Spine")}},
            {bone, edit::RenameNode{id("Lamp"), "Light"}},
            {target},
            {key},
            {target, bake},
            {edit::RemoveBone{id("Hand")}},
            {edit::RemoveBone{id("Spine")}, edit::RemoveBone{id("Leg")}}};
        Document after = before;
        for (const edit::Edit& edit : cases[std::size_t(which)]) {
            const auto next = edit::apply(after, edit);
            QVERIFY2(next, next ? "" : sentence(next.error()).c_str());
            after = *next;
        }
        if (which == 2) {
            const auto next = edit::apply(after, edit::RemoveBone{id("Adrift")});
            QVERIFY2(next, next ? "" : sentence(next.error()).c_str());
            after = *next;
        }
        const std::string missing = whatIsMissing(before, after);
        QVERIFY2(missing.empty(), missing.c_str());
    }

    void randomEditsLeaveTheRest()
    {
        for (std::uint64_t seed = 1; seed <= 24; ++seed) {
            const auto import = io::read(rich_);
            QVERIFY(import);
            Document after = import->document;
            test::RandomEdits edits(seed);
            int made = 0;
            for (int i = 0; i < 40; ++i)
                if (const auto next = edit::apply(after, edits.next(after))) {
                    after = *next;
                    ++made;
                }
            const std::string missing = whatIsMissing(import->document, after);
            QVERIFY2(missing.empty(), ("seed " + std::to_string(seed) + ":\n" + missing).c_str());
            qInfo("seed %d: %d edits", int(seed), made);
        }
    }

    void lengthsAreScaledWithTheRest()
    {
        for (const bool onReading : {true, false}) {
            io::ReadOptions reading;
            io::WriteOptions writing;
            (onReading ? reading.scale : writing.scale) = 100;
            const auto import = io::read(rich_, reading);
            QVERIFY(import);
            const auto written = io::write(import->document, place("scaled.glb"), writing);
            QVERIFY2(written, written ? "" : sentence(written.error()).c_str());
            const auto in = test::partsOf(rich_);
            const auto out = test::partsOf(place("scaled.glb"));
            const auto scaledBy100 = [&](std::size_t from, std::size_t to) {
                const auto a = test::components(*in, from);
                const auto b = test::components(*out, to);
                bool same = a.size() == b.size();
                for (std::size_t i = 0; same && i < a.size(); ++i)
                    same = std::abs(100 * a[i] - b[i]) <= 1e-5 * std::abs(b[i]);
                return same;
            };
            for (std::size_t mesh : {0U, 1U}) {
                const auto& from = in->root["meshes"][mesh]["primitives"][0];
                const auto& to = out->root["meshes"][mesh]["primitives"][0];
                QVERIFY(scaledBy100(from["attributes"]["POSITION"], to["attributes"]["POSITION"]));
                if (mesh == 0) continue;
                for (std::size_t target : {0U, 1U})
                    QVERIFY(scaledBy100(from["targets"][target]["POSITION"],
                                        to["targets"][target]["POSITION"]));
            }
            QCOMPARE(out->root["cameras"][1]["orthographic"]["xmag"].get<double>(), 200.0);
            QCOMPARE(
                out->root["extensions"]["KHR_lights_punctual"]["lights"][0]["range"].get<double>(),
                800.0);
            const auto back = io::read(place("scaled.glb"));
            QVERIFY(back && back->project && !back->motionChanged);
        }
    }

    void damageIsToldAndNothingElseIsLost()
    {
        const auto import = io::read(rich_);
        QVERIFY(import && io::write(import->document, place("whole.glb")));
        auto file = *test::partsOf(place("whole.glb"));
        file.root["materials"][0]["alphaCutoff"] = 0.5;
        const std::string changed = test::MadeRichCharacter::glb(file.root.dump(), file.buffers[0]);
        QVERIFY(io::writeWhole(place("changed.glb"), changed));
        const auto one = io::read(place("changed.glb"));
        QVERIFY(one && one->project);
        QCOMPARE(one->diagnostics.size(), std::size_t(1));
        QVERIFY(one->document.carried->json.find("\"alphaCutoff\":0.5") != std::string::npos);
        // What no longer fits has the keys of the clips: the file is read as by other programs.
        file.root["extensions"]["POSEWRIGHT_animation"]["carries"]["accessors"] = 100'000;
        QVERIFY(io::writeWhole(place("broken.glb"),
                               test::MadeRichCharacter::glb(file.root.dump(), file.buffers[0])));
        const auto two = io::read(place("broken.glb"));
        QVERIFY2(two, two ? "" : sentence(two.error()).c_str());
        QVERIFY(!two->diagnostics.empty());
        QVERIFY(!two->project && two->document.carried->gltf);
        for (std::size_t clip = 0; clip < two->document.clips.size(); ++clip)
            QCOMPARE(two->document.clips[clip]->tracks.size(),
                     import->document.clips[clip]->tracks.size());
        QVERIFY(io::write(two->document, place("mended.glb")));
        QCOMPARE(test::partsOf(place("mended.glb"))->root["materials"].size(),
                 file.root["materials"].size());
    }

    void anExtensionThatAnotherProgramAddsStaysDeclared()
    {
        const auto import = io::read(rich_);
        QVERIFY(import && io::write(import->document, place("ours.glb")));
        auto file = *test::partsOf(place("ours.glb"));
        file.root["materials"][0]["extensions"]["KHR_materials_ior"]["ior"] = 1.4;
        for (const bool first : {true, false}) {
            auto changed = file;
            test::Json& used = changed.root["extensionsUsed"];
            used.insert(first ? used.begin() : used.end(), "KHR_materials_ior");
            QVERIFY(io::writeWhole(
                place("theirs.glb"),
                test::MadeRichCharacter::glb(changed.root.dump(), changed.buffers[0])));
            const auto back = io::read(place("theirs.glb"));
            QVERIFY(back && io::write(back->document, place("again.glb")));
            const test::Json again = test::partsOf(place("again.glb"))->root;
            QVERIFY(again["materials"][0]["extensions"].contains("KHR_materials_ior"));
            const auto names = again["extensionsUsed"].get<std::vector<std::string>>();
            const std::set<std::string> told(names.begin(), names.end());
            QVERIFY2(told.size() == names.size(), again["extensionsUsed"].dump().c_str());
            for (const test::Json& name : changed.root["extensionsUsed"])
                QVERIFY2(told.contains(name.get<std::string>()), name.dump().c_str());
        }
    }

private:
    fs::path place(const char* name) const { return fs::path(dir_.path().toStdString()) / name; }

    std::string whatIsMissing(const Document& before, const Document& after)
    {
        const auto first = io::write(before, place("before.glb"));
        if (!first) return sentence(first.error());
        const auto told = io::write(after, place("after.glb"));
        if (!told) return sentence(told.error());
        const auto in = test::partsOf(rich_);
        const auto unedited = test::partsOf(place("before.glb"));
        const auto edited = test::partsOf(place("after.glb"));
        test::AskedFor asked =
            askedBetween(before, *unedited, after, *edited, in->root["nodes"].size());
        addMotion(asked, before, *unedited, after);
        const auto back = io::read(place("after.glb"));
        if (!back) return sentence(back.error());
        std::string all = unexplained(*in, place("after.glb"), *told, asked);
        if (!(*back->document.rig == *after.rig)) all += "other targets\n";
        for (NodeIndex i = 0; i < after.scene->size(); ++i)
            if (!((*back->document.scene)[i] == (*after.scene)[i]))
                all += "another node " + (*after.scene)[i].name + '\n';
        return all;
    }

    /// @param known  only files about which the programs that look at them know all
    void characters(bool known = false)
    {
        QTest::addColumn<QString>("path");
        const auto add = [](const fs::path& path) {
            const std::string name =
                path.parent_path().filename().string() + '/' + path.filename().string();
            QTest::newRow(name.c_str()) << QString::fromStdString(path.string());
        };
        for (const char* name : {"known/rich.glb", "known/rich.gltf"}) add(place(name));
        if (!known)
            for (const char* name : {"rich.glb", "rich.gltf"}) add(place(name));
        for (const test::MadeCharacter& character : test::madeCharacters())
            add(test::writeCharacter(character, QDir(dir_.path())).toStdString());
        for (const QFileInfo& file : test::sampled(test::foreignCharacters()))
            add(file.filePath().toStdString());
    }

    QTemporaryDir dir_;
    fs::path rich_;
};

POSEWRIGHT_TEST(TestCarried, posewright::test::runWithEvents);
#include "tst_carried.moc"
