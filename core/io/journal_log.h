#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The journal's file: a line an entry, each with its length and checksum, so that what is torn or
/// damaged can be told from what is whole.
namespace posewright::io {

/// `length checksum text\n`, the checksum a CRC-32 (ISO 3309, as in zip). @pre no line end in the
/// text
std::string logLine(std::string_view text);

/// The texts of all lines that are whole, those behind damage included.
struct Log {
    std::vector<std::string_view> entries;  ///< into the bytes
    std::size_t whole = 0;                  ///< bytes up to the first line that is not whole
    std::size_t sure = 0;                   ///< entries up to there
    std::size_t torn = 0;                   ///< bytes of a last line that was never finished
    int damaged = 0;                        ///< lines that are not what was written
    bool ended = true;                      ///< the last line has its end
};
Log readLog(std::string_view bytes);

}  // namespace posewright::io
