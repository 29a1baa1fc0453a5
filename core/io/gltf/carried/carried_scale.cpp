#include "core/io/gltf/carried_scale.h"

#include "core/io/gltf/carried/carried_lengths.h"
#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/gltf/gltf_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string_view>

namespace posewright::io::gltf {

namespace {

void scaleNumber(Json& object, const char* name, double factor)
{
    const auto value = object.find(name);
    if (value != object.end() && value->is_number()) *value = value->get<double>() * factor;
}

/// A nested member; null if it does not exist.
Json* below(Json& object, std::initializer_list<const char*> steps)
{
    Json* at = &object;
    for (const char* step : steps) {
        if (!at->is_object() || !at->contains(step)) return nullptr;
        at = &(*at)[step];
    }
    return at;
}

template <class Visit>
void eachRow(Json& gltf, const char* list, Visit&& visit)
{
    if (gltf.contains(list) && gltf[list].is_array())
        for (Json& row : gltf[list]) visit(row);
}

class Scaler {
public:
    Scaler(CarriedForm& form, std::vector<std::uint8_t>& data, double factor, Diagnostics& told) :
        gltf_(form.gltf), data_(data), factor_(factor), told_(told)
    {
    }

    void run()
    {
        std::size_t animation = 0;
        eachRow(gltf_, "animations", [&](Json& keys) { dropTranslations(keys, animation++); });
        openData();
        eachRow(gltf_, "nodes", [&](Json& node) { scaleNode(node); });
        if (file_)
            eachLengths(
                gltf_, [this](Json& object, const char* member) { scaleAccessor(object, member); });
        eachRow(gltf_, "meshes", [&](Json& mesh) {
            for (Json& primitive : mesh["primitives"]) unpack(primitive);
        });
        eachRow(gltf_, "cameras", [&](Json& camera) {
            for (const char* kind : {"perspective", "orthographic"})
                if (Json* numbers = below(camera, {kind}))
                    for (const char* name : {"znear", "zfar", "xmag", "ymag"})
                        scaleNumber(*numbers, name, factor_);
        });
        if (Json* lights = below(gltf_, {"extensions", kLightsExtension}))
            eachRow(*lights, "lights", [&](Json& light) { scaleNumber(light, "range", factor_); });
        eachRow(gltf_, "materials", [&](Json& material) {
            if (Json* volume = below(material, {"extensions", "KHR_materials_volume"}))
                for (const char* name : {"thicknessFactor", "attenuationDistance"})
                    scaleNumber(*volume, name, factor_);
        });
        tellOfUnknown();
        file_.reset();  // it refers to the data
        if (!released_.empty() && knowsAllExtensions(gltf_) && !hasPackedViews(gltf_))
            dropUnused(gltf_, data_, std::move(released_), {});
    }

private:
    void openData()
    {
        Json json = {{"asset", {{"version", "2.0"}}}};
        for (const char* list : {"bufferViews", "accessors"})
            if (gltf_.contains(list)) json[list] = gltf_[list];
        const std::string_view bytes(reinterpret_cast<const char*>(data_.data()), data_.size());
        if (!bytes.empty()) json["buffers"] = Json::array({{{"byteLength", bytes.size()}}});
        auto file = GltfFile::load(glbBytes(json.dump(), bytes), {});
        if (file) {
            file_ = std::move(*file);
            onlyLengths_ = onlyLengths(gltf_, *file_, data_.size(), released_);
        }
        done_.assign(data_.size() / sizeof(float) + 1, false);
    }

    void scaleNode(Json& node)
    {
        for (const char* member : {"translation", "matrix"}) {
            const auto numbers = node.find(member);
            if (numbers == node.end()) continue;
            const std::size_t first = member[0] == 'm' ? kPlaceInMatrix : 0;
            for (std::size_t i = first; i < first + 3; ++i)
                (*numbers)[i] = (*numbers)[i].get<double>() * factor_;
        }
    }

    void unpack(Json& primitive)
    {
        if (!below(primitive, {"extensions", "KHR_draco_mesh_compression"})) return;
        primitive["extensions"].erase("KHR_draco_mesh_compression");
        told_.push_back({Diagnostic::Severity::Warning,
                         "what is compressed by KHR_draco_mesh_compression cannot be scaled, and "
                         "is kept without compression",
                         {}});
    }

