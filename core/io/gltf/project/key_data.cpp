#include "core/io/gltf/project/key_data.h"

#include "core/io/text.h"
#include "core/motion/key_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace posewright::io::gltf {

namespace {

// One letter per key, or one for all.
constexpr std::string_view kInterpolations = "clb";  // Constant, Linear, Bezier
constexpr std::string_view kModes = "afgv";          // AutoClamped, Free, Aligned, Vector
constexpr std::string_view kRotations = "tsce";      // Step, Slerp, Cubic, Eased
constexpr std::string_view kFlags = "01";
constexpr std::size_t kShapeSize = 12;
constexpr const char* kColumn = "column";  ///< the form of keys that are columns of a table

void put(std::string& data, double value)
{
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Keys, class Letter>
std::string letters(const Keys& keys, std::string_view alphabet, Letter&& letter)
{
    std::string out;
    for (const auto& key : keys) out += alphabet[static_cast<std::size_t>(letter(key))];
    if (std::all_of(out.begin(), out.end(), [&](char c) { return c == out.front(); }))
        out.resize(1);
    return out;
}

class Letters {
public:
    Letters(const Json& json, std::string_view alphabet, std::size_t count) :
        letters_(text(json)), alphabet_(alphabet)
    {
        if (letters_.size() != 1 && letters_.size() != count)
            refuse(json, "expected one letter, or one a key");
        if (letters_.find_first_not_of(alphabet) != std::string::npos)
            refuse(json, "expected letters of " + inQuotes(alphabet));
    }
    template <class Enum>
    Enum at(std::size_t key) const
    {
        return static_cast<Enum>(alphabet_.find(letters_[letters_.size() == 1 ? 0 : key]));
    }

private:
    const std::string& letters_;
    std::string_view alphabet_;
};

/// The doubles of "keys": [first, count], `width` per key.
struct Doubles {
    std::size_t count = 0;
    const char* from = nullptr;

    double operator[](std::size_t i) const
    {
        double value = 0;
        std::memcpy(&value, from + i * sizeof value, sizeof value);
        return value;
    }
};

Doubles doubles(const Json& json, std::size_t count, std::size_t width, std::string_view data)
{
    const std::uint64_t first = gltf::count(json);
    const std::size_t all = data.size() / sizeof(double);
    if (count > kMaxKeys || first > all || count * width > all - first)
        refuse(json, "the keys lie outside the data");
    Doubles out{count, data.data() + first * sizeof(double)};
    for (std::size_t i = 0; i < count * width; ++i)
        if (!std::isfinite(out[i])) refuse(json, "a key is not finite");
    return out;
}

/// Are the frames first, first + 1, first + 2...?
template <class Keys>
bool isEven(const Keys& keys)
{
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i].frame != keys[0].frame + double(i)) return false;
    return true;
}

template <class Keys>
void requireOrder(const Json& json, const Keys& keys)
{
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (!std::isfinite(keys[i].frame) || (i > 0 && !(keys[i - 1].frame < keys[i].frame)))
            refuse(json, "the frames of the keys do not rise");
}

const Shared<SpelledRows>& tableIn(const Json& json, const KeySource& from)
{
    const Json& row = member(json, "table");
    const Shared<SpelledRows>& table = from.tables[index(row, from.tables.size(), "table")];
    if (table->rows() == 0) refuse(row, "the table is empty");
    return table;
}

int columnIn(const Json& json, const SpelledRows& table)
{
    return index(json, static_cast<std::size_t>(table.columns), "column");
}

Json curveOfTable(const CurveRows& rows, const Tables& tables)
{
    return {{"form", kColumn},
            {"table", tableRow(tables, rows.rows())},
            {"column", rows.column()},
            {"scale", rows.scale()}};
}

Json rotationOfTable(const RotationRows& rows, const Tables& tables)
{
    Json turns = Json::array();
    for (const TurnColumn& turn : rows.turns()) turns.push_back({turn.axis, turn.column});
    return {
        {"form", kColumn}, {"table", tableRow(tables, rows.rows())}, {"turns", std::move(turns)}};
}

