#pragma once

#include "core/base/shared.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/project/raw_bytes.h"
#include "core/io/gltf/text/json.h"
#include "core/motion/spelled_rows.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Tables of captured numbers, written once for all tracks that still have them as their keys, in
/// eight bytes a number. Their cells are a bufferView of their own, so that they can be written
/// from where the document has them.
namespace posewright::io::gltf {

using Tables = std::vector<Shared<SpelledRows>>;

/// What the keys of a project are written to.
struct KeyStore {
    std::string doubles;
    Tables tables;
};

/// What they are read from.
struct KeySource {
    std::string_view doubles;
    std::span<const Shared<SpelledRows>> tables;
};

/// The row of a table; the number of tables if it is not there.
std::size_t tableRow(const Tables& tables, const Shared<SpelledRows>& table);

/// Appends what a table has besides its cells to `data`. The caller adds the bufferView of the
/// cells as `data`.
Json tableToJson(const SpelledRows& table, std::string& data);
std::string_view cellBytes(const SpelledRows& table);

/// Parts of a table as an object has them, in their order. Reading throws Trouble.
/// @return how many numbers there are of odd rows
std::size_t putNumbers(const SpelledRows& table, std::string& data);
void putTexts(const SpelledRows& table, Json& json, std::string& data);
int columnsOf(const Json& json);
void takeNumbers(Taking& taking, SpelledRows& table);  ///< others, odd rows
void takeTexts(Taking& taking, SpelledRows& table);

/// A table as it was read.
struct ReadTable {
    Shared<SpelledRows> table;
    bool damaged = false;  ///< its checksum does not match; it can be used all the same
};

/// Nullopt if the bytes are not there. What is damaged is mended (see mend). Throws Trouble.
/// @param known  one of these that is equal is taken instead of a copy
std::optional<ReadTable> tableFromJson(const GltfFile& file, const Json& json,
                                       std::string_view data,
                                       std::span<const Shared<SpelledRows>> known);

}  // namespace posewright::io::gltf
