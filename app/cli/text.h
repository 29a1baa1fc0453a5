#pragma once

#include "core/math/transform.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Splitting and formatting text, and numbers on the command line.
namespace posewright::cli {

/// The parts between separators; always at least one, which may be empty. Borrowed from `text`.
std::vector<std::string_view> split(std::string_view text, char separator);

/// "x,y,z"; nullopt if it is not exactly three finite numbers.
std::optional<Vec3> toVec3(std::string_view text);

/// "x,y,z,w", normalised; nullopt if it is not four finite numbers with a norm within 0.001 of 1.
std::optional<Quat> toQuat(std::string_view text);

/// Lines of at most `most` letters, broken at blanks; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t most);

/// Rows of cells as text with aligned columns, two blanks apart, for people. The first column is
/// left-aligned, cells that look like numbers are right-aligned.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace posewright::cli
