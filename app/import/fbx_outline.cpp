#include "app/import/fbx_outline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace posewright::import {

namespace {

constexpr std::string_view kBinary = "Kaydara FBX Binary  ";
constexpr int kDeepest = 64;

/// What stands behind the name of a record.
struct Value {
    std::string_view text;
    std::optional<double> number;
};

/// Gathers an outline from records as they come, in binary and in text.
class Gatherer {
public:
    /// @param way  the names of the records around it, and its own
    void record(const std::vector<std::string_view>& way, const std::vector<Value>& values)
    {
        const std::size_t depth = way.size();
        if (depth == 2 && way[0] == "Objects") return object(way[1], values);
        if (depth == 2 && way[0] == "Connections") return link(values);
        if (depth == 3 && way[0] == "GlobalSettings") return setting(values);
        if (depth == 4 && way[0] == "FBXHeaderExtension" && way[2] == "MetaData") {
            if (!values.empty() && !values[0].text.empty())
                outline.about.emplace(way[3], values[0].text);
            return;
        }
        if (depth < 3 || way[0] != "Objects" || values.empty() || outline.objects.empty()) return;
        FbxObject& last = outline.objects.back();
        if (way[2] == "DeformPercent" && depth == 3) last.percent = values[0].number;
        if (depth == 4 && way[3] == "P" && values[0].text == "CameraProjectionType")
            last.projection = values.back().number;
        if (depth == 4 && way[3] == "P" && values[0].text == "Mute")
            last.muted = values.back().number.value_or(0) != 0;
        if (depth == 4 && way[3] == "P" && values[0].text == "PostRotation" && values.size() >= 4)
            numbers({values.end() - 3, values.end()}, last.postRotation);
        if (way[2] == "Transform" && values.size() == 16 && (depth == 3 || way[3] == "a"))
            numbers(values, last.transform);
        if (way[2] == "KeyAttrFlags" && (depth == 3 || way[3] == "a"))
            numbers(values, last.keyFlags);
    }

    FbxOutline outline;

private:
    void object(std::string_view kind, const std::vector<Value>& values)
    {
        FbxObject out;
        out.kind = kind;
        if (!values.empty() && values[0].number)
            out.id = static_cast<std::int64_t>(*values[0].number);
        if (values.size() > 1) out.name = plain(values[1].text);
        if (values.size() > 2) out.subclass = values[2].text;
        outline.objects.push_back(std::move(out));
    }

    void setting(const std::vector<Value>& values)
    {
        if (values.empty()) return;
        if (values[0].text == "TimeMode") outline.timeMode = values.back().number;
        if (values[0].text == "CustomFrameRate") outline.customRate = values.back().number;
    }

    static void numbers(const std::vector<Value>& values, std::vector<double>& to)
    {
        to.clear();
        for (const Value& value : values) to.push_back(value.number.value_or(0));
    }

    void link(const std::vector<Value>& values)
    {
        if (values.size() < 3 || !values[1].number || !values[2].number) return;
        const auto part = static_cast<std::int64_t>(*values[1].number);
        const auto whole = static_cast<std::int64_t>(*values[2].number);
        if (values[0].text == "OO") outline.links.emplace_back(part, whole);
        if (values[0].text == "OP" && values.size() > 3)
            outline.drives.push_back({part, whole, std::string(values[3].text)});
    }

    /// "Smile" of "Geometry::Smile", or of "Smile\0\1Geometry" in binary.
    static std::string plain(std::string_view title)
    {
        if (const std::size_t at = title.find(std::string_view("\0\1", 2));
            at != std::string_view::npos)
            return std::string(title.substr(0, at));
        const std::size_t at = title.find("::");
        return std::string(at == std::string_view::npos ? title : title.substr(at + 2));
    }
};

/// Records of the binary form: end, number and length of values, and a name, then the values, then
/// the records in it.
class BinaryWalk {
public:
    explicit BinaryWalk(std::string_view bytes) : bytes_(bytes)
    {
        std::uint32_t version = 0;
        constexpr std::size_t kVersionAt = 23;
        if (bytes.size() >= kVersionAt + 4) std::memcpy(&version, &bytes[kVersionAt], 4);
        wide_ = version >= 7500;
    }

    void walk(Gatherer& to) { records(kFirst, bytes_.size(), to); }

private:
    static constexpr std::size_t kFirst = 27;

    std::uint64_t number(std::size_t& at) const
    {
        std::uint64_t out = 0;
        const std::size_t size = wide_ ? 8 : 4;
        if (at + size <= bytes_.size()) std::memcpy(&out, &bytes_[at], size);
        at += size;
        return out;
    }

    void records(std::size_t at, std::size_t end, Gatherer& to)
    {
        while (at < end && end <= bytes_.size() && way_.size() < kDeepest) {
            std::size_t read = at;
            const std::uint64_t next = number(read);
            const std::uint64_t count = number(read);
            const std::uint64_t length = number(read);
            if (read >= end || next <= at || next > end) return;  // the empty one at the end, too
            const std::size_t named = static_cast<unsigned char>(bytes_[read++]);
            if (named > next - read || length > next - read - named) return;
            way_.push_back(bytes_.substr(read, named));
            const std::size_t inner = read + named + length;
            if (isWanted()) {
                to.record(way_, values(read + named, inner, count));
                records(inner, next, to);
            }
            way_.pop_back();
            at = next;
        }
    }

