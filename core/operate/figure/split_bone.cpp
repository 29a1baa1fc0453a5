#include "core/edit/change.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>
#include <string>

namespace posewright::operate {

namespace {

constexpr int kMostParts = 32;

/// Collects edits and applies each at once.
class Steps {
public:
    explicit Steps(const Document& doc) : doc_(doc) {}

    const Document& doc() const { return doc_; }
    Result<void> take(const edit::Edit& edit)
    {
        Result<Document> next = edit::apply(doc_, edit);
        if (!next) return next.error();
        doc_ = *std::move(next);
        edits_.push_back(edit);
        return {};
    }
    Edits edits() && { return std::move(edits_); }

private:
    Document doc_;
    Edits edits_;
};

bool isKeyedInPlace(const Document& doc, NodeId node)
{
    return std::ranges::any_of(doc.clips, [node](const Shared<Clip>& clip) {
        const Track* track = clip->track(node);
        return track && !track->translation[0]->empty();
    });
}

/// Children in the second half of the bone, which move to the last part.
std::vector<NodeId> behind(const Scene& scene, NodeIndex row)
{
    const Vec3& tip = scene[row].bone()->tip;
    std::vector<NodeId> out;
    for (NodeIndex child = row + 1; child < scene.size(); ++child)
        if (scene[child].parent == row &&
            scene[child].rest.translation.dot(tip) > 0.5 * tip.squaredNorm())
            out.push_back(scene[child].id);
    return out;
}

Result<Edits> splitBone(const Document& doc, const SplitBone& arguments, const edit::Context&)
{
    const NodeIndex row = doc.scene->find(arguments.bone);
    const Node& node = (*doc.scene)[row];
    if (!node.bone() || !(node.bone()->tip.norm() > 0))
        return edit::refused(edit::quoted(node.name) + " has no length", "/bone");
    if (arguments.parts < 2 || arguments.parts > kMostParts)
        return edit::refused("a bone is split into 2 to 32 parts", "/parts");
    const std::vector<NodeId> carried = behind(*doc.scene, row);
    for (const NodeId child : carried)
        if (isKeyedInPlace(doc, child))
            return edit::refused("a joint behind it has keys of its place", "/bone");
    const Vec3 part = node.bone()->tip / arguments.parts;
    Steps steps(doc);
    edit::SetRest shorter;
    shorter.node = arguments.bone;
    shorter.tip = part;
    if (const Result<void> done = steps.take(shorter); !done) return done.error();
    NodeId last = arguments.bone;
    for (int i = 1; i < arguments.parts; ++i) {
        const Scene& scene = *steps.doc().scene;
        const WorldTransform above = edit::restWorld(scene)[scene.find(last)];
        edit::AddBone bone;
        bone.name = uniqueName(scene, node.name);
        bone.parent = last;
        bone.head = above * part;
        bone.tail = above * Vec3(2 * part);
        if (const Result<void> done = steps.take(bone); !done) return done.error();
        const Scene& now = *steps.doc().scene;
        last = now[now.find(std::string_view(bone.name))].id;
        // The part keeps the bone's axes, so that keys of bones below keep their meaning.
        edit::SetRest straight;
        straight.node = last;
        straight.rotation = Quat::Identity();
        straight.tip = part;
        if (const Result<void> done = steps.take(straight); !done) return done.error();
    }
    for (const NodeId child : carried)
        if (const Result<void> done = steps.take(edit::ReparentBone{child, last}); !done)
            return done.error();
    return std::move(steps).edits();
}

}  // namespace

Row row(Of<SplitBone>)
{
    using O = SplitBone;
    return rowOf<O>("splitBone", "a bone becomes several in a row, as long together", splitBone,
                    edit::required("bone", &O::bone), edit::optional("parts", &O::parts));
}

}  // namespace posewright::operate
