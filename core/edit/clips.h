#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Clips with their range, rate and markers.
namespace posewright::edit {

struct SetRange {
    double start = 0;
    double end = 0;
};
template <std::same_as<SetRange> E>
constexpr auto describe(Of<E>)
{
    return description("setRange", "Set range", required("start", &E::start, kFrame),
                       required("end", &E::end, kFrame));
}
Result<Document> make(const Document& doc, const SetRange& edit);

/// The frames that play instead of the range; none: the range itself.
struct SetPreviewRange {
    std::optional<std::array<double, 2>> frames;  ///< both ends included
};
template <std::same_as<SetPreviewRange> E>
constexpr auto describe(Of<E>)
{
    return description("setPreviewRange", "Set preview range", optional("frames", &E::frames));
}
Result<Document> make(const Document& doc, const SetPreviewRange& edit);

struct SetFps {
    double fps = 24;
    bool retime = false;  ///< true: keys, spans, markers and the range keep their seconds; false:
                          ///< their frames
};
template <std::same_as<SetFps> E>
constexpr auto describe(Of<E>)
{
    return description("setFps", "Set frame rate", required("fps", &E::fps),
                       optional("retime", &E::retime));
}
Result<Document> make(const Document& doc, const SetFps& edit);

struct SetLoop {
    bool loop = true;
};
template <std::same_as<SetLoop> E>
constexpr auto describe(Of<E>)
{
    return description("setLoop", "Set loop", required("loop", &E::loop));
}
Result<Document> make(const Document& doc, const SetLoop& edit);

struct AddClip {
    std::string name;
};
template <std::same_as<AddClip> E>
constexpr auto describe(Of<E>)
{
    return description("addClip", "Add clip", required("name", &E::name, "name"));
}
Result<Document> make(const Document& doc, const AddClip& edit);

/// If it was shown, the one after it is, or the last one, as by SetActiveClip.
struct RemoveClip {
    std::string name;
};
template <std::same_as<RemoveClip> E>
constexpr auto describe(Of<E>)
{
    return description("removeClip", "Remove clip", required("name", &E::name, "clip"));
}
Result<Document> make(const Document& doc, const RemoveClip& edit);

/// The document's range becomes that of the clip's keys, if it has keys.
struct SetActiveClip {
    std::string name;
};
template <std::same_as<SetActiveClip> E>
constexpr auto describe(Of<E>)
{
    return description("setActiveClip", "Switch clip", required("name", &E::name, "clip"));
}
Result<Document> make(const Document& doc, const SetActiveClip& edit);

struct AddMarker {
    double frame = 0;
    std::string name;
};
template <std::same_as<AddMarker> E>
constexpr auto describe(Of<E>)
{
    return description("addMarker", "Add marker", required("frame", &E::frame, kFrame),
                       required("name", &E::name, "name"));
}
Result<Document> make(const Document& doc, const AddMarker& edit);

struct RemoveMarker {
    double frame = 0;
};
template <std::same_as<RemoveMarker> E>
constexpr auto describe(Of<E>)
{
    return description("removeMarker", "Remove marker", required("frame", &E::frame, kFrame));
}
Result<Document> make(const Document& doc, const RemoveMarker& edit);

/// Turns the motion that is shown into joint keys and, over these frames, switches off the
/// constraints that produced it.
struct BakeToKeys {
    std::optional<std::array<double, 2>> frames;  ///< both ends included; default: the range
    std::optional<double>
        reduce;  ///< tolerance as a share of the skeleton's size; default: a key at every frame

    bool takesLong() const noexcept { return true; }
};
template <std::same_as<BakeToKeys> E>
constexpr auto describe(Of<E>)
{
    return description("bakeToKeys", "Bake to keys", optional("frames", &E::frames),
                       optional("reduce", &E::reduce, "share"));
}
Result<Document> make(const Document& doc, const BakeToKeys& edit, const Context& context);

using ClipEdits = Family<SetRange, SetPreviewRange, SetFps, SetLoop, AddClip, RemoveClip,
                         SetActiveClip, AddMarker, RemoveMarker, BakeToKeys>;

}  // namespace posewright::edit
