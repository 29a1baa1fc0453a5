#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

/// A journal as docs/recovery.md describes it, read by code that shares nothing with the program.
namespace posewright::test {

struct SeenJournal {
    nlohmann::json head;  ///< null: no head is whole
    std::vector<nlohmann::json> records;
    int broken = 0;        ///< lines whose length or checksum is wrong
    bool unended = false;  ///< bytes behind the last line

    /// The steps that are done after all records, as their numbers.
    std::vector<std::int64_t> done() const
    {
        std::vector<std::int64_t> stack;
        for (const auto& record : records) {
            const auto below = record.at("on").get<std::int64_t>();
            while (!stack.empty() && stack.back() != below) stack.pop_back();
            if (record.contains("do")) stack.push_back(record.at("step").get<std::int64_t>());
            if (record.contains("redo")) stack.push_back(record.at("redo").get<std::int64_t>());
        }
        return stack;
    }
};

inline std::uint32_t slowCrc32(const std::string& bytes)
{
    std::uint32_t crc = ~std::uint32_t{0};
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

inline std::string bytesOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline SeenJournal seeLog(const std::string& bytes)
{
    SeenJournal seen;
    std::size_t from = 0;
    while (from < bytes.size()) {
        const std::size_t end = bytes.find('\n', from);
        if (end == std::string::npos) {
            seen.unended = true;
            break;
        }
        std::istringstream line(bytes.substr(from, end - from));
        from = end + 1;
        std::size_t length = 0;
        std::string sum;
        std::string text;
        line >> length >> sum;
        line.get();
        std::getline(line, text, '\0');
        std::ostringstream right;
        right << std::hex << slowCrc32(text);
        const auto json = nlohmann::json::parse(text, nullptr, false);
        if (text.size() != length || right.str() != sum || !json.is_object()) {
            ++seen.broken;
        } else if (json.contains("base")) {
            seen.head = json;
        } else {
            seen.records.push_back(json);
        }
    }
    return seen;
}

/// The log with the greatest number; empty where there is none.
inline std::filesystem::path newestLog(const std::filesystem::path& folder)
{
    std::filesystem::path newest;
    int best = -1;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".log") continue;
        const int number = std::stoi(name.substr(std::string("journal-").size()));
        if (number <= best) continue;
        best = number;
        newest = entry.path();
    }
    return newest;
}

inline std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& root)
{
    std::vector<std::filesystem::path> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(root, none))
        found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace posewright::test
