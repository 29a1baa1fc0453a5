#include "app/import/collada_keys.h"

#include "app/import/collada_tag.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace posewright::import {

namespace {

/// Cosines that are less are roundings of numbers with four digits.
constexpr double kAcross = 1e-3;
constexpr const char* kWhat =
    "keys that slant a part (shear) are straight here: apply the scale in the program that made "
    "the file";

/// Where the elements of a kind begin, by their ids.
std::map<std::string, std::size_t> elementsOf(std::string_view text, std::string_view open)
{
    std::map<std::string, std::size_t> out;
    eachTag(text, open, [&](std::size_t at) { out.emplace(attributeOf(text, at, "id"), at); });
    return out;
}

/// Samplers and sources.
struct Curves {
    std::string_view text;
    std::map<std::string, std::size_t> samplers, sources;

    /// The numbers of a sampler's output; empty: there are none.
    std::vector<double> outputOf(const std::string& sampler) const
    {
        const auto at = samplers.find(sampler);
        if (at == samplers.end()) return {};
        const std::string_view inputs =
            text.substr(at->second, text.find("</sampler", at->second) - at->second);
        std::string id;
        eachTag(inputs, "<input", [&](std::size_t input) {
            if (attributeOf(inputs, input, "semantic") == "OUTPUT")
                id = attributeOf(inputs, input, "source");
        });
        const auto source = id.empty() ? sources.end() : sources.find(id.substr(1));
        if (source == sources.end()) return {};
        const std::size_t array = text.find("<float_array", source->second);
        if (array == std::string_view::npos) return {};
        return numbersIn(insideOf(text, array));
    }
};

bool slants(const double* rows)
{
    using Matrix = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
    const Eigen::Matrix3d linear = Eigen::Map<const Matrix>(rows).topLeftCorner<3, 3>();
    for (int i = 0; i < 3; ++i) {
        const Eigen::Vector3d one = linear.col(i), other = linear.col((i + 1) % 3);
        if (std::abs(one.dot(other)) > kAcross * one.norm() * other.norm()) return true;
    }
    return false;
}

/// The samplers of a node's properties.
using Samplers = std::map<std::string, std::string>;

bool isKeyed(const Samplers& keyed, const std::string& sid)
{
    return !sid.empty() && std::ranges::any_of(keyed, [&](const auto& one) {
        return one.first == sid || one.first.starts_with(sid + '.');
    });
}

/// An uneven scale comes before a turn in the list of a node's transforms, which ends where
/// anything else begins.
bool scalesBeforeItTurns(std::string_view text, std::size_t node, const Samplers& keyed)
{
    std::size_t at = text.find('>', node);
    if (at == std::string_view::npos || text[at - 1] == '/') return false;
    bool scaled = false;
    while ((at = text.find('<', at)) != std::string_view::npos) {
        const std::string_view tag = text.substr(at);
        if (tag.starts_with("<scale")) {
            const std::vector<double> by = numbersIn(insideOf(text, at));
            scaled |= by.size() == 3 && (by[0] != by[1] || by[1] != by[2]);
        } else if (tag.starts_with("<rotate")) {
            const std::vector<double> by = numbersIn(insideOf(text, at));
            const bool turns = by.size() == 4 && by[3] != 0;
            if (scaled && (turns || isKeyed(keyed, attributeOf(text, at, "sid")))) return true;
        } else if (!tag.starts_with("<translate") && !tag.starts_with("</translate") &&
                   !tag.starts_with("</scale") && !tag.starts_with("</rotate")) {
            return false;
        }
        ++at;
    }
    return false;
}

/// The nodes with keys, and the sampler of each property of theirs.
std::map<std::string, Samplers> keyedIn(std::string_view text)
{
    std::map<std::string, Samplers> out;
    eachTag(text, "<channel", [&](std::size_t at) {
        const std::string target = attributeOf(text, at, "target");
        const std::string sampler = attributeOf(text, at, "source");
        const std::size_t slash = target.find('/');
        if (slash == std::string::npos || sampler.empty()) return;
        out[target.substr(0, slash)].emplace(target.substr(slash + 1), sampler.substr(1));
    });
    return out;
}

}  // namespace

void tellSlantedKeys(std::string_view text, Lost& lost)
{
    const auto keyed = keyedIn(text);
    if (keyed.empty()) return;
    std::set<std::string> matrices;
    eachTag(text, "<matrix",
            [&](std::size_t at) { matrices.insert(attributeOf(text, at, "sid")); });
    const Curves curves{text, elementsOf(text, "<sampler"), elementsOf(text, "<source")};
    const std::map<std::string, std::size_t> nodes = elementsOf(text, "<node");
    for (const auto& [node, properties] : keyed) {
        const auto at = nodes.find(node);
        bool slanted = at != nodes.end() && scalesBeforeItTurns(text, at->second, properties);
        for (const auto& [property, sampler] : properties) {
            if (slanted || !matrices.contains(property)) continue;
            const std::vector<double> values = curves.outputOf(sampler);
            for (std::size_t key = 0; key + 16 <= values.size() && !slanted; key += 16)
                slanted = slants(&values[key]);
        }
        if (slanted) lost.add(kWhat, node);
    }
}

}  // namespace posewright::import
