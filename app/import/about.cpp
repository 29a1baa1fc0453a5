#include "app/import/about.h"

#include <array>
#include <string>
#include <utility>

namespace posewright::import {

namespace {

using io::gltf::Json;

/// Names in the metadata of assimp and in FBX, and ours in `extras`.
constexpr std::array<std::pair<std::string_view, const char*>, 11> kFacts{
    {{"Author", "author"},
     {"Title", "title"},
     {"Subject", "subject"},
     {"Keywords", "keywords"},
     {"Comment", "comments"},
     {"Comments", "comments"},
     {"Revision", "revision"},
     {"Created", "created"},
     {"Modified", "modified"},
     {"SourceAsset_Generator", "madeWith"},
     {"SourceAsset_Copyright", "copyright"}}};

}  // namespace

Json aboutFile(const aiScene& scene, const Unsaid& unsaid)
{
    std::map<std::string, std::string> said = unsaid.about;
    const aiMetadata* data = scene.mMetaData;
    for (unsigned i = 0; data && i < data->mNumProperties; ++i)
        if (data->mValues[i].mType == AI_AISTRING)
            said.emplace(data->mKeys[i].C_Str(),
                         static_cast<const aiString*>(data->mValues[i].mData)->C_Str());
    Json asset = {{"version", "2.0"}, {"generator", "Posewright import by assimp"}};
    Json extras = Json::object();
    for (const auto& [name, ours] : kFacts) {
        const auto fact = said.find(std::string(name));
        if (fact == said.end() || fact->second.find_first_not_of(" \t\r\n") == std::string::npos)
            continue;
        if (std::string_view(ours) == "copyright")
            asset["copyright"] = fact->second;
        else
            extras[ours] = fact->second;
    }
    if (!extras.empty()) asset["extras"] = std::move(extras);
    return asset;
}

}  // namespace posewright::import
