#include "core/edit/origin_json.h"

#include "core/edit/checks.h"
#include "core/edit/json_values.h"
#include "core/retarget/role.h"

#include <cmath>

namespace posewright::edit {

namespace {

using nlohmann::json;

/// Reads members of an object that may be written by hand, and keeps the first error.
class Reading {
public:
    explicit Reading(const json& from) : from_(from)
    {
        if (!from.is_object()) fail("it is not an object", {});
    }
    template <class T>
    void need(std::string_view name, T& to)
    {
        if (!take(name, to)) fail("it is missing", '/' + std::string(name));
    }
    template <class T>
    bool take(std::string_view name, T& to)
    {
        const auto at = from_.is_object() ? from_.find(name) : from_.end();
        if (at == from_.end()) return false;
        static const Document kNone = emptyDocument();
        auto value = Codec<T>::read(*at, kNone);
        if (value)
            to = *std::move(value);
        else
            fail(value.error().message, '/' + std::string(name) + value.error().where);
        return true;
    }
    void fail(std::string message, std::string where)
    {
        if (!error_) error_ = Error{std::move(message), std::move(where)};
    }
    const std::optional<Error>& error() const { return error_; }

private:
    const json& from_;
    std::optional<Error> error_;
};

/// Whole frames from the start, and the end.
std::vector<double> framesOf(double start, double end)
{
    constexpr double kSame = 1e-6, kMost = 1e6;
    std::vector<double> frames;
    if (!(end - start >= 0 && end - start < kMost)) return frames;
    const int whole = static_cast<int>(std::floor(end - start + kSame));
    for (int i = 0; i <= whole; ++i) frames.push_back(start + i);
    if (end - frames.back() > kSame) frames.push_back(end);
    return frames;
}

json nodeJson(const Node& node)
{
    const Transform usual;
    json out{{"id", static_cast<std::uint64_t>(node.id)}, {"name", node.name}};
    if (node.parent != kNoNode) out["parent"] = node.parent;
    out["place"] = Codec<Vec3>::write(node.rest.translation, nullptr);
    out["turn"] = Codec<Quat>::write(node.rest.rotation, nullptr);
    if (node.rest.scale != usual.scale) out["size"] = Codec<Vec3>::write(node.rest.scale, nullptr);
    if (const BonePart* bone = node.bone()) {
        out["tip"] = Codec<Vec3>::write(bone->tip, nullptr);
        if (bone->tipGiven) out["tipGiven"] = true;
    }
    return out;
}

Result<Node> nodeFrom(const json& from)
{
    Node node;
    Reading reading(from);
    BonePart bone;
    int parent = kNoNode;
    reading.need("id", node.id);
    reading.need("name", node.name);
    reading.take("parent", parent);
    node.parent = parent;
    reading.need("place", node.rest.translation);
    reading.need("turn", node.rest.rotation);
    reading.take("size", node.rest.scale);
    if (reading.take("tip", bone.tip)) {
        reading.take("tipGiven", bone.tipGiven);
        node.part = bone;
    }
    if (reading.error()) return *reading.error();
    return node;
}

json skinJson(const Skin& skin)
{
    json joints = json::array(), bind = json::array();
    for (const NodeId joint : skin.joints) joints.push_back(static_cast<std::uint64_t>(joint));
    for (const Eigen::Matrix4f& m : skin.inverseBind)
        for (int i = 0; i < 16; ++i) bind.push_back(double(m.data()[i]));
    return {{"joints", std::move(joints)}, {"inverseBind", std::move(bind)}};
}

Result<Skin> skinFrom(const json& from)
{
    Skin skin;
    std::vector<double> bind;
    Reading reading(from);
    reading.need("joints", skin.joints);
    reading.need("inverseBind", bind);
    if (!reading.error() && bind.size() != 16 * skin.joints.size())
        reading.fail("there is not one matrix for each joint", "/inverseBind");
    if (reading.error()) return *reading.error();
    for (std::size_t joint = 0; joint < skin.joints.size(); ++joint) {
        Eigen::Matrix4f& m = skin.inverseBind.emplace_back();
        for (int i = 0; i < 16; ++i) m.data()[i] = static_cast<float>(bind[16 * joint + i]);
    }
    return skin;
}

json threeJson(const std::array<Shared<Curve>, 3>& curves)
{
    json out = json::array();
    for (std::size_t i = 0; i < curves[0]->size(); ++i)
        for (int axis = 0; axis < 3; ++axis) out.push_back(curves[axis]->keys()[i].value);
    return out;
}

json trackJson(const Track& track)
{
    json out{{"node", static_cast<std::uint64_t>(track.node)}};
    if (!track.rotation->empty()) {
        json turns = json::array();
        for (const RotationKey& key : track.rotation->keys())
            for (const double part : {key.value.x(), key.value.y(), key.value.z(), key.value.w()})
                turns.push_back(part);
        out["turns"] = std::move(turns);
    }
    if (hasKeys(track.translation)) out["places"] = threeJson(track.translation);
    if (hasKeys(track.scale)) out["sizes"] = threeJson(track.scale);
    return out;
}

/// Are there `each` numbers per frame, or `each` numbers in all?
bool fits(const std::vector<double>& numbers, std::size_t each, const std::vector<double>& frames)
{
    return numbers.size() == each || numbers.size() == each * frames.size();
}

std::array<Shared<Curve>, 3> threeFrom(const std::vector<double>& numbers,
                                       const std::vector<double>& frames)
{
    std::array<std::vector<Key>, 3> keys;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        keys[i % 3].push_back(linearKey(frames[i / 3], numbers[i]));
    std::array<Shared<Curve>, 3> out;
    for (int axis = 0; axis < 3; ++axis) out[axis] = Curve::fromKeys(std::move(keys[axis]));
    return out;
}

Result<Track> trackFrom(const json& from, const std::vector<double>& frames)
{
    Track track;
    std::vector<double> turns, places, sizes;
    Reading reading(from);
    reading.need("node", track.node);
    const bool turned = reading.take("turns", turns), moved = reading.take("places", places),
               sized = reading.take("sizes", sizes);
    if ((turned && !fits(turns, 4, frames)) || (moved && !fits(places, 3, frames)) ||
        (sized && !fits(sizes, 3, frames)))
        reading.fail("it has not one value a frame", {});
    std::vector<RotationKey> keys;
    for (std::size_t i = 0; !reading.error() && i < turns.size(); i += 4) {
        const Quat turn(turns[i + 3], turns[i], turns[i + 1], turns[i + 2]);
        if (!(std::abs(turn.norm() - 1) < 1e-6)) reading.fail("a turn is no rotation", "/turns");
        keys.push_back({frames[i / 4], turn, RotationInterpolation::Slerp});
    }
    if (reading.error()) return *reading.error();
    if (turned) track.rotation = RotationTrack::fromKeys(std::move(keys));
    if (moved) track.translation = threeFrom(places, frames);
    if (sized) track.scale = threeFrom(sizes, frames);
    return track;
}

template <class Row, class Read>
std::optional<Error> rowsFrom(const json& from, const char* name, Read&& read,
                              std::vector<Row>& out)
{
    const auto at = from.find(name);
    const std::string where = '/' + std::string(name);
    if (at == from.end()) return {};
    if (!at->is_array()) return Error{"it is not a list", where};
    for (const json& row : *at) {
        auto value = read(row);
        if (!value)
            return Error{value.error().message,
                         where + '/' + std::to_string(out.size()) + value.error().where};
        out.push_back(*std::move(value));
    }
    return {};
}

}  // namespace

std::span<const Word<retarget::Travel>> words(retarget::Travel)
{
    using retarget::Travel;
    static constexpr Word<Travel> kWords[]{
        {Travel::Scaled, "scaled"}, {Travel::AsItIs, "asItIs"}, {Travel::InPlace, "inPlace"}};
    return kWords;
}

std::span<const Word<retarget::Ground>> words(retarget::Ground)
{
    using retarget::Ground;
    static constexpr Word<Ground> kWords[]{
        {Ground::Guessed, "guess"}, {Ground::Found, "found"}, {Ground::Kept, "keep"}};
    return kWords;
}

std::string Codec<retarget::Reference>::kind()
{
    return "automatic|rest|bind|frame";
}
json Codec<retarget::Reference>::write(const retarget::Reference& value, const Document*)
{
    using Is = retarget::Reference::Kind;
    switch (value.kind) {
    case Is::Automatic: return "automatic";
    case Is::Rest: return "rest";
    case Is::Bind: return "bind";
    case Is::Frame: break;
    }
    return value.frame;
}
Result<retarget::Reference> Codec<retarget::Reference>::read(const json& value, const Document&)
{
    using Is = retarget::Reference::Kind;
    if (value.is_number() && std::isfinite(value.get<double>()))
        return retarget::Reference{Is::Frame, value.get<double>()};
    if (value == "automatic") return retarget::Reference{};
    if (value == "rest") return retarget::Reference{Is::Rest};
    if (value == "bind") return retarget::Reference{Is::Bind};
    return Error{"it is not one of " + kind(), {}};
}

std::string Codec<retarget::Facing>::kind()
{
    return "asItIs|front|degrees";
}
json Codec<retarget::Facing>::write(const retarget::Facing& value, const Document*)
{
    using Is = retarget::Facing::Kind;
    switch (value.kind) {
    case Is::AsItIs: return "asItIs";
    case Is::Front: return "front";
    case Is::Turned: break;
    }
    return value.degrees;
}
Result<retarget::Facing> Codec<retarget::Facing>::read(const json& value, const Document&)
{
    using Is = retarget::Facing::Kind;
    if (value.is_number() && std::isfinite(value.get<double>()))
        return retarget::Facing{Is::Turned, value.get<double>()};
    if (value == "asItIs") return retarget::Facing{};
    if (value == "front") return retarget::Facing{Is::Front};
    return Error{"it is not one of " + kind(), {}};
}

std::string Codec<Shared<Document>>::kind()
{
    return "motion";
}

json Codec<Shared<Document>>::write(const Shared<Document>& value, const Document*)
{
    const Document& doc = *value;
    json out{{"name", doc.clip().name}, {"fps", doc.clip().rate}, {"start", doc.playback.start},
             {"end", doc.playback.end}, {"nodes", json::array()}, {"tracks", json::array()}};
    if (doc.unit != LengthUnit::Metre) out["unit"] = "unknown";
    for (const Node& node : doc.scene->nodes()) out["nodes"].push_back(nodeJson(node));
    for (const Skin& skin : doc.scene->skins()) out["skins"].push_back(skinJson(skin));
    for (const Shared<Track>& track : doc.clip().tracks) out["tracks"].push_back(trackJson(*track));
    return out;
}

Result<Shared<Document>> Codec<Shared<Document>>::read(const json& value, const Document&)
{
    Document doc;
    Clip clip;
    std::string unit;
    Reading reading(value);
    reading.need("name", clip.name);
    reading.need("fps", clip.rate);
    reading.need("start", doc.playback.start);
    reading.need("end", doc.playback.end);
    reading.take("unit", unit);
    if (reading.error()) return *reading.error();
    const std::vector<double> frames = framesOf(doc.playback.start, doc.playback.end);
    if (frames.empty()) return Error{"it has no range, or too long a one", "/end"};
    std::vector<Node> nodes;
    std::vector<Skin> skins;
    std::vector<Track> tracks;
    const auto track = [&](const json& row) { return trackFrom(row, frames); };
    for (const auto& fault :
         {rowsFrom(value, "nodes", nodeFrom, nodes), rowsFrom(value, "skins", skinFrom, skins),
          rowsFrom(value, "tracks", track, tracks)})
        if (fault) return *fault;
    for (const Node& node : nodes)
        doc.nextId = std::max(doc.nextId, static_cast<std::uint64_t>(node.id) + 1);
    Result<Scene> scene = Scene::make(std::move(nodes), std::move(skins));
    if (!scene) return Error{scene.error().message, "/nodes"};
    doc.scene = *std::move(scene);
    for (Track& each : tracks) clip.tracks.emplace_back(std::move(each));
    doc.clips.emplace_back(std::move(clip));
    if (unit == "unknown") doc.unit = LengthUnit::Unknown;
    if (const Result<void> valid = validate(doc); !valid)
        return Error{"the motion is broken: " + valid.error().message, {}};
    return Shared<Document>(std::move(doc));
}

json toJson(const Origin& origin)
{
    json out = {{"clip", origin.clip},
                {"file", origin.file},
                {"motion", Codec<Shared<Document>>::write(origin.motion, nullptr)},
                {"standsIn", origin.standsIn},
                {"standsAt", origin.standsAt},
                {"made", Codec<decltype(origin.made)>::write(origin.made, nullptr)}};
    eachMember<RetargetSetup>([&](const auto& member) {
        out[member.name] =
            Codec<MemberType<decltype(member)>>::write(origin.how.*member.at, nullptr);
    });
    return out;
}

Result<Shared<Origin>> originFrom(const json& from)
{
    Origin origin;
    Reading reading(from);
    reading.need("clip", origin.clip);
    reading.take("file", origin.file);
    reading.need("motion", origin.motion);
    eachMember<RetargetSetup>([&](const auto& member) {
        if (member.kept == Kept::Always)
            reading.need(member.name, origin.how.*member.at);
        else
            reading.take(member.name, origin.how.*member.at);
    });
    reading.take("standsIn", origin.standsIn);
    reading.take("standsAt", origin.standsAt);
    reading.take("made", origin.made);
    if (reading.error()) return *reading.error();
    return Shared<Origin>(std::move(origin));
}

Check checkRole(const std::string& name)
{
    if (retarget::roleNamed(name)) return {};
    return "there is no role \"" + name + '"';
}

Check check(const Document&, const retarget::Facing& facing)
{
    return std::isfinite(facing.degrees) ? Check() : Check("it is not finite");
}

Check check(const Document&, const retarget::Reference& reference)
{
    if (std::isfinite(reference.frame)) return {};
    return "it is not a frame";
}

}  // namespace posewright::edit
