#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace posewright;
using nlohmann::json;

namespace {

/// Why a list is refused: "place: message"; empty if it is not.
QString operateRefusal(const Document& doc, const json& list)
{
    const Result<Document> out = operate::applyAll(doc, list);
    if (out) return {};
    return QString::fromStdString(out.error().where + ": " + out.error().message);
}

}  // namespace

class TestOperateList : public QObject {
    Q_OBJECT

private slots:
    void everyOperationIsDescribed()
    {
        std::set<std::string_view> names;
        for (const operate::Kind& kind : operate::kinds()) {
            QVERIFY(names.insert(kind.name).second);
            QVERIFY(!kind.about.empty());
            for (const edit::Argument& argument : kind.arguments)
                QVERIFY(!argument.name.empty() && !argument.kind.empty());
        }
        QCOMPARE(operate::kinds().size(), std::variant_size_v<operate::AnyOperation>);
    }

    void anOperationStandsWhereAnEditCould()
    {
        const Document doc = test::biped();
        const Result<Document> out = operate::applyAll(
            doc, {{{"edit", "addMarker"}, {"frame", 3}, {"name", "before"}},
                  {{"operation", "targetsForBody"}, {"frame", 12}},
                  {{"edit", "setTargetKey"}, {"target", "Left hand"}, {"frame", 12}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QCOMPARE(int(out->rig->constraints.size()), 5);
        QCOMPARE(int(out->clip().markers.size()), 1);
        // The edits that it came to give the same, by themselves.
        Document plain = *edit::apply(doc, edit::AddMarker{3, "before"});
        const Result<operate::Edits> edits = operate::edits(plain, operate::TargetsForBody{12});
        QVERIFY(edits);
        plain = *edit::applyEach(plain, *edits);
        edit::SetTargetKey key;
        key.target = findConstraint(plain, "Left hand")->id;
        key.frame = 12;
        QVERIFY(*edit::apply(plain, key) == *out);
    }

    void whatIsWrongIsNamedWithItsPlace()
    {
        const Document doc = test::biped();
        const json marker{{"edit", "addMarker"}, {"frame", 3}, {"name", "a"}};
        QCOMPARE(operateRefusal(doc, {marker, {{"operation", "targetsForBuddy"}}}),
                 QString("#/1/operation: there is no operation \"targetsForBuddy\""));
        QCOMPARE(operateRefusal(doc, {marker, {{"operation", 3}}}),
                 QString("#/1/operation: it is not the name of an operation"));
        QCOMPARE(operateRefusal(doc, {{{"operation", "targetsForBody"}, {"farme", 1}}}),
                 QString("#/0/farme: targetsForBody has no such argument"));
        QCOMPARE(operateRefusal(doc, {{{"operation", "targetsForBody"}, {"frame", 1e12}}}),
                 QString("#/0/frame: the frame is out of range"));
        QCOMPARE(operateRefusal(doc, {marker, json::object()}),
                 QString("#/1: it is neither an edit nor an operation"));
        // What an operation made is refused at its own place.
        QCOMPARE(operateRefusal(doc, {{{"operation", "targetsForBody"}},
                                      {{"operation", "fitTargets"}, {"within", 0}}}),
                 QString("#/1: the tolerance is not greater than 0"));
        // What stands before an operation is refused at its own place.
        QVERIFY(operateRefusal(doc, {{{"edit", "setRange"}, {"start", 0}, {"end", 2e7}},
                                     {{"operation", "targetsForBody"}}})
                    .startsWith("#/0: "));
    }

    void aListOfEditsAloneIsAsBefore()
    {
        const json list{{{"edit", "addMarker"}, {"frame", 3}, {"name", "a"}}};
        QVERIFY(*operate::applyAll(test::biped(), list) == *edit::applyAll(test::biped(), list));
        QCOMPARE(operateRefusal(test::biped(), {{{"edit", "none"}}}),
                 QString("#/0/edit: there is no edit \"none\""));
        QVERIFY(!edit::applyAll(test::biped(), {{{"operation", "targetsForBody"}}}));
    }

    void progressOfAnOperationNeverGoesBack()
    {
        edit::Context context;
        double last = 0;
        bool back = false;
        context.progress = [&](double share) {
            back |= share < last || share > 1;
            last = share;
            return true;
        };
        const Result<Document> out = operate::applyAll(
            test::biped(),
            {{{"operation", "targetsForBody"}}, {{"operation", "fitTargets"}, {"within", 0.01}}},
            context);
        QVERIFY(out);
        QVERIFY(!back);
        QVERIFY(last > 0.5);
    }

    void aListIsStoppedWithinAnOperation()
    {
        edit::Context context;
        double most = 0;
        context.progress = [&](double share) {
            most = std::max(most, share);
            return share < 0.52;
        };
        const Result<Document> out = operate::applyAll(
            test::biped(),
            {{{"operation", "targetsForBody"}}, {{"operation", "fitTargets"}, {"within", 0.01}}},
            context);
        QVERIFY(!out);
        QCOMPARE(int(out.error().kind), int(ErrorKind::Cancelled));
        QVERIFY(most >= 0.52 && most < 0.6);
    }
};

POSEWRIGHT_TEST(TestOperateList, posewright::test::runWithEvents);
#include "tst_operate_list.moc"
