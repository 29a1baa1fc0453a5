#include "core/retarget/retarget.h"

#include "core/base/number.h"
#include "core/evaluate/evaluate.h"
#include "core/math/smoothstep.h"
#include "core/retarget/clearances.h"
#include "core/retarget/dense_tracks.h"
#include "core/retarget/facing.h"
#include "core/retarget/figure_mapping.h"
#include "core/retarget/flat_feet.h"
#include "core/retarget/footings.h"
#include "core/retarget/reference_pose.h"
#include "core/retarget/walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace posewright::retarget {

namespace {

constexpr double kNearGround = 0.15;  ///< of the leg; the floor for feet that come this near
constexpr double kInTheAir = 0.3;     ///< share of the leg; feet that stay higher are in the air
constexpr double kToldGround = 0.01;  ///< of the leg; smaller offsets are not reported
constexpr double kToldFacing = 60;    ///< [degrees] from the front; smaller turns are not reported
constexpr double kSameFrame = 1e-6;
constexpr double kUneven = 1.01;  ///< ratio of a bone's scales along two axes
constexpr double kMostFrames = 1e6;
constexpr double kLooksAround = 1;     ///< [s] to each side of one frame, for how hips are raised
constexpr double kGroundShare = 0.05;  ///< quantile of the heights of feet that is the floor

std::vector<Transform> referencePose(const Document& doc, const Figure& figure,
                                     const Reference& reference)
{
    const Scene& scene = *doc.scene;
    using Kind = Reference::Kind;
    if (reference.kind == Kind::Frame) return evaluate(doc, reference.frame).local;
    if (reference.kind == Kind::Rest) return restPose(scene);
    if (reference.kind != Kind::Bind) return standingPose(doc, figure);
    std::vector<Transform> bound = bindPose(scene, figure);
    return bound.empty() ? restPose(scene) : bound;
}

/// The height to which the source's feet come down.
/// @param heights  of the lowest part of the feet over its rest height, one per frame
double lowestOf(std::vector<double> heights)
{
    if (heights.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(kGroundShare * double(heights.size()));
    std::nth_element(heights.begin(), heights.begin() + at, heights.end());
    return heights[static_cast<std::size_t>(at)];
}

/// The height that counts as the floor: where the feet come down, unless that is so high that the
/// figure is jumping or climbing, with a smooth transition between.
double groundOf(double lowest, double leg, Ground ground)
{
    if (ground != Ground::Guessed) return ground == Ground::Found ? lowest : 0;
    return lowest * (1 - smoothstep((lowest / leg - kNearGround) / (kInTheAir - kNearGround)));
}

void tellOfGround(Retargeted& out, double lowest, double leg, Ground ground)
{
    using Severity = Diagnostic::Severity;
    // At the target's size, at which the result is seen.
    const std::string height = toFixed(100 * out.scale * std::abs(lowest), 1) + " cm";
    if (ground == Ground::Guessed && lowest > kNearGround * leg)
        out.told.push_back({Severity::Warning,
                            "its feet never come nearer to the floor than " + height + ", " +
                                toFixed(lowest / leg, 1) +
                                " lengths of its leg, and stay in the air",
                            {},
                            std::string(kFindsGround),
                            "stands them on it"});
    else if (ground != Ground::Kept && std::abs(lowest) > kToldGround * leg)
        out.told.push_back({Severity::Note,
                            "its feet stand " + height + (lowest > 0 ? " above" : " below") +
                                " the floor, and are put on it",
                            {}});
}

void tellOfFacing(Retargeted& out, double heading, const Facing& facing)
{
    const double degrees = std::abs(heading) * 180 / std::numbers::pi;
    if (facing.kind != Facing::Kind::AsItIs || degrees < kToldFacing) return;
    out.told.push_back({Diagnostic::Severity::Note,
                        "it starts " + toFixed(degrees, 0) + " degrees turned from the front",
                        {},
                        std::string(kFacesFront),
                        "turns it there"});
}

/// Whether the bones of both figures are at the same places. If so, motion applies unchanged,
/// wherever the floor is.
bool standAlike(const Side& a, const Side& b)
{
    for (const Role role : allRoles()) {
        const auto &one = a.figure.bones(role), &other = b.figure.bones(role);
        if (one.size() != other.size()) return false;
        for (std::size_t i = 0; i < one.size(); ++i) {
            const Vec3 way =
                a.reference.world[one[i]].position - b.reference.world[other[i]].position;
            if (way.norm() > 1e-6 * a.reference.leg) return false;
        }
    }
    return true;
}

/// All whole frames, and the end.
std::vector<double> framesOver(double length)
{
    std::vector<double> frames;
    for (std::int64_t frame = 0; double(frame) <= length + kSameFrame; ++frame)
        frames.push_back(double(frame));
    if (length - frames.back() > kSameFrame) frames.push_back(length);
    return frames;
}

/// Warns about bones below mirrored or non-uniform scale, where rotations mean something else.
void tellOfSpaces(Retargeted& out, const Scene& source, const Scene& target)
{
    for (const bool ours : {false, true}) {
        const Scene& scene = ours ? target : source;
        const Figure& figure = ours ? out.target : out.source;
        const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
        for (const Role role : allRoles()) {
            if (!figure.has(role)) continue;
            const Mat3& space = world[figure.first(role)].linear;
            const Vec3 sizes = space.colwise().norm().transpose();
            const bool uneven = sizes.maxCoeff() > kUneven * sizes.minCoeff();
            if (space.determinant() > 0 && !uneven) continue;
            out.told.push_back({Diagnostic::Severity::Warning,
                                std::string(ours ? "the character's bone \"" : "its bone \"") +
                                    scene[figure.first(role)].name + "\" is " +
                                    (uneven ? "scaled more along one axis than another"
                                            : "mirrored by a negative scale") +
                                    ": limbs may point elsewhere",
                                {}});
            break;
        }
    }
}

/// Why the figures cannot be mapped; nullopt if they can.
std::optional<Error> refusal(const Retargeted& out)
{
    const std::string advice = "say which bones are which, in a map";
    if (const std::string why = obstacle(out.source); !why.empty())
        return Error{"the figure that moves cannot be read: " + why, "source", ErrorKind::Refused,
                     advice};
    if (const std::string why = obstacle(out.target); !why.empty())
        return Error{"this figure cannot be read: " + why, "target", ErrorKind::Refused, advice};
    return {};
}

void tellWhatIsMissing(Retargeted& out)
{
    for (const Role role : allRoles()) {
        if (out.source.has(role) == out.target.has(role)) continue;
        (out.source.has(role) ? out.withoutTarget : out.withoutSource).push_back(role);
    }
}

struct Measured {
    std::vector<double> heights;   ///< of the lowest part of the feet over its rest height
    std::vector<HipsWish> wishes;  ///< of how far the hips are raised
};

/// False: cancelled.
bool measure(const Walk& walk, const std::vector<double>& frames, const FigureMapping& mapping,
             Measured& out)
{
    std::vector<std::optional<double>> heights(frames.size());
    out.wishes.resize(frames.size());
    const auto looker = [&] {
        return [&, pose = mapping.newPose()](std::size_t i,
                                             const std::vector<WorldTransform>& shown) mutable {
            heights[i] = mapping.clearance(shown);
            // Hips and feet move with the same floor, so its height does not matter here.
            out.wishes[i] = mapping.wishIn(shown, pose.local, pose.world);
        };
    };
    if (!walk.over(frames, 0, 0.4, looker)) return false;
    for (const std::optional<double>& height : heights)
        if (height) out.heights.push_back(*height);
    return true;
}

/// Evenly spaced frames around one of them, that one included.
std::vector<double> around(double frame, double last, double rate)
{
    const double reach = kLooksAround * rate,
                 step = std::max(1.0, std::ceil(2 * reach / kLooksForAll));
    std::vector<double> out;
    for (double i = -std::floor(std::min(frame, reach) / step);
         i * step <= std::min(last - frame, reach); ++i)
        out.push_back(frame + i * step);
    return out;
}

/// How far the hips are raised, by frame.
struct Rises {
    std::vector<double> frames, values;

    /// @param frame  one of them
    double at(double frame) const
    {
        const auto found = std::lower_bound(frames.begin(), frames.end(), frame);
        return found == frames.end() ? 0 : values[std::size_t(found - frames.begin())];
    }
};

/// What is found over the frames of a motion.
struct Found {
    Rises rises;
    Footings footings;
    Clearances clearances;

    Adjusted at(double frame) const
    {
        return {rises.at(frame), footings.at(frame), clearances.at(frame)};
    }
};

/// How high hips go at the frames of `found`, and how feet are kept out of the floor there and arms
/// out of the trunk. False: cancelled.
/// @param rate  of the source [frames/s]
bool place(const Walk& walk, FigureMapping& mapping, const Side& source, const Side& target,
           const std::vector<HipsWish>& wishes, double rate, Found& out)
{
    Rises& rises = out.rises;
    Footings& footings = out.footings;
    const double apart = rises.frames.size() > 1 ? rises.frames[1] - rises.frames[0] : 1;
    const auto raise = [&] {
        std::vector<HipsWish> aimed = wishes;
        mapping.aim(aimed, footings.values);
        rises.values = risesOf(aimed, rate / apart);
    };
    std::optional<Footings> feet = footingsOf(walk, mapping, rises.frames, rate / apart);
    if (!feet) return false;
    footings = *std::move(feet);
    raise();
    if (!lift(walk, mapping, rises.values, rate / apart, footings)) return false;
    if (!footings.values.empty()) raise();
    out.clearances.frames = rises.frames;
    if (!mapping.hasArms()) return true;
    const ArmRoom room(source, target, mapping.toTarget());
    return clearArms(walk, mapping, room, rises.values, footings, rate / apart, out.clearances);
}

/// Keys the target at each of these frames. False: cancelled.
bool key(const Walk& walk, const FigureMapping& mapping, const Found& found,
         const std::vector<double>& frames, const Scene& target, Clip& clip)
{
    DenseTracks tracks(mapping, frames);
    const auto carry = [&] {
        return [&, pose = mapping.newPose()](std::size_t i,
                                             const std::vector<WorldTransform>& shown) mutable {
            mapping.pose(shown, found.at(frames[i]), pose.local, pose.world);
            tracks.set(i, pose.local);
        };
    };
    const double done = std::max(found.clearances.done, mapping.hasSoles() ? 0.7 : 0.4);
    if (!walk.over(frames, done, 1, carry)) return false;
    std::move(tracks).into(clip, target);
    return true;
}

}  // namespace

Result<Retargeted> retarget(const Document& source, const Document& target, const Options& options)
{
    Retargeted out;
    out.source = options.source ? *options.source : figureOf(*source.scene);
    out.target = options.target ? *options.target : figureOf(*target.scene);
    if (const auto why = refusal(out)) return *why;
    tellOfSpaces(out, *source.scene, *target.scene);
    const std::vector<Transform> sourcePose =
        referencePose(source, out.source, options.sourceReference);
    ReferencePose from = referencePoseOf(*source.scene, out.source, sourcePose);
    const std::vector<Transform> targetPose =
        referencePose(target, out.target, options.targetReference);
    const ReferencePose to = referencePoseOf(*target.scene, out.target, targetPose);
    const Side moving{*source.scene, out.source, from}, taking{*target.scene, out.target, to};
    const bool alike = standAlike(moving, taking);
    const double length = source.playback.end - source.playback.start;
    if (length >= kMostFrames) return Error{"the motion has more than a million frames", "source"};
    const std::vector<double> frames = framesOver(length);
    Walk walk{source, prepare(source), {}, options.progress, options.jobs};
    if (!alike && options.sourceReference.kind == Reference::Kind::Automatic)
        from = asItStands(walk, moving, sourcePose, taking, frames);
    FigureMapping mapping(moving, taking, options, alike);
    mapping.setRest(restPose(*target.scene));
    out.scale = mapping.scale();
    tellWhatIsMissing(out);

    const std::vector<WorldTransform> first = walk.at(0);
    walk.turn = turnFor(options.facing, moving, first);
    tellOfFacing(out, headingOf(moving, first), options.facing);
    const Error cancelled{"cancelled", {}, ErrorKind::Cancelled};
    const double rate = source.clip().rate;
    const bool alone = options.only.has_value();
    const double only = std::clamp(options.only.value_or(0), 0.0, length);
    Found found;
    // A motion of the same bones puts the soles where they were.
    if (!alike) {
        mapping.setBoots(bootsOf(*target.scene, out.target, to));
        Measured measured, near;
        if (!measure(walk, alone ? spread(frames, kLooksForAll) : frames, mapping, measured))
            return cancelled;
        const double lowest = lowestOf(std::move(measured.heights));
        mapping.setGround(groundOf(lowest, from.leg, options.ground));
        tellOfGround(out, lowest, from.leg, options.ground);
        mapping.learn(measured.wishes);
        found.rises.frames = alone ? around(only, length, rate) : frames;
        if (alone && !measure(walk, found.rises.frames, mapping, near)) return cancelled;
        if (!place(walk, mapping, moving, taking, alone ? near.wishes : measured.wishes, rate,
                   found))
            return cancelled;
    }
    out.clip.name = options.name.empty() ? source.clip().name : options.name;
    out.clip.rate = rate;
    const std::vector<double> keyed = alone ? std::vector{only} : frames;
    if (!key(walk, mapping, found, keyed, *target.scene, out.clip)) return cancelled;
    return out;
}

}  // namespace posewright::retarget
