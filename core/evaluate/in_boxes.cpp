#include "core/evaluate/in_boxes.h"

#include "core/evaluate/motion_faults.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

namespace posewright {

namespace {

constexpr std::size_t kMostCorners = 64;  ///< vertices of a box whose sides are cut
constexpr double kOffCorner = 1e-5;       ///< of the box's side
constexpr double kDeep = 100;             ///< times what a contact may slip by
constexpr int kParts = 4;                 ///< of the way between two frames
constexpr int kHalvings = 24;             ///< for finding where a line is deepest
constexpr int kLifts = 8;                 ///< places of a last bone that are lifted by its end

/// The ends of a mesh that is nothing but the corners of a box.
std::optional<std::pair<Vec3, Vec3>> cornersOfBox(const Mesh& mesh)
{
    if (mesh.positions.empty() || mesh.positions.size() > kMostCorners) return std::nullopt;
    Vec3 low = mesh.positions.front().cast<double>(), high = low;
    for (const Eigen::Vector3f& position : mesh.positions) {
        low = low.cwiseMin(position.cast<double>());
        high = high.cwiseMax(position.cast<double>());
    }
    const Vec3 size = high - low;
    if (!(size.minCoeff() > 0)) return std::nullopt;
    for (const Eigen::Vector3f& position : mesh.positions) {
        const Vec3 at = position.cast<double>();
        const Vec3 off = (at - low).cwiseMin(high - at).cwiseQuotient(size);
        if (!(off.maxCoeff() <= kOffCorner)) return std::nullopt;
    }
    return std::pair(low, high);
}

bool hangsOnBone(const Scene& scene, NodeIndex row)
{
    while (row != kNoNode && !scene[row].bone()) row = scene[row].parent;
    return row != kNoNode;
}

/// What a chain of bones ends in. If it ends within a hand, at one of several fingers, the others
/// go along: it is the whole hand, from the lowest joint on at which bones branch off.
skinning::LimbEnd wholeEnd(const Scene& scene, const std::vector<NodeIndex>& chain, NodeIndex root,
                           NodeIndex end)
{
    using skinning::LimbEnd;
    for (std::size_t i = chain.size(); i-- > 2;) {
        const NodeIndex above = chain[i - 1];
        const bool branches = std::ranges::any_of(scene.nodes(), [&](const Node& node) {
            return node.bone() && node.parent == above && node.id != scene[chain[i]].id;
        });
        if (!branches) continue;
        LimbEnd whole(scene, root, above, LimbEnd::Detail::Outline);
        if (!whole.empty()) return whole;
        break;
    }
    return LimbEnd(scene, root, end, LimbEnd::Detail::Outline);
}

/// From the world into the space of a box.
struct IntoBox {
    Vec3 origin;
    Mat3 inverse;

    explicit IntoBox(const WorldTransform& box) :
        origin(box.position), inverse(box.linear.inverse())
    {
    }
    Vec3 operator()(const Vec3& place) const { return inverse * (place - origin); }
};

/// Where something is at both ends of the way from one frame to the next, in the space of a box.
struct Trace {
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();

    Vec3 at(double share) const { return from + share * (to - from); }
};

/// The largest depth along a line; it has no other maximum, since a box is convex.
template <class DepthOf>
double deepestAlong(const Vec3& start, const Vec3& end, DepthOf depthOf)
{
    double low = 0, high = 1;
    const auto at = [&](double share) { return depthOf(Vec3(start + share * (end - start))); };
    for (int i = 0; i < kHalvings; ++i) {
        const double third = (high - low) / 3;
        if (at(low + third) < at(high - third))
            low += third;
        else
            high -= third;
    }
    return at((low + high) / 2);
}

}  // namespace

ThroughBox ThroughBox::at(const InBox& in, double frame)
{
    ThroughBox out{in, frame, frame, frame};
    if (in.here > 0) out.firstHere = out.lastHere = frame;
    return out;
}

void ThroughBox::add(const InBox& one, double frame)
{
    start = std::min(start, frame);
    end = std::max(end, frame);
    if (one.here > 0) {
        firstHere = lastHere < firstHere ? frame : std::min(firstHere, frame);
        lastHere = std::max(lastHere, frame);
    }
    if (one.depth <= in.depth * (1 + 1e-9)) return;
    in = one;
    deepest = frame;
}

/// How a limb goes past a box, from one frame to the next.
class BoxWatch::Way {
public:
    Way(const Block& block, const Limb& limb, const Evaluation& before, const Evaluation& now) :
        block_(block), limb_(limb), before_(before), now_(now),
        intoBefore_(before.world[block.row]), intoNow_(now.world[block.row]),
        scale_(now.world[block.row].linear.colwise().norm()), first_(&before == &now ? kParts : 1)
    {
    }

