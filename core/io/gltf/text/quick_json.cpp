#include "core/io/gltf/text/quick_json.h"

#include "core/io/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace posewright::io::gltf {

namespace {

/// Do all eight bytes stand in a JSON text as they are?
bool arePlain(std::uint64_t bytes)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x8080808080808080;
    // The high bit of each byte that is 0; of others too, but only if one is 0.
    const auto zeros = [](std::uint64_t b) { return (b - kOnes) & ~b & kHigh; };
    return ((bytes | (bytes - kOnes * ' ') | zeros(bytes ^ kOnes * '"') |
             zeros(bytes ^ kOnes * '\\') | zeros(bytes ^ kOnes * 0x7F)) &
            kHigh) == 0;
}

class QuickReader {
public:
    explicit QuickReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

    bool whole(Json& out)
    {
        if (!value(out, 0)) return false;
        blanks();
        return at_ == end_;
    }

private:
    void blanks()
    {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
    }

    bool take(char c)
    {
        blanks();
        if (at_ == end_ || *at_ != c) return false;
        ++at_;
        return true;
    }

    bool word(std::string_view word)
    {
        if (std::string_view(at_, std::size_t(end_ - at_)).substr(0, word.size()) != word)
            return false;
        at_ += word.size();
        return true;
    }

    bool value(Json& out, int depth)
    {
        blanks();
        if (at_ == end_) return false;
        switch (*at_) {
        case '{': return depth < kMaxDepth && object(out, depth + 1);
        case '[': return depth < kMaxDepth && array(out, depth + 1);
        case '"': {
            std::string room;
            const auto text = string(room);
            if (text) out = std::string(*text);
            return text.has_value();
        }
        case 't': out = true; return word("true");
        case 'f': out = false; return word("false");
        case 'n': out = nullptr; return word("null");
        default: return number(out);
        }
    }

    bool object(Json& out, int depth)
    {
        ++at_;
        out = Json(Json::value_t::object);
        auto& members = out.get_ref<Json::object_t&>();
        if (take('}')) return true;
        do {
            blanks();
            if (at_ == end_ || *at_ != '"') return false;
            std::string room;
            const auto name = string(room);
            if (!name || !take(':')) return false;
            // The hint helps since many programs sort members by name.
            const std::size_t before = members.size();
            const auto member = members.try_emplace(members.end(), std::string(*name));
            if (members.size() == before || !value(member->second, depth)) return false;
        } while (take(','));
        return take('}');
    }

    bool array(Json& out, int depth)
    {
        ++at_;
        out = Json(Json::value_t::array);
        auto& rows = out.get_ref<Json::array_t&>();
        if (take(']')) return true;
        do {
            if (rows.size() == rows.capacity()) rows.reserve(kGrowth * (1 + rows.size()));
            if (!value(rows.emplace_back(), depth)) return false;
        } while (take(','));
        return take(']');
    }

    /// A view of the text itself, or of `room` if it has escapes.
    std::optional<std::string_view> string(std::string& room)
    {
        const char* from = ++at_;
        skipPlain();
        for (; at_ != end_ && *at_ != '"'; ++at_) {
            // A control character, or not ASCII.
            if (static_cast<signed char>(*at_) < ' ') return {};
            if (*at_ != '\\') continue;
            room.append(from, at_);
            if (++at_ == end_) return {};
            constexpr std::string_view kMarks = "\"\\/bfnrt";
            const std::size_t mark = kMarks.find(*at_);
            if (mark == std::string_view::npos) return {};
            room += "\"\\/\b\f\n\r\t"[mark];
            from = at_ + 1;
        }
        if (at_ == end_) return {};
        const char* to = at_++;
        if (room.empty()) return std::string_view(from, std::size_t(to - from));
        return room.append(from, to);
    }

    /// Skips characters that mean themselves, eight at a time.
    void skipPlain()
    {
        for (std::uint64_t bytes = 0; end_ - at_ >= 8; at_ += 8) {
            std::memcpy(&bytes, at_, sizeof bytes);
            if (!arePlain(bytes)) return;
        }
    }

    /// Skips digits; false if there are none.
    bool digits()
    {
        const char* from = at_;
        while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
        return at_ != from;
    }

    bool number(Json& out)
    {
        const char* from = at_;
        const bool minus = *at_ == '-';
        if (minus) ++at_;
        const char* first = at_;
        std::uint64_t small = 0;  // exact only for up to 19 digits
        while (at_ != end_ && *at_ >= '0' && *at_ <= '9')
            small = 10 * small + static_cast<std::uint64_t>(*at_++ - '0');
        if (at_ == first || (*first == '0' && at_ - first > 1)) return false;
        bool whole = true;
        if (at_ != end_ && *at_ == '.') {
            whole = false;
            ++at_;
            if (!digits()) return false;
        }
        if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
            whole = false;
            ++at_;
            if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
            if (!digits()) return false;
        }
        if (!whole) return set<double>(out, from);
        if (minus && *first == '0') {
            out = -0.0;  // as a whole number it would lose its sign
            return true;
        }
        if (!minus && at_ - first < 19) {
            out = small;
            return true;
        }
        return minus ? set<std::int64_t>(out, from) : set<std::uint64_t>(out, from);
    }

    template <class T>
    bool set(Json& out, const char* from)
    {
        T number{};
        const auto [end, error] = std::from_chars(from, at_, number);
        if (error != std::errc() || end != at_) return false;
        out = number;
        return true;
    }

    static constexpr std::size_t kGrowth = 4;
    const char* at_;
    const char* end_;
};

