#include "core/operate/shifts.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kShift = 1e-6;  ///< as a share of the scene's size

class ShiftFinder {
public:
    ShiftFinder(const Document& before, const Document& after) :
        was_(*before.scene), is_(*after.scene), wasAt_(worldTransforms(was_, restPose(was_))),
        isAt_(worldTransforms(is_, restPose(is_))), least_(kShift * extent(was_)),
        hung_(static_cast<std::size_t>(is_.size()), kNoNode)
    {
    }

    /// What moves, and how far; the farthest first.
    std::vector<std::pair<double, std::string>> run()
    {
        for (NodeIndex row = 0; row < is_.size(); ++row) {
            const NodeIndex old = was_.find(is_[row].id);
            if (old == kNoNode) continue;
            const NodeIndex up = is_[row].parent;
            const NodeIndex from = hangsElsewhere(row, old) ? row
                                   : up != kNoNode && is_[row].rest == was_[old].rest
                                       ? hung_[static_cast<std::size_t>(up)]
                                       : kNoNode;
            hung_[static_cast<std::size_t>(row)] = from;
            if (from != kNoNode) measure(row, old, row == from);
        }
        std::ranges::stable_sort(found_, std::greater<>{}, &std::pair<double, std::string>::first);
        return std::move(found_);
    }

private:
    /// And where it was.
    bool hangsElsewhere(NodeIndex row, NodeIndex old) const
    {
        const auto above = [](const Scene& scene, NodeIndex of) {
            const NodeIndex up = scene[of].parent;
            return up == kNoNode ? NodeId::None : scene[up].id;
        };
        return above(is_, row) != above(was_, old) &&
               (isAt_[row].position - wasAt_[old].position).norm() <= least_;
    }

    void measure(NodeIndex row, NodeIndex old, bool self)
    {
        const std::string name = edit::quoted(is_[row].name);
        const auto off = [&](const Vec3& point) {
            return (isAt_[row] * point - wasAt_[old] * point).norm();
        };
        if (!self) add(off(Vec3::Zero()), name);
        const BonePart* bone = is_[row].bone();
        const BonePart* same = was_[old].bone();
        if (bone && same && bone->tipGiven && bone->tip == same->tip)
            add(off(bone->tip), "the tip of " + name);
        const auto* mesh = std::get_if<MeshPart>(&is_[row].part);
        if (!mesh || mesh->skin >= 0) return;
        double most = 0;
        for (const Eigen::Vector3f& vertex : mesh->mesh->positions)
            most = std::max(most, off(vertex.cast<double>()));
        add(most, "a vertex of " + name);
    }

    void add(double by, const std::string& what)
    {
        if (by > least_) found_.emplace_back(by, what);
    }

    const Scene& was_;
    const Scene& is_;
    std::vector<WorldTransform> wasAt_;
    std::vector<WorldTransform> isAt_;
    double least_;
    std::vector<NodeIndex> hung_;  ///< the node above, or the same, that hangs elsewhere now
    std::vector<std::pair<double, std::string>> found_;
};

}  // namespace

std::string toldOfShifts(const Document& before, const Document& after)
{
    constexpr std::size_t kMost = 5;
    const auto found = ShiftFinder(before, after).run();
    if (found.empty()) return {};
    std::string text;
    for (std::size_t i = 0; i < std::min(kMost, found.size()); ++i)
        text += (i > 0 ? ", " : "") + found[i].second + " by " +
                posewright::toText(std::round(1e4 * found[i].first) / 1e4);
    if (found.size() > kMost)
        text += " and " + std::to_string(found.size() - kMost) + " more by less";
    return "what hangs elsewhere now cannot keep the slant of the uneven scales that were above "
           "it, and moves at rest: " +
           text;
}

}  // namespace posewright::operate
