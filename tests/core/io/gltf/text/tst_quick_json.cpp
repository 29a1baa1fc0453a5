#include "core/base/base64.h"
#include "core/io/doubled_member.h"
#include "core/io/gltf/text/quick_json.h"
#include "tests/support/made_characters.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <random>

using namespace posewright;
using io::gltf::Json;

namespace {

/// The library makes 0 of -0, and -0.0 of -0.0: what the reader is to make of both.
std::string signedZeros(std::string text)
{
    bool quote = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && quote)
            ++at;
        else if (text[at] == '"')
            quote = !quote;
        if (quote || text.compare(at, 2, "-0") != 0) continue;
        const char before = at > 0 ? text[at - 1] : ' ';
        const char after = at + 2 < text.size() ? text[at + 2] : ' ';
        if (std::string_view(" \n\t\r[:,").find(before) != std::string_view::npos &&
            std::string_view(" \n\t\r]},").find(after) != std::string_view::npos)
            text.insert(at + 2, ".0");
    }
    return text;
}

/// Why the two readers differ; empty if they do not.
QString differenceIn(const std::string& text)
{
    const auto quick = io::gltf::quickJson(text);
    const Json slow = Json::parse(signedZeros(text), nullptr, false);
    if (quick && slow.is_discarded()) return "the quick reader takes what is broken";
    if (quick && (*quick != slow || quick->dump() != slow.dump())) return "they read otherwise";
    if (quick && io::doubledMember(text)) return "the quick reader takes doubled members";
    if (slow.is_discarded()) return {};
    // Text that is no UTF-8 can be read, and not written.
    try {
        std::string dumped;
        io::gltf::quickDump(slow, dumped);
        if (dumped != slow.dump()) return "they write otherwise";
        Json gone = slow;
        std::string last;
        io::gltf::quickDump(std::move(gone), last);
        if (last != dumped) return "what is dropped is written otherwise";
    } catch (const Json::exception&) {
        return {};
    }
    return {};
}

std::string randomJson(plain::Dice& dice, int depth)
{
    static const std::array<const char*, 18> kPlain{
        "0",     "-0",       "17",          "-3",    "1.25", "-0.5e-7",
        "1E300", "4.9e-324", "true",        "false", "null", "\"\"",
        "\"a\"", "\"a\\n\"", "\"\\u00e4\"", "[]",    "{}",   "12345678901234567890123"};
    const int kind = depth > 4 ? 0 : dice.below(3);
    if (kind == 0) return kPlain[std::size_t(dice.below(int(kPlain.size())))];
    std::string out(1, kind == 1 ? '[' : '{');
    const int count = dice.below(5);
    for (int i = 0; i < count; ++i) {
        if (i > 0) out += ',';
        if (dice.chance(0.2)) out += " \n\t\r"[dice.below(4)];
        if (kind == 2) out += '"' + std::string(1, char('a' + dice.below(12))) + "\":";
        out += randomJson(dice, depth + 1);
    }
    return out + (kind == 1 ? ']' : '}');
}

}  // namespace

/// The quick way through JSON is the library's, or none.
class TestQuickJson : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    /// The JSON of some glTF files.
    std::vector<std::string> texts()
    {
        const std::filesystem::path folder = dir_.path().toStdString();
        using Rich = test::MadeRichCharacter;
        std::vector<std::filesystem::path> files{Rich::write(folder, Rich::Container::Glb),
                                                 Rich::write(folder, Rich::Container::Separate)};
        for (const test::MadeCharacter& character : test::madeCharacters())
            files.emplace_back(test::writeCharacter(character, QDir(dir_.path())).toStdString());
        std::vector<std::string> out;
        for (const auto& file : files) {
            const std::string bytes = test::parts::whole(file);
            out.push_back(bytes.starts_with("glTF") ? bytes.substr(20, test::parts::word(bytes, 12))
                                                    : bytes);
        }
        return out;
    }