    bool isWanted() const
    {
        const std::string_view last = way_.back();
        if (way_.size() == 1)
            return last == "Objects" || last == "Connections" || last == "GlobalSettings" ||
                   last == "FBXHeaderExtension";
        if (way_[0] == "FBXHeaderExtension") return way_.size() == 2 || way_[2] == "MetaData";
        return way_.size() == 2 || last == "DeformPercent" || last == "Properties70" ||
               last == "P" || last == "Transform" || last == "KeyAttrFlags";
    }

    std::vector<Value> values(std::size_t at, std::size_t end, std::uint64_t count) const
    {
        std::vector<Value> out;
        while (at < end && out.size() < count) {
            const char type = bytes_[at++];
            const auto simple = [&]<class T>(T value) {
                if (at + sizeof value <= end) {
                    std::memcpy(&value, &bytes_[at], sizeof value);
                    out.push_back({{}, static_cast<double>(value)});
                }
                at += sizeof value;
            };
            if (type == 'Y')
                simple(std::int16_t{});
            else if (type == 'C')
                simple(std::int8_t{});
            else if (type == 'I')
                simple(std::int32_t{});
            else if (type == 'F')
                simple(float{});
            else if (type == 'D')
                simple(double{});
            else if (type == 'L')
                simple(std::int64_t{});
            else if ((type == 'S' || type == 'R') && at + 4 <= end) {
                std::uint32_t length = 0;
                std::memcpy(&length, &bytes_[at], 4);
                at += 4;
                if (length > end - at) break;
                out.push_back({bytes_.substr(at, length), std::nullopt});
                at += length;
            } else if (type == 'd') {
                appendPlain<double>(out, at, end);
                break;
            } else if (type == 'i') {
                appendPlain<std::int32_t>(out, at, end);
                break;
            } else {
                break;  // other lists are not asked for
            }
        }
        return out;
    }

    /// A list of numbers that is not packed: how many, 0, how many bytes.
    template <class Number>
    void appendPlain(std::vector<Value>& to, std::size_t at, std::size_t end) const
    {
        constexpr std::uint32_t kMost = 64;
        std::array<std::uint32_t, 3> head{};
        if (at + sizeof head > end) return;
        std::memcpy(head.data(), &bytes_[at], sizeof head);
        at += sizeof head;
        const auto [count, packed, size] = head;
        if (count > kMost || packed != 0 || size != count * sizeof(Number) || size > end - at)
            return;
        for (std::uint32_t i = 0; i < count; ++i) {
            Number value = 0;
            std::memcpy(&value, &bytes_[at + i * sizeof value], sizeof value);
            to.push_back({{}, static_cast<double>(value)});
        }
    }

    std::string_view bytes_;
    bool wide_ = false;
    std::vector<std::string_view> way_;
};

/// Records of the text form, one a line: NAME: values {
class TextWalk {
public:
    explicit TextWalk(std::string_view text) : text_(text) {}

    void walk(Gatherer& to)
    {
        std::vector<std::string_view> way;
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', at), text_.size());
            std::string_view line = trimmed(text_.substr(at, end - at));
            at = end + 1;
            if (line.empty() || line.front() == ';') continue;
            if (line.front() == '}') {
                if (!way.empty()) way.pop_back();
                continue;
            }
            const bool opens = line.back() == '{';
            if (opens) line.remove_suffix(1);
            const std::size_t colon = line.find(':');
            if (colon == std::string_view::npos) {
                if (opens) way.push_back({});
                continue;
            }
            way.push_back(line.substr(0, colon));
            if (way.size() > 1 && way.size() <= 4) to.record(way, values(line.substr(colon + 1)));
            if (!opens || way.size() >= kDeepest) way.pop_back();
        }
    }

private:
    static std::string_view trimmed(std::string_view text)
    {
        const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
        while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
        while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
        return text;
    }

    static std::vector<Value> values(std::string_view text)
    {
        constexpr std::size_t kMost = 16;
        std::vector<Value> out;
        while (!(text = trimmed(text)).empty() && out.size() < kMost) {
            if (text.front() == '"') {
                const std::size_t end = std::min(text.find('"', 1), text.size());
                out.push_back({text.substr(1, end - 1), std::nullopt});
                text.remove_prefix(std::min(text.find(',', end), text.size()));
            } else {
                const std::size_t end = std::min(text.find(','), text.size());
                const std::string_view word = trimmed(text.substr(0, end));
                double number = 0;
                const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
                out.push_back(
                    {word, read.ec == std::errc() ? std::optional(number) : std::nullopt});
                text.remove_prefix(end);
            }
            if (!text.empty() && text.front() == ',') text.remove_prefix(1);
        }
        return out;
    }

    std::string_view text_;
};

}  // namespace

FbxOutline outlineOf(std::string_view fbx)
{
    Gatherer gatherer;
    if (fbx.starts_with(kBinary))
        BinaryWalk(fbx).walk(gatherer);
    else
        TextWalk(fbx).walk(gatherer);
    return std::move(gatherer.outline);
}

}  // namespace posewright::import