/// Appends to a string that it keeps longer than what is written: growing it by each part takes
/// half of the time that writing JSON takes.
class Text {
public:
    explicit Text(std::string& out) : out_(out), written_(out.size())
    {
        out_.resize(std::max(out_.capacity(), written_ + kRoom));
    }
    ~Text() { out_.resize(written_); }
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;

    void put(char c)
    {
        *room(1) = c;
        ++written_;
    }
    /// Replaces the character before.
    void close(char c) { out_[written_ - 1] = c; }
    void put(std::string_view text)
    {
        std::copy(text.begin(), text.end(), room(text.size()));
        written_ += text.size();
    }
    /// Where so many bytes can be written; `written` of them then were.
    char* room(std::size_t bytes)
    {
        if (out_.size() - written_ < bytes) out_.resize(2 * out_.size() + bytes);
        return out_.data() + written_;
    }
    void take(const char* end) { written_ = static_cast<std::size_t>(end - out_.data()); }

private:
    static constexpr std::size_t kRoom = 256;
    std::string& out_;
    std::size_t written_;
};

template <class T>
void putWhole(T value, Text& out)
{
    constexpr std::size_t kMostDigits = 24;
    char* to = out.room(kMostDigits);
    out.take(std::to_chars(to, to + kMostDigits, value).ptr);
}

void putFraction(double value, Text& out)
{
    if (!std::isfinite(value)) return out.put(std::string_view("null"));
    constexpr std::size_t kMostDigits = 64;
    char* to = out.room(kMostDigits);
    // The library's own function: std::to_chars may produce other digits.
    out.take(nlohmann::detail::to_chars(to, to + kMostDigits, value));
}

void putText(const std::string& text, Text& out)
{
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    const std::size_t size = text.size();
    char* to = out.room(size + 2 + kWord);
    *to++ = '"';
    bool plain = true;
    for (std::size_t at = 0; at < size; at += kWord) {
        std::uint64_t bytes = 0x2020202020202020;  // spaces
        std::memcpy(&bytes, text.data() + at, std::min(kWord, size - at));
        plain &= arePlain(bytes);
        std::memcpy(to + at, &bytes, kWord);
    }
    to += size;
    *to++ = '"';
    if (plain)
        out.take(to);
    else
        out.put(Json(text).dump());
}

/// @tparam Value  Json, which is emptied on the way, or const Json
template <class Value>
void dumpInto(Value& json, Text& out)
{
    constexpr bool kDrops = !std::is_const_v<Value>;
    switch (json.type()) {
    case Json::value_t::object: {
        auto& members = *json.template get_ptr<
            std::conditional_t<kDrops, Json::object_t*, const Json::object_t*>>();
        out.put('{');
        for (auto& [name, value] : members) {
            putText(name, out);
            out.put(':');
            dumpInto(value, out);
            out.put(',');
        }
        if (members.empty())
            out.put('}');
        else
            out.close('}');
        if constexpr (kDrops) members.clear();
        break;
    }
    case Json::value_t::array: {
        auto& rows = *json.template get_ptr<
            std::conditional_t<kDrops, Json::array_t*, const Json::array_t*>>();
        out.put('[');
        for (auto& value : rows) {
            dumpInto(value, out);
            out.put(',');
        }
        if (rows.empty())
            out.put(']');
        else
            out.close(']');
        if constexpr (kDrops) rows.clear();
        break;
    }
    case Json::value_t::string: putText(json.template get_ref<const std::string&>(), out); break;
    case Json::value_t::number_unsigned: putWhole(json.template get<std::uint64_t>(), out); break;
    case Json::value_t::number_integer: putWhole(json.template get<std::int64_t>(), out); break;
    case Json::value_t::number_float: putFraction(json.template get<double>(), out); break;
    default: out.put(json.dump());
    }
}

}  // namespace

std::optional<Json> quickJson(std::string_view text)
{
    std::optional<Json> out(std::in_place);
    if (!QuickReader(text).whole(*out)) out.reset();
    return out;
}

void quickDump(const Json& json, std::string& out)
{
    Text text(out);
    dumpInto(json, text);
}

void quickDump(Json&& json, std::string& out)
{
    Text text(out);
    dumpInto(json, text);
}

void drop(Json& json) noexcept
{
    // The destructor flattens containers first, unless they are empty.
    if (auto* members = json.get_ptr<Json::object_t*>()) {
        for (auto& [name, value] : *members)
            if (value.is_structured()) drop(value);
        members->clear();
    } else if (auto* rows = json.get_ptr<Json::array_t*>()) {
        for (Json& value : *rows)
            if (value.is_structured()) drop(value);
        rows->clear();
    }
    json = nullptr;
}

}  // namespace posewright::io::gltf