private slots:
    // Long: a row for each edge of the grammar.
    void edgesAreReadAlike()
    {
        for (const char* text : {"",
                                 " ",
                                 "{}",
                                 "[]",
                                 "[ ]",
                                 "{ }",
                                 "null",
                                 "tru",
                                 "true",
                                 "falsey",
                                 "0",
                                 "-0",
                                 "-0.0",
                                 "00",
                                 "01",
                                 "-",
                                 "-1",
                                 "+1",
                                 "1.",
                                 ".5",
                                 "1.5",
                                 "1e5",
                                 "1E+5",
                                 "1e",
                                 "1e+",
                                 "1e400",
                                 "-1e400",
                                 "1e-400",
                                 "5e-324",
                                 "2.2250738585072011e-308",
                                 "0.1",
                                 "123456789012345678",
                                 "18446744073709551615",
                                 "18446744073709551616",
                                 "-9223372036854775808",
                                 "-9223372036854775809",
                                 "1.7976931348623157e308",
                                 "[1,]",
                                 "[,1]",
                                 "[1 2]",
                                 "{\"a\":1,}",
                                 "{\"a\" 1}",
                                 "{a:1}",
                                 "{\"a\":1,\"a\":2}",
                                 "\"\"",
                                 "\"a",
                                 "\"\\\"\"",
                                 "\"\\n\\t\\r\\b\\f\\/\\\\\"",
                                 "\"\\x\"",
                                 "\"\\u0041\"",
                                 "\"\\ud800\"",
                                 "\"\n\"",
                                 "\"\x7f\"",
                                 "\"\xc3\xa4\"",
                                 "\"\xff\"",
                                 "{\"\":{}}",
                                 "[[[]]]",
                                 "{} {}",
                                 "[1]x",
                                 "\t[\r\n 1 ,\n2 ]\n",
                                 "nullnull",
                                 "[true,false,null]"})
            QVERIFY2(differenceIn(text).isEmpty(), text);
    }

    void depthHasTheSameEnd()
    {
        for (const int depth : {1000, 1024, 1025, 100'000}) {
            const std::string text =
                std::string(std::size_t(depth), '[') + std::string(std::size_t(depth), ']');
            QCOMPARE(io::gltf::quickJson(text).has_value(), depth <= 1024);
            QCOMPARE(bool(io::gltf::parseJson(text, "a")), depth <= 1024);
        }
    }

    void aZeroKeepsItsSign()
    {
        // By either way: what is not ASCII is read by the library.
        for (const std::string word : {"a", "\xc3\xa4"}) {
            const std::string text =
                "[-0,{\"x\":-0},\"" + word + ", -0]\", -0.0, 1e-0, -0e3, 10,-0 ]";
            const auto read = io::gltf::parseJson(text, "a");
            QVERIFY(read);
            QCOMPARE(read->dump(),
                     "[-0.0,{\"x\":-0.0},\"" + word + ", -0]\",-0.0,1.0,-0.0,10,-0.0]");
        }
    }

    void filesAreReadAlike()
    {
        int quick = 0;
        std::vector<std::string> all = texts();
        for (const QFileInfo& file : test::filesBelow(test::sharedPath("corpus/gltf"), {"*.gltf"}))
            all.push_back(test::parts::whole(file.filePath().toStdString()));
        for (const std::string& text : all) {
            QVERIFY2(differenceIn(text).isEmpty(), text.substr(0, 200).c_str());
            quick += io::gltf::quickJson(text).has_value();
        }
        qInfo("%d of %zu read the quick way", quick, all.size());
        // What has letters other than ASCII is read by the library: two of the test's own.
        QCOMPARE_GE(quick, 8);
        QCOMPARE_GE(quick, int(all.size()) * 3 / 4);
    }

    void spoiltTextsAreReadAlike()
    {
        const std::uint64_t seed = std::random_device()();
        int read = 0;
        for (int i = 0; i < 20'000; ++i) {
            plain::Dice dice(seed + std::uint64_t(i));
            std::string text = randomJson(dice, 0);
            static const std::string kMarks = "{}[]\",:\\u0e-+.1 tfn\x01\xc3";
            for (int count = dice.below(3); count > 0; --count)
                text[std::size_t(dice.below(int(text.size())))] =
                    kMarks[std::size_t(dice.below(int(kMarks.size())))];
            const QString how = differenceIn(text);
            QVERIFY2(how.isEmpty(), qPrintable(QString("seed %1: %2").arg(seed + i).arg(how)));
            read += io::gltf::quickJson(text).has_value();
        }
        qInfo("seed %llu: %d read", static_cast<unsigned long long>(seed), read);
        QVERIFY(read > 2000);
    }

    void base64IsReadAlike()
    {
        const std::uint64_t seed = std::random_device()();
        plain::Dice dice(seed);
        for (int i = 0; i < 2000; ++i) {
            QByteArray bytes;
            for (int k = dice.below(50); k > 0; --k) bytes += char(dice.next());
            QByteArray text = bytes.toBase64(dice.chance(0.5) ? QByteArray::Base64Encoding
                                                              : QByteArray::OmitTrailingEquals);
            const auto read = fromBase64(text.toStdString());
            QVERIFY2(read && *read == bytes.toStdString(), text.constData());
            if (text.isEmpty()) continue;
            text[dice.below(int(text.size()))] = "*-_\xff\n"[dice.below(5)];
            QVERIFY2(!fromBase64(text.toStdString()), text.constData());
        }
    }
};

POSEWRIGHT_TEST(TestQuickJson, posewright::test::runWithEvents);
#include "tst_quick_json.moc"
