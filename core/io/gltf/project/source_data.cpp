#include "core/io/gltf/project/source_data.h"

#include "core/io/gltf/project/raw_bytes.h"

#include <algorithm>
#include <utility>

namespace posewright::io::gltf {

namespace {

/// The rows of older projects. Throws Trouble.
SpelledRows ownRows(const Json& json, Taking& taking)
{
    SpelledRows rows;
    rows.columns = columnsOf(json);
    rows.cells = taking.values<std::uint64_t>("cells");
    takeNumbers(taking, rows);
    return rows;
}

}  // namespace

Json sourceToJson(const Source& source, KeyStore& store)
{
    std::string& data = store.doubles;
    const std::size_t first = data.size();
    Json joints = Json::array();
    for (const NodeId joint : source.joints) joints.push_back(static_cast<std::uint64_t>(joint));
    Json json = {{"joints", std::move(joints)}, {"checksum", hexOf(source.checksum)}};
    const std::size_t table = tableRow(store.tables, source.rows);
    const bool own = table == store.tables.size();
    if (own) {
        json["columns"] = source.rows->columns;
        json["cells"] = source.rows->cells.size();
        json["others"] = source.rows->others.size();
        data += cellBytes(*source.rows);
        json["oddRows"] = putNumbers(*source.rows, data);
    } else {
        json["table"] = table;
    }
    for (const auto& [name, text] : {std::pair{"head", &source.head}, {"tail", &source.tail}}) {
        json[name] = text->size();
        data += *text;
    }
    if (own) putTexts(*source.rows, json, data);
    Checksum sum;
    sum.add(std::string_view(data).substr(first));
    json["from"] = first;
    json["size"] = data.size() - first;
    json["sum"] = hexOf(sum.value());
    data.append((8 - data.size() % 8) % 8, '\0');  // doubles follow
    return json;
}

std::optional<Source> sourceFromJson(const Json& json, const KeySource& from)
{
    const auto bytes = bytesAt(json, from.doubles);
    if (!bytes) return std::nullopt;
    Checksum sum;
    sum.add(*bytes);
    if (!isSum(json, sum)) return std::nullopt;
    Taking taking(json, *bytes);
    Source source;
    SpelledRows older;
    const Json* table = find(json, "table");
    if (!table) older = ownRows(json, taking);
    source.head = taking.text("head");
    source.tail = taking.text("tail");
    if (table) {
        source.rows = from.tables[index(*table, from.tables.size(), "table")];
        if (!isSound(*source.rows)) return std::nullopt;
    } else {
        takeTexts(taking, older);
        if (!isSound(older)) refuse(json, "the rows of the source do not fit together");
        source.rows = std::move(older);
    }
    for (const Json& joint : arrayOf(json, "joints")) source.joints.push_back(NodeId(count(joint)));
    source.checksum = fromHex(text(member(json, "checksum")));
    return source;
}

}  // namespace posewright::io::gltf
