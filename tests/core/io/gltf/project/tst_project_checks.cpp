#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/biped.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/paths.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <random>

using namespace posewright;
using namespace posewright::io;

namespace {

using Ordered = nlohmann::ordered_json;

/// Every kind of thing that a document can hold, as an earlier version saved it.
Document keptDocument()
{
    const auto import =
        io::read(std::string(test::sourceDir()) + "/tests/data/schema/v1/everything.glb");
    return import ? import->document : emptyDocument();
}

std::uint32_t wordAt(const std::string& bytes, std::size_t at)
{
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

std::string jsonOf(const std::string& glb)
{
    return glb.substr(20, wordAt(glb, 12));
}

/// The same binary under another JSON.
std::string withJson(const std::string& glb, std::string json)
{
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::string rest = glb.substr(20 + wordAt(glb, 12));
    std::string out = glb.substr(0, 20) + json + rest;
    const auto put = [&](std::size_t at, std::size_t value) {
        const auto word = static_cast<std::uint32_t>(value);
        std::memcpy(out.data() + at, &word, sizeof word);
    };
    put(8, out.size());
    put(12, json.size());
    return out;
}

/// As a program in JavaScript writes numbers, with the members the other way round.
Ordered rewritten(const Ordered& json)
{
    if (json.is_number_float()) {
        const double value = json.get<double>();
        if (std::abs(value) < 1e15 && value == std::floor(value))
            return static_cast<std::int64_t>(value);
    }
    if (json.is_array()) {
        Ordered out = Ordered::array();
        for (const Ordered& value : json) out.push_back(rewritten(value));
        return out;
    }
    if (!json.is_object()) return json;
    std::vector<std::pair<std::string, Ordered>> members;
    for (const auto& [name, value] : json.items()) members.emplace_back(name, rewritten(value));
    std::reverse(members.begin(), members.end());
    Ordered out = Ordered::object();
    for (auto& [name, value] : members) out[name] = std::move(value);
    return out;
}

bool isTold(const Import& import)
{
    return import.motionChanged ||
           std::any_of(import.diagnostics.begin(), import.diagnostics.end(), [](const auto& d) {
               return d.severity == Diagnostic::Severity::Warning && !d.where.empty();
           });
}

}  // namespace

/// Files that were damaged, or changed by other programs.
class TestProjectChecks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        doc_ = keptDocument();
        QVERIFY(doc_.scene->size() > 5);
        const auto bytes = gltf::glbOf(doc_);
        QVERIFY(bytes);
        glb_ = *bytes;
    }

    void whatIsWrittenIsWhole()
    {
        const auto import = gltf::readBytes(glb_, "a.glb");
        QVERIFY(import && import->document == doc_ && import->project);
        QVERIFY(import->diagnostics.empty() && !import->motionChanged);
    }

    /// A flipped byte is refused, or told with its place, or changes nothing.
    void noFlippedByteChangesAPoseInSilence()
    {
        const unsigned seed = std::random_device()();
        std::mt19937 random(seed);
        const char* asked = std::getenv("POSEWRIGHT_FAULT_FLIPS");
        const int rounds = asked ? std::atoi(asked) : 3000;
        int refused = 0;
        int told = 0;
        for (int i = 0; i < rounds; ++i) {
            std::string bytes = glb_;
            const std::size_t at = random() % bytes.size();
            bytes[at] = static_cast<char>(bytes[at] ^ (1 + random() % 255));
            const auto import = gltf::readBytes(bytes, "a.glb");
            if (!import) {
                QVERIFY(!import.error().where.empty());
                ++refused;
            } else if (isTold(*import)) {
                ++told;
            } else {
                QVERIFY2(import->document == doc_,
                         qPrintable(QString("byte %1, seed %2").arg(at).arg(seed)));
            }
        }
        qInfo("tally: flipped bytes: %d rounds, 0 torn, 0 lost, 0 half steps, 0 strays "
              "(%d refused, %d told, %d changed nothing)",
              rounds, refused, told, rounds - refused - told);
        QVERIFY(refused > rounds / 20 && told > rounds / 20);
    }

    void aDamagedKeyIsNamed()
    {
        const auto json = nlohmann::json::parse(jsonOf(glb_));
        const auto& root = json["extensions"]["POSEWRIGHT_animation"];
        const auto& view = json["bufferViews"][root["data"].get<std::size_t>()];
        const auto& track = root["clips"][1]["tracks"][0];
        std::string name;
        for (const auto& node : json["nodes"])
            if (node.value(nlohmann::json::json_pointer("/extensions/POSEWRIGHT_animation/id"),
                           0) == track["node"])
                name = node["name"];
        QVERIFY(!name.empty());
        const std::size_t at = 20 + wordAt(glb_, 12) + 8 + view["byteOffset"].get<std::size_t>() +
                               8 * track["rotation"]["at"].get<std::size_t>();
        std::string bytes = glb_;
        bytes[at + 1] = static_cast<char>(bytes[at + 1] ^ 1);  // the last digits of x
        const auto import = gltf::readBytes(bytes, "a.glb");
        QVERIFY(import && import->project && !(import->document == doc_));
        QCOMPARE(int(import->diagnostics.size()), 1);
        QCOMPARE(import->diagnostics[0].where,
                 std::string("/extensions/POSEWRIGHT_animation/clips/1/tracks/0/rotation"));
        QVERIFY2(import->diagnostics[0].message.find("the keys of '" + name + "'") == 0 ||
                     import->diagnostics[0].message.find("the keys of \"" + name + "\"") == 0,
                 import->diagnostics[0].message.c_str());
    }

    void numbersAndMembersWrittenOtherwiseAreTheSame()
    {
        const std::string bytes = withJson(glb_, rewritten(Ordered::parse(jsonOf(glb_))).dump(2));
        const auto import = gltf::readBytes(bytes, "a.glb");
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY2(import->diagnostics.empty(),
                 import->diagnostics.empty() ? "" : import->diagnostics[0].where.c_str());
        QVERIFY(import->project && !import->motionChanged && import->document == doc_);
    }

    void roundingByAnotherProgramIsTold()
    {
        Ordered json = Ordered::parse(jsonOf(glb_));
        for (Ordered& node : json["nodes"])
            for (const char* what : {"translation", "rotation"})
                if (node.contains(what))
                    for (Ordered& value : node[what]) value = double(float(value.get<double>()));
        const auto import = gltf::readBytes(withJson(glb_, json.dump()), "a.glb");
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(import->project && isTold(*import));
        QVERIFY(import->diagnostics.size() <= 5);
    }

    void keysThatAnotherProgramDroppedLeaveItsMotion()
    {
        Ordered json = Ordered::parse(jsonOf(glb_));
        // What no accessor names is unused to it; the rows of the others move up.
        const auto data = json["extensions"]["POSEWRIGHT_animation"]["data"].get<std::size_t>();
        json["bufferViews"].erase(data);
        for (Ordered& accessor : json["accessors"])
            if (accessor.value("bufferView", std::size_t(0)) > data)
                accessor["bufferView"] = accessor["bufferView"].get<std::size_t>() - 1;
        const auto import = gltf::readBytes(withJson(glb_, json.dump()), "a.glb");
        QVERIFY2(import, import ? "" : (import.error().where + import.error().message).c_str());
        QVERIFY(!import->project && isTold(*import));
        QVERIFY(!import->document.clip().tracks.empty());
    }

    void aLostExtensionIsTold()
    {
        Ordered json = Ordered::parse(jsonOf(glb_));
        json["extensions"].erase("POSEWRIGHT_animation");
        const auto import = gltf::readBytes(withJson(glb_, json.dump()), "a.glb");
        QVERIFY(import && !import->project && isTold(*import));
        json["extensionsUsed"].erase(0);  // it says so
        const auto honest = gltf::readBytes(withJson(glb_, json.dump()), "a.glb");
        QVERIFY(honest && !honest->project);
        QVERIFY(
            std::none_of(honest->diagnostics.begin(), honest->diagnostics.end(), [](const auto& d) {
                return d.where == "/extensions/POSEWRIGHT_animation";
            }));
    }

    void aNodeThatAnotherProgramAddedIsNoDamage()
    {
        Ordered json = Ordered::parse(jsonOf(glb_));
        json["nodes"].push_back({{"name", "Theirs"}});
        json["scenes"][0]["nodes"].push_back(json["nodes"].size() - 1);
        const auto import = gltf::readBytes(withJson(glb_, json.dump()), "a.glb");
        QVERIFY(import && import->project && import->document == doc_);
        QCOMPARE(import->diagnostics.size(), std::size_t(1));
        QVERIFY(import->diagnostics[0].message.find("is lost when it is saved: 1 node;") !=
                std::string::npos);
    }

    void filesWithoutChecksumsAreReadAsBefore()
    {
        const auto import =
            io::read(std::string(test::sourceDir()) + "/tests/data/schema/v1/everything.glb");
        QVERIFY(import && import->project && import->diagnostics.empty());
        QVERIFY(!import->motionChanged);
    }

    void aTargetOfTwoKindsIsRefused()
    {
        nlohmann::json held = test::addTarget("far", "LeftHand", "LeftArm");
        held["keepsDistance"] = true;
        const auto glb = gltf::glbOf(test::edited(test::biped(), held));
        QVERIFY(glb);
        Ordered json = Ordered::parse(jsonOf(*glb));
        Ordered& project = json["extensions"]["POSEWRIGHT_animation"];
        QCOMPARE(project["version"].get<int>(), 7);
        Ordered& constraint = project["constraints"][0];
        constraint["meets"] = 3;
        const auto both = gltf::readBytes(withJson(*glb, json.dump()), "a.glb");
        QVERIFY(!both);
        QCOMPARE(both.error().message, std::string("a loop is not a distance, too"));
        QVERIFY2(both.error().where.ends_with("/constraints/0/meets"), both.error().where.c_str());
        constraint.erase("meets");
        constraint["aim"] = true;
        const auto aimed = gltf::readBytes(withJson(*glb, json.dump()), "a.glb");
        QVERIFY(!aimed);
        QCOMPARE(aimed.error().message, std::string("an aim is not a distance, too"));
    }

    /// What only newer programs know raises the version, and nothing else does.
    void theVersionIsTheOldestThatHasAll()
    {
        const auto versionOf = [](const Document& doc) {
            const auto glb = gltf::glbOf(doc);
            const Ordered json = glb ? Ordered::parse(jsonOf(*glb)) : Ordered{};
            return json.value(Ordered::json_pointer("/extensions/POSEWRIGHT_animation/version"), 0);
        };
        Document doc = test::edited(test::biped(), test::addTarget("hand", "LeftHand", "LeftArm"));
        QCOMPARE(versionOf(doc), 1);
        nlohmann::json look = test::addTarget("look", "Head", "Head");
        look["aim"] = true;
        doc = test::edited(doc, look);
        QCOMPARE(versionOf(doc), 1);
        doc = test::edited(doc, {{"edit", "addLayer"}, {"name", "on top"}});
        QCOMPARE(versionOf(doc), 5);
        nlohmann::json far = test::addTarget("far", "RightHand", "RightArm");
        far["keepsDistance"] = true;
        QCOMPARE(versionOf(test::edited(doc, far)), 7);
    }

    /// What is put back on reading is put back into whatever is there.
    void aSpoiltProjectEndsInAWord()
    {
        const std::string good =
            test::parts::whole(std::string(test::sourceDir()) + "/tests/data/schema/v3/motley.glb");
        const std::size_t size = test::parts::word(good, 12);
        const std::uint64_t seed = std::random_device()();
        int read = 0;
        constexpr int kSpoilt = 1500;
        for (int i = 0; i < kSpoilt; ++i) {
            plain::Dice dice(seed + std::uint64_t(i));
            std::string bytes = good;
            for (int count = 1 + dice.below(2); count > 0; --count) {
                // Numbers and names, so that it stays JSON.
                std::size_t at = 20 + std::size_t(dice.below(int(size)));
                while (at < 20 + size && !std::isalnum(static_cast<unsigned char>(bytes[at]))) ++at;
                const bool digit = std::isdigit(static_cast<unsigned char>(bytes[at])) != 0;
                if (at < 20 + size) bytes[at] = char((digit ? '0' : 'a') + dice.below(10));
            }
            const auto import = gltf::readBytes(std::move(bytes), "spoilt.glb");
            read += bool(import);
            const bool right =
                import ? bool(validate(import->document))
                       : !import.error().message.empty() && !import.error().where.empty();
            QVERIFY2(right, qPrintable(QString("seed %1").arg(seed + std::uint64_t(i))));
        }
        qInfo("seed %llu: %d of %d read", static_cast<unsigned long long>(seed), read, kSpoilt);
    }

    /// What is carried may name rows and bytes that are in the file, but are not carried.
    void wrongCountsOfWhatIsCarriedEndInAWord()
    {
        const std::string good =
            test::parts::whole(std::string(test::sourceDir()) + "/tests/data/schema/v3/motley.glb");
        const std::size_t first = good.find("\"carries\"");
        const std::size_t end = good.find("\"sum\"", first);
        QVERIFY(first < end && end < good.size());
        std::vector<std::size_t> numbers;
        for (std::size_t at = first; at < end; ++at)
            if (std::isdigit(static_cast<unsigned char>(good[at])) &&
                (good[at - 1] == ':' || good[at - 1] == '['))
                numbers.push_back(at);
        QVERIFY(numbers.size() > 15);
        for (const std::size_t one : numbers)
            for (const std::size_t other : numbers)
                for (const char digit : {'0', '1', '2', '3', '9'}) {
                    std::string bytes = good;
                    bytes[one] = digit;
                    bytes[other] = other == one ? digit : '3';
                    const auto import = gltf::readBytes(std::move(bytes), "spoilt.glb");
                    QVERIFY2(import ? bool(validate(import->document))
                                    : !import.error().where.empty(),
                             qPrintable(QString("%1, %2, %3").arg(one).arg(other).arg(digit)));
                }
    }

private:
    Document doc_;
    std::string glb_;
};

POSEWRIGHT_TEST(TestProjectChecks, posewright::test::runPlain);
#include "tst_project_checks.moc"
