#include "app/cli/command.h"
#include "app/cli/goal.h"
#include "app/cli/inputs.h"
#include "app/cli/json_writer.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/base/number.h"
#include "core/evaluate/one_solve.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <ostream>

namespace posewright::cli {

namespace {

struct SolveOptions {
    std::string file;
    std::vector<std::string> goals;                ///< words after --goal; the last one may be FILE
    std::vector<std::vector<std::string>> others;  ///< by form of goal
    std::vector<std::string> poles;
    std::string solver;
    std::string frame;
    std::string clip;
    std::string iterations;
    std::string tolerance;
    std::string step;
    bool selective = false;
    bool json = false;
    bool trace = false;
};

struct TraceStep {
    int iteration = 0;
    double error = 0;
};

/// Everything that the answer contains.
struct Answer {
    const Scene& scene;
    const OneSolve& solve;
    const ik::Solution& solution;
    std::string_view solver;
    double microseconds = 0;
    std::vector<WorldTransform> world;
    std::optional<std::vector<TraceStep>> trace;
};

/// The topmost bone above a bone, or the topmost node above another node; the node itself if there
/// is none.
NodeIndex skeletonRoot(const Scene& scene, NodeIndex node)
{
    for (NodeIndex above = scene[node].parent; above != kNoNode; above = scene[above].parent)
        if (scene[above].bone() || !scene[node].bone()) node = above;
    return node;
}

/// The default axis of a joint: towards its tip.
Vec3 alongBone(const Scene& scene, NodeIndex node)
{
    const BonePart* bone = scene[node].bone();
    return bone && bone->tip.norm() > 0 ? Vec3(bone->tip.normalized()) : Vec3(Vec3::UnitZ());
}

/// Looks up the names in a kind.
Result<KindOf<NodeIndex>> lookUp(const Scene& scene, const KindOf<std::string>& text,
                                 NodeIndex effector)
{
    std::optional<Error> lost;
    KindOf<NodeIndex> kind = withJoint<NodeIndex>(text, [&](const std::string& name) {
        const Result<NodeIndex> found = findNode(scene, name);
        if (!found) lost = found.error();
        return found ? *found : kNoNode;
    });
    if (lost) return *std::move(lost);
    std::visit([&](auto& k) { complete(k, alongBone(scene, effector)); }, kind);
    return kind;
}

Result<std::vector<NodeGoal>> lookUp(const Scene& scene, const std::vector<GoalText>& texts,
                                     const std::vector<PoleText>& poles)
{
    std::vector<NodeGoal> goals;
    for (const GoalText& text : texts) {
        NodeGoal goal;
        const Result<NodeIndex> effector = findNode(scene, text.effector);
        if (!effector) return effector.error();
        goal.effector = *effector;
        goal.root = rulesOf(text.kind).turnsEffector ? *effector : skeletonRoot(scene, *effector);
        if (!text.root.empty()) {
            const Result<NodeIndex> root = findNode(scene, text.root);
            if (!root) return root.error();
            goal.root = *root;
        }
        goal.position = text.position;
        goal.orientation = text.orientation;
        goal.weight = text.weight;
        const Result<KindOf<NodeIndex>> kind = lookUp(scene, text.kind, *effector);
        if (!kind) return kind.error();
        goal.kind = *kind;
        goals.push_back(goal);
    }
    for (const PoleText& pole : poles) {
        const Result<NodeIndex> joint = findNode(scene, pole.joint);
        if (!joint) return joint.error();
        bool used = false;
        for (NodeGoal& goal : goals) {
            const std::vector<NodeIndex> chain = scene.path(goal.root, goal.effector);
            if (std::find(chain.begin(), chain.end(), *joint) == chain.end()) continue;
            goal.pole = pole.position;
            used = true;
        }
        if (!used) return Error{.message = "'" + pole.joint + "' is in no goal's chain"};
    }
    return goals;
}

const std::string& jointName(const Answer& answer, ik::JointIndex joint)
{
    return answer.scene[answer.solve.nodes[joint]].name;
}

std::string_view sideName(int side)
{
    return side < 0 ? "min" : "max";
}

std::string asJson(const Answer& answer)
{
    const ik::Report& report = answer.solution.report;
    JsonWriter out;
    out.object().member("solver", answer.solver);
    if (report.solver != answer.solver) out.member("answeredBy", report.solver);
    out.member("status", ik::name(report.status));
    if (report.degenerateStart) out.member("degenerateStart", true);
    if (!report.message.empty()) out.member("message", report.message);
    out.member("iterations", report.iterations).member("microseconds", answer.microseconds);
    out.key("goals").array();
    for (std::size_t i = 0; i < report.goals.size(); ++i)
        out.object()
            .member("effector", jointName(answer, answer.solve.goals[i].effector))
            .member("positionError", report.goals[i].positionError)
            .member("orientationError", report.goals[i].orientationError)
            .member("status", ik::name(report.goals[i].status))
            .end();
    out.end();
    if (report.boneStretch > 0) out.member("boneStretch", report.boneStretch);
    out.member("limitViolation", report.limitViolation).key("activeLimits").array();
    for (const ik::ActiveLimit& limit : report.activeLimits)
        out.object()
            .member("joint", jointName(answer, limit.joint))
            .member("limit", limit.part)
            .member("side", sideName(limit.side))
            .end();
    const std::vector<NodeIndex> rows = jointRows(answer.scene);
    out.end().key("joints").array();
    for (const NodeIndex row : rows) out.value(answer.scene[row].name);
    out.end().key("positions").array();
    for (const NodeIndex row : rows) out.value(answer.world[row].position);
    out.end().key("rotations").array();
    for (const NodeIndex row : rows) out.value(answer.world[row].rotation);
    out.end();
    if (answer.trace) {
        out.key("trace").array();
        for (const TraceStep& step : *answer.trace)
            out.object().member("iteration", step.iteration).member("error", step.error).end();
        out.end();
    }
    return out.end().text() + '\n';
}

/// A length without rounding noise, in the file's unit, which is unknown for BVH.
std::string shortly(double length)
{
    return length < 1e-9 ? "0" : toFixed(length, 6);
}

std::string asText(const Answer& answer)
{
    const ik::Report& report = answer.solution.report;
    std::string who(answer.solver);
    if (report.solver != answer.solver) who += " (finished by " + std::string(report.solver) + ')';
    std::string out = who + ": " + std::string(ik::name(report.status)) + " after " +
                      std::to_string(report.iterations) + " iterations, " +
                      toFixed(answer.microseconds, 1) + " microseconds\n";
    if (report.degenerateStart) out += "the start was straight or folded, and was bent first\n";
    if (!report.message.empty()) out += report.message + '\n';
    // Less than a thousandth of a per cent is within tolerance.
    if (report.boneStretch >= 1e-5)
        out += "bones were " + toFixed(100 * report.boneStretch, 3) +
               "% too long or short before their lengths were put right\n";
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < report.goals.size(); ++i)
        rows.push_back({jointName(answer, answer.solve.goals[i].effector),
                        std::string(ik::name(report.goals[i].status)),
                        "off by " + shortly(report.goals[i].positionError) + ", " +
                            toFixed(report.goals[i].orientationError * 180 / std::numbers::pi, 3) +
                            " degrees"});
    for (const ik::ActiveLimit& limit : report.activeLimits)
        rows.push_back({jointName(answer, limit.joint), "at its limit",
                        std::string(limit.part) + ' ' + std::string(sideName(limit.side))});
    out += table(rows);
    if (answer.trace)
        for (const TraceStep& step : *answer.trace)
            out += std::to_string(step.iteration) + '\t' + toText(step.error) + '\n';
    return out;
}

/// Null: chosen by the problem.
Result<const ik::Solver*> solverOf(const SolveOptions& options)
{
    if (options.solver.empty()) return nullptr;
    const ik::Solver* solver = ik::findSolver(options.solver);
    if (!solver)
        return Error{.message = "there is no solver '" + options.solver + "'",
                     .advice = "posewright solvers lists them"};
    return solver;
}

/// Error: a number is invalid, or the solver would ignore it; the message names the option.
Result<ik::Settings> settingsOf(const SolveOptions& options, const ik::Solver* solver)
{
    ik::Settings settings;
    settings.selective = options.selective;
    if (!options.iterations.empty()) {
        const std::optional<double> count = toNumber(options.iterations);
        if (!count || !(*count >= 1) || *count > 1e6 || *count != std::floor(*count))
            return Error{.message = "--iterations takes a whole number from 1 to 1000000, not '" +
                                    options.iterations + "'"};
        settings.maxIterations = static_cast<int>(*count);
    }
    if (!options.tolerance.empty()) {
        const std::optional<double> share = toNumber(options.tolerance);
        if (!share || !(*share > 0))
            return Error{.message = "--tolerance takes a share of the reach greater than 0, not '" +
                                    options.tolerance + "'"};
        settings.tolerance = *share;
    }
    if (!options.step.empty()) {
        const std::optional<double> step = toNumber(options.step);
        if (!step || !(*step > 0 && *step <= 1))
            return Error{.message = "--step takes a share greater than 0 and up to 1, not '" +
                                    options.step + "'"};
        settings.step = *step;
    }
    if (!options.step.empty() && !(solver && solver->id == "pseudo-inverse"))
        return Error{.message = "--step is for --solver pseudo-inverse"};
    if (options.selective && !(solver && solver->id == "svd-dls"))
        return Error{.message = "--selective is for --solver svd-dls"};
    return settings;
}

/// What the options ask for, as far as it is known before the file is read.
struct Request {
    std::string file;
    std::vector<GoalText> goals;
    std::vector<PoleText> poles;
    const ik::Solver* solver = nullptr;  ///< null: chosen by the problem
    ik::Settings settings;
    std::optional<double> frame;  ///< nullopt: the first
};

/// Appends the result of `parse` for each text.
template <class T>
Result<void> parseEach(const std::vector<std::string>& texts, Result<T> (*parse)(std::string_view),
                       std::vector<T>& to)
{
    for (const std::string& text : texts) {
        Result<T> one = parse(text);
        if (!one) return one.error();
        to.push_back(*std::move(one));
    }
    return {};
}

/// Error: the command line is wrong.
Result<Request> requestOf(const SolveOptions& options)
{
    Request out;
    out.file = options.file;
    std::vector<std::string> goals = options.goals;
    if (out.file.empty()) {
        const auto file = std::find_if(goals.begin(), goals.end(), [](const std::string& text) {
            return text.find('=') == std::string::npos;
        });
        if (file != goals.end()) {
            out.file = *file;
            goals.erase(file);
        }
    }
    Result<void> read = parseEach(goals, parseGoal, out.goals);
    for (std::size_t form = 0; form < options.others.size() && read; ++form)
        read = parseEach(options.others[form], goalForms()[form].parse, out.goals);
    if (!read) return read.error();
    if (out.file.empty()) return Error{.message = "FILE is required"};
    if (out.goals.empty()) {
        std::string missing = "--goal is required";
        for (const GoalForm& form : goalForms()) missing += std::string(", or ") + form.option;
        return Error{.message = missing};
    }
    read = parseEach(options.poles, parsePole, out.poles);
    if (!read) return read.error();
    const Result<const ik::Solver*> solver = solverOf(options);
    if (!solver) return solver.error();
    out.solver = *solver;
    const Result<ik::Settings> settings = settingsOf(options, out.solver);
    if (!settings) return settings.error();
    out.settings = *settings;
    if (!options.frame.empty()) {
        out.frame = toNumber(options.frame);
        if (!out.frame)
            return Error{.message = "--frame takes a number, not '" + options.frame + "'"};
    }
    return out;
}

Exit solve(Console& console, const SolveOptions& options)
{
    const Result<Request> request = requestOf(options);
    if (!request) return misused(console, request.error());
    const std::string& file = request->file;
    const Result<io::Import> import = open(console, file, options.clip);
    if (!import) return fail(console, import.error(), file);
    const Document& doc = import->document;
    const Scene& scene = *doc.scene;
    const Result<std::vector<NodeGoal>> goals = lookUp(scene, request->goals, request->poles);
    if (!goals) return fail(console, goals.error(), file);
    const Evaluation pose = evaluate(doc, request->frame.value_or(doc.playback.start));
    const Result<OneSolve> one = makeOneSolve(scene, pose, *goals);
    if (!one) return fail(console, one.error(), file);
    const ik::Problem problem = one->problem();
    const ik::Solver& solver = request->solver ? *request->solver : ik::defaultSolver(problem);

    ik::Settings settings = request->settings;
    std::vector<TraceStep> trace;
    const ik::Observer observer = [&](int iteration, double error, std::span<const Quat>) {
        if (options.trace) trace.push_back({iteration, error});
        return !console.environment.interrupted();
    };
    settings.observer = &observer;
    const auto before = std::chrono::steady_clock::now();
    const ik::Solution solution = ik::solve(solver, problem, settings);
    const std::chrono::duration<double, std::micro> took =
        std::chrono::steady_clock::now() - before;

    Answer answer{scene,       *one,         solution,
                  solver.id,   took.count(), posed(scene, pose, *one, solution),
                  std::nullopt};
    if (options.trace) answer.trace = std::move(trace);
    console.out << (options.json ? asJson(answer) : asText(answer));
    switch (solution.report.status) {
    case ik::Status::Reached: return Exit::Done;
    case ik::Status::Cancelled: return Exit::Interrupted;
    default: return Exit::No;
    }
}

}  // namespace

