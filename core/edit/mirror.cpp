#include "core/edit/mirror.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace posewright::edit {

namespace {

struct Pair {
    std::string_view left;
    std::string_view right;
};
constexpr std::array<Pair, 3> kWords{{{"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}}};
constexpr double kSameAxes = 1e-9;  ///< sine of half the angle between them
constexpr std::array<Pair, 2> kLetters{{{"L", "R"}, {"l", "r"}}};

bool isDivider(char c)
{
    return c == '.' || c == '_' || c == '-' || c == ':' || c == ' ' || c == '|';
}

/// Is `word` at `at` a separate word, as in "LeftArm", "armLeft" and "arm_left", but not in
/// "Cleft"?
bool isWord(std::string_view name, std::size_t at, std::string_view word)
{
    const char before = at > 0 ? name[at - 1] : '_';
    const std::size_t end = at + word.size();
    const char after = end < name.size() ? name[end] : '_';
    const bool starts =
        isCapital(word[0]) && isSmallLetter(word[1]) ? !isCapital(before) : !isLetter(before);
    const bool ends = isSmallLetter(word[1]) ? !isSmallLetter(after) : !isLetter(after);
    return starts && ends;
}

void add(std::vector<SidedName>& out, const std::string& name, std::size_t at, const Pair& pair,
         bool left, bool sure)
{
    const std::string_view from = left ? pair.left : pair.right;
    const std::string_view to = left ? pair.right : pair.left;
    std::string other = name;
    other.replace(at, from.size(), to);
    out.push_back({left ? Side::Left : Side::Right, std::move(other), sure});
}

}  // namespace

std::vector<SidedName> sidesOf(const std::string& name)
{
    std::vector<SidedName> out;
    for (const Pair& pair : kWords)
        for (const bool left : {true, false}) {
            const std::string_view word = left ? pair.left : pair.right;
            for (std::size_t at = name.find(word); at != std::string::npos;
                 at = name.find(word, at + 1))
                if (isWord(name, at, word)) add(out, name, at, pair, left, true);
        }
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool starts = at == 0 || isDivider(name[at - 1]);
        const bool stands = starts && (at + 1 == name.size() || isDivider(name[at + 1]));
        const bool leads = starts && at + 1 < name.size() && isCapital(name[at + 1]);
        const bool fronts = starts && at + 1 < name.size() && isSmallLetter(name[at + 1]);
        for (const Pair& pair : kLetters)
            for (const bool left : {true, false}) {
                if (name[at] != (left ? pair.left : pair.right)[0]) continue;
                const bool alone = stands && name.size() > 1;
                const bool capital = leads && !(isCapital(name[at]) && at + 2 < name.size() &&
                                                isCapital(name[at + 2]));
                if (alone || capital)
                    add(out, name, at, pair, left, true);
                else if (leads || (fronts && isSmallLetter(name[at])))
                    add(out, name, at, pair, left, false);
            }
    }
    std::stable_partition(out.begin(), out.end(), [](const SidedName& n) { return n.sure; });
    return out;
}

NodeIndex partnerOf(const Scene& scene, NodeIndex row)
{
    for (const SidedName& reading : sidesOf(scene[row].name))
        if (const NodeIndex other = scene.find(reading.other); other != kNoNode) return other;
    return row;
}

Vec3 mirrored(const Vec3& v)
{
    return {-v.x(), v.y(), v.z()};
}

Quat mirrored(const Quat& q)
{
    return {q.w(), q.x(), -q.y(), -q.z()};
}

WorldTransform mirrored(const WorldTransform& world)
{
    const Vec3 flip(-1, 1, 1);
    return {mirrored(world.position), mirrored(world.rotation),
            flip.asDiagonal() * world.linear * flip.asDiagonal()};
}

KeyHint mirrored(const Scene& scene, const std::vector<WorldTransform>& rest, KeyHint hint)
{
    for (KeyHint::Joint& bent : hint.joints) {
        const NodeIndex row = scene.find(bent.joint);
        if (row == kNoNode) continue;
        const NodeIndex to = partnerOf(scene, row);
        const Quat world = rest[row].rotation * bent.turn * rest[row].rotation.conjugate();
        bent.turn =
            (rest[to].rotation.conjugate() * mirrored(world) * rest[to].rotation).normalized();
        bent.joint = scene[to].id;
    }
    hint.root = mirrored(hint.root);
    return hint;
}

Limit mirrored(const Limit& limit)
{
    return std::visit([](const auto& kind) { return Limit(limits::mirrored(kind)); }, limit);
}

std::optional<Limit> limitOfPartner(const Scene& scene, NodeIndex joint, const Limit& limit)
{
    const NodeIndex partner = partnerOf(scene, joint);
    if (partner == joint || !scene[partner].bone()) return std::nullopt;
    const auto atRest = [&scene](NodeIndex row) {
        Quat turn = Quat::Identity();
        for (; row != kNoNode; row = scene[row].parent) turn = scene[row].rest.rotation * turn;
        return turn;
    };
    const Quat by = mirrored(atRest(joint)).conjugate() * atRest(partner);
    // Axes that are mirror images already keep the numbers to the last digit.
    if (by.vec().norm() < kSameAxes) return mirrored(limit);
    return std::visit(
        [&by](const auto& kind) -> std::optional<Limit> {
            if (const auto same = limits::turned(kind, by)) return Limit(*same);
            return std::nullopt;
        },
        mirrored(limit));
}

std::vector<Edit> limitEdits(const Scene& scene, NodeId joint, const Limit& limit, bool bothSides)
{
    std::vector<Edit> out{limitEdit(joint, limit)};
    if (!bothSides) return out;
    const NodeIndex row = scene.find(joint);
    if (const std::optional<Limit> other = limitOfPartner(scene, row, limit))
        out.emplace_back(limitEdit(scene[partnerOf(scene, row)].id, *other));
    return out;
}

}  // namespace posewright::edit
