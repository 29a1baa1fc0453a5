#include "app/cli/retarget_how.h"

#include "app/cli/text.h"
#include "core/base/number.h"
#include "core/base/words.h"

#include <algorithm>
#include <array>
#include <span>
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

constexpr std::array<Word<retarget::Travel>, 3> kTravels{{{retarget::Travel::Scaled, "scaled"},
                                                          {retarget::Travel::AsItIs, "as-it-is"},
                                                          {retarget::Travel::InPlace, "in-place"}}};
constexpr std::array<Word<retarget::Ground>, 3> kGrounds{{{retarget::Ground::Guessed, "guess"},
                                                          {retarget::Ground::Found, "found"},
                                                          {retarget::Ground::Kept, "keep"}}};

/// @param otherwise  what to say if there is no such word
template <class E>
Result<E> valueOf(std::span<const Word<E>> words, std::string_view word, const char* otherwise)
{
    const auto at = std::ranges::find(words, word, &Word<E>::word);
    return at == words.end() ? Result<E>(Error{.message = otherwise}) : Result<E>(at->value);
}

}  // namespace

Result<retarget::Options> howTo(const RetargetOptions& from)
{
    retarget::Options to;
    to.feetByGoals = !from.freeFeet;
    to.handsByGoals = !from.freeHands;
    const auto travel = valueOf<retarget::Travel>(kTravels, from.travel,
                                                  "--travel is scaled, as-it-is or in-place");
    if (!travel) return travel.error();
    to.travel = *travel;
    const auto ground =
        valueOf<retarget::Ground>(kGrounds, from.ground, "--ground is guess, found or keep");
    if (!ground) return ground.error();
    to.ground = *ground;
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
