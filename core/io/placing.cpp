#include "core/io/placing.h"

#include "core/base/ascii.h"
#include "core/base/number.h"
#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

namespace posewright::io {

namespace {

struct NamedAxis {
    UpAxis axis;
    std::string_view name;
    int row;
    double sign;
};
constexpr std::array<NamedAxis, 6> kAxes{{{UpAxis::Y, "y", 1, 1},
                                          {UpAxis::Z, "z", 2, 1},
                                          {UpAxis::X, "x", 0, 1},
                                          {UpAxis::MinusY, "-y", 1, -1},
                                          {UpAxis::MinusZ, "-z", 2, -1},
                                          {UpAxis::MinusX, "-x", 0, -1}}};

// The unit of the CMU captures is 1/0.45 of an inch (their ASF files say "length 0.45").
constexpr std::array<LengthScale, 6> kScales{{{"metres", 1},
                                              {"centimetres", 0.01},
                                              {"millimetres", 0.001},
                                              {"inches", 0.0254},
                                              {"feet", 0.3048},
                                              {"units of the CMU captures", 0.0254 / 0.45}}};

constexpr const char* kUpAxisName = "Up axis";

constexpr double kLeastHeight = 1.2,
                 kMostHeight = 2.3;   ///< of people, to the neck or the top of the head [m]
constexpr double kUsualHeight = 1.7;  ///< [m]
constexpr int kFrames = 8;
constexpr double kClear = 1.5;  ///< length along the axis over that along any other
constexpr double kShare = 0.8;  ///< of the frames have to agree

const NamedAxis& rowOf(UpAxis axis)
{
    return *std::find_if(kAxes.begin(), kAxes.end(),
                         [axis](const NamedAxis& named) { return named.axis == axis; });
}

Vec3 vectorOf(const NamedAxis& axis)
{
    Vec3 v = Vec3::Zero();
    v[axis.row] = axis.sign;
    return v;
}

bool says(const std::string& name, std::initializer_list<std::string_view> words)
{
    const std::string small = inSmall(name);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return small.find(word) != std::string::npos;
    });
}

/// The bones that a figure's height is measured between.
struct Ends {
    std::vector<NodeIndex> heads, feet;
};

Ends endsOf(const Scene& scene)
{
    Ends ends;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        if (says(scene[row].name, {"head"})) ends.heads.push_back(row);
        if (says(scene[row].name, {"foot", "feet", "ankle", "toe"})) ends.feet.push_back(row);
    }
    return ends;
}

Vec3 middleOf(const std::vector<NodeIndex>& rows, const std::vector<WorldTransform>& world)
{
    Vec3 sum = Vec3::Zero();
    for (const NodeIndex row : rows) sum += world[row].position;
    return sum / static_cast<double>(rows.size());
}

/// The axis that the direction clearly points along; null: none.
const NamedAxis* clearAxis(const Vec3& way)
{
    int most = 0;
    way.cwiseAbs().maxCoeff(&most);
    for (int i = 0; i < 3; ++i)
        if (i != most && !(std::abs(way[most]) > kClear * std::abs(way[i]))) return nullptr;
    return &*std::find_if(kAxes.begin(), kAxes.end(), [&](const NamedAxis& axis) {
        return axis.row == most && axis.sign * way[most] > 0;
    });
}

/// The axis that most frames of the clip agree on.
const NamedAxis* axisOfClip(const Document& doc, const Ends& ends)
{
    std::array<int, kAxes.size()> votes{};
    const Playback& playback = doc.playback;
    const std::shared_ptr<const Prepared> prepared = prepare(doc);
    for (int i = 0; i <= kFrames; ++i) {
        const double frame =
            std::round(playback.start + (playback.end - playback.start) * i / kFrames);
        const Evaluation at = evaluate(*prepared, frame);
        const Vec3 way = middleOf(ends.heads, at.world) - middleOf(ends.feet, at.world);
        if (const NamedAxis* axis = clearAxis(way))
            ++votes[static_cast<std::size_t>(axis - kAxes.data())];
    }
    const auto most = std::max_element(votes.begin(), votes.end());
    if (*most < kShare * (kFrames + 1)) return nullptr;
    return &kAxes[static_cast<std::size_t>(most - votes.begin())];
}

/// Extent of the bones along a direction, in the rest pose.
double heightOf(const Scene& scene, const std::vector<WorldTransform>& world, const Vec3& up)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    const auto take = [&](const Vec3& place) {
        low = std::min(low, place.dot(up));
        high = std::max(high, place.dot(up));
    };
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone) continue;
        take(world[row].position);
        if (bone->tipGiven) take(world[row] * bone->tip);
    }
    return high > low ? high - low : 0;
}

