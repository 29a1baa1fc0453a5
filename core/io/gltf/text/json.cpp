#include "core/io/gltf/text/json.h"

#include "core/base/json_pointer.h"
#include "core/io/doubled_member.h"
#include "core/io/gltf/text/quick_json.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace posewright::io::gltf {

namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

/// Where brackets are nested deeper than the limit; brackets in strings do not count.
std::size_t tooDeepAt(std::string_view text)
{
    int depth = 0;
    bool quote = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                quote = false;
        } else if (c == '"') {
            quote = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kMaxDepth) return i;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return std::string_view::npos;
}

/// A number as the text spells it, that is not kept as it is.
struct LostNumber {
    std::string_view text;
    std::size_t at = 0;
    bool tooLarge = false;  ///< for a double
};

/// Is the number above 1? @pre a double cannot hold it, so it is far above or far below
bool isHuge(std::string_view number)
{
    const std::size_t power = std::min(number.find_first_of("eE"), number.size());
    const std::string_view digits = number.substr(0, power);
    std::string_view exponent = number.substr(std::min(power + 1, number.size()));
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::int64_t shift = 0;
    const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), shift);
    if (read.ec == std::errc::result_out_of_range) return !exponent.starts_with('-');
    const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size())),
               first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
    return shift + point - first > 0;
}

/// Is the number's value, or the value of all its digits if it is whole, kept?
std::optional<LostNumber> lostNumber(std::string_view number, std::size_t at)
{
    constexpr std::size_t kMostDigits = 320;
    const char* const end = number.data() + number.size();
    const bool whole = number.find_first_of(".eE") == std::string_view::npos;
    if (whole) {
        std::uint64_t positive = 0;
        std::int64_t negative = 0;
        const bool fits = number.starts_with('-')
                              ? std::from_chars(number.data(), end, negative).ec == std::errc()
                              : std::from_chars(number.data(), end, positive).ec == std::errc();
        if (fits) return std::nullopt;
    }
    double value = 0;
    if (std::from_chars(number.data(), end, value).ec == std::errc()) {
        std::array<char, kMostDigits> digits{};
        const auto same = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                        std::chars_format::fixed);
        if (!whole || std::string_view(digits.data(), same.ptr) == number) return std::nullopt;
        return LostNumber{number, at, false};
    }
    return LostNumber{number, at, isHuge(number)};
}

/// The numbers outside strings that are not kept. @pre the text is valid JSON up to them
std::vector<LostNumber> lostNumbers(std::string_view text)
{
    std::vector<LostNumber> out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i)
                if (text[i] == '\\') ++i;
            continue;
        }
        if (text[i] != '-' && (text[i] < '0' || text[i] > '9')) continue;
        const std::size_t end = std::min(text.find_first_not_of("+-.0123456789eE", i), text.size());
        if (const auto lost = lostNumber(text.substr(i, end - i), i)) out.push_back(*lost);
        i = end - 1;
    }
    return out;
}

void tellOfNumbers(const std::vector<LostNumber>& lost, const std::string& name, std::size_t mark,
                   Diagnostics& told)
{
    constexpr std::size_t kMost = 5;
    for (std::size_t i = 0; i < std::min(kMost, lost.size()); ++i)
        told.push_back({Diagnostic::Severity::Warning,
                        "the number " + inQuotes(lost[i].text) +
                            " has more digits, or is nearer to 0, than can be kept",
                        name + '@' + std::to_string(lost[i].at + mark)});
    if (lost.size() > kMost)
        told.push_back({Diagnostic::Severity::Warning,
                        std::to_string(lost.size() - kMost) + " more numbers cannot be kept",
                        name + '@' + std::to_string(lost[kMost].at + mark)});
}

/// The text with -0 as a fraction, since whole numbers have no sign at 0. @pre it is valid JSON
std::string withSignsOfZeros(std::string_view text)
{
    std::string out;
    std::size_t taken = 0;
    bool quote = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quote && text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            quote = !quote;
        } else if (!quote && text.substr(i, 2) == "-0" && (i == 0 || text[i - 1] != 'e') &&
                   (i == 0 || text[i - 1] != 'E') &&
                   (i + 2 == text.size() ||
                    std::string_view(".eE").find(text[i + 2]) == std::string_view::npos)) {
            out += text.substr(taken, i + 2 - taken);
            out += ".0";
            taken = i + 2;
        }
    }
    return taken == 0 ? std::string() : out.append(text.substr(taken));
}

std::string escaped(std::string_view key)
{
    return cleanName(pointerStep(key.substr(0, 60)));
}

}  // namespace

void refuse(const Json& at, std::string message, std::string member)
{
    throw Trouble{&at, std::move(message), std::move(member)};
}

Result<Json> parseJson(std::string_view text, const std::string& name, Diagnostics* told)
{
    const std::size_t mark = text.starts_with(kMark) ? kMark.size() : 0;
    text.remove_prefix(mark);
    const auto refused = [&](std::string message, std::size_t byte) {
        return Error{std::move(message), name + '@' + std::to_string(byte + mark)};
    };
    // The parser would take a NUL for the end.
    if (const std::size_t at = text.find('\0'); at != std::string_view::npos)
        return refused("the JSON holds a NUL", at);
    if (auto quick = quickJson(text)) return *std::move(quick);
    if (const std::size_t at = tooDeepAt(text); at != std::string_view::npos)
        return refused("the JSON is nested deeper than " + std::to_string(kMaxDepth), at);
    try {
        Json json = Json::parse(text.begin(), text.end());
        if (const auto pointer = doubledMember(text))
            return Error{std::string(kDoubledMember), name + '#' + *pointer};
        if (told) tellOfNumbers(lostNumbers(text), name, mark, *told);
        if (const std::string spelled = withSignsOfZeros(text); !spelled.empty())
            json = Json::parse(spelled);
        return json;
    } catch (const Json::parse_error& e) {
        return refused("the JSON is broken here", e.byte > 0 ? e.byte - 1 : 0);
    } catch (const Json::exception&) {
        const std::vector<LostNumber> lost = lostNumbers(text);
        const auto large = std::ranges::find(lost, true, &LostNumber::tooLarge);
        return refused("the JSON holds a number that is out of range",
                       large == lost.end() ? 0 : large->at);
    }
}

