#include "core/base/ascii.h"
#include "core/edit/mirror.h"
#include "core/operate/limbs.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

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

Result<Edits> targetsForBody(const Document& doc, const TargetsForBody& arguments,
                             const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const std::array sides{Side::Left, Side::Right};
    std::array<NodeIndex, 2> hands{}, feet{};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        hands[i] = named(scene, sides[i], {"hand", "wrist"});
        feet[i] = named(scene, sides[i], {"foot", "ankle"});
    }
    Builder out(doc, arguments.frame, context);
    SetTarget foot;
    foot.orientation = true;
    foot.soft = 0;
    const auto limb = [&](std::string_view name, NodeIndex effector, const SetTarget& as) {
        const NodeIndex root = effector == kNoNode ? kNoNode : limbRoot(scene, effector);
        if (root != kNoNode) out.add(name, scene[effector].id, scene[root].id, as);
    };
    if (feet[0] != kNoNode && feet[1] != kNoNode && hands[0] != kNoNode) {
        const NodeIndex hips = commonAncestor(scene, feet[0], feet[1]);
        if (hips != kNoNode && scene[hips].bone() && scene.isAbove(hips, hands[0])) {
            const std::vector<NodeIndex> up = scene.path(hips, hands[0]);
            SetTarget body;
            body.orientation = true;
            body.rootMoves = true;
            body.soft = 0;
            if (up.size() > 3) out.add("Body", scene[up[1]].id, scene[hips].id, body);
        }
    }
    limb("Left hand", hands[0], {});
    limb("Right hand", hands[1], {});
    limb("Left foot", feet[0], foot);
    limb("Right foot", feet[1], foot);
    if (!out.found())
        return Error{"no bone has the name of a hand or a foot",
                     {},
                     ErrorKind::Refused,
                     "select a bone and put a target on it"};
    return std::move(out).edits();
}

}  // namespace

Row row(Of<TargetsForBody>)
{
    return rowOf<TargetsForBody>(
        "targetsForBody", "targets on hands, feet and hips, found by the names of the bones",
        targetsForBody, edit::optional("frame", &TargetsForBody::frame, edit::kFrame));
}

}  // namespace posewright::operate