    /// Might anything of it be in the box, or nearer than that to it? False only if nothing is.
    bool isNear(double margin = 0) const
    {
        Vec3 low = Vec3::Constant(1e300), high = -low;
        const auto include = [&](const Evaluation& shown, const IntoBox& into, NodeIndex row,
                                 double radius) {
            const WorldTransform& there = shown.world[row];
            const Vec3 at = into(there.position);
            const double size = radius * there.linear.colwise().norm().maxCoeff();
            const Vec3 around = size * into.inverse.rowwise().norm();
            low = low.cwiseMin(at - around);
            high = high.cwiseMax(at + around);
        };
        const auto includeRow = [&](NodeIndex row, double radius) {
            include(before_, intoBefore_, row, radius);
            include(now_, intoNow_, row, radius);
        };
        includeRow(limb_.end, 0);
        if (limb_.above != kNoNode) includeRow(limb_.above, 0);
        for (const skinning::LimbEnd* part : {&limb_.beyond, &limb_.sleeve})
            for (const skinning::LimbEnd::Ball& ball : part->balls())
                includeRow(ball.row, ball.radius);
        const Vec3 more = Vec3::Constant(margin).cwiseQuotient(scale_);
        return (low.array() <= (block_.high + more).array()).all() &&
               (high.array() >= (block_.low - more).array()).all();
    }

    /// How far the nearest part of the limb's end is from the surface now, below 0 in the box, and
    /// on which side.
    std::pair<double, Side> nearest() const
    {
        std::pair<double, Side> out(1e300, {});
        const auto take = [&](const Vec3& at) {
            const Vec3 low = (block_.low - at).cwiseProduct(scale_);
            const Vec3 high = (at - block_.high).cwiseProduct(scale_);
            const Vec3 beyond = low.cwiseMax(high);
            Side side;
            const double most = beyond.maxCoeff(&side.axis);
            const double off = most > 0 ? beyond.cwiseMax(0).norm() : most;
            if (off >= out.first) return;
            side.high = high[side.axis] > low[side.axis];
            out = {off, side};
        };
        if (limb_.beyond.empty()) take(intoNow_(now_.world[limb_.end].position));
        for (int part = 0; part < limb_.beyond.size(); ++part)
            take(intoNow_(limb_.beyond.place(part, now_.world)));
        return out;
    }

    /// The largest depth, and the node there.
    std::pair<double, NodeIndex> deepest() const
    {
        std::pair<double, NodeIndex> out(0, limb_.end);
        const auto take = [&out](double depth, NodeIndex row) {
            if (depth > out.first) out = {depth, row};
        };
        const Trace end = ofNode(limb_.end);
        take(depthOf(end), limb_.end);
        for (int part = 0; part < limb_.beyond.size(); ++part)
            take(depthOf({intoBefore_(limb_.beyond.place(part, before_.world)),
                          intoNow_(limb_.beyond.place(part, now_.world))}),
                 limb_.beyond.bone(part));
        if (limb_.above == kNoNode) return out;
        for (int part = 0; part < limb_.sleeve.size(); ++part)
            take(depthOf({intoBefore_(limb_.sleeve.place(part, before_.world)),
                          intoNow_(limb_.sleeve.place(part, now_.world))}) *
                     (1 - 1e-6),
                 limb_.above);
        const Trace above = ofNode(limb_.above);
        const auto depth = [this](const Vec3& at) { return depthAt(at); };
        // The line's own end counts as the limb's end.
        for (int part = first_; part <= kParts; ++part) {
            const double share = double(part) / kParts;
            take(deepestAlong(above.at(share), end.at(share), depth) * (1 - 1e-6), limb_.above);
        }
        return out;
    }

private:
    Trace ofNode(NodeIndex row) const
    {
        return {intoBefore_(before_.world[row].position), intoNow_(now_.world[row].position)};
    }
    double depthAt(const Vec3& at) const
    {
        return (at - block_.low).cwiseMin(block_.high - at).cwiseProduct(scale_).minCoeff();
    }
    double depthOf(const Trace& trace) const
    {
        double depth = 0;
        for (int part = first_; part <= kParts; ++part)
            depth = std::max(depth, depthAt(trace.at(double(part) / kParts)));
        return depth;
    }

    const Block& block_;
    const Limb& limb_;
    const Evaluation& before_;
    const Evaluation& now_;
    IntoBox intoBefore_, intoNow_;
    Vec3 scale_;
    int first_;  ///< of the parts of the way that are looked at
};

BoxWatch::BoxWatch(const Document& doc, Parts parts) : scene_(doc.scene)
{
    const Scene& scene = *doc.scene;
    if (doc.rig->constraints.empty()) return;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* part = std::get_if<MeshPart>(&scene[row].part);
        if (!part || part->skin >= 0 || hangsOnBone(scene, row)) continue;
        if (const auto corners = cornersOfBox(*part->mesh))
            boxes_.push_back({row, scene[row].id, corners->first, corners->second});
    }
    if (boxes_.empty()) return;
    for (const Constraint& constraint : doc.rig->constraints) {
        if (!constraint.reaches()) continue;
        Limb limb;
        limb.target = constraint.id;
        limb.end = scene.find(constraint.effector);
        limb.tolerance = kDeep * slipTolerance(scene, constraint);
        const NodeIndex root = scene.find(constraint.root);
        const std::vector<NodeIndex> chain = scene.path(root, limb.end);
        if (parts == Parts::All && chain.size() > 2) limb.above = chain[chain.size() - 2];
        limb.beyond = wholeEnd(scene, chain, root, limb.end);
        limb.sleeve =
            skinning::LimbEnd::ofBone(scene, limb.above, skinning::LimbEnd::Detail::Outline);
        limbs_.push_back(std::move(limb));
    }
}

