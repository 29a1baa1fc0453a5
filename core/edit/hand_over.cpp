#include "core/edit/hand_over.h"

#include "core/edit/change.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>

namespace posewright::edit {

namespace {

/// Weights become multiples of this: floats hold them exactly, and all their sums up to 1.
constexpr double kGrain = 1.0 / (1 << 23);

/// For each row of a skin's joints: what becomes of it.
struct Succession {
    std::vector<bool> goes;
    std::vector<int> heir;           ///< old row; its own if it stays
    std::vector<std::uint16_t> row;  ///< new row of the heir
};

/// The row of the joint that inherits; -1: no other is left.
int heirOf(const Scene& scene, const std::vector<WorldTransform>& rest, const Skin& skin,
           const std::vector<bool>& left, int row)
{
    const NodeIndex joint = scene.find(skin.joints[row]);
    for (NodeIndex above = scene[joint].parent; above != kNoNode; above = scene[above].parent) {
        const auto at = std::ranges::find(skin.joints, scene[above].id) - skin.joints.begin();
        if (at < std::ssize(skin.joints) && left[at]) return static_cast<int>(at);
    }
    int nearest = -1;
    double least = 0;
    for (int other = 0; other < std::ssize(skin.joints); ++other) {
        if (!left[other]) continue;
        const NodeIndex there = scene.find(skin.joints[other]);
        const double distance = (rest[there].position - rest[joint].position).norm();
        if (nearest >= 0 && !(distance < least)) continue;
        nearest = other;
        least = distance;
    }
    return nearest;
}

/// Joints go one after another, those farthest down first. Nullopt: none is left.
std::optional<Succession> succession(const Scene& scene, const std::vector<WorldTransform>& rest,
                                     const Skin& skin, const std::vector<NodeId>& going)
{
    Succession out;
    std::vector<int> order;
    for (int row = 0; row < std::ssize(skin.joints); ++row) {
        out.goes.push_back(std::ranges::find(going, skin.joints[row]) != going.end());
        out.heir.push_back(row);
        if (out.goes.back()) order.push_back(row);
    }
    std::ranges::sort(order, std::greater<>{},
                      [&](int row) { return scene.find(skin.joints[row]); });
    std::vector<bool> left(skin.joints.size(), true);
    for (const int row : order) {
        left[row] = false;
        out.heir[row] = heirOf(scene, rest, skin, left, row);
        if (out.heir[row] < 0) return std::nullopt;
    }
    // An heir that went later has an heir, too.
    for (auto row = order.rbegin(); row != order.rend(); ++row)
        out.heir[*row] = out.heir[out.heir[*row]];
    std::vector<std::uint16_t> now;
    std::uint16_t count = 0;
    for (const bool goes : out.goes) now.push_back(goes ? count : count++);
    for (const int heir : out.heir) out.row.push_back(now[heir]);
    return out;
}

/// One influence on a vertex.
struct Slot {
    std::uint16_t* joint;
    float* weight;
};

class MeshHeirs {
public:
    MeshHeirs(Mesh& mesh, const Succession& succession) : mesh_(mesh), to_(succession) {}

    /// Visits each influence of a joint that goes: its row, its vertex and its weight.
    /// True: there was one.
    bool handOver(const auto& visit)
    {
        bool any = false;
        for (std::size_t i = 0; i < mesh_.joints.size(); ++i) {
            const std::span<Slot> slots = slotsOf(i);
            bool inherits = false;
            for (const Slot& slot : slots)
                if (*slot.weight > 0 && to_.goes[*slot.joint]) {
                    visit(*slot.joint, i, *slot.weight);
                    inherits = true;
                }
            join(slots, inherits);
            if (inherits) settle(slots);
            any = any || inherits;
        }
        if (any) settleAll();
        return any;
    }

private:
    std::span<Slot> slotsOf(std::size_t vertex)
    {
        room_.clear();
        const auto add = [&](std::array<std::uint16_t, 4>& joints, Eigen::Vector4f& weights) {
            for (int c = 0; c < 4; ++c) room_.push_back({&joints[c], &weights[c]});
        };
        add(mesh_.joints[vertex], mesh_.weights[vertex]);
        for (Influences& more : mesh_.moreInfluences)
            add(more.joints[vertex], more.weights[vertex]);
        return room_;
    }

