#include "core/io/doubled_member.h"

#include "core/base/json_pointer.h"
#include "core/io/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <memory_resource>
#include <unordered_set>
#include <vector>

namespace posewright::io {

namespace {

/// More names than this are looked up by hash.
constexpr std::size_t kFewNames = 16;

constexpr std::size_t kLongestStep = 60;

/// A step of a JSON pointer, shortened for messages.
std::string stepTo(std::string_view name)
{
    return cleanName(pointerStep(name.substr(0, kLongestStep)));
}

/// The names that an object has had so far.
class SeenNames {
public:
    void clear()
    {
        few_.clear();
        many_.reset();
    }

    /// False: it is a repeat.
    bool add(std::string_view name)
    {
        if (!many_ && few_.size() < kFewNames) {
            if (std::find(few_.begin(), few_.end(), name) != few_.end()) return false;
            few_.push_back(name);
            return true;
        }
        if (!many_) {
            many_ = std::make_unique<Many>();
            many_->names.insert(few_.begin(), few_.end());
        }
        return many_->names.insert(name).second;
    }

private:
    /// The arena keeps names close together, which halves the time for large objects.
    struct Many {
        std::pmr::monotonic_buffer_resource memory;
        std::pmr::unordered_set<std::string_view> names{&memory};
    };

    std::vector<std::string_view> few_;
    std::unique_ptr<Many> many_;  ///< null while there are few
};

/// An object or array that has not been closed yet.
struct OpenValue {
    bool object = false;
    bool nameNext = false;  ///< in an object: the next string is a name
    std::size_t row = 0;    ///< in an array
    std::string_view name;  ///< in an object: the last one
    SeenNames seen;
};

class MemberScan {
public:
    explicit MemberScan(std::string_view json) : json_(json) {}

    std::optional<std::string> first()
    {
        for (std::size_t i = 0; i < json_.size(); ++i) {
            switch (json_[i]) {
            case '{':
            case '[': open(json_[i] == '{'); break;
            case '}':
            case ']': depth_ -= depth_ > 0 ? 1 : 0; break;
            case ',':
                if (depth_ == 0) break;
                top().nameNext = top().object;
                ++top().row;
                break;
            case '"': {
                const std::string_view raw = stringAt(i);
                i += raw.size() + 1;
                if (depth_ == 0 || !top().nameNext) break;
                top().nameNext = false;
                top().name = decoded(raw);
                if (!top().seen.add(top().name)) return doubled();
                break;
            }
            default: break;
            }
        }
        return {};
    }

private:
    OpenValue& top() { return open_[depth_ - 1]; }

    void open(bool object)
    {
        if (open_.size() == depth_) open_.emplace_back();
        OpenValue& value = open_[depth_++];
        value.object = value.nameNext = object;
        value.row = 0;
        value.name = {};
        value.seen.clear();
    }

    /// The text between quotes; the first quote is at `at`.
    std::string_view stringAt(std::size_t at) const
    {
        std::size_t end = at + 1;
        while (end < json_.size() && json_[end] != '"') end += json_[end] == '\\' ? 2 : 1;
        return json_.substr(at + 1, std::min(end, json_.size()) - at - 1);
    }

    /// Resolves escapes: "\u006eame" is "name".
    std::string_view decoded(std::string_view raw)
    {
        if (raw.find('\\') == raw.npos) return raw;
        const nlohmann::json text =
            nlohmann::json::parse('"' + std::string(raw) + '"', nullptr, false);
        if (!text.is_string()) return raw;
        return decoded_.emplace_back(text.get<std::string>());
    }

    std::string doubled() const
    {
        std::string pointer;
        for (std::size_t i = 0; i < depth_; ++i)
            pointer +=
                '/' + (open_[i].object ? stepTo(open_[i].name) : std::to_string(open_[i].row));
        return pointer;
    }

    std::string_view json_;
    std::deque<OpenValue> open_;  ///< those beyond `depth_` are kept for reuse
    std::size_t depth_ = 0;
    std::deque<std::string> decoded_;
};

}  // namespace

std::optional<std::string> doubledMember(std::string_view json)
{
    return MemberScan(json).first();
}

}  // namespace posewright::io
