#include "app/cli/command.h"
#include "app/cli/json_writer.h"
#include "app/cli/text.h"
#include "core/ik/solver.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace posewright::cli {

namespace {

constexpr std::string_view kIndent = "                    ";  ///< wider than any id
constexpr std::size_t kWidth = 80;

std::string supports(const ik::Abilities& a)
{
    std::string text = a.goals == 1 ? "one goal" : "several goals";
    if (a.orientation) text += ", orientation";
    if (a.pole) text += ", pole";
    if (a.limits) text += ", limits";
    if (a.rootMoves) text += ", moving root";
    eachKind<ik::JointIndex>([&]<class K>(Of<K>) {
        if (a.allKinds && !K::kRules.served.empty()) text += ", " + std::string(K::kRules.served);
    });
    return text;
}

Exit listSolvers(Console& console, bool json)
{
    JsonWriter out;
    std::string text;
    out.array();
    for (const ik::Solver& s : ik::solvers()) {
        text += std::string(s.id) + std::string(kIndent.substr(s.id.size())) +
                std::string(s.title) + '\n';
        for (const std::string& about : {supports(s.abilities), std::string(s.reference)})
            for (const std::string& line : wrapped(about, kWidth - kIndent.size()))
                text += std::string(kIndent) + line + '\n';
        out.object().member("id", s.id).member("title", s.title).member("reference", s.reference);
        out.key("supports").object().key("goals");
        if (s.abilities.goals == ik::kAnyNumber) {
            out.null();
        } else {
            out.value(s.abilities.goals);
        }
        out.member("orientation", s.abilities.orientation);
        out.member("pole", s.abilities.pole);
        out.member("limits", s.abilities.limits);
        out.member("rootMoves", s.abilities.rootMoves);
        eachKind<ik::JointIndex>([&]<class K>(Of<K>) {
            const std::string_view served = K::kRules.served;
            if (!served.empty())
                out.member(served.substr(served.rfind(' ') + 1), s.abilities.allKinds);
        });
        out.end().end();
    }
    out.end();
    console.out << (json ? out.text() + '\n' : text);
    return Exit::Done;
}

}  // namespace

Action declareSolvers(CLI::App& app)
{
    auto json = std::make_shared<bool>(false);
    app.add_flag("--json", *json, "as JSON");
    return [json](Console& console) { return listSolvers(console, *json); };
}

}  // namespace posewright::cli
