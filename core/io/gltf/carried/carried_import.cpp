#include "core/io/gltf/carried/carried_import.h"

#include "core/io/gltf/carried/carried_normal.h"
#include "core/io/gltf/carried_scale.h"
#include "core/io/gltf/picture_type.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostData = std::size_t{2} << 30;

void eraseIfEmpty(Json& object, const char* name)
{
    const auto at = object.find(name);
    if (at != object.end() && at->is_structured() && at->empty()) object.erase(at);
}

void eraseOurExtension(Json& object)
{
    const auto extensions = object.find("extensions");
    if (extensions == object.end() || !extensions->is_object()) return;
    extensions->erase(kExtension);
    eraseIfEmpty(object, "extensions");
}

class RestOfFile {
public:
    RestOfFile(GltfFile& file, Document& doc, const std::vector<NodeOrigin>& nodes, double scale) :
        file_(file), doc_(doc), nodes_(nodes), scale_(scale)
    {
    }

    void take()
    {
        joinBuffers();
        readPictures();
        form_.gltf = file_.takeJson();
        form_.size = file_.jsonSize();
        Json& gltf = form_.gltf;
        takeRoot();
        if (scale_ != 1) scaleCarried(form_, carried_.data, scale_, file_.diagnostics());
        findListed();
        form_.own["nodes"] = Json::array();
        for (std::size_t row = 0; row < nodes_.size(); ++row) takeNode(row);
        if (gltf.contains("skins"))
            for (Json& skin : gltf["skins"]) skin.erase("joints");
        takeAnimations();
        carried_.skins = doc_.scene->skins();
        carried_.gltf = true;
        doc_.carried = std::move(carried_);
        Diagnostics told;
        normaliseRead(std::move(form_), doc_, told);
        // Notes about the written form come when the file is written.
        std::copy_if(
            told.begin(), told.end(), std::back_inserter(file_.diagnostics()),
            [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Warning; });
    }

private:
    void warn(std::string message, std::string place)
    {
        file_.diagnostics().push_back(
            {Diagnostic::Severity::Warning, std::move(message), std::move(place)});
    }

    std::size_t append(std::string_view bytes)
    {
        std::vector<std::uint8_t>& data = carried_.data;
        data.resize((data.size() + 7) / 8 * 8, 0);
        const std::size_t at = data.size();
        const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
        data.insert(data.end(), from, from + bytes.size());
        return at;
    }

    void joinBuffers()
    {
        carried_.data = file_.takeOnlyBuffer();
        if (!carried_.data.empty()) offset_.push_back(0);
        std::map<std::pair<const char*, std::size_t>, std::size_t> known;
        for (const std::string_view buffer : file_.buffers()) {
            const auto [at, isNew] = known.try_emplace({buffer.data(), buffer.size()}, 0);
            if (isNew) at->second = append(buffer);
            offset_.push_back(at->second);
        }
    }

    void readPictures()
    {
        std::map<std::string, std::pair<std::size_t, std::size_t>> read;
        const Json& images = arrayOf(file_.json(), "images");
        for (std::size_t row = 0; row < images.size(); ++row) {
            const Json* uri = images[row].is_object() ? find(images[row], "uri") : nullptr;
            if (!uri || !uri->is_string() || find(images[row], "bufferView")) continue;
            const std::string& spelled = text(*uri);
            const std::string place = "#/images/" + std::to_string(row);
            auto known = read.find(spelled);
            if (known == read.end()) {
                std::string bytes;
                try {
                    bytes = file_.resource(*uri);
                } catch (const Trouble& trouble) {
                    if (isData(spelled)) continue;
                    warn("the picture " + inQuotes(spelled) +
                             " is not taken in, and has to lie beside what is saved: " +
                             trouble.message,
                         place);
                    continue;
                }
                if (isData(spelled) && !pictureTypeOf(bytes)) continue;
                if (!pictureTypeOf(bytes) || carried_.data.size() + bytes.size() > kMostData) {
                    warn("the picture " + inQuotes(spelled) +
                             " is not taken in, and has to lie beside what is saved: it is of no "
                             "type that glTF knows, or too large",
                         place);
                    continue;
                }
                if (const char* fault = isData(spelled) ? nullptr : pictureFault(bytes))
                    warn("the picture " + inQuotes(spelled) + " may not be shown: " + fault, place);
                const std::size_t size = bytes.size();
                known = read.emplace(spelled, std::pair(append(bytes), size)).first;
            }
            pictures_.push_back({row, known->second.first, known->second.second});
        }
    }

