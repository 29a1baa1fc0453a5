#pragma once

#include "tests/support/made_characters.h"

#include <functional>
#include <string>
#include <vector>

/// Broken, hostile and merely odd files, made here: what every reader must refuse with a place, or
/// read all the same.
namespace posewright::test {

struct HostileFile {
    enum class Verdict { Refused, Read, Either };
    std::string name;
    std::string extension;  ///< "bvh", "gltf", "glb"
    QByteArray bytes;
    Verdict verdict = Verdict::Refused;
    std::string
        place{};  ///< where the error points: ":12" (a line) or "#/nodes/1"; empty: anywhere
};

namespace hostile {

using Verdict = HostileFile::Verdict;

inline const QByteArray& goodBvh()
{
    static const QByteArray text =
        "HIERARCHY\n"
        "ROOT Hips\n"
        "{\n"
        "  OFFSET 0.0 90.0 0.0\n"
        "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "  JOINT Spine\n"
        "  {\n"
        "    OFFSET 0.0 10.0 0.0\n"
        "    CHANNELS 3 Zrotation Xrotation Yrotation\n"
        "    End Site\n"
        "    {\n"
        "      OFFSET 0.0 12.0 0.0\n"
        "    }\n"
        "  }\n"
        "}\n"
        "MOTION\n"
        "Frames: 3\n"
        "Frame Time: 0.0333333\n"
        "0 90 0 1 2 3 4 5 6\n"
        "0 91 0 1 2 3 4 5 6\n"
        "0 92 0 1 2 3 4 5 6\n";
    return text;
}

inline QByteArray nested(int depth)
{
    QByteArray text = "HIERARCHY\n";
    for (int i = 0; i < depth; ++i)
        text += (i ? "JOINT J" : "ROOT J") + QByteArray::number(i) +
                "\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n";
    text += QByteArray("}\n").repeated(depth) + "MOTION\nFrames: 1\nFrame Time: 0.04\n";
    return text + QByteArray("0 ").repeated(depth) + '\n';
}

// Long: a row for each broken BVH file.
inline std::vector<HostileFile> bvhFiles()
{
    std::vector<HostileFile> out;
    const auto add = [&](const char* name, const QByteArray& bytes, Verdict verdict,
                         const char* place = "") {
        out.push_back({std::string("bvh: ") + name, "bvh", bytes, verdict, place});
    };
    /// The good file with something else in it.
    const auto swap = [&](const char* name, const char* from, const QByteArray& to,
                          Verdict verdict = Verdict::Refused, const char* place = "") {
        QByteArray bytes = goodBvh();
        const qsizetype at = bytes.indexOf(from);
        if (at < 0) qFatal("%s: there is no '%s'", name, from);
        add(name, bytes.replace(at, qsizetype(std::strlen(from)), to), verdict, place);
    };
    const char* const kOffset = "OFFSET 0.0 10.0 0.0";
    const char* const kTurns = "CHANNELS 3 Zrotation Xrotation Yrotation";

    add("the good one", goodBvh(), Verdict::Read);
    add("line ends of Windows", QByteArray(goodBvh()).replace('\n', "\r\n"), Verdict::Read);
    add("a byte order mark", "\xef\xbb\xbf" + goodBvh(), Verdict::Read);
    add("nothing", "", Verdict::Refused);
    add("one zero byte", QByteArray(1, '\0'), Verdict::Refused);
    add("blanks", " \n\t \n", Verdict::Refused);
    add("a picture", QByteArray("\x89PNG\r\n\x1a\n") + QByteArray(64, '\0'), Verdict::Refused);
    add("zero bytes behind", goodBvh() + QByteArray(16, '\0'), Verdict::Refused);
    add("a token of 5 MB", QByteArray(5'000'000, 'A'), Verdict::Refused);
    add("twice", goodBvh() + goodBvh(), Verdict::Refused, ":22");
    add("words behind", goodBvh() + "hello\n", Verdict::Refused, ":22");
    add("a thousand deep", nested(1000), Verdict::Read);
    add("five thousand deep", nested(5000), Verdict::Refused);
    add("a hundred thousand deep", nested(100'000), Verdict::Refused);
    add("joints that never end", "HIERARCHY\nROOT a {" + QByteArray("JOINT a {").repeated(200'000),
        Verdict::Refused);

    swap("no HIERARCHY", "HIERARCHY\n", "", Verdict::Refused, ":1");
    swap("no ROOT", "ROOT Hips", "JOINT Hips", Verdict::Refused, ":2");
    swap("a ROOT inside", "JOINT Spine", "ROOT Spine", Verdict::Refused, ":6");
    swap("no brace", "{\n", "", Verdict::Refused, ":3");
    swap("a brace too many", "}\nMOTION", "}\n}\nMOTION", Verdict::Refused, ":16");
    swap("no OFFSET", "    OFFSET 0.0 10.0 0.0\n", "", Verdict::Refused);
    swap("two OFFSETs", "    OFFSET 0.0 10.0 0.0\n", "    OFFSET 0.0 10.0 0.0\n    OFFSET 1 1 1\n",
         Verdict::Refused, ":9");
    swap("an unknown word", kOffset, "LIMITS 0 1", Verdict::Refused, ":8");
    swap("a joint below an end", "      OFFSET 0.0 12.0 0.0\n",
         "      OFFSET 0.0 12.0 0.0\n JOINT X { OFFSET 0 0 0 CHANNELS 0 }\n", Verdict::Refused,
         ":13");
    swap("nothing that turns", kTurns, "CHANNELS 0", Verdict::Refused);  // the rows are too long
    for (const char* channels :
         {"CHANNELS -3 Zrotation Xrotation Yrotation", "CHANNELS 4294967295 Zrotation",
          "CHANNELS 1000000000 Zrotation Xrotation Yrotation", "CHANNELS 2.5 Zrotation Xrotation",
          "CHANNELS nan Zrotation", "CHANNELS 4 Zrotation Xrotation Yrotation",
          "CHANNELS 3 Zrotation Xrotation Wrotation", "CHANNELS 3 Zrotation Zrotation Yrotation",
          "CHANNELS Zrotation Xrotation Yrotation"})
        swap(channels, kTurns, channels, Verdict::Refused, ":9");
    for (const char* number : {"nan", "inf", "-Infinity", "1e999", "1,5", "0x10", "1.2.3", "--5",
                               "1e", ".", "-", "\xd9\xa3", "1'000", "1_000", "1/0", "abc"}) {
        const std::string name = std::string("OFFSET of ") + number;
        swap(name.c_str(), kOffset, QByteArray("OFFSET 0.0 ") + number + " 0.0", Verdict::Refused,
             ":8");
        const std::string row = std::string("a row with ") + number;
        swap(row.c_str(), "0 90 0 1 2", QByteArray("0 90 0 1 ") + number, Verdict::Refused, ":19");
    }
    for (const char* number : {"+5", ".5", "5.", "1.5E+01", "-0", "1e-320", "00010.5"}) {
        const std::string name = std::string("OFFSET of ") + number;
        swap(name.c_str(), kOffset, QByteArray("OFFSET 0.0 ") + number + " 0.0", Verdict::Read);
    }
    for (const char* frames : {"-1", "nan", "2.5", "2147483647", "4294967299",
                               "18446744073709551619", "1e20", "300000000", "three"}) {
        const std::string name = std::string("Frames: ") + frames;
        swap(name.c_str(), "Frames: 3", QByteArray("Frames: ") + frames, Verdict::Refused);
    }
    for (const char* time : {"-0.03", "nan", "inf", "1e-30", "1e30", "0,03", ""}) {
        const std::string name = std::string("Frame Time: ") + time;
        swap(name.c_str(), "Time: 0.0333333", QByteArray("Time: ") + time, Verdict::Refused);
    }
    swap("a short row", "0 90 0 1 2 3 4 5 6", "0 90 0 1 2 3 4 5", Verdict::Refused);
    swap("a long row", "0 90 0 1 2 3 4 5 6", "0 90 0 1 2 3 4 5 6 7", Verdict::Refused);
    swap("a billion degrees", "0 90 0 1 2", "0 90 0 1e9 2", Verdict::Read);
    for (const char* name : {"%s%n%x", "../../../../tmp/x", "a\"b\\c", "MOTION", "<img src=x>",
                             "Left Upper Leg", "Hips"})
        swap((std::string("a joint called ") + name).c_str(), "JOINT Spine",
             QByteArray("JOINT ") + name, Verdict::Read);
    swap("a name of 1 MB", "JOINT Spine", "JOINT " + QByteArray(1'000'000, 'N'), Verdict::Refused,
         ":6");
    swap("a brace for a name", "JOINT Spine", "JOINT }", Verdict::Refused, ":6");
    swap("no name", "JOINT Spine", "JOINT", Verdict::Refused, ":7");
    swap("bones of no length", kOffset, "OFFSET 0 0 0", Verdict::Read);
    return out;
}

/// The JSON of a character with all its bytes inside.
inline QJsonObject goodGltf()
{
    const QTemporaryDir dir;
    MadeCharacter character = madeBody("good");
    character.container = MadeCharacter::Container::Embedded;
    character.clips.push_back(madeMotion(character, MadeChannel::Between::Linear, 5, 0.1));
    QFile file(writeCharacter(character, QDir(dir.path())));
    if (!file.open(QIODevice::ReadOnly)) qFatal("the good character is not there");
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// Puts a value at "/nodes/1/name"; Undefined takes away what is there.
inline QJsonValue putAt(const QJsonValue& whole, QStringList path, const QJsonValue& value)
{
    if (path.isEmpty()) return value;
    const QString step = path.takeFirst();
    if (whole.isArray()) {
        QJsonArray array = whole.toArray();
        const int i = step.toInt();
        const QJsonValue below = putAt(array[i], path, value);
        if (below.isUndefined())
            array.removeAt(i);
        else
            array[i] = below;
        return array;
    }
    QJsonObject object = whole.toObject();
    const QJsonValue below = putAt(object[step], path, value);
    if (below.isUndefined())
        object.remove(step);
    else
        object[step] = below;
    return object;
}

// Long: a row for each broken glTF file.
inline std::vector<HostileFile> gltfFiles()
{
    std::vector<HostileFile> out;
    const QJsonObject good = goodGltf();
    const auto text = [](const QJsonValue& json) {
        return QJsonDocument(json.toObject()).toJson(QJsonDocument::Compact);
    };
    const auto add = [&](const std::string& name, const QByteArray& bytes, Verdict verdict,
                         const std::string& place = {}, const char* extension = "gltf") {
        out.push_back({"gltf: " + name, extension, bytes, verdict, place});
    };
    const auto put = [&](const char* path, const QJsonValue& value,
                         Verdict verdict = Verdict::Refused, bool placed = true) {
        const QStringList steps = QString::fromLatin1(path).mid(1).split('/');
        const QByteArray shown =
            value.isUndefined() ? "away"
                                : QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
        add(std::string(path) + ' ' + shown.left(60).toStdString(), text(putAt(good, steps, value)),
            verdict, placed ? std::string("#") + path : "");
    };
    const QJsonValue away(QJsonValue::Undefined);
    const int count = int(good["nodes"].toArray().size());

    add("the good one", text(good), Verdict::Read);
    add("nothing", "", Verdict::Refused);
    add("no JSON", "{\"asset\":", Verdict::Refused);
    add("an array", "[]", Verdict::Refused);
    add("brackets", QByteArray(200'000, '['), Verdict::Refused);
    add("a number that is none", text(good).replace("\"scene\":0", "\"scene\":1e400"),
        Verdict::Refused);
    add("a NaN", text(good).replace("\"scene\":0", "\"scene\":NaN"), Verdict::Refused);
    put("/asset", away, Verdict::Refused, false);
    put("/asset/version", away, Verdict::Refused, false);
    put("/asset/version", "1.0");
    put("/asset/version", "3.0");
    put("/asset/version", "2.9", Verdict::Read);
    put("/extensionsRequired", QJsonArray{"EVIL_quantum"});
    put("/extensionsUsed", QJsonArray{"ACME_sparkles"}, Verdict::Read);
    for (const QJsonValue& wrong : {QJsonValue(7), QJsonValue(-1), QJsonValue(0.5), QJsonValue("0"),
                                    QJsonValue(4294967296.0), QJsonValue(1e300)}) {
        put("/scene", wrong);
        put("/scenes/0/nodes/0", wrong == QJsonValue(7) ? QJsonValue(count + 7) : wrong);
        put("/nodes/1/children/0", wrong == QJsonValue(7) ? QJsonValue(count + 7) : wrong);
        put("/skins/0/joints/0", wrong == QJsonValue(7) ? QJsonValue(count + 7) : wrong);
        put("/animations/0/channels/0/sampler", wrong == QJsonValue(7) ? QJsonValue(1000) : wrong);
        put("/animations/0/samplers/0/output", wrong == QJsonValue(7) ? QJsonValue(1000) : wrong);
    }
    put("/nodes/1/children/0", 1);                                     // itself
    put("/nodes/2/children", QJsonArray{1}, Verdict::Refused, false);  // a circle
    put("/nodes/1/rotation", QJsonArray{0, 0, 0, 0});
    put("/nodes/1/rotation", QJsonArray{0, 0, 0});
    put("/nodes/1/rotation", QJsonArray{0, 0, 0, 1.0005}, Verdict::Read);
    put("/nodes/1/rotation", QJsonArray{1e30, 0, 0, 1e30});
    put("/nodes/1/translation", QJsonArray{"1", 0, 0});
    put("/nodes/1/translation", QJsonArray{1e39, 0, 0});
    put("/nodes/1/scale", QJsonArray{0, 0, 0}, Verdict::Either);
    put("/nodes/1/matrix", QJsonArray{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
        Verdict::Refused, false);  // beside translation and rotation
    put("/nodes", QJsonObject{});
    put("/nodes/1", QJsonValue::Null);
    put("/buffers", away, Verdict::Refused, false);
    for (const double length : {0.0, -4.0, 1e7, 1099511627776.0})
        put("/buffers/0/byteLength", length, Verdict::Refused, false);
    put("/buffers/0/uri", "../../../../etc/passwd", Verdict::Refused, false);
    put("/buffers/0/uri", "/etc/passwd", Verdict::Refused, false);
    put("/buffers/0/uri", "http://example.org/a.bin", Verdict::Refused, false);
    put("/buffers/0/uri", "data:application/octet-stream;base64,????", Verdict::Refused, false);
    for (const double wrong : {-1.0, 1e9, 4294967295.0}) {
        put("/bufferViews/0/byteOffset", wrong, Verdict::Refused, false);
        put("/bufferViews/0/byteLength", wrong, Verdict::Refused, false);
        put("/accessors/0/count", wrong, Verdict::Refused, false);
    }
    put("/accessors/0/componentType", 9999);
    put("/accessors/0/type", "VEC9");
    put("/animations/0/channels/0/target/path", "colour", Verdict::Either, false);
    put("/animations/0/samplers/0/interpolation", "WOBBLE");

    QByteArray glb("glTF");
    MadeBuffer::append(glb, std::uint32_t(2));
    const QByteArray json = made::chunk(text(good), 0x4E4F534A, ' ');
    MadeBuffer::append(glb, static_cast<std::uint32_t>(12 + json.size()));
    glb += json;
    add("the good one as GLB", glb, Verdict::Read, {}, "glb");
    const auto poke = [&](const char* name, int at, std::uint32_t value) {
        QByteArray bytes = glb;
        std::memcpy(bytes.data() + at, &value, sizeof value);
        add(name, bytes, Verdict::Refused, {}, "glb");
    };
    poke("GLB of version 1", 4, 1);
    poke("GLB that says it is longer", 8, static_cast<std::uint32_t>(glb.size() + 1000));
    poke("GLB that says it is shorter", 8, 20);
    poke("GLB of a chunk of 4 GB", 12, 0xffffffffU);
    poke("GLB that begins with bytes", 16, 0x004E4942U);
    return out;
}

}  // namespace hostile

inline std::vector<HostileFile> hostileFiles()
{
    std::vector<HostileFile> out = hostile::bvhFiles();
    for (HostileFile& file : hostile::gltfFiles()) out.push_back(std::move(file));
    return out;
}

/// A file with a few things wrong at random: bytes changed, cut out, doubled, or numbers blown up.
inline QByteArray mutant(QByteArray bytes, std::uint64_t seed)
{
    const auto below = [&seed](qsizetype count) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<qsizetype>((seed >> 33) % static_cast<std::uint64_t>(count));
    };
    for (qsizetype left = 1 + below(4); left > 0 && !bytes.isEmpty(); --left) {
        const qsizetype at = below(bytes.size());
        const qsizetype length = 1 + below(std::min<qsizetype>(64, bytes.size() - at));
        switch (below(6)) {
        case 0: bytes[at] = static_cast<char>(below(256)); break;
        case 1: bytes.remove(at, length); break;
        case 2: bytes.insert(at, bytes.mid(at, length)); break;
        case 3: bytes.truncate(at); break;
        case 4: bytes[at] = static_cast<char>('0' + below(10)); break;
        default: {
            static constexpr std::array kWords{"-1",  "1e999", "nan", "4294967296", "{",
                                               "[[[", "\"",    "}",   "9999999999", ","};
            bytes.insert(at, kWords[below(kWords.size())]);
        }
        }
    }
    return bytes;
}

}  // namespace posewright::test
