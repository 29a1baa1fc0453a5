#include "core/io/clip_rest.h"

#include "core/io/gltf/carried_form.h"
#include "core/io/join.h"
#include "core/io/text.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace posewright::io {

namespace {

using gltf::Json;

constexpr std::size_t kMostPointers = 5;  ///< that a message names

/// "extras, extensions", as far as they are there.
std::string saidBeside(const Json& animation)
{
    std::string out;
    for (const char* name : {"extras", "extensions"})
        if (animation.contains(name)) out += (out.empty() ? "" : ", ") + std::string(name);
    return out;
}

class RestTeller {
public:
    RestTeller(const Json& animation, const std::string& clip, int row) :
        animation_(animation), clip_(inQuotes(clip)), place_("#/animations/" + std::to_string(row))
    {
    }

    Diagnostics told(bool pointers) const
    {
        Diagnostics out;
        const auto warn = [&](std::string message, std::string place) {
            out.push_back({Diagnostic::Severity::Warning, std::move(message), std::move(place)});
        };
        std::string names;
        std::size_t count = 0, first = 0;
        std::optional<std::size_t> more;
        const Json& channels = animation_["channels"];
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const std::string* pointer = gltf::pointerIn(channels[i]["target"]);
            if (!pointer) {
                if (!more && gltf::saysMoreThanKeys(animation_, channels[i])) more = i;
                continue;
            }
            if (count == 0) first = i;
            if (++count <= kMostPointers)
                names += (names.empty() ? "" : ", ") + gltf::quotedPointer(*pointer);
        }
        if (count > kMostPointers)
            names += " and " + std::to_string(count - kMostPointers) + " more";
        const auto channel = [&](std::size_t row) {
            return place_ + "/channels/" + std::to_string(row);
        };
        if (count > 0 && pointers)
            warn("of the clip " + clip_ + " the keys of nodes alone come along, and not those of " +
                     names,
                 channel(first));
        if (const std::string said = saidBeside(animation_); !said.empty())
            warn("what the file says of the clip " + clip_ + " does not come along: " + said,
                 place_);
        if (more)
            warn("what the file says of channels of the clip " + clip_ +
                     " beyond their keys does not come along",
                 channel(*more));
        return out;
    }

private:
    const Json& animation_;
    std::string clip_;
    std::string place_;
};

}  // namespace

Diagnostics leftBehind(const Document& from, std::optional<int> clip, bool pointers)
{
    const std::optional<gltf::CarriedForm> form = gltf::carriedForm(from);
    if (!form) return {};
    Diagnostics out;
    for (int row = 0; row < std::ssize(from.clips); ++row) {
        const Clip& of = *from.clips[static_cast<std::size_t>(row)];
        if ((clip && *clip != row) || of.source < 0 ||
            static_cast<std::size_t>(of.source) >= form->rows("animations"))
            continue;
        const Json& animation = form->gltf["animations"][static_cast<std::size_t>(of.source)];
        // The animations before it that moved nothing are in the file, and not in the form.
        const Json& own = form->own["animations"][static_cast<std::size_t>(of.source)];
        const Diagnostics told =
            RestTeller(animation, of.name, own.value("row", of.source)).told(pointers);
        out.insert(out.end(), told.begin(), told.end());
    }
    return out;
}

Json pointingPart(const Json& animation)
{
    Json out = {{"channels", Json::array()}, {"samplers", animation["samplers"]}};
    for (const Json& channel : animation["channels"])
        if (gltf::pointerIn(channel["target"])) out["channels"].push_back(channel);
    gltf::dropUnusedSamplers(out);
    return out;
}

std::string movePointer(std::string& pointer, const std::map<std::string, MovedRows>& lists)
{
    const std::string before = gltf::quotedPointer(pointer);
    std::string unknown = "keys point at " + before + ", which may be something else here";
    std::string_view rest = pointer;
    std::string head = "/";
    constexpr std::string_view kLights = "/extensions/KHR_lights_punctual/";
    if (rest.starts_with(kLights)) {
        head = kLights;
    } else if (!rest.starts_with('/')) {
        return unknown;
    }
    rest.remove_prefix(head.size());
    const std::size_t end = rest.find('/');
    if (end == std::string_view::npos) return unknown;
    const std::string list(rest.substr(0, end));
    if ((list == "lights") != (head == kLights)) return unknown;
    const auto at = lists.find(list);
    if (at == lists.end()) return unknown;
    rest.remove_prefix(end + 1);
    std::size_t row = 0;
    const auto [after, error] = std::from_chars(rest.data(), rest.data() + rest.size(), row);
    if (error != std::errc()) return unknown;
    const std::string tail(after, rest.data() + rest.size());
    pointer = head + list + '/' + std::to_string(at->second.first + row) + tail;
    if (row < at->second.count) return {};
    return "keys point at " + before + ", which is not there; they point at " +
           gltf::quotedPointer(pointer) + " now";
}

}  // namespace posewright::io
