#include "app/cli/retarget_how.h"

#include "app/cli/text.h"
#include "core/base/number.h"

#include <string_view>

namespace posewright::cli {

namespace {

Result<retarget::Reference> referenceNamed(const std::string& name, const std::string& option)
{
    using Kind = retarget::Reference::Kind;
    if (name.empty()) return retarget::Reference{};
    if (name == "rest") return retarget::Reference{Kind::Rest};
    if (name == "bind") return retarget::Reference{Kind::Bind};
    constexpr std::string_view kFrame = "frame:";
    if (!name.starts_with(kFrame)) return Error{.message = option + " is rest, bind or frame:N"};
    const Result<double> frame =
        parseNumber(std::string_view(name).substr(kFrame.size()), option + " frame:", -1e9);
    if (!frame) return frame.error();
    return retarget::Reference{Kind::Frame, *frame};
}

Result<retarget::Facing> facingNamed(const std::string& name)
{
    using Kind = retarget::Facing::Kind;
    if (name == "as-it-is") return retarget::Facing{};
    if (name == "front") return retarget::Facing{Kind::Front};
    const Result<double> degrees = parseNumber(name, "--facing", -1e9);
    if (!degrees) return Error{.message = "--facing is as-it-is, front or degrees to the left"};
    return retarget::Facing{Kind::Turned, *degrees};
}

}  // namespace

Result<retarget::Options> howTo(const RetargetOptions& from)
{
    retarget::Options to;
    to.feetByGoals = !from.freeFeet;
    to.handsByGoals = !from.freeHands;
    if (from.travel == "scaled")
        to.travel = retarget::Travel::Scaled;
    else if (from.travel == "as-it-is")
        to.travel = retarget::Travel::AsItIs;
    else if (from.travel == "in-place")
        to.travel = retarget::Travel::InPlace;
    else
        return Error{.message = "--travel is scaled, as-it-is or in-place"};
    if (from.ground == "guess")
        to.ground = retarget::Ground::Guessed;
    else if (from.ground == "found")
        to.ground = retarget::Ground::Found;
    else if (from.ground == "keep")
        to.ground = retarget::Ground::Kept;
    else
        return Error{.message = "--ground is guess, found or keep"};
    const Result<retarget::Reference> reference = referenceNamed(from.reference, "--reference"),
                                      ofCharacter = referenceNamed(from.characterReference,
                                                                   "--character-reference");
    for (const auto* each : {&reference, &ofCharacter})
        if (!*each) return each->error();
    const Result<retarget::Facing> facing = facingNamed(from.facing);
    if (!facing) return facing.error();
    to.facing = *facing;
    to.sourceReference = *reference;
    to.targetReference = *ofCharacter;
    return to;
}

}  // namespace posewright::cli
