#include "core/io/gltf/project/key_tables.h"

#include "core/io/gltf/project/project_extension.h"
#include "core/motion/spelled_checks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace posewright::io::gltf {

namespace {

constexpr std::uint64_t kMostColumns = std::uint64_t{1} << 30;
constexpr std::size_t kCell = sizeof(std::uint64_t);

Checksum sumOf(int columns, std::string_view cells, std::string_view more)
{
    Checksum sum;
    sum.add(std::to_string(columns));
    sum.add(cells);
    sum.add(more);
    return sum;
}

bool isTheSame(const SpelledRows& known, const SpelledRows& read, std::string_view cells)
{
    return known.columns == read.columns && known.others == read.others &&
           known.before == read.before && known.between == read.between &&
           known.oddRows == read.oddRows && known.oddText == read.oddText &&
           cellBytes(known) == cells;
}

}  // namespace

std::size_t tableRow(const Tables& tables, const Shared<SpelledRows>& table)
{
    const auto at =
        std::ranges::find_if(tables, [&](const auto& each) { return each.sameAs(table); });
    return static_cast<std::size_t>(at - tables.begin());
}

std::size_t putNumbers(const SpelledRows& table, std::string& data)
{
    std::vector<std::uint64_t> odd;
    for (const SpelledRows::OddRow& row : table.oddRows)
        odd.insert(odd.end(), {row.row, row.begin, row.end});
    data += rawBytes(table.others);
    data += rawBytes(odd);
    return odd.size();
}

void putTexts(const SpelledRows& table, Json& json, std::string& data)
{
    for (const auto& [name, text] : {std::pair{"before", &table.before},
                                     {"between", &table.between},
                                     {"oddText", &table.oddText}}) {
        json[name] = text->size();
        data += *text;
    }
}

std::string_view cellBytes(const SpelledRows& table)
{
    return rawBytes(table.cells);
}

Json tableToJson(const SpelledRows& table, std::string& data)
{
    const std::size_t first = data.size();
    Json json = {
        {"columns", table.columns}, {"cells", table.cells.size()}, {"others", table.others.size()}};
    json["oddRows"] = putNumbers(table, data);
    putTexts(table, json, data);
    const Checksum sum =
        sumOf(table.columns, cellBytes(table), std::string_view(data).substr(first));
    json["from"] = first;
    json["size"] = data.size() - first;
    json["sum"] = hexOf(sum.value());
    data.append((kCell - data.size() % kCell) % kCell, '\0');  // doubles follow
    return json;
}

int columnsOf(const Json& json)
{
    return static_cast<int>(std::min(count(member(json, "columns")), kMostColumns));
}

void takeNumbers(Taking& taking, SpelledRows& table)
{
    table.others = taking.values<double>("others");
    const auto odd = taking.values<std::uint64_t>("oddRows");
    for (std::size_t i = 0; i + 2 < odd.size(); i += 3)
        table.oddRows.push_back({odd[i], odd[i + 1], odd[i + 2]});
}

void takeTexts(Taking& taking, SpelledRows& table)
{
    table.before = taking.text("before");
    table.between = taking.text("between");
    table.oddText = taking.text("oddText");
}

std::optional<ReadTable> tableFromJson(const GltfFile& file, const Json& json,
                                       std::string_view data,
                                       std::span<const Shared<SpelledRows>> known)
{
    const std::string_view cells = keyData(file, json);
    const auto more = bytesAt(json, data);
    if (!more || cells.size() / kCell != count(member(json, "cells"))) return std::nullopt;
    const int columns = columnsOf(json);
    const bool damaged = !isSum(json, sumOf(columns, cells, *more));

    SpelledRows table;
    table.columns = columns;
    Taking taking(json, *more);
    takeNumbers(taking, table);
    takeTexts(taking, table);
    for (const Shared<SpelledRows>& each : known)
        if (!damaged && isTheSame(*each, table, cells)) return ReadTable{each, false};
    table.cells.resize(cells.size() / kCell);
    if (!table.cells.empty()) std::memcpy(table.cells.data(), cells.data(), cells.size());
    if (damaged && columns > 0) mend(table);
    if (!isSafe(table)) return std::nullopt;
    return ReadTable{std::move(table), damaged};
}

}  // namespace posewright::io::gltf
