#include "core/io/journal_record.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// File names are bytes, but JSON needs text.
Json jsonOfPath(const fs::path& path)
{
    const std::string& bytes = path.native();
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= 0; })) return bytes;
    return Json(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
}

std::string textAt(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class Number>
Number numberAt(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<Number>() : Number(0);
}

bool flagAt(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

fs::path pathAt(const Json& json, const char* key)
{
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return textAt(json, key);
    std::string bytes;
    for (const Json& byte : *found)
        if (byte.is_number_integer()) bytes += static_cast<char>(byte.get<int>());
    return bytes;
}

std::string dumped(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string twoDigits(unsigned value)
{
    return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

std::string lineOf(const JournalHead& head, std::int64_t at)
{
    Json base{{"file", jsonOfPath(head.base.file)},
              {"size", head.base.size},
              {"digest", head.base.digest}};
    if (!head.base.elsewhere.empty()) base["elsewhere"] = jsonOfPath(head.base.elsewhere);
    if (head.base.plain) base["plain"] = true;
    return dumped({{"journal", 1},
                   {"start", head.generation},
                   {"saved", head.saved},
                   {"records", head.records},
                   {"inFile", head.inFile},
                   {"title", head.title},
                   {"original", jsonOfPath(head.original)},
                   {"base", std::move(base)},
                   {"at", at}});
}

std::string lineOf(const JournalRecord& record)
{
    Json json{{"on", record.on}, {"at", record.at}};
    switch (record.kind) {
    case JournalRecord::Kind::Do:
        json["do"] = record.edits;
        json["step"] = record.step;
        if (record.ids != 0) json["ids"] = record.ids;
        if (!record.text.empty()) json["text"] = record.text;
        break;
    case JournalRecord::Kind::Undo: json["undo"] = record.step; break;
    case JournalRecord::Kind::Redo: json["redo"] = record.step; break;
    }
    return dumped(json);
}

std::optional<JournalHead> headFrom(const Json& line, std::int64_t& at)
{
    const auto base = line.is_object() ? line.find("base") : line.end();
    if (base == line.end() || !base->is_object()) return std::nullopt;
    JournalHead head;
    head.generation = numberAt<int>(line, "start");
    head.saved = flagAt(line, "saved");
    head.records = numberAt<int>(line, "records");
    head.inFile = numberAt<int>(line, "inFile");
    head.title = textAt(line, "title");
    head.original = pathAt(line, "original");
    head.base.file = pathAt(*base, "file");
    head.base.elsewhere = pathAt(*base, "elsewhere");
    head.base.size = numberAt<std::uintmax_t>(*base, "size");
    head.base.digest = textAt(*base, "digest");
    head.base.plain = flagAt(*base, "plain");
    at = numberAt<std::int64_t>(line, "at");
    return head;
}

std::optional<JournalRecord> recordFrom(const Json& line)
{
    if (!line.is_object()) return std::nullopt;
    JournalRecord record;
    record.on = numberAt<std::int64_t>(line, "on");
    record.at = numberAt<std::int64_t>(line, "at");
    if (const auto edits = line.find("do"); edits != line.end()) {
        if (!edits->is_array()) return std::nullopt;
        record.step = numberAt<std::int64_t>(line, "step");
        record.edits = *edits;
        record.ids = numberAt<std::uint64_t>(line, "ids");
        record.text = textAt(line, "text");
        return record;
    }
    const bool undo = line.contains("undo");
    record.kind = undo ? JournalRecord::Kind::Undo : JournalRecord::Kind::Redo;
    record.step = numberAt<std::int64_t>(line, undo ? "undo" : "redo");
    return record.step != 0 ? std::optional(record) : std::nullopt;
}

void JournalStack::take(const JournalRecord& record)
{
    const auto cutTo = [&](std::int64_t step) {
        const auto found = std::find(done.begin(), done.end(), step);
        if (found == done.end() && step != 0) return;
        done.erase(step == 0 ? done.begin() : found + 1, done.end());
    };
    if (record.kind == JournalRecord::Kind::Undo) {
        const auto found = std::find(done.begin(), done.end(), record.step);
        undone.insert(undone.end(), std::make_reverse_iterator(done.end()),
                      std::make_reverse_iterator(found));
        cutTo(record.on);
        return;
    }
    cutTo(record.on);
    done.push_back(record.step);
    if (record.kind == JournalRecord::Kind::Redo)
        std::erase(undone, record.step);
    else
        undone.clear();
}

std::int64_t millisecondsNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string isoTime(std::int64_t milliseconds)
{
    using namespace std::chrono;
    const auto time = floor<seconds>(
        sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(milliseconds)));
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    return std::to_string(int(date.year())) + '-' + twoDigits(unsigned(date.month())) + '-' +
           twoDigits(unsigned(date.day())) + 'T' +
           twoDigits(static_cast<unsigned>(clock.hours().count())) + ':' +
           twoDigits(static_cast<unsigned>(clock.minutes().count())) + ':' +
           twoDigits(static_cast<unsigned>(clock.seconds().count())) + 'Z';
}

}  // namespace posewright::io
