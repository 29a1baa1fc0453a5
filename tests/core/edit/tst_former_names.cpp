#include "core/edit/edit.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::addTarget;
using test::biped;
using test::edited;
using test::refusal;

/// Names of edits and arguments that were changed: journals and lists of edits have the former
/// ones.
class TestFormerNames : public QObject {
    Q_OBJECT

private slots:
    void formerNamesAreRead()
    {
        const Document doc = edited(biped(), addTarget("hand", "LeftHand", "LeftArm"));
        const json renamed{{"edit", "renameNode"}, {"node", "Head"}, {"name", "Skull"}};
        const std::vector<std::pair<json, json>> pairs{
            {{{"edit", "renameBone"}, {"bone", "Head"}, {"name", "Skull"}}, renamed},
            {{{"edit", "renameBone"}, {"node", "Head"}, {"name", "Skull"}}, renamed},
            {{{"edit", "setTarget"}, {"name", "hand"}, {"weight", 2.0}},
             {{"edit", "setTarget"}, {"target", "hand"}, {"weight", 2.0}}},
            {{{"edit", "removeTarget"}, {"name", "hand"}},
             {{"edit", "removeTarget"}, {"target", "hand"}}}};
        for (const auto& [former, now] : pairs) {
            const Document outcome = edited(doc, former);
            QVERIFY(outcome == edited(doc, now) && !(outcome == doc));
            const Result<edit::Edit> read = edit::fromJson(former, doc);
            QVERIFY(read);
            const json written = edit::toJson(*read, &doc);
            for (const auto& member : now.items()) QVERIFY(written[member.key()] == member.value());
            QVERIFY(!written.contains("bone") && written["edit"] != "renameBone");
        }
        QCOMPARE(refusal(doc, {{"edit", "removeTarget"}, {"name", "hand"}, {"target", "hand"}}),
                 QString("#/0/name: it is there as \"target\", too"));
        QCOMPARE(refusal(doc, {{"edit", "removeTarget"}}), QString("#/0/target: it is missing"));
    }
};

POSEWRIGHT_TEST(TestFormerNames, posewright::test::runPlain);
#include "tst_former_names.moc"