    /// Is the image inside the URI?
    static bool isData(const std::string& uri) { return uri.rfind("data:", 0) == 0; }

    void takeRoot()
    {
        Json& gltf = form_.gltf;
        eraseOurExtension(gltf);
        for (const char* list : {"extensionsUsed", "extensionsRequired"})
            if (gltf.contains(list) && gltf[list].is_array()) {
                Json& names = gltf[list];
                names.erase(std::remove(names.begin(), names.end(), Json(kExtension)), names.end());
            }
        takeBuffers();
        for (const auto& picture : pictures_) placePicture(picture);
        // glTF 2.0 allows no empty lists at the top; what is in extras is free.
        for (auto member = gltf.begin(); member != gltf.end();)
            member = member->is_array() && member->empty() && member.key() != "extras"
                         ? gltf.erase(member)
                         : std::next(member);
        form_.own["unsigned"] = !gltf["asset"].contains("generator");
    }

    /// Merges all buffers into one; members of the first one stay.
    void takeBuffers()
    {
        Json& gltf = form_.gltf;
        if (!gltf.contains("buffers")) return;
        Json buffers = std::move(gltf["buffers"]);
        gltf.erase("buffers");
        for (std::size_t row = 0; row < buffers.size(); ++row) {
            Json& buffer = buffers[row];
            buffer.erase("uri");
            buffer.erase("byteLength");
            if (row == 0 || buffer.empty()) continue;
            std::string names;
            for (const auto& [name, value] : buffer.items())
                names += (names.empty() ? "" : ", ") + name;
            warn("the buffers become one, and what the file says of this one is lost: " + names,
                 "#/buffers/" + std::to_string(row));
        }
        if (!buffers.empty() && !buffers[0].empty()) gltf["buffers"] = Json::array({buffers[0]});
        if (offset_.size() < 2 || !gltf.contains("bufferViews")) return;
        const auto move = [&](Json& view) {
            const std::size_t at = view["buffer"].get<std::size_t>();
            if (at == 0 || at >= offset_.size()) return;
            view["buffer"] = 0U;
            view["byteOffset"] = count(view, "byteOffset", 0) + offset_[at];
        };
        for (Json& view : gltf["bufferViews"]) {
            move(view);
            if (!view.contains("extensions") || !view["extensions"].is_object()) continue;
            for (auto& [name, extension] : view["extensions"].items())
                if (name.find("meshopt_compression") != std::string::npos &&
                    extension.is_object() && extension.contains("buffer") &&
                    extension["buffer"].is_number_unsigned())
                    move(extension);
        }
    }

    struct PlacedImage {
        std::size_t image;
        std::size_t at;
        std::size_t size;
    };

    void placePicture(const PlacedImage& picture)
    {
        Json& gltf = form_.gltf;
        Json& image = gltf["images"][picture.image];
        const std::string_view bytes(
            reinterpret_cast<const char*>(carried_.data.data()) + picture.at, picture.size);
        image["bufferView"] = gltf["bufferViews"].size();
        if (!image.contains("mimeType")) image["mimeType"] = pictureTypeOf(bytes);
        if (!image.contains("name") && !isData(text(image["uri"]))) image["name"] = image["uri"];
        image.erase("uri");
        gltf["bufferViews"].push_back(
            {{"buffer", 0U}, {"byteOffset", picture.at}, {"byteLength", picture.size}});
    }

