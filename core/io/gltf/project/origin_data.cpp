#include "core/io/gltf/project/origin_data.h"

#include "core/base/checksum.h"
#include "core/edit/origin_json.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kShort = 16;  ///< shorter lists stay in the JSON
constexpr int kDeepest = 8;         ///< nesting of lists in objects
constexpr const char* kAt = "doubles";

std::string sumText(std::uint64_t value)
{
    std::array<char, 16> digits{};
    const auto [end, ec] = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return {digits.data(), end};
}

bool isNumbers(const Json& json)
{
    return json.is_array() && json.size() > kShort &&
           std::all_of(json.begin(), json.end(), [](const Json& n) { return n.is_number_float(); });
}

/// Moves long lists of numbers into `data`, as {"doubles": start, "count": number}.
void pack(Json& json, std::string& data)
{
    if (isNumbers(json)) {
        const std::size_t first = data.size() / sizeof(double), count = json.size();
        for (const Json& number : json) {
            const auto value = number.get<double>();
            data.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
        json = Json{{kAt, first}, {"count", count}};
        return;
    }
    if (json.is_structured())
        for (Json& part : json) pack(part, data);
}

/// @param budget  how many doubles may still be read, so that none is read twice
bool unpack(Json& json, std::string_view data, std::size_t& budget, int depth)
{
    if (!json.is_structured()) return true;
    if (depth > kDeepest) return false;
    const Json* first = json.is_object() ? find(json, kAt) : nullptr;
    if (!first)
        return std::all_of(json.begin(), json.end(),
                           [&](Json& part) { return unpack(part, data, budget, depth + 1); });
    const std::uint64_t at = count(*first), size = count(member(json, "count"));
    const std::uint64_t all = data.size() / sizeof(double);
    if (at > all || size > all - at || size > budget) return false;
    budget -= static_cast<std::size_t>(size);
    Json numbers = Json::array();
    for (std::uint64_t i = at; i < at + size; ++i) {
        double value = 0;
        std::memcpy(&value, data.data() + i * sizeof value, sizeof value);
        numbers.push_back(value);
    }
    json = std::move(numbers);
    return true;
}

}  // namespace

Json originsToJson(const std::vector<Shared<Origin>>& origins, std::string& data)
{
    Json rows = Json::array();
    for (const Shared<Origin>& origin : origins) {
        const std::size_t first = data.size();
        std::string own;
        Json row = Json(edit::toJson(*origin));
        pack(row, own);
        data += own;
        Checksum sum;
        sum.add(own);
        row["from"] = first;
        row["size"] = own.size();
        row["sum"] = sumText(sum.value());
        rows.push_back(std::move(row));
    }
    return rows;
}

std::optional<Shared<Origin>> originFromJson(const Json& json, std::string_view data)
{
    const std::uint64_t first = count(member(json, "from")), size = count(member(json, "size"));
    if (first > data.size() || size > data.size() - first) return std::nullopt;
    data = data.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
    Checksum sum;
    sum.add(data);
    if (sumText(sum.value()) != text(member(json, "sum"))) return std::nullopt;
    Json whole = json;
    std::size_t budget = data.size() / sizeof(double);
    if (!unpack(whole, data, budget, 0)) return std::nullopt;
    auto origin = edit::originFrom(whole);
    return origin ? std::optional(*std::move(origin)) : std::nullopt;
}

}  // namespace posewright::io::gltf