std::vector<InBox> BoxWatch::look(const Evaluation* before, const Evaluation& now) const
{
    std::vector<InBox> out;
    for (const Block& block : boxes_)
        for (const Limb& limb : limbs_) {
            const Way way(block, limb, before ? *before : now, now);
            if (!way.isNear()) continue;
            const auto [depth, row] = way.deepest();
            if (!(depth > limb.tolerance)) continue;
            const double here = before ? Way(block, limb, now, now).deepest().first : depth;
            out.push_back({limb.target, block.node, depth, (*scene_)[row].id,
                           here > limb.tolerance ? here : 0});
        }
    return out;
}

std::vector<BoxWatch::OnBox> BoxWatch::touching(const Evaluation& shown, double share) const
{
    std::vector<OnBox> out;
    for (const Block& block : boxes_)
        for (const Limb& limb : limbs_) {
            const Way way(block, limb, shown, shown);
            const double most = share * limb.tolerance;
            if (!way.isNear(most)) continue;
            const auto [off, side] = way.nearest();
            if (std::abs(off) <= most)
                out.push_back({limb.target, block.node, side, off, limb.tolerance});
        }
    return out;
}

Vec3 BoxWatch::wayOut(const InBox& in, const Evaluation& shown, const Side& side,
                      double clear) const
{
    const auto limb = std::ranges::find(limbs_, in.target, &Limb::target);
    const auto block = std::ranges::find(boxes_, in.box, &Block::node);
    if (limb == limbs_.end() || block == boxes_.end()) return Vec3::Zero();
    const WorldTransform& there = shown.world[block->row];
    const IntoBox into(there);
    const int axis = side.axis;
    const auto lack = [&](const Vec3& at) {
        return side.high ? block->high[axis] - at[axis] : at[axis] - block->low[axis];
    };
    const Vec3 end = into(shown.world[limb->end].position);
    double most = lack(end);
    for (int part = 0; part < limb->beyond.size(); ++part)
        most = std::max(most, lack(into(limb->beyond.place(part, shown.world))));
    if (limb->above != kNoNode && in.part == (*scene_)[limb->above].id) {
        const Vec3 above = into(shown.world[limb->above].position);
        for (int i = 1; i < kLifts; ++i) {
            const double share = double(i) / kLifts;
            const Vec3 at = above + share * (end - above);
            if (((at - block->low).cwiseMin(block->high - at)).minCoeff() > 0)
                most = std::max(most, lack(at) / share);
        }
        // What is nearer to the elbow is lifted less.
        const Vec3 line = end - above;
        for (int part = 0; part < limb->sleeve.size(); ++part) {
            const Vec3 at = into(limb->sleeve.place(part, shown.world));
            const double share =
                std::clamp(line.dot(at - above) / line.squaredNorm(), 1.0 / kLifts, 1.0);
            if (((at - block->low).cwiseMin(block->high - at)).minCoeff() > 0)
                most = std::max(most, lack(at) / share);
        }
    }
    const Vec3 across = there.linear.col(axis);
    const double by = most * across.norm() + clear;
    return by > 0 ? Vec3((side.high ? by : -by) * across.normalized()) : Vec3(Vec3::Zero());
}

std::optional<BoxWatch::Face> BoxWatch::face(NodeId box, const Evaluation& shown,
                                             const Side& side) const
{
    const auto block = std::ranges::find(boxes_, box, &Block::node);
    if (block == boxes_.end()) return std::nullopt;
    const WorldTransform& there = shown.world[block->row];
    const Vec3 half = (block->high - block->low) / 2;
    Vec3 middle = (block->low + block->high) / 2;
    middle[side.axis] = (side.high ? block->high : block->low)[side.axis];
    const int next = (side.axis + 1) % 3, last = (side.axis + 2) % 3;
    const Vec3 towards = there.linear.inverse().transpose().col(side.axis).normalized();
    return Face{there * middle, side.high ? towards : Vec3(-towards),
                half[next] * there.linear.col(next), half[last] * there.linear.col(last)};
}

std::vector<ThroughBox> BoxWatch::look(const std::vector<Evaluation>& frames) const
{
    std::vector<ThroughBox> out;
    if (empty()) return out;
    double last = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const double frame = frames[i].frame;
        for (const InBox& in : look(i > 0 ? &frames[i - 1] : nullptr, frames[i])) {
            const auto run = std::ranges::find_if(out, [&](const ThroughBox& one) {
                return i > 0 && one.end == last && one.in.target == in.target &&
                       one.in.box == in.box;
            });
            if (run == out.end())
                out.push_back(ThroughBox::at(in, frame));
            else
                run->add(in, frame);
        }
        last = frame;
    }
    return out;
}

}  // namespace posewright
