#include "core/base/ascii.h"
#include "core/edit/mirror.h"
#include "core/operate/limbs.h"
#include "core/operate/new_targets.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"
#include "core/retarget/figure.h"

#include <algorithm>
#include <array>

namespace posewright::operate {

namespace {

using edit::AddTarget;
using edit::Edit;
using edit::SetTarget;
using edit::Side;
using edit::SidedName;
using edit::sidesOf;
using retarget::Role;

std::string plain(const std::string& name)
{
    return inSmall(std::string_view(name).substr(name.rfind(':') + 1));
}

bool hasSide(const std::string& name, Side side)
{
    const std::vector<SidedName> readings = sidesOf(name);
    return std::any_of(readings.begin(), readings.end(),
                       [&](const SidedName& reading) { return reading.side == side; });
}

int depthOf(const Scene& scene, NodeIndex row)
{
    int depth = 0;
    for (; scene[row].parent != kNoNode; row = scene[row].parent) ++depth;
    return depth;
}

/// Whether the bone only steers others, as in rigs from other programs.
bool isControl(const std::string& name)
{
    constexpr std::array<std::string_view, 9> kMarks{"ik",   "control", "ctrl", "ctl",   "pole",
                                                     "roll", "target",  "goal", "helper"};
    const std::vector<std::string> words = wordsIn(name);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::find(kMarks.begin(), kMarks.end(), word) != kMarks.end();
    });
}

/// The topmost bone on a side whose name contains one of the words; earlier words are preferred. If
/// a rig has a wrist with a hand below it, the wrist is used: the limb's two bones end there.
NodeIndex named(const Scene& scene, Side side, std::initializer_list<std::string_view> words)
{
    const auto says = [&](NodeIndex row, std::string_view word) {
        const Node& node = scene[row];
        return node.bone() && plain(node.name).find(word) != std::string::npos &&
               hasSide(node.name, side) && !isControl(node.name);
    };
    for (const std::string_view word : words) {
        NodeIndex best = kNoNode;
        for (NodeIndex row = 0; row < scene.size(); ++row) {
            if (!says(row, word)) continue;
            if (best == kNoNode || depthOf(scene, row) < depthOf(scene, best)) best = row;
        }
        if (best == kNoNode) continue;
        const NodeIndex above = scene[best].parent;
        const bool joined = above != kNoNode && std::any_of(words.begin(), words.end(),
                                                            [&](auto w) { return says(above, w); });
        return joined ? above : best;
    }
    return kNoNode;
}

NodeIndex commonAncestor(const Scene& scene, NodeIndex a, NodeIndex b)
{
    while (a != kNoNode && a != b && !scene.isAbove(a, b)) a = scene[a].parent;
    return a;
}

/// The bone that the target of the body leads, with the one above it.
NodeIndex bodyEffector(const Scene& scene, const retarget::Figure& figure,
                       const std::array<NodeIndex, 2>& feet, NodeIndex hand)
{
    const NodeIndex trunk = trunkAbove(scene, figure), top = figure.first(Role::Hips);
    if (trunk != kNoNode && scene.isAbove(top, feet[0]) && scene.isAbove(top, feet[1]))
        return trunk;
    const NodeIndex hips = commonAncestor(scene, feet[0], feet[1]);
    if (hips == kNoNode || !scene[hips].bone() || !scene.isAbove(hips, hand)) return kNoNode;
    const std::vector<NodeIndex> up = scene.path(hips, hand);
    return up.size() > 3 ? up[1] : kNoNode;
}

bool hasTarget(const Document& doc, NodeId effector)
{
    const std::vector<Constraint>& all = doc.rig->constraints;
    return std::any_of(all.begin(), all.end(),
                       [&](const Constraint& c) { return c.effector == effector; });
}

/// Collects edits and applies each at once, so that new ids are known to the next.
class Builder {
public:
    Builder(Document doc, std::optional<double> frame, const edit::Context& context) :
        doc_(std::move(doc)), frame_(frame), context_(context)
    {
    }