    void scaleAccessor(Json& object, const char* member)
    {
        if (!object.is_object() || !object.contains(member)) return;
        Json& row = object[member];
        if (!row.is_number_unsigned() || row >= file_->accessors().size()) return;
        const auto which = row.get<std::size_t>();
        auto known = scaled_.find(which);
        if (known == scaled_.end()) {
            const Accessor& accessor = file_->accessors()[which];
            const bool inPlace = onlyLengths_[which];
            if (inPlace) scaleInPlace(accessor, which);
            known = scaled_.emplace(which, inPlace ? which : scaledCopy(accessor, which)).first;
        }
        row = known->second;
    }

    void scaleInPlace(const Accessor& accessor, std::size_t which)
    {
        const View& view = file_->views()[accessor.view];
        const std::size_t stride = view.stride ? view.stride : accessor.elementSize;
        const std::size_t first = accessor.isMatrix ? kPlaceInMatrix : 0;
        for (std::size_t row = 0; row < accessor.count; ++row)
            for (std::size_t i = first; i < first + 3; ++i) {
                const std::size_t at =
                    view.offset + accessor.offset + row * stride + i * sizeof(float);
                if (done_[at / sizeof(float)]) continue;
                done_[at / sizeof(float)] = true;
                float value = 0;
                std::memcpy(&value, data_.data() + at, sizeof value);
                value *= static_cast<float>(factor_);
                std::memcpy(data_.data() + at, &value, sizeof value);
            }
        Json& json = gltf_["accessors"][which];
        for (const char* bound : {"min", "max"})
            if (json.contains(bound))
                for (std::size_t i = first; i < first + 3; ++i)
                    json[bound][i] = static_cast<float>(json[bound][i].get<double>()) *
                                     static_cast<float>(factor_);
    }

    std::size_t scaledCopy(const Accessor& accessor, std::size_t which)
    {
        std::vector<float> values;
        try {
            values = file_->floats(static_cast<int>(which));
        } catch (const Trouble&) {
            return which;
        }
        const std::size_t width = static_cast<std::size_t>(accessor.components);
        const std::size_t first = accessor.isMatrix ? kPlaceInMatrix : 0;
        Json low = Json::array();
        Json high = Json::array();
        for (std::size_t i = first; i < first + 3; ++i) {
            float least = 0;
            float most = 0;
            for (std::size_t row = 0; row < accessor.count; ++row) {
                float& value = values[row * width + i];
                value *= static_cast<float>(factor_);
                least = row == 0 ? value : std::min(least, value);
                most = row == 0 ? value : std::max(most, value);
            }
            low.push_back(least);
            high.push_back(most);
        }
        data_.resize((data_.size() + 7) / 8 * 8, 0);
        const std::size_t at = data_.size();
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
        data_.insert(data_.end(), bytes, bytes + values.size() * sizeof(float));
        Json json = gltf_["accessors"][which];
        Json view = viewOfCopy(accessor, which);
        view["buffer"] = 0U;
        view["byteOffset"] = at;
        view["byteLength"] = values.size() * sizeof(float);
        gltf_["bufferViews"].push_back(std::move(view));
        for (const char* member : {"normalized", "byteOffset", "sparse", "min", "max"})
            json.erase(member);
        json["componentType"] = 5126;
        json["bufferView"] = gltf_["bufferViews"].size() - 1;
        if (!accessor.isMatrix) {
            json["min"] = std::move(low);
            json["max"] = std::move(high);
        }
        gltf_["accessors"].push_back(std::move(json));
        return gltf_["accessors"].size() - 1;
    }

    /// What the file says of the view goes along where the accessor may go.
    Json viewOfCopy(const Accessor& accessor, std::size_t which)
    {
        Json view = Json::object();
        if (accessor.componentType != 5126 || accessor.view < 0 || accessor.sparse) return view;
        released_.insert(which);
        const Json& before = gltf_["bufferViews"][static_cast<std::size_t>(accessor.view)];
        for (const char* said : {"name", "extras", "target"})
            if (before.contains(said)) view[said] = before[said];
        return view;
    }

