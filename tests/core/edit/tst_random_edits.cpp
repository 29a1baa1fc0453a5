#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "tests/support/biped.h"
#include "tests/support/everything.h"
#include "tests/support/program.h"
#include "tests/support/random_edits.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <map>

using namespace posewright;

namespace {

std::string said(const Error& e)
{
    return e.where + ": " + e.message;
}

/// `n` edits from this seed; `each(before, edit, result)`.
template <class Each>
Document run(Document doc, std::uint64_t seed, int n, Each&& each)
{
    test::RandomEdits edits(seed);
    for (int i = 0; i < n; ++i) {
        const edit::Edit next = edits.next(doc);
        const Result<Document> out = edit::apply(doc, next);
        each(doc, next, out);
        if (out) doc = *out;
    }
    return doc;
}

}  // namespace

class TestRandomEdits : public QObject {
    Q_OBJECT

private slots:
    void everyOutcomeKeepsTheRulesAndTheDocumentBeforeStaysAsItWas();
    void everyKindIsMadeAndRefusedForAReason();
    void jsonByIdAndByNameMeansTheSameEdit();
    void replayingGivesEqualDocuments();
    void anythingReadAsAnEditIsReadOrRefused();
};

void TestRandomEdits::everyOutcomeKeepsTheRulesAndTheDocumentBeforeStaysAsItWas()
{
    run(test::biped(), 1, 2000, [](const Document& before, const edit::Edit& e, const auto& out) {
        if (!out) {
            QVERIFY2(!out.error().message.empty(), "a refusal says why");
            return;
        }
        const Result<void> valid = validate(*out);
        QVERIFY2(valid, valid ? "" : (edit::toJson(e).dump() + said(valid.error())).c_str());
        const Result<void> still = validate(before);
        QVERIFY(still);
    });
    // Pure: a deep copy that shares nothing is what the original still equals.
    const Document doc = test::biped();
    Document copy = doc;
    copy.scene = Scene(*doc.scene);
    copy.rig = Rig(*doc.rig);
    for (Shared<Clip>& clip : copy.clips) {
        Clip deep = *clip;
        for (Shared<Track>& track : deep.tracks) {
            Track t = *track;
            for (int axis = 0; axis < 3; ++axis) {
                t.translation[axis] = Curve(*t.translation[axis]);
                t.scale[axis] = Curve(*t.scale[axis]);
            }
            t.rotation = RotationTrack(*t.rotation);
            track = t;
        }
        clip = deep;
    }
    test::RandomEdits edits(5);
    for (int i = 0; i < 500; ++i) {
        const Result<Document> out = edit::apply(doc, edits.next(doc));
        QVERIFY(doc == copy);
    }
}

void TestRandomEdits::everyKindIsMadeAndRefusedForAReason()
{
    std::map<std::string_view, std::pair<int, int>> counts;
    std::map<std::string, int> reasons;
    const auto count = [&](const Document&, const edit::Edit& e, const auto& out) {
        auto& [made, refused] = counts[edit::kindOf(e).name];
        ++(out ? made : refused);
        if (!out) ++reasons[std::string(edit::kindOf(e).name) + ' ' + said(out.error())];
    };
    run(test::biped(), 2, 3000, count);
    // Short ones: a mesh does not survive many, and neither do the limbs that a motion needs.
    for (std::uint64_t seed = 3; seed < 13; ++seed) run(test::everything(), seed, 100, count);
    for (std::uint64_t seed = 13; seed < 73; ++seed) run(test::biped(), seed, 150, count);
    for (const edit::Kind& kind : edit::kinds()) {
        const auto [made, refused] = counts[kind.name];
        qInfo("%-18s made %4d  refused %4d", std::string(kind.name).c_str(), made, refused);
        QVERIFY2(made > 3, std::string(kind.name).c_str());
    }
}

void TestRandomEdits::jsonByIdAndByNameMeansTheSameEdit()
{
    run(test::biped(), 3, 800, [](const Document& doc, const edit::Edit& e, const auto& out) {
        if (!out) return;
        for (const Document* names : {static_cast<const Document*>(nullptr), &doc}) {
            const std::string text = edit::toJson(e, names).dump();
            const Result<edit::Edit> back = edit::fromJson(nlohmann::json::parse(text), doc);
            QVERIFY2(back, (text + (back ? "" : said(back.error()))).c_str());
            const Result<Document> again = edit::apply(doc, *back);
            QVERIFY2(again, text.c_str());
            QVERIFY2(*again == *out, text.c_str());
        }
    });
}

void TestRandomEdits::replayingGivesEqualDocuments()
{
    const Document start = test::biped();
    std::vector<edit::Edit> made;
    std::vector<std::string> journal;
    const Document end =
        run(start, 4, 1000, [&](const Document&, const edit::Edit& e, const auto& out) {
            if (!out) return;
            made.push_back(e);
            journal.push_back(edit::toJson(e).dump());
        });
    Document replayed = start;
    Document reread = start;
    for (std::size_t i = 0; i < made.size(); ++i) {
        replayed = *edit::apply(replayed, made[i]);
        const Result<edit::Edit> e = edit::fromJson(nlohmann::json::parse(journal[i]), reread);
        QVERIFY2(e, journal[i].c_str());
        const Result<Document> next = edit::apply(reread, *e);
        QVERIFY2(next, journal[i].c_str());
        reread = *next;
    }
    QVERIFY(replayed == end);
    QVERIFY(reread == end);
    QCOMPARE(replayed.nextId, end.nextId);
}

void TestRandomEdits::anythingReadAsAnEditIsReadOrRefused()
{
    // Arguments of any type in any place, known and unknown: an answer, never a crash.
    test::Random random(6);
    const Document doc = test::edited(
        test::biped(),
        {{"edit", "addTarget"}, {"name", "hand"}, {"effector", "LeftHand"}, {"root", "LeftArm"}});
    const auto value = [&]() -> nlohmann::json {
        switch (random.below(12)) {
        case 0: return nullptr;
        case 1: return true;
        case 2: return random.uniform(-100, 100);
        case 3: return random.below(40);
        case 4: return "hand";
        case 5: return "LeftHand";
        case 6: return nlohmann::json::array({1, 2, 3});
        case 7: return nlohmann::json::array({0, 0, 0, 1});
        case 8: return nlohmann::json::object({{"node", "LeftHand"}, {"frame", 0}});
        case 9: return nlohmann::json::array({nlohmann::json{{"target", "hand"}, {"frame", 0}}, 7});
        case 10: return std::numeric_limits<double>::infinity();
        default: return static_cast<std::uint64_t>(random.bits());
        }
    };
    int read = 0;
    for (int i = 0; i < 20000; ++i) {
        const edit::Kind& kind = edit::kinds()[random.below(int(edit::kinds().size()))];
        nlohmann::json asked{{"edit", kind.name}};
        for (const edit::Argument& argument : kind.arguments)
            if (random.below(4) != 0) asked[argument.name] = value();
        if (random.below(10) == 0) asked["nonsense/~"] = value();
        const Result<edit::Edit> e = edit::fromJson(asked, doc);
        if (!e) {
            QVERIFY2(e.error().where.starts_with('/'), asked.dump().c_str());
            continue;
        }
        ++read;
        const Result<Document> out = edit::apply(doc, *e);
        QVERIFY2(!out || validate(*out), asked.dump().c_str());
    }
    QVERIFY(read > 50);
}

POSEWRIGHT_TEST(TestRandomEdits, posewright::test::runWithEvents);
#include "tst_random_edits.moc"
