#include "core/io/gltf/carried/carried_replaced.h"

#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/text.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostRowsNamed = 5;

bool saysMore(const Json& row)
{
    return row.contains("name") || row.contains("extras") || row.contains("extensions");
}

/// Does any of these accessors, or its view, say more? Cheap beside looking for what is unused.
bool anySaysMore(const Json& gltf, const std::set<std::size_t>& accessors)
{
    const auto rowOf = [&](const char* list, std::size_t row) -> const Json* {
        const auto rows = gltf.find(list);
        return rows != gltf.end() && row < rows->size() ? &(*rows)[row] : nullptr;
    };
    return std::ranges::any_of(accessors, [&](std::size_t row) {
        const Json* accessor = rowOf("accessors", row);
        if (!accessor) return false;
        const auto at = accessor->find("bufferView");
        const Json* view =
            at == accessor->end() ? nullptr : rowOf("bufferViews", at->get<std::size_t>());
        return saysMore(*accessor) || (view && saysMore(*view));
    });
}

/// Counts the rows of a list that say something, and keeps a few of their names.
class SaidOfRows {
public:
    SaidOfRows(const Json& gltf, std::string& names, std::size_t& named) :
        gltf_(gltf), names_(names), named_(named)
    {
    }

    std::size_t count(const char* list, const std::set<std::size_t>& rows)
    {
        std::size_t count = 0;
        for (const std::size_t row : rows) {
            const Json& object = gltf_[list][row];
            if (!saysMore(object)) continue;
            ++count;
            const bool isNamed = object.contains("name") && object["name"].is_string();
            if (!isNamed || ++named_ > kMostRowsNamed) continue;
            names_ += (names_.empty() ? "" : ", ") +
                      inQuotes(object["name"].get_ref<const std::string&>());
        }
        return count;
    }

private:
    const Json& gltf_;
    std::string& names_;
    std::size_t& named_;
};

std::string counted(std::size_t count, const char* what)
{
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace

std::string saidOfUnused(Json& gltf, const std::set<std::size_t>& accessors)
{
    if (!anySaysMore(gltf, accessors) || !knowsAllExtensions(gltf) || hasPackedViews(gltf))
        return {};
    const UnusedRows unused = unusedRows(gltf, accessors);
    std::string names;
    std::size_t named = 0;
    SaidOfRows said(gltf, names, named);
    const std::size_t ofAccessors = said.count("accessors", unused.accessors);
    const std::size_t ofViews = said.count("bufferViews", unused.views);
    if (ofAccessors + ofViews == 0) return {};
    std::string out = ofAccessors > 0 ? counted(ofAccessors, "accessor") : "";
    if (ofViews > 0) out += (out.empty() ? "" : " and ") + counted(ofViews, "buffer view");
    if (named > kMostRowsNamed) names += ", ...";
    return names.empty() ? out : out + " (" + names + ')';
}

}  // namespace posewright::io::gltf
