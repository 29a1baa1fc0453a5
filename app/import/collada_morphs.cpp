#include "app/import/collada_morphs.h"

#include "app/import/collada_tag.h"

#include <cstddef>
#include <map>
#include <string_view>

namespace posewright::import {

namespace {

/// Removes the controllers that are morphs. @return the mesh of each, by id, with their hashes
std::map<std::string, std::string> takeMorphs(std::string& text, Lost& lost)
{
    constexpr std::string_view kOpen = "<controller ", kClose = "</controller>";
    std::map<std::string, std::string> meshes;
    std::size_t at = 0;
    while ((at = text.find(kOpen, at)) != std::string::npos) {
        const std::size_t close = text.find(kClose, at);
        const std::size_t morph = text.find("<morph ", at);
        if (close == std::string::npos) break;
        if (morph > close) {
            at = close;
            continue;
        }
        const std::string id = attributeOf(text, at, "id");
        meshes["#" + id] = attributeOf(text, morph, "source");
        lost.add("morphs of COLLADA files are left out", id);
        text.erase(at, close + kClose.size() - at);
    }
    return meshes;
}

/// Replaces a word in the tag at `tag`, if it is there.
void replaceIn(std::string& text, std::size_t tag, const std::string& word, const std::string& by)
{
    const std::size_t at = text.find(word, tag);
    if (at < text.find('>', tag)) text.replace(at, word.size(), by);
}

}  // namespace

std::string withoutMorphs(std::string text, Lost& lost)
{
    const std::map<std::string, std::string> meshes = takeMorphs(text, lost);
    if (meshes.empty()) return text;
    for (std::size_t at = 0; (at = text.find("<skin ", at)) != std::string::npos; ++at)
        if (const auto mesh = meshes.find(attributeOf(text, at, "source")); mesh != meshes.end())
            replaceIn(text, at, mesh->first, mesh->second);
    constexpr std::string_view kController = "instance_controller", kMesh = "instance_geometry";
    for (std::size_t at = 0; (at = text.find("<instance_controller ", at)) != std::string::npos;
         ++at) {
        const auto mesh = meshes.find(attributeOf(text, at, "url"));
        if (mesh == meshes.end()) continue;
        replaceIn(text, at, mesh->first, mesh->second);
        text.replace(at + 1, kController.size(), kMesh);
        const std::size_t end = text.find('>', at);
        const std::size_t close = text.find("</instance_controller", at);
        if (end != std::string::npos && text[end - 1] != '/' && close != std::string::npos)
            text.replace(close + 2, kController.size(), kMesh);
    }
    return text;
}

}  // namespace posewright::import