RotationTrack rotationFromTable(const Json& json, const KeySource& from)
{
    const Shared<SpelledRows>& table = tableIn(json, from);
    const Json& rows = requiredArray(json, "turns");
    if (rows.size() > 3) refuse(rows, "expected up to three turns");
    std::vector<TurnColumn> turns;
    for (const Json& row : rows) {
        if (!row.is_array() || row.size() != 2) refuse(row, "expected an axis and a column");
        turns.push_back({index(row[0], 3, "axis"), columnIn(row[1], *table)});
    }
    return RotationTrack::fromRows(std::make_shared<RotationRows>(table, std::move(turns)));
}

}  // namespace

Json curveToJson(const Curve& curve, KeyStore& store)
{
    if (const CurveRows* rows = curve.rows()) return curveOfTable(*rows, store.tables);
    std::string& data = store.doubles;
    const std::vector<Key>& keys = curve.keys();
    if (keys.empty()) return nullptr;
    Json json = {{"count", keys.size()}, {"at", data.size() / sizeof(double)}};
    json["interpolation"] =
        letters(keys, kInterpolations, [](const Key& k) { return k.interpolation; });
    json["mode"] = letters(keys, kModes, [](const Key& k) { return k.mode; });
    const bool plain = std::all_of(keys.begin(), keys.end(), [](const Key& k) {
        return k.left == Handle{} && k.right == Handle{};
    });
    if (!plain) {
        json["form"] = "handles";
        for (const Key& key : keys)
            for (const double value : {key.frame, key.value, key.left.frames, key.left.value,
                                       key.right.frames, key.right.value})
                put(data, value);
        return json;
    }
    const bool even = isEven(keys);
    json["form"] = even ? "even" : "plain";
    if (even) json["start"] = keys.front().frame;
    if (!even)
        for (const Key& key : keys) put(data, key.frame);
    for (const Key& key : keys) put(data, key.value);
    return json;
}

Curve curveFromJson(const Json& json, const KeySource& from)
{
    if (json.is_null()) return {};
    const std::string& form = text(member(json, "form"));
    if (form == kColumn) {
        const Shared<SpelledRows>& table = tableIn(json, from);
        return Curve::fromRows(std::make_shared<CurveRows>(
            table, columnIn(member(json, "column"), *table), number(member(json, "scale"))));
    }
    const std::uint64_t size = count(member(json, "count"));
    const bool handles = form == "handles";
    const bool even = form == "even";
    if (!handles && !even && form != "plain") refuse(json["form"], "there is no such form");
    const Doubles values = doubles(member(json, "at"), size,
                                   handles ? 6
                                   : even  ? 1
                                           : 2,
                                   from.doubles);
    const Letters interpolations(member(json, "interpolation"), kInterpolations, size);
    const Letters modes(member(json, "mode"), kModes, size);
    const double start = even ? number(member(json, "start")) : 0;
    std::vector<Key> keys(size);
    for (std::size_t i = 0; i < size; ++i) {
        Key& key = keys[i];
        key.interpolation = interpolations.at<Interpolation>(i);
        key.mode = modes.at<HandleMode>(i);
        if (handles) {
            key.frame = values[6 * i];
            key.value = values[6 * i + 1];
            key.left = {values[6 * i + 2], values[6 * i + 3]};
            key.right = {values[6 * i + 4], values[6 * i + 5]};
        } else {
            key.frame = even ? start + double(i) : values[i];
            key.value = values[even ? i : size + i];
        }
    }
    requireOrder(json, keys);
    return Curve::fromKeys(std::move(keys));
}