    void takeNode(std::size_t row)
    {
        Json& json = form_.gltf["nodes"][row];
        eraseOurExtension(json);
        const NodeOrigin& origin = nodes_[row];
        if (origin.endOf != NodeId::None) {
            Json entry = {{"end", static_cast<std::uint64_t>(origin.endOf)}};
            if (origin.tip) entry["tip"] = true;
            form_.own["nodes"].push_back(std::move(entry));
            return;
        }
        const Node& node = (*doc_.scene)[doc_.scene->find(origin.id)];
        Json entry = {{"id", static_cast<std::uint64_t>(origin.id)}};
        if (text(json, "name", "\n") == node.name && saidOfNode(json).empty())
            json.erase("name");
        else
            entry["name"] = node.name;
        takeTransform(json, node.rest, entry);
        takeChildren(json, entry);
        if (std::holds_alternative<MeshPart>(node.part)) {
            json.erase("mesh");
            json.erase("skin");
        }
        if (node.parent == kNoNode && !listed_[row]) entry["loose"] = true;
        form_.own["nodes"].push_back(std::move(entry));
    }

    /// Values that were imported unchanged need not be stored twice.
    static void takeTransform(Json& json, const Transform& rest, Json& entry)
    {
        static constexpr std::array<const char*, 4> kMembers{"matrix", "translation", "rotation",
                                                             "scale"};
        Json ours = Json::object();
        addTransform(ours, rest);
        const bool same = std::all_of(kMembers.begin(), kMembers.end(), [&](const char* member) {
            const auto mine = ours.find(member), its = json.find(member);
            if (mine == ours.end() || its == json.end())
                return mine == ours.end() && its == json.end();
            return *mine == *its;
        });
        if (!same) {
            entry["rest"] = true;
            return;
        }
        for (const char* member : kMembers) json.erase(member);
    }

    static void takeChildren(Json& json, Json& entry)
    {
        const auto children = json.find("children");
        if (children == json.end()) return;
        if (std::is_sorted(children->begin(), children->end()))
            json.erase(children);
        else
            entry["children"] = children->size();
    }

    void findListed()
    {
        const bool any = form_.gltf.contains("scenes");
        listed_.assign(nodes_.size(), !any);
        if (!any) return;
        for (const Json& scene : form_.gltf["scenes"])
            for (const Json& row : arrayOf(scene, "nodes")) listed_[row.get<std::size_t>()] = true;
    }

    void takeAnimations()
    {
        form_.own["animations"] = Json::array();
        const std::size_t count = form_.rows("animations");
        for (std::size_t row = 0; row < count; ++row) {
            const Clip& clip = *doc_.clips[row];
            Json entry = {{"rate", clip.rate}};
            if (text(form_.gltf["animations"][row], "name", "\n") != clip.name)
                entry["name"] = clip.name;
            form_.own["animations"].push_back(std::move(entry));
            carried_.tracks.push_back(clip.tracks);
            if (scale_ != 1) dropTranslations(carried_.tracks.back());
            doc_.clips[row] =
                doc_.clips[row].with([row](Clip& c) { c.source = static_cast<int>(row); });
        }
    }

    GltfFile& file_;
    Document& doc_;
    const std::vector<NodeOrigin>& nodes_;
    double scale_;
    CarriedForm form_;
    Carried carried_;
    std::vector<std::size_t> offset_;  ///< of each buffer in `data`
    std::vector<PlacedImage> pictures_;
    std::vector<bool> listed_;  ///< rows listed by some scene
};

}  // namespace

void carryRest(GltfFile& file, Document& doc, const std::vector<NodeOrigin>& nodes, double scale)
{
    RestOfFile(file, doc, nodes, scale).take();
}

}  // namespace posewright::io::gltf
