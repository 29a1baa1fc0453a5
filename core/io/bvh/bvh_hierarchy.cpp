#include "core/io/bvh/bvh_hierarchy.h"

#include "core/base/ascii.h"
#include "core/io/text.h"

#include <charconv>
#include <cmath>
#include <fast_float/fast_float.h>

namespace posewright::io::bvh {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}
bool isLineEnd(char c)
{
    return c == '\n' || c == '\r';
}
bool isSpace(char c)
{
    return isBlank(c) || isLineEnd(c);
}

bool same(std::string_view token, std::string_view lowerCase)
{
    if (token.size() != lowerCase.size()) return false;
    for (std::size_t i = 0; i < token.size(); ++i)
        if (inSmall(token[i]) != lowerCase[i]) return false;
    return true;
}

/// A word or a brace; empty at the end of the file.
struct Token {
    std::string_view text;
    std::size_t at = 0;
};

class Tokens {
public:
    explicit Tokens(std::string_view text) : text_(text) {}

    Token next()
    {
        while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
        return word();
    }

    /// The next word on the current line; empty at its end.
    Token nextOnLine()
    {
        while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
        if (at_ < text_.size() && isLineEnd(text_[at_])) return {{}, at_};
        return word();
    }

    /// The rest of the line up to a brace, trimmed.
    Token restOfLine()
    {
        while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
        const std::size_t start = at_;
        while (at_ < text_.size() && !isLineEnd(text_[at_]) && text_[at_] != '{') ++at_;
        std::size_t end = at_;
        while (end > start && isBlank(text_[end - 1])) --end;
        return {text_.substr(start, end - start), start};
    }