std::string pointerTo(const Json& root, const Json& value)
{
    struct Visit {
        const Json* json;
        Json::const_iterator next;
    };
    std::vector<Visit> path{{&root, root.begin()}};
    const auto isContainer = [](const Json& json) { return json.is_object() || json.is_array(); };
    while (!path.empty()) {
        Visit& visit = path.back();
        if (visit.json == &value) break;
        if (!isContainer(*visit.json) || visit.next == visit.json->end()) {
            path.pop_back();
            continue;
        }
        const Json& child = *visit.next;
        ++visit.next;
        path.push_back({&child, child.begin()});
    }
    std::string pointer;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        auto taken = path[i].next;
        --taken;
        if (path[i].json->is_object())
            pointer += '/' + escaped(taken.key());
        else
            pointer += '/' + std::to_string(std::distance(path[i].json->begin(), taken));
    }
    return pointer;
}

const Json* valueIn(const Json::object_t& members, std::string_view name) noexcept
{
    // In a few members, those of another length are passed by faster than a tree is searched.
    constexpr std::size_t kFew = 6;
    if (members.size() > kFew) {
        const auto at = members.find(name);
        return at == members.end() ? nullptr : &at->second;
    }
    for (const auto& [own, value] : members)
        if (own.size() == name.size() && own == name) return &value;
    return nullptr;
}

const Json* find(const Json& object, std::string_view name)
{
    if (!object.is_object()) refuse(object, "expected an object");
    return valueIn(object.get_ref<const Json::object_t&>(), name);
}

const Json* extensionOf(const Json& object, std::string_view name)
{
    const Json* extensions = object.is_object() ? find(object, "extensions") : nullptr;
    return extensions && extensions->is_object() ? find(*extensions, name) : nullptr;
}

std::size_t componentSize(int type)
{
    switch (type) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
    }
}

const Json& member(const Json& object, std::string_view name)
{
    const Json* value = find(object, name);
    if (!value) refuse(object, std::string(name) + " is missing", std::string(name));
    return *value;
}

const Json& arrayOf(const Json& object, std::string_view name)
{
    static const Json kNone = Json::array();
    const Json* value = find(object, name);
    if (!value) return kNone;
    if (!value->is_array()) refuse(*value, "expected an array");
    return *value;
}

const Json& requiredArray(const Json& object, std::string_view name)
{
    const Json& value = member(object, name);
    if (!value.is_array()) refuse(value, "expected an array");
    return value;
}

double number(const Json& value)
{
    if (!value.is_number()) refuse(value, "expected a number");
    const double out = value.get<double>();
    if (!std::isfinite(out)) refuse(value, "expected a finite number");
    return out;
}

double number(const Json& object, std::string_view name, double absent)
{
    const Json* value = find(object, name);
    return value ? number(*value) : absent;
}

std::uint64_t count(const Json& value)
{
    // JSON has only one kind of number, so 3.0 is 3.
    if (value.is_number_float() && value >= 0.0 && value < 9e15 &&
        value == std::floor(value.get<double>()))
        return static_cast<std::uint64_t>(value.get<double>());
    if (!value.is_number_unsigned()) refuse(value, "expected a whole number that is not negative");
    return value.get<std::uint64_t>();
}

std::uint64_t count(const Json& object, std::string_view name, std::uint64_t absent)
{
    const Json* value = find(object, name);
    return value ? count(*value) : absent;
}

int index(const Json& value, std::size_t size, const char* what)
{
    const std::uint64_t row = count(value);
    // Blame the missing list, not each reference to it.
    if (size == 0)
        for (const std::string_view list : {"node", "buffer", "bufferView", "accessor", "scene"})
            if (list == what)
                throw Trouble{nullptr,
                              "there is no " + std::string(what) + ' ' + std::to_string(row) +
                                  ", as there are none",
                              std::string(what) + 's'};
    if (row >= size)
        refuse(value, "there is no " + std::string(what) + ' ' + std::to_string(row) + " (" +
                          std::to_string(size) + " in all)");
    return static_cast<int>(row);
}

bool truth(const Json& object, std::string_view name, bool absent)
{
    const Json* value = find(object, name);
    if (!value) return absent;
    if (!value->is_boolean()) refuse(*value, "expected true or false");
    return value->get<bool>();
}

const std::string& text(const Json& value)
{
    if (!value.is_string()) refuse(value, "expected a string");
    return value.get_ref<const std::string&>();
}

std::string text(const Json& object, std::string_view name, const char* absent)
{
    const Json* value = find(object, name);
    return value ? text(*value) : std::string(absent);
}

Vec3 vec3(const Json& value)
{
    const auto v = numbers<3>(value);
    return {v[0], v[1], v[2]};
}

Quat quaternion(const Json& value)
{
    const auto v = numbers<4>(value);
    return {v[3], v[0], v[1], v[2]};
}

Json toJson(const Vec3& v)
{
    return Json::array({v.x(), v.y(), v.z()});
}
Json toJson(const Quat& q)
{
    return Json::array({q.x(), q.y(), q.z(), q.w()});
}

}  // namespace posewright::io::gltf
