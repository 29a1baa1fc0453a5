#include "core/io/gltf/project/source_data.h"

#include "core/base/checksum.h"

#include <array>
#include <charconv>
#include <cstring>

namespace posewright::io::gltf {

namespace {

std::string hexOf(std::uint64_t value)
{
    std::array<char, 16> digits{};
    const auto [end, ec] = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return {digits.data(), end};
}

std::uint64_t fromHex(const std::string& hex)
{
    std::uint64_t value = 0;
    std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
    return value;
}

template <class T>
void put(const std::vector<T>& values, std::string& data)
{
    data.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Takes pieces off the front of bytes whose checksum was verified.
class Taking {
public:
    Taking(const Json& json, std::string_view bytes) : json_(json), bytes_(bytes) {}

    std::string text(const char* name) { return std::string(piece(count(member(json_, name)), 1)); }
    template <class T>
    std::vector<T> values(const char* name)
    {
        const std::uint64_t size = count(member(json_, name));
        const std::string_view bytes = piece(size, sizeof(T));
        std::vector<T> out(static_cast<std::size_t>(size));
        if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), bytes.data(), bytes.size());
        return out;
    }

private:
    std::string_view piece(std::uint64_t size, std::size_t each)
    {
        if (size > bytes_.size() / each) refuse(json_, "the bytes of the source end too soon");
        const std::string_view out = bytes_.substr(0, static_cast<std::size_t>(size) * each);
        bytes_.remove_prefix(out.size());
        return out;
    }

    const Json& json_;
    std::string_view bytes_;
};

}  // namespace

Json sourceToJson(const Source& source, std::string& data)
{
    const std::size_t first = data.size();
    const SpelledRows& rows = *source.rows;
    Json joints = Json::array();
    for (const NodeId joint : source.joints) joints.push_back(static_cast<std::uint64_t>(joint));
    std::vector<std::uint64_t> odd;
    for (const SpelledRows::OddRow& row : rows.oddRows)
        odd.insert(odd.end(), {row.row, row.begin, row.end});
    Json json = {{"columns", rows.columns},      {"cells", rows.cells.size()},
                 {"others", rows.others.size()}, {"oddRows", odd.size()},
                 {"joints", std::move(joints)},  {"checksum", hexOf(source.checksum)}};
    data.reserve(data.size() + rows.cells.size() * sizeof(std::uint64_t));
    put(rows.cells, data);
    put(rows.others, data);
    put(odd, data);
    const std::pair<const char*, const std::string*> texts[] = {{"head", &source.head},
                                                                {"tail", &source.tail},
                                                                {"before", &rows.before},
                                                                {"between", &rows.between},
                                                                {"oddText", &rows.oddText}};
    for (const auto& [name, text] : texts) {
        json[name] = text->size();
        data += *text;
    }
    Checksum sum;
    sum.add(std::string_view(data).substr(first));
    json["from"] = first;
    json["size"] = data.size() - first;
    json["sum"] = hexOf(sum.value());
    data.append((8 - data.size() % 8) % 8, '\0');  // doubles follow
    return json;
}

std::optional<Source> sourceFromJson(const Json& json, std::string_view data)
{
    const std::uint64_t first = count(member(json, "from"));
    const std::uint64_t size = count(member(json, "size"));
    if (first > data.size() || size > data.size() - first) return std::nullopt;
    data = data.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
    Checksum sum;
    sum.add(data);
    if (hexOf(sum.value()) != text(member(json, "sum"))) return std::nullopt;

    Taking taking(json, data);
    Source source;
    SpelledRows rows;
    rows.columns = static_cast<int>(
        std::min<std::uint64_t>(count(member(json, "columns")), std::uint64_t{1} << 30));
    rows.cells = taking.values<std::uint64_t>("cells");
    rows.others = taking.values<double>("others");
    const auto odd = taking.values<std::uint64_t>("oddRows");
    for (std::size_t i = 0; i + 2 < odd.size(); i += 3)
        rows.oddRows.push_back({odd[i], odd[i + 1], odd[i + 2]});
    source.head = taking.text("head");
    source.tail = taking.text("tail");
    rows.before = taking.text("before");
    rows.between = taking.text("between");
    rows.oddText = taking.text("oddText");
    if (!isSound(rows)) refuse(json, "the rows of the source do not fit together");
    source.rows = std::move(rows);
    for (const Json& joint : arrayOf(json, "joints")) source.joints.push_back(NodeId(count(joint)));
    source.checksum = fromHex(text(member(json, "checksum")));
    return source;
}

}  // namespace posewright::io::gltf