    bool take(char c)
    {
        while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    std::size_t position() const { return at_; }
    void setPosition(std::size_t at) { at_ = at; }

private:
    Token word()
    {
        const std::size_t start = at_;
        if (at_ < text_.size() && (text_[at_] == '{' || text_[at_] == '}')) {
            ++at_;
            return {text_.substr(start, 1), start};
        }
        while (at_ < text_.size() && !isSpace(text_[at_]) && text_[at_] != '{' && text_[at_] != '}')
            ++at_;
        return {text_.substr(start, at_ - start), start};
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::string found(const Token& token)
{
    return token.text.empty() ? std::string("the file ends") : "there is " + inQuotes(token.text);
}

Refusal expected(std::string_view what, const Token& token)
{
    return {"expected " + std::string(what) + ", but " + found(token), token.at};
}

std::optional<Channel> channelOf(std::string_view token)
{
    if (token.empty()) return std::nullopt;
    const char axis = inSmall(token.front());
    if (axis < 'x' || axis > 'z') return std::nullopt;
    if (same(token.substr(1), "position")) return axis - 'x';
    if (same(token.substr(1), "rotation")) return axis - 'x' + 3;
    return std::nullopt;
}

/// An open block.
struct Open {
    int joint = -1;  ///< row of the joint, or of an End Site's joint
    bool end = false;
    bool offset = false;
    bool channels = false;
    std::size_t at = 0;  ///< of its keyword
};

class HierarchyParser {
public:
    HierarchyParser(std::string_view text, Tokens& tokens, Header& header) :
        text_(text), tokens_(tokens), header_(header)
    {
    }

    /// Parses up to and including the word MOTION.
    std::optional<Refusal> parse()
    {
        const Token first = tokens_.next();
        if (!same(first.text, "hierarchy"))
            return Refusal{
                "this is not a BVH file: it begins with " +
                    (first.text.empty() ? std::string("nothing") : inQuotes(first.text)) +
                    " and not with HIERARCHY",
                first.at};
        for (;;) {
            const Token token = tokens_.next();
            if (open_.empty()) {
                if (same(token.text, "motion") && !header_.joints.empty()) return {};
                if (!same(token.text, "root"))
                    return expected(header_.joints.empty() ? "ROOT" : "MOTION or ROOT", token);
                if (auto refusal = openJoint(token)) return refusal;
            } else if (auto refusal = inside(token)) {
                return refusal;
            }
        }
    }

private:
    std::optional<Refusal> inside(const Token& token)
    {
        Open& block = open_.back();
        if (token.text == "}") return close(token);
        if (same(token.text, "offset")) return offset(token);
        if (!block.end) {
            if (same(token.text, "channels")) return channels(token);
            if (same(token.text, "joint")) return openJoint(token);
            if (same(token.text, "end")) return openEnd(token);
            return expected("OFFSET, CHANNELS, JOINT, End Site or }", token);
        }
        return expected("OFFSET or } in an End Site", token);
    }

    std::optional<Refusal> openJoint(const Token& keyword)
    {
        const Token name = tokens_.restOfLine();
        if (name.text.empty()) return Refusal{"the joint has no name", tokens_.next().at};
        if (name.text == "}") return Refusal{"the joint has no name", name.at};
        if (name.text.size() > kMaxName)
            return Refusal{"the name is longer than " + std::to_string(kMaxName) + " bytes",
                           keyword.at};
        if (static_cast<int>(open_.size()) >= kMaxDepth)
            return Refusal{"joints are nested deeper than " + std::to_string(kMaxDepth),
                           keyword.at};
        if (static_cast<int>(header_.joints.size()) >= kMaxJoints)
            return Refusal{"there are more than " + std::to_string(kMaxJoints) + " joints",
                           keyword.at};
        const std::size_t nameEnd = name.at + name.text.size();
        const Token brace = tokens_.next();
        if (brace.text != "{") return expected("{", brace);

        Joint joint;
        joint.parent = open_.empty() ? -1 : open_.back().joint;
        joint.spelled = name.text;
        const std::string wanted = readableName(name, brace.at == nameEnd);
        joint.name = names_.make(wanted);
        if (joint.name != wanted)
            note(Diagnostic::Severity::Warning,
                 "two joints are called " + inQuotes(name.text) + "; the second is now " +
                     inQuotes(joint.name),
                 name.at);
        if (joint.parent >= 0) ++header_.joints[joint.parent].children;
        open_.push_back({static_cast<int>(header_.joints.size()), false, false, false, keyword.at});
        header_.joints.push_back(std::move(joint));
        return {};
    }

    std::string readableName(const Token& name, bool braceAttached)
    {
        if (braceAttached)
            note(Diagnostic::Severity::Note, "the brace stands right behind the joint's name",
                 name.at);
        if (name.text.find_first_of(" \t") != std::string_view::npos)
            note(Diagnostic::Severity::Note,
                 "the name " + inQuotes(name.text) + " has spaces; many programs cannot read that",
                 name.at);
        std::string clean = cleanName(name.text);
        if (clean != name.text)
            note(Diagnostic::Severity::Warning,
                 "the name " + inQuotes(name.text) + " had characters that were replaced", name.at);
        return clean;
    }

    std::optional<Refusal> openEnd(const Token& keyword)
    {
        const Token site = tokens_.nextOnLine();
        if (!same(site.text, "site")) return expected("End Site", {keyword.text, keyword.at});
        const Token name = tokens_.restOfLine();
        const Token brace = tokens_.next();
        if (brace.text != "{") return expected("{", brace);
        Joint& joint = header_.joints[open_.back().joint];
        joint.ends.push_back({std::string(name.text), Vec3::Zero(), joint.children});
        open_.push_back({open_.back().joint, true, false, false, keyword.at});
        return {};
    }

    std::optional<Refusal> close(const Token& brace)
    {
        const Open block = open_.back();
        if (!block.offset)
            return Refusal{block.end ? "the End Site has no OFFSET" : "the joint has no OFFSET",
                           block.end ? brace.at : block.at};
        open_.pop_back();
        return {};
    }

    std::optional<Refusal> offset(const Token& keyword)
    {
        Open& block = open_.back();
        if (block.offset) return Refusal{"a second OFFSET in one block", keyword.at};
        block.offset = true;
        Vec3 value;
        for (int axis = 0; axis < 3; ++axis) {
            const Token token = tokens_.next();
            const auto number = parseNumber(token.text);
            if (!number) return expected("a number after OFFSET", token);
            if (std::abs(*number) > kMaxCoordinate)
                return Refusal{"the coordinate " + inQuotes(token.text) + " is beyond 1e9",
                               token.at};
            value[axis] = *number;
        }
        Joint& joint = header_.joints[block.joint];
        if (!block.end)
            joint.offset = value;
        else
            joint.ends.back().offset = value;
        if (block.end && joint.ends.size() > 1)
            note(Diagnostic::Severity::Note,
                 "the joint " + inQuotes(joint.name) + " has several End Sites; the first counts",
                 keyword.at);
        return {};
    }

    std::optional<Refusal> channels(const Token& keyword)
    {
        Open& block = open_.back();
        Joint& joint = header_.joints[block.joint];
        if (block.channels) return Refusal{"a second CHANNELS in one joint", keyword.at};
        if (joint.children > 0)
            return Refusal{"CHANNELS after a child JOINT leaves the order of the numbers open",
                           keyword.at};
        block.channels = true;
        const Token count = tokens_.nextOnLine();
        int claimed = 0;
        const auto [end, ec] =
            std::from_chars(count.text.data(), count.text.data() + count.text.size(), claimed);
        if (count.text.empty() || ec != std::errc() ||
            end != count.text.data() + count.text.size() || claimed < 0 || claimed > 6)
            return Refusal{"expected a count of 0 to 6 after CHANNELS, but " + found(count),
                           keyword.at};
        joint.firstChannel = header_.channels;
        for (int i = 0; i < claimed; ++i) {
            const Token token = tokens_.next();
            const auto channel = channelOf(token.text);
            if (!channel)
                return Refusal{"expected " + std::to_string(claimed) +
                                   " channel names such as Xrotation, but " + found(token),
                               keyword.at};
            for (const Channel other : joint.channels)
                if (other == *channel)
                    return Refusal{"the channel " + inQuotes(token.text) + " is named twice",
                                   keyword.at};
            joint.channels.push_back(*channel);
            joint.words.emplace_back(token.text);
        }
        header_.channels += claimed;
        return {};
    }

    void note(Diagnostic::Severity severity, std::string message, std::size_t at)
    {
        // Line numbers are found by scanning the text, so keep only the first notes of a bad file.
        constexpr std::size_t kMost = 100;
        if (header_.diagnostics.size() < kMost)
            header_.diagnostics.push_back(
                {severity, std::move(message), std::to_string(lineAt(text_, at))});
    }

    std::string_view text_;
    Tokens& tokens_;
    Header& header_;
    UniqueNames names_;
    std::vector<Open> open_;
};

std::optional<Refusal> frameCount(Tokens& tokens, const Token& keyword, Header& header)
{
    const Token token = tokens.nextOnLine();
    unsigned long long count = 0;
    const auto [end, ec] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), count);
    if (token.text.empty() || ec != std::errc() || end != token.text.data() + token.text.size())
        return Refusal{"expected a number of frames after Frames:, but " +
                           (token.text.empty() ? "the line ends" : found(token)),
                       keyword.at};
    header.frames = static_cast<std::size_t>(count);
    header.framesAt = keyword.at;
    return {};
}

/// `Frames: N` and `Frame Time: T`, with or without spaces around the colon, in either order.
std::optional<Refusal> parseMotionHead(Tokens& tokens, Header& header)
{
    bool frames = false;
    for (int line = 0; line < 2; ++line) {
        const std::size_t start = tokens.position();
        Token word = tokens.next();
        // The colon and number may follow the word without a space.
        if (const auto colon = word.text.find(':'); colon != std::string_view::npos) {
            tokens.setPosition(word.at + colon);
            word.text = word.text.substr(0, colon);
        }
        if (same(word.text, "frames") && !frames) {
            tokens.take(':');
            if (auto refusal = frameCount(tokens, word, header)) return refusal;
            frames = true;
        } else if (same(word.text, "frame") && header.frameTime.empty()) {
            Token time = tokens.nextOnLine();
            if (const auto colon = time.text.find(':'); colon != std::string_view::npos) {
                tokens.setPosition(time.at + colon);
                time.text = time.text.substr(0, colon);
            }
            if (!same(time.text, "time")) return expected("Frame Time:", word);
            tokens.take(':');
            const Token value = tokens.nextOnLine();
            if (value.text.empty())
                return Refusal{"expected seconds after Frame Time:, but the line ends", word.at};
            header.frameTime = value.text;
            header.frameTimeAt = value.at;
        } else {
            if (!frames) return expected("Frames:", word);
            tokens.setPosition(start);
            return {};
        }
    }
    return {};
}

}  // namespace

std::optional<double> parseNumber(std::string_view token)
{
    if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
    double value = 0;
    const auto [end, ec] = fast_float::from_chars(token.data(), token.data() + token.size(), value);
    if (ec != std::errc() || end != token.data() + token.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<Refusal> parseHeader(std::string_view text, Header& header)
{
    Tokens tokens(text);
    if (text.starts_with("\xEF\xBB\xBF")) tokens.setPosition(3);
    if (auto refusal = HierarchyParser(text, tokens, header).parse()) return refusal;
    if (auto refusal = parseMotionHead(tokens, header)) return refusal;
    header.motion = tokens.position();
    return {};
}

}  // namespace posewright::io::bvh