Json rotationToJson(const RotationTrack& track, KeyStore& store)
{
    if (const RotationRows* rows = track.rows()) return rotationOfTable(*rows, store.tables);
    std::string& data = store.doubles;
    const std::vector<RotationKey>& keys = track.keys();
    if (keys.empty()) return nullptr;
    Json json = {{"count", keys.size()}, {"at", data.size() / sizeof(double)}};
    json["interpolation"] =
        letters(keys, kRotations, [](const RotationKey& k) { return k.interpolation; });
    const bool even = isEven(keys);
    json["form"] = even ? "even" : "plain";
    if (even) json["start"] = keys.front().frame;
    if (!even)
        for (const RotationKey& key : keys) put(data, key.frame);
    for (const RotationKey& key : keys)
        for (int i = 0; i < 4; ++i) put(data, key.value.coeffs()[i]);
    if (!track.shaped()) return json;
    json["shapes"] = data.size() / sizeof(double);
    std::vector<RotationShape> shapes;
    for (std::size_t i = 0; i < keys.size(); ++i) shapes.push_back(track.shape(i));
    for (const RotationShape& shape : shapes) {
        for (const Vec4& tangent : {shape.in, shape.out})
            for (int i = 0; i < 4; ++i) put(data, tangent[i]);
        for (const double value : {shape.ease.x1, shape.ease.y1, shape.ease.x2, shape.ease.y2})
            put(data, value);
    }
    json["automatic"] = letters(shapes, kFlags, [](const RotationShape& s) { return s.automatic; });
    return json;
}

RotationTrack rotationFromJson(const Json& json, const KeySource& from)
{
    if (json.is_null()) return {};
    const std::string& form = text(member(json, "form"));
    if (form == kColumn) return rotationFromTable(json, from);
    const std::uint64_t size = count(member(json, "count"));
    const bool even = form == "even";
    if (!even && form != "plain") refuse(json["form"], "there is no such form");
    const Doubles values = doubles(member(json, "at"), size, even ? 4 : 5, from.doubles);
    const Letters interpolations(member(json, "interpolation"), kRotations, size);
    const double start = even ? number(member(json, "start")) : 0;
    std::vector<RotationKey> keys(size);
    for (std::size_t i = 0; i < size; ++i) {
        RotationKey& key = keys[i];
        const std::size_t q = (even ? 0 : size) + 4 * i;
        key.frame = even ? start + double(i) : values[i];
        key.value = Quat(values[q + 3], values[q], values[q + 1], values[q + 2]);
        key.interpolation = interpolations.at<RotationInterpolation>(i);
        if (std::abs(key.value.norm() - 1) > 1e-6) refuse(json, "a rotation is not of length 1");
    }
    requireOrder(json, keys);
    std::vector<RotationShape> shapes;
    if (const Json* at = find(json, "shapes")) {
        const Doubles numbers = doubles(*at, size, kShapeSize, from.doubles);
        const Letters automatic(member(json, "automatic"), kFlags, size);
        shapes.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            RotationShape& shape = shapes[i];
            const std::size_t n = kShapeSize * i;
            for (int c = 0; c < 4; ++c) {
                shape.in[c] = numbers[n + c];
                shape.out[c] = numbers[n + 4 + c];
            }
            shape.ease = {numbers[n + 8], numbers[n + 9], numbers[n + 10], numbers[n + 11]};
            shape.automatic = automatic.at<bool>(i);
        }
    }
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

std::optional<std::vector<std::string_view>> keyBytes(const Json& json, std::string_view data)
{
    std::vector<std::string_view> pieces;
    if (!json.is_object() || !json.contains("at")) return pieces;
    const auto whole = [&](const char* name) -> std::optional<std::uint64_t> {
        const auto value = json.find(name);
        if (value == json.end() || !value->is_number_unsigned()) return std::nullopt;
        return value->get<std::uint64_t>();
    };
    const auto keys = whole("count");
    const auto form = json.find("form");
    if (!keys || *keys > kMaxKeys || form == json.end() || !form->is_string()) return std::nullopt;
    const bool even = *form == "even";
    const bool isCurve = json.contains("mode");
    const std::size_t width = *form == "handles" ? 6 : (isCurve ? 1 : 4) + (even ? 0 : 1);
    const auto take = [&](const char* first, std::size_t each) {
        const auto at = whole(first);
        const std::size_t all = data.size() / sizeof(double);
        if (!at || *at > all || *keys * each > all - *at) return false;
        pieces.push_back(data.substr(*at * sizeof(double), *keys * each * sizeof(double)));
        return true;
    };
    if (!take("at", width)) return std::nullopt;
    if (json.contains("shapes") && !take("shapes", kShapeSize)) return std::nullopt;
    return pieces;
}

}  // namespace posewright::io::gltf
