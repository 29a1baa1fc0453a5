// Long: every edit there is, one after another.
#pragma once

#include "core/base/members.h"
#include "core/edit/edit.h"

#include <string_view>
#include <tuple>
#include <vector>

/// What every edit is called and which arguments it takes, said once: JSON both ways, the listing
/// and the checks that `apply` begins with are all read off these descriptions. To add an edit:
/// its struct in edit.h, its description here, its `make` in the file of its family.
namespace posewright::edit {

/// An argument of the edit E, of type T.
template <class E, class T>
struct Field {
    std::string_view name;
    T E::*member;
    std::string_view kind;  ///< as in Argument::kind; empty: that of the type
    bool optional;          ///< may be left out, and is then the member's default

    static constexpr bool kConstant = false;
};

/// An argument that has one value only: written, checked where given, and stored nowhere.
struct Constant {
    std::string_view name;
    std::string_view value;

    static constexpr bool kConstant = true;
};

template <class E, class T>
constexpr Field<E, T> required(std::string_view name, T E::*member, std::string_view kind = {})
{
    return {name, member, kind, false};
}

template <class E, class T>
constexpr Field<E, T> optional(std::string_view name, T E::*member, std::string_view kind = {})
{
    return {name, member, kind, true};
}

template <class... Fields>
struct Description {
    std::string_view name;
    std::string_view title;
    std::tuple<Fields...> fields;
};

template <class... Fields>
constexpr Description<Fields...> description(std::string_view name, std::string_view title,
                                             Fields... fields)
{
    return {name, title, {fields...}};
}

inline constexpr std::string_view kFrame = "frame";

constexpr auto describe(Of<AddTarget>)
{
    using E = AddTarget;
    return description("addTarget", "Add target", required("name", &E::name, "name"),
                       required("effector", &E::effector), required("root", &E::root),
                       Constant{"at", "pose"}, optional("frame", &E::frame, kFrame),
                       optional("fit", &E::fit, "length"), optional("aim", &E::aim),
                       optional("meets", &E::meets));
}

constexpr auto describe(Of<AddPole>)
{
    using E = AddPole;
    return description("addPole", "Add pole", required("target", &E::target),
                       optional("position", &E::position, "position"));
}

constexpr auto describe(Of<RemoveTarget>)
{
    using E = RemoveTarget;
    return description("removeTarget", "Remove target", required("name", &E::target),
                       optional("keepPose", &E::keepPose));
}

constexpr auto describe(Of<SetTarget>)
{
    using E = SetTarget;
    return description("setTarget", "Set target", required("name", &E::target),
                       optional("solver", &E::solver, "solver"), optional("weight", &E::weight),
                       optional("orientation", &E::orientation), optional("soft", &E::soft),
                       optional("root", &E::root), optional("rootMoves", &E::rootMoves),
                       optional("axis", &E::axis), optional("pins", &E::pins),
                       optional("stretch", &E::stretch));
}

constexpr auto describe(Of<SetTargetKey>)
{
    using E = SetTargetKey;
    return description(
        "setTargetKey", "Set target key", required("target", &E::target),
        required("frame", &E::frame, kFrame), optional("position", &E::position, "position"),
        optional("rotation", &E::rotation), optional("interpolation", &E::interpolation),
        optional("keepMotion", &E::keepMotion));
}

constexpr auto describe(Of<SetBend>)
{
    using E = SetBend;
    return description("setBend", "Set bend", required("target", &E::target),
                       required("frame", &E::frame, kFrame), required("turn", &E::turn, "angle"));
}

constexpr auto describe(Of<SetJointKey>)
{
    using E = SetJointKey;
    return description("setJointKey", "Set joint key", required("joint", &E::joint),
                       required("frame", &E::frame, kFrame), optional("rotation", &E::rotation),
                       optional("translation", &E::translation), optional("scale", &E::scale),
                       optional("interpolation", &E::interpolation),
                       optional("keepMotion", &E::keepMotion));
}

constexpr auto describe(Of<SetMorphKey>)
{
    using E = SetMorphKey;
    return description("setMorphKey", "Set morph key", required("mesh", &E::mesh),
                       required("morph", &E::morph, "morph"), required("frame", &E::frame, kFrame),
                       required("value", &E::value), optional("interpolation", &E::interpolation));
}

constexpr auto describe(Of<MoveKeys>)
{
    using E = MoveKeys;
    return description("moveKeys", "Move keys", required("keys", &E::keys),
                       required("by", &E::by, "frames"));
}

constexpr auto describe(Of<ScaleKeys>)
{
    using E = ScaleKeys;
    return description("scaleKeys", "Scale keys", required("keys", &E::keys),
                       required("pivot", &E::pivot, kFrame), required("factor", &E::factor),
                       optional("whole", &E::whole));
}

constexpr auto describe(Of<DeleteKeys>)
{
    return description("deleteKeys", "Delete keys", required("keys", &DeleteKeys::keys));
}

constexpr auto describe(Of<SetInterpolation>)
{
    using E = SetInterpolation;
    return description("setInterpolation", "Set interpolation", required("keys", &E::keys),
                       required("interpolation", &E::interpolation), optional("ease", &E::ease));
}

constexpr auto describe(Of<SetHandles>)
{
    using E = SetHandles;
    return description("setHandles", "Set handles", required("key", &E::key),
                       optional("axis", &E::axis), optional("left", &E::left),
                       optional("right", &E::right), required("mode", &E::mode));
}

constexpr auto describe(Of<SetInfluenceKey>)
{
    using E = SetInfluenceKey;
    return description("setInfluenceKey", "Set influence key", required("target", &E::target),
                       required("frame", &E::frame, kFrame), required("value", &E::value));
}

constexpr auto describe(Of<SetSpan>)
{
    using E = SetSpan;
    return description("setSpan", "Set span", required("target", &E::target),
                       required("start", &E::start, kFrame), required("end", &E::end, kFrame),
                       required("kind", &E::kind), optional("in", &E::in, "frames"),
                       optional("out", &E::out, "frames"), optional("inbetween", &E::inbetween),
                       optional("mix", &E::mix), optional("solver", &E::solver, "solver"),
                       optional("path", &E::path), optional("space", &E::space),
                       optional("position", &E::position), optional("rotation", &E::rotation));
}

constexpr auto describe(Of<RemoveSpan>)
{
    using E = RemoveSpan;
    return description("removeSpan", "Remove span", required("target", &E::target),
                       required("start", &E::start, kFrame));
}

constexpr auto describe(Of<AddBone>)
{
    using E = AddBone;
    return description("addBone", "Add bone", required("name", &E::name, "name"),
                       optional("parent", &E::parent), required("head", &E::head, "position"),
                       required("tail", &E::tail, "position"));
}

constexpr auto describe(Of<RenameNode>)
{
    using E = RenameNode;
    return description("renameBone", "Rename", required("bone", &E::bone),
                       required("name", &E::name, "name"));
}

constexpr auto describe(Of<ReparentBone>)
{
    using E = ReparentBone;
    return description("reparentBone", "Reparent bone", required("bone", &E::bone),
                       optional("parent", &E::parent));
}

constexpr auto describe(Of<RemoveBone>)
{
    return description("removeBone", "Remove bone", required("bone", &RemoveBone::bone));
}

constexpr auto describe(Of<SetRest>)
{
    using E = SetRest;
    return description("setRest", "Set rest pose", required("node", &E::node),
                       optional("translation", &E::translation), optional("rotation", &E::rotation),
                       optional("scale", &E::scale), optional("tip", &E::tip));
}

constexpr auto describe(Of<Symmetrize>)
{
    return description("symmetrize", "Symmetrize", required("from", &Symmetrize::from));
}

constexpr auto describe(Of<SetRange>)
{
    using E = SetRange;
    return description("setRange", "Set range", required("start", &E::start, kFrame),
                       required("end", &E::end, kFrame));
}

constexpr auto describe(Of<SetFps>)
{
    using E = SetFps;
    return description("setFps", "Set frame rate", required("fps", &E::fps),
                       optional("retime", &E::retime));
}

constexpr auto describe(Of<SetLoop>)
{
    return description("setLoop", "Set loop", required("loop", &SetLoop::loop));
}

constexpr auto describe(Of<AddClip>)
{
    return description("addClip", "Add clip", required("name", &AddClip::name, "name"));
}

constexpr auto describe(Of<RemoveClip>)
{
    return description("removeClip", "Remove clip", required("name", &RemoveClip::name, "clip"));
}

constexpr auto describe(Of<SetActiveClip>)
{
    return description("setActiveClip", "Switch clip",
                       required("name", &SetActiveClip::name, "clip"));
}

constexpr auto describe(Of<AddMarker>)
{
    using E = AddMarker;
    return description("addMarker", "Add marker", required("frame", &E::frame, kFrame),
                       required("name", &E::name, "name"));
}

constexpr auto describe(Of<RemoveMarker>)
{
    return description("removeMarker", "Remove marker",
                       required("frame", &RemoveMarker::frame, kFrame));
}

constexpr auto describe(Of<BakeToKeys>)
{
    using E = BakeToKeys;
    return description("bakeToKeys", "Bake to keys", optional("frames", &E::frames),
                       optional("reduce", &E::reduce, "share"));
}

constexpr auto describe(Of<PutKeys>)
{
    return description("putKeys", "Put keys", required("keys", &PutKeys::keys),
                       optional("hints", &PutKeys::hints));
}

constexpr auto describe(Of<ShiftTime>)
{
    using E = ShiftTime;
    return description("shiftTime", "Shift time", optional("nodes", &E::nodes),
                       required("from", &E::from, kFrame), required("by", &E::by, "frames"));
}

constexpr auto describe(Of<MoveSpan>)
{
    using E = MoveSpan;
    return description("moveSpan", "Move span", required("target", &E::target),
                       required("start", &E::start, kFrame), required("to", &E::to, kFrame),
                       required("end", &E::end, kFrame), optional("in", &E::in, "frames"),
                       optional("out", &E::out, "frames"));
}

constexpr auto describe(Of<SetPreviewRange>)
{
    return description("setPreviewRange", "Set preview range",
                       optional("frames", &SetPreviewRange::frames));
}

constexpr auto describe(Of<FitTarget>)
{
    using E = FitTarget;
    return description("fitTarget", "Fit target", required("target", &E::target),
                       required("within", &E::within, "length"));
}

constexpr auto describe(Of<SetLimit>)
{
    using E = SetLimit;
    constexpr std::string_view kRange = "[min,max]";
    return description("setLimit", "Set limit", required("joint", &E::joint),
                       required("kind", &E::kind), optional("axis", &E::axis),
                       optional("min", &E::min), optional("max", &E::max), optional("up", &E::up),
                       optional("angles", &E::angles), optional("twist", &E::twist, kRange),
                       optional("x", &E::x, kRange), optional("y", &E::y, kRange),
                       optional("z", &E::z, kRange), optional("order", &E::order));
}

inline constexpr std::string_view kLayer = "layer";

constexpr auto describe(Of<AddLayer>)
{
    using E = AddLayer;
    return description("addLayer", "Add layer", required("name", &E::name, "name"),
                       optional("row", &E::row), optional("like", &E::like, "clip"));
}

constexpr auto describe(Of<RemoveLayer>)
{
    return description("removeLayer", "Remove layer",
                       required("layer", &RemoveLayer::layer, kLayer));
}

constexpr auto describe(Of<RenameLayer>)
{
    using E = RenameLayer;
    return description("renameLayer", "Rename layer", required("layer", &E::layer, kLayer),
                       required("name", &E::name, "name"));
}

constexpr auto describe(Of<MoveLayer>)
{
    using E = MoveLayer;
    return description("moveLayer", "Move layer", required("layer", &E::layer, kLayer),
                       required("row", &E::row));
}

constexpr auto describe(Of<SetLayer>)
{
    using E = SetLayer;
    return description("setLayer", "Set layer", required("layer", &E::layer, kLayer),
                       optional("on", &E::on), optional("solo", &E::solo),
                       optional("weight", &E::weight));
}

constexpr auto describe(Of<SetLayerWeightKey>)
{
    using E = SetLayerWeightKey;
    return description("setLayerWeightKey", "Set weight key", required("layer", &E::layer, kLayer),
                       required("frame", &E::frame, kFrame), required("value", &E::value),
                       optional("interpolation", &E::interpolation));
}

constexpr auto describe(Of<RemoveLayerWeightKey>)
{
    using E = RemoveLayerWeightKey;
    return description("removeLayerWeightKey", "Remove weight key",
                       required("layer", &E::layer, kLayer), required("frame", &E::frame, kFrame));
}

constexpr auto describe(Of<SetLayerKey>)
{
    using E = SetLayerKey;
    return description("setLayerKey", "Set layer key", required("layer", &E::layer, kLayer),
                       required("joint", &E::joint), required("frame", &E::frame, kFrame),
                       optional("rotation", &E::rotation), optional("translation", &E::translation),
                       optional("interpolation", &E::interpolation));
}

constexpr auto describe(Of<PutLayerKeys>)
{
    using E = PutLayerKeys;
    return description("putLayerKeys", "Put layer keys", required("layer", &E::layer, kLayer),
                       required("keys", &E::keys));
}

constexpr auto describe(Of<DeleteLayerKeys>)
{
    using E = DeleteLayerKeys;
    return description("deleteLayerKeys", "Delete layer keys", required("layer", &E::layer, kLayer),
                       required("keys", &E::keys));
}

constexpr auto describe(Of<MergeLayer>)
{
    return description("mergeLayer", "Merge layer down",
                       required("layer", &MergeLayer::layer, kLayer));
}

constexpr auto describe(Of<MakeLayerBase>)
{
    return description("makeLayerBase", "Make layer the base",
                       required("layer", &MakeLayerBase::layer, kLayer));
}

constexpr auto describe(Of<FlattenLayers>)
{
    return description("flattenLayers", "Flatten layers");
}

constexpr auto describe(Of<AddFlesh>)
{
    using E = AddFlesh;
    return description("addFlesh", "Add flesh", required("bone", &E::bone),
                       optional("shape", &E::shape), optional("thickness", &E::thickness, "share"));
}

constexpr auto describe(Of<SetSkin>)
{
    using E = SetSkin;
    return description("setSkin", "Bind mesh", required("mesh", &E::mesh),
                       required("joints", &E::joints), required("rows", &E::rows),
                       required("shares", &E::shares));
}

constexpr auto describe(Of<AddNodes>)
{
    return description("addNodes", "Add nodes", required("content", &AddNodes::content, "package"));
}

constexpr auto describe(Of<BendAsKeyed>)
{
    using E = BendAsKeyed;
    return description("bendAsKeyed", "Bend as keyed", required("target", &E::target),
                       optional("frames", &E::frames));
}

constexpr auto describe(Of<BringIn>)
{
    using E = BringIn;
    return description(
        "bringIn", "Bring in motion", required("name", &E::name, "name"),
        required("motion", &E::motion), required("here", &E::here), required("there", &E::there),
        optional("file", &E::file), optional("reference", &E::reference),
        optional("hereReference", &E::hereReference), optional("travel", &E::travel),
        optional("ground", &E::ground), optional("feet", &E::feet), optional("hands", &E::hands));
}

constexpr auto describe(Of<Retarget>)
{
    using E = Retarget;
    return description(
        "retarget", "Bring in motion anew", required("clip", &E::clip), optional("here", &E::here),
        optional("there", &E::there), optional("reference", &E::reference),
        optional("hereReference", &E::hereReference), optional("travel", &E::travel),
        optional("ground", &E::ground), optional("feet", &E::feet), optional("hands", &E::hands));
}

constexpr auto describe(Of<ForgetOrigin>)
{
    return description("forgetOrigin", "Forget the source of a motion",
                       required("clip", &ForgetOrigin::clip));
}

template <class E>
constexpr auto fieldsOf(const E&)
{
    return describe(Of<E>{}).fields;
}

/// Calls `visit(field)` for every argument, in order.
template <class... Fields, class Visit>
void eachField(const std::tuple<Fields...>& fields, Visit&& visit)
{
    std::apply([&](const auto&... field) { (visit(field), ...); }, fields);
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

}  // namespace posewright::edit