Action declareSolve(CLI::App& app)
{
    auto options = std::make_shared<SolveOptions>();
    app.add_option("FILE", options->file, "the file whose pose is the start");
    // --goal may take several words, and FILE as the last one; solve() separates them.
    app.add_option("--goal", options->goals, "EFFECTOR=x,y,z[@qx,qy,qz,qw][*weight][^ROOT]")
        ->expected(1, -1);
    options->others.resize(goalForms().size());
    for (std::size_t form = 0; form < goalForms().size(); ++form)
        app.add_option(goalForms()[form].option, options->others[form], goalForms()[form].help)
            ->expected(1)
            ->take_all();
    app.add_option("--pole", options->poles,
                   "JOINT=x,y,z: a point that the joint's chain bends towards")
        ->expected(1)
        ->take_all();
    app.add_option("--solver", options->solver, "id of the solver; default: by the problem");
    app.add_option("--iterations", options->iterations, "the most of one descent; default: 200");
    app.add_option("--tolerance", options->tolerance,
                   "how near is reached, as a share of the reach; default: 0.000001");
    app.add_option("--step", options->step,
                   "pseudo-inverse: share of the way of an Euler step; default: adaptive steps");
    app.add_flag("--selective", options->selective, "svd-dls: damp each singular vector by itself");
    app.add_option("--frame", options->frame, "frame to start from; default: the first");
    app.add_option("--clip", options->clip, "clip to start from; default: the first");
    app.add_flag("--json", options->json, "as JSON");
    app.add_flag("--trace", options->trace, "tell the error after every iteration");
    return [options](Console& console) { return solve(console, *options); };
}

}  // namespace posewright::cli