const LengthScale* unitOf(double height)
{
    const LengthScale* best = nullptr;
    const auto off = [height](const LengthScale& unit) {
        return std::abs(std::log(height * unit.metres / kUsualHeight));
    };
    for (const LengthScale& unit : kScales) {
        const double metres = height * unit.metres;
        if (metres < kLeastHeight || metres > kMostHeight) continue;
        if (!best || off(unit) < off(*best)) best = &unit;
    }
    return best;
}

std::string shortNumber(double value)
{
    return toFixed(value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

}  // namespace

std::string_view nameOf(UpAxis axis) noexcept
{
    return rowOf(axis).name;
}

std::optional<UpAxis> upAxisNamed(std::string_view name) noexcept
{
    for (const NamedAxis& axis : kAxes)
        if (axis.name == name) return axis.axis;
    return std::nullopt;
}

std::span<const LengthScale> lengthScales() noexcept
{
    return kScales;
}

bool isUpAxis(const Scene& scene, NodeIndex row)
{
    const Node& node = scene[row];
    return node.parent == kNoNode && std::holds_alternative<std::monostate>(node.part) &&
           node.name.starts_with(kUpAxisName);
}

Document turnedUp(Document doc, UpAxis axis)
{
    if (axis == UpAxis::Y || doc.scene->size() == 0) return doc;
    Node top;
    top.id = newNodeId(doc);
    top.name = uniqueName(*doc.scene, kUpAxisName);
    // From straight down the least arc is not unique; about the X axis left and right stay.
    top.rest.rotation =
        axis == UpAxis::MinusY ? Quat(0, 1, 0, 0) : leastArc(vectorOf(rowOf(axis)), Vec3::UnitY());
    std::vector<Node> nodes{top};
    for (Node node : doc.scene->nodes()) {
        node.parent = node.parent == kNoNode ? 0 : node.parent + 1;
        nodes.push_back(std::move(node));
    }
    doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    return doc;
}

PlacingGuess guessPlacing(const Document& doc)
{
    PlacingGuess guess;
    const Scene& scene = *doc.scene;
    const Ends ends = endsOf(scene);
    if (ends.heads.empty() || ends.feet.empty()) return guess;
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    const Vec3 way = middleOf(ends.heads, rest) - middleOf(ends.feet, rest);
    const NamedAxis* still = clearAxis(way);
    const NamedAxis* moving = axisOfClip(doc, ends);
    if (still && still == moving) {
        guess.up = still->axis;
        guess.upReason = "the head is " + shortNumber(std::abs(way[still->row])) +
                         " from the feet along " + std::string(still->name);
    }
    const double height = heightOf(scene, rest, still ? vectorOf(*still) : Vec3(Vec3::UnitY()));
    guess.unit = unitOf(height);
    const std::string tall = shortNumber(height) + ' ' + std::string(symbolOf(doc.unit)) + " high";
    if (guess.unit)
        guess.unitReason = "the figure is " + tall + ", which is " +
                           toFixed(height * guess.unit->metres, 2) + " m if the unit is " +
                           std::string(guess.unit->name);
    else if (height > 0)
        guess.unitReason =
            "the figure is " + tall + ", which is a person's height in no usual unit";
    return guess;
}

double heightOf(const Document& doc)
{
    const Scene& scene = *doc.scene;
    const Ends ends = endsOf(scene);
    if (ends.heads.empty() || ends.feet.empty()) return 0;
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    const NamedAxis* still = clearAxis(middleOf(ends.heads, rest) - middleOf(ends.feet, rest));
    return heightOf(scene, rest, still ? vectorOf(*still) : Vec3(Vec3::UnitY()));
}

bool isOddHeight(double height) noexcept
{
    constexpr double kToy = 0.3, kGiant = 5;
    return height < kToy || height > kGiant;
}

std::optional<double> unitForPerson(const Document& doc)
{
    const double height = heightOf(doc);
    if (height == 0 || !isOddHeight(height)) return std::nullopt;
    return kUsualHeight / height;
}

double fromMetres(const Document& doc)
{
    if (doc.unit == LengthUnit::Metre) return 1;
    const PlacingGuess guess = guessPlacing(doc);
    return guess.unit ? 1 / guess.unit->metres : 1;
}

}  // namespace posewright::io
