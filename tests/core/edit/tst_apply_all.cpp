#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/places.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/random_edits.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <malloc.h>

using namespace posewright;
using nlohmann::json;

namespace {

std::string numbered(const char* what, int i)
{
    return what + std::to_string(i);
}

/// So many arms of two bones side by side, each with a target that is keyed twice.
json armsList(int arms)
{
    json list = json::array();
    for (int i = 0; i < arms; ++i) {
        const double x = 0.1 * i;
        const std::string upper = numbered("upper", i), lower = numbered("lower", i);
        const std::string hand = numbered("hand", i), target = numbered("target", i);
        list.push_back(
            {{"edit", "addBone"}, {"name", upper}, {"head", {x, 0, 0}}, {"tail", {x, 1, 0}}});
        list.push_back({{"edit", "addBone"},
                        {"name", lower},
                        {"parent", upper},
                        {"head", {x, 1, 0}},
                        {"tail", {x, 1.8, 0.5}}});
        list.push_back({{"edit", "addBone"},
                        {"name", hand},
                        {"parent", lower},
                        {"head", {x, 1.8, 0.5}},
                        {"tail", {x, 1.9, 0.5}}});
        list.push_back(
            {{"edit", "addTarget"}, {"name", target}, {"effector", hand}, {"root", upper}});
        list.push_back({{"edit", "setTargetKey"}, {"target", target}, {"frame", 0}});
        list.push_back({{"edit", "setTargetKey"},
                        {"target", target},
                        {"frame", 24},
                        {"position", {x, 1.2, 0.8}}});
    }
    return list;
}

Result<Document> oneByOne(Document doc, const json& list)
{
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Result<edit::Edit> edit = edit::fromJson(list[i], doc);
        if (!edit) return edit.error();
        Result<Document> next = edit::apply(doc, *edit);
        if (!next) return next.error();
        doc = *std::move(next);
    }
    return doc;
}

/// Of the processor, so that nobody else's work counts. [s]
double secondsFor(const json& list)
{
    const std::clock_t start = std::clock();
    const Result<Document> out = edit::applyAll(emptyDocument(), list);
    return out ? double(std::clock() - start) / CLOCKS_PER_SEC : -1;
}

}  // namespace

class TestApplyAll : public QObject {
    Q_OBJECT

private slots:
    void aListGivesWhatItsEditsGiveOneByOne();
    void randomListsGiveWhatTheirEditsGiveOneByOne();
    void manyTargetsTakeTheirOwnTime();
    void theEditThatWasWrongIsNamed_data();
    void theEditThatWasWrongIsNamed();
    void whatOnlyTheWholeShowsIsNamedToo();
    void longListsTellHowFarTheyAreAndStop();
    void singlePlacesAreThoseOfTheWholePose();
};

void TestApplyAll::aListGivesWhatItsEditsGiveOneByOne()
{
    const json list = armsList(12);
    const Document before = emptyDocument();
    const Result<Document> whole = edit::applyAll(before, list);
    QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
    const Result<Document> single = oneByOne(before, list);
    QVERIFY(single);
    QVERIFY(*whole == *single);
    QVERIFY(before == emptyDocument());
    QVERIFY(validate(*whole));
    QCOMPARE(std::ssize(whole->rig->constraints), 12);
}

void TestApplyAll::randomListsGiveWhatTheirEditsGiveOneByOne()
{
    constexpr std::uint64_t kSeed = 20261122;
    for (std::uint64_t seed = kSeed; seed < kSeed + 4; ++seed) {
        test::RandomEdits random(seed, {.wrong = 0, .slow = false});
        const Document start = test::biped();
        Document doc = start;
        json list = json::array();
        while (list.size() < 120) {
            const edit::Edit edit = random.next(doc);
            Result<Document> next = edit::apply(doc, edit);
            if (!next) continue;
            list.push_back(edit::toJson(edit));
            doc = *std::move(next);
        }
        const Result<Document> whole = edit::applyAll(start, list);
        QVERIFY2(
            whole,
            qPrintable(
                QString("seed %1: %2").arg(seed).arg(whole ? "" : whole.error().message.c_str())));
        const Result<Document> single = oneByOne(start, list);
        QVERIFY(single);
        QVERIFY2(*whole == *single, qPrintable(QString("seed %1").arg(seed)));
    }
}

void TestApplyAll::manyTargetsTakeTheirOwnTime()
{
    // Before, each target looked at all others several times: four times as many took sixteen to
    // forty times as long.
    const json few = armsList(250), many = armsList(1000);
    // Memory stays with the process: what fresh pages cost differs between machines, and only the
    // longer list has blocks so large that they are fresh each time.
    mallopt(M_MMAP_THRESHOLD, 1 << 28);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    double least = 1e9, most = 1e9;
    for (int round = 0; round < 3; ++round) {
        least = std::min(least, secondsFor(few));
        most = std::min(most, secondsFor(many));
    }
    QVERIFY(least > 0 && most > 0);
    qInfo("250 targets %.3f s, 1000 targets %.3f s: %.1f times for 4 times as many", least, most,
          most / least);
    QVERIFY2(most < 10 * least, "the time of a list grows with the square of its targets");
}