    void dropTranslations(Json& animation, std::size_t row)
    {
        Json& channels = animation["channels"];
        int said = 0;
        const auto moves = [&](const Json& channel) {
            const Json& target = channel["target"];
            const bool goes = target.contains("node") && target["path"] == "translation" &&
                              !isSkinned(target["node"]);
            said += goes && saysMoreThanKeys(animation, channel);
            return goes;
        };
        auto& list = channels.get_ref<Json::array_t&>();
        if (std::ranges::none_of(list, moves)) return;
        said = 0;
        addAccessorsOfKeys(animation, released_);
        std::erase_if(list, moves);
        dropUnusedSamplers(animation);
        if (said > 0)
            told_.push_back({Diagnostic::Severity::Warning,
                             "what the file says beyond their keys of channels that move nodes (" +
                                 std::to_string(said) + ") is lost: they get scaled keys",
                             "#/animations/" + std::to_string(row)});
    }

    /// Keys of a mesh with a skin move nothing, and are named where they are left out.
    bool isSkinned(const Json& node) const
    {
        return gltf_["nodes"][node.get<std::size_t>()].contains("skin");
    }

    /// Do keys point at a length?
    bool pointsAtLengths() const
    {
        static constexpr std::array<std::string_view, 8> kLengths{
            "/translation", "/range", "/znear",           "/zfar",
            "/xmag",        "/ymag",  "/thicknessFactor", "/attenuationDistance"};
        if (!gltf_.contains("animations")) return false;
        return std::ranges::any_of(gltf_["animations"], [](const Json& animation) {
            return animation.contains("channels") &&
                   std::ranges::any_of(animation["channels"], [](const Json& channel) {
                       const std::string* pointer =
                           channel.contains("target") ? pointerIn(channel["target"]) : nullptr;
                       return pointer && std::ranges::any_of(kLengths, [&](std::string_view end) {
                                  return pointer->ends_with(end);
                              });
                   });
        });
    }

    void tellOfUnknown()
    {
        if (!gltf_.contains("extensionsUsed")) return;
        for (const Json& name : gltf_["extensionsUsed"])
            if (name.is_string() && (!isKnownExtension(name.get_ref<const std::string&>()) ||
                                     (name == "KHR_animation_pointer" && pointsAtLengths())))
                told_.push_back({Diagnostic::Severity::Warning,
                                 "lengths in the extension " + name.get<std::string>() +
                                     " are kept as they are, while all others are scaled",
                                 "#/extensionsUsed"});
    }

    Json& gltf_;
    std::vector<std::uint8_t>& data_;
    double factor_;
    Diagnostics& told_;
    std::unique_ptr<GltfFile> file_;
    std::map<std::size_t, std::size_t> scaled_;  ///< by accessor, the row with the scaled numbers
    std::vector<bool> onlyLengths_;              ///< by accessor
    std::set<std::size_t> released_;             ///< accessors that may go
    std::vector<bool> done_;                     ///< floats of `data_` that are scaled already
};

}  // namespace

void scaleCarried(CarriedForm& form, std::vector<std::uint8_t>& data, double factor,
                  Diagnostics& told)
{
    Scaler(form, data, factor, told).run();
}

void dropTranslations(std::vector<Shared<Track>>& tracks)
{
    for (Shared<Track>& track : tracks)
        if (hasKeys(track->translation)) track = track.with([](Track& t) { t.translation = {}; });
    std::erase_if(tracks, [](const Shared<Track>& track) { return track->empty(); });
}

void scaleCarriedOf(Document& scaled, const Document& before, double factor, Diagnostics& told)
{
    auto form = carriedForm(before);
    if (!form) return;
    Carried carried = *before.carried;
    scaleCarried(*form, carried.data, factor, told);
    carried.json = form->text();
    for (std::vector<Shared<Track>>& tracks : carried.tracks) dropTranslations(tracks);
    for (std::size_t row = 0; row < carried.skins.size(); ++row)
        if (carried.skins[row] == before.scene->skins()[row])
            carried.skins[row] = scaled.scene->skins()[row];
    scaled.carried = std::move(carried);
}

}  // namespace posewright::io::gltf