    /// By id, since each edit may put the rows of the scene in another order.
    void add(std::string_view name, NodeId effector, NodeId root, SetTarget as)
    {
        found_ = true;
        if (hasTarget(doc_, effector)) return;
        AddTarget target;
        target.name = uniqueName(*doc_.scene, name);
        target.effector = effector;
        target.root = root;
        target.frame = frame_;
        const std::string given = target.name;
        if (!take(target)) return;
        as.target = findConstraint(doc_, given)->id;
        if (as.orientation || as.rootMoves) take(as);
    }
    bool found() const noexcept { return found_; }
    std::vector<Edit> edits() && { return std::move(edits_); }

private:
    bool take(const Edit& edit)
    {
        Result<Document> next = edit::apply(doc_, edit, context_);
        if (!next) return false;
        doc_ = *std::move(next);
        edits_.push_back(edit);
        return true;
    }

    Document doc_;
    std::optional<double> frame_;
    edit::Context context_;
    std::vector<Edit> edits_;
    bool found_ = false;
};

/// The ends of the limbs, by role, by name, or at the tip of a forearm or shin without a hand or
/// foot. Joints that are added there are in `now` and `edits`.
class LimbEnds {
public:
    LimbEnds(Document& now, Edits& edits) : now_(now), edits_(edits) {}

    NodeId find(Role end, Role lower, Side side, std::initializer_list<std::string_view> words)
    {
        const Scene& scene = *now_.scene;
        const retarget::Figure figure = retarget::figureOf(scene);
        if (figure.has(end)) return scene[limbEnd(scene, figure.first(end))].id;
        if (const NodeIndex row = named(scene, side, words); row != kNoNode) return scene[row].id;
        const NodeIndex last = figure.first(lower);
        if (last == kNoNode) return NodeId::None;
        const Result<NodeIndex> tip = tipJoint(now_, last, edits_);
        return tip && *tip != last ? (*now_.scene)[*tip].id : NodeId::None;
    }

private:
    Document& now_;
    Edits& edits_;
};

Result<Edits> targetsForBody(const Document& doc, const TargetsForBody& arguments,
                             const edit::Context& context)
{
    Document now = doc;
    Edits edits;
    LimbEnds ends(now, edits);
    const std::array ids{
        ends.find(Role::LeftHand, Role::LeftLowerArm, Side::Left, {"hand", "wrist"}),
        ends.find(Role::RightHand, Role::RightLowerArm, Side::Right, {"hand", "wrist"}),
        ends.find(Role::LeftFoot, Role::LeftLowerLeg, Side::Left, {"foot", "ankle"}),
        ends.find(Role::RightFoot, Role::RightLowerLeg, Side::Right, {"foot", "ankle"})};
    const Scene& scene = *now.scene;
    const retarget::Figure figure = retarget::figureOf(scene);
    std::array<NodeIndex, 4> rows{};
    std::ranges::transform(ids, rows.begin(), [&](NodeId id) { return scene.find(id); });
    const std::array hands{rows[0], rows[1]}, feet{rows[2], rows[3]};
    Builder out(now, arguments.frame, context);
    SetTarget foot;
    foot.orientation = true;
    foot.soft = 0;
    const auto limb = [&](std::string_view name, NodeIndex effector, const SetTarget& as) {
        const NodeIndex root = effector == kNoNode ? kNoNode : limbRoot(scene, figure, effector);
        if (root != kNoNode) out.add(name, scene[effector].id, scene[root].id, as);
    };
    if (feet[0] != kNoNode && feet[1] != kNoNode && hands[0] != kNoNode)
        if (const NodeIndex trunk = bodyEffector(scene, figure, feet, hands[0]); trunk != kNoNode) {
            SetTarget body;
            body.orientation = true;
            body.rootMoves = true;
            body.soft = 0;
            out.add("Body", scene[trunk].id, scene[scene[trunk].parent].id, body);
        }
    limb("Left hand", hands[0], {});
    limb("Right hand", hands[1], {});
    limb("Left foot", feet[0], foot);
    limb("Right foot", feet[1], foot);
    if (!out.found())
        return Error{"no hand and no foot was found by the names or the shape of the bones",
                     {},
                     ErrorKind::Refused,
                     "select a bone and put a target on it"};
    Edits made = std::move(out).edits();
    edits.insert(edits.end(), made.begin(), made.end());
    return withSpaces(doc, std::move(edits), std::nullopt,
                      arguments.frame.value_or(doc.playback.start), context);
}

}  // namespace

Row row(Of<TargetsForBody>)
{
    return rowOf<TargetsForBody>(
        "targetsForBody",
        "targets on hands, feet and hips, found by the names or the shape of the bones",
        targetsForBody, edit::optional("frame", &TargetsForBody::frame, edit::kFrame));
}

}  // namespace posewright::operate
