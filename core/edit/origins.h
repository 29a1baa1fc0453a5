#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Motions retargeted from other figures.
namespace posewright::edit {

/// Retargets a motion of another figure into a new clip, which becomes the active one. Members are
/// those of RetargetSetup. The motion stays with the clip as its Origin. Error: the name is taken;
/// one of the figures has no hips, or nothing but hips, or an invalid map.
struct BringIn {
    std::string name;  ///< of the clip
    Shared<Document> motion;
    std::map<std::string, std::vector<NodeId>> here;
    std::map<std::string, std::vector<std::string>> there;
    std::string file{};
    retarget::Reference reference{};
    retarget::Reference hereReference{};
    retarget::Travel travel = retarget::Travel::Scaled;
    retarget::Ground ground = retarget::Ground::Guessed;
    retarget::Facing facing{};
    bool feet = true;
    bool hands = true;

    bool takesLong() const noexcept { return true; }
};
template <std::same_as<BringIn> E>
constexpr auto describe(Of<E>)
{
    return description("bringIn", "Bring in motion", required("name", &E::name, "name"),
                       required("motion", &E::motion), required("here", &E::here),
                       required("there", &E::there), optional("file", &E::file),
                       optional("reference", &E::reference),
                       optional("hereReference", &E::hereReference), optional("travel", &E::travel),
                       optional("ground", &E::ground), optional("facing", &E::facing),
                       optional("feet", &E::feet), optional("hands", &E::hands));
}
Result<Document> make(const Document& doc, const BringIn& edit, const Context& context);

/// Retargets a clip that was brought in again, with other options: replaces the keys that came from
/// its origin, at the clip's current rate. Other keys, layers, targets and spans stay. Roles that
/// are not given stay as they were; an empty list removes a role's bones.
struct Retarget {
    std::string clip;
    std::map<std::string, std::vector<NodeId>> here{};
    std::map<std::string, std::vector<std::string>> there{};
    std::optional<retarget::Reference> reference{};
    std::optional<retarget::Reference> hereReference{};
    std::optional<retarget::Travel> travel{};
    std::optional<retarget::Ground> ground{};
    std::optional<retarget::Facing> facing{};
    std::optional<bool> feet{};
    std::optional<bool> hands{};

    bool takesLong() const noexcept { return true; }
};
template <std::same_as<Retarget> E>
constexpr auto describe(Of<E>)
{
    return description("retarget", "Bring in motion again", required("clip", &E::clip),
                       optional("here", &E::here), optional("there", &E::there),
                       optional("reference", &E::reference),
                       optional("hereReference", &E::hereReference), optional("travel", &E::travel),
                       optional("ground", &E::ground), optional("facing", &E::facing),
                       optional("feet", &E::feet), optional("hands", &E::hands));
}
Result<Document> make(const Document& doc, const Retarget& edit, const Context& context);

/// Drops the Origin of a clip, which keeps its keys but cannot be retargeted again.
struct ForgetOrigin {
    std::string clip;
};
template <std::same_as<ForgetOrigin> E>
constexpr auto describe(Of<E>)
{
    return description("forgetOrigin", "Forget the source of a motion", required("clip", &E::clip));
}
Result<Document> make(const Document& doc, const ForgetOrigin& edit);

using OriginEdits = Family<BringIn, Retarget, ForgetOrigin>;

}  // namespace posewright::edit
