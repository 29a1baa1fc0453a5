#include "app/import/collada_mend.h"

#include "app/import/collada_tag.h"
#include "core/base/ascii.h"
#include "core/base/number.h"
#include "core/io/text.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace posewright::import {

namespace {

constexpr std::string_view kSpaces = " \t\r\n";

/// Moves the blanks around the words of all elements of this name before their tags.
void tighten(std::string& text, std::string_view open)
{
    const auto place = [&](std::size_t at) {
        return text.begin() + static_cast<std::ptrdiff_t>(at);
    };
    for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
        const std::size_t tag = at;
        at += open.size();
        const bool whole =
            at < text.size() && (text[at] == '>' || kSpaces.find(text[at]) != kSpaces.npos);
        if (!whole) continue;  // a name that goes on
        const std::size_t from = text.find('>', at) + 1;
        const std::size_t end = from == 0 ? std::string::npos : text.find('<', from);
        if (end == std::string::npos) break;
        const std::size_t first = text.find_first_not_of(kSpaces, from);
        if (first < end) {
            const std::size_t last = text.find_last_not_of(kSpaces, end - 1) + 1;
            // <p>  0 1  </p> becomes <p>0 1    </p>, and then all blanks go before the tag.
            std::rotate(place(from), place(first), place(last));
            std::rotate(place(tag), place(last - (first - from)), place(end));
        }
        at = end;
    }
}

/// Calls `rewrite` with what is in each element of this name; what it returns is there from then
/// on.
template <class Rewrite>
void rewriteEach(std::string& text, std::string_view open, Rewrite&& rewrite)
{
    std::string out;
    std::size_t taken = 0;
    eachTag(text, open, [&](std::size_t at) {
        const std::string_view inside = insideOf(text, at);
        if (inside.empty()) return;
        const auto from = static_cast<std::size_t>(inside.data() - text.data());
        out.append(text, taken, from - taken);
        out += rewrite(inside);
        taken = from + inside.size();
    });
    if (taken == 0) return;
    out.append(text, taken);
    text = std::move(out);
}

/// @param numbers  the eye, what it looks at, and its up
std::string acrossTheSight(const std::vector<double>& numbers)
{
    using Eigen::Vector3d;
    const Vector3d eye(numbers.data()), up(numbers.data() + 6);
    Vector3d along = Vector3d(numbers.data() + 3) - eye;
    if (along.isZero(0)) along = -Vector3d::UnitZ();
    along.normalize();
    Vector3d right = along.cross(up);
    if (right.isZero(0)) right = along.unitOrthogonal();
    const Vector3d across = right.cross(along).normalized();
    std::string out;
    for (const Vector3d& part : {eye, Vector3d(eye + along), across})
        for (const double number : part) out += toText(number) + ' ';
    return out;
}

void straightenViews(std::string& text)
{
    rewriteEach(text, "<lookat", [](std::string_view inside) {
        const std::vector<double> numbers = numbersIn(inside);
        return numbers.size() == 9 ? acrossTheSight(numbers) : std::string(inside);
    });
}

void dropTurnsAboutNothing(std::string& text, Lost& lost)
{
    constexpr std::string_view kOpen = "<rotate", kClose = "</rotate>";
    std::set<std::string> keyed;  // the last parts of what channels move, without a member
    eachTag(text, "<channel", [&](std::size_t at) {
        const std::string target = attributeOf(text, at, "target");
        const std::size_t from = target.rfind('/') + 1;
        if (from < target.size()) keyed.insert(target.substr(from, target.find('.', from) - from));
    });
    for (std::size_t at = 0; (at = text.find(kOpen, at)) != std::string::npos; ++at) {
        const std::vector<double> numbers = numbersIn(insideOf(text, at));
        const std::size_t close = text.find(kClose, at);
        if (numbers.size() != 4 || close == std::string::npos) continue;
        if (numbers[0] != 0 || numbers[1] != 0 || numbers[2] != 0) continue;
        // Keys may give it an axis.
        if (keyed.contains(attributeOf(text, at, "sid"))) continue;
        if (numbers[3] != 0) lost.add("rotations about no axis are left out");
        for (std::size_t i = at; i < close + kClose.size(); ++i)
            if (text[i] != '\n') text[i] = ' ';
    }
}

void measureInMetres(std::string& text, Lost& lost)
{
    const std::size_t at = text.find("<unit");
    if (at == std::string::npos) return;
    const std::string length = attributeOf(text, at, "meter");
    std::string plain = length.starts_with('+') ? length.substr(1) : length;
    std::ranges::replace(plain, ',', '.');
    if (length.empty() || toNumber(plain).value_or(0) > 0) return;
    lost.add("the unit of length is none, and a metre is taken for it", length);
    for (const char quote : {'"', '\''}) {
        const std::string written = std::string("meter=") + quote + length + quote;
        if (const std::size_t there = text.find(written, at); there < text.find('>', at))
            text.replace(there, written.size(), "meter=\"1\"");
    }
}

/// The word, if assimp takes it for a number that is infinite or none.
bool isNoNumber(std::string_view word)
{
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    if (word.find_first_of("nNiI") != 0) return false;
    const std::string small = inSmall(word.substr(0, 3));
    return small == "nan" || small == "inf";
}

}  // namespace

std::string mended(std::string collada, Lost& lost)
{
    for (const char* name : {"<color", "<p", "<vcount", "<v", "<h"}) tighten(collada, name);
    straightenViews(collada);
    dropTurnsAboutNothing(collada, lost);
    measureInMetres(collada, lost);
    return collada;
}

std::optional<std::string> faultIn(std::string_view collada)
{
    for (const char* open : {"<float_array", "<matrix", "<translate", "<rotate", "<scale",
                             "<lookat", "<color", "<float"}) {
        std::optional<std::string> fault;
        eachTag(collada, open, [&](std::size_t tag) {
            if (fault) return;
            eachWord(insideOf(collada, tag), [&](std::string_view word) {
                if (!isNoNumber(word)) return true;
                const auto line = std::count(collada.data(), word.data(), '\n') + 1;
                fault = "line " + std::to_string(line) + ": a number is expected instead of " +
                        io::inQuotes(std::string(word));
                return false;
            });
        });
        if (fault) return fault;
    }
    return std::nullopt;
}

}  // namespace posewright::import