void TestApplyAll::theEditThatWasWrongIsNamed_data()
{
    QTest::addColumn<int>("at");
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("place");

    const char* const unknown = R"({"edit": "addTarget", "name": "t", "effector": "nobody",
                                    "root": "upper0"})";
    QTest::newRow("an argument, at the start") << 0 << unknown << "/effector";
    QTest::newRow("an argument, in the middle") << 37 << unknown << "/effector";
    QTest::newRow("a name that is taken")
        << 20 << R"({"edit": "addBone", "name": "upper0", "head": [0, 0, 0], "tail": [0, 1, 0]})"
        << "/name";
    QTest::newRow("no such argument") << 14 << R"({"edit": "setLoop", "lop": true})"
                                      << "/lop";
    QTest::newRow("a rule of the document, at once")
        << 30 << R"({"edit": "setRange", "start": 0, "end": 20000000})"
        << "";
}

void TestApplyAll::theEditThatWasWrongIsNamed()
{
    QFETCH(int, at);
    QFETCH(QString, edit);
    QFETCH(QString, place);
    json list = armsList(8);
    list.insert(list.begin() + at, json::parse(edit.toStdString()));
    const Result<Document> out = edit::applyAll(emptyDocument(), list);
    QVERIFY(!out);
    QCOMPARE(QString::fromStdString(out.error().where), QString("#/%1%2").arg(at).arg(place));
}

/// A target that hangs below a chain, which another target then takes in: only the groups show it,
/// and those are made at the end.
void TestApplyAll::whatOnlyTheWholeShowsIsNamedToo()
{
    json list = armsList(3);
    list.push_back({{"edit", "reparentBone"}, {"bone", "target0"}, {"parent", "hand1"}});
    const int taken = static_cast<int>(list.size());
    list.push_back(
        {{"edit", "addTarget"}, {"name", "both"}, {"effector", "hand1"}, {"root", "upper1"}});
    list.push_back(
        {{"edit", "addTarget"}, {"name", "t"}, {"effector", "hand2"}, {"root", "lower2"}});
    QVERIFY(edit::applyAll(emptyDocument(), list));

    // Now the first arm hangs on the hand that its own target would lead.
    json round = armsList(3);
    round.push_back({{"edit", "reparentBone"}, {"bone", "target0"}, {"parent", "upper1"}});
    round.push_back({{"edit", "reparentBone"}, {"bone", "upper1"}, {"parent", "hand2"}});
    const int wrong = static_cast<int>(round.size());
    round.push_back({{"edit", "reparentBone"}, {"bone", "target2"}, {"parent", "hand0"}});
    round.push_back(
        {{"edit", "addTarget"}, {"name", "t"}, {"effector", "hand2"}, {"root", "lower2"}});
    const Result<Document> out = edit::applyAll(emptyDocument(), round);
    QVERIFY(!out);
    QVERIFY2(QString::fromStdString(out.error().where).startsWith(QString("#/%1").arg(wrong)),
             out.error().where.c_str());
    Q_UNUSED(taken);

    // A pole below the chain that it bends, by an edit that waits for validation: the chain of the
    // new target takes in the bone that another's target hangs on, and both are one group.
    json shared = armsList(2);
    shared.push_back({{"edit", "reparentBone"}, {"bone", "upper1"}, {"parent", "hand0"}});
    shared.push_back({{"edit", "addBone"},
                      {"name", "shelf"},
                      {"parent", "hand1"},
                      {"head", {0.1, 1.9, 0.5}},
                      {"tail", {0.1, 2, 0.5}}});
    shared.push_back({{"edit", "reparentBone"}, {"bone", "target0"}, {"parent", "shelf"}});
    const Result<Document> own = edit::applyAll(emptyDocument(), shared);
    QVERIFY(!own);
    QCOMPARE(QString::fromStdString(own.error().where), QString("#/%1").arg(shared.size() - 1));
}

void TestApplyAll::longListsTellHowFarTheyAreAndStop()
{
    const json list = armsList(20);
    double last = -1;
    int told = 0;
    edit::Context context;
    context.progress = [&](double share) {
        ++told;
        if (share < last || share < 0 || share > 1) told = -1'000'000;
        last = share;
        return true;
    };
    QVERIFY(edit::applyAll(emptyDocument(), list, context));
    QVERIFY2(told >= static_cast<int>(list.size()), "not every edit was told of, in order");

    told = 0;
    context.progress = [&](double) { return ++told < 10; };
    const Result<Document> out = edit::applyAll(emptyDocument(), list, context);
    QVERIFY(!out);
    QCOMPARE(out.error().kind, ErrorKind::Cancelled);
    QCOMPARE(told, 10);
}

void TestApplyAll::singlePlacesAreThoseOfTheWholePose()
{
    const std::uint64_t seed = 77;
    test::RandomEdits random(seed, {.wrong = 0, .slow = false});
    test::Random frames(seed);
    Document doc = test::biped();
    int compared = 0;
    for (int made = 0; made < 150;) {
        Result<Document> next = edit::apply(doc, random.next(doc));
        if (!next) continue;
        ++made;
        doc = *std::move(next);
        if (made % 5 != 0 || doc.scene->size() == 0) continue;
        const double frame = frames.uniform(doc.playback.start - 2, doc.playback.end + 2);
        const Evaluation pose = evaluate(doc, frame);
        const std::vector<NodeIndex> rows{frames.below(doc.scene->size()),
                                          frames.below(doc.scene->size())};
        const auto places = placesOf(doc, rows, frame);
        QVERIFY(places);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY2((*places)[i].local == pose.local[rows[i]] &&
                         (*places)[i].world == pose.world[rows[i]],
                     qPrintable(QString("seed %1, edit %2").arg(seed).arg(made)));
            ++compared;
        }
    }
    QVERIFY(compared >= 50);
}

POSEWRIGHT_TEST(TestApplyAll, posewright::test::runPlain);
#include "tst_apply_all.moc"
