#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The journal's file: one line per entry, each with its length and checksum, so that incomplete or
/// damaged lines are detected.
namespace posewright::io {

/// `length checksum text\n`, the checksum a CRC-32 (ISO 3309, as in zip). @pre no line end in the
/// text
std::string logLine(std::string_view text);

/// All valid lines of a log, including those after damaged ones.
struct Log {
    std::vector<std::string_view> entries;  ///< pointing into the bytes
    std::size_t whole = 0;                  ///< bytes before the first invalid line
    std::size_t sure = 0;                   ///< number of entries up to there
    std::size_t torn = 0;                   ///< bytes of an unfinished last line
    int damaged = 0;                        ///< number of damaged lines
    bool ended = true;                      ///< the last line is terminated
};
Log readLog(std::string_view bytes);

}  // namespace posewright::io