    /// Puts new rows. With `together` the weights of one joint are added, and unused slots come
    /// last.
    void join(std::span<Slot> slots, bool together) const
    {
        std::size_t used = 0;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const float weight = *slots[i].weight;
            const std::uint16_t row = weight > 0 ? to_.row[*slots[i].joint] : std::uint16_t{0};
            if (!together) {
                *slots[i].joint = row;
                continue;
            }
            *slots[i].joint = 0;
            *slots[i].weight = 0;
            if (!(weight > 0)) continue;
            std::size_t at = 0;
            while (at < used && *slots[at].joint != row) ++at;
            if (at == used) ++used;
            *slots[at].joint = row;
            *slots[at].weight += weight;
        }
    }

    /// Makes the weights add up to 1 whatever the order of adding.
    static void settle(std::span<const Slot> slots)
    {
        double sum = 0;
        for (const Slot& slot : slots) sum += double(*slot.weight);
        if (!(sum > 0)) return;
        double left = 1;
        const Slot* greatest = &slots[0];
        for (const Slot& slot : slots) {
            const double share = std::round(double(*slot.weight) / sum / kGrain) * kGrain;
            left -= share;
            *slot.weight = static_cast<float>(share);
            if (share == 0) *slot.joint = 0;
            if (*slot.weight > *greatest->weight) greatest = &slot;
        }
        *greatest->weight += static_cast<float>(left);
    }

    /// Also the other vertices: what is written with them must read back as it is, and readers
    /// divide by the sum.
    void settleAll()
    {
        for (std::size_t i = 0; i < mesh_.joints.size(); ++i) {
            float sum = mesh_.weights[i].sum();
            for (const Influences& more : mesh_.moreInfluences) sum += more.weights[i].sum();
            if (sum != 1) settle(slotsOf(i));
        }
        const auto isUnused = [](const Influences& set) {
            return std::ranges::all_of(set.weights, [](const auto& w) { return w.isZero(0); });
        };
        while (!mesh_.moreInfluences.empty() && isUnused(mesh_.moreInfluences.back()))
            mesh_.moreInfluences.pop_back();
    }

    Mesh& mesh_;
    const Succession& to_;
    std::vector<Slot> room_;
};

/// Hands over the vertices of all meshes of one skin.
class SkinHeirs {
public:
    SkinHeirs(const Scene& scene, const std::vector<WorldTransform>& rest, int skin,
              const Succession& succession) :
        scene_(scene),
        skin_(scene.skins()[skin]), number_(skin), to_(succession)
    {
        for (std::size_t row = 0; row < skin_.joints.size(); ++row) {
            const WorldTransform& joint = rest[scene.find(skin_.joints[row])];
            const Eigen::Matrix4d bind = skin_.inverseBind[row].cast<double>();
            places_.push_back({joint.linear * bind.topLeftCorner<3, 3>(),
                               joint.linear * bind.topRightCorner<3, 1>() + joint.position});
        }
    }

    void run(HandedOver& out)
    {
        for (NodeIndex node = 0; node < scene_.size(); ++node) {
            const auto* part = std::get_if<MeshPart>(&scene_[node].part);
            if (part && part->skin == number_) out.meshes.emplace_back(node, without(part->mesh));
        }
        Skin& skin = out.skins[number_];
        skin = {};
        for (std::size_t row = 0; row < skin_.joints.size(); ++row) {
            if (to_.goes[row]) continue;
            skin.joints.push_back(skin_.joints[row]);
            skin.inverseBind.push_back(skin_.inverseBind[row]);
        }
        for (const auto& [row, found] : inherited_) {
            const NodeId from = skin_.joints[row], to = skin_.joints[to_.heir[row]];
            const auto same = std::ranges::find_if(out.inherited, [&](const Inherited& other) {
                return other.from == from && other.to == to;
            });
            if (same == out.inherited.end()) {
                out.inherited.push_back({from, to, found.vertices, found.moved});
            } else {
                same->vertices += found.vertices;
                same->moved = std::max(same->moved, found.moved);
            }
        }
    }

private:
    struct Place {
        Mat3 linear;
        Vec3 position;
    };

    Shared<Mesh> without(const Shared<Mesh>& mesh)
    {
        for (const auto& [before, after] : done_)
            if (before.sameAs(mesh)) return after;
        Shared<Mesh> after = mesh.with([&](Mesh& changed) {
            MeshHeirs(changed, to_).handOver([&](int row, std::size_t vertex, float weight) {
                const Place& was = places_[row];
                const Place& is = places_[to_.heir[row]];
                const Vec3 at = mesh->positions[vertex].cast<double>();
                const Vec3 way = (is.linear - was.linear) * at + is.position - was.position;
                Inherited& found = inherited_[row];
                ++found.vertices;
                found.moved = std::max(found.moved, double(weight) * way.norm());
            });
        });
        done_.emplace_back(mesh, after);
        return after;
    }

    const Scene& scene_;
    const Skin& skin_;
    int number_;
    const Succession& to_;
    std::vector<Place> places_;  ///< of the mesh at rest, as each joint has it
    std::vector<std::pair<Shared<Mesh>, Shared<Mesh>>> done_;
    std::map<int, Inherited> inherited_;  ///< by the row of the joint that goes
};

bool isUsed(const Scene& scene, int skin)
{
    return std::ranges::any_of(scene.nodes(), [skin](const Node& node) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        return part && part->skin == skin;
    });
}

/// For a skin that moves nothing, as after its meshes were bound again: the nearest node above its
/// first joint that stays, or else any that stays. glTF demands a joint. None: no node is left.
NodeId standIn(const Scene& scene, const Skin& skin, const auto& goes)
{
    for (NodeIndex row = scene.find(skin.joints.front()); row != kNoNode; row = scene[row].parent)
        if (!goes(scene[row].id)) return scene[row].id;
    for (const Node& node : scene.nodes())
        if (!goes(node.id)) return node.id;
    return NodeId::None;
}

}  // namespace

Result<HandedOver> handOver(const Scene& scene, const std::vector<NodeId>& going,
                            const std::string& place)
{
    HandedOver out;
    out.skins = scene.skins();
    const auto goes = [&](NodeId joint) { return std::ranges::find(going, joint) != going.end(); };
    std::vector<WorldTransform> rest;
    for (int number = 0; number < std::ssize(scene.skins()); ++number) {
        const Skin& skin = scene.skins()[number];
        const auto first = std::ranges::find_if(skin.joints, goes);
        if (first == skin.joints.end()) continue;
        if (rest.empty()) rest = restWorld(scene);
        const std::optional<Succession> to = succession(scene, rest, skin, going);
        const NodeId other = isUsed(scene, number) ? NodeId::None : standIn(scene, skin, goes);
        if (!to && other != NodeId::None) {
            out.skins[number] = {{other}, {skin.inverseBind.front()}};
            continue;
        }
        if (!to)
            return refused(quoted(scene[scene.find(*first)].name) + " is the last joint of a skin",
                           place, "bind the mesh to other bones, or keep this one");
        SkinHeirs(scene, rest, number, *to).run(out);
    }
    return out;
}

bool haveCommonRoot(const Scene& scene, const Skin& skin)
{
    NodeIndex common = kNoNode;
    for (const NodeId joint : skin.joints) {
        NodeIndex top = scene.find(joint);
        while (scene[top].parent != kNoNode) top = scene[top].parent;
        if (common != kNoNode && common != top) return false;
        common = top;
    }
    return true;
}

int skinWithoutRoot(const Scene& before, const Scene& after)
{
    for (int skin = 0; skin < std::ssize(before.skins()); ++skin)
        if (haveCommonRoot(before, before.skins()[skin]) &&
            !haveCommonRoot(after, after.skins()[skin]))
            return skin;
    return -1;
}

}  // namespace posewright::edit
